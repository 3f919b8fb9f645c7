package referee_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

// TestTakebackListOmitsFreeUndo: neither what is free to take back is offered
// nor what gave itself.
func TestTakebackListOmitsFreeUndo(t *testing.T) {
	b := newBench(t)
	random := rand.New(rand.NewPCG(1, 2))
	free, automatic := 0, 0
	for range 12 {
		id := b.open()
		for b.answerAtRandom(id, random) {
			entries, err := b.store.Load(b.t.Context(), id)
			b.must(err)
			m, err := match.Fold(toy.Strict(), entries)
			b.must(err)
			for _, seat := range []engine.Seat{"red", "blue"} {
				list, err := refereetest.Current(b.t.Context(), b.Referee, id).BackTo(b.t.Context(), seat, 100)
				b.must(err)
				offered := func(seq int) bool {
					return slices.ContainsFunc(list, func(l referee.Line) bool { return l.Seq == seq })
				}
				if to, ok := m.Undo(m.Player(seat)).Free(); ok {
					free++
					if offered(to) {
						t.Errorf("%s may go back to %d for free, and is offered to ask", seat, to)
					}
				}
				line := m.Line()
				for i := 1; i < len(line); i++ {
					d := &line[i].Decision
					if a, _ := d.Act.(match.ActAnswer); a.Auto && d.Seat == seat {
						automatic++
						if offered(line[i-1].Decision.Seq) {
							t.Errorf("%s is offered to take decision %d back, which gave itself", seat, d.Seq)
						}
					}
				}
			}
		}
	}
	if free == 0 || automatic == 0 {
		t.Fatalf("%d answers were free to take back, %d gave themselves", free, automatic)
	}
}

// answerAtRandom answers one question of a match; false where it is over.
func (b *bench) answerAtRandom(id match.ID, r *rand.Rand) bool {
	b.t.Helper()
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Judge)
	b.must(err)
	if l.Ending != nil {
		return false
	}
	a := l.Asks[r.IntN(len(l.Asks))]
	var path []string
	for {
		node, err := refereetest.Current(b.t.Context(), b.Referee, id).Options(b.t.Context(), command(id, a.Seat), a.Prompt, path)
		b.must(err)
		if node.Done && (len(node.Options) == 0 || r.IntN(2) == 0) {
			break
		}
		path = append(path, node.Options[r.IntN(len(node.Options))].ID)
	}
	_, err = b.Answer(b.t.Context(), command(id, a.Seat), a.Prompt, path)
	b.must(err)
	return true
}

// unsure is a store of which one commit is kept, and said not to be.
type unsure struct {
	*store.Store
	fails bool
}

func (u *unsure) Commit(ctx context.Context, b match.Batch) ([]byte, bool, error) {
	reply, repeated, err := u.Store.Commit(ctx, b)
	if u.fails {
		u.fails = false
		return nil, false, errors.New("the disk does not answer")
	}
	return reply, repeated, err
}

// TestAFailedCommitMayHaveBeenKept: after an error nobody knows what the store holds,
// so the match is read again before anything else is said of it.
func TestAFailedCommitMayHaveBeenKept(t *testing.T) {
	b := newBench(t)
	id := b.open()
	u := &unsure{Store: b.store}
	var err error
	b.Referee, err = referee.New(referee.Config{
		Games: []referee.Game{b.game}, Store: u, Dice: b.dice, Faults: t.TempDir(),
		Now: func() time.Time { return time.UnixMilli(1_000_000) }, Log: slog.New(slog.DiscardHandler),
	})
	b.must(err)
	before := b.head(id)
	u.fails = true
	if _, err := b.Order(b.t.Context(), command(id, "red"), "plan march"); err == nil {
		t.Fatal("no error reached the player")
	}
	if b.head(id) == before {
		t.Error("the match is shown as it was, the store holds one decision more")
	}
	b.order(id, "blue", "plan hold")
}

// TestADraftClickThatComesTwice: a step that is repeated stands once, whichever command
// brings it, and is taken back at once.
func TestADraftClickThatComesTwice(t *testing.T) {
	b := newBench(t)
	id := b.open()
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red")
	b.must(err)
	c := command(id, "red")
	for _, key := range []string{"click", "click", "", "another"} {
		c.Key = key
		r, err := b.Draft(b.t.Context(), c, l.Asks[0].Prompt, []string{"rush"})
		b.must(err)
		if r.Draft == nil || strings.Join(r.Draft.Path, " ") != "rush" {
			t.Fatalf("half built: %+v", r.Draft)
		}
	}
	r, err := b.Undo(b.t.Context(), command(id, "red"))
	b.must(err)
	if r.Draft != nil {
		t.Errorf("taken back, and %v is left", r.Draft.Path)
	}
}

