package matches

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"referee/bot/describe"
	"referee/bot/discord/command"
	"referee/bot/discord/drawing"
	"referee/bot/discord/wire"
	"referee/bot/part"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// Board is a match as it stands: one message for each of its phases, or more where the move passes
// on. It tells what has happened since the message was new; once another takes its place, that and
// the picture stay. nil: a program is asked, and what it does is shown at once.
func Board(ctx context.Context, h *command.Handlers, place string, id match.ID, shown wire.Shown) (*wire.Board, error) {
	l, v, direct, err := toldAt(ctx, h, place, id)
	if err != nil || thinking(l) {
		return nil, err
	}
	if l.Ending != nil && strings.HasPrefix(shown.Key, boardPrefix(id, true)) { // the news tell how it ended
		b, err := closed(ctx, h, v, l, shown, l.Seq)
		if b != nil {
			b.Key, b.Since, b.Seq = shown.Key, shown.Since, l.Seq
		}
		return b, err
	}
	since, err := accountBegins(v, l, shown)
	if err != nil {
		return nil, err
	}
	times, starts, err := times(ctx, h, v, l)
	if err != nil {
		return nil, err
	}
	reader, _ := post.DMAccount(place)
	c, f, err := board(ctx, h, v, l, since, times, reader)
	if err != nil {
		return nil, err
	}
	if direct && !l.Started { // they were written to before it was opened
		c.Mentions = nil
	}
	c.Mentions = Heard(ctx, h, place, c.Mentions)
	b := painted(ctx, h, c, f)
	b.Key, b.StartsClock, b.Since, b.Seq, b.Asked = boardKey(v, l), starts, since, l.Seq, askedUsers(l)
	b.Closes = func(was wire.Shown, until int) *wire.Board {
		b, err := closing(ctx, h, v, l, was, until)
		if err != nil {
			h.Log.Error("a board stays as it was", "match", id, "error", err)
		}
		return b
	}
	return b, nil
}

// painted is a card as a board, in words and with its picture; f may be nil.
func painted(ctx context.Context, h *command.Handlers, c *command.Card, f *command.Frame) *wire.Board {
	b := &wire.Board{Message: c.Message(nil)}
	if f != nil {
		b.Draw = func(size drawing.Size) *wire.Message { return command.Painted(ctx, h, c, f, size) }
	}
	return b
}

// accountBegins is the decision after which the account of a board begins, given what the last one
// has shown: where the phase of that one ended, or else with what has passed the move on.
func accountBegins(v command.Voice, l referee.Look, shown wire.Shown) (int, error) {
	// After a backup there may be fewer decisions than were shown.
	shown.Since, shown.Last = min(shown.Since, l.Seq), min(shown.Last, l.Seq)
	if !shown.Over || shown.Key == "" {
		return shown.Since, nil
	}
	if shown.Key == boardKey(v, l) {
		before, err := storyOf(l, shown.Since, max(shown.Since, shown.Last))
		if len(before) == 0 { // the old board tells what has passed the move on
			return l.Seq, err
		}
		return shown.Last, err
	}
	last := shown.Since // in that phase
	err := l.Snapshot.Match().History().Walk(func(m *match.Match) error {
		key := boardPrefix(l.Match, m.Started()) + v.Raw(m.Position().View(engine.Spectator).Status)
		if m.Seq() > last && m.Seq() < l.Seq && strings.HasPrefix(shown.Key, key) {
			last = m.Seq()
		}
		return nil
	})
	return min(last+1, l.Seq), err
}

// storyRoom is how many characters the story of a board has.
const storyRoom = 700

// storyOf is what happened in decisions from+1 to to, as far as boards tell it. What was taken back
// is left out.
func storyOf(l referee.Look, from, to int) ([]engine.Msg, error) {
	lines, err := l.Snapshot.Lines(engine.Spectator, max(from, 1), to) // how a match is set up by itself is on the map
	if err != nil {
		return nil, err
	}
	stands := map[int]bool{}
	for _, e := range l.Snapshot.Match().Line() {
		stands[e.Decision.Seq] = true
	}
	lines = slices.DeleteFunc(lines, func(l referee.Line) bool {
		return !stands[l.Seq] || !toldOnBoard(l.Said) || isBeforehand(l.Said) || l.Said.Key == "referee.told.awaited"
	})
	return lists.Map(lines, func(l referee.Line) engine.Msg { return l.Said }), nil
}

// closing is what becomes of a message that has shown the match up to a decision, once another does:
// the card of a match that has begun, or what happened and where. nil: it stays as it is.
func closing(ctx context.Context, h *command.Handlers, v command.Voice, l referee.Look, was wire.Shown, until int) (*wire.Board, error) {
	switch {
	case l.Started && strings.HasPrefix(was.Key, boardPrefix(l.Match, false)):
		c := cardOf(l)
		gathering(ctx, h, v, c, l, "")
		return painted(ctx, h, c, nil), nil
	case strings.HasPrefix(was.Key, boardPrefix(l.Match, true)) && !strings.Contains(was.Key, restoredMark):
		return closed(ctx, h, v, l, was, until)
	}
	return nil, nil
}

