package ground

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/hex"
	"referee/engine/orderdeck"
	"referee/engine/play"
)

// Seat is a question to the computer player Orders, with the position as it sees it. It has no memory: an answer depends on the
// question alone.
type Seat struct {
	*Map
	*play.Question
	Date  int   // of December
	Cards []int // the action cards of the activation
}

// Player is the player of a game.
func Player(nodes int, answer func(q *play.Question) (play.Answer, error)) play.Player {
	return play.Player{About: play.About{Name: "orders", Version: 1, Nodes: nodes}, Think: answer, Seats: []engine.Seat{ardennes.Allied.Seat()}}
}

// Draw is the action cards of an activation of a turn, by its number in it, in their order: the same for every question of it. The deck
// is shuffled at the start of a turn, and when fewer than three cards are left [R 18].
func Draw(q *play.Question, turn, activation int) []int {
	draws := len(orderdeck.Own) / orderdeck.DrawnActions
	deck := q.RandOf("action cards", strconv.Itoa(turn), strconv.Itoa(activation/draws)).Perm(len(orderdeck.Own))
	cards := deck[activation%draws*orderdeck.DrawnActions:][:orderdeck.DrawnActions]
	for i := range cards {
		cards[i]++
	}
	slices.Sort(cards)
	return cards
}

// order is the name of the one order card that is looked at.
const order = "order"

// next is the procedure after some acts, beginning with the activation of the active units; none: before it.
func (s *Seat) next(done ...orderdeck.Act) orderdeck.Step {
	d := orderdeck.Deck{Actions: orderdeck.Own, Name: s.arg, Orders: []orderdeck.OrderCard{{
		ID: order, Level: orderdeck.LevelDivision, Formations: []string{order}, Orders: []orderdeck.Order{{Verb: orderdeck.Activate}},
	}}}
	i := orderdeck.Impulse{Date: s.Date, Turned: []string{order}, Done: done}
	step := d.Next(i, s.Map)
	if step.Need == orderdeck.NeedActions { // units that wander act before cards are drawn
		i.Drawn = s.Cards
		step = d.Next(i, s.Map)
	}
	return step
}

// Eligible is the activation of some units, or why they are not eligible (5.1); false: they are not.
func (s *Seat) Eligible(units ...int) (why engine.Answer, ok bool) {
	for u := range s.Units {
		s.Units[u].Active = slices.Contains(units, u)
	}
	step := s.next()
	return s.why(step), step.Act != nil
}

// Next is what is done next in an activation (5.2), by which unit, and where that goes; None: nothing is left to do. The player knows by
// the map alone which units have acted. So the cards are gone through from the first again after each act [R 35], and a unit that
// has come next to a German stack still counts among those who attack it.
func (s *Seat) Next() (a orderdeck.Act, u, to int, why engine.Answer) {
	var active []string
	var done []orderdeck.Act
	for _, u := range s.of(ardennes.Allied, func(u int) bool { return s.Units[u].Active }) {
		active = append(active, s.name(u))
		if !s.Units[u].Waits && !slices.ContainsFunc(s.Hexes[s.Units[u].Hex].Next[:], s.german) {
			done = append(done, orderdeck.Act{Verb: orderdeck.Carry, Units: active[len(active)-1:]})
		}
	}
	done = append([]orderdeck.Act{{Verb: orderdeck.Activate, Units: active}}, done...)
	for range active {
		step := s.next(done...)
		if step.Act == nil || step.Act.Verb == orderdeck.Improve || step.Act.Verb == orderdeck.Recover { // by the rules of the game
			break
		}
		if u := s.doer(step.Act); u != None {
			if step.Act.Verb == orderdeck.Wander {
				to = append(s.toward(u, orderdeck.Wander, None), s.Units[u].Hex)[0]
			} else if to = s.Hex(step.Act.Hex); to == None {
				to = s.Units[u].Hex
			}
			return *step.Act, u, to, s.why(step)
		}
		done = append(done, orderdeck.Act{Verb: orderdeck.Carry, Units: step.Act.Units})
	}
	return a, None, None, s.why(orderdeck.Step{})
}

// doer is the unit that can still carry an act out, of an attack the last one; None: the game lets none do it any more.
func (s *Seat) doer(a *orderdeck.Act) int {
	for i, name := range slices.Backward(a.Units) {
		if u := s.Unit(name); (i == 0 || a.Verb == orderdeck.Attack) && s.Can(a.Verb, u, s.Hex(a.Target)) {
			return u
		}
	}
	return None
}

// Together goes on from a path by the units that are named, and by "go" or the first option where there is none of them.
func (s *Seat) Together(path, names []string) ([]string, error) {
	return s.Path(path, func(id string) bool {
		return id[0] == '+' && slices.ContainsFunc(names, func(name string) bool { return s.Unit(name) == s.Unit(id) })
	})
}

// Leads reports whether a unit that moves next to a German stack is the last of a group to do so: no other can still move there, or
// attack from where it stands.
func (s *Seat) Leads(u int, group []string, t int) bool {
	return !slices.ContainsFunc(group, func(name string) bool {
		v := s.Unit(name)
		return v != u && s.Can(orderdeck.Move, v, t) && (s.beside(s.Units[v].Hex, t) || slices.ContainsFunc(s.approach(v, t), func(h int) bool { return s.keeps(v, h) }))
	})
}

// Heavy reports whether an attack by an action card is heavy.
func Heavy(card int) bool {
	return slices.ContainsFunc(orderdeck.Own, func(c orderdeck.ActionCard) bool { return c.Number == card && c.Heavy })
}

