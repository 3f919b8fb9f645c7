package discord

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/club"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// doorOfMail is a door of mail of which the codes are confirmed at once, in place of who mails them.
type doorOfMail struct {
	bound map[string]string
	freed []string
	asks  []club.Asking
	// invited are who was invited, and why says why nobody is.
	invited []string
	why     string
}

func (m *doorOfMail) Invite(ctx context.Context, account, name, lang string, id match.ID, address string) (why string, err error) {
	m.invited = append(m.invited, strings.Join([]string{account, name, lang, string(id), address}, " "))
	return m.why, nil
}

func (m *doorOfMail) Asking(context.Context, league.ID) ([]club.Asking, error) {
	return slices.Clone(m.asks), nil
}

func (m *doorOfMail) Bound(ctx context.Context, account string) (string, error) {
	return m.bound[account], nil
}

func (m *doorOfMail) Bind(ctx context.Context, account, name, lang string) (code, to string, err error) {
	m.bound[account] = name + "." + lang + "@example.org"
	return "AAAAA-BBBBB", "ref@example.com", nil
}

func (m *doorOfMail) Unbind(ctx context.Context, account string) error {
	delete(m.bound, account)
	m.freed = append(m.freed, account)
	return nil
}

// TestMailSettings: who has bound an address may be told there, and nobody else; it can be freed, and is when its
// owner is erased.
func TestMailSettings(t *testing.T) {
	s := newStage(t)
	m := &doorOfMail{bound: map[string]string{}}
	ann := wire.AccountOf(userID("ann"))
	where := func() schedule.Where {
		p, err := s.h.Referee.Schedule.Preferences(s.t.Context(), ann)
		s.must(err)
		return p.Where
	}
	told := func(yes bool, words ...string) {
		t.Helper()
		for _, w := range words {
			if got := text(s.shown["ann"]); tells(got, w) != yes {
				t.Errorf("%q is said: %t\n%s", w, !yes, got)
			}
		}
	}
	press := func(label string) {
		t.Helper()
		if _, ok := s.press("ann", label); !ok {
			t.Fatalf("no button %q:\n%s", label, text(s.shown["ann"]))
		}
	}
	s.command("ann", "/me where:mail")
	told(true, "discord.me-no-mail")
	s.command("ann", "/me")
	told(false, say("discord.button.mail.bind"), say("discord.where.mail"))
	s.h.Mail = m
	s.command("ann", "/me")
	told(true, say("discord.button.mail.bind"))
	told(false, "["+say("discord.where.mail")+"]", say("discord.button.mail.free"))
	s.command("ann", "/me where:mail")
	told(true, "AAAAA-BBBBB", "ref@example.com")
	if where() != schedule.InChannel {
		t.Errorf("told by %q before an address is bound", where())
	}
	s.command("ann", "/me")
	told(true, "ann.en@example.org", say("discord.button.mail.free"))
	press(say("discord.where.mail"))
	told(true, "discord.me-where.mail")
	if where() != schedule.ByMail {
		t.Errorf("told by %q", where())
	}
	press(say("discord.button.mail.again"))
	told(true, "AAAAA-BBBBB")
	s.command("ann", "/me privacy")
	told(true, "ann.en@example.org")
	s.command("ann", "/me")
	press(say("discord.button.mail.free"))
	told(false, "ann.en@example.org")
	in := s.act("ann", discordgo.InteractionMessageComponent)
	in.Path = wire.Path{"privacy", "yes", "yes"}
	s.handle("ann", in)
	if want := []string{ann, ann}; !slices.Equal(m.freed, want) {
		t.Errorf("freed: %v, want %v", m.freed, want)
	}
}

// TestEnteringByMail: who organises a league enters somebody who asks for it by mail, and sees their address; nobody
// else sees who asks.
func TestEnteringByMail(t *testing.T) {
	s := newStage(t)
	s.h.Mail = &doorOfMail{asks: []club.Asking{{Account: "mail:aaaa", Name: "Carl", Address: "carl@example.org"}}}
	s.powers["org"] = 1 << 5
	s.command("org", "/league create name:Winter format:round-robin weather:off")
	proposed := func(who string) []*discordgo.ApplicationCommandOptionChoice {
		in := s.act(who, discordgo.InteractionApplicationCommandAutocomplete)
		s.typed(&in, "/league-admin enter mail:car")
		in.Focused = "mail"
		return s.handle(who, in).Choices
	}
	if got := proposed("org"); len(got) != 1 || got[0].Name != "Carl <carl@example.org>" {
		t.Errorf("the organiser is proposed %v", got)
	}
	if got := proposed("ann"); len(got) != 0 {
		t.Errorf("Ann sees who asks: %v", got)
	}
	members := func() []club.Member {
		list, err := s.h.Club.Leagues.At(s.t.Context(), wire.HomeOf("1"))
		s.must(err)
		l, err := s.h.Club.Leagues.Look(s.t.Context(), list[0].ID)
		s.must(err)
		return l.Members
	}
	for _, c := range []struct{ who, option, says string }{
		{"ann", "mail:carl@example.org", "referee.refuse.organiser"}, {"org", "mail:dave@example.org", "discord.league.asks-not"}, {"org", "slots:2", "discord.league.enter-whom"},
	} {
		s.command(c.who, "/league-admin enter "+c.option)
		if said := text(s.shown[c.who]); !tells(said, c.says) || len(members()) != 0 {
			t.Errorf("%s, %s: %d members\n%s", c.who, c.option, len(members()), said)
		}
	}
	s.command("org", "/league-admin enter mail:carl@example.org")
	if m := members(); len(m) != 1 || m[0].Account != "mail:aaaa" || m[0].Name != "Carl" {
		t.Errorf("the members are %+v", m)
	}
	if got := proposed("org"); len(got) != 0 {
		t.Errorf("who is entered is proposed still: %v", got)
	}
}

