package board_test

import (
	"slices"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/enginetest/hands"
	"referee/engine/match"
)

var handsGame = referee.Game{ID: "hands", Law: 1, Data: hands.Files(), Open: hands.Open}

// stacked deals red one card of its choice, and else the same to all, whatever red has.
type stacked string

func (s stacked) Roll(r match.Roll) (match.Face, error) {
	wants := []string{"c1", "c2", "c3", "c7"}
	if r.No == 1 {
		wants = []string{string(s)}
	}
	if strings.HasPrefix(r.Purpose, "turn up") {
		wants = []string{"c7", "c3"}
	}
	i := slices.IndexFunc(wants, func(card string) bool { return (engine.Node{Options: r.Faces}).Has(card) })
	return match.Face{ID: wants[i]}, nil
}

// TestHandsStaySecret: matches that differ in nothing but a card in red's hand are one and the same to everybody else, in all
// that the board shows, tells and answers.
func TestHandsStaySecret(t *testing.T) {
	var all []*watched
	hand := map[string]bool{}
	for _, card := range []string{"c4", "c5", "c6"} {
		w := &watched{by: &guests{by: map[string]board.Visitor{}}}
		w.site = newSiteOf(t, w.by, playing(handsGame), func(c *referee.Config) { c.Dice = stacked(card) })
		w.begin("hands", engine.Setup{"show": "off"})
		w.from("red")
		w.look(false)
		for _, path := range []string{"play c1", "bury", "c1", "play c2"} { // red, blue, blue, red
			_, p, _ := w.asked()
			_, err := w.Answer(t.Context(), w.command(p.Seat), p.ID, strings.Fields(path))
			must(t, err)
			w.look(false)
		}
		m, _, _ := w.asked()
		_, held, _ := strings.Cut(m.Position().String(), "at red ")
		hand[held[:2]] = true
		all = append(all, w)
	}
	if len(hand) != 3 {
		t.Fatalf("red has %v", hand)
	}
	same(t, all)
}

// stackedDeck has one card of Blue’s deck drawn, as often as it is there, and else the first.
type stackedDeck string

func (d stackedDeck) Roll(r match.Roll) (match.Face, error) {
	i := max(0, slices.IndexFunc(r.Faces, func(o engine.Option) bool { return o.ID == "blue-deck/"+string(d) }))
	return match.Face{ID: r.Faces[i].ID}, nil
}

// TestTheNotaryIsSilent: matches of the notary that differ in nothing but a card in Blue's hand, and in what Blue has sealed, with a
// file, are one and the same to everybody else, in all that the board shows, tells and answers.
func TestTheNotaryIsSilent(t *testing.T) {
	var all []*watched
	hand := map[string]bool{}
	for _, card := range []string{"one", "two", "three"} {
		w := &watched{by: &guests{by: map[string]board.Visitor{}}}
		w.site = newSiteOf(t, w.by, playing(notaryGame), func(c *referee.Config) { c.Dice = stackedDeck(card) })
		w.begin("notary", engine.Setup{"title": "card-driven"})
		w.from("blue")
		w.look(false)
		gives := func(path ...string) {
			t.Helper()
			_, p, _ := w.asked()
			_, err := w.Answer(t.Context(), w.command(p.Seat), p.ID, path)
			must(t, err)
			w.look(false)
		}
		gives("draw", "blue-deck", "2")
		gives("orders", "later")
		f, err := w.KeepFile(t.Context(), w.command("blue"), card[:3], strings.NewReader(card[:3]))
		must(t, err)
		gives(engine.TextMark + engine.WithFile("I play "+card[:3]+".", f))
		gives("none") // Red
		gives("pass", engine.TextMark+"Your move.")
		m, _, _ := w.asked()
		hand[m.Position().String()] = true
		all = append(all, w)
	}
	if len(hand) != 3 {
		t.Fatalf("Blue has %v", hand)
	}
	same(t, all)
}
