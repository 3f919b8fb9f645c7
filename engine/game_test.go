package engine_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/kit/events"
)

func openToy(t *testing.T) engine.Game {
	t.Helper()
	g, err := toy.Open(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func begin(t *testing.T, g engine.Game) engine.Position {
	t.Helper()
	out, err := g.Begin(0, engine.Setup{"weather": "off"})
	if err != nil {
		t.Fatal(err)
	}
	return out.Position
}

func parse(t *testing.T, n int, text string) engine.Position {
	t.Helper()
	pos, err := openToy(t).Parse(n, text)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// ids lists the open questions.
func ids(pos engine.Position) string {
	var all []string
	for _, q := range pos.Prompts() {
		all = append(all, string(q.ID))
	}
	return strings.Join(all, " ")
}

// submit gives an answer that must be accepted.
func submit(t *testing.T, pos engine.Position, n int, seat engine.Seat, id engine.PromptID, path string) engine.Outcome {
	t.Helper()
	out, err := pos.Submit(n, seat, id, strings.Fields(path))
	if err != nil {
		t.Fatalf("%s %s %q: %v", seat, id, path, err)
	}
	return out
}

const marchText = `toy 1
round 1 of 2 weather off
phase march red
plan red march
plan blue hold
revealed
effort red 2
effort blue 2
unit red-a 0101
unit red-b 0101
unit blue-a 0301
unit blue-b 0301
marched blue
`

const overText = `toy 1
round 2 of 2 weather off
phase over
effort red 2
effort blue 2
unit red-a 0101
unit blue-a 0301
`

func TestPromptIDs(t *testing.T) {
	pos := begin(t, openToy(t))
	steps := []struct {
		seat engine.Seat
		id   engine.PromptID
		path string
		want string // open questions afterwards
	}{
		{"blue", "plan@0/blue", "march", "plan@0/red"},
		{"red", "plan@0/red", "rush 1", "die@2"},
		{engine.Chance, "die@2", "3", "march@3"},
		{"red", "march@3", "stay", "march@4"},
		{"blue", "march@4", "stay", "plan@5/red plan@5/blue"},
	}
	if got := ids(pos); got != "plan@0/red plan@0/blue" {
		t.Fatalf("at first %s", got)
	}
	for i, s := range steps {
		pos = submit(t, pos, i+1, s.seat, s.id, s.path).Position
		if got := ids(pos); got != s.want {
			t.Fatalf("after %s %s: %s, want %s", s.id, s.path, got, s.want)
		}
	}
	if got := ids(pos.Reopen(9)); got != "plan@9/red plan@9/blue" {
		t.Errorf("reopened: %s", got)
	}
}

func TestSubmitRefuses(t *testing.T) {
	tests := []struct {
		name, text string
		seat       engine.Seat
		id         engine.PromptID
		path       string
		want       error
	}{
		{"a closed question", marchText, "red", "march@3", "stay", engine.ErrStale},
		{"another seat", marchText, "blue", "march@7", "stay", engine.ErrSeat},
		{"no answer", marchText, "red", "march@7", "", engine.ErrIncomplete},
		{"half an answer", marchText, "red", "march@7", "+red-a go 0201", engine.ErrIncomplete},
		{"after the end", overText, "red", "march@7", "stay", engine.ErrOver},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pos := parse(t, 7, test.text)
			before := pos.String()
			if _, err := pos.Submit(8, test.seat, test.id, strings.Fields(test.path)); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
			if pos.String() != before {
				t.Errorf("the position is now\n%s", pos)
			}
		})
	}
}

func TestSubmitRefusesByRule(t *testing.T) {
	tests := []struct{ path, rule, key string }{
		{"dance", "5", "refuse.choice"},
		{"stay stay", "5", "refuse.extra"},
		{"+red-a +red-a", "5", "refuse.choice"},
		{"+red-a go 0901", "5", "refuse.far"},
		{"+blue-a", "5", "refuse.choice"},
		{"+red-a go 0201 0301 0201", "5", "refuse.far"},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			_, err := parse(t, 7, marchText).Submit(8, "red", "march@7", strings.Fields(test.path))
			var no *engine.Illegal
			if !errors.As(err, &no) || no.Rule != test.rule || no.Why.Key != test.key {
				t.Errorf("got %v, want rule %s: %s", err, test.rule, test.key)
			}
		})
	}
}

func TestSubmitRecordsCanonicalSpelling(t *testing.T) {
	tests := []struct{ given, recorded string }{
		{"+red-a go 0201 stop", "+red-a go 0201 stop"},
		{"+red-b +red-a go 0201 stop", "+red-a +red-b go 0201 stop"},
		{"+red-b go 0301 stop", "+red-b go 0201 0301 stop"},
	}
	for _, test := range tests {
		out := submit(t, parse(t, 7, marchText), 8, "red", "march@7", test.given)
		if got := strings.Join(out.Path, " "); got != test.recorded {
			t.Errorf("%q is recorded as %q, want %q", test.given, got, test.recorded)
		}
	}
}

