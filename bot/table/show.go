package table

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"referee/bot/describe"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
)

// stand prints the state of the match, as far as that is news, and what is asked.
func (t *Session) stand() error {
	look, err := t.look()
	if err != nil {
		return err
	}
	if now := look.View.Status; now.Key != "" && t.words.Say(t.lang, now) != t.words.Say(t.lang, t.status) {
		t.status = now
		t.write("— " + t.words.Say(t.lang, now))
		left(t, look.View)
	}
	if look.Ending != nil {
		ending(t, look)
		return nil
	}
	if look.Restored != nil {
		t.say("table.restored", engine.Num("n", look.Restored.From))
		return nil
	}
	seat, asked := t.turn(look)
	if asked {
		t.show(look)
	}
	for _, a := range look.Asks {
		if asked && a.Seat == seat {
			t.question(a)
			unfired(t, a)
		}
	}
	if look.Draft != nil && asked { // while judges are asked nobody is
		return t.soFar(seat, look.Draft)
	}
	return nil
}

// ending prints how the match ended.
func ending(t *Session, look referee.Look) {
	switch {
	case look.Ending.Winner != "":
		t.say("table.won", engine.Noun("seat", string(look.Ending.Winner)))
	case len(t.info.Seats) == 1:
		t.say("table.lost")
	default:
		t.say("table.draw")
	}
	if r := look.View.Result; r != nil {
		tellAll(t, describe.Result(r))
		for _, s := range r.Score {
			var from []engine.Arg
			for _, m := range s.From {
				from = append(from, engine.Sub("", m))
			}
			t.say("table.score", engine.Noun("seat", string(s.Seat)), engine.Num("n", s.Points), engine.List("from", from...))
		}
	}
	if t.asker == nil {
		t.say("table.again")
	}
}

// soFar prints the draft, that it is not done yet, and what may follow.
func (t *Session) soFar(seat engine.Seat, d *referee.Draft) error {
	look, err := t.look()
	if err != nil {
		return err
	}
	t.show(look)
	t.say("table.so-far", engine.Text("path", t.path(d.Path)))
	t.drafted = tellNews(t, d.Lines)
	odds, err := read(t, func(s *referee.Snapshot) (engine.Answer, error) { return s.PreviewOdds(t.by(seat), d.Prompt, d.Path) })
	var illegal *engine.Illegal // nothing is to be told of an attack that cannot be made so
	if err != nil && !errors.As(err, &illegal) {
		return err
	}
	tellAll(t, odds.Lines)
	if look.Draft != nil && look.Draft.Node.Done && t.Turn.ends(t, d.Prompt, d.Path) {
		t.kept()
		return nil
	}
	if d := look.Draft; d != nil && len(d.Node.Options) == 0 && d.Node.Done {
		t.say("table.roll", engine.Text("undo", t.words.Called(t.lang, "undo")))
		return nil
	}
	next, err := read(t, func(s *referee.Snapshot) ([]orders.Next, error) { return s.Complete(seat, "") })
	if err != nil {
		return err
	}
	follow(t, "table.next", slices.DeleteFunc(next, func(n orders.Next) bool { return n.Anew }))
	if len(d.Finish) > 0 {
		t.say("table.finish", engine.Text("finish", strings.ReplaceAll(t.path(d.Finish), " ", " / ")), engine.Text("undo", t.words.Called(t.lang, "undo")))
	}
	return nil
}

// tellNews prints messages, except those at the beginning that were printed with the
// draft. It returns all of them.
func tellNews(t *Session, list []engine.Msg) []string {
	texts := make([]string, len(list))
	known := true
	for i, m := range list {
		texts[i] = t.words.Say(t.lang, m)
		if known = known && i < len(t.drafted) && texts[i] == t.drafted[i]; !known {
			t.write(texts[i])
		}
	}
	return texts
}

// most is how many words are listed without being asked for.
const most = 30

// follow lists words that may follow.
func follow(t *Session, key string, next []orders.Next) {
	if len(next) == 0 {
		return
	}
	var words []string
	for _, n := range next[:min(len(next), most)] {
		words = append(words, t.word(n))
	}
	t.listed(t.words.Say(t.lang, engine.Say(key)), words)
	if more := len(next) - most; more > 0 {
		t.say("table.more", engine.Num("n", more))
	}
}

// options shows what may be done now, each with a number that chooses it.
func options(t *Session, _ []string) error {
	x, err := t.now()
	if err != nil {
		return err
	}
	if err := t.Turn.over(t); err != nil {
		return err
	}
	asks := x.Asks()
	switch {
	case x.Look.Ending != nil || len(asks) == 0:
		return t.stand()
	case x.Ready():
		return t.soFar(asks[0].Seat, x.Look.Draft)
	}
	number := 0
	for _, a := range asks {
		choices, err := choicesOf(x, a)
		if err != nil {
			return err
		}
		if err := optionsOf(t, x.Look, a, choices, number); err != nil {
			return err
		}
		number += len(choices)
	}
	return nil
}

