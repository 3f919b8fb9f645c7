package league

import (
	"reflect"
	"testing"
)

func TestLadder(t *testing.T) {
	l := Ladder{5, 3, 8, 1, 9}
	if got := l.Targets(1, 2); !reflect.DeepEqual(got, []Player{3, 8}) {
		t.Errorf("1 may challenge %v", got)
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
