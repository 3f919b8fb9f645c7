package alliedorders

import (
	"maps"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
	"referee/engine/orderdeck"
)

// Begun says that the match is set up.
type Begun struct {
	Day  int  `json:"day"`
	Deck bool `json:"deck"` // the server draws
	Dice bool `json:"dice"` // the server rolls
}

// Called says that a part of the procedure begins.
type Called struct {
	Part Part `json:"part"`
}

// Turned says that an order card was turned. Its contents are there if they were typed.
type Turned struct {
	ID     string               `json:"id"`
	Named  []string             `json:"named,omitempty"` // its formations
	Card   *orderdeck.OrderCard `json:"card,omitempty"`
	Anew   bool                 `json:"anew,omitempty"`   // the deck was shuffled before
	Server bool                 `json:"server,omitempty"` // it is out of the server's deck now
}

// Drawn says that an action card was drawn.
type Drawn struct {
	Card int  `json:"card"`
	Anew bool `json:"anew,omitempty"` // the deck was shuffled before
}

// Rolled says what a die shows.
type Rolled struct {
	Die int `json:"die"`
}

// Answered says what the player has answered.
type Answered struct {
	Facts []orderdeck.Known `json:"facts"`
	Said  engine.Msg        `json:"said"`
}

// Acted says that an order was carried out, or a check has had its result.
type Acted struct {
	Order Order `json:"order"`
}

// Finished says that a part of the procedure is over, and why nothing was done, if nothing was.
type Finished struct {
	Why *orderdeck.Reason `json:"why,omitempty"`
}

// Passed says that the impulses of a side begin. After German ones everything is forgotten that moves can change.
type Passed struct {
	To string `json:"to"`
}

// Corrected says that a fact was answered wrongly, and which orders rested on it.
type Corrected struct {
	Fact   orderdeck.Known `json:"fact"`
	Said   engine.Msg      `json:"said"`
	Rested []engine.Msg    `json:"rested,omitempty"`
}

// Dawned says that a day begins.
type Dawned struct {
	Day int `json:"day"`
}

// Ended says that the match is over.
type Ended struct{}

// kinds are all kinds of event. Stored matches hold them: none is ever taken out.
var kinds = events.List("allied-orders",
	events.Kind[Begun]{Name: "begun", Tell: func(e Begun) engine.Msg { return engine.Say("event.begun", sayDay(e.Day)) }},
	events.Kind[Called]{Name: "called", Tell: Called.tell},
	events.Kind[Turned]{Name: "turned", Rule: "3", Tell: Turned.tell},
	events.Kind[Drawn]{Name: "drawn", Rule: "5.2", Says: "card"},
	events.Kind[Rolled]{Name: "rolled", Rule: "1", Says: "die"},
	events.Kind[Answered]{Name: "answered", Tell: func(e Answered) engine.Msg { return e.Said }},
	events.Kind[Acted]{Name: "acted", Cite: func(e Acted) string { return paragraph(e.Order.Act.Reason.Rule) }, Tell: Acted.tell},
	events.Kind[Finished]{Name: "finished", Cite: Finished.cite, Tell: Finished.tell},
	events.Kind[Passed]{Name: "passed", Tell: func(e Passed) engine.Msg { return engine.Say("event.passed." + e.To) }},
	events.Kind[Corrected]{Name: "corrected", Tell: Corrected.tell},
	events.Kind[Dawned]{Name: "dawned", Rule: "2", Tell: func(e Dawned) engine.Msg { return engine.Say("event.dawned", sayDay(e.Day)) }},
	events.Kind[Ended]{Name: "ended", Tell: func(Ended) engine.Msg { return engine.Say("event.ended") }},
)

func (e Called) tell() engine.Msg {
	switch p := e.Part; {
	case p.Impulse != nil:
		return engine.Say("event.called.impulse")
	case p.Entry != nil:
		return engine.Say("event.called.entry", events.HexNamed("hex", p.Entry.Hex))
	case p.Start != nil:
		return engine.Say("event.called.start", events.HexNamed("hex", p.Start.Hex))
	}
	return engine.Say("event.called.supply")
}

