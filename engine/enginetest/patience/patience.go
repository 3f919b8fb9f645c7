// Package patience is a test game with one seat and without a board: with it, neither the record nor a door can rely
// on an opponent or on a map.
//
// # Rules
//
//  1. The player rolls a die as often as they like, and adds up the rolls.
//  2. A player who stops with 18 to 21 wins; 21 is a major victory, less a minor one. A player who stops with less, or
//     exceeds 21, loses.
//
// # Position text
//
//	patience 1
//	total 12
//	rolling
//
// The last line is present while a die is to be rolled, and is over at the end of the match. # starts a comment.
package patience

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/answer"
	"referee/engine/kit/facts"
)

//go:embed data locale
var files embed.FS

// Files is the data that the game comes with: goal.txt.
func Files() fs.FS { return engine.Folder(files, "data") }

// player is the one seat.
const player engine.Seat = "player"

// State is the truth about one match.
type State struct {
	total         int
	rolling, over bool
}

// Clone copies s.
func (s *State) Clone() *State { c := *s; return &c }

// Rules implements engine.Rules.
type Rules struct {
	data        fs.FS
	least, most int // of a total that wins
	info        engine.Info
}

// New reads a data set and returns the rules, of which there is law 1 alone.
func New(data fs.FS, law int) (*Rules, error) {
	text, err := fs.ReadFile(data, "goal.txt")
	if err != nil {
		return nil, fmt.Errorf("patience: read data: %w", err)
	}
	g := &Rules{data: data}
	if _, err := fmt.Sscan(string(text), &g.least, &g.most); err != nil {
		return nil, fmt.Errorf("patience: goal.txt: %w", err)
	}
	sum := sha256.Sum256(text)
	g.info = engine.Info{
		Game: "patience", Title: "Patience", Law: 1, Newest: 1, Data: hex.EncodeToString(sum[:]), Seats: []engine.Seat{player},
		Verbs: []engine.Verb{
			{Name: "roll", Kinds: []string{"turn"}, Example: "roll", Slots: []engine.Slot{{Literal: "roll"}}},
			{Name: "stop", Kinds: []string{"turn"}, Example: "stop", Slots: []engine.Slot{{Literal: "stop"}}},
		},
		Catalogues: engine.CataloguesIn(files, "engine/enginetest/patience"),
	}
	_, err = g.Under(law)
	return g, err
}

// Open returns the game for a data set and a law.
func Open(data fs.FS, law int) (engine.Game, error) { return engine.SealOpened[*State](New(data, law)) }

// Info describes the game.
func (g *Rules) Info() *engine.Info { return &g.info }

// Under is the rules under another law.
func (g *Rules) Under(law int) (engine.Rules[*State], error) { return engine.OnlyLaw[*State](g, law) }

// Over is the rules over another data set.
func (g *Rules) Over(files map[string]string) (engine.Rules[*State], error) {
	return New(engine.Overlay(g.data, files), g.info.Law)
}

// New is the state before a match is set up.
func (g *Rules) New() *State { return &State{} }

// Event is what happens: the match begins, a die is called for or falls, the match ends.
type Event struct {
	What string `json:"-"` // begun, called, fell, stopped
	Die  int    `json:"die,omitempty"`
	Sum  int    `json:"sum,omitempty"` // with the die
	Won  bool   `json:"won,omitempty"`
	Over bool   `json:"over,omitempty"`
}

// Kind names the event in the log.
func (e *Event) Kind() string { return e.What }

// Tell describes the event.
func (e *Event) Tell() engine.Msg {
	switch {
	case e.What == "fell" && e.Over:
		return engine.Say("event.bust", engine.Num("die", e.Die), engine.Num("sum", e.Sum))
	case e.What == "fell":
		return engine.Say("event.fell", engine.Num("die", e.Die), engine.Num("sum", e.Sum))
	case e.What == "stopped":
		return engine.Say("event.stopped", engine.Num("sum", e.Sum))
	}
	return engine.Msg{}
}

// Decode reads an event of the log.
func (g *Rules) Decode(kind string, data []byte) (engine.Event, error) {
	e := &Event{What: kind}
	if !strings.Contains(" begun called fell stopped ", " "+kind+" ") {
		return nil, fmt.Errorf("patience: no event of kind %q", kind)
	}
	return e, json.Unmarshal(data, e)
}

