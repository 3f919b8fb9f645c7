package matches

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

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

// recent is how many lines of what happened stand on a board.
const recent = 8

// News tells decisions of a match: what was rolled, drawn or agreed, how it ended, and
// whom it is up to now where that is somebody else and no new board says so.
// Orders without chance are told on the board alone.
func News(ctx context.Context, h *command.Handlers, place string, p post.MatchNews) (*wire.Message, error) {
	n, err := newsOf(ctx, h, place, p)
	if err != nil {
		return nil, err
	}
	if m := challengeNews(n); m != nil {
		return m, nil
	}
	c := cardOf(n.then)
	pledged, err := begins(ctx, h, place, c, n)
	if err != nil {
		return nil, err
	}
	called := n.called()
	if boardKey(n.Voice, n.was) != boardKey(n.Voice, n.then) && answered(n.now, n.post.From, n.post.To) == 0 {
		called = nil // the new board calls them; a program may have answered before there was one
	}
	why, err := whyButton(ctx, n)
	if err != nil {
		return nil, err
	}
	n.lines = n.saidByName()
	if n.notable() || p.By != nil || len(called) > 0 || pledged || why.Path != nil { // no board will tell it again
		telling(c, n, why)
		if err := because(ctx, h, c, n); err != nil {
			return nil, err
		}
		Signed(n.Voice, c, p.By)
	}
	if n.ends() {
		if n.then.Ending.How != match.Abandoned { // else that is among the lines
			c.Text(ending(n.Voice, n.then)...)
		}
		c.Press(overButtons(h, n.Voice, n.then)...)
	}
	asks := ""
	if n.offers() {
		asks = offer(ctx, n, h, c)
	}
	if err := inviteStatement(ctx, h, c, n); err != nil {
		return nil, err
	}
	backNews(ctx, h, c, n)
	for _, s := range called {
		c.Text(n.Say("your-move", engine.Text("who", who(n.Voice, s))))
		Mention(ctx, h, c, n.now, s)
	}
	if err := tellWaiting(ctx, h, c, n, called); err != nil {
		return nil, err
	}
	if len(called) > 0 {
		c.Press(answerButton(n.Voice, n.now), MapButton(n.Voice, n.now), browserButton(h, n.Voice, n.now))
	}
	if len(c.Texts) == 0 {
		return nil, nil
	}
	m := c.Message(nil)
	m.Asks = asks
	return &m, nil
}

// telling adds what happened, with the proofs of its rolls and the reasons of programs, and
// the roll that is awaited.
func telling(c *command.Card, n news, why command.Button) {
	lines := n.lines
	if !n.was.Started {
		lines = slices.DeleteFunc(slices.Clone(lines), func(l referee.Line) bool { return isBeforehand(l.Said) })
	}
	c.Text(command.Fitting(spokenLines(n.Voice, lines), command.NewsRoom, n.Say("and-more-lines"))...)
	if n.then.Seq == n.now.Seq {
		c.Text(awaited(n.Voice, n.now))
	}
	buttons := []command.Button{why}
	if why.Path != nil {
		buttons = append(buttons, MapButton(n.Voice, n.now, showChanges))
	}
	c.Press(append(buttons, proofButton(n.now.Snapshot, n.Voice, n.post)...)...)
}

// because adds the reasons of rulings, as their judges wrote them.
func because(ctx context.Context, h *command.Handlers, c *command.Card, n news) error {
	if !slices.ContainsFunc(n.lines, func(l referee.Line) bool { return strings.HasPrefix(l.Said.Key, "referee.told.ruling-") }) {
		return nil
	}
	cases, err := h.Club.Judges.Cases(ctx, n.post.Match)
	for _, x := range cases {
		if x.Ruling != nil && x.Seq > n.post.From && x.Seq <= n.post.To {
			room := command.NewsRoom - command.Length(strings.Join(c.Texts, "\n"))
			c.Text(command.Fitting(command.Quoted(x.Reason), room, n.Say("and-more-lines"))...)
		}
	}
	return err
}

// Board is a match as it stands: one message for each of its phases. nil: a program is asked,
// and what it does is shown at once.
func Board(ctx context.Context, h *command.Handlers, place string, id match.ID, told int) (*wire.Board, error) {
	l, v, direct, err := toldAt(ctx, h, place, id)
	if err != nil || thinking(l) {
		return nil, err
	}
	times, starts, err := times(ctx, h, v, l)
	if err != nil {
		return nil, err
	}
	reader, _ := post.DMAccount(place)
	c, f, err := board(ctx, h, v, l, told, times, reader)
	if err != nil {
		return nil, err
	}
	if direct && !l.Started { // they were written to before it was opened
		c.Mentions = nil
	}
	c.Mentions = Heard(ctx, h, place, c.Mentions)
	b := &wire.Board{Key: boardKey(v, l), Message: c.Message(nil), StartsClock: starts, Seq: l.Seq, Asked: askedUsers(l)}
	b.Closes = func(key string) *wire.Message { return closing(ctx, h, v, l, key) }
	if f != nil {
		b.Draw = func(size drawing.Size) *wire.Message { return command.Painted(ctx, h, c, f, size) }
	}
	return b, nil
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
		key += fmt.Sprintf(" restored %d %t", l.Restored.From, l.Held)
	}
	return key
}

