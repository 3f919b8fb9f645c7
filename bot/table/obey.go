package table

import (
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/match"
)

// verb is something that a table does by itself. Its help is the message
// "table.help."+name.
type verb struct {
	name    string
	example string
	needs   bool // a match
	run     func(t *Table, words []string) error
}

// verbs lists what a table does, in the order of the help.
func verbs() []verb {
	return []verb{
		{"options", "options", true, (*Table).options},
		{"undo", "undo", true, (*Table).undo},
		{"board", "board", true, (*Table).board},
		{"units", "units", true, (*Table).units},
		{"status", "status", true, (*Table).state},
		{"map", "map", true, (*Table).drawMap},
		{"changed", "changed", true, (*Table).changed},
		{"replay", "replay", true, (*Table).replay},
		{"try", "try", true, (*Table).try},
		{"why", "why", true, (*Table).why},
		{"log", "log", true, (*Table).log},
		{"dice", "dice", true, (*Table).dice},
		{"standing", "standing list", true, (*Table).standing},
		{"revoke", "revoke 12", true, (*Table).revoke},
		{"rules", "rules", false, (*Table).rules},
		{"offer", "offer", true, (*Table).offer},
		{"accept", "accept", true, (*Table).accept},
		{"decline", "decline", true, (*Table).decline},
		{"resign", "resign", true, (*Table).resign},
		{"go-on", "go-on", true, (*Table).agree},
		{"new", "new", false, (*Table).open},
		{"matches", "matches", false, (*Table).matches},
		{"match", "match", false, (*Table).goTo},
		{"help", "help", false, (*Table).help},
		{"quit", "quit", false, func(t *Table, _ []string) error { t.quit = true; return nil }},
	}
}

// named are the first words that a table and the queries of the game know.
func (t *Table) named() []string {
	var out []string
	for _, q := range t.info.Queries {
		out = append(out, t.words.Called(t.Lang, q.Name))
	}
	for _, v := range verbs() {
		out = append(out, v.name)
	}
	return out
}

// obey does what a line says, or says what is wrong with it.
func (t *Table) obey(line string) {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(line)
	if t.Script {
		if len(words) == 0 {
			return
		}
		t.write(t.prompt() + strings.Join(words, " "))
	}
	if err := t.do(words); err != nil {
		t.refuse(err)
	}
}

func (t *Table) do(words []string) error {
	if len(words) == 0 {
		return t.enter()
	}
	name := strings.ToLower(words[0])
	ours, slash := strings.CutPrefix(name, "/")
	if i := slices.IndexFunc(verbs(), func(v verb) bool { return v.name == ours }); i >= 0 && (slash || !t.gameSays(name)) {
		v := verbs()[i]
		if v.needs && t.id == "" {
			t.say("table.no-match")
			return nil
		}
		return v.run(t, words[1:])
	}
	n, err := strconv.Atoi(words[0])
	number := err == nil && len(words) == 1 && len(words[0]) < 4 // four digits are a hex
	if t.id == "" {
		if err := t.open(nil); err != nil || number {
			return err // nobody has seen what the number would choose
		}
	}
	query := t.words.Queries(t.Lang, name)
	if slices.ContainsFunc(t.info.Queries, func(q engine.QueryInfo) bool { return q.Name == query }) && !t.gameSays(name) {
		return t.ask(words)
	}
	if number {
		return t.chooseNumber(n)
	}
	return t.order(words)
}

// chooseNumber takes an option by the number that options shows with it, shown or
// not.
func (t *Table) chooseNumber(n int) error {
	look, err := t.look()
	if err != nil {
		return err
	}
	var all []choice
	for _, a := range t.asks(look) {
		choices, err := t.choices(look, a)
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
	case len(all) == 0:
		return engine.ErrSeat
	case n < 1 || n > len(all):
		t.say("table.number", engine.Num("n", len(all)))
		return nil
	}
	return t.choose(all[n-1])
}

// gameSays reports whether a word is a verb of the game, in the reader's language
// or the game's own.
func (t *Table) gameSays(word string) bool {
	word = t.words.Verbs(t.Lang, word)
	return slices.ContainsFunc(t.info.Verbs, func(v engine.Verb) bool { return v.Name == word })
}

// enter is an empty line: it begins a match, or shows what may be done.
func (t *Table) enter() error {
	look, err := t.look()
	if err != nil {
		return err
	}
	if t.id == "" || look.Ending != nil {
		return t.open(nil)
	}
	if look.Awaits != 0 {
		return t.goOn()
	}
	return t.options(nil)
}
