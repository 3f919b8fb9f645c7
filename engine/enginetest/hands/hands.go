// Package hands is a test game with cards that only one seat sees: with it, nothing that reads rolls can rely on
// everybody knowing what was drawn.
//
// # Rules
//
//  1. Each seat is dealt three cards of one cup, in turn and unseen by the other.
//  2. In each of two rounds each seat plays a card, which counts for it, or buries one unseen, which counts for nobody.
//  3. After each round a card of the cup is turned up for all to see. It counts for red in round 1, for blue in round 2.
//  4. The higher sum wins. If the option is set, all that was secret is shown then.
//
// # Position text
//
//	hands 1
//	phase turn red
//	round 1
//	drawn c3
//	at red c1 c4
//	at red-buried c2
//	points red 7
//	shown
//
// A phase is deal, turn, bury, up or over. A card that is at no place is in the cup; places are red, blue, red-buried,
// blue-buried and up.
package hands

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/answer"
	"referee/engine/kit/events"
	"referee/engine/kit/facts"
	"referee/engine/kit/lists"
	"referee/engine/kit/usage"
)

//go:embed data locale
var files embed.FS

// Files is the data that the game comes with: cards.txt.
func Files() fs.FS { return engine.Folder(files, "data") }

var (
	seats  = []engine.Seat{"red", "blue"}
	phases = []string{"deal", "turn", "bury", "up", "over"}
	places = []string{"red", "blue", "red-buried", "blue-buried", "up"} // where cards are beside the cup
	show   = engine.SetupOption{ID: "show", Values: []string{"on", "off"}, Default: "on"}
)

const (
	inHand = 3
	rounds = 2
)

// State is the truth about one match.
type State struct {
	phase  string
	acting int
	round  int
	drawn  string      // the card that is dealt next; "": none is drawn
	cup    []string    // sorted, as are the places
	at     [5][]string // by places
	points [2]int
	shown  bool // all is shown at the end
}

// Clone copies s.
func (s *State) Clone() *State {
	c := *s
	c.cup = slices.Clone(s.cup)
	for i, p := range s.at {
		c.at[i] = slices.Clone(p)
	}
	return &c
}

// Rules implements engine.Rules.
type Rules struct {
	data  fs.FS
	cards []string // sorted
	info  engine.Info
}

// New reads a data set and returns the rules, of which there is law 1 alone.
func New(data fs.FS, law int) (*Rules, error) {
	text, err := fs.ReadFile(data, "cards.txt")
	if err != nil {
		return nil, fmt.Errorf("hands: read data: %w", err)
	}
	g := &Rules{data: data}
	for _, n := range strings.Fields(string(text)) {
		g.cards = append(g.cards, "c"+n)
	}
	if len(g.cards) < len(seats)*inHand+rounds {
		return nil, fmt.Errorf("hands: cards.txt: %d cards are too few", len(g.cards))
	}
	slices.Sort(g.cards)
	sum := sha256.Sum256(text)
	g.info = engine.Info{
		Game: "hands", Title: "Hands", Law: 1, Newest: 1, Data: hex.EncodeToString(sum[:]), Seats: seats,
		Options: []engine.SetupOption{show},
		Verbs: []engine.Verb{
			{Name: "play", Kinds: []string{"turn"}, Example: "play c3", Slots: usage.Slots("play card", "play")},
			{Name: "bury", Kinds: []string{"turn"}, Example: "bury", Slots: usage.Slots("bury", "bury")},
			{Name: "under", Kinds: []string{"bury"}, Example: "under c3", Slots: usage.Slots("card")},
		},
		Words:      map[engine.WordKind][]string{"card": slices.Compact(slices.Clone(g.cards))},
		Catalogues: engine.CataloguesIn(files, "engine/enginetest/hands"),
	}
	_, err = g.Under(law)
	return g, err
}

// Open returns the game for a data set and a law.
func Open(data fs.FS, law int) (engine.Game, error) { return engine.SealOpened[*State](New(data, law)) }

// Strict is the game with its own data, sealed so that every event is checked. It panics on a fault of the data.
func Strict() engine.Game {
	g, err := New(Files(), 1)
	if err != nil {
		panic(err)
	}
	return engine.SealStrict[*State](g)
}

// Info describes the game.
func (g *Rules) Info() *engine.Info { return &g.info }