// news is what a post tells.
type news struct {
	command.Voice
	post  post.MatchNews
	was   referee.Look // before it; the zero Look where the match was not yet open
	then  referee.Look // after it
	now   referee.Look
	lines []referee.Line
	// reader is the account that alone reads it; "": everybody does.
	reader string
}

func newsOf(ctx context.Context, h *command.Handlers, place string, p post.MatchNews) (n news, err error) {
	n.post = p
	n.reader, _ = post.DMAccount(place)
	if n.now, n.Voice, _, err = toldAt(ctx, h, place, p.Match); err != nil {
		return n, err
	}
	s := n.now.Snapshot
	if n.then = n.now; p.To != n.now.Seq {
		if n.then, err = s.LookAt(ctx, engine.Spectator, p.To); err != nil {
			return n, err
		}
	}
	if p.From > 0 {
		if n.was, err = s.LookAt(ctx, engine.Spectator, p.From); err != nil {
			return n, err
		}
	}
	n.lines, err = s.Lines(engine.Spectator, p.From, p.To)
	return n, err
}

// InPublic is a match as everybody may see it, and who tells everybody of it.
func InPublic(ctx context.Context, h *command.Handlers, id match.ID) (referee.Look, command.Voice, error) {
	l, err := look(ctx, h, id)
	if err != nil {
		return referee.Look{}, command.Voice{}, err
	}
	v, err := PublicVoice(h, l)
	return l, v, err
}

// look is a match as everybody may see it.
func look(ctx context.Context, h *command.Handlers, id match.ID) (referee.Look, error) {
	s, err := h.Referee.Snapshot(ctx, id)
	if err != nil {
		return referee.Look{}, err
	}
	return s.Look(ctx, engine.Spectator)
}

// PublicVoice speaks to everybody about a match.
func PublicVoice(h *command.Handlers, l referee.Look) (command.Voice, error) {
	words, err := h.Library.Of(l.Info)
	return command.Voice{Words: words, Lang: languageOf(h, l)}, err
}

// offer adds what is offered to the others. It returns what they are asked, as [Stands] knows it.
func offer(ctx context.Context, n news, h *command.Handlers, c *command.Card) (asks string) {
	var lines []string
	switch n.then.Offer {
	case match.Draw, match.TakeBack, match.NewSettings:
		lines = offering(h, n.Voice, n.then)
	case match.Law: // who offers it is told
		lines = otherwise(n.Voice, n.then, "law-otherwise")
	case match.NewBoard:
		lines = n.TellAll(n.then.OfferedBoard.Changes)
	}
	others := slices.DeleteFunc(people(n.then), func(s referee.Sitting) bool { return s.Seat == n.then.Offerer })
	for _, s := range others {
		c.Text(who(n.Voice, s))
		Mention(ctx, h, c, n.then, s)
	}
	c.Text(lines...)
	if n.reader == n.then.Holder(n.then.Offerer).Account && n.reader != "" { // only the others answer
		return ""
	}
	if len(others) == 0 || n.now.OfferedBy != n.then.OfferedBy { // programs answer by themselves, or it is settled
		return ""
	}
	AnswersToOffer(ctx, h, n.Voice, c, h.Turn(n.now, referee.Command{Match: n.now.Match, Seat: others[0].Seat}))
	return offerAsked(n.then)
}

// notable reports whether something was rolled, drawn or agreed.
func (n news) notable() bool {
	return n.post.From > 0 && slices.ContainsFunc(n.lines, func(l referee.Line) bool {
		return l.Seat == engine.Chance ||
			strings.HasPrefix(l.Said.Key, "referee.told.") && !slices.Contains(quiet, l.Said.Key) &&
				(n.was.Started || !isBeforehand(l.Said))
	})
}

// quiet are the messages of what is no news by itself: a board tells them.
var quiet = []string{"referee.told.stand", "referee.told.revoke"}

// spokenLines says lines.
func spokenLines(v command.Voice, lines []referee.Line) []string {
	return lists.Map(lines, func(l referee.Line) string { return v.Tell(l.Said) })
}

