package board_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/browsertest"
	"referee/engine"
)

// TestCounts: what each side has and has left to do is told to everybody who sees the match, now, as it was, and in a sandbox.
func TestCounts(t *testing.T) {
	s := newSite(t, playing(cellesGame))
	c := &clicker{site: s, Client: s.browser()}
	if st := c.state(""); st.Seats[0].Points != "" {
		t.Errorf("before play begins %+v is counted", st.Seats)
	}
	_, err := s.Order(s.Context(), s.command("allied"), "standard")
	must(t, err)
	snap, err := s.Snapshot(s.Context(), s.id)
	must(t, err)
	st := c.state("seat=german")
	if done := c.does(c.Client, c.action(st, board.Action{Seat: "german", Do: "try"}), http.StatusOK); done.Refusal != nil {
		t.Fatal(done.Refusal)
	}
	counts := snap.Match().Position().View(engine.Spectator).Counts
	for _, query := range []string{"", "seat=german", "seat=allied", "seat=spectator", "seat=german&seq=" + strconv.Itoa(st.Last), "seat=german&sandbox=1"} {
		for i, seat := range c.state(query).Seats {
			points, moves := s.says(counts[i].Points.Key, counts[i].Points.Args...), s.says(counts[i].Left.Key, counts[i].Left.Args...)
			if seat.Points != points || seat.Moves != moves || len(seat.From) != len(counts[i].From) {
				t.Errorf("%s: %+v, want %q and %q", query, seat, points, moves)
			}
		}
	}
}

// TestClocksRunInTheBar: a clock that runs says what is left at any time, not only when something was decided, and one that stands says
// so in the words of the referee.
func TestClocksRunInTheBar(t *testing.T) {
	s := newSite(t)
	s.vacant(referee.Opening{Settings: map[string]string{schedule.SettingClock: "limit 27h30m then loss"}})
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := s.Join(s.Context(), s.command(seat))
		must(t, err)
	}
	p := s.sits(t, browsertest.Still)
	p.Wait(`document.querySelector("#score time")`)
	// Nobody waits here until a clock runs out: the page is shown a state in which that of one side runs.
	browsertest.Eval[bool](p.Tab, `(async () => {
		const { Bar } = await import(document.querySelector('script[type="module"]').src.replace("board.js", "bar.js")), state = JSON.parse(document.querySelector("#state").textContent);
		state.seats[0].due = 5_000_000_000_000;
		new Bar().show(state);
		return true;
	})()`)
	for minutes, want := range map[string]string{"1650": "1d 3h", "95": "1h 35m", "7": "7m", "0.2": "0m", "-5": "0m"} {
		browsertest.Eval[bool](p.Tab, `(Date.now = () => 5_000_000_000_000 - `+minutes+` * 60_000, document.dispatchEvent(new Event("visibilitychange")))`)
		if got := p.Text("#score time[datetime]"); got != want {
			t.Errorf("%s minutes before it runs out the clock says %q, want %q", minutes, got, want)
		}
	}
	if bar := p.Text("#score"); !strings.Contains(bar, "1 d 3 h left") {
		t.Errorf("the clock that stands is not in the bar: %q", bar)
	}
}

// TestManyTargetsAreTinted: up to a hundred hexes that can be chosen have a ring each; more are tinted, each by one element, so that
// units and roads stay visible and it does not take long.
func TestManyTargetsAreTinted(t *testing.T) {
	s := newSite(t, playing(cellesGame))
	p := s.sits(t, browsertest.Still)
	p.Wait(`document.querySelector("#asks .ask")`)
	for n, tinted := range map[int]bool{100: false, 101: true} {
		browsertest.Eval[bool](p.Tab, `(async () => {
			const { Targets } = await import(document.querySelector('script[type="module"]').src.replace("board.js", "targets.js"));
			const board = JSON.parse(document.querySelector("#grid").textContent), svg = document.querySelector("#targets"), state = JSON.parse(document.querySelector("#state").textContent);
			new Targets({ board, inner: 20 }, svg, () => {}).show(state, Object.keys(board.at).slice(0, `+strconv.Itoa(n)+`).map(hex => ({ id: hex, label: hex, hex })));
			return true;
		})()`)
		type drawn struct {
			Targets, Paths int
			Stroke         string
		}
		got := browsertest.Eval[drawn](p.Tab, `({ Targets: document.querySelectorAll("#targets [data-hex]").length, Paths: document.querySelectorAll("#targets path").length,
			Stroke: getComputedStyle(document.querySelector("#targets .casing")).stroke })`)
		want := drawn{n, 2 * n, got.Stroke}
		if tinted {
			want = drawn{n, n, "none"}
		}
		if got != want || !tinted && got.Stroke == "none" {
			t.Errorf("%d hexes are drawn as %+v, want %+v", n, got, want)
		}
	}
}