// Under is the rules under another law.
func (g *Rules) Under(law int) (engine.Rules[*State], error) { return engine.OnlyLaw[*State](g, law) }

// Over is the rules over another data set.
func (g *Rules) Over(files map[string]string) (engine.Rules[*State], error) {
	return New(engine.Overlay(g.data, files), g.info.Law)
}

// New is the state before a match is set up.
func (g *Rules) New() *State { return &State{phase: "deal", round: 1, cup: slices.Clone(g.cards)} }

// Begun says that the match is set up.
type Begun struct {
	Shown bool `json:"shown,omitempty"`
}

// Drawn says that Chance has drawn a card, which stays in the cup until it is taken. No seat sees it.
type Drawn struct {
	Seat engine.Seat `json:"seat"` // Chance
	Card *string     `json:"card,omitempty"`
}

// Taken says that a seat has taken the card drawn. Others see it without the card.
type Taken struct {
	Seat engine.Seat `json:"seat"`
	Card *string     `json:"card,omitempty"`
}

// Turned says that the card drawn is turned up, whom it counts for, and what follows.
type Turned struct {
	Card string      `json:"card"`
	Seat engine.Seat `json:"seat"`
	Over bool        `json:"over,omitempty"`
}

// Played says that a seat plays a card of its hand.
type Played struct {
	Seat engine.Seat `json:"seat"`
	Card string      `json:"card"`
}

// Burying says that a seat will bury a card.
type Burying struct {
	Seat engine.Seat `json:"seat"`
}

// Buried says that a seat has buried a card. Others see it without the card.
type Buried struct {
	Seat engine.Seat `json:"seat"`
	Card *string     `json:"card,omitempty"`
}

// Ended says who has won, and whether all is shown.
type Ended struct {
	Winner engine.Seat `json:"winner,omitempty"` // "": a draw
	Shown  bool        `json:"shown,omitempty"`
}

var kinds = events.List("hands",
	events.Kind[Begun]{Name: "begun"},
	events.Kind[Drawn]{Name: "drawn", Secret: "card"},
	events.Kind[Taken]{Name: "taken", Says: "seat card", Secret: "card"},
	events.Kind[Turned]{Name: "turned", Says: "card seat"},
	events.Kind[Played]{Name: "played", Says: "seat card", Reveals: func(e Played) []engine.Secret {
		return []engine.Secret{{Seat: e.Seat, Kind: "take", Answer: e.Card}}
	}},
	events.Kind[Burying]{Name: "burying"},
	events.Kind[Buried]{Name: "buried", Says: "seat card", Secret: "card"},
	events.Kind[Ended]{Name: "ended", Tell: Ended.tell, Reveals: func(e Ended) []engine.Secret {
		if !e.Shown {
			return nil
		}
		all := []engine.Secret{{Seat: engine.Chance, Kind: "draw"}}
		for _, seat := range seats {
			all = append(all, engine.Secret{Seat: seat, Kind: "take"}, engine.Secret{Seat: seat, Kind: "bury"})
		}
		return all
	}},
)

// Decode reads an event of the log.
func (g *Rules) Decode(kind string, data []byte) (engine.Event, error) {
	return kinds.Decode(kind, data)
}

func (e Ended) tell() engine.Msg {
	if e.Winner == "" {
		return engine.Say("event.ended-draw")
	}
	return engine.Say("event.ended", engine.Noun("winner", string(e.Winner)))
}

// Apply is the only writer of a State.
func (g *Rules) Apply(s *State, e engine.Event) error {
	switch e := events.Fact(e).(type) {
	case Begun:
		s.shown = e.Shown
	case Drawn:
		s.drawn = *e.Card
	case Taken:
		s.drawn = ""
		if s.acting = 1 - s.acting; len(s.at[0])+len(s.at[1])+1 == inHand*len(seats) {
			s.phase = "turn"
		}
		return move(*e.Card, &s.cup, &s.at[seatOf(e.Seat)])
	case Turned:
		s.drawn, s.phase, s.acting = "", "turn", 0
		if s.points[seatOf(e.Seat)] += points(e.Card); e.Over {
			s.phase = "over"
		} else {
			s.round++
		}
		return move(e.Card, &s.cup, &s.at[4])
	case Played:
		i := seatOf(e.Seat)
		s.points[i] += points(e.Card)
		s.next()
		return move(e.Card, &s.at[i], &s.at[4])
	case Burying:
		s.phase = "bury"
	case Buried:
		i := seatOf(e.Seat)
		s.next()
		return move(*e.Card, &s.at[i], &s.at[2+i])
	case Ended:
	default:
		return fmt.Errorf("hands: apply %T: unknown event", e)
	}
	return nil
}

