package orderdeck

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Step is what comes next in a part of the procedure. Exactly one of Ask, Need and Act is set, or none, when the part is
// over; Why says then why nothing more happens, if there is something to say.
type Step struct {
	Ask  *Question `json:"ask,omitempty"`
	Need Need      `json:"need,omitempty"`
	For  *Act      `json:"for,omitempty"` // the act that a die decides
	Act  *Act      `json:"act,omitempty"`
	Why  *Reason   `json:"why,omitempty"`
}

// Need is something that must be drawn or rolled before the procedure continues.
type Need string

// What can be needed.
const (
	NeedOrder   Need = "order"   // an order card is turned: append its id to Impulse.Turned
	NeedActions Need = "actions" // three action cards are drawn: set Impulse.Drawn
	NeedDie     Need = "die"     // a ten-sided die is rolled, 1 to 10: append it to Rolls
)

// Verb says what is done in an act.
type Verb string

// The verbs. The first group are orders of an order card.
const (
	Deploy    Verb = "deploy"     // Units go from the box to the map
	Redeploy  Verb = "redeploy"   // Units that are out of contact are placed again, by method A
	Expedite  Verb = "expedite"   // Units go from tomorrow's space to the box
	Straight  Verb = "straight"   // Units go from tomorrow's space straight to the map
	Replace   Verb = "replace"    // Units gain a step each, in this order
	Event     Verb = "event"      // the event of the card takes place
	Special   Verb = "special"    // the special event of the card takes place
	Activate  Verb = "activate"   // the formation is activated; Units are its units
	NoOrder   Verb = "no-order"   // do what the card says if possible
	Wander    Verb = "wander"     // the unit moves towards communication
	Carry     Verb = "carry"      // do what an unknown action card says
	Move      Verb = "move"       // one unit moves to Hex, to attack Target with Group
	Attack    Verb = "attack"     // Units attack Target
	StepBack  Verb = "step-back"  // one hex along the fall-back arrow, to Hex
	FallBack  Verb = "fall-back"  // along the fall-back arrow, to Hex
	Advance   Verb = "advance"    // along the priority or secondary arrow, to Hex
	Fill      Verb = "fill"       // into the gap, to Hex
	Occupy    Verb = "occupy"     // the empty VP hex Hex
	Block     Verb = "block"      // next to Target, to Hex
	Improve   Verb = "improve"    // Units get an improved position
	Recover   Verb = "recover"    // Units are no longer dispersed
	Destroy   Verb = "destroy"    // the bridge on side Target of Hex is destroyed
	Stand     Verb = "stand"      // that bridge stands
	Obstruct  Verb = "obstruct"   // a roadblock is placed in Hex
	Pass      Verb = "pass"       // no roadblock is placed in Hex
	Stop      Verb = "stop"       // the German unit must stop, next to the roadblock in Hex
	Clear     Verb = "clear"      // the roadblock in Hex is removed
	Reserve   Verb = "reserve"    // the unit is placed in Hex
	NoReserve Verb = "no-reserve" // no unit is placed in Hex
)

// Act is something to carry out, with the reason for it. Before it is appended to Done its user may add units to Units and
// set Fought and Lost.
type Act struct {
	Verb      Verb     `json:"verb"`
	Formation string   `json:"formation,omitempty"`
	Units     []string `json:"units,omitempty"` // the units that act, the principal unit first
	Group     []string `json:"group,omitempty"` // of a move: the units that will attack, the principal unit first
	Hex       string   `json:"hex,omitempty"`
	Target    string   `json:"target,omitempty"`
	Card      int      `json:"card,omitempty"`    // number of the action card
	Support   string   `json:"support,omitempty"` // tactic of the order card that supports its attacks
	Fought    bool     `json:"fought,omitempty"`  // its units took part in an attack; the user sets it for Carry
	Lost      []string `json:"lost,omitempty"`    // units that left the map: the user sets it
	Reason    Reason   `json:"reason"`
}

// Reason is why something is done, or not done.
type Reason struct {
	Rule    string     `json:"rule"`              // paragraph: "5.1b"
	Reading int        `json:"reading,omitempty"` // our interpretation on which it rests, if any
	Msg     engine.Msg `json:"msg"`
	Facts   []Known    `json:"facts,omitempty"`  // on which it rests
	Passed  []Reason   `json:"passed,omitempty"` // why orders that are printed before on the card do not apply
}