// closed is a board whose account is at its end: what happened, the proofs of its rolls, and where it
// happened.
func closed(ctx context.Context, h *command.Handlers, v command.Voice, l referee.Look, was wire.Shown, until int) (*wire.Board, error) {
	until = min(until, l.Seq) // a backup may know less
	was.Since = min(was.Since, until)
	end, err := l.Snapshot.LookAt(ctx, engine.Spectator, until)
	if err != nil {
		return nil, err
	}
	told, err := storyOf(l, was.Since, until)
	if err != nil {
		return nil, err
	}
	status := command.Plain(strings.TrimPrefix(was.Key, boardPrefix(l.Match, true)))
	c := cardOf(end, titled(v, l, status), describe.Story(l.Info, told, v.Tell, storyRoom))
	c.Box = &command.Box{}
	var f *command.Frame
	if len(told) > 0 {
		if f = boardPicture(ctx, h, v, end, was.Since, told); f != nil {
			f.Seq = until
		}
	}
	why, err := whyButton(ctx, v, l, was.Since, until)
	c.Press(why, proofButton(v, l, was.Since, until))
	return painted(ctx, h, c, f), err
}

// board is the board of a match, and its picture, or nil; times say how its clocks stand. It calls whoever is asked: that
// is heard when it is posted anew. reader is who alone reads it; "": everybody does.
func board(ctx context.Context, h *command.Handlers, v command.Voice, l referee.Look, since int, times []string, reader string) (*command.Card, *command.Frame, error) {
	c := &command.Card{Foot: Foot(l), Box: boxOf(h, l)}
	if !l.Started {
		gathering(ctx, h, v, c, l, reader)
		return c, nil, nil
	}
	told, err := storyOf(l, since, l.Seq)
	if err != nil {
		return nil, nil, err
	}
	c.Text(title(v, l), describe.Story(l.Info, told, v.Tell, storyRoom))
	f := boardPicture(ctx, h, v, l, newSince(l), told)
	switch {
	case l.Ending != nil:
		c.Press(MapButton(v, l), browserButton(h, v, l))
		return c, f, nil
	case l.Restored != nil:
		restored(v, c, l, !l.Held)
		return c, f, nil
	case l.Appealed:
		underAppeal(v, c, l, false)
		return c, f, nil
	}
	c.Text(boxes(v, l))
	c.Text(public(v, l)...)
	c.Text(awaited(v, l))
	c.Text(times...)
	c.Text(chances(v, l))
	if err := callAsked(ctx, h, c, l); err != nil {
		return nil, nil, err
	}
	callWaiting(ctx, h, v, c, l)
	look := MapButton(v, l)
	if f != nil && f.Crop.Radius > 0 { // the whole of it is seen nowhere else
		look.Label = v.Say("button.whole-map")
	}
	why, err := whyButton(ctx, v, l, since, l.Seq)
	if err != nil {
		return nil, nil, err
	}
	return c, f, answers(ctx, h, v, c, l, look, why, proofButton(v, l, since, l.Seq))
}

// callAsked calls those who are asked something. Whoever has just acted sees it, and so does a player
// whose move comes back soon after an order of theirs: they are called later.
func callAsked(ctx context.Context, h *command.Handlers, c *command.Card, l referee.Look) error {
	t, err := h.Referee.Schedule.TimesOf(ctx, l.Snapshot.Match())
	if err != nil {
		return err
	}
	for _, s := range asked(l) {
		if clock, _ := clockOf(t, s.Player); clock.Later.IsZero() && !actedLast(l, s) {
			Mention(ctx, h, c, l, s)
		}
	}
	return nil
}

// callWaiting calls those who have waited for a match of no league to begin, while nobody has given
// an order yet. Those who are asked something are called for that.
func callWaiting(ctx context.Context, h *command.Handlers, v command.Voice, c *command.Card, l referee.Look) {
	m := l.Snapshot.Match()
	byHand := func(e *match.Entry) bool { return m.History().ByHand(&e.Decision) }
	if l.Settings[referee.SettingOwner] != "" || slices.ContainsFunc(m.Log(), byHand) {
		return
	}
	for _, s := range once(people(l)) {
		same := func(o referee.Sitting) bool { return o.Player == s.Player }
		if !slices.ContainsFunc(asked(l), same) && !schedule.Here(m, s.Player) {
			c.Text(v.Say("begun-for", engine.Text("who", who(v, s))))
			Mention(ctx, h, c, l, s)
		}
	}
}

