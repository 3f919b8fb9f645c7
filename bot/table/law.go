package table

import (
	"slices"

	"referee/bot/referee"
	"referee/bot/rulebook"
	"referee/bot/turn"
	"referee/engine"
)

// law says which law judges the match, what the newest judges otherwise, and which boards are newer; repeated with yes it offers
// the law, or the board that is named.
func law(q *request, words []string) error {
	boards, err := q.look.Snapshot.NewBoards(q.ctx)
	if err != nil {
		return err
	}
	act, with := turn.Law, turn.With{}
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		named := w != "" && slices.ContainsFunc(boards, func(b referee.NewBoard) bool { return b.Word == w })
		if named {
			act, with.Text = turn.Board, w
		}
		return named
	})
	if n := len(rest) - 1; n >= 0 && rest[n] == "yes" {
		return q.offersAdoption(rest[:n], act, with)
	}
	info := q.look.Info
	q.say("table.law", engine.Num("law", info.Law), engine.Text("game", info.Title))
	order := func(named ...string) engine.Arg {
		return engine.Text("order", q.path(slices.Concat([]string{"law"}, rest, named, []string{"yes"})))
	}
	if info.Law == info.Newest {
		q.say("table.law-none")
	} else {
		q.say("table.law-newer", engine.Num("law", info.Newest))
		for _, r := range info.Changes(info.Law, info.Newest) {
			q.say("table.reading", engine.Text("number", rulebook.Number(info, r)), engine.Sub("text", engine.Say(r.Key)))
		}
		q.say("table.law-sure", order())
	}
	for _, b := range boards {
		key := "table.board-newer"
		if b.Offered {
			key = "table.board-stands"
		}
		q.say(key, engine.Text("board", b.Called), engine.Noun("seat", string(q.look.Offerer)))
		for _, said := range b.Changes {
			q.tell(said)
		}
		if !b.Offered {
			q.say("table.board-sure", order(b.Word))
		}
	}
	return nil
}

// offersAdoption offers a law or a board. A program accepts it.
func (q *request) offersAdoption(words []string, act turn.Act, with turn.With) error {
	seat, err := q.acting(words)
	if err != nil {
		return err
	}
	if err := q.does(seat, act, with); err != nil {
		return err
	}
	if q.look.Offer != "" {
		q.say("table.offered")
		return nil
	}
	return q.adoptRules()
}

// adoptRules takes over the words and rules of the law, and the board, that the match has now.
func (q *request) adoptRules() error {
	if q.look.Info.Law == q.info.Law && q.look.Info.Data == q.info.Data {
		return nil
	}
	return q.take(q.look.Info)
}