// inquiry is one run of a part of the procedure over what is known.
type inquiry struct {
	deck   *Deck
	facts  Facts
	trace  []Known  // facts read since a reason was last given
	passed []Reason // why orders of the card do not apply
}

// stopped unwinds a run to [run] with the step that is due. The procedure reads like the rules because of that: a
// fact that is not known ends the run wherever it is needed.
type stopped struct{ step Step }

// run runs a part of the procedure until a step is due.
func (d *Deck) run(facts Facts, part func(*inquiry) *Reason) (next Step) {
	defer func() {
		switch s := recover().(type) {
		case nil:
		case stopped:
			next = s.step
		default:
			panic(s)
		}
	}()
	return Step{Why: part(&inquiry{deck: d, facts: facts})}
}

func (p *inquiry) act(a Act) {
	a.Reason.Passed = p.passed
	panic(stopped{Step{Act: &a}})
}

func (p *inquiry) need(n Need) { panic(stopped{Step{Need: n}}) }

// know returns the value of a fact, or ends the run with the question for it.
func (p *inquiry) know(place string, f Fact) Value {
	v, ok := p.facts.Know(f)
	if !ok {
		panic(stopped{Step{Ask: &Question{Facts: []Fact{f}, Place: place}}})
	}
	p.trace = append(p.trace, Known{f, v})
	return v
}

func (p *inquiry) is(place string, k Kind, of, with string) bool {
	return p.know(place, Fact{k, of, with}).Yes
}

func (p *inquiry) number(place string, k Kind, of, with string) int {
	return p.know(place, Fact{k, of, with}).Number
}

func (p *inquiry) list(place string, k Kind, of, with string) []string {
	return p.know(place, Fact{k, of, with}).List
}

// which returns those of the ids for which a fact is true. All that is not known of it is asked at once.
func (p *inquiry) which(place string, k Kind, ids []string, with string) []string {
	var unknown []Fact
	found := make([]string, 0, len(ids))
	for _, id := range ids {
		f := Fact{k, id, with}
		v, ok := p.facts.Know(f)
		if !ok {
			unknown = append(unknown, f)
		} else if p.trace = append(p.trace, Known{f, v}); v.Yes {
			found = append(found, id)
		}
	}
	if len(unknown) > 0 {
		panic(stopped{Step{Ask: &Question{Facts: unknown, Place: place}}})
	}
	return found
}

// reason gives a reason that rests on what was read about the ids since the last one, or on all of it without ids.
func (p *inquiry) reason(rule, key string, about []string, args ...engine.Arg) Reason {
	facts := lists.Filter(p.trace, func(k Known) bool {
		return len(about) == 0 || slices.Contains(about, k.Of) || slices.Contains(about, k.With)
	})
	p.trace = nil
	return Reason{Rule: rule, Msg: engine.Say("orderdeck.why."+key, append(args, p.deck.Name.list("about", about))...), Facts: facts}
}

// Touched lists the things about which facts may no longer be true after the act. A unit that only moves changes nothing
// about its target, and some acts change no more than a marker. The list is never nil (see [Table.Forget]).
func (a Act) Touched() []string {
	switch a.Verb {
	case Activate, Improve, Recover:
		a.Units, a.Target = nil, ""
	case Move:
		a.Target = ""
	default:
	}
	return lists.Filter(slices.Concat(a.Units, a.Lost, []string{a.Hex, a.Target}), func(id string) bool { return id != "" })
}

// Msg words the act; name makes an argument of an id.
func (a Act) Msg(name Namer) engine.Msg {
	target := name.list("target", split(a.Target))
	if a.Verb == Destroy || a.Verb == Stand {
		target = name.labels("target", Bridges, []string{a.Target})
	}
	return engine.Say("orderdeck.act."+string(a.Verb), name.list("formation", split(a.Formation)), name.list("units", a.Units),
		name.list("hex", split(a.Hex)), target, engine.Num("card", a.Card), name.list("support", split(a.Support)))
}

// reading adds the interpretation on which a reason rests.
func (p *inquiry) reading(number int, r Reason) Reason {
	r.Reading = number
	return r
}

// sorted returns ids in the procedure's order, without repetitions.
func sorted(ids []string) []string {
	return slices.Compact(slices.SortedFunc(slices.Values(ids), Compare))
}

// without returns the ids that are not in the other list.
func without(ids, other []string) []string {
	return lists.Filter(ids, func(id string) bool { return !slices.Contains(other, id) })
}