func TestDraft(t *testing.T) {
	pos := parse(t, 7, marchText)
	draft, err := pos.Draft("march@7", strings.Fields("+red-b +red-a go 0201"))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(draft.Path, " "); got != "+red-a +red-b go 0201" {
		t.Errorf("path %q", got)
	}
	if draft.Node.Done || !draft.Node.Has("stop") || draft.Node.Has("stay") {
		t.Errorf("what may follow: %+v", draft.Node)
	}
	if len(draft.Events) != 1 || draft.Events[0].Kind() != "stepped" {
		t.Errorf("events %v", draft.Events)
	}
	if !strings.Contains(draft.Position.String(), "unit red-b 0201") {
		t.Errorf("the draft leads to\n%s", draft.Position)
	}
	if len(draft.Position.Prompts()) != 0 {
		t.Errorf("a draft asks %s", ids(draft.Position))
	}
	if pos.String() != marchText {
		t.Errorf("the position is now\n%s", pos)
	}
	if _, err := pos.Draft("march@3", nil); !errors.Is(err, engine.ErrStale) {
		t.Errorf("a draft of a closed question: %v", err)
	}
}

func TestPromptsAreACopy(t *testing.T) {
	pos := parse(t, 7, marchText)
	pos.Prompts()[0].Seat = "nobody"
	if got := pos.Prompts()[0].Seat; got != "red" {
		t.Errorf("the question is now put to %s", got)
	}
}

func TestFold(t *testing.T) {
	g := openToy(t)
	begun, err := g.Begin(0, engine.Setup{"weather": "off"})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := g.Empty().Fold(0, "", begun.Events)
	if err != nil {
		t.Fatal(err)
	}
	out := submit(t, begun.Position, 1, "blue", "plan@0/blue", "rush 2")
	records, err := engine.Encode(out.Events)
	if err != nil {
		t.Fatal(err)
	}
	events, err := engine.Decode(g, records)
	if err != nil {
		t.Fatal(err)
	}
	folded, err := pos.Fold(1, "plan@0/blue", events)
	if err != nil {
		t.Fatal(err)
	}
	if folded.String() != out.Position.String() || ids(folded) != "plan@0/red" {
		t.Errorf("folded, asking %s:\n%s\nlive:\n%s", ids(folded), folded, out.Position)
	}
	if _, err := pos.Fold(1, "", []engine.Event{toy.Event(toy.Lost{Unit: "nobody"})}); err == nil {
		t.Error("an event of no unit is folded")
	}
	if ids(pos) != "plan@0/red plan@0/blue" {
		t.Errorf("folding changed the position: it asks %s", ids(pos))
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, text string
		line       int // 0: the position cannot be
	}{
		{"another game", "chess 1\n", 1},
		{"unknown fact", strings.Replace(marchText, "revealed", "veiled", 1), 6},
		{"no such hex", strings.Replace(marchText, "unit red-a 0101", "unit red-a 0901", 1), 9},
		{"both in a hex", strings.Replace(marchText, "unit red-a 0101", "unit red-a 0301", 1), 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := openToy(t).Parse(0, test.text)
			var syntax *engine.SyntaxError
			switch {
			case err == nil:
				t.Error("accepted")
			case errors.As(err, &syntax) != (test.line > 0):
				t.Errorf("got %v", err)
			case syntax != nil && syntax.Line != test.line:
				t.Errorf("got %v, want line %d", err, test.line)
			}
		})
	}
}

func TestBeginRefuses(t *testing.T) {
	var no *engine.Illegal
	if _, err := openToy(t).Begin(0, engine.Setup{"rounds": "4"}); !errors.As(err, &no) || no.Rule != "1" {
		t.Errorf("got %v", err)
	}
}

// careless puts attackers among the defenders, and cannot apply the end of a march.
type careless struct{ *toy.Rules }

func (c careless) Apply(s *toy.State, e engine.Event) error {
	switch f := events.Fact(e).(type) {
	case toy.Attacked:
		return c.Rules.Apply(s, toy.Event(toy.Stepped{Units: f.Units, From: f.From, To: f.At}))
	case toy.Marched:
		return errors.New("cannot apply")
	}
	return c.Rules.Apply(s, e)
}