// called are those who are asked now, and were not before the post.
func (n news) called() []referee.Sitting {
	var out []referee.Sitting
	for _, s := range asked(n.then) {
		same := func(o referee.Sitting) bool { return o.Player == s.Player }
		if !slices.ContainsFunc(asked(n.was), same) && slices.ContainsFunc(asked(n.now), same) {
			out = append(out, s)
		}
	}
	return out
}

// asked are the people who are asked something; of programs nobody need know.
func asked(l referee.Look) []referee.Sitting {
	var out []referee.Sitting
	for _, a := range l.Asks {
		s := l.Holder(a.Seat)
		if s.Player != match.Referee && s.Program == "" {
			out = append(out, s)
		}
	}
	return once(out)
}

// once are those who sit somewhere, each once.
func once(list []referee.Sitting) (out []referee.Sitting) {
	for _, s := range list {
		if !slices.ContainsFunc(out, func(o referee.Sitting) bool { return o.Player == s.Player }) {
			out = append(out, s)
		}
	}
	return out
}

// thinking reports whether a match waits for nobody but programs.
func thinking(l referee.Look) bool {
	return len(l.Asks) > 0 && !slices.ContainsFunc(l.Asks, func(a referee.Ask) bool { return l.Holder(a.Seat).Program == "" })
}

// people are those who sit and are no programs: whom a post can call.
func people(l referee.Look) []referee.Sitting {
	return slices.DeleteFunc(slices.Clone(l.Sitting), func(s referee.Sitting) bool { return s.Program != "" })
}

// Mention lets a card call a person, where the match calls anybody and they want to
// be told there.
func Mention(ctx context.Context, h *command.Handlers, c *command.Card, l referee.Look, s referee.Sitting) {
	user, ok := wire.UserOf(s.Account)
	if !ok || !l.Mentions(s.Player) || slices.Contains(c.Mentions, user) {
		return
	}
	p, err := h.Referee.Schedule.Preferences(ctx, s.Account)
	if err != nil {
		h.Log.Error("somebody is called, as it is not known where they want to be", "error", err)
	} else if p.Where != schedule.InChannel || p.Digest {
		return
	}
	c.Mentions = append(c.Mentions, user)
}

func answerButton(v command.Voice, l referee.Look) command.Button {
	return command.Button{Label: v.Say("button.answer"), Path: wire.Path{"choose", string(l.Match)}, Style: discordgo.PrimaryButton}
}

// public says who is asked what, as far as everybody may know it.
func public(v command.Voice, l referee.Look) []string {
	var lines []string
	for _, a := range l.Asks {
		if l.Holder(a.Seat).Player == match.Referee {
			lines = append(lines, v.Say("side-free", engine.Noun("seat", string(a.Seat))))
			continue
		}
		at := engine.Text("who", who(v, l.Holder(a.Seat)))
		if l.Holder(a.Seat).Program != "" {
			lines = append(lines, v.Say("thinks", engine.Noun("seat", string(a.Seat)), at))
			continue
		}
		if ask, known := known(l, a); known {
			lines = append(lines, v.Say("asked-of", engine.Noun("seat", string(a.Seat)), at, engine.Text("ask", v.Tell(ask))))
		} else {
			lines = append(lines, v.Say("their-move", at))
		}
	}
	return lines
}

// known is a question, if everybody may know it.
func known(l referee.Look, a referee.Ask) (engine.Msg, bool) {
	for _, w := range l.View.Waiting {
		if w.ID == a.Prompt && w.Ask.Key != "" && !w.Secret {
			return w.Ask, true
		}
	}
	return engine.Msg{}, false
}

