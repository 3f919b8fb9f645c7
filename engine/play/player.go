package play

import (
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/kit/lists"
)

// About says which player it is. Two with the same About give the same answers, under the
// same law over the same data set.
type About struct {
	Name string `json:"name"`
	// Version counts the changes of what it answers, from 1.
	Version int `json:"version"`
	// Weights is the hex SHA-256 of the weights by which it judges; empty: it has none.
	Weights string `json:"weights,omitempty"`
	// Nodes is the most nodes that it may use for one answer, from 1. A node is a position,
	// or an answer, that is looked at: what it costs is for the player to say.
	Nodes int `json:"nodes"`
}

// String is the form for programs and tables: "captain 2 (5c1d09aa) 20000".
func (a About) String() string {
	hash := ""
	if a.Weights != "" {
		hash = " (" + a.Weights[:min(8, len(a.Weights))] + ")"
	}
	return fmt.Sprintf("%s %d%s %d", a.Name, a.Version, hash, a.Nodes)
}

// Player is a program that can sit at a seat. It may be used by many goroutines at once.
type Player struct {
	About
	// Think answers a question. It depends on the question alone, spends nodes by
	// [Question.Spend], and answers with the best it has once none are left.
	Think func(q *Question) (Answer, error)
	// GivesUp is the chance to win, from 0 to 1, below which it gives a match up that counts for
	// nothing; 0: it plays to the end.
	GivesUp float64
	// Seats are those that it can take; none: all of its game.
	Seats []engine.Seat
}

// Sits reports whether the player can take a seat.
func (p Player) Sits(seat engine.Seat) bool {
	return len(p.Seats) == 0 || slices.Contains(p.Seats, seat)
}

// Answer is what a player says to a question.
type Answer struct {
	Path []string // the whole answer
	// Why are the reasons: Lines to read, and what to draw beside them. It may have
	// none. It may contain what only the player's seat may know.
	Why engine.Answer
	// Nodes is how many nodes it took. [Player.Answer] fills it.
	Nodes int
}

// Answer asks the player a question. The error is a fault of the player, or of the game.
func (p Player) Answer(q Question) (Answer, error) {
	q.left = p.Nodes
	a, err := p.Think(&q)
	if err != nil {
		return Answer{}, fmt.Errorf("play: %s at %s: %w", p.About, q.Prompt().ID, err)
	}
	a.Nodes = p.Nodes - q.left
	return a, nil
}

// Roster is the players of a game, from the weakest to the strongest.
type Roster []Player

// Find finds a player by its name.
func (r Roster) Find(name string) (Player, bool) {
	for _, p := range r {
		if p.Name == name {
			return p, true
		}
	}
	return Player{}, false
}

// Same finds the player that is exactly that one: a match is pinned to it, and an answer can
// only be asked for again of the same. It returns false where the program has it no longer,
// or not yet.
func (r Roster) Same(a About) (Player, bool) {
	p, ok := r.Find(a.Name)
	return p, ok && p.About == a
}

// quick is the budget, in nodes, of a player who keeps nobody waiting: some 0.2 s an answer, as a
// node is to take one or two microseconds.
const quick = 100_000

// Usual is who plays and advises where nobody is named: the strongest that can take every seat and keeps
// nobody waiting; false: there is none.
func (r Roster) Usual() (Player, bool) {
	for _, p := range slices.Backward(r) {
		if p.Nodes <= quick && len(p.Seats) == 0 {
			return p, true
		}
	}
	return Player{}, false
}

// Names are the names of the players.
func (r Roster) Names() []string {
	return lists.Map(r, func(p Player) string { return p.Name })
}

// Judge says what the positions of a game are worth: beside its players, whose judgement it is, and what an
// account of a match and a chance of winning rest on. It is for games of two seats. As a player it depends on nothing but what it is
// shown, has no clock, and may be used by many goroutines at once.
type Judge struct {
	// About says which judge it is: with another About the values may be others. Its nodes are those that Better may use.
	About
	// Value is the margin at the end that a position lets expect, in the points of the game, for the first
	// seat; of a match that is over by the rules it is the margin. window is what the game shows a viewer
	// ([engine.Position.Window]).
	Value func(window any) float64
	// Chance is the chance that the first seat wins, from 0 to 1; a draw counts half.
	Chance func(window any) float64
	// Answer is a better answer to a question than a path, how much better it turns out in the points of the
	// game, for the seat that is asked, and why; 0: it knows none.
	Answer func(q *Question, path []string) (Answer, float64, error)
}

// Better asks for a better answer to a question than a path. The error is a fault of the judge, or of the game.
func (j *Judge) Better(q Question, path []string) (Answer, float64, error) {
	q.left = j.Nodes
	return j.Answer(&q, path)
}
