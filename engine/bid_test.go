package engine_test

import (
	"slices"
	"testing"

	"referee/engine"
)

func TestBids(t *testing.T) {
	o := engine.BidOption("bid", 2, "red", "far-blue")
	want := []string{"none", "red-1", "red-2", "far-blue-1", "far-blue-2"}
	if !slices.Equal(o.Values, want) || o.Default != "none" || !o.Bid {
		t.Errorf("%+v", o)
	}
	for _, c := range []struct {
		value string
		seat  engine.Seat
		vp    int
	}{
		{"none", "", 0},
		{"red-2", "red", 2},
		{"far-blue-11", "far-blue", 11},
		{"", "", 0},
		{"red", "", 0},
		{"red-", "", 0},
		{"red-0", "", 0},
		{"red-x", "", 0},
	} {
		if seat, vp := engine.ParseBid(c.value); seat != c.seat || vp != c.vp {
			t.Errorf("%q gives %s %d VP", c.value, seat, vp)
		}
	}
	if v := engine.BidValue("red", 0); v != "none" {
		t.Errorf("nothing for red is %q", v)
	}
}
