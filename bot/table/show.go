package table

import (
	"cmp"
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
	"referee/bot/rulebook"
	"referee/engine"
)

// tellState prints the state of the match, as far as that is news, and what is asked.
func (q *request) tellState() error {
	if err := q.refresh(); err != nil {
		return err
	}
	look := q.look
	if now := look.View.Status; now.Key != "" && q.words.Say(q.lang, now) != q.words.Say(q.lang, q.status) {
		q.status = now
		q.write("— " + q.words.Say(q.lang, now))
		tellCounts(q, look.View)
	}
	if look.Ending != nil {
		ending(q, look)
		return nil
	}
	if look.Restored != nil {
		q.say("table.restored", engine.Num("n", look.Restored.From))
		return nil
	}
	if q.turn != "" {
		q.show(look)
	}
	for _, a := range q.now().Asks() {
		q.question(a)
		tellUnfired(q, a)
	}
	if look.Draft != nil && q.turn != "" { // while judges are asked nobody is
		return q.soFar(q.turn, look.Draft)
	}
	return nil
}

// ending prints how the match ended.
func ending(q *request, look referee.Look) {
	tellAll(q, describe.Ending(q.info, look.Ending.Winner, look.View.Result))
	if q.asker == nil {
		q.say("table.again")
	}
}

// soFar prints the draft, that it is not done yet, and what may follow.
func (q *request) soFar(seat engine.Seat, d *referee.Draft) error {
	look := q.look
	q.show(look)
	q.say("table.so-far", engine.Text("path", q.path(d.Path)))
	q.drafted = tellNews(q, d.Lines)
	odds, err := q.seen.PreviewOdds(q.ctx, q.by(seat), d.Prompt, d.Path)
	var illegal *engine.Illegal // nothing is to be told of an attack that cannot be made so
	if err != nil && !errors.As(err, &illegal) {
		return err
	}
	tellAll(q, odds.Lines)
	if look.Draft != nil && look.Draft.Node.Done && q.Turn.ends(q, d.Prompt, d.Path) {
		q.tellOrdersEnd()
		return nil
	}
	if d := look.Draft; d != nil && len(d.Node.Options) == 0 && d.Node.Done {
		q.say("table.roll", q.command("undo"))
		return nil
	}
	next, err := q.seen.Complete(seat, "")
	if err != nil {
		return err
	}
	next = slices.DeleteFunc(next, func(n orders.Next) bool { return n.Anew })
	follow(q, "table.next", next)
	if d := look.Draft; len(next) == 0 && d != nil { // what is written has no word: it is chosen by its number
		for i, o := range d.Node.Options {
			q.numbered(i+1, "…", q.words.Option(q.lang, o))
		}
	}
	if len(d.Finish) > 0 {
		q.say("table.finish", engine.Text("finish", strings.ReplaceAll(q.path(d.Finish), " ", " / ")), q.command("undo"))
	}
	return nil
}

// tellNews prints messages, except those at the beginning that were printed with the
// draft. It returns all of them.
func tellNews(q *request, list []engine.Msg) []string {
	texts := make([]string, len(list))
	known := true
	for i, m := range list {
		texts[i] = q.words.Say(q.lang, m)
		if known = known && i < len(q.drafted) && texts[i] == q.drafted[i]; !known {
			q.write(texts[i])
		}
	}
	return texts
}

// most is how many words are listed without being asked for.
const most = 30

// follow lists words that may follow.
func follow(q *request, key string, next []orders.Next) {
	if len(next) == 0 {
		return
	}
	var words []string
	for _, n := range next[:min(len(next), most)] {
		words = append(words, q.word(n))
	}
	q.listed(q.words.Say(q.lang, engine.Say(key)), words)
	if more := len(next) - most; more > 0 {
		q.say("table.more", engine.Num("n", more))
	}
}

// options shows what may be done now, each with a number that chooses it.
func options(q *request, _ []string) error {
	x := q.now()
	if err := q.Turn.closed(q); err != nil {
		return err
	}
	asks := x.Asks()
	switch {
	case x.Look.Ending != nil || len(asks) == 0:
		return q.tellState()
	case x.Ready():
		return q.soFar(asks[0].Seat, x.Look.Draft)
	}
	number := 0
	for _, a := range asks {
		choices, err := choicesOf(q.ctx, x, a)
		if err != nil {
			return err
		}
		if err := optionsOf(q, x.Look, a, choices, number); err != nil {
			return err
		}
		number += len(choices)
	}
	return nil
}

