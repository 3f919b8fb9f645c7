package live

import (
	"fmt"
	"strings"
)

// Report is what an examination has found. It has no names, ids or tokens.
type Report struct {
	Version  string    `json:"version"`
	Stopped  string    `json:"stopped,omitempty"` // why it ended early; "": it did not
	Took     float64   `json:"took_ms"`
	Requests int       `json:"requests"`
	Findings []Finding `json:"findings"`
	Routes   []Route   `json:"routes"`
	Gateway  Gateway   `json:"gateway"`
	// Before is how many things of an earlier examination were there, After of this one that could not be removed.
	Before int `json:"before"`
	After  int `json:"after"`
}

// The states of a finding.
const (
	Expected = "ok"
	Differs  = "differs"
	Unlooked = "not looked at"
)

// Finding is whether Discord is in one thing as the program relies on.
type Finding struct {
	Name        string       `json:"name"`
	State       string       `json:"state"`
	Said        string       `json:"said,omitempty"` // why it is not looked at
	Differences []Difference `json:"differences,omitempty"`
	Means       string       `json:"means,omitempty"` // for players, where it differs
}

// Difference is something that is not as expected.
type Difference struct {
	Where string `json:"where"`
	Want  string `json:"want"`
	Got   string `json:"got"`
}

// Route is how long requests of a kind took, in milliseconds, and what was said of their limits.
type Route struct {
	Route   string  `json:"route"`
	Count   int     `json:"count"`
	First   float64 `json:"first_ms"`
	Median  float64 `json:"median_ms"`
	Max     float64 `json:"max_ms"`
	Limited int     `json:"limited,omitempty"` // answers 429
	Bucket  int     `json:"bucket,omitempty"`  // routes of one number share a limit
	Limit   int     `json:"limit,omitempty"`
	Reset   float64 `json:"reset_s,omitempty"`
	bucket  string
}

// Gateway is how long connections took, in milliseconds; 0: it was not seen.
type Gateway struct {
	Ready     float64 `json:"ready_ms,omitempty"`
	Resumed   float64 `json:"resumed_ms,omitempty"`
	Heartbeat float64 `json:"heartbeat_ms,omitempty"`
	Events    int     `json:"events"`
}

// Well reports whether everything was looked at that needs nobody, and is as expected.
func (r *Report) Well() bool {
	return r.Stopped == "" && r.After == 0 && r.count(Differs) == 0
}

func (r *Report) count(state string) (n int) {
	for _, f := range r.Findings {
		if f.State == state {
			n++
		}
	}
	return n
}

// String is the report for a reader: first what differs.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Discord, compared with what referee %s expects\n\n", r.Version)
	for _, state := range []string{Differs, Unlooked, Expected} {
		for _, f := range r.Findings {
			if f.State == state {
				f.write(&b)
			}
		}
	}
	fmt.Fprintf(&b, "\n%-52s %5s %8s %8s %8s  %s\n", "milliseconds", "count", "first", "median", "longest", "limit")
	for _, t := range r.Routes {
		limit := ""
		if t.Limit > 0 {
			limit = fmt.Sprintf("%d in %.1f s, bucket %d", t.Limit, t.Reset, t.Bucket)
		}
		if t.Limited > 0 {
			limit += fmt.Sprintf("; answers 429: %d", t.Limited)
		}
		fmt.Fprintf(&b, "%-52s %5d %8.1f %8.1f %8.1f  %s\n", t.Route, t.Count, t.First, t.Median, t.Max, strings.TrimPrefix(limit, "; "))
	}
	for _, t := range []struct {
		what string
		ms   float64
	}{{"gateway, until ready", r.Gateway.Ready}, {"gateway, until resumed", r.Gateway.Resumed}, {"gateway, heartbeat", r.Gateway.Heartbeat}} {
		if t.ms > 0 {
			fmt.Fprintf(&b, "%-52s %5d %8.1f\n", t.what, 1, t.ms)
		}
	}
	fmt.Fprintf(&b, "\nAs expected: %d; different: %d; not looked at: %d. Requests: %d, in %.0f s.\n",
		r.count(Expected), r.count(Differs), r.count(Unlooked), r.Requests, r.Took/1000)
	if r.Stopped != "" {
		fmt.Fprintf(&b, "Not complete: %s.\n", r.Stopped)
	}
	if r.Before > 0 {
		fmt.Fprintf(&b, "Left by an earlier run: %d; removed first.\n", r.Before)
	}
	if r.After > 0 {
		fmt.Fprintf(&b, "Not removed: %d. Run it again, or delete the channels called %s… by hand.\n", r.After, Prefix)
	} else {
		fmt.Fprintln(&b, "Everything that was made is removed.")
	}
	return b.String()
}

// write writes a finding, a line for each difference.
func (f Finding) write(b *strings.Builder) {
	fmt.Fprintf(b, "%-13s %s", f.State, f.Name)
	if f.Said != "" {
		fmt.Fprintf(b, ": %s", f.Said)
	}
	fmt.Fprintln(b)
	for _, d := range f.Differences {
		fmt.Fprintf(b, "%-13s   %s: %s, expected %s\n", "", d.Where, d.Got, d.Want)
	}
	if f.Means != "" {
		fmt.Fprintf(b, "%-13s   → %s\n", "", f.Means)
	}
}
