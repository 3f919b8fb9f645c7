package matches

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/part"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
)

// mostReasons is how many reasons of programs stand in a message, and mostReason how many
// characters of what was done stand before each.
const (
	mostReasons = 8
	mostReason  = 200
)

// whyButton leads to the reasons of programs for their answers in decisions from+1 to to; the zero
// Button where none has any that everybody may know. Only the first is looked for: others may have to be
// asked for again, which takes a while.
func whyButton(ctx context.Context, v command.Voice, l referee.Look, from, to int) (command.Button, error) {
	for seq := max(1, from) + 1; seq <= to; seq++ {
		list, err := l.Snapshot.Why(ctx, engine.Spectator, seq-1, seq)
		if err != nil {
			return command.Button{}, err
		}
		if len(list) > 0 {
			return reasonsButton(v, l, "button.why", from, to), nil
		}
	}
	return command.Button{}, nil
}

// reasonsButton leads to the reasons of programs in decisions from+1 to to.
func reasonsButton(v command.Voice, l referee.Look, label string, from, to int) command.Button {
	return command.Button{Label: v.Say(label), Path: wire.Path{"match", "reasons", string(l.Match), strconv.Itoa(from), strconv.Itoa(to)}}
}

var reasonsCommand = &command.Command{Path: "match/reasons", Parts: []string{"match", "from", "to"}, Button: true, Do: command.Here(tellReasons)}

// tellReasons says to anybody why programs have answered as they did: a button. What is not in
// memory any more is asked for again, which takes a while: only as much as a message holds.
func tellReasons(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	from, wrong := strconv.Atoi(q.Options["from"])
	to, wrongToo := strconv.Atoi(q.Options["to"])
	if wrong != nil || wrongToo != nil || from < 0 || from >= to || to > l.Seq {
		return command.Response{}, wire.ErrPath
	}
	var texts []string
	var over engine.Answer
	out, at := cardOf(l), from
	room := command.MaxText - 500
	for ; at < to; at++ {
		said, drawn, err := reasonOf(q, l, at+1)
		if err != nil {
			return command.Response{}, err
		}
		if said == "" {
			continue
		}
		if len(texts) == 0 {
			said = command.Cut(said, room-1)
		}
		if room -= command.Length(said) + 1; room < 0 || len(texts) == mostReasons {
			break
		}
		texts = append(texts, said)
		over.Marks, over.Paths = append(over.Marks, drawn.Marks...), append(over.Paths, drawn.Paths...)
	}
	if len(texts) == 0 {
		return q.Said("reasons-none")
	}
	out.Text(texts...)
	if more := answered(l, at, to); more > 0 {
		out.Text(q.Say("reasons-more", engine.Num("n", more)))
		out.Press(reasonsButton(q.Voice, l, "button.more-reasons", at, to))
	}
	var err error
	out.Picture, err = reasonsPicture(q, l, at, over)
	return command.Response{Card: out}, err
}

// answered is how many answers of programs are among decisions from+1 to to.
func answered(l referee.Look, from, to int) int {
	n := 0
	for seq := from + 1; seq <= to; seq++ {
		if _, program := l.Snapshot.Match().History().Answerer(seq); program {
			n++
		}
	}
	return n
}

// reasonOf is what a program did by a decision and why, and what is drawn of that; "": no program
// did it, or it gives no reason.
func reasonOf(q *command.Request, l referee.Look, seq int) (string, engine.Answer, error) {
	viewer := viewerOf(q, l)
	list, err := l.Snapshot.Why(q.Context(), viewer, seq-1, seq)
	if err != nil || len(list) == 0 {
		return "", engine.Answer{}, err
	}
	lines, err := l.Snapshot.Lines(viewer, seq-1, seq)
	if err != nil {
		return "", engine.Answer{}, err
	}
	scenes, err := referee.Replay(l.Snapshot.Match(), viewer, seq-1, seq)
	if err != nil {
		return "", engine.Answer{}, err
	}
	drawn := engine.Answer{Marks: list[0].Why.Marks, Paths: list[0].Why.Paths}
	if done := scenes[len(scenes)-1].Change.Paths; len(done) > 0 { // the very ways, where it was only thought of from where to where
		drawn.Paths = done
	}
	did := command.Cut(strings.Join(spokenLines(q.Voice, lines), " "), mostReason)
	if did == "" { // nothing comes of it that is told
		did = spelt(q, "path", asTyped(l.Info, list[0].Path)).Text
	}
	said := "`" + strconv.Itoa(seq) + "` " + did
	return said + "\n-# " + whyTold(q.Voice, list[0]), drawn, nil
}

// asTyped is an answer as it may have been typed: without what is put before a word.
func asTyped(info *engine.Info, path []string) []string {
	out := slices.Clone(path)
	for _, v := range info.Verbs {
		for i := range out {
			out[i] = strings.TrimPrefix(out[i], goalOf(v))
		}
	}
	return out
}

// whyTold says why a program has answered.
func whyTold(v command.Voice, r referee.Reason) string {
	if r.Gone {
		return v.Say("reason-gone", engine.Text("program", v.Words.Program(v.Lang, r.Program.Name)))
	}
	return strings.Join(v.TellAll(r.Why.Lines), " ")
}

// reasonsPicture is the match after a decision, with what reasons draw over it; nil where that
// is nothing.
func reasonsPicture(q *command.Request, l referee.Look, seq int, over engine.Answer) (*command.Frame, error) {
	if len(over.Marks)+len(over.Paths) == 0 || !q.Draws(l.Info) {
		return nil, nil
	}
	f := &command.Frame{Look: l, Viewer: viewerOf(q, l), Seq: seq, Voice: q.Voice, Over: &over}
	then, err := l.Snapshot.LookAt(q.Context(), f.Viewer, seq)
	if err != nil {
		return nil, err
	}
	f.Alt = alt(q.Voice, then, engine.Answer{})
	if p, ok := part.Of(l.Info.Board, over); ok {
		showPart(f, p, over)
	}
	return f, nil
}