// TestInviteByMail: who has a side has somebody invited by mail, by a form, and is answered alone; nobody else does.
func TestInviteByMail(t *testing.T) {
	s := newStage(t)
	s.command("ann", "/match new side:red")
	if says(text(s.shown["ann"]), "discord.button.invite") {
		t.Error("a mail is offered where there is no mailbox")
	}
	m := &doorOfMail{bound: map[string]string{}}
	s.h.Mail = m
	id, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf(s.channel), match.UnderWay)
	s.must(err)
	invites := func(who, address string) string {
		t.Helper()
		in := s.act(who, discordgo.InteractionModalSubmit)
		in.Path = wire.Path{"match", "invite", string(id)}
		in.Options = map[string]string{"address": address}
		s.handle(who, in)
		return text(s.shown[who])
	}
	if said := invites("ben", "carl@example.org"); !says(said, "discord.invite-seated") || len(m.invited) > 0 {
		t.Errorf("Ben, who has no side, is told %q; invited: %v", said, m.invited)
	}
	if said := invites("ann", "carl@example.org"); !strings.Contains(said, say("discord.invited", engine.Text("address", "carl@example.org"))) {
		t.Errorf("Ann is told %q", said)
	}
	if want := []string{wire.AccountOf(userID("ann")) + " ann en " + string(id) + " carl@example.org"}; !slices.Equal(m.invited, want) {
		t.Errorf("invited: %q, want %q", m.invited, want)
	}
	for _, why := range []string{"address", "match", "already", "many", "off"} {
		m.why = why
		if said := invites("ann", "carl@example.org"); !says(said, "discord.invite-"+why) {
			t.Errorf("of %q Ann is told %q", why, said)
		}
	}
	s.command("ben", "/match join side:blue")
	n := len(m.invited)
	if said := invites("ann", "carl@example.org"); !says(said, "discord.invite-match") || len(m.invited) > n {
		t.Errorf("of a full match Ann is told %q", said)
	}
}

// TestJoinsMailMatch: a match that was opened by mail is taken by its id in a channel, and played there from then on; not where another
// is under way, nor in a direct message.
func TestJoinsMailMatch(t *testing.T) {
	s := newStage(t)
	carl := referee.Command{Account: "mail:carl", Name: "Carl", Door: "mail"}
	opened, err := s.h.Referee.Open(s.t.Context(), carl, referee.Opening{Game: "toy"})
	s.must(err)
	carl.Match, carl.Seat = opened.Match, "red"
	_, err = s.h.Referee.Join(s.t.Context(), carl)
	s.must(err)
	place := func() string {
		t.Helper()
		m, err := s.h.Referee.Index.Summary(s.t.Context(), opened.Match)
		s.must(err)
		return m.Place
	}
	refused := func(key string) {
		t.Helper()
		if said := text(s.shown["ann"]); !says(said, key) || place() != "" {
			t.Errorf("Ann is told %q, and the match is played at %q", said, place())
		}
	}
	s.command("ann", "/match new side:red")
	s.command("ann", "/match join match:"+string(opened.Match))
	refused("discord.busy")
	s.channel = "101"
	in := s.act("ann", discordgo.InteractionApplicationCommand)
	in.Path, in.Guild, in.Options = wire.Path{"match", "join"}, "", map[string]string{"match": string(opened.Match)}
	s.handle("ann", in)
	refused("discord.guild-only")
	s.command("ann", "/match join match:"+string(opened.Match))
	if here := wire.PlaceOf(s.channel); place() != here {
		t.Errorf("played at %q, want %q; Ann is told %q", place(), here, text(s.shown["ann"]))
	}
	l, err := s.h.Referee.Snapshot(s.t.Context(), opened.Match)
	s.must(err)
	if !l.Match().Started() {
		t.Error("it has not begun")
	}
}
