// Package turn says what a player may do in a match now, and does it. It stands between package referee, which obeys commands,
// and the doors, which word what it says and lay it out: what is offered is obeyed, and what is refused is not offered.
package turn

import (
	"context"
	"slices"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/engine"
)

// Turn is a match as the player of a seat sees it, and what they may do there. It is made of one snapshot: what has
// changed since is refused with [referee.ErrChanged] where By says so.
type Turn struct {
	Referee *referee.Referee
	Look    referee.Look
	By      referee.Command // of the player, for the seat
	Orders  referee.Orders  // of the referee, or of the practice of a course
	Judges  *club.Judges    // who are asked about the match; nil: nobody is, at this door
	Wishes
}

// Wishes are what a door asks of the policy that holds a whole answer back until it is confirmed.
type Wishes struct {
	// Panel: the door shows what is half built, with its warnings and a button that confirms it. An answer that took
	// more than one choice is held, and so is one that the rules warn of.
	Panel bool
	// Warn: an order that is typed and that the rules warn of is held, and given by the panel alone; else it is refused
	// until it is typed again.
	Warn bool
	// Odds: an attack whose odds can be told is held. Mails and scripts do not ask for it: nobody reads between two lines.
	Odds bool
	// Marks: what is chosen is marked where it rolls, and is not held for its odds.
	Marks bool
	// Back is how many decisions are offered to go back to; 0: a few.
	Back int
	// Sure are acts that are held until the player says that they mean them.
	Sure []Act
	// File is the turn file that is worked on; nil: none. An answer that ends its orders is held.
	File File
}

// File is a turn file: orders are made with it away from the match, and nothing is rolled.
type File interface {
	// Ends reports whether the orders end with an answer: what follows is rolled, or asked of another player.
	Ends(s *referee.Snapshot, prompt engine.PromptID, path []string) bool
}

// Of is a turn of the player who gives a command, at a snapshot.
func Of(ctx context.Context, r *referee.Referee, s *referee.Snapshot, by referee.Command, w Wishes) (Turn, error) {
	l, err := s.Look(ctx, engine.Viewer(by.Seat))
	return Turn{Referee: r, Look: l, By: by, Orders: r.Orders, Wishes: w}, err
}

// Stage is what a match waits for, as the player of a seat sees it.
type Stage int

// The stages. Of several that are true a match is in the first.
const (
	Over     Stage = iota // the match has ended
	Restored              // it was restored from a backup, and the player has not agreed to go on
	Held                  // it was restored, and its league says when it goes on
	Agreed                // it was restored, and another player has not agreed to go on
	Open                  // a seat is free
	Appealed              // judges are asked
	Asked                 // the player is asked something
	Rolling               // a roll is awaited
	Waiting               // another player is asked
)

// Stage is the stage of the match.
func (t Turn) Stage() Stage {
	l := t.Look
	switch {
	case l.Ending != nil:
		return Over
	case t.canGoOn():
		return Restored
	case l.Held:
		return Held
	case l.Restored != nil:
		return Agreed
	case !l.Started:
		return Open
	case l.Appealed:
		return Appealed
	case len(t.Asks()) > 0:
		return Asked
	case l.Awaits != 0:
		return Rolling
	}
	return Waiting
}

// Asks are the questions to the seat.
func (t Turn) Asks() []referee.Ask {
	return slices.DeleteFunc(slices.Clone(t.Look.Asks), func(a referee.Ask) bool { return a.Seat != t.By.Seat })
}

// HalfBuilt is what is half built of the answer to a question; nil: nothing.
func (t Turn) HalfBuilt(prompt engine.PromptID) []string {
	if d := t.Look.Draft; d != nil && d.Prompt == prompt {
		return d.Path
	}
	return nil
}

// Ready reports whether what is half built is whole, and only waits to be confirmed.
func (t Turn) Ready() bool {
	d := t.Look.Draft
	return d != nil && d.Node.Done && len(d.Node.Options) == 0
}

// Choices are what the next choice of an answer is between, as a person is told: the options of the node, after the path. They
// go on with what is half built, past what leaves no alternative, and stop before an answer that is whole. It refuses like
// [referee.Snapshot.Explain].
func (t Turn) Choices(ctx context.Context, prompt engine.PromptID) (path []string, node engine.Node, err error) {
	path = slices.Clone(t.HalfBuilt(prompt))
	node, err = t.Look.Snapshot.Explain(ctx, t.By, prompt, path)
	for err == nil && forced(node) {
		var next engine.Node
		longer := append(slices.Clone(path), node.Options[0].ID)
		if next, err = t.Look.Snapshot.Explain(ctx, t.By, prompt, longer); err != nil || next.Done {
			break
		}
		path, node = longer, next
	}
	return path, node, err
}

// forced reports whether what follows leaves no alternative.
func forced(n engine.Node) bool {
	_, only := n.Only()
	return only && !n.Done
}
