package alliedorders_test

import (
	"encoding/json"
	"flag"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/alliedorders"
	"referee/engine/enginetest"
)

var update = flag.Bool("update", false, "write the goldens again")

// session is a match of the aid that is played by answers.
type session struct {
	t   *testing.T
	g   engine.Game
	pos engine.Position
	n   int
}

// sit begins a match over the box of the tests.
func sit(t *testing.T, set engine.Setup) *session {
	t.Helper()
	g, err := alliedorders.Open(box, 1)
	if err != nil {
		t.Fatal(err)
	}
	out, err := g.Begin(1, set)
	if err != nil {
		t.Fatal(err)
	}
	return &session{t, g, out.Position, 1}
}

// plays gives answers, one a line, to the questions as they come.
func (s *session) plays(script string) *session {
	s.t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(script), "\n") {
		p := s.pos.Prompts()
		if len(p) != 1 {
			s.t.Fatalf("%q answers no question:\n%s", line, s.pos)
		}
		path := strings.Fields(line)
		if line == "rest" { // the usual answers, until the procedure asks nothing
			if p[0].Kind == "next" || p[0].Kind == "moves" {
				continue
			}
			s.give(p[0], p[0].Default).plays(line)
			continue
		}
		s.give(p[0], path)
	}
	return s
}

// give answers one question.
func (s *session) give(p engine.Prompt, path []string) *session {
	s.t.Helper()
	s.n++
	out, err := s.pos.Submit(s.n, p.Seat, p.ID, path)
	if err != nil {
		s.t.Fatalf("%q to %s %s: %v\n%s", path, p.Kind, p.Ask.Key, err, s.pos)
	}
	s.pos = out.Position
	return s
}

// asks fails unless the question is of a kind, with a key inside.
func (s *session) asks(kind, key string) {
	s.t.Helper()
	p := s.pos.Prompts()
	text, err := json.Marshal(p)
	if err != nil || len(p) != 1 || p[0].Kind != kind || !strings.Contains(string(text), key) {
		s.t.Errorf("asked is %s, want %s %s", text, kind, key)
	}
}

