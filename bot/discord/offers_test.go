package discord

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/club"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/refereetest/offered"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// pressing is a match in a channel, all of whose buttons and menus are used.
type pressing struct {
	*stage
	of    *offered.Case
	id    match.ID
	news  []wire.Message // that were posted, the last as they are
	said  bytes.Buffer   // the log: what was refused
	tried map[string]int
}

// sits is who plays a seat.
func sits(info *engine.Info, seat engine.Seat) string {
	return []string{"ann", "ben"}[max(0, slices.Index(info.Seats, seat))]
}

// begin prepares the match anew.
func (p *pressing) begin(t testing.TB) {
	t.Helper()
	p.end()
	p.stage = stageIn(t, t.TempDir(), p.of.Game)
	p.stage.log = slog.New(slog.NewTextHandler(&p.said, &slog.HandlerOptions{Level: slog.LevelDebug}))
	p.must(p.store.Close())
	p.start()
	info, err := p.h.Referee.Games.Info(p.of.Game.ID)
	p.must(err)
	p.id = p.of.Prepare(t, offered.World{
		Referee: p.h.Referee, Place: wire.PlaceOf(p.channel), Account: func(s engine.Seat) string { return wire.AccountOf(userID(sits(info, s))) },
		Appeal: func(ctx context.Context, c referee.Command) error {
			_, err := p.h.Club.Judges.Appeal(ctx, c, club.Appeal{Text: "Hm."})
			return err
		},
	})
	p.withRooms()
	p.news, _, _ = p.posts()
}

func (p *pressing) end() {
	if p.stage != nil {
		p.must(p.store.Close())
		p.stage = nil
	}
}

// look is the match as everybody sees it.
func (p *pressing) look(ctx context.Context) referee.Look {
	p.t.Helper()
	s, err := p.h.Referee.Snapshot(ctx, p.id)
	p.must(err)
	l, err := s.Look(ctx, engine.Spectator)
	p.must(err)
	return l
}

// head is all that is decided or half built, and by whom.
func (p *pressing) head() string {
	p.t.Helper()
	return offered.State(p.t, p.h.Referee, p.id)
}

// back is the match as it was prepared: what was begun is dropped, or else it is prepared anew.
func (p *pressing) back(t testing.TB, head string) {
	t.Helper()
	now := p.head()
	if now == head {
		return
	}
	if l := p.look(t.Context()); head == l.Whole {
		for _, a := range l.Asks {
			c := referee.Command{Match: p.id, Seat: a.Seat, Account: l.Holder(a.Seat).Account, Door: "test"}
			if _, err := p.h.Referee.Draft(t.Context(), c, a.Prompt, nil); err != nil && !referee.IsRefusal(err) {
				p.must(err)
			}
		}
		if p.head() == head {
			return
		}
	}
	if p.begin(t); p.head() != head {
		t.Fatal("the match is not prepared as it was")
	}
}

// shownButton is a button, or an option of a menu.
type shownButton struct{ id, value, label string }

// buttons are the buttons of messages, and the options of their menus.
func buttonsOf(list ...wire.Message) (out []shownButton) {
	for _, m := range list {
		for _, c := range inside(m.Components) {
			if c.CustomID == "" || c.Disabled {
				continue
			}
			if len(c.Options) == 0 {
				out = append(out, shownButton{c.CustomID, "", c.Label})
			}
			for _, o := range c.Options {
				out = append(out, shownButton{c.CustomID, o.Value, o.Label})
			}
		}
	}
	return out
}

// surfaces are the commands whose answers have buttons for who plays.
var surfaces = []string{
	"/choose", "/match status", "/clock pause", "/match rules-version", "/match takeback", "/clock set", "/match settings", "/match draw-offer", "/match resign",
	"/match appeal", "/match leave", "/match standing", "/match move",
}

// questions are the commands that ask a question of the game without a word that it needs.
func (p *pressing) questions(ctx context.Context) (out []string) {
	info := p.look(ctx).Info
	for _, q := range info.Queries {
		if slices.ContainsFunc(q.Args, func(a engine.QueryArg) bool { return !a.Optional }) {
			out = append(out, "/"+info.Game+" ask "+q.Name)
		}
	}
	return out
}

// uses presses a button, and what asks whether it is meant, at most so many; and chooses all words that a question lacks then.
// It reports what was refused.
func (p *pressing) uses(who string, b shownButton, most int) (refused string) {
	p.t.Helper()
	for range most {
		p.said.Reset()
		in := p.stage.act(who, discordgo.InteractionMessageComponent)
		in.Path, _ = wire.ParsePath(b.id)
		if b.value != "" {
			in.Values = []string{b.value}
		}
		r := p.handle(who, in)
		if refused := p.said.String(); strings.Contains(refused, "msg=refused") {
			return refused
		}
		for _, x := range buttonsOf(r.Message) {
			if kindOf(x) != "ask" {
				continue
			}
			p.tried["ask again"]++
			if refused := p.uses(who, x, most); refused != "" {
				return x.label + ": " + refused
			}
		}
		next := slices.DeleteFunc(buttonsOf(r.Message), func(x shownButton) bool { return !strings.HasSuffix(x.id, "/yes") })
		if len(next) != 1 || next[0] == b {
			return ""
		}
		b = next[0]
	}
	return ""
}

// does uses what is offered.
func (p *pressing) does(t testing.TB, who, where, head string, b shownButton) {
	t.Helper()
	p.tried[kindOf(b)]++
	if refused := p.uses(who, b, 3); refused != "" {
		t.Errorf("%s is offered %q (%s %s) by %s: %s", who, b.label, b.id, b.value, where, refused)
	}
	p.back(t, head)
}

