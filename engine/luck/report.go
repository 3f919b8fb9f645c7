package luck

import (
	"math"
	"slices"

	"referee/engine"
)

// Band is the share of matches, in percent, whose sums lie between Low and High
// of a [Figure]: at least so many, as whole numbers allow.
const Band = 95

// Report is the luck of one player in the rolls of a [Sum].
type Report struct {
	Matches int    `json:"matches"`
	Rolls   int    `json:"rolls"` // by which luck is measured
	Kinds   []Kind `json:"kinds"` // the weightiest first
}

// Kind is the luck of a player in one kind of cost.
type Kind struct {
	Kind     engine.CostKind `json:"kind"`
	Suffered Figure          `json:"suffered"` // what fell on the player
	Dealt    Figure          `json:"dealt"`    // what fell on others
	Edge     Figure          `json:"edge"`     // Dealt less Suffered
}

// Figure is one sum: what came, and what was to be expected. Every roll enters
// with the chances that it had before it was made. The rolls are taken as
// independent; that one depends on what came of an earlier one changes its
// chances, which are known, and leaves the expectation exact, the band and the
// tails nearly so.
type Figure struct {
	Actual    int     `json:"actual"`
	Expected  float64 `json:"expected"`
	Deviation float64 `json:"deviation"` // standard deviation
	// Low and High enclose what Band percent of such matches show.
	Low  int `json:"low"`
	High int `json:"high"`
	// AtMost and AtLeast are the chances of Actual or less, and or more.
	AtMost  float64 `json:"at_most"`
	AtLeast float64 `json:"at_least"`
}

// Report says what the rolls came to.
func (s *Sum) Report() Report {
	r := Report{Matches: s.matches, Rolls: s.rolls, Kinds: []Kind{}}
	for i := range s.kinds {
		k := &s.kinds[i]
		r.Kinds = append(r.Kinds, Kind{k.kind, k.suffered.figure(), k.dealt.figure(), k.edge.figure()})
	}
	return r
}

func (c *count) figure() Figure {
	f := Figure{Actual: c.actual, Expected: c.mean, Deviation: deviation(c.variance)}
	f.Low, f.High = c.band(1 - Band/100.0)
	f.AtMost, f.AtLeast = c.tails(c.actual)
	return f
}

// plain is the share of matches above which luck is called neither good nor bad.
const plain = 1.0 / 3

// Tell says the report in words: first whether luck was good or bad, by the
// weightiest kind of cost, then what came and what was to be expected, kind by
// kind. who is the player or their seat.
func (r Report) Tell(who engine.Arg) []engine.Msg {
	who.Name = "who"
	if r.Rolls == 0 {
		return []engine.Msg{engine.Say("luck.none", who)}
	}
	out := []engine.Msg{r.verdict(who)}
	for _, k := range r.Kinds {
		out = append(out, k.Suffered.tell("luck.suffered", k.Kind), k.Dealt.tell("luck.dealt", k.Kind))
	}
	return out
}

func (f Figure) tell(key string, kind engine.CostKind) engine.Msg {
	return engine.Say(key, engine.Sub("kind", engine.Say("cost."+string(kind))), engine.Num("actual", f.Actual),
		tenths("expected", f.Expected), engine.Num("low", f.Low), engine.Num("high", f.High))
}

// Noted is what reports tell, with a note at its end of what the ranges in it are; one is
// enough for many reports.
func Noted(told []engine.Msg) []engine.Msg {
	if !slices.ContainsFunc(told, func(m engine.Msg) bool { return m.Key == "luck.suffered" || m.Key == "luck.dealt" }) {
		return told
	}
	return append(told, engine.Say("luck.band", engine.Num("band", Band)))
}

// verdict says how seldom luck is so good or so bad.
func (r Report) verdict(who engine.Arg) engine.Msg {
	edge := r.Kinds[0].Edge
	share, key := edge.AtLeast, "luck.good"
	if edge.AtMost < edge.AtLeast {
		share, key = edge.AtMost, "luck.bad"
	}
	if share > plain {
		key = "luck.plain"
	}
	return engine.Say(key, who, engine.Num("n", r.Rolls), engine.Num("k", oneIn(share)))
}

// most bounds what is said of rare luck.
const most = 1e6

// oneIn is a share of more than 0 as one in so many.
func oneIn(share float64) int { return int(math.Round(min(most, 1/share))) }

// tenths is a number rounded to tenths.
func tenths(name string, x float64) engine.Arg { return engine.Ratio(name, int(math.Round(10*x)), 10) }
