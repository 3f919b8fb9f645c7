package load

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
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

// String tells the result in words.
func (t *told) String() string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	line := func(what, format string, args ...any) { fmt.Fprintf(w, "%s\t%s\n", what, fmt.Sprintf(format, args...)) }
	mb := func(bytes int64) float64 { return float64(bytes) / 1e6 }
	ms := func(s spread) string {
		return fmt.Sprintf("%.0f ms at the median, %.0f at the 99th percentile, %.0f at most, of %d", s.P50, s.P99, s.Max, s.N)
	}
	line("matches", "%d, opened in %.0f s; connected after %.1f s", t.Matches, t.Opening, t.Start)
	line("interactions", "%d at %d a second; %d not answered, %d deferred; the driver was %.2f s behind at most, %d times nobody was free", t.Sent, t.Rate, t.Unanswered, t.Deferred, t.Behind, t.Late)
	line("first answer", "%s", ms(t.First))
	line("whole answer", "%s", ms(t.Whole))
	if t.Flooding > 0 {
		line("flood", "%d commands at %d a second: %d shown the match, %d told something else, %d not answered", t.Shown+t.Refused+t.Ignored, t.Flooding, t.Shown, t.Refused, t.Ignored)
		line("the other's /choose", "%s", ms(t.Choices))
	}
	b := t.Boards
	line("positions to show", "%d; %d boards drawn, %d positions replaced by a newer one, %d never drawn", b.Due, b.Pictures, b.Replaced, b.Missing)
	line("boards", "%.1f s old at the median, %.1f at the 99th percentile, %.1f at most; the last %.1f s after the end; their words %.1f s at most", b.P50, b.P99, b.Oldest, b.Last, b.Words)
	for _, size := range keys(b.ByWidth) {
		line("", "%d of %s", b.ByWidth[size], size)
	}
	line("pictures in answers", "%d", b.Private)
	line("processors", "%.2f busy with the referee, %.2f with the driver", t.Processor, t.Driver)
	line("memory", "%.0f MB before, %.0f at most, %.0f after", mb(t.MemoryBefore), mb(t.MemoryPeak), mb(t.MemoryAfter))
	line("file", "%.1f MB before, %.1f after, %d bytes for a position", mb(t.FileBefore), mb(t.FileAfter), t.PerPosition)
	line("requests", "%.0f a second that count for Discord's limit, %d at most", t.Requests, t.RequestsPeak)
	line("log", "%d errors, %d warnings", t.Errors, t.Warnings)
	for _, f := range t.Faults {
		line("fault", "%s", f)
	}
	_ = w.Flush() // a builder takes all
	return out.String()
}
