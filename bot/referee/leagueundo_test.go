package referee_test

import (
	"reflect"
	"testing"
	"time"

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
