package matches

import (
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
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

// mostRadius is how many hexes round another a map can show: eleven across.
const mostRadius = 5

// shows lists them in the order in which they are offered.
var shows = []string{showChanges, showPhase, showTurn}

var drawMapCommand = &command.Command{
	Path: "map", Parts: []string{"match", "show", "shape"},
	Options: []command.Option{
		{Name: "show", Values: command.Fixed("discord.show.", shows...)},
		{Name: "at", Number: command.AtLeast(1)},
		{Name: "crop", Complete: proposes(completeCrop)},
		{Name: "radius", Number: command.Between(1, mostRadius)},
		{Name: "overlay", Complete: proposes(completeOverlay), Example: exampleQuery},
		{Name: "theme", Values: command.ThemeValues},
		{Name: "shape", Values: command.Fixed("discord.shape.", shapes...)},
	},
	Do: command.Here(drawMap),
}

// drawMap shows the map, what changed on it, or a replay: /map.
func drawMap(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	switch {
	case l.Info.Board == nil:
		return command.Response{}, referee.ErrNoBoard
	case q.Paint == nil:
		return command.Response{}, referee.ErrNoMaps
	}
	f, err := frameOf(q, l)
	if err != nil {
		return command.Response{}, err
	}
	out := &command.Card{Foot: Foot(l), Picture: f}
	switch q.Options["show"] {
	case showChanges:
		err = changes(q, out, l)
	case showPhase:
		err = replay(q, out, l, referee.SpanPhase)
	case showTurn:
		err = replay(q, out, l, referee.SpanTurn)
	default:
		if asked, given, lacking := overlayLacks(q, l); lacking >= 0 {
			return asked.choose(given, lacking)
		}
		err = position(q, out, l)
	}
	if slices.ContainsFunc(l.Asks, func(a referee.Ask) bool { return slices.Contains(l.Seats(q.Account), a.Seat) }) {
		out.Press(answerButton(q.Voice, l))
	}
	return command.Response{Card: out}, err
}

// frameOf is a picture of a match in the colours and of the part that are asked
// for.
func frameOf(q *command.Request, l referee.Look) (*command.Frame, error) {
	f := &command.Frame{Look: l, Viewer: viewerOf(q, l), Voice: q.Voice, Full: true}
	if theme := q.Options["theme"]; slices.Contains(q.Themes, theme) {
		f.Theme = theme
	}
	if text := strings.TrimSpace(q.Options["crop"]); text != "" {
		at, err := hex.Parse(text)
		if err != nil || !onBoard(l.Info.Board, at) {
			return nil, command.No("no-hex", engine.Text("hex", command.Plain(text)))
		}
		f.Crop = command.Crop{At: []hex.Coord{at}, Radius: command.Number(q.Options["radius"], draftRadius)}
	}
	return f, nil
}

// overlayLacks is the query that is to be drawn on the map as the match stands, what is given for its arguments, and the number of
// the one that it lacks; -1: it lacks none.
func overlayLacks(q *command.Request, l referee.Look) (asked query, given []string, lacking int) {
	words := strings.Fields(q.Words.Typed(q.Lang, q.Options["overlay"]))
	if len(words) == 0 || q.Options["at"] != "" { // the menu of what it lacks asks about the match as it stands
		return query{}, nil, -1
	}
	info, known := l.Info.Query(words[0])
	if !known || len(words) > len(info.Args)+1 {
		return query{}, nil, -1
	}
	asked, given = query{q, l, info}, make([]string, len(info.Args))
	copy(given, words[1:])
	_, err := asked.ask(given)
	return asked, given, asked.lacks(given, err)
}

// position shows a match as it is, or was after a decision, with the answer to a
// question.
func position(q *command.Request, out *command.Card, l referee.Look) (err error) {
	f := out.Picture
	f.Overlay = q.Words.Typed(q.Lang, q.Options["overlay"])
	if text := q.Options["at"]; text != "" {
		if f.Seq, err = Decision(strings.TrimPrefix(text, "#"), l); err != nil {
			return err
		}
		if l, err = l.Snapshot.LookAt(q.Context(), f.Viewer, f.Seq); err != nil {
			return err
		}
		out.Foot = Foot(l)
	}
	out.Text(q.Say("map", engine.Text("status", q.Tell(l.View.Status))))
	var a engine.Answer
	if f.Overlay != "" {
		if a, err = l.Snapshot.Ask(q.Context(), f.Viewer, f.Overlay); err != nil {
			return err
		}
		out.Text(q.TellAll(a.Lines)...)
	}
	f.Alt = alt(q.Voice, l, a)
	if f.Overlay == "" {
		showUpright(q, out, l)
	}
	return nil
}

// showUpright shows whoever wants pictures in portrait the part of the map that the match is about now, where they have asked for no
// other and the whole of it could not be read. One button shows the whole map, another one leads to the board in the browser.
func showUpright(q *command.Request, out *command.Card, l referee.Look) {
	f := out.Picture
	if !q.Upright() || f.Crop.Radius > 0 {
		return
	}
	news, err := changed(l, f.Viewer, referee.LastDecision(l.Snapshot.Match(), l.Seats(q.Account)))
	if err != nil {
		q.Log.Error("it is not known what is new on a map", "match", l.Match, "error", err)
	}
	if p, ok := partInColumn(q.Context(), q.Handlers, l, news); ok {
		showPart(f, p, news)
		whole := command.Button{Label: q.Say("button.whole-map"), Path: wire.Path{"map", string(l.Match), "", command.Landscape}}
		out.Press(whole, browserButton(q.Handlers, q.Voice, l))
	}
}

// since is the decision after which things are new to who asks: their own last
// order, or the last that they were shown. Who asks again is shown the same again.
// To whoever has done neither, the last phase is new.
func since(q *command.Request, l referee.Look) (int, error) {
	kept, err := q.Memories.Of(q.Context(), q.Account)
	if err != nil {
		return 0, err
	}
	own := referee.LastDecision(l.Snapshot.Match(), l.Seats(q.Account))
	at := kept.LookedAt(l.Match)
	since := max(at.Seq, own)
	if at.Seq >= l.Seq {
		since = max(at.Before, own)
	}
	if since == 0 {
		if since, _, err = referee.SpanPhase.Last(l.Snapshot.Match()); err != nil {
			return 0, err
		}
	}
	if at.Seq < l.Seq {
		err = q.Memories.Change(q.Context(), q.Account, func(m *command.Remembered) { m.Look(l.Match, since, l.Seq) })
	}
	return since, err
}

// replay shows the last span that is over, one decision after the other.
func replay(q *command.Request, out *command.Card, l referee.Look, span referee.Span) error {
	if q.Animate == nil {
		return referee.ErrNoMaps
	}
	viewer := out.Picture.Viewer
	from, to, err := span.Last(l.Snapshot.Match())
	if err != nil {
		return err
	}
	scenes, err := referee.Replay(l.Snapshot.Match(), viewer, from, to)
	if err != nil {
		return err
	}
	out.Text(q.Say("replay", engine.Text("status", q.Tell(scenes[0].View.Status)), engine.Num("from", from+1), engine.Num("to", to)))
	showScenes(q, out, l, scenes)
	return nil
}

// showScenes puts scenes into a card: what happened in words, and the picture.
func showScenes(q *command.Request, out *command.Card, l referee.Look, scenes []match.Scene) {
	told := match.MergeScenes(scenes)
	out.Text(command.Fitting(q.TellAll(told.Lines), command.MaxText-500, q.Say("and-more-lines"))...)
	out.Picture.Scenes = scenes
	l.View = scenes[len(scenes)-1].View
	out.Picture.Alt = alt(q.Voice, l, told)
}

// exampleQuery is a query as it can be typed: the first that a game has.
func exampleQuery(h *command.Handlers) engine.Arg {
	for _, g := range h.Games {
		if len(g.Queries) == 0 {
			continue
		}
		words := []string{g.Queries[0].Name}
		for _, a := range g.Queries[0].Args {
			if list := g.Words[a.Kind]; len(list) > 0 && !a.Optional {
				words = append(words, list[0])
			}
		}
		return engine.Text("example", strings.Join(words, " "))
	}
	return engine.Text("example", "")
}
