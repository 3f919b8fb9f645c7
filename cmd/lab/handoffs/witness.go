package handoffs

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"slices"
	"strings"
	"time"

	"referee/engine"
	"referee/engine/match"
)

// witness follows the record of a match between synthetic people, decision by
// decision.
type witness struct {
	game   engine.Game
	fought string // kind of event of which every attack has one
	people map[engine.Seat]*syntheticPlayer

	pos     engine.Position // after the decisions so far
	phases  []engine.Seat   // whose phase it was after each decision
	seats   map[match.Player]engine.Seat
	began   int64 // the match did: Unix time in milliseconds, as ended
	ended   int64 // its last decision
	attacks int
	asked   map[string]int // questions to a player in the other's phases, by kind
	checked checkedAnswers
	answers hash.Hash // of who answered what, and of the results
}

// checkedAnswers counts the answers that were given for a player and are the same as when
// they are asked.
type checkedAnswers struct {
	Standing int `json:"standing_orders"`
	Single   int `json:"without_choice"`
}

func newWitness(g engine.Game, fought string, people map[engine.Seat]*syntheticPlayer) *witness {
	return &witness{
		game: g, fought: fought, people: people, pos: g.Empty(),
		seats: map[match.Player]engine.Seat{}, asked: map[string]int{}, answers: sha256.New(),
	}
}

// follow continues with decisions that were stored. It returns an error if an answer
// that was given for a player is not their own.
func (w *witness) follow(entries []*match.Entry) error {
	for _, e := range entries {
		d := &e.Decision
		w.ended = d.At
		var answer match.ActAnswer // without a question where the match is opened
		switch a := d.Act.(type) {
		case match.ActJoin:
			w.seats[d.Author], w.began = d.Seat, d.At
		case match.ActAnswer:
			answer = a
			if err := w.answered(d.Seat, a); err != nil {
				return fmt.Errorf("decision %d: %w", d.Seq, err)
			}
		default: // nobody answers
		}
		if d.Kind() == match.KindOpen || d.Kind() == match.KindAnswer {
			events, err := engine.Decode(w.game, d.Events())
			if err != nil {
				return err
			}
			if w.pos, err = w.pos.Fold(d.Seq, answer.Prompt, events); err != nil {
				return err
			}
		}
		w.phases = append(w.phases, w.pos.Moment().Seat)
	}
	return nil
}

// answered looks at an answer, before it changes the position.
func (w *witness) answered(seat engine.Seat, a match.ActAnswer) error {
	q, err := w.pos.Prompt(a.Prompt)
	if err != nil {
		return err
	}
	switch {
	case a.Auto:
		if err := w.check(q, seat, a); err != nil {
			return err
		}
	case seat != engine.Chance:
		if phase := w.pos.Moment().Seat; phase != "" && phase != seat {
			w.asked[q.Kind]++
		}
	}
	for _, e := range a.Events {
		if e.Kind == w.fought {
			w.attacks++
		}
	}
	// Who gave the answer is left out, and so is its number, which is higher after
	// standing orders were left.
	return json.NewEncoder(w.answers).Encode([]any{seat, q.Kind, a.Path, a.Events})
}

// check checks that an answer given for a player is what they say when asked. If they
// have no choice, this takes nothing from their random numbers.
func (w *witness) check(q engine.Prompt, seat engine.Seat, a match.ActAnswer) error {
	path, err := w.people[seat].answer(w.pos, q)
	if err != nil {
		return err
	}
	if !slices.Equal(path, a.Path) {
		return fmt.Errorf("%s is answered %q for %s (standing order %d; 0: without a choice), who says %q when asked",
			q.ID, strings.Join(a.Path, " "), seat, a.Standing, strings.Join(path, " "))
	}
	if a.Standing != 0 {
		w.checked.Standing++
	} else {
		w.checked.Single++
	}
	return nil
}

// took is how long the match was played.
func (w *witness) took() time.Duration { return time.Duration(w.ended-w.began) * time.Millisecond }