// askedUsers are those whom a board asks something, with the last decision of their own;
// nobody while the match waits for something else.
func askedUsers(l referee.Look) map[wire.ID]int {
	if !l.Started || l.Ending != nil || l.Restored != nil || l.Appealed {
		return nil
	}
	out := map[wire.ID]int{}
	for _, s := range asked(l) {
		if user, ok := wire.UserOf(s.Account); ok {
			out[user] = referee.LastDecision(l.Snapshot.Match(), l.Seats(s.Account))
		}
	}
	return out
}

// actedLast reports whether somebody has made the last decision of a match, with what followed
// of itself: they see what they are asked, and need no call.
func actedLast(l referee.Look, s referee.Sitting) bool {
	return s.Player != match.Referee && schedule.LastActor(l.Snapshot.Match(), 0) == s.Player
}

// boardPrefix begins the keys of all boards of a match before it begins, or after.
func boardPrefix(id match.ID, started bool) string { return fmt.Sprintf("%s %t ", id, started) }

// boardKey is the same for everything that one board shows: for as long as the
// match is in one phase, or waits to go on after a backup.
func boardKey(v command.Voice, l referee.Look) string {
	key := boardPrefix(l.Match, l.Started) + v.Raw(l.View.Status)
	if l.Restored != nil { // a board of its own, and then another
		key += fmt.Sprintf("%s%d %t", restoredMark, l.Restored.From, l.Held)
	}
	return key
}

// restoredMark is what the key of a board has while its match waits to go on after a backup.
const restoredMark = " restored "

// chanceWidth is how many signs wide the bar of chances is.
const chanceWidth = 10

// chances shows as a bar how likely each side is to win; "" where that is not said.
func chances(v command.Voice, l referee.Look) string {
	list, ok := l.Snapshot.Chance(engine.Spectator)
	if !ok {
		return ""
	}
	n := (list[0].Percent*chanceWidth + 50) / 100
	bar := strings.Repeat("█", n) + strings.Repeat("░", chanceWidth-n)
	return "-# " + strings.Join(append([]string{bar}, v.TellAll(l.Snapshot.TellChance(list))...), " ")
}

// boardPicture is the picture of a board, as everybody may see it: the whole map where a column of messages shows it well, else the
// part that the match is about now, first of all where something is new to those who are called. nil: there are no pictures, or
// nothing is on the map. What is new came after decision since, and said says it in words.
func boardPicture(ctx context.Context, h *command.Handlers, v command.Voice, l referee.Look, since int, said []engine.Msg) *command.Frame {
	if p, ok := shownPicture(l); ok {
		return &command.Frame{Look: l, Viewer: engine.Spectator, Voice: v, Handed: p, Full: true, Alt: v.Say("handed-picture", engine.Text("name", p.Name))}
	}
	if !h.Draws(l.Info) {
		return nil
	}
	f := &command.Frame{Look: l, Viewer: engine.Spectator, Voice: v, Alt: alt(v, l, engine.Answer{Lines: said})}
	over, err := changed(l, engine.Spectator, since)
	if err != nil {
		h.Log.Error("it is not known what is new on a board", "match", l.Match, "error", err)
	}
	if p, ok := partInColumn(ctx, h, l, over); ok {
		showPart(f, p, over)
	} else if !part.Readable(l.Info.Board) {
		return nil
	}
	return f
}

// beforehand are the messages of what comes before a match, which its boards
// leave out.
var beforehand = []string{"referee.told.open", "referee.told.key", "referee.told.beacon", "referee.told.join", "referee.told.join-program"}

// isBeforehand reports whether a message is of what comes before a match.
func isBeforehand(m engine.Msg) bool {
	return slices.Contains(beforehand, m.Key) || strings.HasPrefix(m.Key, "referee.told.set-")
}

// answers adds what can be pressed to answer: the options of what everybody may
// know, and a button that shows them to whoever is asked; and what can be looked at.
func answers(ctx context.Context, h *command.Handlers, v command.Voice, c *command.Card, l referee.Look, look command.Button, more ...command.Button) error {
	for _, a := range l.Asks {
		s := l.Holder(a.Seat)
		if a.Secret || len(l.Asks) > 1 || s.Account == "" || s.Program != "" {
			continue
		}
		node, err := l.Snapshot.MarkedOptions(ctx, referee.Command{Match: l.Match, Seat: a.Seat, Account: s.Account}, a.Prompt, nil)
		if err != nil {
			return err
		}
		Follow(v, c, SpotOf(l.Match, a.Prompt, nil), node.Options, terrainOf(h, l.Info, l.View, a.Seat).about, 0, false)
	}
	places(v, c, l)
	c.Press(append([]command.Button{answerButton(v, l), look, MapButton(v, l, showChanges), browserButton(h, v, l)}, more...)...)
	return nil
}
