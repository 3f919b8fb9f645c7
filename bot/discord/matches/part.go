package matches

import (
	"context"
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

// changed is what a viewer may see of what happened on the map after a decision: the ways
// gone, the marks left and the pieces that are gone, without words.
func changed(l referee.Look, viewer engine.Viewer, since int) (engine.Answer, error) {
	if since >= l.Seq {
		return engine.Answer{}, nil
	}
	scene, err := l.Snapshot.Match().VisibleTo(viewer).Changes(since, l.Seq)
	return engine.Answer{Marks: scene.Change.Marks, Paths: scene.Change.Paths, Ghosts: scene.Change.Ghosts}, err
}

// showPart has a picture show a part of the map, and an answer over it.
func showPart(f *command.Frame, p part.Part, over engine.Answer) {
	f.Portrait, f.Crop, f.Over = p.Portrait, command.Crop{At: p.At, Radius: 1}, &over
	f.Alt = command.Cut(f.Voice.Say("map-part", engine.Text("hex", command.HexName(f.Voice, p.Name.String())))+" "+f.Alt, command.MaxAlt)
}

// partInColumn is the part of the map that a match is about now, which a column of messages shows so large that it can be read:
// where most is new, with the last way that was gone; else where something is under way, what the questions are about, or where most
// pieces stand. ok is false where none stands on the map, or the whole of it can be read.
func partInColumn(ctx context.Context, h *command.Handlers, l referee.Look, news engine.Answer) (part.Part, bool) {
	if part.Readable(l.Info.Board) {
		return part.Part{}, false
	}
	acting := engine.Answer{Marks: l.View.Marks, Paths: l.View.Paths}
	for _, p := range l.View.Pieces {
		if slices.Contains(p.States, engine.Active) {
			acting.Ghosts = append(acting.Ghosts, p)
		}
	}
	p, ok := part.InColumn(l.Info.Board, latest(news), part.Drawn(news), part.Drawn(acting), askedAbout(ctx, h, l))
	if !ok {
		p, ok = part.InColumn(l.Info.Board, part.Drawn(engine.Answer{Ghosts: l.View.Pieces}))
	}
	return p, ok
}

// latest lists the hexes of what is drawn last.
func latest(a engine.Answer) []hex.Coord {
	if n := len(a.Paths); n > 0 {
		return a.Paths[n-1].Hexes
	}
	return nil
}

// askedAbout lists the hexes that the questions of a match are about, as far as everybody may know: those that they and their
// options name, and where the pieces stand that these name.
func askedAbout(ctx context.Context, h *command.Handlers, l referee.Look) (out []hex.Coord) {
	terrain := terrainOf(h, l.Info, l.View, "")
	add := func(words ...string) {
		for _, w := range words {
			w = terrain.bare(w)
			if at, err := hex.Parse(w); err == nil && onBoard(l.Info.Board, at) {
				out = append(out, at)
			} else if p, there := terrain.pieces[w]; there {
				out = append(out, p.At)
			}
		}
	}
	for _, a := range l.Asks {
		ask, known := known(l, a)
		if !known || len(l.Asks) > 1 {
			continue
		}
		for _, arg := range ask.Args {
			add(arg.Text)
		}
		by := referee.Command{Match: l.Match, Seat: a.Seat, Account: l.Holder(a.Seat).Account}
		node, err := l.Snapshot.Explain(ctx, by, a.Prompt, nil)
		if err != nil {
			continue // a program or nobody answers it
		}
		for _, o := range node.Options {
			add(append(o.Pieces, o.ID)...)
		}
	}
	return out
}