// next lets the other seat act, or a card be turned up when both have.
func (s *State) next() {
	s.phase = []string{"turn", "up"}[s.acting]
	s.acting = 1 - s.acting
}

// move puts a card from one place to another.
func move(card string, from, to *[]string) error {
	i := slices.Index(*from, card)
	if i < 0 {
		return fmt.Errorf("hands: %s is not there", card)
	}
	*from = slices.Delete(*from, i, i+1)
	*to = append(*to, card)
	slices.Sort(*to)
	return nil
}

func seatOf(seat engine.Seat) int { return max(0, slices.Index(seats, seat)) }

// points is what a card counts.
func points(card string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(card, "c"))
	return n
}

// Begin sets up a match.
func (g *Rules) Begin(r *engine.Ruling[*State], set engine.Setup) error {
	if id, unknown := set.Unknown(g.info.Options); unknown {
		return engine.Refuse("4", "refuse.setup", engine.Text("option", id), engine.Text("value", set[id]))
	}
	r.Emit(kinds.Of(Begun{Shown: set.Get(show) == "on"}))
	return nil
}

// Prompts lists the open questions.
func (g *Rules) Prompts(s *State) []engine.Prompt {
	seat := seats[s.acting]
	ask := func(p engine.Prompt) []engine.Prompt {
		p.Ask = engine.Say("ask."+p.Kind, engine.Noun("seat", string(seat)))
		return []engine.Prompt{p}
	}
	draw := func(purpose string) []engine.Prompt {
		return ask(engine.Prompt{Seat: engine.Chance, Kind: "draw", Secret: true, Purpose: purpose})
	}
	switch s.phase {
	case "deal":
		if s.drawn == "" {
			return draw("deal " + string(seat))
		}
		return ask(engine.Prompt{Seat: seat, Kind: "take", Secret: true, Dealt: true, Default: []string{s.drawn}})
	case "turn":
		return ask(engine.Prompt{Seat: seat, Kind: "turn", Keep: true, Default: []string{"bury"}})
	case "bury":
		return ask(engine.Prompt{Seat: seat, Kind: "bury", Secret: true, Default: s.at[s.acting][:1]})
	case "up":
		if s.drawn == "" {
			return draw("turn up " + strconv.Itoa(s.round))
		}
		return ask(engine.Prompt{Seat: seat, Kind: "turn-up", Dealt: true, Default: []string{s.drawn}})
	}
	return nil
}

// Judge walks an answer.
func (g *Rules) Judge(r *engine.Ruling[*State], p engine.Prompt, path []string) (engine.Node, error) {
	s := r.State()
	seat, hand := seats[s.acting], slices.Compact(slices.Clone(s.at[s.acting]))
	var node engine.Node
	var does func(card string)
	switch p.Kind {
	case "draw":
		for _, card := range slices.Compact(slices.Clone(s.cup)) {
			n := lists.Count(s.cup, func(c string) bool { return c == card })
			node.Options = append(node.Options, engine.Option{ID: card, Kind: "card", Weight: n})
		}
		does = func(card string) { r.Emit(kinds.Of(Drawn{engine.Chance, &card})) }
	case "take":
		node.Options = answer.Options("card", s.drawn)
		does = func(card string) { r.Emit(kinds.Of(Taken{seat, &card})) }
	case "turn-up":
		node.Options = answer.Options("card", s.drawn)
		does = func(card string) {
			over := s.round == rounds
			r.Emit(kinds.Of(Turned{card, seats[s.round-1], over}))
			if over {
				r.Emit(kinds.Of(Ended{g.winner(r.State()), s.shown}))
			}
		}
	case "bury":
		node.Options = answer.Options("card", hand...)
		does = func(card string) { r.Emit(kinds.Of(Buried{seat, &card})) }
	case "turn":
		node.Options = answer.Words("play", "bury")
		if len(path) > 0 && path[0] == "play" {
			r.Take("play")
			node.Options, path = answer.Options("card", hand...), path[1:]
			does = func(card string) { r.Emit(kinds.Of(Played{seat, card})) }
			break
		}
		does = func(string) { r.Emit(kinds.Of(Burying{seat})) }
	}
	switch {
	case len(path) == 0:
		return node, nil
	case !node.Has(path[0]) || len(path) > 1:
		return engine.Node{}, engine.Refuse("2", "refuse.choice", engine.Text("given", path[len(path)-1]))
	}
	r.Take(path[0])
	does(path[0])
	return engine.Node{Done: true}, nil
}