func carelessRules(t *testing.T) careless {
	t.Helper()
	r, err := toy.New(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return careless{r}
}

func TestStrictChecksEveryEvent(t *testing.T) {
	attack := strings.Fields("+red-a go 0201 0301")
	for _, test := range []struct {
		name   string
		game   engine.Game
		broken bool
	}{
		{"sealed", engine.Seal[*toy.State](carelessRules(t)), false},
		{"sealed strictly", engine.SealStrict[*toy.State](carelessRules(t)), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			pos, err := test.game.Parse(7, marchText)
			if err != nil {
				t.Fatal(err)
			}
			_, err = pos.Options("march@7", attack)
			var broken *engine.InvariantError
			if errors.As(err, &broken) != test.broken {
				t.Fatalf("got %v", err)
			}
			if test.broken && (broken.Event.Kind() != "attacked" || !strings.Contains(broken.Text, "unit red-a 0301") || errors.Unwrap(broken) == nil) {
				t.Errorf("got %v", broken)
			}
		})
	}
}

func TestEventThatCannotBeApplied(t *testing.T) {
	pos, err := engine.Seal[*toy.State](carelessRules(t)).Parse(7, marchText)
	if err != nil {
		t.Fatal(err)
	}
	_, err = pos.Submit(8, "red", "march@7", []string{"stay"})
	var no *engine.Illegal
	if err == nil || errors.As(err, &no) {
		t.Errorf("got %v", err)
	}
}

func TestTry(t *testing.T) {
	rules := carelessRules(t)
	s, err := rules.Parse(marchText)
	if err != nil {
		t.Fatal(err)
	}
	r := engine.Try(rules, s)
	r.Emit(toy.Event(toy.Drawn{Weather: "flood"}))
	if r.Failed() || !strings.Contains(rules.Print(r.State()), "flood") {
		t.Errorf("failed %t, after\n%s", r.Failed(), rules.Print(r.State()))
	}
	if rules.Print(s) != marchText {
		t.Errorf("the state tried on is now\n%s", rules.Print(s))
	}
	r.Emit(toy.Event(toy.Marched{Seat: "red"}))
	r.Emit(toy.Event(toy.Drawn{Weather: "dry"}))
	if !r.Failed() || !strings.Contains(rules.Print(r.State()), "flood") {
		t.Errorf("an event was applied after one that failed (%t)", r.Failed())
	}
}

func TestKnown(t *testing.T) {
	out := submit(t, begin(t, openToy(t)), 1, "red", "plan@0/red", "rush 2")
	for v, want := range map[engine.Viewer]string{
		"red": "event.planned", engine.Judge: "event.planned",
		"blue": "event.planned-hidden", engine.Spectator: "event.planned-hidden",
	} {
		if got := engine.Known(out.Events[0], v).Tell().Key; got != want {
			t.Errorf("%s is told %s, want %s", v, got, want)
		}
	}
	open := toy.Event(toy.Drawn{Weather: "dry"})
	if got := engine.Known(open, "blue"); got != open {
		t.Errorf("of an open event blue knows %v", got)
	}
}

func TestDecodeNamesTheEvent(t *testing.T) {
	records := []engine.Record{
		{Kind: "drawn", Data: json.RawMessage(`{"weather":"dry"}`)},
		{Kind: "snowed", Data: json.RawMessage(`{}`)},
	}
	if _, err := engine.Decode(openToy(t), records); err == nil || !strings.Contains(err.Error(), "event 1") {
		t.Errorf("got %v", err)
	}
}

func TestSmallAnswers(t *testing.T) {
	option := engine.SetupOption{ID: "rounds", Default: "3"}
	if got := engine.Setup(nil).Get(option) + (engine.Setup{"rounds": "5"}).Get(option); got != "35" {
		t.Errorf("the default and the choice are %s", got)
	}
	q := engine.Query{Args: map[string][]string{"unit": {"a", "b"}}}
	if q.First("unit") != "a" || q.First("hex") != "" {
		t.Errorf("first unit %q, first hex %q", q.First("unit"), q.First("hex"))
	}
	for v, want := range map[engine.Viewer]bool{"red": true, "blue": false, engine.Judge: true, engine.Spectator: false} {
		if v.Sees("red") != want {
			t.Errorf("%s sees red's secrets: %t", v, !want)
		}
	}
	m := engine.Say("a", engine.List("l", engine.Noun("", "x"), engine.Sub("", engine.Say("b", engine.Ratio("r", 14, 3)))))
	data, err := json.Marshal(m)
	var back engine.Msg
	if err != nil || json.Unmarshal(data, &back) != nil {
		t.Fatalf("%s, %v", data, err)
	}
	again, err := json.Marshal(back)
	if err != nil || !slices.Equal(again, data) {
		t.Errorf("%s becomes %s, %v", data, again, err)
	}
}
