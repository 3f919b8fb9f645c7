package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"referee/bot/describe"
	"referee/bot/page"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/engine"
	"referee/render"
)

// telling is how much of its match a demonstration has told so far.
type telling struct {
	turns  []page.StoryTurn
	spans  []excerpt // of the parts of the turns, one after the other
	since  int       // the decision after which the current part began
	title  string    // of that part; "" none has begun
	turn   int       // in which it began
	fights int       // the most of any part
	film   excerpt   // that part
}

// excerpt is decisions from+1 to to.
type excerpt struct{ from, to int }

// Files: the map of the end, and the part with the most fighting.
const (
	lastMap  = "map-end.png"
	filmFile = "film.gif"
)

// turnMap is the file of the map of a turn as it begins.
func turnMap(turn int) string { return fmt.Sprintf("map-%d.png", turn) }

func (d *demo) say(m engine.Msg) string { return d.words.Say(d.config.Lang, m) }

// tell tells a part of the match that is over: what was done since the status changed.
func (d *demo) tell(now referee.Look) error {
	t := &d.story
	title := d.say(now.View.Status)
	if title == t.title {
		return nil
	}
	if t.title != "" {
		if err := d.tellPart(now.Snapshot, excerpt{t.since, now.Seq}); err != nil {
			return err
		}
	}
	t.since, t.title = now.Seq, title
	t.turn, _ = now.View.Turn()
	return nil
}

// tellPart tells decisions that are a part of the match.
func (d *demo) tellPart(m *referee.Snapshot, s excerpt) error {
	t := &d.story
	part := page.StoryPart{Title: t.title}
	scenes, err := m.Match().VisibleTo(engine.Spectator).Scenes(s.from, s.to, s.to-s.from)
	if err != nil {
		return err
	}
	for _, scene := range scenes {
		switch done := scene.Change; {
		case len(done.Deeds) == 0:
		case moved(done):
			part.Moves++
		default:
			var said []string
			for _, deed := range done.Deeds {
				said = append(said, d.say(deed))
			}
			part.Deeds = append(part.Deeds, strings.Join(said, " "))
		}
	}
	if part.All, err = m.Lines(engine.Spectator, s.from, s.to); err != nil {
		return err
	}
	if len(t.turns) == 0 || t.turns[len(t.turns)-1].No != t.turn {
		t.turns = append(t.turns, page.StoryTurn{No: t.turn})
	}
	last := &t.turns[len(t.turns)-1]
	last.Parts = append(last.Parts, part)
	t.spans = append(t.spans, s)
	if len(part.Deeds) > t.fights {
		t.fights, t.film = len(part.Deeds), s
	}
	return d.printPart(part)
}

// moved reports whether nothing was done but to move.
func moved(done engine.Answer) bool {
	return len(done.Marks) == 0 && len(done.Paths) > 0 &&
		!slices.ContainsFunc(done.Paths, func(p engine.Path) bool { return p.Class != engine.PathMove })
}

// printPart prints a part of the match; one in which nothing was done is left out.
func (d *demo) printPart(part page.StoryPart) error {
	lines := slices.Clone(part.Deeds)
	if part.Moves > 0 {
		lines = append(lines, d.say(engine.Say("page.story.moves", engine.Num("n", part.Moves))))
	}
	if len(lines) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(d.log, "%s\n  %s\n", part.Title, strings.Join(lines, "\n  "))
	return err
}

// writeStory writes the page of the match, and the pictures that are only on it.
func (d *demo) writeStory(end referee.Look) error {
	t := &d.story
	if t.since < end.Seq { // it ended in the middle of a part
		if err := d.tellPart(end.Snapshot, excerpt{t.since, end.Seq}); err != nil {
			return err
		}
	}
	story := page.Story{Turns: t.turns, End: end, Map: lastMap, Alt: describe.Alt(end.Info, end.View, nil)}
	r := render.New(render.Options{})
	next := 0
	for i := range story.Turns {
		turn := &story.Turns[i]
		whole := excerpt{t.spans[next].from, 0}
		for j := range turn.Parts {
			if t.fights > 0 && t.spans[next] == t.film {
				turn.Parts[j].Film = filmFile
			}
			whole.to = t.spans[next].to
			next++
		}
		if turn.No > 0 {
			turn.Map = turnMap(turn.No)
		}
		turn.Changes = fmt.Sprintf("turn-%d.png", turn.No)
		after := engine.Say("page.story.after", engine.Num("n", turn.No))
		if turn.No == 0 {
			after = engine.Say("page.story.before")
		}
		if err := d.drawChanges(r, turn.Changes, end, whole, after); err != nil {
			return err
		}
	}
	if t.fights > 0 {
		if err := d.drawFilm(r, end); err != nil {
			return err
		}
	}
	pages, err := page.New(d.words, d.config.Lang, page.Club{Info: end.Info})
	if err != nil {
		return err
	}
	return cli.WriteFile(filepath.Join(d.out, page.IndexFile), func(w io.Writer) error { return pages.Tell(w, story) })
}

// drawChanges draws what some decisions changed, if anything, under a heading: the status after them is that of the next
// turn.
func (d *demo) drawChanges(r *render.Renderer, name string, end referee.Look, s excerpt, heading engine.Msg) error {
	board := end.Info.Board
	scenes, err := end.Snapshot.Match().VisibleTo(engine.Spectator).Scenes(s.from, s.to, 1)
	if err != nil {
		return err
	}
	told, view := scenes[0].Change, scenes[0].View
	told.Lines = nil                                               // the page tells it
	view.Status, view.Conditions, view.Waiting = heading, nil, nil // those of the next turn
	p := render.Picture{Board: board, View: view, Overlay: &told, Say: d.say, Crop: render.Around(board, view, told)}
	return cli.WriteFile(filepath.Join(d.out, name), func(w io.Writer) error { return r.PNG(w, p) })
}

// drawFilm draws the part with the most fighting, step by step.
func (d *demo) drawFilm(r *render.Renderer, end referee.Look) error {
	scenes, err := referee.Replay(end.Snapshot.Match(), engine.Spectator, d.story.film.from, d.story.film.to)
	if err != nil {
		return err
	}
	return cli.WriteFile(filepath.Join(d.out, filmFile), func(w io.Writer) error {
		return animate(w, r, render.Picture{Board: end.Info.Board, Rows: wordsInCrop, Say: d.say}, scenes)
	})
}
