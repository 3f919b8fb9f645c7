package load

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/moves"
)

// told is the result of a run. Times are in seconds or, where the name says so, milliseconds;
// sizes in bytes.
type told struct {
	Seed     uint64  `json:"seed"`
	Matches  int     `json:"matches"`
	Rate     int     `json:"rate"` // interactions a second that were asked for
	Flooding int     `json:"flood_rate,omitempty"`
	Start    float64 `json:"start_s"`   // until the program was connected
	Opening  float64 `json:"opening_s"` // of all matches

	Sent       int     `json:"interactions"`
	Late       int     `json:"nobody_free"`     // nobody could act, as all waited for an answer
	Behind     float64 `json:"driver_behind_s"` // the most that the driver fell behind its rate
	Unanswered int     `json:"unanswered"`
	First      spread  `json:"first_answer"`
	Whole      spread  `json:"whole_answer"`
	Deferred   int     `json:"deferred"`

	Choices spread `json:"other_choose,omitzero"` // of who plays with the one who floods
	Unsaid  int    `json:"other_choose_unanswered,omitempty"`
	Flood   spread `json:"flood,omitzero"`
	Shown   int    `json:"flood_shown,omitempty"`      // who floods was shown the match
	Refused int    `json:"flood_refused,omitempty"`    // was told something else
	Ignored int    `json:"flood_unanswered,omitempty"` // was not answered

	Boards boardsTold `json:"boards"`

	Processor    float64 `json:"processors_referee"` // busy with the program, on average
	Driver       float64 `json:"processors_driver"`  // busy with the people and the stand-in
	MemoryBefore int64   `json:"memory_before"`      // resident
	MemoryPeak   int64   `json:"memory_peak"`
	MemoryAfter  int64   `json:"memory_after"`
	FileBefore   int64   `json:"file_before"`
	FileAfter    int64   `json:"file_after"`
	PerPosition  int64   `json:"file_per_position"`

	Requests     float64        `json:"requests_per_second"` // that count for Discord's limit on all of a bot's requests
	RequestsPeak int            `json:"requests_per_second_peak"`
	Statuses     map[string]int `json:"refused_requests"` // by operation and status
	Errors       int            `json:"log_errors"`
	Warnings     int            `json:"log_warnings"`
	Faults       []string       `json:"faults"` // what must not be
}

// spread is how long answers took, in milliseconds.
type spread struct {
	N   int     `json:"n"`
	P50 float64 `json:"p50_ms"`
	P99 float64 `json:"p99_ms"`
	Max float64 `json:"max_ms"`
}

func spreadOf(took []time.Duration) spread {
	slices.Sort(took)
	ms := func(per int) float64 { return float64(part(took, per).Microseconds()) / 1000 }
	return spread{len(took), ms(500), ms(990), ms(1000)}
}

// waits are how long the answers to some interactions took, and how many there were not.
func waits(list []*discordtest.Press) (first, whole spread, deferred, missing int) {
	var firsts, wholes []time.Duration
	for _, p := range list {
		one, all := p.Took()
		if p.Shown().Failed || all == 0 {
			missing++
			continue
		}
		if one != all {
			deferred++
		}
		firsts, wholes = append(firsts, one), append(wholes, all)
	}
	return spreadOf(firsts), spreadOf(wholes), deferred, missing
}

// count counts what came of the interactions.
func (t *told) count(d *driven) {
	t.Sent, t.Late, t.Behind = len(d.presses), d.late, d.behind.Seconds()
	t.First, t.Whole, t.Deferred, t.Unanswered = waits(d.presses)
	t.Choices, _, _, t.Unsaid = waits(d.choices)
	t.Flood, _, _, t.Ignored = waits(d.flood)
	for _, p := range d.flood {
		s := p.Shown()
		if s.Message == nil {
			continue
		}
		if id, _, _ := moves.Footer(s.Message.Text()); id != "" {
			t.Shown++
		} else {
			t.Refused++
		}
	}
}

// judge lists what must not be. How long things took is for who reads it to judge.
func (t *told) judge(r *run) {
	if n := t.FileAfter - t.FileBefore; t.Boards.Due > 0 {
		t.PerPosition = n / int64(t.Boards.Due)
	}
	var first []string
	t.Errors, t.Warnings, first = r.logged()
	fault := func(n int, format string) {
		if n > 0 {
			t.Faults = append(t.Faults, fmt.Sprintf(format, n))
		}
	}
	fault(t.Unanswered, "%d interactions were not answered")
	fault(t.Unsaid, "%d interactions of who plays with the one who floods were not answered")
	fault(t.Boards.Missing, "%d positions were never drawn, nor one after them")
	for _, of := range keys(t.Statuses) {
		t.Faults = append(t.Faults, fmt.Sprintf("%d times %s", t.Statuses[of], of))
	}
	if t.Errors > 0 {
		t.Faults = append(t.Faults, fmt.Sprintf("%d errors in the log, as %s", t.Errors, strings.Join(first, "\n")))
	}
}
