package table

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
)

// verb is one of the table's own commands. Its help is the message "table.help."+name.
type verb struct {
	name    string
	example string
	needs   bool // a match
	alone   bool // nothing may be typed after it
	asks    bool // it asks first, and does it where "yes" or a "!" stands behind it
	run     func(q *request, words []string) error
}

// verbs lists the table's own commands, in the order of the help.
func verbs() []verb {
	return []verb{
		{"options", "options", true, true, false, options},
		{"undo", "undo", true, false, false, undo},
		{"board", "board", true, false, false, board},
		{"units", "units", true, false, false, units},
		{"status", "status", true, true, false, state},
		{"file", "file log.vsav: pass Done.", true, false, false, sendFile},
		{"map", "map", true, false, false, drawMap},
		{"changed", "changed", true, false, false, changed},
		{"replay", "replay", true, false, false, replay},
		{"try", "try", true, false, false, try},
		{"why", "why", true, false, false, why},
		{"hint", "hint", true, true, false, hint},
		{"log", "log", true, false, false, log},
		{"dice", "dice", true, false, false, dice},
		{"forecast", "forecast", true, true, false, forecast},
		{"account", "account", true, true, false, account},
		{"standing", "standing list", true, false, false, standing},
		{"revoke", "revoke 12", true, false, false, revoke},
		{"rules", "rules", false, false, false, rules},
		{AidsWord, "aids terrain", false, false, false, aids},
		{"law", "law", true, false, true, law},
		{"offer", "offer", true, false, false, offer},
		{"accept", "accept", true, false, false, accept},
		{"decline", "decline", true, false, false, decline},
		{"resign", "resign", true, false, true, resign},
		{"go-on", "go-on", true, false, false, goOn},
		{"learn", "learn", false, false, false, learn},
		{"again", "again", true, true, false, again},
		{"back", "back", true, true, false, back},
		{"skip", "skip", true, true, false, skip},
		{"new", "new", false, false, false, open},
		{"matches", "matches", false, true, false, matches},
		{"match", "match", false, false, false, openMatch},
		{"help", "help", false, false, false, help},
		{"seal", "seal", false, false, false, seal},
		{"quit", "quit", false, true, false, leave},
	}
}

// knownWords lists the first words of the table's commands and the game's queries.
func knownWords(q *request) []string {
	var out []string
	for _, asks := range q.info.Queries {
		out = append(out, q.words.Called(q.lang, asks.Name))
	}
	for _, name := range Commands() {
		out = append(out, q.words.Called(q.lang, name))
	}
	return out
}