// winner is the seat with the higher sum; "": both have the same.
func (g *Rules) winner(s *State) engine.Seat {
	if i := lists.UniqueMaxIndex(s.points[:]); i >= 0 {
		return seats[i]
	}
	return ""
}

// Moment counts rounds as turns.
func (g *Rules) Moment(s *State) engine.Moment {
	return engine.Moment{Turn: s.round, Phase: s.phase, Seat: seats[s.acting]}
}

// View shows a seat its hand, and everybody what was played.
func (g *Rules) View(s *State, v engine.Viewer) engine.View {
	left := engine.Num("left", len(s.cup))
	view := engine.View{Status: engine.Say("status.table", left, events.Nouns("up", s.at[4])), Waiting: g.Prompts(s)}
	for i, seat := range seats {
		if v == engine.Viewer(seat) {
			view.Status = engine.Say("status.hand", left, events.Nouns("up", s.at[4]), events.Nouns("cards", s.at[i]))
		}
		said := engine.Say("count.points", engine.Num("n", s.points[i]), engine.Num("cards", len(s.at[i])))
		view.Counts = append(view.Counts, engine.Count{Seat: seat, Points: said})
	}
	for i := range view.Waiting {
		if w := &view.Waiting[i]; !v.Sees(w.Seat) || w.Dealt {
			w.Default = nil // it would tell a card
		}
	}
	if s.phase == "over" {
		view.Result = &engine.Result{Winner: g.winner(s), Why: engine.Say("result.points")}
	}
	return view
}

// Ask answers no query.
func (g *Rules) Ask(_ *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	return engine.Answer{}, engine.Refuse("2", "refuse.choice", engine.Text("given", q.Name))
}

// Check reports the first invariant that does not hold: every card is somewhere, once.
func (g *Rules) Check(s *State) error {
	all := slices.Concat(append(s.at[:], s.cup)...)
	if slices.Sort(all); !slices.Equal(all, g.cards) {
		return fmt.Errorf("the cards are %q", all)
	}
	if s.drawn != "" && !slices.Contains(s.cup, s.drawn) {
		return fmt.Errorf("%s is drawn and not in the cup", s.drawn)
	}
	return nil
}

// Print writes the position text.
func (g *Rules) Print(s *State) string { return facts.Print(g.lines(s)) }

// Parse reads a position text.
func (g *Rules) Parse(text string) (*State, error) {
	s := g.New()
	if err := facts.Read(text, g.lines(s)); err != nil {
		return nil, err
	}
	for _, card := range slices.Concat(s.at[:]...) {
		if err := move(card, &s.cup, new([]string)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// lines are the kinds of lines of a position.
func (g *Rules) lines(s *State) []facts.Line {
	ids, names := g.info.Words["card"], []string{string(seats[0]), string(seats[1])}
	card := func(id string) (string, bool) { return id, slices.Contains(ids, id) }
	return []facts.Line{
		facts.Title("hands", 1),
		facts.All("phase", facts.Word("", &s.phase, phases), facts.OneOf("", &s.acting, names)).Line(),
		facts.Number("round", &s.round, 1, rounds).Line(),
		facts.Maybe(facts.Field{Word: "drawn", Read: func(r *facts.Reader) { s.drawn = facts.Find(r, "card", card) }, Print: func() []string {
			if s.drawn == "" {
				return nil
			}
			return []string{s.drawn}
		}}).Line(),
		facts.Each("at", places, func(i int) facts.Field {
			return facts.Field{Read: func(r *facts.Reader) {
				s.at[i] = facts.TakeWhile(r, card)
				slices.Sort(s.at[i])
			}, Print: func() []string { return s.at[i] }}
		}),
		facts.Each("points", names, func(i int) facts.Field { return facts.Number("", &s.points[i], 0, 99) }),
		facts.Flag("shown", &s.shown).Line(),
	}
}
