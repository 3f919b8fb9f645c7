package notary

import (
	"cmp"
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
	Move        engine.Seat // the player whose move it is
	Moves       int         // how often it was passed on
	Score       map[engine.Seat]int
	Tracks      map[string]int       // where their markers stand
	Items       map[string]int       // how many of each are at each place, where there are some: by spot
	Roll        *Roll                // under way
	Draw        *Draw                // under way
	Orders      string               // sealed orders are opened "now" or "later"; "": there are none
	Seals       map[engine.Seat]Text // of the players who have sealed orders
	Notes       []Note
	Offer, Over *Winner // that a player has named, and that is agreed
}

// The places of an item. A hand is called by its player.
const (
	inCup      = "cup"
	onTable    = "table"
	inDiscards = "discards"
)

var places = []string{inCup, onTable, inDiscards, string(blue), string(red)}

// spot is an item at a place.
func spot(place, cup, item string) string { return place + "/" + itemID(cup, item) }

// itemID is the word of an item that is drawn: items of several cups may have one name.
func itemID(cup, item string) string { return cup + "/" + item }

// Roll is a roll under way. Shown are the dice so far.
type Roll struct {
	Seat    engine.Seat `json:"seat"`
	Dice    string      `json:"dice"`
	Purpose string      `json:"purpose"`
	Table   string      `json:"table,omitempty"`
	Column  string      `json:"column,omitempty"`
	Shown   []int       `json:"shown,omitempty"`
}

// Draw is a draw under way: how many are still to come, and what was drawn unseen and not yet taken.
type Draw struct {
	Cup  string
	N    int
	Item *string
}

// Note is a text of a player for both.
type Note struct {
	By   engine.Seat
	Text Text
}

// mostNotes is how many notes are kept at hand; the log has all.
const mostNotes = 12

// Clone copies s. What pointers lead to is never changed.
func (s *State) Clone() *State {
	c := *s
	c.Score, c.Tracks, c.Items, c.Seals = maps.Clone(s.Score), maps.Clone(s.Tracks), maps.Clone(s.Items), maps.Clone(s.Seals)
	c.Notes = slices.Clone(s.Notes)
	return &c
}

// New is the state before a match is set up.
func (g *Rules) New() *State {
	return &State{Score: map[engine.Seat]int{}, Tracks: map[string]int{}, Items: map[string]int{}, Seals: map[engine.Seat]Text{}}
}

// title is the title of the match.
func (g *Rules) title(s *State) *Title { return g.titles[s.Template] }

// sealing reports whether a player is still to seal orders.
func (s *State) sealing() bool { return s.Orders != "" && len(s.Seals) < len(seats) }

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
	case Rolled:
		if s.Roll = &f.Roll; f.Totals != nil {
			s.Roll = nil
		}
	case Drawing:
		s.Draw = &Draw{Cup: f.Cup, N: f.N}
	case Drawn:
		return s.drawn(f.Cup, &f.Item, onTable)
	case Dealt:
		if s.Draw == nil {
			return errEvent
		}
		s.Draw = &Draw{s.Draw.Cup, s.Draw.N, f.Item}
	case Taken:
		return s.drawn(f.Cup, f.Item, string(f.Seat))
	case Moved:
		s.move(f.Cup, f.Item, f.From, f.To, 1)
	case Shuffled:
		c, _ := find(g.title(s).Cups, f.Cup)
		for _, item := range c.Items {
			s.move(c.ID, item.ID, inDiscards, inCup, s.Items[spot(inDiscards, c.ID, item.ID)])
		}
	case Asked:
		s.Orders = f.When
	case Sealed:
		s.Seals[f.Seat] = *cmp.Or(f.Text, new(Text)) // hidden, it is sealed all the same
	case Opened:
		s.Orders = ""
		clear(s.Seals)
		s.note(blue, f.Blue)
		s.note(red, f.Red)
	case Noted:
		s.note(f.Seat, f.Text)
	case Scored:
		s.Score[f.Seat] = f.Points
	case Marked:
		s.Tracks[f.Track] = f.At
	case Phased:
		s.Turn, s.Phase = f.Turn, f.Phase
	case Passed:
		s.Move, s.Moves = other(f.Seat), s.Moves+1
		s.note(f.Seat, f.Text)
	case Offered:
		s.Offer = &f.Winner
	case Refused:
		s.Offer = nil
	case Ended:
		s.Over, s.Offer = &f.Winner, nil
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
	*s = *g.New()
	s.Template, s.Turn, s.Move = title, 1, blue
	for i, seat := range seats {
		s.Score[seat] = t.Score[i]
	}
	for _, c := range t.Cups {
		for _, item := range c.Items {
			s.Items[spot(inCup, c.ID, item.ID)] = item.Count
		}
	}
	for _, track := range t.Tracks {
		s.Tracks[track.ID] = track.At
	}
	return nil
}

