package notary

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/facts"
)

// State is the truth about one match. Its fields are the lines of a position text.
type State struct {
	Template    string
	Turn, Phase int
	Move        int // the player whose move it is, 0 or 1
	Moves       int // how often it was passed on
	Score       [2]int
	Tracks      []int
	Piles       [][]Pile // of each item of each cup
	Roll        *Roll    // under way
	Draw        *Draw    // under way
	Orders      string   // sealed orders are opened "now" or "later"; "": there are none
	Seals       [2]*string
	Notes       []Note
	Offer, Over *Outcome
}

// Pile says where the items of one kind are.
type Pile struct {
	Left, Table, Discarded int
	Hand                   [2]int
}

// at is how many items are at a place, in the hand of a player; nil: there is no such place.
func (p *Pile) at(place string, player int) *int {
	switch place {
	case placeHand:
		return &p.Hand[player]
	case placeTable:
		return &p.Table
	case placeDiscards:
		return &p.Discarded
	case placeCup:
		return &p.Left
	}
	return nil
}

// Roll is a roll under way.
type Roll struct {
	Dice    string `json:"dice"`
	Purpose string `json:"purpose"`
	Table   string `json:"table,omitempty"`
	Column  string `json:"column,omitempty"`
	Shown   []int  `json:"shown,omitempty"`
}

// Draw is a draw under way: how many are still to come, and what was drawn unseen and not yet taken.
type Draw struct {
	Cup, N int
	Item   *int
}

// Note is a text of a player for both, behind which may be a file.
type Note struct {
	By   int
	Text string
}

// Outcome is the result that a player has named: the winner, 0 or 1, or -1 for a draw.
type Outcome struct{ Winner int }

// mostNotes is how many notes are kept at hand; the log has all.
const mostNotes = 12

// Clone copies s.
func (s *State) Clone() *State {
	c := *s
	c.Tracks, c.Notes = slices.Clone(s.Tracks), slices.Clone(s.Notes)
	c.Piles = slices.Clone(s.Piles)
	for i := range c.Piles {
		c.Piles[i] = slices.Clone(c.Piles[i])
	}
	if s.Roll != nil {
		roll := *s.Roll
		roll.Shown = slices.Clone(s.Roll.Shown)
		c.Roll = &roll
	}
	return &c
}

// New is the state before a match is set up.
func (g *Rules) New() *State { return &State{} }

// title is the title of the match.
func (g *Rules) title(s *State) *Title { return g.titles[s.Template] }

// sealing reports whether a player is still to seal orders.
func (s *State) sealing() bool { return s.Orders != "" && (s.Seals[0] == nil || s.Seals[1] == nil) }

// phaseName differs for each phase and each move.
func (s *State) phaseName() string { return strconv.Itoa(s.Phase) + "-" + strconv.Itoa(s.Moves) }

func (r *Roll) purpose() string {
	words := []string{"roll", r.Dice, strconv.Itoa(len(r.Shown) + 1)}
	if r.Table != "" {
		words = append(words, r.Table, r.Column)
	}
	return strings.Join(append(words, r.Purpose), " ")
}

var errEvent = errors.New("notary: the event does not fit the position")

// Apply is the only writer of a State.
func (g *Rules) Apply(s *State, e engine.Event) error {
	if begun, ok := events.Fact(e).(Begun); ok {
		return g.begin(s, begun.Title)
	}
	if s.Template == "" {
		return errEvent
	}
	switch f := events.Fact(e).(type) {
	case Called:
		roll := f.Roll
		s.Roll = &roll
	case Fell:
		if s.Roll == nil {
			return errEvent
		}
		s.Roll.Shown = append(s.Roll.Shown, f.Die)
	case Rolled:
		s.Roll = nil
	case Drawing:
		s.Draw = &Draw{Cup: f.Cup, N: f.N}
	case Drawn:
		return g.drawn(s, f.Cup, f.Item, -1)
	case Dealt:
		if s.Draw == nil || f.Item == nil {
			return errEvent
		}
		draw := *s.Draw
		draw.Item = f.Item
		s.Draw = &draw
	case Taken:
		if f.Item == nil {
			return errEvent
		}
		return g.drawn(s, f.Cup, *f.Item, f.By)
	case Moved:
		return g.move(s, f)
	case Shuffled:
		if f.Cup >= len(s.Piles) {
			return errEvent
		}
		for i := range s.Piles[f.Cup] {
			p := &s.Piles[f.Cup][i]
			p.Left, p.Discarded = p.Left+p.Discarded, 0
		}
	case Asked:
		s.Orders, s.Seals = f.When, [2]*string{}
	case Sealed:
		text := ""
		if f.Text != nil {
			text = *f.Text
		}
		s.Seals[f.By] = &text
	case Opened:
		s.Orders, s.Seals = "", [2]*string{}
		for i, text := range f.Texts {
			if text != "" {
				s.note(i, text)
			}
		}
	case Noted:
		s.note(f.By, f.Text)
	case Scored:
		s.Score[f.Player] = f.Points
	case Marked:
		if f.Track >= len(s.Tracks) {
			return errEvent
		}
		s.Tracks[f.Track] = f.At
	case Phased:
		s.Turn, s.Phase = f.Turn, f.Phase
	case Passed:
		s.Move, s.Moves = 1-f.By, s.Moves+1
		s.note(f.By, f.Text)
	case Offered:
		s.Offer = &Outcome{f.Winner}
	case Refused:
		s.Offer = nil
	case Ended:
		s.Over, s.Offer = &Outcome{f.Winner}, nil
	default:
		return fmt.Errorf("notary: apply %s: unknown event", e.Kind())
	}
	return nil
}