// matchless lists the table's own words that need no match.
func matchless(q *request) []string {
	course, err := q.course()
	var out []string
	for _, v := range verbs() {
		if !v.needs && q.Turn.has(v.name) == nil && (v.name != "learn" || course != nil && err == nil) {
			out = append(out, v.name)
		}
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

// lineWithin is longer than any line takes, a replay of a whole match included.
const lineWithin = 10 * time.Minute

// obey does what a line says, or prints what is wrong with it.
func (t *Session) obey(line string) {
	writing := t.writing
	if writing == nil {
		line, _, _ = strings.Cut(line, "#")
	}
	ctx, stop := context.WithTimeout(t.ctx, cmp.Or(t.Within, lineWithin))
	defer stop()
	q := t.request(ctx)
	q.raw = strings.Fields(line)
	if q.Script {
		if len(q.raw) == 0 {
			return
		}
		q.write(q.prompt() + strings.Join(q.raw, " "))
	}
	do := func() error { return q.do(strings.Fields(q.words.Typed(q.lang, line))) }
	if writing != nil {
		t.writing = nil
		do = func() error { return q.fill(*writing, line) }
	}
	if err := do(); err != nil && !errors.Is(err, context.Canceled) {
		q.refuse(err)
	}
}

// do carries out a line, in the words of the game and the table, which do not depend on the language.
func (q *request) do(words []string) error {
	if len(words) == 0 {
		return enter(q)
	}
	if c := q.chosen(words); c != nil {
		return open(q, c)
	}
	q.offered = nil
	if seat, rest, named := cutSeat(q, words); named {
		if q.named, words = seat, rest; len(words) == 0 {
			return q.order(nil)
		}
	}
	name := strings.ToLower(words[0])
	if v, words := q.ours(words); v != nil {
		if err := q.Turn.has(v.name); err != nil {
			return err
		}
		if err := q.lesson.has(q, v.name); err != nil {
			return err
		}
		switch {
		case v.needs && q.id == "":
			return refused("table.no-match")
		case v.needs && q.unread != nil:
			return q.unread
		}
		if v.alone && len(words) > 1 {
			return refused("table.alone", engine.Text("order", v.name), engine.Text("word", strings.Join(words[1:], " ")))
		}
		return v.run(q, words[1:])
	}
	n, err := strconv.Atoi(words[0])
	number := err == nil && len(words) == 1 && len(words[0]) < 4 // four digits are a hex
	query := q.info.HasQuery(name) && !q.info.HasVerb(name)
	if q.id == "" {
		if !number && !query && q.named == "" && !gameKnows(q, name) {
			return orders.Unknown(words[0], orders.Words(matchless(q)...))
		}
		if err := open(q, nil); err != nil || number {
			return err // the player has not seen what the number would choose
		}
	}
	switch {
	case q.unread != nil:
		return q.unread
	case query:
		return ask(q, words)
	case number:
		return chooseNumber(q, n)
	}
	return q.order(words)
}

// ours returns the table's own command that words begin with, and the words without a slash before and a "!" behind them;
// nil: they begin with none, or are an order of the game.
func (q *request) ours(words []string) (*verb, []string) {
	name, slash := strings.CutPrefix(strings.ToLower(words[0]), "/")
	last := len(words) - 1
	bare, meant := strings.CutSuffix(words[last], referee.SureMark)
	if last == 0 && meant {
		name = strings.TrimSuffix(name, referee.SureMark)
	}
	if slash {
		name = q.words.Typed(q.lang, name)
	} else if q.info.HasVerb(name) {
		return nil, words
	}
	words = InFull(append([]string{name}, words[1:]...))
	i := slices.IndexFunc(verbs(), func(v verb) bool { return v.name == words[0] })
	if i < 0 {
		return nil, words
	}
	v := verbs()[i]
	if meant && v.name != "try" { // behind that stands an order
		if last > 0 {
			words[len(words)-1] = bare
		}
		if v.asks && words[len(words)-1] != "yes" {
			words = append(words, "yes")
		}
	}
	return &v, words
}

// InFull returns the words of a command in full: "luck" is short for "dice luck".
func InFull(words []string) []string {
	if len(words) > 0 && short[words[0]] != "" {
		return slices.Insert(slices.Clone(words), 0, short[words[0]])
	}
	return words
}

// short lists second words of commands that can be typed without the first.
var short = map[string]string{"luck": "dice", "verify": "dice", "proof": "dice", "arm": "standing"}

// chooseNumber takes an option by its number in the list of options, whether that was
// shown or not.
func chooseNumber(q *request, n int) error {
	x := q.now()
	if err := q.closed(x); err != nil {
		return err
	}
	all, err := choices(q.ctx, x)
	switch {
	case err != nil:
		return err
	case n == 1 && x.Ready():
		return q.confirm(x)
	case len(all) == 0:
		return engine.ErrSeat
	case n < 1 || n > len(all):
		return refused("table.number", engine.Num("n", len(all)))
	}
	return q.choose(x, all[n-1])
}

// gameKnows reports whether a word can begin an order of the game.
func gameKnows(q *request, word string) bool {
	for _, list := range q.info.Words {
		if slices.Contains(list, word) {
			return true
		}
	}
	return q.info.HasVerb(word)
}

// enter handles an empty line: it begins a match, or shows what may be done.
func enter(q *request) error {
	x := q.now()
	switch {
	case q.unread != nil:
		return q.unread
	case q.id == "" || x.Look.Ending != nil:
		return begin(q)
	case x.Look.Awaits != 0:
		return q.proceed()
	case x.Ready():
		return q.confirm(x)
	}
	return options(q, nil)
}
