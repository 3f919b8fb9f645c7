package table

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/match"
)

// verb is one of the table's own commands. Its help is the message "table.help."+name.
type verb struct {
	name    string
	example string
	needs   bool // a match
	alone   bool // nothing may be typed after it
	run     func(t *Session, words []string) error
}

// verbs lists the table's own commands, in the order of the help.
func verbs() []verb {
	return []verb{
		{"options", "options", true, true, options},
		{"undo", "undo", true, false, undo},
		{"board", "board", true, false, board},
		{"units", "units", true, false, units},
		{"status", "status", true, true, state},
		{"map", "map", true, false, drawMap},
		{"changed", "changed", true, false, changed},
		{"replay", "replay", true, false, replay},
		{"try", "try", true, false, try},
		{"why", "why", true, false, why},
		{"hint", "hint", true, true, hint},
		{"log", "log", true, false, log},
		{"dice", "dice", true, false, dice},
		{"forecast", "forecast", true, true, forecast},
		{"account", "account", true, true, accounted},
		{"standing", "standing list", true, false, standing},
		{"revoke", "revoke 12", true, false, revoke},
		{"rules", "rules", false, false, rules},
		{"law", "law", true, false, law},
		{"offer", "offer", true, false, offer},
		{"accept", "accept", true, false, accept},
		{"decline", "decline", true, false, decline},
		{"resign", "resign", true, false, resign},
		{"go-on", "go-on", true, false, agree},
		{"learn", "learn", false, false, learn},
		{"again", "again", true, true, again},
		{"back", "back", true, true, back},
		{"skip", "skip", true, true, skip},
		{"new", "new", false, false, open},
		{"matches", "matches", false, true, matches},
		{"match", "match", false, false, goTo},
		{"help", "help", false, false, help},
		{"seal", "seal", false, false, seal},
		{"quit", "quit", false, true, leave},
	}
}

// named are the first words that a table and the queries of the game know.
func named(t *Session) []string {
	var out []string
	for _, q := range t.info.Queries {
		out = append(out, t.words.Called(t.Lang, q.Name))
	}
	for _, name := range Commands() {
		out = append(out, t.words.Called(t.Lang, name))
	}
	return out
}

// Commands lists the table's own commands, by the names for which its catalogue has
// spellings.
func Commands() []string {
	var out []string
	for _, v := range verbs() {
		out = append(out, v.name)
	}
	return out
}

// obey does what a line says, or prints what is wrong with it.
func (t *Session) obey(line string) {
	line, _, _ = strings.Cut(line, "#")
	t.raw = strings.Fields(line)
	if t.Script {
		if len(t.raw) == 0 {
			return
		}
		t.write(t.prompt() + strings.Join(t.raw, " "))
	}
	if err := t.do(strings.Fields(t.words.Typed(t.Lang, line))); err != nil && !errors.Is(err, context.Canceled) {
		t.refuse(err)
	}
}

// do executes words, which are already those of the game and of the table, whatever
// language they were typed in.
func (t *Session) do(words []string) error {
	if len(words) == 0 {
		return enter(t)
	}
	if c := t.chosen(words); c != nil {
		return open(t, c)
	}
	t.offered = nil
	name := strings.ToLower(words[0])
	ours, slash := strings.CutPrefix(name, "/")
	if slash {
		ours = t.words.Typed(t.Lang, ours)
	}
	if i := slices.IndexFunc(verbs(), func(v verb) bool { return v.name == ours }); i >= 0 && (slash || !gameSays(t, name)) {
		v := verbs()[i]
		if err := t.Turn.has(v.name); err != nil {
			return err
		}
		if err := t.lesson.has(t, v.name); err != nil {
			return err
		}
		if v.needs && t.id == "" {
			return refused("table.no-match")
		}
		if v.alone && len(words) > 1 {
			return mistaken("table.alone", engine.Text("order", v.name), engine.Text("word", strings.Join(words[1:], " ")))
		}
		return v.run(t, words[1:])
	}
	n, err := strconv.Atoi(words[0])
	number := err == nil && len(words) == 1 && len(words[0]) < 4 // four digits are a hex
	query := slices.ContainsFunc(t.info.Queries, func(q engine.QueryInfo) bool { return q.Name == name }) && !gameSays(t, name)
	if t.id == "" {
		if !number && !query && !gameKnows(t, name) {
			return &orders.Error{Word: words[0], Why: engine.Say("referee.order.unknown", engine.Text("word", words[0]))}
		}
		if err := open(t, nil); err != nil || number {
			return err // the player has not seen what the number would choose
		}
	}
	switch {
	case query:
		return ask(t, words)
	case number:
		return chooseNumber(t, n)
	}
	return t.order(words)
}

// chooseNumber takes an option by its number in the list of options, whether that was
// shown or not.
func chooseNumber(t *Session, n int) error {
	look, err := t.look()
	if err != nil {
		return err
	}
	if err := t.Turn.over(t); err != nil {
		return err
	}
	var all []choice
	for _, a := range asks(t, look) {
		choices, err := choicesOf(t, look, a)
		if err != nil {
			return err
		}
		all = append(all, choices...)
	}
	switch {
	case look.Ending != nil:
		return engine.ErrOver
	case look.Restored != nil:
		return match.ErrRestored
	case n == 1 && toRoll(look):
		return t.roll(look)
	case len(all) == 0:
		return engine.ErrSeat
	case n < 1 || n > len(all):
		return mistaken("table.number", engine.Num("n", len(all)))
	}
	return t.choose(all[n-1])
}

// gameSays reports whether a word is a verb of the game.
func gameSays(t *Session, word string) bool {
	return slices.ContainsFunc(t.info.Verbs, func(v engine.Verb) bool { return v.Name == word })
}

// gameKnows reports whether a word can begin an order of the game.
func gameKnows(t *Session, word string) bool {
	for _, list := range t.info.Words {
		if slices.Contains(list, word) {
			return true
		}
	}
	_, _, named := addressed(t, []string{word})
	return named || gameSays(t, word)
}

// enter handles an empty line: it begins a match, or shows what may be done.
func enter(t *Session) error {
	look, err := t.look()
	if err != nil {
		return err
	}
	if t.id == "" || look.Ending != nil {
		return begin(t)
	}
	switch {
	case look.Awaits != 0:
		return t.goOn()
	case toRoll(look):
		return t.roll(look)
	}
	return options(t, nil)
}
