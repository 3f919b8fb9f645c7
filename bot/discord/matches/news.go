package matches

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// News tells decisions of a match, as far as they are no orders, rolls and draws, which its board
// tells: what was agreed and ruled, what somebody wants of the other side, and how it ended.
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
	n.lines = n.saidByName()
	if n.notable() || p.By != nil || pledged { // no board will tell it again
		c.Text(command.Fitting(spokenLines(n.Voice, n.told()), command.NewsRoom, n.Say("and-more-lines"))...)
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
	if err := handedIn(ctx, c, n); err != nil {
		return nil, err
	}
	if err := tellWaiting(ctx, h, c, n); err != nil {
		return nil, err
	}
	if len(c.Texts) == 0 {
		return nil, nil
	}
	m := c.Message(nil)
	m.Asks = asks
	return &m, nil
}

// told are the lines of a post that no board tells; all of them, where somebody who is no player did it.
func (n news) told() []referee.Line {
	return slices.DeleteFunc(slices.Clone(n.lines), func(l referee.Line) bool {
		return !n.was.Started && isBeforehand(l.Said) || n.post.By == nil && toldOnBoard(l.Said)
	})
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

// notable reports whether something was agreed or ruled.
func (n news) notable() bool {
	return n.post.From > 0 && slices.ContainsFunc(n.lines, func(l referee.Line) bool {
		return !toldOnBoard(l.Said) && (n.was.Started || !isBeforehand(l.Said))
	})
}

// toldOnBoard reports whether the board of a match tells something, and no news: all that its game
// tells, and what becomes of orders that stand.
func toldOnBoard(m engine.Msg) bool {
	return !strings.HasPrefix(m.Key, "referee.told.") || slices.Contains(quiet, m.Key)
}

// quiet are the messages of the referee that are no news by themselves.
var quiet = []string{
	"referee.told.stand", "referee.told.revoke", "referee.told.awaited", "referee.told.stood", "referee.told.stood-secret", "referee.told.stood-shown",
}

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
