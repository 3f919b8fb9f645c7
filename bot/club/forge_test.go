package club_test

import (
	"strings"
	"testing"

	"referee/bot/club"
	"referee/engine"
	"referee/engine/chain"
	"referee/engine/league"
)

// forge replaces a text in the log of a league's file, and chains the log anew, as
// somebody could who keeps the store.
func forge(t *testing.T, f club.LeagueFile, was, now string) club.LeagueFile {
	t.Helper()
	out, n := f, 0
	out.Log = append(out.Log[:0:0], f.Log...)
	var head chain.Head
	for i := range out.Log {
		n += strings.Count(out.Log[i].Line, was)
		out.Log[i].Line = strings.ReplaceAll(out.Log[i].Line, was, now)
		head = head.Next([]byte(out.Log[i].Line))
		out.Log[i].Head = head.String()
	}
	if n != 1 {
		t.Fatalf("%q stands %d times in the log", was, n)
	}
	out.Head = head
	return out
}

// TestForgedBids: an award that is not what was sealed is found by the sealed texts;
// where both players were erased, by what the match was set up with.
func TestForgedBids(t *testing.T) {
	c := newAuction(t)
	c.bid(t.Context(), "a", league.Second, 2)
	c.bid(t.Context(), "b", league.Second, 1)
	c.openAll(t.Context())
	whole, files := c.export(t.Context())
	const bids = `[{"side":2,"vp":2},{"side":2,"vp":1}]`
	check := func(f club.LeagueFile, want string) {
		t.Helper()
		if _, err := c.holds(f, files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
	check(forge(t, whole, bids, `[{"side":2,"vp":2},{"side":2,"vp":0}]`), "was opened")
	check(forge(t, whole, bids, `[{"side":2,"vp":2},{"side":1,"vp":1}]`), "was opened")
	data := whole.Log[0].Line[strings.Index(whole.Log[0].Line, `"data":"`)+8:][:64]
	check(forge(t, whole, data, strings.Repeat("0", 64)), "other data")
	for _, letter := range []string{"a", "b"} {
		c.must(c.Erase(t.Context(), "test:"+letter))
	}
	whole, files = c.export(t.Context())
	if _, err := c.holds(whole, files); err != nil {
		t.Error(err)
	}
	check(forge(t, whole, bids, `[{"side":2,"vp":1},{"side":2,"vp":0}]`), "it was set up with")
	check(forge(t, whole, bids, `[{"side":1,"vp":2},{"side":1,"vp":1}]`), "it was set up with")
	check(forge(t, whole, bids, `[{"side":1,"vp":2},{"side":2,"vp":1}]`), "it was set up with")
}

// TestMostBid: what can be bid for a side is what the other can be given.
func TestMostBid(t *testing.T) {
	info := &engine.Info{
		Seats:   []engine.Seat{"red", "blue"},
		Options: []engine.SetupOption{{ID: "bid", Bid: true, Values: []string{"none", "red-1", "blue-1", "blue-2"}}},
	}
	for side, want := range map[league.Side]int{league.First: 2, league.Second: 1} {
		if most, ok := club.MostBid(info, side); !ok || most != want {
			t.Errorf("for side %d %d VP can be bid, want %d", side, most, want)
		}
	}
	info.Options[0].Bid = false
	if _, ok := club.MostBid(info, league.First); ok {
		t.Error("a game without bids has them")
	}
}
