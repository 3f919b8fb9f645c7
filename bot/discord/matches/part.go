package matches

import (
	"slices"

	"referee/bot/discord/command"
	"referee/bot/part"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
)

// newSince is the decision after which things are new to those whom a board calls: the last
// of their own. Where they have given the last of all, a board is read by the others, and it is
// the last of theirs.
func newSince(l referee.Look) int {
	since := l.Seq
	var called, others []engine.Seat
	for _, s := range asked(l) {
		seats := l.Seats(s.Account)
		called = append(called, seats...)
		since = min(since, referee.LastDecision(l.Snapshot.Match(), seats))
	}
	if since < l.Seq {
		return since
	}
	for _, s := range l.Sitting {
		if !slices.Contains(called, s.Seat) {
			others = append(others, s.Seat)
		}
	}
	return referee.LastDecision(l.Snapshot.Match(), others)
}

// changed is what everybody may see of what happened on the map after a decision: the ways
// gone, the marks left and the pieces that are gone, without words.
func changed(l referee.Look, since int) (engine.Answer, error) {
	if since >= l.Seq {
		return engine.Answer{}, nil
	}
	scene, err := l.Snapshot.Match().VisibleTo(engine.Spectator).Changes(since, l.Seq)
	return engine.Answer{Marks: scene.Change.Marks, Paths: scene.Change.Paths, Ghosts: scene.Change.Ghosts}, err
}

// showPart has a picture show the part of the map where an answer draws something, and the
// answer over it, and returns the hex by which that part is named. ok is false where that is
// nowhere, or so spread that the whole map, or half of it, shows as much.
func showPart(f *command.Frame, a engine.Answer) (at hex.Coord, ok bool) {
	p, ok := part.Of(f.Look.Info.Board, a)
	f.Portrait = p.Portrait
	if ok {
		f.Crop, f.Over = command.Crop{At: p.At, Radius: 1}, &a
	}
	return p.Name, ok
}