// board is the board of a match, and its picture, or nil; times say how its clocks stand. It calls whoever is asked: that
// is heard when it is posted anew. reader is who alone reads it; "": everybody does.
func board(ctx context.Context, h *command.Handlers, v command.Voice, l referee.Look, told int, times []string, reader string) (*command.Card, *command.Frame, error) {
	c := &command.Card{Foot: Foot(l), Box: boxOf(h, l)}
	if !l.Started {
		gathering(ctx, h, v, c, l, reader)
		return c, nil, nil
	}
	c.Text(title(v, l))
	lines, err := happened(l)
	if err != nil {
		return nil, nil, err
	}
	var said []engine.Msg
	for _, line := range lines {
		said = append(said, line.Said)
		if line.Seq > max(told, 1) { // how the match was set up is on the map
			c.Text(command.Cut(v.Tell(line.Said), 300))
		}
	}
	f := boardPicture(ctx, h, v, l, engine.Answer{Lines: said})
	if l.Ending != nil {
		c.Text(ending(v, l)...)
		c.Press(MapButton(v, l), browserButton(h, v, l))
	} else if l.Restored != nil {
		restored(v, c, l, !l.Held)
	} else if l.Appealed {
		underAppeal(v, c, l, false)
	} else {
		c.Text(public(v, l)...)
		c.Text(awaited(v, l))
		c.Text(times...)
		c.Text(chances(v, l))
		for _, s := range asked(l) {
			if !actedLast(l, s) {
				Mention(ctx, h, c, l, s)
			}
		}
		look := MapButton(v, l)
		if f != nil && f.Crop.Radius > 0 { // the whole of it is seen nowhere else
			look.Label = v.Say("button.whole-map")
		}
		if err := answers(ctx, h, v, c, l, look); err != nil {
			return nil, nil, err
		}
	}
	return c, f, nil
}

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
// nothing is on the map. said is what it says in words.
func boardPicture(ctx context.Context, h *command.Handlers, v command.Voice, l referee.Look, said engine.Answer) *command.Frame {
	if !h.Draws(l.Info) {
		return nil
	}
	f := &command.Frame{Look: l, Viewer: engine.Spectator, Voice: v, Alt: alt(v, l, said)}
	over, err := changed(l, engine.Spectator, newSince(l))
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

// happened are the last lines of what happened.
func happened(l referee.Look) ([]referee.Line, error) {
	lines, err := l.Snapshot.Lines(engine.Spectator, max(0, l.Seq-2*recent), l.Seq)
	if err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(l referee.Line) bool { return isBeforehand(l.Said) })
	return lines[max(0, len(lines)-recent):], nil
}

// answers adds what can be pressed to answer: the options of what everybody may
// know, and a button that shows them to whoever is asked; and what can be looked at.
func answers(ctx context.Context, h *command.Handlers, v command.Voice, c *command.Card, l referee.Look, look command.Button) error {
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
	c.Press(answerButton(v, l), look, MapButton(v, l, showChanges), browserButton(h, v, l))
	return nil
}

// Heard are those of some people whom a message at a place is to call: in direct messages the reader alone, and where the bot is not
// those who are told nowhere else.
func Heard(ctx context.Context, h *command.Handlers, place string, users []wire.ID) []wire.ID {
	reader, direct := post.DMAccount(place)
	_, away := post.Away(place)
	return slices.DeleteFunc(slices.Clone(users), func(u wire.ID) bool {
		account := wire.AccountOf(u)
		if !away {
			return direct && account != reader
		}
		told, err := h.Referee.Schedule.Reaches(ctx, account)
		return err == nil && told
	})
}

// Trouble tells the players of the match at a place that nothing can be posted
// there: gone, for the reason that Discord gives, or because the bot may not. Of a match in
// direct messages it tells the others who cannot be written to.
func Trouble(ctx context.Context, h *command.Handlers, place string, gone bool, reason string) ([]wire.DirectMessage, error) {
	id, err := h.LatestAt(ctx, place, match.UnderWay)
	if err != nil {
		return nil, err
	}
	account, direct := post.DMAccount(place)
	l, v, err := InPublic(ctx, h, id)
	if err != nil {
		return nil, err
	}
	key := "shut"
	switch {
	case direct:
		key = "direct-refused"
	case gone:
		key = "channel-gone"
	case reason != "":
		key = "post-blocked"
	}
	var out []wire.DirectMessage
	for _, s := range once(l.Sitting) {
		user, ok := wire.UserOf(s.Account)
		if !ok || s.Account == account {
			continue
		}
		c := command.Says(v.Say(key, engine.Text("match", string(id)), engine.Text("where", command.Where(place)), engine.Text("reason", command.Plain(reason)), engine.Text("who", command.UserNamed(account))))
		out = append(out, wire.DirectMessage{To: user, Message: c.Message(nil)})
	}
	return out, nil
}

// Notice tells whoever runs the referee something about it.
func Notice(h *command.Handlers, said engine.Msg) *wire.Message {
	c := command.Says(command.Voice{Words: h.Plain, Lang: h.Language}.Raw(said))
	return c.Post()
}

// inviteStatement adds to news of an appeal that the other side may speak, too; and where no
// judge is there, who can rule.
func inviteStatement(ctx context.Context, h *command.Handlers, c *command.Card, n news) error {
	i := slices.IndexFunc(n.lines, func(l referee.Line) bool { return strings.HasPrefix(l.Said.Key, "referee.told.appeal") })
	if i < 0 {
		return nil
	}
	for _, s := range people(n.then) {
		if s.Seat != n.lines[i].Seat {
			c.Text(n.Say("judges.your-side", engine.Text("who", who(n.Voice, s))))
			Mention(ctx, h, c, n.now, s)
		}
	}
	asked, _, err := AppealedOf(ctx, h, n.now.Match)
	if err == nil && !asked.In(h, n.now).HasJudges() {
		c.Text(n.Say("judges.nobody"))
	}
	c.Press(statementButton(n.Voice, n.now))
	return err
}
