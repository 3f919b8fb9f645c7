package engine

import (
	"strconv"
	"strings"
)

// Values of a set-up option that is a bid: bidNone gives nobody VP; in the others bidFor
// separates the seat from its VP.
const (
	bidNone = "none"
	bidFor  = "-"
)

// BidOption makes the set-up option by which one seat receives VP, because players bid for the side
// that they want: its values are "none", its default, and for each seat "<seat>-1" to
// "<seat>-<most>".
func BidOption(id string, most int, seats ...Seat) SetupOption {
	o := SetupOption{ID: id, Values: []string{bidNone}, Default: bidNone, Bid: true}
	for _, s := range seats {
		for vp := 1; vp <= most; vp++ {
			o.Values = append(o.Values, BidValue(s, vp))
		}
	}
	return o
}

// BidValue returns the value of a bid option that gives VP to a seat.
func BidValue(seat Seat, vp int) string {
	if vp == 0 {
		return bidNone
	}
	return string(seat) + bidFor + strconv.Itoa(vp)
}

// ParseBid reads a value of a bid option: the seat and the VP that it receives; "" and 0 for any
// value that gives nothing.
func ParseBid(value string) (Seat, int) {
	at := strings.LastIndex(value, bidFor)
	if at < 0 {
		return "", 0
	}
	vp, err := strconv.Atoi(value[at+len(bidFor):])
	if err != nil || vp <= 0 {
		return "", 0
	}
	return Seat(value[:at]), vp
}