// TestNothingIsHalfBuiltWhereNothingIsAsked: not before the match has begun, not
// once it is over, not by or for another.
func TestNothingIsHalfBuiltWhereNothingIsAsked(t *testing.T) {
	b := newBench(t)
	id := b.open()
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red")
	b.must(err)
	red := l.Asks[0].Prompt
	if l, err = refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "blue"); err != nil {
		t.Fatal(err)
	}
	var blue engine.PromptID
	for _, a := range l.Asks {
		if a.Seat == "blue" {
			blue = a.Prompt
		}
	}
	stranger := command(id, "red")
	stranger.Account = "test:stranger"
	draft := func(c referee.Command, p engine.PromptID) error {
		_, err := b.Draft(b.t.Context(), c, p, []string{"rush"})
		return err
	}
	for name, c := range map[string]struct {
		err, want error
	}{
		"a stranger":              {draft(stranger, red), match.ErrPlayer},
		"another's seat":          {draft(referee.Command{Match: id, Seat: "red", Account: "test:blue"}, red), match.ErrPlayer},
		"another seat's question": {draft(command(id, "red"), blue), engine.ErrSeat},
		"a question that is over": {draft(command(id, "red"), "plan@1000"), engine.ErrStale},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", name, c.err, c.want)
		}
	}
	b.must(draft(command(id, "red"), red))
	_, err = b.Resign(b.t.Context(), command(id, "red"))
	b.must(err)
	if l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red"); err != nil || l.Draft != nil {
		t.Errorf("it is over, and shows %+v half built (%v)", l.Draft, err)
	}
	if err := draft(command(id, "red"), red); !errors.Is(err, engine.ErrOver) {
		t.Errorf("after the end: %v", err)
	}
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{})
	b.must(err)
	_, err = b.Join(b.t.Context(), command(r.Match, "red"))
	b.must(err)
	if err := draft(command(r.Match, "red"), red); !errors.Is(err, match.ErrWaiting) {
		t.Errorf("before the beginning: %v", err)
	}
}

// TestSettingsThatAreNotAPlayers: before the match begins a player chooses its clocks,
// and nothing else that is the referee's own.
func TestSettingsThatAreNotAPlayers(t *testing.T) {
	b := newBench(t)
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Place: "here"})
	b.must(err)
	red := command(r.Match, "red")
	_, err = b.Join(b.t.Context(), red)
	b.must(err)
	for name, value := range map[string]string{
		schedule.SettingPause: "on", referee.SettingOwner: "abcdefgh/1", referee.SettingCaretaker: "blue", "away.1": "2026-01-06",
		referee.SettingProgram: "captain",
	} {
		if _, err := b.ChangeSettings(b.t.Context(), red, map[string]string{name: value}); !errors.Is(err, referee.ErrAgree) {
			t.Errorf("%s before the beginning: %v", name, err)
		}
		if _, err := b.ChangeSettings(b.t.Context(), red, map[string]string{name: value, "language": "fr"}); !errors.Is(err, referee.ErrAgree) {
			t.Errorf("%s beside another: %v", name, err)
		}
	}
	_, err = b.ChangeSettings(b.t.Context(), red, map[string]string{schedule.SettingClock: "limit 1d then loss"})
	b.must(err)
	for _, text := range []string{"tomorrow", "2026-01-06", "off"} {
		if _, err := b.Moderator.ChangeSettings(b.t.Context(), judge(r.Match, ""), map[string]string{schedule.SettingPause: text}); !errors.Is(err, referee.ErrPause) {
			t.Errorf("a pause until %q: %v", text, err)
		}
	}
}

// TestADraftIsOfItsSeat: what the store keeps for a seat as half built of another's answer
// is not shown to it.
func TestADraftIsOfItsSeat(t *testing.T) {
	b := newBench(t)
	id := b.open()
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red")
	b.must(err)
	_, err = b.Draft(b.t.Context(), command(id, "red"), l.Asks[0].Prompt, []string{"rush"})
	b.must(err)
	kept, err := b.store.Draft(b.t.Context(), id, "red")
	b.must(err)
	b.must(b.store.PutDraft(b.t.Context(), id, "blue", kept))
	for seat, want := range map[engine.Viewer]bool{"red": true, "blue": false} {
		if l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), seat); err != nil || (l.Draft != nil) != want {
			t.Errorf("%s is shown %+v, %v", seat, l.Draft, err)
		}
	}
}
