package board

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/rulebook"
	"referee/bot/table"
	"referee/engine"
)

// mostNext is how many words are proposed while somebody types.
const mostNext = 50

// ask answers a question: one that the game answers about the position, or one that a terminal would.
func ask(q *request) error {
	l, viewer, c, err := q.looking()
	if err != nil {
		return err
	}
	text := q.URL.Query().Get("q")
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > mostText {
		return errForm
	}
	words, question := q.question(l.Info, text)
	if len(words) == 0 {
		return errForm
	}
	if !question {
		return refused(http.StatusUnprocessableEntity, "web.next.type", "web.refuse.question", engine.Text("word", words[0]))
	}
	out, err := q.answerQuestion(l, viewer, c, words)
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, out)
}

// looking is the match that a request is about, as a seat that it names sees it, with whose eyes, and the command of
// who acts for that seat: the zero Command where nobody does.
func (q *request) looking() (l referee.Look, viewer engine.Viewer, c referee.Command, err error) {
	s, err := q.snapshot()
	if err != nil {
		return l, viewer, c, err
	}
	public, err := s.Look(q.Context(), engine.Spectator)
	if err != nil {
		return l, viewer, c, err
	}
	if viewer, _, err = q.eyes(public, engine.Seat(q.URL.Query().Get("seat"))); err != nil {
		return l, viewer, c, err
	}
	if viewer != engine.Spectator {
		c, _ = q.visitor.by(public, engine.Seat(viewer))
	}
	l, err = s.Look(q.Context(), viewer)
	return l, viewer, c, err
}

// The questions that are answered here, beside those of a game and of the table.
const (
	whyWord      = "why"
	forecastWord = "forecast"
	accountWord  = "account"
	rulesWord    = "rules"
)

// question are the words of a text, and whether they are a question. A verb of the game of the same name comes first; what asks how to
// win in a reader's own words comes last.
func (v voice) question(info *engine.Info, text string) ([]string, bool) {
	words := strings.Fields(v.words.Typed(v.lang, text))
	if len(words) == 0 || info.HasVerb(words[0]) {
		return words, false
	}
	words = table.InFull(words)
	switch {
	case info.HasQuery(words[0]), words[0] == forecastWord, words[0] == accountWord, slices.Contains(table.Asks(), words[0]):
		return words, true
	case table.AsksToWin(v.words, v.lang, info, text):
		return []string{table.AidsWord, table.Victory}, true
	}
	return words, false
}

// answerQuestion answers a question that is typed in the words of the game or of a terminal.
func (q *request) answerQuestion(l referee.Look, viewer engine.Viewer, c referee.Command, words []string) (*Answer, error) {
	s := l.Snapshot
	if words[0] == whyWord { // a program may be asked once more, and thinks as long as it did
		done, err := q.alone()
		if err != nil {
			return nil, err
		}
		defer done()
	}
	switch {
	case l.Info.HasQuery(words[0]):
		a, err := s.Ask(q.Context(), viewer, strings.Join(words, " "))
		if err != nil {
			return nil, err
		}
		return q.b.said(q.voice, l.Info.Board, l.View, &a)
	case words[0] == forecastWord:
		list, shown := s.Chance(viewer)
		if !shown {
			return nil, refused(http.StatusUnprocessableEntity, "web.next.choose", "chance.hidden")
		}
		out := &Answer{Lines: q.all(s.TellChance(list))}
		for _, x := range list {
			out.Bars = append(out.Bars, Bar{Label: q.side(x.Seat), Part: x.Percent, Of: 100})
		}
		return out, nil
	case words[0] == accountWord:
		said, err := s.Account(q.Context())
		return &Answer{Lines: q.all(said)}, err
	case words[0] == rulesWord && len(words) > 1:
		return q.paragraphs(l.Info, strings.Join(words[1:], " ")), nil
	case words[0] == table.AidsWord && len(words) > 1:
		if a, ok := table.FindAid(q.words, q.lang, l.Info, strings.Join(words[1:], " ")); ok {
			return &Answer{Title: q.text("aid." + a.ID), Lines: append(q.all(a.Lines), q.text("web.aids.more"))}, nil
		}
	case words[0] == whyWord && len(words) == 2:
		n, err := strconv.Atoi(words[1])
		if err != nil || n < 1 || n > l.Seq {
			break // the table says which numbers there are
		}
		return q.reasons(l, viewer, n)
	}
	if c.Match == "" { // the table's eyes are those of a seat that is no side's
		c = referee.Command{Match: l.Match, Seat: engine.Seat(engine.Spectator), Account: q.visitor.Account, Door: door}
	}
	told, err := table.Inquiry{Referee: q.b.Referee, Words: q.words, Lang: q.lang, By: c, Lesson: q.lesson}.Ask(q.Context(), words)
	return &Answer{Lines: told.Lines}, err
}

// paragraphs is what can be said about a paragraph, with its title above it, or about all that mentions some words.
func (v voice) paragraphs(info *engine.Info, text string) *Answer {
	found := rulebook.Find(v.words, v.lang, info, text)
	if len(found) == 0 {
		return &Answer{Lines: []string{v.text("table.rules-none")}}
	}
	out := &Answer{}
	for _, e := range found {
		out.Lines = append(out.Lines, v.say(e.Msg()))
	}
	if first := found[0]; first.Number == "" && !slices.ContainsFunc(found, func(e rulebook.Entry) bool { return e.Rule != first.Rule }) {
		out.Title, out.Lines[0] = v.text("web.paragraph", engine.Text("rule", first.Rule), engine.Text("title", first.Title)), first.Text
	}
	return out
}

// reasons say what a decision led to, by which paragraphs, and why a program has made it.
func (q *request) reasons(l referee.Look, viewer engine.Viewer, n int) (*Answer, error) {
	lines, err := l.Snapshot.Lines(viewer, n-1, n)
	if err != nil {
		return nil, err
	}
	reasons, err := l.Snapshot.Why(q.Context(), viewer, n-1, n)
	if err != nil {
		return nil, err
	}
	out := engine.Answer{}
	for _, line := range lines {
		out.Lines = append(out.Lines, orders.ByRule(line.Rule, line.Said))
	}
	for _, r := range reasons {
		if r.Gone {
			out.Lines = append(out.Lines, engine.Say("table.why-gone", engine.Text("program", r.Program.String())))
		}
		out.Lines = append(out.Lines, r.Why.Lines...)
		out.Marks, out.Paths = append(out.Marks, r.Why.Marks...), append(out.Paths, r.Why.Paths...)
	}
	return q.b.said(q.voice, l.Info.Board, l.View, &out)
}

// complete lists what may follow in an order that is typed.
func complete(q *request) error {
	l, viewer, c, err := q.looking()
	if err != nil {
		return err
	}
	text := q.URL.Query().Get("text")
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > mostText {
		return errForm
	}
	out := []Completion{}
	if c.Match != "" {
		typed := q.words.Typed(q.lang, text)
		if strings.HasSuffix(text, " ") && typed != "" {
			typed += " "
		}
		next, err := l.Snapshot.Complete(engine.Seat(viewer), typed)
		if err != nil {
			return err
		}
		for _, n := range next[:min(len(next), mostNext)] {
			word := Completion{Word: q.words.Called(q.lang, n.Word)}
			if !n.Verb {
				word.Label = q.words.Option(q.lang, n.Option)
			}
			out = append(out, word)
		}
	}
	return q.json(http.StatusOK, out)
}
