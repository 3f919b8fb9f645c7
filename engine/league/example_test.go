package league_test

import (
	"fmt"

	"referee/engine/league"
)

// A club of three meets once each; then the result of the first match is undone.
func Example() {
	l, err := league.Found(league.Decision{Author: 1, Act: league.ActCreate{Rules: &league.Rules{
		League: "winter", Format: league.FormatRoundRobin, Slots: 1, Scoring: league.PlainScoring(),
	}}})
	do := func(d league.Decision) {
		if err == nil {
			l, err = l.Do(d)
		}
	}
	for p := league.Player(1); p <= 3; p++ {
		do(league.Decision{Author: p, Act: league.ActJoin{Player: p}})
	}
	d, _ := l.Begin(nil, 0)
	do(d)
	d, _ = l.Next(0)
	do(d)
	fmt.Println("to play:", d.Opened().Pairs)
	do(league.Decision{Act: league.ActResult{Match: 1, Result: &league.Result{How: league.Played, Winner: league.Second, VP: -4}}})
	show := func() {
		for _, line := range league.Standings(l.Table()) {
			fmt.Printf("%d. player %d, %d points\n", line.Place, line.Player, line.Points)
		}
	}
	show()
	do(league.Decision{Act: league.ActUndo{To: l.Seq()}})
	show()
	fmt.Println(l.Seq(), "decisions,", err)
	// Output:
	// to play: [[2 3]]
	// 1. player 3, 2 points
	// 2. player 1, 0 points
	// 3. player 2, 0 points
	// 1. player 1, 0 points
	// 1. player 2, 0 points
	// 1. player 3, 0 points
	// 8 decisions, <nil>
}
