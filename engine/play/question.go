package play

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"

	"referee/engine"
)

// Place is where a player sits in a match, and a digest of what its seat has answered so far,
// whoever answered. It is a value: [Place.After] is the next one.
type Place struct {
	match string
	seat  engine.Seat
	said  [sha256.Size]byte
}

// At is a place in a match before its seat has answered anything.
func At(match string, seat engine.Seat) Place { return Place{match: match, seat: seat} }

// Seat is the seat.
func (p Place) Seat() engine.Seat { return p.seat }

// After is the place once its seat has answered a question of a kind by a path, as recorded
// ([engine.Outcome.Path]). Answers of other seats leave it as it is, secret or not: nothing
// that the seat must not know can get into it.
func (p Place) After(kind string, path []string) Place {
	p.said = digest(append([]string{string(p.said[:]), kind}, path...)...)
	return p
}

// Ask makes a question of an open prompt to the seat. It returns ErrStale or ErrOver, and
// ErrSeat if the prompt is another seat's.
func (p Place) Ask(pos engine.Position, id engine.PromptID) (Question, error) {
	prompt, err := pos.Prompt(id)
	if err != nil {
		return Question{}, err
	}
	if prompt.Seat != p.seat {
		return Question{}, engine.ErrSeat
	}
	return Question{place: p, pos: pos, prompt: prompt}, nil
}

// Question is one open question to a seat, with all that a player may know of the position.
type Question struct {
	place  Place
	pos    engine.Position
	prompt engine.Prompt
	left   int
}

// Seat is who is asked.
func (q *Question) Seat() engine.Seat { return q.place.seat }

// Prompt is the question.
func (q *Question) Prompt() engine.Prompt { return q.prompt }

// Options lists what may follow a path of answers. It returns the errors of
// [engine.Position.Options].
func (q *Question) Options(path ...string) (engine.Node, error) {
	return q.pos.Options(q.prompt.ID, path)
}

// View is the position as the seat sees it.
func (q *Question) View() engine.View { return q.pos.View(engine.Viewer(q.place.seat)) }

// Window is what the game shows programs of the position; nil: nothing ([engine.Windowed]).
func (q *Question) Window() any { return q.pos.Window(engine.Viewer(q.place.seat)) }

// Spend takes n nodes of the budget; false: there are not so many left, and none were taken.
func (q *Question) Spend(n int) bool {
	if n > q.left {
		return false
	}
	q.left -= n
	return true
}

// Left is how many nodes may still be spent.
func (q *Question) Left() int { return q.left }

// Rand is the player's randomness for this question: the same for the same place and kind of
// question. Each call begins anew.
func (q *Question) Rand() *rand.Rand {
	return seeded(q.place.match, string(q.place.seat), string(q.place.said[:]), q.prompt.Kind)
}

// RandOf is randomness for what holds longer than one answer, as cards do that a player draws: the same for all questions to its seat
// in a match by which it is asked for under the same words. Each call begins anew.
func (q *Question) RandOf(words ...string) *rand.Rand {
	return seeded(append([]string{q.place.match, string(q.place.seat)}, words...)...)
}

func seeded(words ...string) *rand.Rand {
	d := digest(words...)
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(d[:8]), binary.BigEndian.Uint64(d[8:16])))
}

// digest is a hash of words: different lists of words have different ones.
func digest(words ...string) [sha256.Size]byte {
	h := sha256.New()
	for _, w := range words {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(w)))
		h.Write(n[:])
		h.Write([]byte(w))
	}
	return [sha256.Size]byte(h.Sum(nil))
}
