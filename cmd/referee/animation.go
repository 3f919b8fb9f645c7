package main

import (
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"referee/bot/describe"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/engine"
	"referee/engine/match"
	"referee/render"
)

// How long the pictures of an animation are shown, and the text below them.
const (
	wordsInCrop   = 3 // rows below the map
	frameLeast    = 900 * time.Millisecond
	frameByLetter = 22 * time.Millisecond // reading time
	frameMost     = 4 * time.Second
)

// animation draws the decisions of --replay one after the other.
func (d drawing) animation(w io.Writer, r *render.Renderer, s subject) ([]engine.Msg, error) {
	if s.match == nil {
		return nil, cli.Misused("an animation needs a match file, but this is a position text")
	}
	from, to, err := replayed(s, d.replay)
	if err != nil {
		return nil, err
	}
	scenes, err := s.match.VisibleTo(s.as).Scenes(from, to, render.MaxFrames-1)
	if err != nil {
		return nil, cli.Misused("--replay %s: the match has decisions 1 to %d", d.replay, s.match.Seq())
	}
	before, err := s.match.VisibleTo(s.as).Changes(from, max(1, from))
	if err != nil {
		return nil, err
	}
	p := render.Picture{Board: s.game.Info().Board, Scale: d.scale, Fit: d.width, Portrait: d.portrait, Rows: wordsInCrop, Say: s.say}
	if d.crop != "" && d.crop != "auto" {
		if p.Crop, err = parseCrop(d.crop); err != nil {
			return nil, err
		}
	}
	last := scenes[len(scenes)-1]
	told := match.MergeScenes(scenes)
	alt := describe.Alt(s.game.Info(), last.View, &told)
	before.Change = engine.Answer{}
	return alt, animate(w, r, p, append([]match.Scene{before}, scenes...))
}

// replayWidth is the default width of a replay: one and a half times the width in a
// desktop client.
const replayWidth = render.Wide * 3 / 4

// animate draws scenes with the settings of picture p; if p has no crop, the part of
// the map where something happens.
func animate(w io.Writer, r *render.Renderer, p render.Picture, scenes []match.Scene) error {
	crops := make([]*render.Crop, len(scenes))
	if p.Crop == nil {
		var all []engine.Answer
		for _, s := range scenes {
			all = append(all, s.Change)
		}
		crops = render.Follow(p.Board, all)
	}
	if p.Fit == 0 && (p.Crop != nil || crops[0] != nil) {
		p.Fit = replayWidth // of a whole map nobody could read that
	}
	frames := make([]render.Frame, len(scenes))
	for i, s := range scenes {
		f := p
		f.View, f.Overlay = s.View, &s.Change
		if crops[i] != nil {
			f.Crop = crops[i]
		}
		letters := 0
		for _, l := range s.Change.Lines {
			letters += utf8.RuneCountInString(p.Say(l))
		}
		frames[i] = render.Frame{Picture: f, Show: min(frameMost, frameLeast+time.Duration(letters)*frameByLetter)}
	}
	frames[len(frames)-1].Show = frameMost
	return r.GIF(w, frames)
}

// replayed reads which decisions are replayed: FROM:TO, or phase or turn, for
// the last one that is over.
func replayed(s subject, which string) (from, to int, err error) {
	if span := referee.Span(which); span == referee.SpanPhase || span == referee.SpanTurn {
		return span.Last(s.match)
	}
	a, b, ok := strings.Cut(which, ":")
	from, errFrom := strconv.Atoi(a)
	to, errTo := strconv.Atoi(b)
	if !ok || errFrom != nil || errTo != nil || from < 0 || to < from {
		return 0, 0, cli.Misused("--replay %q: use two decisions, for example 100:120, or phase, or turn", which)
	}
	return from, to, nil
}