// query answers a query, in words and as data.
func (s *session) query(lang, name string) string {
	s.t.Helper()
	a, err := s.pos.Ask("german", engine.Query{Name: name})
	if err != nil {
		s.t.Fatal(err)
	}
	words, err := locale.New(s.g.Info())
	if err != nil {
		s.t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range a.Lines {
		line, err := words.Try(lang, m)
		if err != nil {
			s.t.Error(err)
		}
		b.WriteString(line + "\n")
	}
	if lang == "en" {
		data, err := json.MarshalIndent(a.Data, "", " ")
		if err != nil {
			s.t.Fatal(err)
		}
		b.Write(append(data, '\n'))
	}
	return b.String()
}

// day is a day of the aid: a corps is activated, an action card is carried out with a fight, a bridge stands and a roadblock is
// placed and taken away again.
const day = `allied
1
none
+5/84inf +7/84inf go
none
none
none
+5/84inf go
none
7 12 19
none
+7/84inf go
fought none none
rest
enters 1716
+ne go
yes
9
+1816 go
yes
no
yes
5
rest
begins 1817
+1816 go
4
+5/84inf go
rest
ends`

// TestReport: the report of a day in three languages, and as data.
func TestReport(t *testing.T) {
	s := sit(t, engine.Setup{"day": "17", "dice": "hand"}).plays(day)
	if text := s.pos.String(); strings.Contains(text, "\nroadblocks") {
		t.Errorf("a roadblock is left:\n%s", text)
	}
	for _, lang := range []string{"fr", "en", "es"} {
		enginetest.Golden(t, *update, "testdata/report."+lang+".txt", []byte(s.query(lang, "report")))
	}
	s.plays("day\nrest")
	if text := s.query("fr", "report"); !strings.Contains(text, "17 décembre") || !strings.Contains(text, "18 décembre") {
		t.Errorf("on the next day the report is %s", text)
	}
	if text := s.plays("allied\n2\nnone").query("fr", "reasons"); !strings.Contains(text, "1816") {
		t.Errorf("the reasons are %s", text)
	}
}

// TestForged: a record or position in which the procedure could not continue is refused.
func TestForged(t *testing.T) {
	s := sit(t, nil)
	for _, part := range []string{
		`{}`, `{"impulse":{"date":16,"done":[{"verb":"activate","reason":{"rule":"5.1","msg":{"key":"x"}}}]}}`,
		`{"impulse":{"date":16,"turned":["1"],"drawn":[7,12,19],"done":[{"verb":"activate","reason":{}},{"verb":"carry","card":7,"reason":{}}]}}`,
		`{"impulse":{"date":16,"turned":["1"],"drawn":[7,12,19],"done":[{"verb":"move","units":["5/84inf"],"card":7,"reason":{}}]}}`,
	} {
		if _, err := s.g.Parse(1, s.pos.String()+"part "+part+"\n"); err == nil {
			t.Errorf("the position with part %s is taken", part)
		}
		e, err := s.g.Decode("called", []byte(`{"part":`+part+`}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.pos.Fold(2, "", []engine.Event{e}); err == nil {
			t.Errorf("the event with part %s is taken", part)
		}
	}
}

// TestForgotten: what moves can change is asked again after a German impulse, and what is printed or kept is not.
func TestForgotten(t *testing.T) {
	s := sit(t, engine.Setup{"day": "17", "dice": "hand"}).plays("allied\n1\nnone\n+5/84inf go\nno")
	s.asks("ask", "orderdeck.ask.village")
	s.plays("rest\nends\nallied\n1")
	s.asks("ask", "orderdeck.ask.members") // and not the box
	s.plays("rest\nenters 1716\nnone\n+1816 go\nrest\nenters 1716")
	s.asks("ask", "orderdeck.ask.empty") // and neither its bridges nor the Positions around it
}

// TestANewDay: the events of a card are asked for again, as they may list days; its other orders are not.
func TestANewDay(t *testing.T) {
	s := sit(t, nil)
	const event, activate = "fact printed event 77 yes\n", "fact printed activate 77 yes\n"
	pos, err := s.g.Parse(1, s.pos.String()+activate+event)
	if err != nil {
		t.Fatal(err)
	}
	s.pos = pos
	s.plays("day\nrest")
	if text := s.pos.String(); strings.Contains(text, event) || !strings.Contains(text, activate) {
		t.Errorf("on the next day the answers are\n%s", text)
	}
}

// TestServerDraws: with the server's decks a card that was drawn does not come again before the deck is shuffled, and cards come
// into it on their day.
func TestServerDraws(t *testing.T) {
	s := sit(t, engine.Setup{"day": "16", "deck": "server"})
	seen := map[string]int{}
	for range 5 {
		s.plays("allied")
		p := s.pos.Prompts()[0]
		node, err := s.pos.Options(p.ID, nil)
		if err != nil || p.Seat != engine.Chance {
			t.Fatal(p, err)
		}
		if len(node.Options) != 5-len(seen) { // card 6 is not in the deck yet
			t.Errorf("%d cards are left after %d", len(node.Options), len(seen))
		}
		seen[node.Options[0].ID]++
		s.plays(node.Options[0].ID + "\nrest")
		if s.pos.Prompts()[0].Kind == "moves" {
			s.plays("ends")
		}
	}
	if len(seen) != 5 {
		t.Errorf("drawn are %v", seen)
	}
}

// TestCalendar: units of tomorrow's space are known from the owner's data set; expedited they are in the Reserve box today, and
// else on their day.
func TestCalendar(t *testing.T) {
	here := func(s *session, want string) {
		t.Helper()
		if text := s.pos.String(); !strings.Contains(text, "\nkept box viii - "+want+"\n") {
			t.Errorf("the Reserve box is not %s:\n%s", want, text)
		}
	}
	s := sit(t, engine.Setup{"day": "16"}).plays("allied\n3\nnone")
	s.asks("ask", "orderdeck.ask.fewcards") // and not who stands on the calendar
	here(s.plays("no\nends\nday"), "6/106inf")
	s = sit(t, engine.Setup{"day": "16"}).plays("allied\n3\n+4/106inf go")
	here(s.plays("done\nends\nday"), "6/106inf")
	here(s.plays("allied\n3\ndone"), "-")
}

// TestSupport: an army card activates what is near the German unit that is nearest to its city, and its attacks have support.
func TestSupport(t *testing.T) {
	s := sit(t, engine.Setup{"day": "17", "dice": "hand"}).plays("allied\n4")
	s.asks("ask", "Liège (0116, 0117)")
	s.plays("17.. +1715 17.. +1716 go")
	s.asks("ask", "orderdeck.ask.within")
	s.plays("+5/84inf +11/viii go\n+5/84inf go")
	s.plays("no\nno\n7 12 19\nyes")
	s.asks("do", "name.tank-battalion")
}

// TestCorrection: a fact that was answered wrongly is corrected, and the record says which orders rested on it.
func TestCorrection(t *testing.T) {
	s := sit(t, engine.Setup{"day": "16"}).plays("allied\n1\nnone\n+5/84inf go\nno\nno\nno\nyes\nno\n7 12 19\nrest")
	p := s.pos.Prompts()[0]
	out, err := s.pos.Submit(99, p.Seat, p.ID, []string{"correct", "supply:5/84inf:", "no"})
	if err != nil {
		t.Fatal(err, s.query("en", "facts"))
	}
	told, err := json.Marshal(out.Events[0].Tell())
	if err != nil || !strings.Contains(string(told), "event.corrected.rested") || !strings.Contains(string(told), "orderdeck.act.activate") || strings.Contains(string(told), "orderdeck.act.deploy") {
		t.Errorf("said is %s", told)
	}
	if text := out.Position.String(); !strings.Contains(text, "\nfact supply 5/84inf - no\n") {
		t.Error(text)
	}
}
