package events

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/hex"
)

type moved struct {
	Unit string    `json:"unit"`
	To   hex.Coord `json:"to"`
	Cost points    `json:"cost"`
}

type points int

func (p points) Arg(name string) engine.Arg { return engine.Ratio(name, int(p), 2) }

type planned struct {
	Seat engine.Seat `json:"seat"`
	Plan string      `json:"plan,omitempty"`
}

type ended struct {
	At   string   `json:"at"`
	Who  []string `json:"who,omitempty"`
	Why  string   `json:"why,omitempty"`
	Rule string   `json:"-"`
	Turn int8     `json:"turn"`
}

// buried is a hex that its seat alone knows.
type buried struct {
	Seat  engine.Seat `json:"seat"`
	At    *hex.Coord  `json:"at,omitempty"`
	Depth *points     `json:"depth,omitempty"`
}

// bared describes itself.
type bared struct{}

func (*bared) Kind() string     { return "bared" }
func (*bared) Tell() engine.Msg { return engine.Say("bared") }

var kinds = List("test",
	Kind[moved]{
		Name: "moved", Rule: "8", Says: "unit to cost",
		Joins:   func(last, next moved) bool { return last.Unit == next.Unit },
		TellAll: func(all []moved) engine.Msg { return engine.Say("event.moved-all", engine.Num("n", len(all))) },
		Draw:    func(f moved) []engine.Trace { return []engine.Trace{{Piece: f.Unit, Hexes: []hex.Coord{f.To}}} },
	},
	Kind[*ended]{
		Name: "ended", Says: "at:hex who why:text turn",
		Cite: func(f *ended) string { return "9." + f.Why },
		Key:  func(f *ended) string { return map[bool]string{true: "event.over"}[f.Why != ""] },
	},
	Kind[planned]{
		Name: "planned", Rule: "3",
		Tell:    func(f planned) engine.Msg { return engine.Say("event.plan-" + f.Plan) },
		Known:   func(f planned, v engine.Viewer) (planned, bool) { return planned{Seat: f.Seat}, v != engine.Spectator },
		Reveals: func(f planned) []engine.Secret { return []engine.Secret{{Seat: f.Seat, Kind: "plan"}} },
	},
	Kind[struct{}]{Name: "silent"},
	Kind[buried]{Name: "buried", Says: "seat at depth", Secret: "at"},
)

// FuzzDecode: what is read is printed so that it reads as the same.
func FuzzDecode(f *testing.F) {
	f.Add("moved", []byte(`{"unit":"a","to":"0103"}`))
	f.Add("ended", []byte(`{"who":["x"]}`))
	f.Add("ended", []byte(`{"whose":1}`))
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		e, err := kinds.Decode(kind, data)
		if err != nil {
			return
		}
		if string(data) != "null" && e.Kind() != kind {
			t.Errorf("%s is read as %s", kind, e.Kind())
		}
		first, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		again, err := kinds.Decode(kind, first)
		if err != nil {
			t.Fatal(err)
		}
		if second, err := json.Marshal(again); err != nil || string(second) != string(first) {
			t.Errorf("%s, then %s", first, second)
		}
	})
}

func TestDecodeRefuses(t *testing.T) {
	for _, c := range [][2]string{{"lost", "{}"}, {"moved", `{"speed":3}`}, {"moved", `{"cost":"x"}`}, {"ended", `[`}} {
		if e, err := kinds.Decode(c[0], []byte(c[1])); err == nil {
			t.Errorf("%s is read as %v", c, e)
		}
	}
	if !slices.Equal(kinds.Names(), []string{"moved", "ended", "planned", "silent", "buried"}) {
		t.Errorf("%v", kinds.Names())
	}
}

