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
