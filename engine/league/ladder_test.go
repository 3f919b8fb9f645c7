package league

import (
	"errors"
	"reflect"
	"testing"
)

func TestLadder(t *testing.T) {
	l := Ladder{5, 3, 8, 1, 9}
	for _, may := range []Player{3, 8} {
		if !l.May(1, may, 2) {
			t.Errorf("1 may not challenge %d", may)
		}
	}
	for _, no := range [][2]Player{{5, 3}, {5, 5}, {1, 5}, {9, 3}, {7, 9}, {9, 7}} {
		if l.May(no[0], no[1], 2) {
			t.Errorf("%d may challenge %d", no[0], no[1])
		}
	}
	if got := l.After(1, 3); !reflect.DeepEqual(got, Ladder{5, 1, 8, 3, 9}) {
		t.Errorf("after 1 beat 3: %v", got)
	}
	if got := l.After(3, 1); !reflect.DeepEqual(got, l) {
		t.Errorf("after 3 beat 1: %v", got)
	}
	if got := l.After(7, 5); !reflect.DeepEqual(got, l) {
		t.Errorf("after a stranger beat 5: %v", got)
	}
}

// TestUndoneChallenge: what its match came to is undone first; then the ladder is as
// before, the two are free, and the number is not used again.
func TestUndoneChallenge(t *testing.T) {
	s := found(t, Rules{Format: FormatLadder, Reach: 2}, 3)
	s.begin()
	for no := 1; no <= 2; no++ {
		d, err := s.ProposeChallenge(3, 1, s.at)
		if err != nil {
			t.Fatal(err)
		}
		s.do(d)
		challenge, m := s.Seq(), s.running()[0]
		if m.No != no {
			t.Errorf("match %d, want %d", m.No, no)
		}
		s.do(Decision{Act: ActResult{Match: no, Result: &Result{How: Played, Winner: m.Pair.Side(3)}}})
		if got := s.Ladder(); !reflect.DeepEqual(got, Ladder{3, 2, 1}) {
			t.Errorf("after match %d: %v", no, got)
		}
		if _, err := s.Do(Decision{Act: ActUndo{To: challenge}}); !errors.Is(err, ErrUndo) {
			t.Errorf("the challenge of a match with a result is undone: %v", err)
		}
		s.do(Decision{Act: ActUndo{To: challenge + 1}})
		s.do(Decision{Act: ActUndo{To: challenge}})
		if got := s.Ladder(); !reflect.DeepEqual(got, Ladder{1, 2, 3}) || len(s.Matches()) > 0 {
			t.Errorf("undone: %v, matches %+v", got, s.Matches())
		}
	}
	s.reread()
}