func (g *Rules) begin(s *State, title string) error {
	t := g.titles[title]
	if t == nil {
		return errEvent
	}
	*s = State{Template: title, Turn: 1, Score: t.Score}
	for _, c := range t.Cups {
		piles := make([]Pile, len(c.Items))
		for i, item := range c.Items {
			piles[i].Left = item.Count
		}
		s.Piles = append(s.Piles, piles)
	}
	for _, track := range t.Tracks {
		s.Tracks = append(s.Tracks, track.At)
	}
	return nil
}

// drawn takes an item out of a cup, to the table (-1) or into a hand.
func (g *Rules) drawn(s *State, cup, item, hand int) error {
	if s.Draw == nil || cup >= len(s.Piles) || item >= len(s.Piles[cup]) {
		return errEvent
	}
	p := &s.Piles[cup][item]
	if p.Left--; hand < 0 {
		p.Table++
	} else {
		p.Hand[hand]++
	}
	if rest := (Draw{Cup: s.Draw.Cup, N: s.Draw.N - 1}); rest.N > 0 {
		s.Draw = &rest
	} else {
		s.Draw = nil
	}
	return nil
}

// move moves an item between a hand, the table, the discards and its cup.
func (g *Rules) move(s *State, f Moved) error {
	if f.Cup >= len(s.Piles) || f.Item >= len(s.Piles[f.Cup]) {
		return errEvent
	}
	from, to := s.Piles[f.Cup][f.Item].at(f.From, f.By), s.Piles[f.Cup][f.Item].at(f.To, f.By)
	if from == nil || to == nil {
		return errEvent
	}
	*from--
	*to++
	return nil
}

func (s *State) note(by int, text string) {
	s.Notes = append(s.Notes, Note{by, text})
	if n := len(s.Notes); n > mostNotes {
		s.Notes = slices.Clone(s.Notes[n-mostNotes:])
	}
}

// left is how many items are in a cup.
func (s *State) left(cup int) int {
	n := 0
	for _, p := range s.Piles[cup] {
		n += p.Left
	}
	return n
}

// Check reports the first invariant that does not hold.
func (g *Rules) Check(s *State) error {
	if s.Template == "" {
		return nil
	}
	t := g.title(s)
	if t == nil || len(s.Piles) != len(t.Cups) || len(s.Tracks) != len(t.Tracks) || s.Move>>1 != 0 {
		return errors.New("the position does not fit its title")
	}
	for i, c := range t.Cups {
		if len(s.Piles[i]) != len(c.Items) {
			return fmt.Errorf("the cup %s does not fit its title", c.ID)
		}
		for k, p := range s.Piles[i] {
			if sum := p.Left + p.Table + p.Discarded + p.Hand[0] + p.Hand[1]; sum != c.Items[k].Count || min(p.Left, p.Table, p.Discarded, p.Hand[0], p.Hand[1]) < 0 {
				return fmt.Errorf("%s of %s: %d of %d are there", c.Items[k].ID, c.ID, sum, c.Items[k].Count)
			}
		}
	}
	if s.Roll != nil {
		if d, err := ParseDice(s.Roll.Dice); err != nil || len(s.Roll.Shown) >= d.Count() {
			return errors.New("a roll that cannot continue")
		}
	}
	if s.Draw != nil && (s.Draw.Cup >= len(t.Cups) || s.Draw.N < 1 || s.Draw.N > s.left(s.Draw.Cup)) {
		return errors.New("a draw that cannot continue")
	}
	return nil
}

// oneWord makes one word of JSON: there are spaces in its texts alone, and no comment may begin there.
var oneWord = strings.NewReplacer(" ", `\u0020`, "#", `\u0023`)

// Print writes the position text: a line for each field of the state that is set, as JSON.
func (g *Rules) Print(s *State) string {
	all, _ := json.Marshal(s) // it has only numbers and texts
	fields := map[string]json.RawMessage{}
	_ = json.Unmarshal(all, &fields)
	empty, _ := json.Marshal(g.New())
	unset := map[string]json.RawMessage{}
	_ = json.Unmarshal(empty, &unset)
	var b strings.Builder
	fmt.Fprintf(&b, "notary %d\n", law)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if string(fields[name]) != string(unset[name]) {
			fmt.Fprintf(&b, "%s %s\n", strings.ToLower(name), oneWord.Replace(string(fields[name])))
		}
	}
	return b.String()
}

// Parse reads a position text.
func (g *Rules) Parse(text string) (*State, error) {
	s := g.New()
	var lines []facts.Line
	all, _ := json.Marshal(s)
	fields := map[string]json.RawMessage{}
	_ = json.Unmarshal(all, &fields)
	for name := range fields {
		lines = append(lines, facts.Line{Word: strings.ToLower(name), Read: func(r *facts.Reader) {
			if err := json.Unmarshal([]byte(fmt.Sprintf("{%q:%s}", name, r.Next("value"))), s); err != nil && r.OK() {
				r.Fail("%s: %v", strings.ToLower(name), err)
			}
		}})
	}
	return s, facts.Read(text, append([]facts.Line{facts.Title("notary", law)}, lines...))
}