// TestUndescribedFieldsAreEmpty: everything that is asked of an event is in the description of its kind, and what
// is not described is nothing.
func TestUndescribedFieldsAreEmpty(t *testing.T) {
	at := hex.Coord{Col: 1, Row: 3}
	move := kinds.Of(moved{"a", at, 5})
	if got, want := move.Tell(), engine.Say("event.moved", engine.Noun("unit", "a"), engine.Hex("to", at), engine.Ratio("cost", 5, 2)); !reflect.DeepEqual(got, want) {
		t.Errorf("a move is told as %v", got)
	}
	end := kinds.Of(&ended{At: "0103", Who: []string{"a"}, Why: "1", Turn: 4})
	want := engine.Say("event.over", engine.Hex("at", at), Nouns("who", []string{"a"}), engine.Text("why", "1"), engine.Num("turn", 4))
	if got := end.Tell(); !reflect.DeepEqual(got, want) {
		t.Errorf("an end is told as %v", got)
	}
	if said := kinds.Of(&ended{}).Tell(); said.Key != "" {
		t.Errorf("an end without a reason is told as %v", said)
	}
	for e, rule := range map[engine.Event]string{move: "8", end: "9.1", kinds.Of(struct{}{}): ""} {
		if got := engine.RuleOf(e); got != rule {
			t.Errorf("%s cites %q", e.Kind(), got)
		}
	}
	if drawn := move.(engine.Drawn).Draw(); len(drawn) != 1 || drawn[0].Piece != "a" || end.(engine.Drawn).Draw() != nil {
		t.Errorf("drawn: %v", drawn)
	}
	if f, ok := Fact(end).(*ended); !ok || f.Turn != 4 || Fact(&bared{}) == nil {
		t.Errorf("an end has the facts %v", Fact(end))
	}
	if said := kinds.Of(struct{}{}).Tell(); said.Key != "" {
		t.Errorf("what says nothing is told as %v", said)
	}
}

func TestHiddenFields(t *testing.T) {
	plan := kinds.Of(planned{"red", "rush"})
	for v, want := range map[engine.Viewer]string{"blue": "event.plan-", engine.Spectator: ""} {
		said := ""
		if k := engine.Known(plan, v); k != nil {
			said = k.Tell().Key
		}
		if said != want {
			t.Errorf("%s is told %q", v, said)
		}
	}
	if got := plan.(engine.Revealer).Reveals(); !slices.Equal(got, []engine.Secret{{Seat: "red", Kind: "plan"}}) {
		t.Errorf("%v are revealed", got)
	}
	if open := kinds.Of(moved{}); engine.Known(open, engine.Spectator) != open || open.(engine.Revealer).Reveals() != nil {
		t.Error("an open event is hidden, or reveals something")
	}
}

// TestSecret: who may see what only a seat may see is told all, and others the rest.
func TestSecret(t *testing.T) {
	at, deep := hex.Coord{Col: 1, Row: 3}, points(3)
	e := kinds.Of(buried{"red", &at, &deep})
	rest := []engine.Arg{engine.Noun("seat", "red"), engine.Ratio("depth", 3, 2)}
	for v, want := range map[engine.Viewer]engine.Msg{
		"red": engine.Say("event.buried", rest[0], engine.Hex("at", at), rest[1]), engine.Judge: e.Tell(),
		"blue": engine.Say("event.buried-hidden", rest...), engine.Spectator: engine.Say("event.buried-hidden", rest...),
	} {
		if got := engine.Known(e, v).Tell(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is told %v", v, got)
		}
	}
	data, err := json.Marshal(engine.Known(e, "blue"))
	if string(data) != `{"seat":"red","depth":3}` || err != nil || *Fact(e).(buried).At != at {
		t.Errorf("blue gets %s, %v, of %v", data, err, Fact(e))
	}
}

func TestRuns(t *testing.T) {
	all := []engine.Event{
		kinds.Of(moved{Unit: "a"}), kinds.Of(moved{Unit: "a"}), kinds.Of(moved{Unit: "b"}), &bared{}, kinds.Of(struct{}{}),
	}
	var got []string
	for len(all) > 0 {
		said, n := engine.Tell(all)
		got, all = append(got, said.Key), all[n:]
	}
	if want := []string{"event.moved-all", "event.moved", "bared", ""}; !slices.Equal(got, want) {
		t.Errorf("told as %q", got)
	}
}

// TestWrongDescriptionsPanic: when the program starts, and so in every test.
func TestWrongDescriptionsPanic(t *testing.T) {
	for want, wrong := range map[string]func(){
		`two kinds of events are "moved"`: func() { List("test", Kind[moved]{Name: "moved"}, Kind[ended]{Name: "moved"}) },
		`no field "hex"`:                  func() { List("test", Kind[moved]{Name: "moved", Says: "unit hex"}) },
		`"to:hex" cannot be said`:         func() { List("test", Kind[moved]{Name: "moved", Says: "to:hex"}) },
		`"unit" cannot be the secret`:     func() { List("test", Kind[moved]{Name: "moved", Secret: "unit"}) },
		`"at" cannot be the secret`:       func() { List("test", Kind[planned]{Name: "planned", Secret: "at"}) },
		`"plan" cannot be the secret`:     func() { List("test", Kind[planned]{Name: "planned", Secret: "plan"}) },
		"is not a kind of event":          func() { kinds.Of(3) },
	} {
		func() {
			defer func() {
				if why, _ := recover().(string); !strings.Contains(why, want) {
					t.Errorf("%q, want %q", why, want)
				}
			}()
			wrong()
		}()
	}
}
