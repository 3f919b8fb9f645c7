package clubs

import (
	"context"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/engine"
)

var announceHereCommand = aboutLeague(command.Command{Path: "league-admin/announce", Needs: adminNeeds, Right: authority.Organise}, announceHere)

// announceHere has a league announced in this channel from now on, with what waits
// where it was: /league-admin announce.
func announceHere(q *leagueRequest) (command.Response, error) {
	switch {
	case q.InThread:
		return command.Response{}, command.No("league.in-thread")
	case q.NoThreads:
		return command.Response{}, command.No("league.no-threads")
	case len(q.Lacks) > 0:
		return command.Response{}, command.No("lacks", command.Permissions(q.Request))
	}
	if err := q.Club.Leagues.Announce(q.Context(), q.by(), q.Place); err != nil {
		return command.Response{}, err
	}
	out := q.card(q.Say("league.announced", engine.Text("league", command.Plain(q.look.Card.Name))))
	return command.Response{Card: out}, nil
}

// Trouble tells who has founded the leagues that are announced at a place that
// nothing can be posted there; nil where none is announced there.
func Trouble(ctx context.Context, h *command.Handlers, place string, gone bool, reason string) ([]wire.DirectMessage, error) {
	leagues, err := h.Club.Leagues.AnnouncedAt(ctx, place)
	if err != nil {
		return nil, err
	}
	var out []wire.DirectMessage
	if len(leagues) > 0 {
		out = []wire.DirectMessage{}
	}
	for _, card := range leagues {
		l, err := h.Club.Leagues.Look(ctx, card.ID)
		if err != nil {
			return nil, err
		}
		dm, ok, err := founderTrouble(h, l, gone, reason)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, dm)
		}
	}
	return out, nil
}

// founderTrouble tells who has founded a league that nothing can be posted where it
// is announced; false where nothing is known of them.
func founderTrouble(h *command.Handlers, l club.LeagueLook, gone bool, reason string) (wire.DirectMessage, bool, error) {
	key := "league.shut"
	switch {
	case gone:
		key = "league.channel-gone"
	case reason != "":
		key = "league.blocked"
	}
	return toFounder(h, l, key, engine.Text("league", command.Plain(l.Card.Name)), engine.Text("where", command.Where(l.Card.Place)),
		engine.Text("reason", command.Plain(reason)))
}

// toFounder is a message to who has founded a league; false where nothing is known of them.
func toFounder(h *command.Handlers, l club.LeagueLook, key string, args ...engine.Arg) (wire.DirectMessage, bool, error) {
	founder, _ := l.Person(l.Founder)
	user, ok := wire.UserOf(founder.Account)
	if !ok {
		return wire.DirectMessage{}, false, nil
	}
	v, _, err := leagueVoice(h, l)
	if err != nil {
		return wire.DirectMessage{}, false, err
	}
	c := command.Says(v.Say(key, args...))
	return wire.DirectMessage{To: user, Message: c.Message(nil)}, true, nil
}

// Threadless says, where a league is announced and to who has founded it, that Discord
// refuses the thread of a match: the match waits, and nothing else does.
func Threadless(ctx context.Context, h *command.Handlers, p post.OpenMatch) (*wire.Message, []wire.DirectMessage, error) {
	n, err := newsOf(ctx, h, p.League)
	if err != nil {
		return nil, nil, err
	}
	n.Text(n.v.Say("league.threadless", engine.Num("match", p.No)))
	m := n.Message(nil)
	letter, known, err := toFounder(h, n.l, "league.thread-refused",
		engine.Text("league", command.Plain(n.l.Card.Name)), engine.Num("match", p.No), engine.Text("where", command.Where(n.l.Card.Place)))
	if err != nil || !known {
		return &m, nil, err
	}
	return &m, []wire.DirectMessage{letter}, nil
}
