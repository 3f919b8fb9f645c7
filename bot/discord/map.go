package discord

import (
	"slices"
	"strings"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/match"
)

// What /map may show in place of the map as it is.
const (
	showChanges = "changes" // since the viewer has acted or looked last
	showPhase   = "phase"   // a replay of the last phase that is over
	showTurn    = "turn"    // a replay of the last turn that is over
)

// shows lists them in the order in which they are offered.
var shows = []string{showChanges, showPhase, showTurn}

var drawMapCommand = &command{
	path: "map", parts: []string{"match", "show"},
	options: []option{
		{name: "show", values: fixed("discord.show.", shows...)},
		{name: "at"},
		{name: "crop", complete: completeCrop},
		{name: "radius"},
		{name: "overlay", complete: completeOverlay, example: exampleQuery},
		{name: "theme", values: themeValues},
		{name: "shape", values: fixed("discord.shape.", shapes...)},
	},
	do: drawMap,
}

// drawMap shows the map, what changed on it, or a replay: /map.
func drawMap(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	if c.Paint == nil {
		return answer{}, referee.ErrNoMaps
	}
	f, err := frameOf(c, l)
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: foot(l), picture: f}
	switch c.options["show"] {
	case showChanges:
		err = changes(c, out, l)
	case showPhase:
		err = replay(c, out, l, referee.SpanPhase)
	case showTurn:
		err = replay(c, out, l, referee.SpanTurn)
	default:
		err = position(c, out, l)
	}
	if slices.ContainsFunc(l.Asks, func(a referee.Ask) bool { return slices.Contains(l.Seats(c.account), a.Seat) }) {
		out.press(answerButton(c.voice, l))
	}
	return answer{card: out}, err
}

// frameOf is a picture of a match in the colours and of the part that are asked
// for.
func frameOf(c *call, l referee.Look) (*frame, error) {
	f := &frame{match: l.Match, viewer: viewerOf(c, l), voice: c.voice}
	if theme := c.options["theme"]; slices.Contains(c.Themes, theme) {
		f.theme = theme
	}
	if text := strings.TrimSpace(c.options["crop"]); text != "" {
		at, err := hex.Parse(text)
		if err != nil || !onBoard(l.Info.Board, at) {
			return nil, no("no-hex", engine.Text("hex", plain(text)))
		}
		f.crop = Crop{at, number(c.options["radius"], draftRadius)}
	}
	return f, nil
}

// position shows a match as it is, or was after a decision, with the answer to a
// question.
func position(c *call, out *card, l referee.Look) (err error) {
	f := out.picture
	f.overlay = c.words.Typed(c.lang, c.options["overlay"])
	if text := c.options["at"]; text != "" {
		if f.seq, err = decision(strings.TrimPrefix(text, "#"), l); err != nil {
			return err
		}
		if l, err = c.Referee.LookAt(l.Match, f.viewer, f.seq); err != nil {
			return err
		}
		out.foot = foot(l)
	}
	out.text(c.say("map", engine.Text("status", c.tell(l.View.Status))))
	var a engine.Answer
	if f.overlay != "" {
		if a, err = c.Referee.Ask(l.Match, f.viewer, f.overlay); err != nil {
			return err
		}
		for _, m := range a.Lines {
			out.text(c.tell(m))
		}
	}
	f.alt = alt(c.voice, l, a)
	return nil
}

// since is the decision after which things are new to who asks: their own last
// order, or the last that they were shown. Who asks again is shown the same again.
// To whoever has done neither, the last phase is new.
func since(c *call, l referee.Look) (int, error) {
	kept, err := c.memories.of(c.account)
	if err != nil {
		return 0, err
	}
	own, err := c.Referee.Acted(l.Match, l.Seats(c.account))
	if err != nil {
		return 0, err
	}
	at := kept.looked(l.Match)
	since := max(at.At, own)
	if at.At >= l.Seq {
		since = max(at.Before, own)
	}
	if since == 0 {
		if since, _, err = c.Referee.LastSpan(l.Match, viewerOf(c, l), referee.SpanPhase); err != nil {
			return 0, err
		}
	}
	if at.At < l.Seq {
		err = c.memories.change(c.account, func(m *remembered) { m.look(l.Match, since, l.Seq) })
	}
	return since, err
}

// replay shows the last span that is over, one decision after the other.
func replay(c *call, out *card, l referee.Look, span referee.Span) error {
	if c.Animate == nil {
		return referee.ErrNoMaps
	}
	viewer := out.picture.viewer
	from, to, err := c.Referee.LastSpan(l.Match, viewer, span)
	if err != nil {
		return err
	}
	scenes, err := c.Referee.Replay(l.Match, viewer, from, to)
	if err != nil {
		return err
	}
	out.text(c.say("replay", engine.Text("status", c.tell(scenes[0].View.Status)), engine.Num("from", from+1), engine.Num("to", to)))
	showScenes(c, out, l, scenes)
	return nil
}

// showScenes puts scenes into a card: what happened in words, and the picture.
func showScenes(c *call, out *card, l referee.Look, scenes []match.Scene) {
	told := match.Told(scenes)
	var texts []string
	for _, m := range told.Lines {
		texts = append(texts, c.tell(m))
	}
	out.text(fitting(texts, maxText-500, c.say("and-more-lines"))...)
	out.picture.scenes = scenes
	l.View = scenes[len(scenes)-1].View
	out.picture.alt = alt(c.voice, l, told)
}
