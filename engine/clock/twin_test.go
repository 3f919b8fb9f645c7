package clock_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"referee/engine/clock"
)

// twin reckons minute by minute, with the clock on the wall asked each time.
type twin struct{ clock.Calendar }

func (w twin) counts(t time.Time) bool {
	for _, s := range w.Stops {
		if !t.Before(s.From) && (s.To.IsZero() || t.Before(s.To)) {
			return false
		}
	}
	h, m, _ := t.In(w.Zone).Clock()
	now, from, to := 60*h+m, w.Sleep.From, w.Sleep.To
	if from <= to {
		return now < from || now >= to
	}
	return now < from && now >= to
}

func (w twin) counted(from, to time.Time) (n int) {
	for t := from; t.Before(to); t = t.Add(time.Minute) {
		if w.counts(t) {
			n++
		}
	}
	return n
}

// reach is the end of the n-th minute that counts; for none, the beginning of
// the first.
func (w twin) reach(from time.Time, n int) time.Time {
	for t := from; ; t = t.Add(time.Minute) {
		switch {
		case !w.counts(t):
		case n == 0:
			return t
		case n == 1:
			return t.Add(time.Minute)
		default:
			n--
		}
	}
}

// TestTwin compares calendars with their twins, in weeks in which zones change
// their clocks and in any other.
func TestTwin(t *testing.T) {
	var zones []*time.Location
	for _, name := range []string{"Europe/Paris", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"} {
		zones = append(zones, zone(t, name))
	}
	changes := []time.Time{
		time.Date(2026, 3, 29, 0, 0, 0, 0, time.UTC), time.Date(2026, 10, 25, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 3, 8, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 4, 5, 0, 0, 0, 0, time.UTC), time.Date(2026, 10, 4, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC),
	}
	rapid.Check(t, func(rt *rapid.T) {
		const week = 7 * 24 * 60
		start := rapid.SampledFrom(changes).Draw(rt, "change").Add(-48 * time.Hour)
		at := func(label string) time.Time {
			return start.Add(time.Duration(rapid.IntRange(0, week).Draw(rt, label)) * time.Minute)
		}
		cal := clock.Calendar{Zone: rapid.SampledFrom(zones).Draw(rt, "zone")}
		cal.Sleep.From = rapid.IntRange(0, 24*60-1).Draw(rt, "sleep")
		cal.Sleep.To = (cal.Sleep.From + rapid.IntRange(0, 12*60).Draw(rt, "for")) % (24 * 60)
		for range rapid.IntRange(0, 3).Draw(rt, "stops") {
			from := at("stop")
			cal.Stops = append(cal.Stops, clock.Window{From: from, To: from.Add(time.Duration(rapid.IntRange(0, 2000).Draw(rt, "long")) * time.Minute)})
		}
		w := twin{cal}
		from, to := at("from"), at("to")
		if got, want := cal.Counted(from, to), time.Duration(w.counted(from, to))*time.Minute; got != want {
			rt.Fatalf("counted %s, want %s", got, want)
		}
		n := rapid.IntRange(0, 4000).Draw(rt, "minutes")
		got, ok := cal.Reach(from, time.Duration(n)*time.Minute)
		if want := w.reach(from, n); !ok || !got.Equal(want) {
			rt.Fatalf("%d minutes from %s: %s, want %s", n, from, got, want)
		}
		if woke := cal.Wakes(from); cal.Sleep.From != cal.Sleep.To {
			bare := twin{clock.Calendar{Zone: cal.Zone, Sleep: cal.Sleep}}
			if bare.counts(woke.Add(-time.Second)) || !bare.counts(woke) || !woke.After(from) {
				rt.Fatalf("wakes at %s", woke.In(cal.Zone))
			}
		}
	})
}

// FuzzParse finds no settings that do not read back as themselves.
func FuzzParse(f *testing.F) {
	f.Add("reserve 10d +12h cap 15d grace 6h remind 50 80 vacation 14 then caretaker")
	f.Add("limit 3d then caretaker sergeant vacation 3")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := clock.Parse(text)
		if err != nil {
			return
		}
		if again, err := clock.Parse(s.String()); err != nil || again.String() != s.String() {
			t.Errorf("%q reads as %q, which reads as %q (%v)", text, s, again, err)
		}
	})
}
