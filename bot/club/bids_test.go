package club_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/club"
	"referee/bot/locale"
	"referee/bot/post"
	"referee/bot/test/localetest"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/league"
	"referee/engine/match"
)

// newAuction is a league of two whose only match waits for bids: a has the first
// side so far.
func newAuction(t *testing.T) *clubhouse {
	t.Helper()
	rules := roundRobin()
	rules.Bidding = 48 * 3600 * 1000
	return newClub(t, rules, 2)
}

// bid seals a bid of a player.
func (c *clubhouse) bid(ctx context.Context, letter string, side league.Side, vp int) club.LeagueReply {
	c.t.Helper()
	reply, err := c.Leagues.Bid(ctx, c.player(letter), 1, league.Bid{Side: side, VP: vp})
	c.must(err)
	return reply
}

// posted lists the posts about single matches that wait where the league is
// announced: a reminder to bid as minus its number.
func (c *clubhouse) posted(ctx context.Context) (bids, opens []int) {
	c.t.Helper()
	posts, err := c.Outbox.Posts(ctx, "news")
	c.must(err)
	for _, p := range posts {
		switch k := p.What.(type) {
		case post.Bidding:
			if k.Again {
				k.No = -k.No
			}
			bids = append(bids, k.No)
		case post.OpenMatch:
			opens = append(opens, k.No)
		default:
		}
	}
	return bids, opens
}

// TestBids: both want the second side, and the higher bid has it. Until then nobody
// learns what was bid; a restart loses nothing.
func TestBids(t *testing.T) {
	c := newAuction(t)
	if bids, opens := c.posted(t.Context()); len(bids) != 1 || len(opens) != 0 {
		t.Errorf("posts for bids in %v, opened %v", bids, opens)
	}
	if _, err := c.Leagues.OpenPairing(t.Context(), c.organiser(), 1, "thread"); !errors.Is(err, club.ErrBidding) {
		t.Errorf("opened before the bids: %v", err)
	}
	c.bid(t.Context(), "a", league.First, 0)
	c.bid(t.Context(), "a", league.Second, 2)
	f, _ := c.export(t.Context())
	told, err := c.Leagues.Told(t.Context(), c.id, 0, 0)
	c.must(err)
	for what, v := range map[string]any{"the export": f, "the log": told, "the league": c.look(t.Context())} {
		if text, err := json.Marshal(v); err != nil || strings.Contains(string(text), `"vp\"`) || strings.Contains(string(text), `"body"`) {
			t.Errorf("%s tells what was bid: %s %v", what, text, err)
		}
	}
	c.crash(time.Hour)
	reply := c.bid(t.Context(), "b", league.Second, 1)
	if len(reply.Opened) != 1 || len(reply.Bidding) != 0 || len(reply.Lines) != 2 {
		t.Errorf("the second bid led to %+v", reply)
	}
	if _, opens := c.posted(t.Context()); len(opens) != 1 {
		t.Errorf("posts that open: %v", opens)
	}
	m := c.look(t.Context()).Matches[0]
	if m.Pair != m.Auction.Pair.Swapped() || m.Auction.Award.VP != 2 {
		t.Errorf("awarded: %+v", m)
	}
	id := c.openAll(t.Context())[1]
	l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Spectator)
	c.must(err)
	if l.Setup["bid"] != "red-2" || l.Holder("red").Account != "test:b" || l.Holder("blue").Account != "test:a" {
		t.Errorf("opened with %v, red %+v", l.Setup, l.Holder("red"))
	}
	c.play(t.Context(), id)
	if r := c.look(t.Context()).Matches[0].Result; r == nil || r.Winner != league.First || r.VP != 2 {
		t.Errorf("equal but for the bid: %+v", r)
	}
	whole, files := c.export(t.Context())
	if n, err := c.holds(whole, files); n != 1 || err != nil {
		t.Errorf("%d hold: %v", n, err)
	}
	texts := whole.Texts
	if len(texts) != 2 {
		t.Fatalf("%d texts: the bids that counted are two", len(texts))
	}
	whole.Texts = []match.Text{texts[0], match.NewText([]byte("salt"), "", `{"side":2,"vp":1}`)}
	whole.Texts[1].Hash = texts[1].Hash
	if _, err := c.holds(whole, files); err == nil || !strings.Contains(err.Error(), "is not the one of its hash") {
		t.Errorf("another bid than was sealed: %v", err)
	}
	whole.Texts = texts[:1]
	if _, err := c.holds(whole, files); err == nil || !strings.Contains(err.Error(), "its text is missing") {
		t.Errorf("a bid that nobody can check: %v", err)
	}
	for _, letter := range []string{"a", "b"} {
		c.must(c.Erase(t.Context(), "test:"+letter))
	}
	whole, files = c.export(t.Context())
	if _, err := c.holds(whole, files); err != nil || len(whole.Texts) != 0 {
		t.Errorf("with both erased: %v, %d texts", err, len(whole.Texts))
	}
}