// kindOf is what a button does.
func kindOf(b shownButton) string {
	path, err := wire.ParsePath(b.id)
	if err != nil || len(path) == 0 {
		return b.id
	}
	if path[0] == "match" || path[0] == "rules" || path[0] == "dice" {
		return path[0] + " " + path[1]
	}
	return path[0]
}

// everything uses all that a person is shown, once each; it returns that.
func (p *pressing) everything(t testing.TB, who string) (shown []shownButton) {
	t.Helper()
	head := p.head()
	for _, text := range slices.Concat(surfaces, p.questions(t.Context())) {
		r := p.stage.command(who, text)
		if p.head() != head {
			p.back(t, head)
			continue // it is a command that does at once what it says
		}
		for _, b := range buttonsOf(r.Message) {
			if slices.ContainsFunc(shown, func(x shownButton) bool { return x.id == b.id && x.value == b.value }) {
				continue
			}
			shown = append(shown, b)
			p.does(t, who, text, head, b)
		}
	}
	return shown
}

// public uses what is posted, by who is meant: whoever is asked, and whoever is to answer an offer.
func (p *pressing) public(t testing.TB) {
	t.Helper()
	head, l := p.head(), p.look(t.Context())
	names := map[string]string{} // by account
	for _, who := range []string{"ann", "ben"} {
		names[wire.AccountOf(userID(who))] = who
	}
	var asked, answers string
	for _, a := range l.Asks {
		asked = names[l.Holder(a.Seat).Account]
	}
	for _, s := range l.Sitting {
		if l.Offer != "" && s.Seat != l.Offerer {
			answers = names[s.Account]
		}
	}
	for _, b := range buttonsOf(p.board) {
		if asked != "" {
			p.does(t, asked, "the board", head, b)
		}
	}
	if len(p.news) > 0 && answers != "" {
		for _, b := range buttonsOf(p.news[len(p.news)-1]) {
			p.does(t, answers, "the news", head, b)
		}
	}
}

// forged are buttons that a match may have at some time, and that nobody may press now who is not shown them.
func (p *pressing) forged(ctx context.Context, who string) (out []shownButton) {
	l := p.look(ctx)
	id := string(p.id)
	ways := []wire.Path{
		{"undo", id},
		{"hint", id},
		{"match", "rules-version", id, "offer"},
		{"clock", "pause", id, "pause"},
		{"clock", "pause", id, "resume"},
		{"match", "go-on", id, fmt.Sprint(l.Seq)},
		{"moderate", "rewind", id, "1", "yes"},
		{"moderate", "abandon", id, "yes"},
	}
	may := func(act turn.Act) bool {
		return slices.ContainsFunc(l.Seats(wire.AccountOf(userID(who))), func(seat engine.Seat) bool {
			return p.h.Offers(ctx, p.h.Turn(l, referee.Command{Match: p.id, Seat: seat}), act)
		})
	}
	if !may(turn.Accept) { // else a post offers it
		offer := fmt.Sprint(l.OfferedBy)
		ways = append(ways, wire.Path{"match", "rules-version", id, "accept", offer, "yes"}, wire.Path{"clock", "pause", id, "agree"},
			wire.Path{"match", "takeback", id, "", "grant", offer}, wire.Path{"match", "draw-offer", id, "accept", "yes"})
	}
	if !may(turn.Hints) { // else they are typed
		ways = append(ways, wire.Path{"match", "settings", id, "yes"})
	}
	for _, way := range ways {
		out = append(out, shownButton{id: way.CustomID(), label: "forged"})
	}
	return out
}

// nothingElse uses what a person is not shown: by others' panels, and by buttons of other times.
func (p *pressing) nothingElse(t testing.TB, who string, shown, others []shownButton) {
	t.Helper()
	head := p.head()
	for _, b := range append(p.forged(t.Context(), who), others...) {
		if kindOf(b) == "undo" && slices.ContainsFunc(shown, func(x shownButton) bool { return kindOf(x) == "back" }) {
			continue // the same
		}
		if slices.ContainsFunc(shown, func(x shownButton) bool { return x.id == b.id }) || kindOf(b) == "match takeback" && b.value != "" {
			continue // to go back anywhere may be asked for: the latest are listed
		}
		p.tried["not "+kindOf(b)]++
		if p.uses(who, b, 1); p.head() != head {
			lines, _ := p.look(t.Context()).Snapshot.Lines(engine.Judge, p.look(t.Context()).Seq-1, p.look(t.Context()).Seq)
			t.Errorf("%s is not offered %q (%s %s), and obeyed: %v", who, b.label, b.id, b.value, lines)
			p.back(t, head)
		}
	}
}

// TestOfferedActsAreObeyed: in a channel every button and option that somebody is shown is obeyed, or asks whether it is meant;
// what they are not shown changes nothing.
func TestOfferedActsAreObeyed(t *testing.T) {
	tried := map[string]int{}
	for _, g := range offered.Games() {
		offered.Each(t, g, 1, func(t *testing.T, c *offered.Case) {
			p := &pressing{of: c, tried: tried}
			p.begin(t)
			defer func() { p.end() }()
			p.public(t)
			people := []string{"ann", "ben", "cid"}
			shown := map[string][]shownButton{}
			for _, who := range people {
				shown[who] = append(p.everything(t, who), buttonsOf(append(p.news, p.board)...)...)
			}
			for _, who := range people {
				var others []shownButton
				for _, other := range people {
					if other != who {
						others = append(others, shown[other]...)
					}
				}
				p.nothingElse(t, who, shown[who], others)
			}
		})
	}
	t.Logf("tried: %v", tried)
}