func (e Turned) tell() engine.Msg {
	key := "event.turned"
	if e.Anew {
		key = "event.turned.anew"
	}
	return engine.Say(key, engine.Text("card", e.ID), engine.List("named", lists.Map(e.Named, func(n string) engine.Arg { return engine.Text("", n) })...))
}

func (e Acted) tell() engine.Msg {
	return engine.Say("event.acted", engine.Sub("order", e.Order.Said), engine.Sub("why", e.Order.Act.Reason.Msg))
}

func (e Finished) cite() string {
	if e.Why == nil {
		return ""
	}
	return paragraph(e.Why.Rule)
}

func (e Finished) tell() engine.Msg {
	if e.Why == nil {
		return engine.Msg{}
	}
	return engine.Say("event.finished", engine.Sub("why", e.Why.Msg))
}

func (e Corrected) tell() engine.Msg {
	if len(e.Rested) == 0 {
		return engine.Say("event.corrected", engine.Sub("fact", e.Said))
	}
	return engine.Say("event.corrected.rested", engine.Sub("fact", e.Said),
		engine.List("orders", lists.Map(e.Rested, func(m engine.Msg) engine.Arg { return engine.Sub("", m) })...))
}

// sayDay names a day: 32 is 1 January.
func sayDay(day int) engine.Arg {
	if day > lastDay {
		return engine.Sub("day", engine.Say("day.january", engine.Num("n", day-lastDay)))
	}
	return engine.Sub("day", engine.Say("day.december", engine.Num("n", day)))
}

// Decode reads an event of the log.
func (g *Rules) Decode(kind string, data []byte) (engine.Event, error) {
	return kinds.Decode(kind, data)
}

// Apply is the only writer of a State.
func (g *Rules) Apply(s *State, e engine.Event) error {
	switch f := events.Fact(e).(type) {
	case Begun:
		s.day, s.phase, s.deck, s.dice, s.impulse = f.Day, phaseAllied, f.Deck, f.Dice, 0
	case Called:
		if !f.Part.sound() {
			return errEvent
		}
		s.part = &f.Part
		if s.part.Impulse != nil {
			s.impulse++
		}
		if s.part.Start != nil {
			s.checked = nil
		}
		if s.part.Start != nil || s.part.Entry != nil {
			s.facts.Forget() // a German unit has moved or will
		}
	case Turned:
		return g.turned(s, f)
	case Drawn:
		if s.part == nil || s.part.Impulse == nil {
			return errIdle
		}
		if f.Anew {
			s.discards = nil
		}
		s.discards, s.pulled = append(s.discards, f.Card), append(s.pulled, f.Card)
		if len(s.pulled) == orderdeck.DrawnActions {
			i := *s.part.Impulse
			i.Drawn, s.part, s.pulled = s.pulled, &Part{Impulse: &i}, nil
		}
	case Rolled:
		if s.part = s.part.add(nil, f.Die); s.part == nil {
			return errIdle
		}
	case Answered:
		s.learn(f.Facts...)
	case Acted:
		return s.acted(f.Order)
	case Finished:
		return s.finish()
	case Passed:
		s.phase, s.checked = f.To, nil
		if f.To == phaseAllied {
			s.facts.Forget()
		}
	case Corrected:
		s.learn(f.Fact)
	case Dawned:
		s.day, s.impulse = f.Day, 0
		s.log = lists.Filter(s.log, func(o Order) bool { return o.Day >= f.Day-1 })
		s.dawn(g.d)
	case Ended:
		s.phase, s.part = phaseOver, nil
	default:
		return errEvent
	}
	return nil
}

// turned puts an order card before the procedure.
func (g *Rules) turned(s *State, f Turned) error {
	if s.part == nil || s.part.Impulse == nil {
		return errIdle
	}
	if f.Card != nil {
		s.cards = append(s.cards, *f.Card)
	}
	if f.Anew {
		s.turned = nil
	}
	if f.Server {
		s.turned = append(s.turned, f.ID)
	}
	if _, ok := g.card(s, f.ID); !ok {
		return errEvent
	}
	i := *s.part.Impulse
	i.Turned, s.part = slices.Concat(i.Turned, []string{f.ID}), &Part{Impulse: &i}
	return nil
}