// passes lets time pass, with a start of the process in its last minute. An outage
// of a minute puts off by a minute what is due: that, too, passes.
func (c *clubhouse) passes(ctx context.Context, d time.Duration) {
	c.t.Helper()
	c.now = c.now.Add(d - time.Minute)
	c.must(c.RunDue(ctx, c.now))
	c.crash(time.Minute)
	c.hear(ctx)
}

// TestSidesWithoutBids: when the time is out, the sides are those of the pairing.
func TestSidesWithoutBids(t *testing.T) {
	c := newAuction(t)
	c.bid(t.Context(), "b", league.Second, 2)
	for _, test := range []struct {
		after time.Duration
		want  int
	}{{23 * time.Hour, 1}, {time.Hour, 2}, {23 * time.Hour, 2}} {
		c.passes(t.Context(), test.after)
		if bids, _ := c.posted(t.Context()); len(bids) != test.want || bids[len(bids)-1] != []int{0, 1, -1}[test.want] {
			t.Errorf("called to bid: %v, want %d", bids, test.want)
		}
	}
	if !c.look(t.Context()).Matches[0].Bidding() {
		t.Fatal("opened before its time")
	}
	c.passes(t.Context(), time.Hour)
	m := c.look(t.Context()).Matches[0]
	if m.Bidding() || m.Pair != m.Auction.Pair || m.Auction.Award.VP != 0 {
		t.Errorf("when the time is out: %+v", m)
	}
	l, err := refereetest.Current(t.Context(), c.Referee, c.openAll(t.Context())[1]).Look(t.Context(), engine.Spectator)
	c.must(err)
	if l.Setup["bid"] != "" {
		t.Errorf("opened with %v", l.Setup)
	}
}

func TestBidsAreRefused(t *testing.T) {
	c := newAuction(t)
	_, err := c.Leagues.Enter(t.Context(), c.organiser(), someone("c"), 0, league.Waking{})
	if !errors.Is(err, league.ErrStarted) {
		t.Error(err)
	}
	for _, test := range []struct {
		letter string
		no     int
		bid    league.Bid
		want   error
	}{
		{"c", 1, league.Bid{Side: league.First}, club.ErrNotYours},
		{"a", 2, league.Bid{Side: league.First}, league.ErrMatch},
		{"a", 1, league.Bid{Side: league.First, VP: 3}, league.ErrBid},
		{"a", 1, league.Bid{Side: league.First, VP: -1}, league.ErrBid},
		{"a", 1, league.Bid{VP: 1}, league.ErrBid},
	} {
		if _, err := c.Leagues.Bid(t.Context(), c.player(test.letter), test.no, test.bid); !errors.Is(err, test.want) {
			t.Errorf("%s bids %+v: %v, want %v", test.letter, test.bid, err, test.want)
		}
	}
	c.bid(t.Context(), "a", league.First, 1)
	c.bid(t.Context(), "b", league.Second, 1)
	if _, err := c.Leagues.Bid(t.Context(), c.player("a"), 1, league.Bid{Side: league.First}); !errors.Is(err, league.ErrBidding) {
		t.Errorf("a bid after they are open: %v", err)
	}
}

// TestAPairingWithBidsIsUndone: the bids go with it, its match is stopped, and the
// next is bid for anew.
func TestAPairingWithBidsIsUndone(t *testing.T) {
	c := newAuction(t)
	paired := c.look(t.Context()).Card.Seq
	c.bid(t.Context(), "a", league.Second, 2)
	c.bid(t.Context(), "b", league.Second, 1)
	id := c.openAll(t.Context())[1]
	if _, err := c.Leagues.Undo(t.Context(), c.organiser(), paired+3); !errors.Is(err, club.ErrAwarded) {
		t.Errorf("the award alone is undone: %v", err)
	}
	reply, err := c.Leagues.Undo(t.Context(), c.organiser(), paired)
	c.must(err)
	if reply.To-reply.From != 4 || len(c.look(t.Context()).Matches) != 0 {
		t.Errorf("undone: %+v, matches %v", reply, c.look(t.Context()).Matches)
	}
	if l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge); err != nil || l.Ending == nil || l.Ending.How != match.Abandoned {
		t.Errorf("its match goes on: %+v %v", l.Ending, err)
	}
	reply, err = c.Leagues.PairNow(t.Context(), c.organiser())
	c.must(err)
	if m := c.look(t.Context()).Matches[0]; m.No != 2 || !m.Bidding() || m.Auction.Sealed != [2]string{} || len(reply.Bidding) != 1 {
		t.Errorf("paired anew: %+v", m)
	}
}