// optionsOf shows the choices of a question, with the numbers that follow one.
func optionsOf(t *Session, look referee.Look, a referee.Ask, choices []choice, number int) error {
	t.question(a)
	if look.Draft != nil && look.Draft.Prompt == a.Prompt {
		t.say("table.so-far", engine.Text("path", t.path(look.Draft.Path)))
	}
	for i, c := range choices {
		t.numbered(number+i+1, c.option.ID, described(t, t.words.Option(t.lang, c.option), c.option.ID, look.View))
	}
	next, err := read(t, func(s *referee.Snapshot) ([]orders.Next, error) { return s.Complete(a.Seat, "") })
	if err != nil {
		return err
	}
	for _, v := range t.info.Verbs {
		can := func(n orders.Next) bool { return n.Verb && !n.Anew && n.Word == v.Name }
		if !slices.Contains(v.Kinds, a.Kind) || !slices.ContainsFunc(next, can) {
			continue
		}
		example, err := example(t, a.Seat, v)
		if err != nil {
			return err
		}
		if _, err := read(t, func(s *referee.Snapshot) (orders.Order, error) { return s.Read(t.by(a.Seat), example) }); err != nil {
			continue // words that may follow each other are not always an order that the rules allow
		}
		if !numbered(choices, v, example) {
			t.say("table.or", engine.Text("example", t.typed(example)), engine.Sub("what", engine.Say("verb."+v.Name)))
		}
	}
	return nil
}

// ask asks a query of the game.
func ask(t *Session, words []string) error {
	a, _, err := query(t, words)
	if err != nil {
		return err
	}
	for _, m := range a.Lines {
		t.tell(m)
	}
	return nil
}

func query(t *Session, words []string) (engine.Answer, engine.Viewer, error) {
	viewer, err := eyes(t)
	if err != nil || len(words) == 0 {
		return engine.Answer{}, viewer, err
	}
	if words[0] == "why" {
		a, err := whyDrawn(t, words[1:])
		return a, viewer, err
	}
	a, err := read(t, func(s *referee.Snapshot) (engine.Answer, error) { return s.Ask(viewer, strings.Join(words, " ")) })
	return a, viewer, err
}

// eyes is the viewer of a query: the seat that it is asked for, the one whose turn it is, or the person at the
// screen.
func eyes(t *Session) (engine.Viewer, error) {
	if t.named != "" {
		return engine.Viewer(t.named), nil
	}
	look, err := t.look()
	if err != nil {
		return "", err
	}
	if seat, asked := t.turn(look); asked {
		return engine.Viewer(seat), nil
	}
	return t.viewer(), nil
}

// drawMap writes the map to a file, with the answer to a query drawn into it if
// one is named.
func drawMap(t *Session, words []string) error {
	if t.info.Board == nil {
		return referee.ErrNoBoard
	}
	a, viewer, err := query(t, words)
	if err != nil {
		return err
	}
	look, err := read(t, func(s *referee.Snapshot) (referee.Look, error) { return s.Look(viewer) })
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%d", t.called(), look.Seq)
	if len(words) > 0 {
		name += "-" + fileName(strings.Join(words, " "))
	}
	path, err := t.picture(name+".png", viewer, a)
	if err != nil {
		return err
	}
	t.say("table.map", engine.Text("path", path))
	return nil
}

// fileName is the name of a query in file names: in the game's own words, the same in every
// language.
func fileName(question string) string {
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return '-'
	}, question)
}

func (t *Session) picture(name string, viewer engine.Viewer, a engine.Answer) (path string, err error) {
	s, err := t.snapshot(t.id)
	if err != nil {
		return "", err
	}
	return t.file(name, func(w io.Writer) error { return s.Picture(w, viewer, &a, t.spoken) })
}

// file makes a file in the directory for maps.
func (t *Session) file(name string, draw func(io.Writer) error) (path string, err error) {
	if err := os.MkdirAll(t.Pictures, 0o755); err != nil {
		return "", err
	}
	path = filepath.Join(t.Pictures, name)
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	return path, errors.Join(draw(f), f.Close())
}

// log prints the last decisions, or as many as the player asks for.
func log(t *Session, words []string) error {
	n := 20
	if len(words) > 0 {
		var err error
		if n, err = strconv.Atoi(words[0]); err != nil || n < 1 {
			return refused("table.log-number")
		}
	}
	look, err := t.look()
	if err != nil {
		return err
	}
	return numberedLines(t, max(0, look.Seq-n), look.Seq, false)
}

// numberedLines are decisions with their numbers and, if wanted, the paragraphs that
// they follow from.
func numberedLines(t *Session, from, to int, byRule bool) error {
	viewer := t.viewer()
	lines, err := read(t, func(s *referee.Snapshot) ([]referee.Line, error) { return s.Lines(viewer, from, to) })
	if err != nil {
		return err
	}
	for _, l := range lines {
		t.numberedLine(l, byRule)
	}
	return nil
}

// instead says what to type if a query is typed wrongly.
func instead(t *Session, e *orders.Error) {
	for _, q := range t.info.Queries {
		if slices.ContainsFunc(e.Why.Args, func(a engine.Arg) bool { return a.Name == "query" && a.Text == q.Name }) {
			t.entry(t.typed(usage(t, q)), "query."+q.Name)
		}
	}
}

// rules prints the readings of the rules, or those of one paragraph and of the
// paragraphs below it.
func rules(t *Session, words []string) error {
	found := readings(t, func(rule string) bool {
		return len(words) == 0 || rule == words[0] || strings.HasPrefix(rule, words[0]+".")
	})
	if !found {
		t.say("table.rules-none")
	}
	return nil
}

// readings prints the readings of some paragraphs, each with its number: 11/2 is the
// second of paragraph 11. It reports whether there is one.
func readings(t *Session, of func(rule string) bool) bool {
	said := false
	for _, r := range t.info.InForce(t.info.Law) {
		if of(r.Rule) {
			said = true
			t.say("table.reading", engine.Text("number", number(t.info, r)), engine.Sub("text", engine.Say(r.Key)))
		}
	}
	return said
}