// Apply is the only writer of a State.
func (g *Rules) Apply(s *State, e engine.Event) error {
	it, ok := e.(*Event)
	if !ok {
		return fmt.Errorf("patience: apply %s: unknown event", e.Kind())
	}
	s.total, s.rolling, s.over = s.total+it.Die, it.What == "called", it.Over
	return nil
}

// Begin sets up a match, in which nothing can be chosen.
func (g *Rules) Begin(r *engine.Ruling[*State], set engine.Setup) error {
	for id, v := range set {
		return engine.Refuse("1", "refuse.setup", engine.Text("option", id), engine.Text("value", v))
	}
	r.Emit(&Event{What: "begun"})
	return nil
}

// Prompts lists the open questions.
func (g *Rules) Prompts(s *State) []engine.Prompt {
	switch {
	case s.over:
		return nil
	case s.rolling:
		return []engine.Prompt{{Seat: engine.Chance, Kind: "die", Keep: true, Purpose: "total " + strconv.Itoa(s.total), Ask: engine.Say("ask.die")}}
	}
	return []engine.Prompt{{Seat: player, Kind: "turn", Keep: true, Default: []string{"stop"}, Ask: engine.Say("ask.turn", engine.Num("total", s.total))}}
}

// Judge walks an answer, which has one element.
func (g *Rules) Judge(r *engine.Ruling[*State], p engine.Prompt, path []string) (engine.Node, error) {
	options := answer.Words("roll", "stop")
	if p.Kind == "die" {
		options = answer.Die(1, 6)
	}
	node := engine.Node{Options: options}
	switch {
	case len(path) == 0:
		return node, nil
	case !node.Has(path[0]) || len(path) > 1:
		return engine.Node{}, engine.Refuse("1", "refuse.choice", engine.Text("given", path[len(path)-1]))
	}
	r.Take(path[0])
	total := r.State().total
	switch die, err := strconv.Atoi(path[0]); {
	case err == nil:
		r.Emit(&Event{What: "fell", Die: die, Sum: total + die, Over: total+die > g.most})
	case path[0] == "roll":
		r.Emit(&Event{What: "called"})
	default:
		r.Emit(&Event{What: "stopped", Sum: total, Over: true, Won: total >= g.least})
	}
	return engine.Node{Done: true}, nil
}

// Moment is one phase.
func (g *Rules) Moment(*State) engine.Moment {
	return engine.Moment{Turn: 1, Phase: "all", Seat: player}
}

// View is the same for everybody.
func (g *Rules) View(s *State, _ engine.Viewer) engine.View {
	v := engine.View{Status: engine.Say("status.total", engine.Num("total", s.total)), Waiting: g.Prompts(s)}
	if s.over {
		v.Result = &engine.Result{Why: engine.Say("result.lost", engine.Num("total", s.total))}
		if s.total >= g.least && s.total <= g.most {
			v.Result.Winner, v.Result.Why = player, engine.Say("result.won", engine.Num("total", s.total))
			v.Result.Degree = "minor"
			if s.total == g.most {
				v.Result.Degree = "major"
			}
		}
	}
	return v
}

// Ask answers no query.
func (g *Rules) Ask(_ *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	return engine.Answer{}, engine.Refuse("1", "refuse.choice", engine.Text("given", q.Name))
}

// Check reports the first invariant that does not hold.
func (g *Rules) Check(s *State) error {
	if s.total < 0 || s.total > g.most+6 || s.total > g.most && !s.over {
		return fmt.Errorf("a total of %d", s.total)
	}
	return nil
}

// Print writes the position text.
func (g *Rules) Print(s *State) string { return facts.Print(lines(s)) }

// Parse reads a position text.
func (g *Rules) Parse(text string) (*State, error) {
	s := &State{}
	return s, facts.Read(text, lines(s))
}

// lines are the kinds of lines of a position.
func lines(s *State) []facts.Line {
	return []facts.Line{
		facts.Title("patience", 1), facts.Count("total", &s.total, 0, mostTotal).Line(),
		facts.Flag("over", &s.over).Line(), facts.Flag("rolling", &s.rolling).Line(),
	}
}

// mostTotal is more than any total.
const mostTotal = 999
