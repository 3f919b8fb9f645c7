package league

import (
	"errors"
	"testing"
)

func TestSettle(t *testing.T) {
	cases := []struct {
		name string
		bids [2]Bid
		want Award
	}{
		{"each wants what they have", [2]Bid{{First, 3}, {Second, 5}}, Award{Pair: Pair{7, 4}}},
		{"each wants what the other has", [2]Bid{{Second, 3}, {First, 5}}, Award{Pair: Pair{4, 7}}},
		{"both want the first, the one who has it more", [2]Bid{{First, 3}, {First, 2}}, Award{Pair{7, 4}, 3, Second}},
		{"both want the first, the other more", [2]Bid{{First, 3}, {First, 4}}, Award{Pair{4, 7}, 4, Second}},
		{"both want the second as much", [2]Bid{{Second, 2}, {Second, 2}}, Award{Pair{7, 4}, 2, First}},
		{"both want the second, the other more", [2]Bid{{Second, 4}, {Second, 2}}, Award{Pair{4, 7}, 4, First}},
		{"both want it for nothing", [2]Bid{{First, 0}, {First, 0}}, Award{Pair: Pair{7, 4}}},
	}
	for _, c := range cases {
		if got, err := Settle(Pair{7, 4}, c.bids); err != nil || got != c.want {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
	}
	for _, bad := range [][2]Bid{{{0, 1}, {First, 1}}, {{First, 1}, {Second, -1}}, {{3, 0}, {First, 0}}} {
		if _, err := Settle(Pair{7, 4}, bad); !errors.Is(err, ErrBid) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}
