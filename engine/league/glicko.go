package league

import (
	"cmp"
	"math"
)

// Glicko-2 as its author gives it (Glickman, "Example of the Glicko-2 system").
const (
	glickoScale = 173.7178 // rating points in a unit of the system
	glickoTau   = 0.5      // how much volatility may change in a period
	glickoStop  = 0.000001 // how exactly volatility is worked out

	newRating     = 1500
	newDeviation  = 350
	newVolatility = 0.06
	// settled is the deviation down to which a rating is provisional: it is
	// then right to within some 200 points, 19 times in 20.
	settled = 110
)

// Rating is how strong a player is thought to be, and how surely.
type Rating struct {
	Rating float64 `json:"rating"`
	// Deviation: the true rating is within twice of it, 19 times in 20.
	Deviation float64 `json:"deviation"`
	// Volatility is how much the player's strength is thought to change.
	Volatility float64 `json:"volatility"`
}

// NewRating is the rating of a player without matches.
func NewRating() Rating { return Rating{newRating, newDeviation, newVolatility} }

// Provisional reports whether a rating rests on too little to be compared.
func (r Rating) Provisional() bool { return r.Deviation > settled }

// RatedGame is a match that is rated.
type RatedGame[K cmp.Ordered] struct {
	A, B  K
	Score float64 // of A: 1, 0.5 or 0
}

// Rate is everybody's rating after one rating period. Who played for the first
// time begins with NewRating; who did not play becomes less certain. The games of
// a period count as played at once, so periods of ten games or so a player work
// best. K names players: across leagues they are not those of one league.
func Rate[K cmp.Ordered](before map[K]Rating, games []RatedGame[K]) map[K]Rating {
	old := func(k K) Rating {
		if r, ok := before[k]; ok {
			return r
		}
		return NewRating()
	}
	met := map[K][]outcome{}
	for _, g := range games {
		met[g.A] = append(met[g.A], outcome{old(g.B), g.Score})
		met[g.B] = append(met[g.B], outcome{old(g.A), 1 - g.Score})
	}
	after := make(map[K]Rating, len(before))
	for k, r := range before {
		after[k] = r.after(nil)
	}
	for k, list := range met {
		after[k] = old(k).after(list)
	}
	return after
}

// outcome is a match from one side: the opponent as they were before the period.
type outcome struct {
	opponent Rating
	score    float64
}

// after works out steps 2 to 8 of the system.
func (r Rating) after(list []outcome) Rating {
	phi := r.Deviation / glickoScale
	if len(list) == 0 {
		phi = math.Hypot(phi, r.Volatility)
		r.Deviation = min(phi*glickoScale, newDeviation)
		return r
	}
	mu := (r.Rating - newRating) / glickoScale
	var information, surprise float64
	for _, o := range list {
		g := 1 / math.Sqrt(1+3*square(o.opponent.Deviation/glickoScale)/square(math.Pi))
		expected := 1 / (1 + math.Exp(-g*(mu-(o.opponent.Rating-newRating)/glickoScale)))
		information += g * g * expected * (1 - expected)
		surprise += g * (o.score - expected)
	}
	v := 1 / information
	sigma := volatility(r.Volatility, phi, v, v*surprise)
	phi = 1 / math.Sqrt(1/(phi*phi+sigma*sigma)+information)
	return Rating{
		Rating:     newRating + glickoScale*(mu+phi*phi*surprise),
		Deviation:  min(phi*glickoScale, newDeviation),
		Volatility: sigma,
	}
}

// volatility is step 5: the root of f by the Illinois method.
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/square(glickoTau)
	}
	low, high := a, math.Log(delta*delta-phi*phi-v)
	if delta*delta <= phi*phi+v {
		k := 1.0
		for f(a-k*glickoTau) < 0 {
			k++
		}
		high = a - k*glickoTau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > glickoStop {
		x := low + (low-high)*fLow/(fHigh-fLow)
		fx := f(x)
		if fx*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = x, fx
	}
	return math.Exp(low / 2)
}

func square(x float64) float64 { return x * x }
