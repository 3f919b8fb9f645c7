package turn_test

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/bot/test/refereetest/offered"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/store"
)

// bench is a referee with one match.
type bench struct {
	*testing.T
	*club.Club
	id match.ID
}

// newBench opens a match of a game, in which people have taken some seats: the first of them opens it.
func newBench(t *testing.T, game referee.Game, settings map[string]string, seats ...engine.Seat) *bench {
	t.Helper()
	kept, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "referee.db"), store.Options{NoSync: true})
	must(t, err)
	t.Cleanup(func() { must(t, kept.Close()) })
	b := &bench{T: t}
	b.Club, err = club.New(referee.Config{
		Games: []referee.Game{game}, Store: kept, Dice: dice.NewSeeded("turn"), Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return refereetest.Began },
	}, kept.Leagues())
	must(t, err)
	opened, err := b.Referee.Open(b.Context(), refereetest.Command("", ""), referee.Opening{Place: "test", Settings: settings})
	must(t, err)
	b.id = opened.Match
	for _, seat := range seats {
		_, err := b.Referee.Join(b.Context(), b.by(seat))
		must(t, err)
	}
	return b
}

// position is a match of the toy that begins in a position, in which red is asked where to march.
func position(t *testing.T, lines ...string) *bench {
	t.Helper()
	text := marching + strings.Join(lines, "\n") + "\n"
	return newBench(t, refereetest.From(offered.Toy().Game, text), nil, "red", "blue")
}

const marching = `toy 1
round 1 of 3 weather off
phase march red
plan red march
revealed
effort red 2
effort blue 2
`

// alone is where one unit marches, and can only attack: all of its march is forced. Blue holds, and both plan next.
func alone(t *testing.T) *bench {
	t.Helper()
	return position(t, "plan blue hold", "marched blue", "unit red-a 0101", "unit blue-a 0201", "unit blue-b 0301")
}

// free is where two units march, and attack nobody at first. Blue marches next.
func free(t *testing.T) *bench {
	t.Helper()
	return position(t, "plan blue march", "unit red-a 0101", "unit red-b 0101", "unit blue-a 0301")
}

func (b *bench) by(seat engine.Seat) referee.Command { return refereetest.Command(b.id, seat) }

// turn is that of a seat, as the match stands.
func (b *bench) turn(seat engine.Seat, w turn.Wishes) turn.Turn {
	b.Helper()
	s, err := b.Referee.Snapshot(b.Context(), b.id)
	must(b, err)
	x, err := turn.Of(b.Context(), b.Referee, s, b.by(seat), w)
	must(b, err)
	return x
}

// prompt is the first question to red.
func (b *bench) prompt() engine.PromptID {
	b.Helper()
	return b.turn("red", turn.Wishes{}).Asks()[0].Prompt
}

// seq is the number of the last decision.
func (b *bench) seq() int {
	b.Helper()
	return b.turn("red", turn.Wishes{}).Look.Seq
}

// holds checks what red has half built of the answer to the first question; "": nothing.
func (b *bench) holds(want string) {
	b.Helper()
	if got := strings.Join(b.turn("red", turn.Wishes{}).HalfBuilt(b.prompt()), " "); got != want {
		b.Errorf("half built: %q, want %q", got, want)
	}
}

// acts are the names of what a seat is offered, in order.
func (b *bench) acts(seat engine.Seat, w turn.Wishes) string {
	b.Helper()
	list, err := b.turn(seat, w).Offers(b.Context())
	must(b, err)
	var names []string
	for _, o := range list {
		names = append(names, string(o.Act))
	}
	return strings.Join(slices.Compact(names), " ")
}

// do does an act of a seat.
func (b *bench) do(seat engine.Seat, name turn.Act, w turn.With) turn.Outcome {
	b.Helper()
	done, err := b.turn(seat, turn.Wishes{}).Do(b.Context(), name, w)
	must(b, err)
	return done
}

// order gives an order of a seat.
func (b *bench) order(seat engine.Seat, text string) {
	b.Helper()
	_, err := b.Referee.Order(b.Context(), b.by(seat), text)
	must(b, err)
}

var (
	league  = map[string]string{referee.SettingOwner: "k3j5x2qa/17"}
	clocked = map[string]string{schedule.SettingClock: "limit 1d then loss"}
)