// move moves some items of one kind from one place to another.
func (s *State) move(cup, item, from, to string, n int) {
	for key, by := range map[string]int{spot(from, cup, item): -n, spot(to, cup, item): n} {
		if s.Items[key] += by; s.Items[key] == 0 {
			delete(s.Items, key)
		}
	}
}

// drawn takes an item out of a cup, to the table or into a hand.
func (s *State) drawn(cup string, item *string, to string) error {
	if s.Draw == nil || item == nil {
		return errEvent
	}
	s.move(cup, *item, inCup, to, 1)
	rest := Draw{Cup: cup, N: s.Draw.N - 1}
	if s.Draw = nil; rest.N > 0 {
		s.Draw = &rest
	}
	return nil
}

func (s *State) note(by engine.Seat, text Text) {
	if text == "" { // no orders
		return
	}
	s.Notes = append(s.Notes, Note{by, text})
	s.Notes = s.Notes[max(0, len(s.Notes)-mostNotes):]
}

// count is how many items of a cup are at a place.
func (s *State) count(place string, c Cup) int {
	n := 0
	for _, item := range c.Items {
		n += s.Items[spot(place, c.ID, item.ID)]
	}
	return n
}

// Check reports the first invariant that does not hold.
func (g *Rules) Check(s *State) error {
	if s.Template == "" {
		return nil
	}
	t := g.title(s)
	if t == nil || s.Move != blue && s.Move != red || len(s.Tracks) != len(t.Tracks) {
		return errors.New("the position does not fit its title")
	}
	spots := 0
	for _, c := range t.Cups {
		for _, item := range c.Items {
			sum, least := 0, 0
			for _, place := range places {
				n, some := s.Items[spot(place, c.ID, item.ID)]
				if sum, least = sum+n, min(least, n); some {
					spots++
				}
			}
			if sum != item.Count || least < 0 {
				return fmt.Errorf("%s of %s: %d of %d are there", item.ID, c.ID, sum, item.Count)
			}
		}
	}
	if spots != len(s.Items) {
		return errors.New("there are items that the title does not have")
	}
	if s.Roll != nil {
		if d, err := ParseDice(s.Roll.Dice); err != nil || len(s.Roll.Shown) >= len(d.Sides()) {
			return errors.New("a roll that cannot continue")
		}
	}
	if s.Draw != nil {
		if c, ok := find(t.Cups, s.Draw.Cup); !ok || s.Draw.N < 1 || s.Draw.N > s.count(inCup, c) {
			return errors.New("a draw that cannot continue")
		}
	}
	return nil
}

// Print writes the position text: a line for each field of the state that is set, as JSON.
func (g *Rules) Print(s *State) string { return facts.Print(g.lines(s)) }

// Parse reads a position text.
func (g *Rules) Parse(text string) (*State, error) {
	s := g.New()
	return s, facts.Read(text, g.lines(s))
}

func (g *Rules) lines(s *State) []facts.Line {
	return append([]facts.Line{facts.Title("notary", law)}, facts.JSON(s, g.New())...)
}