// learn stores answers.
func (s *State) learn(list ...orderdeck.Known) {
	for _, k := range list {
		table := s.facts
		if k.Kind == orderdeck.Box || k.Kind == orderdeck.Bridges {
			table = s.kept
		}
		table.Learn(k)
	}
}

// acted writes what an act changes, and forgets what it may have changed.
func (s *State) acted(o Order) error {
	a, p := o.Act, s.part
	if s.part = p.add(&a, 0); s.part == nil || !s.part.sound() {
		return errIdle
	}
	s.log = append(s.log, o)
	if touches(a.Verb) && p.Impulse != nil { // in the German part all is forgotten before the next check
		s.facts.Forget(append(a.Touched(), a.Lost...)...)
	}
	switch a.Verb {
	case orderdeck.Deploy, orderdeck.Reserve:
		s.keep(orderdeck.Box, "", func(list []string) []string { return without(list, a.Units...) })
	case orderdeck.Destroy:
		s.keep(orderdeck.Bridges, a.Hex, func(list []string) []string { return without(list, a.Target) })
	case orderdeck.Expedite:
		s.moved = append(s.moved, a.Units...)
		for _, of := range append(strings.Split(a.Formation, ","), "") {
			f := orderdeck.Fact{Kind: orderdeck.Box, Of: of}
			if v, ok := s.kept[f]; ok {
				s.kept[f] = orderdeck.Value{List: append(slices.Clone(v.List), a.Units...)}
			}
		}
	case orderdeck.Straight:
		s.moved = append(s.moved, a.Units...)
	case orderdeck.Improve, orderdeck.Recover:
		for _, u := range a.Units {
			kind := map[bool]orderdeck.Kind{true: orderdeck.Improved, false: orderdeck.Dispersed}[a.Verb == orderdeck.Improve]
			s.learn(orderdeck.Known{Fact: orderdeck.Fact{Kind: kind, Of: u}, Value: orderdeck.Value{Yes: a.Verb == orderdeck.Improve}})
		}
	case orderdeck.Obstruct:
		s.blocks = append(s.blocks, a.Hex)
		slices.SortFunc(s.blocks, orderdeck.Compare)
		s.checked = append(s.checked, a.Hex)
	case orderdeck.Pass:
		s.checked = append(s.checked, a.Hex)
	case orderdeck.Clear:
		s.blocks = without(s.blocks, a.Hex)
	default: // the player's hands do it
	}
	return nil
}

// keep changes the lists of a kind of kept fact: those about a thing, or all.
func (s *State) keep(kind orderdeck.Kind, of string, change func(list []string) []string) {
	for f, v := range s.kept {
		if f.Kind == kind && (of == "" || f.Of == of) {
			s.kept[f] = orderdeck.Value{List: change(v.List)}
		}
	}
}

// without returns the ids that are not among others.
func without(list []string, others ...string) []string {
	return lists.Filter(list, func(id string) bool { return !slices.Contains(others, id) })
}

// finish ends the part that is under way. After an Allied impulse the German side moves.
func (s *State) finish() error {
	if s.part == nil {
		return errIdle
	}
	if s.part.Impulse != nil {
		s.phase = phaseGerman
	}
	s.part = nil
	return nil
}

// dawn puts the units of the new day's space on the calendar into the Reserve Units box, where the owner's data has them. Events of
// cards are asked for by day, and so again.
func (s *State) dawn(d *Data) {
	for f, v := range s.kept {
		come := lists.Filter(without(d.Calendar[s.day], s.moved...), func(id string) bool { return d.in(id, f.Of) })
		switch {
		case f.Kind == orderdeck.Box && len(d.Calendar) == 0:
			delete(s.kept, f) // what has come is on the player's calendar only
		case f.Kind == orderdeck.Box:
			s.kept[f] = orderdeck.Value{List: append(slices.Clone(v.List), come...)}
		}
	}
	maps.DeleteFunc(s.facts, func(f orderdeck.Fact, _ orderdeck.Value) bool {
		return f.Kind == orderdeck.Printed && slices.Contains([]orderdeck.Verb{orderdeck.Special, orderdeck.Event}, orderdeck.Verb(f.Of))
	})
	s.facts.Forget()
}
