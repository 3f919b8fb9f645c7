package referee_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/engine/league"
)

// TestForfeitsGoWithTheirWithdrawal: all that followed by itself from a withdrawal
// goes with it, while time goes on; also when a part of it was undone before.
func TestForfeitsGoWithTheirWithdrawal(t *testing.T) {
	rules := roundRobin()
	rules.Rolling, rules.Slots = true, 3
	c := newClub(t, rules, 4)
	c.tick = time.Millisecond
	before := c.look().Table
	for _, alone := range []int{0, 1, 3} {
		reply, err := c.Withdraw(c.player("b"), someone("b"))
		c.must(err)
		if reply.To != reply.From+4 {
			t.Fatalf("decisions %d to %d: not three matches are lost", reply.From+1, reply.To)
		}
		for i := range alone {
			_, err := c.UndoAct(c.organiser(), reply.From+2+i)
			c.must(err)
		}
		_, err = c.UndoAct(c.organiser(), reply.From+1)
		c.must(err)
		if after := c.look().Table; !reflect.DeepEqual(after, before) {
			t.Errorf("%d forfeits undone, then the withdrawal: %+v, was %+v", alone, after.Lines, before.Lines)
		}
	}
}

// TestACommandIsOfOneMoment: all that it decides has the same time.
func TestACommandIsOfOneMoment(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	c.tick = time.Millisecond
	reply, err := c.Withdraw(c.player("b"), someone("b"))
	c.must(err)
	l, err := c.store.LoadLeague(c.id)
	c.must(err)
	times := map[int64]bool{}
	for _, e := range l.Log()[reply.From:reply.To] {
		times[e.Decision.At] = true
	}
	if reply.To-reply.From < 2 || len(times) != 1 || l.Log()[reply.To-1].Decision.Kind != league.KindResult {
		t.Errorf("decisions %d to %d, at %d times", reply.From+1, reply.To, len(times))
	}
}

// TestAnEndStays: a match that came to its end here goes on only when it is taken
// back, and whoever takes its result away learns of that.
func TestAnEndStays(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll()[1]
	c.resign(id, "red")
	seq := c.look().Card.Seq
	if _, err := c.Correct(c.organiser(), 1, nil); !errors.Is(err, referee.ErrEnded) {
		t.Errorf("it goes on: %v", err)
	}
	if l := c.look(); l.Card.Seq != seq || l.Matches[0].Result == nil {
		t.Errorf("after a refusal: decision %d, %+v", l.Card.Seq, l.Matches[0].Result)
	}
	reply, err := c.UndoAct(c.organiser(), seq)
	if err != nil || !slices.Equal(reply.Ended, []int{1}) {
		t.Errorf("undone: %v %v", reply.Ended, err)
	}
	_, err = c.Report(c.organiser(), 1, league.Result{How: league.Forfeited, Winner: league.First})
	c.must(err)
	_, err = c.TakeBack(judge(id, ""), 4)
	c.must(err)
	c.hear()
	reply, err = c.UndoAct(c.organiser(), c.look().Card.Seq)
	if err != nil || len(reply.Ended) != 0 {
		t.Errorf("the match goes on: %v %v", reply.Ended, err)
	}
}
