package clubs

import (
	"context"
	"slices"
	"strings"

	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
)

// TagLeague adds the tag of matches of leagues to those that a post is marked with.
func TagLeague(ctx context.Context, h *command.Handlers, id match.ID, t *wire.Tags) error {
	_, linked, err := h.Club.Leagues.LinkOf(ctx, id)
	if err != nil {
		return err
	}
	tag := h.Tag(h.Language, command.TagLeague)
	t.All = append(t.All, tag)
	if linked {
		t.Now = append(t.Now, tag)
	}
	return nil
}

// pairingPost is the post of a match of a league in the forum of its server, which begins
// with a line of its own, and then says what the message does at which a thread would begin;
// nil: the server has no forum.
func pairingPost(h *command.Handlers, v command.Voice, l club.LeagueLook, name, first string, c *command.Card) *wire.NewPost {
	forum := h.ServerAt(l.Card.Home).Forum
	if forum == "" {
		return nil
	}
	return &wire.NewPost{
		Forum: wire.ID(forum), Name: name, Text: strings.Join(slices.Concat([]string{first}, c.Texts[1:], []string{c.Foot}), "\n"), Calls: c.Mentions,
		Tags: []wire.Tag{h.Tag(v.Lang, command.TagLeague)},
	}
}

// OpenedNews says where a league is announced in which post a match of it is played; nil
// where it has a thread, which stands there.
func OpenedNews(ctx context.Context, h *command.Handlers, p post.OpenMatch) (*wire.Message, error) {
	n, err := newsOf(ctx, h, p.League)
	if err != nil {
		return nil, err
	}
	m, ok := n.l.Match(p.No)
	if !ok || m.ID == "" {
		return nil, nil
	}
	s, err := h.Referee.Snapshot(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	place := s.Place()
	forum, err := wire.ForumOf(ctx, h.Notes, place)
	if err != nil || forum == "" {
		return nil, err
	}
	n.Text(n.v.Say("league.opened-post", engine.Num("match", p.No), engine.Text("where", command.Where(place))))
	for i := range m.Seats {
		n.Text(seated(n.v, n.info, n.l, m.Match, i))
	}
	return n.Post(), nil
}