// optionsOf shows the choices of a question, with the numbers that follow one.
func optionsOf(q *request, look referee.Look, a referee.Ask, choices []choice, number int) error {
	q.question(a)
	if look.Draft != nil && look.Draft.Prompt == a.Prompt {
		q.say("table.so-far", engine.Text("path", q.path(look.Draft.Path)))
	}
	for i, c := range choices {
		q.numbered(number+i+1, c.option.ID, described(q, q.words.Option(q.lang, c.option), c.option.ID, look.View))
	}
	next, err := q.seen.Complete(a.Seat, "")
	if err != nil {
		return err
	}
	for _, v := range q.info.Verbs {
		can := func(n orders.Next) bool { return n.Verb && !n.Anew && n.Word == v.Name }
		if !slices.Contains(v.Kinds, a.Kind) || !slices.ContainsFunc(next, can) {
			continue
		}
		example, err := example(q, a.Seat, v)
		if err != nil {
			return err
		}
		if _, err := q.seen.Read(q.ctx, q.by(a.Seat), example); err != nil {
			continue // words that may follow each other are not always an order that the rules allow
		}
		if !numbered(choices, v, example) {
			q.say("table.or", engine.Text("example", q.typed(example)), engine.Sub("what", engine.Say("verb."+v.Name)))
		}
	}
	return nil
}

// ask asks a query of the game.
func ask(q *request, words []string) error {
	a, _, err := query(q, words)
	if err != nil {
		return err
	}
	tellAll(q, a.Lines)
	return nil
}

func query(q *request, words []string) (engine.Answer, engine.Viewer, error) {
	viewer := eyes(q)
	if len(words) == 0 {
		return engine.Answer{}, viewer, nil
	}
	if words[0] == "why" {
		a, err := whyDrawn(q, words[1:])
		return a, viewer, err
	}
	a, err := q.seen.Ask(q.ctx, viewer, strings.Join(words, " "))
	return a, viewer, err
}

// eyes is the viewer of a query: the seat that it is asked for, the one whose turn it is, or the person at the
// screen.
func eyes(q *request) engine.Viewer {
	return cmp.Or(engine.Viewer(cmp.Or(q.named, q.turn)), q.viewer())
}

// drawMap writes the map to a file, with the answer to a query drawn into it if
// one is named.
func drawMap(q *request, words []string) error {
	if q.info.Board == nil {
		return referee.ErrNoBoard
	}
	a, viewer, err := query(q, words)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%d", q.called(), q.look.Seq)
	if len(words) > 0 {
		name += "-" + fileName(strings.Join(words, " "))
	}
	return q.picture(name+".png", viewer, a)
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

// picture writes the map to a file, with an answer drawn into it.
func (q *request) picture(name string, viewer engine.Viewer, a engine.Answer) error {
	path, err := q.file(name, func(w io.Writer) error { return q.seen.Picture(q.ctx, w, viewer, &a, q.spoken) })
	if err != nil {
		return err
	}
	q.say("table.map", engine.Text("path", path))
	return nil
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
func log(q *request, words []string) error {
	n := 20
	if len(words) > 0 {
		var err error
		if n, err = strconv.Atoi(words[0]); err != nil || n < 1 {
			return refused("table.log-number")
		}
	}
	return numberedLines(q, max(0, q.look.Seq-n))
}

// numberedLines prints the decisions after one, with their numbers.
func numberedLines(q *request, from int) error {
	lines, err := q.seen.Lines(q.viewer(), from, q.look.Seq)
	if err != nil {
		return err
	}
	for _, l := range lines {
		q.numberedLine(l.Seq, l.Said)
	}
	return nil
}

// instead says what to type if a query is typed wrongly.
func instead(q *request, e *orders.Error) {
	for _, asks := range q.info.Queries {
		if slices.ContainsFunc(e.Why.Args, func(a engine.Arg) bool { return a.Name == "query" && a.Text == asks.Name }) {
			q.entry(q.typed(usage(q, asks)), "query."+asks.Name)
		}
	}
}

// rules prints what a paragraph and those below it are about, with our readings of them, or all that mentions some words; without
// words all readings.
func rules(q *request, words []string) error {
	found := rulebook.Find(q.words, q.lang, q.info, strings.Join(words, " "))
	if len(words) == 0 {
		found = slices.DeleteFunc(found, func(e rulebook.Entry) bool { return e.Number == "" })
	}
	if len(found) == 0 {
		q.say("table.rules-none")
	}
	for _, e := range found {
		q.tell(e.Msg())
	}
	return nil
}