// TestSubstitutesAreCalledToBid: a substitute, who lost their bid, whose match goes on.
func TestSubstitutesAreCalledToBid(t *testing.T) {
	c := newAuction(t)
	called := func(what string, want ...int) {
		t.Helper()
		if bids, _ := c.posted(t.Context()); !slices.Equal(bids, want) {
			t.Errorf("%s: called to bid %v, want %v", what, bids, want)
		}
	}
	seq := c.bid(t.Context(), "b", league.Second, 1).To
	called("a bid", 1)
	_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("a"), someone("c"))
	c.must(err)
	called("a substitute", 1, 1)
	_, err = c.Leagues.Undo(t.Context(), c.organiser(), seq)
	c.must(err)
	called("an undone bid", 1, 1, 1)
	reply, err := c.Leagues.Report(t.Context(), c.organiser(), 1, league.Result{How: league.Forfeited, Winner: league.First})
	c.must(err)
	called("a forfeit", 1, 1, 1)
	c.now = c.now.Add(25 * time.Hour) // past half, and called by no reminder yet
	_, err = c.Leagues.Undo(t.Context(), c.organiser(), reply.To)
	c.must(err)
	called("an undone forfeit", 1, 1, 1, 1)
	c.hear(t.Context())
	called("soon after it", 1, 1, 1, 1)
	_, err = c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("c"), someone("d"))
	c.must(err)
	called("a substitute past half", 1, 1, 1, 1, 1)
}

// TestNoBidIsNoBidOfNothing: who has bid 0 VP is told from who has not bid.
func TestNoBidIsNoBidOfNothing(t *testing.T) {
	c := newAuction(t)
	seq := c.bid(t.Context(), "a", league.First, 0).To + 1
	c.now = c.now.Add(48 * time.Hour)
	c.hear(t.Context())
	lines, err := c.Leagues.Told(t.Context(), c.id, seq-1, seq)
	c.must(err)
	w, err := locale.New(toy.Strict().Info())
	c.must(err)
	for _, lang := range locale.Languages {
		nothing := localetest.Told(lang, "referee.league.bid-nothing", engine.Text("who", "A"), engine.Noun("side", "red"))
		none := localetest.Told(lang, "referee.league.bid-none", engine.Text("who", "B"))
		if text, err := w.Try(lang, lines[0].Said); err != nil || !strings.Contains(text, nothing+", "+none) {
			t.Errorf("told as %q, %v, want %q and %q", text, err, nothing, none)
		}
	}
}

// TestAnErasedBid is none: who is erased keeps the side that they were given.
func TestAnErasedBid(t *testing.T) {
	c := newAuction(t)
	c.bid(t.Context(), "a", league.Second, 2)
	c.must(c.Erase(t.Context(), "test:a"))
	c.now = c.now.Add(48 * time.Hour)
	c.hear(t.Context())
	if m := c.look(t.Context()).Matches[0]; m.Bidding() || m.Pair != m.Auction.Pair {
		t.Errorf("with the bid of who was erased: %+v", m)
	}
}

// TestBiddingNeedsAnOption: a league in which a side is given VP in all matches has
// no bids, nor one in which everybody has each side.
func TestBiddingNeedsAnOption(t *testing.T) {
	given, double := roundRobin(), roundRobin()
	given.Bidding, double.Bidding = 1, 1
	given.Settings["setup.bid"], double.Double = "red-1", true
	for _, test := range []struct {
		rules league.Rules
		want  error
	}{{given, club.ErrSettings}, {double, league.ErrFields}} {
		c := &clubhouse{watch: newWatch(t)}
		if _, err := c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "W", Rules: test.rules}); !errors.Is(err, test.want) {
			t.Errorf("founded by %+v: %v", test.rules, err)
		}
	}
	c := newClub(t, roundRobin(), 2)
	if _, err := c.Leagues.Amend(t.Context(), c.organiser(), given); !errors.Is(err, club.ErrSettings) {
		t.Errorf("amended: %v", err)
	}
}

// TestDeadlinesWaitForAnOutage for as long as it lasted; no bid is opened before.
func TestDeadlinesWaitForAnOutage(t *testing.T) {
	c := newAuction(t)
	c.bid(t.Context(), "b", league.Second, 2)
	c.passes(t.Context(), 47*time.Hour)
	c.crash(3 * time.Hour) // the end of the bids is in it
	c.hear(t.Context())
	c.now = c.now.Add(3*time.Hour - 2*time.Minute)
	c.must(c.RunDue(t.Context(), c.now))
	if !c.look(t.Context()).Matches[0].Bidding() {
		t.Error("the bids are opened before as much time has passed as the outage lasted")
	}
	c.hear(t.Context())
	if c.look(t.Context()).Matches[0].Bidding() {
		t.Error("the bids are not opened")
	}
}