// told is how many facts of a reason are told, the last ones, which decide, and how long a list in one may be; untold are those that say nothing about a map of ours.
const told = 4

var untold = []orderdeck.Kind{orderdeck.Members, orderdeck.Toward, orderdeck.Dispersed, orderdeck.Improved}

// why is the reason of a step: what it says, facts that it rests on, its paragraph, and the action cards of the activation.
func (s *Seat) why(step orderdeck.Step) (why engine.Answer) {
	r := orderdeck.Reason{Msg: rule("over"), Rule: "5.2.2"}
	about := func(string) bool { return true }
	if a := step.Act; a != nil {
		r = a.Reason
		about = func(id string) bool { return slices.Contains(append(a.Units, a.Hex, a.Target), id) }
	} else if step.Why != nil {
		r = *step.Why
	}
	why.Lines = append(why.Lines, r.Msg)
	var seen []orderdeck.Fact
	for _, k := range slices.Backward(r.Facts) {
		if len(seen) < told && about(k.Of) && len(k.List) <= told && !slices.Contains(untold, k.Kind) && !slices.Contains(seen, k.Fact) {
			seen, why.Lines = append(seen, k.Fact), append(why.Lines, rule("fact", engine.Sub("fact", k.Msg(s.arg))))
		}
	}
	key := "source"
	if r.Reading > 0 {
		key = "source-reading"
	}
	why.Lines = append(why.Lines, rule(key, engine.Text("rule", r.Rule), engine.Num("n", r.Reading)))
	if c := s.Cards; len(c) == orderdeck.DrawnActions {
		why.Lines = append(why.Lines, rule("cards", engine.Num("a", c[0]), engine.Num("b", c[1]), engine.Num("c", c[2])))
	}
	return why
}

// rule is a message of the games' catalogues.
func rule(key string, args ...engine.Arg) engine.Msg { return engine.Say("why.orders."+key, args...) }

// Drawn is a way or an attack on the map.
func (m *Map) Drawn(class engine.Class, from, to int) engine.Path {
	return engine.Path{Class: class, Hexes: []hex.Coord{m.Hexes[from].At, m.Hexes[to].At}}
}

// Plainly is an answer by a rule of ours.
func Plainly(by string, path ...string) play.Answer {
	return play.Answer{Path: path, Why: engine.Answer{Lines: []engine.Msg{rule(by)}}}
}

// Lowest answers by a rule of ours: on from a path by the option that is ranked lowest at each step, of equals by the first. An option is
// ranked with its unit and its hex, which may be None.
func (s *Seat) Lowest(by string, path []string, rank func(path []string, id string, u, h int) int) (play.Answer, error) {
	path, _, err := s.Best(path, func(path []string, id string) float64 {
		u := s.Unit(id)
		if u != None {
			return -float64(rank(path, id, u, None))
		}
		return -float64(rank(path, id, None, s.Hex(id)))
	})
	return Plainly(by, path...), err
}

// Weakest gives a loss to the weakest unit, of equals to the one with the highest number (4); of German units to the strongest.
func (s *Seat) Weakest() (play.Answer, error) {
	return s.Lowest("weakest", nil, func(_ []string, _ string, u, _ int) int {
		switch {
		case u == None:
			return 0
		case s.Units[u].Side == ardennes.German:
			return u - s.Units[u].Defence*len(s.Units)
		}
		return s.Units[u].Defence*len(s.Units) - u
	})
}

// Arrives ranks hexes in which a unit comes on: where there is room, where it avoids surround, down the arrows [R 28].
func (s *Seat) Arrives(u, h int) int {
	n := s.Arrow(h)
	if !s.Room(u, h) {
		n += 2 * len(s.Hexes)
	}
	if s.danger(u, h) {
		n += len(s.Hexes)
	}
	return n
}

// Spread lists where a unit can go for which there is no room, or which comes on, the best first.
func (s *Seat) Spread(u int) []int {
	return s.rooms(u, func(h int) int { return s.Arrives(u, h) }, func(Way) bool { return true })
}

// Retreat has the lowest number retreat first, alone: along the arrows back, where it avoids surround. It pays with steps only if it must.
func (s *Seat) Retreat() (play.Answer, error) {
	return s.Lowest("retreat", nil, func(path []string, id string, u, h int) int {
		switch {
		case u != None && len(path) == 0:
			return u
		case h != None && s.danger(s.Unit(path[0]), h):
			return len(s.Hexes) + s.back(h)
		case h != None:
			return s.back(h)
		case id == "stop":
			return -1
		}
		return 10 * len(s.Hexes)
	})
}

// Advance has the lowest number go into a hex that the Germans have left: into a VP hex, or nearer to one, where it avoids surround
// and leaves no gap.
func (s *Seat) Advance() (play.Answer, error) {
	node, err := s.Options()
	for _, o := range node.Options {
		u := s.Unit(o.ID)
		if u == None {
			continue
		}
		a, err := s.Lowest("advance", []string{o.ID}, func(path []string, id string, _, h int) int {
			switch {
			case id == "stop":
				return -1
			case h != None && len(path) == 1:
				return s.Arrow(h)
			}
			return len(s.Hexes)
		})
		if err != nil {
			return a, err
		}
		if h := s.Hex(a.Path[1]); s.Unit(a.Path[1]) == None && h != None && (s.Hexes[h].VP || s.Arrow(h) < s.Arrow(s.Units[u].Hex)) &&
			s.keeps(u, h) && !s.danger(u, h) {
			a.Why.Paths = []engine.Path{s.Drawn(engine.PathAdvance, s.Units[u].Hex, h)}
			return a, nil
		}
	}
	return Plainly("stand", "done"), err
}
