package mail

import (
	"slices"

	"referee/bot/locale"
	"referee/bot/typed"
	"referee/engine"
)

// seatCalled is the seat of a game that somebody means by a word, in any language; without one the first. known is false where there
// is no such seat.
func (d *Door) seatCalled(game *engine.Info, word string) (seat engine.Seat, known bool, err error) {
	if word == "" {
		return game.Seats[0], true, nil
	}
	in, err := d.speechOf(game)
	if err != nil {
		return "", false, err
	}
	for _, s := range game.Seats {
		ways := []string{string(s)}
		for _, lang := range locale.Languages {
			ways = append(ways, typed.Fold(in.words.Say(lang, engine.Say("table.seat", engine.Noun("seat", string(s))))))
		}
		if slices.Contains(ways, typed.Fold(word)) {
			return s, true, nil
		}
	}
	return "", false, nil
}

// sides says which sides there are to play, in place of a word that is none.
func (v *visit) sides(game *engine.Info, word string) engine.Msg {
	var seats []engine.Arg
	for _, s := range game.Seats {
		seats = append(seats, engine.Text("", v.side(game, s)))
	}
	return engine.Say("mail.new-side", engine.Text("word", word), engine.Text("title", game.Title), engine.List("seats", seats...))
}

// side is how a side is called in the language of who is answered.
func (v *visit) side(game *engine.Info, s engine.Seat) string {
	in, err := v.speechOf(game)
	if err != nil {
		return string(s)
	}
	return in.words.Say(v.p.Lang, engine.Say("table.seat", engine.Noun("seat", string(s))))
}

// otherSeat is the seat of a game that is for whom the player of one invites.
func otherSeat(game *engine.Info, own engine.Seat) engine.Seat {
	for _, s := range slices.Backward(game.Seats) {
		if s != own {
			return s
		}
	}
	return own
}
