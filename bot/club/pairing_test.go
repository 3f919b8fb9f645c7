package club_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
	"referee/store"
)

// adjudicate lets a judge decide a match that he was asked about, and the league
// hear of it.
func (c *clubhouse) adjudicate(ctx context.Context, id match.ID, v club.Verdict) {
	c.t.Helper()
	_, err := c.Judges.Appeal(ctx, c.who(ctx, id, "red"), club.Appeal{From: 2, To: 3, Text: "Why?"})
	c.must(err)
	c.hear(ctx)
	_, err = c.Judges.Rule(ctx, judge(id, ""), v)
	c.must(err)
	c.hear(ctx)
}

// TestRulingsOnFinishedMatches: a ruling on a match that was played to its end counts,
// also after the league.
func TestRulingsOnFinishedMatches(t *testing.T) {
	for name, finish := range map[string]bool{"while the league goes on": false, "after it": true} {
		c := newClub(t, roundRobin(), 2)
		id := c.openAll(t.Context())[1]
		c.resign(t.Context(), id, "red")
		if finish {
			_, err := c.Leagues.Finish(t.Context(), c.organiser())
			c.must(err)
		}
		c.adjudicate(t.Context(), id, club.Verdict{Judgement: match.Decided, Winner: "red"})
		m := c.look(t.Context()).Matches[0]
		if m.Result.How != league.Adjudicated || m.Result.Winner != league.First || m.Appealed {
			t.Errorf("%s: %+v, asked: %t", name, m.Result, m.Appealed)
		}
	}
}

// TestReportedResultsAreKept: a ruling that changes nothing does not bring back
// what the match had come to; a judge's own result does.
func TestReportedResultsAreKept(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	c.resign(t.Context(), id, "red")
	_, err := c.Leagues.Correct(t.Context(), c.organiser(), 1, &league.Result{How: league.Adjudicated, Winner: league.First})
	c.must(err)
	c.adjudicate(t.Context(), id, club.Verdict{Judgement: match.Upheld})
	if r := c.look(t.Context()).Matches[0].Result; r.Winner != league.First {
		t.Errorf("the ruling changed nothing, the result is %+v", r)
	}
	c.adjudicate(t.Context(), id, club.Verdict{Judgement: match.Decided})
	if r := c.look(t.Context()).Matches[0].Result; r.Winner != 0 || r.How != league.Adjudicated {
		t.Errorf("the judges decided on a draw, the result is %+v", r)
	}
}

// TestFinishIsUndone: what matches came to meanwhile counts; one that was taken back
// goes on.
func TestFinishIsUndone(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll(t.Context())
	c.resign(t.Context(), open[1], "red")
	reply, err := c.Leagues.Finish(t.Context(), c.organiser())
	c.must(err)
	c.resign(t.Context(), open[2], "red")
	_, err = c.Moderator.TakeBack(t.Context(), judge(open[1], ""), 4)
	c.must(err)
	c.crash(time.Minute)
	c.hear(t.Context())
	if l := c.look(t.Context()); l.Matches[0].Result == nil || l.Matches[1].Result != nil {
		t.Errorf("while the league is over: %+v, %+v", l.Matches[0].Result, l.Matches[1].Result)
	}
	_, err = c.Leagues.Undo(t.Context(), c.organiser(), reply.To)
	c.must(err)
	l := c.look(t.Context())
	if r := l.Matches[1].Result; r == nil || r.Winner != league.Second {
		t.Errorf("what ended meanwhile: %+v", r)
	}
	if r := l.Matches[0].Result; r != nil {
		t.Errorf("what was taken back meanwhile: %+v", r)
	}
	c.resign(t.Context(), open[1], "blue")
	if r := c.look(t.Context()).Matches[0].Result; r == nil || r.Winner != league.First {
		t.Errorf("it went on, and came to %+v", r)
	}
}

// disk is a store in which something happens before a batch of a league is kept, and
// which keeps none of a match while it is full.
type disk struct {
	*store.Store
	before func()
	full   bool
	loads  int // matches that were read
}

func (d *disk) Load(ctx context.Context, id match.ID) ([]*match.Entry, error) {
	d.loads++
	return d.Store.Load(ctx, id)
}

// diskLeagues are the leagues of a disk.
type diskLeagues struct {
	*store.Leagues
	d *disk
}

func (l diskLeagues) Commit(ctx context.Context, b league.Batch) ([]byte, bool, error) {
	if f := l.d.before; f != nil {
		l.d.before = nil
		f()
	}
	return l.Leagues.Commit(ctx, b)
}

func (d *disk) Commit(ctx context.Context, b match.Batch) ([]byte, bool, error) {
	if d.full {
		return nil, false, errors.New("the disk is full")
	}
	return d.Store.Commit(ctx, b)
}

// on has the club go on with such a store.
func (c *clubhouse) on(ctx context.Context) *disk {
	c.t.Helper()
	d := &disk{Store: c.store}
	c.work(referee.Config{
		Games: []referee.Game{c.game}, Store: d, Dice: c.dice, Faults: c.t.TempDir(),
		Now: c.watched, Log: slog.New(slog.DiscardHandler), Keep: 1,
	}, diskLeagues{c.store.Leagues(), d})
	c.must(c.Up(ctx, c.now))
	return d
}

// TestNothingIsMissed: a ruling that comes while a league takes the appeal in is heard
// of the next time.
func TestNothingIsMissed(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	d := c.on(t.Context())
	_, err := c.Judges.Appeal(t.Context(), c.who(t.Context(), id, "red"), club.Appeal{From: 2, To: 3, Text: "Why?"})
	c.must(err)
	d.before = func() {
		_, err := c.Judges.Rule(t.Context(), judge(id, ""), club.Verdict{Judgement: match.Decided, Winner: "red"})
		c.must(err)
	}
	c.hear(t.Context())
	c.hear(t.Context())
	if m := c.look(t.Context()).Matches[0]; m.Appealed || m.Result == nil || m.Result.How != league.Adjudicated {
		t.Errorf("asked: %t, %+v", m.Appealed, m.Result)
	}
}

// TestStoredActsAreAnnounced: an act that is stored is done, though its match cannot be
// stopped yet.
func TestStoredActsAreAnnounced(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	d := c.on(t.Context())
	d.full = true
	reply, err := c.Leagues.Report(t.Context(), c.organiser(), 1, league.Result{How: league.Forfeited, Winner: league.First})
	if err != nil || len(reply.Lines) != 1 {
		t.Errorf("reported: %+v %v", reply, err)
	}
	d.full = false
	c.hear(t.Context())
	if l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge); err != nil || l.Ending == nil {
		t.Errorf("the match goes on: %+v %v", l.Ending, err)
	}
	if card := c.look(t.Context()).Card; len(card.Align) > 0 || card.Due != 0 && card.Due <= c.now.UnixMilli() {
		t.Errorf("it is due for ever: %+v", card)
	}
}
