package handoffs

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"

	"referee/bot/schedule"
	"referee/cmd/lab/study"
)

// totals adds up several matches.
type totals struct {
	turns    int
	handoffs byPhase
	asked    map[string]int // questions to a player in the other's phases, by kind
	checked  checkedAnswers
	attacks  []int     // of each match
	days     []float64 // of each match
	record   hash.Hash // of all answers, rolls and events
}

func newTotals() *totals {
	return &totals{asked: map[string]int{}, record: sha256.New()}
}

// byPhase counts hand-offs by whose phase it is when they begin.
type byPhase struct {
	Own    int `json:"own"`
	Enemy  int `json:"enemy"`
	Nobody int `json:"nobody"`
}

// add adds a match that is over.
func (s *totals) add(w *witness, went schedule.Handoffs) {
	s.turns += went.Turn
	for _, h := range went.List {
		switch w.phases[h.Seq-1] {
		case "":
			s.handoffs.Nobody++
		case w.seats[h.Player]:
			s.handoffs.Own++
		default:
			s.handoffs.Enemy++
		}
	}
	for kind, n := range w.asked {
		s.asked[kind] += n
	}
	s.checked.Standing += w.checked.Standing
	s.checked.Single += w.checked.Single
	s.attacks = append(s.attacks, w.attacks)
	s.days = append(s.days, w.took().Hours()/24)
	s.record.Write(w.answers.Sum(nil))
}

// result is the last line.
func (s *totals) result() matchesSummary {
	h := s.handoffs
	return matchesSummary{
		Matches:            len(s.days),
		PerTurn:            study.Rounded(float64(h.Own+h.Enemy+h.Nobody) / float64(s.turns)),
		EnemyPhasesPerTurn: study.Rounded(float64(h.Enemy) / float64(s.turns)),
		DaysMedian:         study.Rounded(median(s.days)),
	}
}

// details is what is printed before the last line.
type details struct {
	Turns    int            `json:"turns"`
	Handoffs byPhase        `json:"handoffs"`
	Asked    map[string]int `json:"asked_in_enemy_phases"`
	Checked  checkedAnswers `json:"checked"`
	Attacks  struct {
		Mean  float64 `json:"mean"`
		Least int     `json:"least"`
	} `json:"attacks"`
	Record string `json:"record"` // SHA-256
}

func (s *totals) details() details {
	d := details{Turns: s.turns, Handoffs: s.handoffs, Asked: s.asked, Checked: s.checked}
	all := 0
	for _, n := range s.attacks {
		all += n
	}
	d.Attacks.Mean, d.Attacks.Least = study.Rounded(float64(all)/float64(len(s.attacks))), slices.Min(s.attacks)
	d.Record = hex.EncodeToString(s.record.Sum(nil))
	return d
}

// median is the middle of a list that is not empty, or the mean of both.
func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
