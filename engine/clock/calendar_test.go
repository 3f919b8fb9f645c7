package clock_test

import (
	"errors"
	"testing"
	"time"
	_ "time/tzdata" // the zones of the tests

	"referee/engine/clock"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// parseTime reads "2026-03-28 20:00" in a zone.
func parseTime(t testing.TB, z *time.Location, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, z)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func sleep(t testing.TB, text string) clock.Sleep {
	t.Helper()
	s, err := clock.ParseSleep(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestNightsInWhichTheClockIsChanged holds the length of every night by hand: an
// evening's time, what of it counts until noon, and when an amount is used up.
func TestNightsInWhichTheClockIsChanged(t *testing.T) {
	for _, c := range []struct {
		name, zone, sleep, from, to string
		counted                     time.Duration
		reach                       time.Duration
		at                          string
	}{
		{"an ordinary night", "Europe/Paris", "23:00-07:00", "2026-03-20 22:00", "2026-03-21 08:00", 2 * time.Hour, 90 * time.Minute, "2026-03-21 07:30"},
		{"Paris goes forward: the night is an hour shorter", "Europe/Paris", "23:00-07:00", "2026-03-28 22:00", "2026-03-29 08:00", 2 * time.Hour, 90 * time.Minute, "2026-03-29 07:30"},
		{"Paris goes forward over the waking: they wake when 2:30 would have been", "Europe/Paris", "22:00-02:30", "2026-03-28 21:00", "2026-03-29 04:00", 2 * time.Hour, 90 * time.Minute, "2026-03-29 03:30"},
		{"Paris goes forward by day, without sleep", "Europe/Paris", "", "2026-03-29 00:00", "2026-03-30 00:00", 23 * time.Hour, 3 * time.Hour, "2026-03-29 04:00"},
		{"Paris goes back by night", "Europe/Paris", "23:00-07:00", "2026-10-24 22:00", "2026-10-25 08:00", 2 * time.Hour, 90 * time.Minute, "2026-10-25 07:30"},
		{"Paris goes back, awake: the hour counts twice", "Europe/Paris", "12:00-20:00", "2026-10-25 01:00", "2026-10-25 04:00", 4 * time.Hour, 3 * time.Hour, "2026-10-25 03:00"},
		{"New York goes forward", "America/New_York", "22:30-06:30", "2026-03-07 22:00", "2026-03-08 07:00", time.Hour, 45 * time.Minute, "2026-03-08 06:45"},
		{"New York goes back: they sleep the hour twice", "America/New_York", "22:30-06:30", "2026-10-31 22:00", "2026-11-01 07:00", time.Hour, 45 * time.Minute, "2026-11-01 06:45"},
		{"New York goes back behind the waking: 1:00 to 1:30 is night again", "America/New_York", "22:00-01:30", "2026-10-31 21:00", "2026-11-01 03:00", 3 * time.Hour, 2 * time.Hour, "2026-11-01 02:00"},
		{"Lord Howe goes forward by half an hour", "Australia/Lord_Howe", "23:00-02:10", "2026-10-03 22:00", "2026-10-04 04:00", 2*time.Hour + 30*time.Minute, time.Hour + 30*time.Minute, "2026-10-04 03:00"},
		{"Lord Howe goes back by half an hour", "Australia/Lord_Howe", "23:00-06:00", "2026-04-04 22:00", "2026-04-05 07:00", 2 * time.Hour, 90 * time.Minute, "2026-04-05 06:30"},
		{"Lord Howe goes back, awake", "Australia/Lord_Howe", "", "2026-04-05 00:00", "2026-04-05 03:00", 3*time.Hour + 30*time.Minute, 3 * time.Hour, "2026-04-05 02:30"},
	} {
		t.Run(c.name, func(t *testing.T) {
			z := zone(t, c.zone)
			from, to := parseTime(t, z, c.from), parseTime(t, z, c.to)
			cal := clock.Calendar{Zone: z, Sleep: sleep(t, c.sleep)}
			if got := cal.Counted(from, to); got != c.counted {
				t.Errorf("%s is counted, want %s", got, c.counted)
			}
			if got, ok := cal.Reach(from, c.reach); !ok || !got.Equal(parseTime(t, z, c.at)) {
				t.Errorf("%s is reached at %s, want %s", c.reach, got, c.at)
			}
		})
	}
}

func TestStops(t *testing.T) {
	at := func(hour float64) time.Time {
		return time.UnixMilli(0).UTC().Add(time.Duration(hour * float64(time.Hour)))
	}
	cal := clock.Calendar{Stops: []clock.Window{
		{From: at(10), To: at(12)}, {From: at(2), To: at(4)}, {From: at(3), To: at(5)}, {From: at(5), To: at(5)},
	}}
	for _, c := range []struct{ from, d, want float64 }{
		{0, 0, 0}, {0, 2, 2}, {0, 2.5, 5.5}, {2, 0, 5}, {3, 1, 6}, {0, 7, 10}, {0, 7.5, 12.5}, {11, 0, 12},
	} {
		got, ok := cal.Reach(at(c.from), time.Duration(c.d*float64(time.Hour)))
		if !ok || !got.Equal(at(c.want)) {
			t.Errorf("%v hours from %v: %v, want %v", c.d, c.from, got, c.want)
		}
	}
	cal.Stops = append(cal.Stops, clock.Window{From: at(20)})
	if got, ok := cal.Reach(at(0), 100*time.Hour); ok {
		t.Errorf("a stop without an end ends at %v", got)
	}
	if got := cal.Counted(at(0), at(1000)); got != 15*time.Hour {
		t.Errorf("%v counted up to the stop without an end, want 15 hours", got)
	}
	if got, ok := cal.Reach(at(0), 15*time.Hour); !ok || !got.Equal(at(20)) {
		t.Errorf("what is used up as the stop begins: %v", got)
	}
}

func TestWakes(t *testing.T) {
	paris := zone(t, "Europe/Paris")
	for _, c := range []struct{ sleep, at, want string }{
		{"23:00-07:00", "2026-03-28 12:00", "2026-03-29 07:00"},
		{"23:00-07:00", "2026-03-29 06:59", "2026-03-29 07:00"},
		{"23:00-07:00", "2026-03-29 07:00", "2026-03-30 07:00"},
		{"22:00-02:30", "2026-03-28 23:00", "2026-03-29 03:00"},
		{"", "2026-10-24 12:00", "2026-10-25 08:00"},
		{"", "2026-10-25 07:59", "2026-10-25 08:00"},
	} {
		cal := clock.Calendar{Zone: paris, Sleep: sleep(t, c.sleep)}
		if got := cal.Wakes(parseTime(t, paris, c.at)); !got.Equal(parseTime(t, paris, c.want)) {
			t.Errorf("%q wakes after %s: %s, want %s", c.sleep, c.at, got.In(paris), c.want)
		}
	}
}

func TestSleepAsText(t *testing.T) {
	for text, want := range map[string]string{"": "", "23:00-07:30": "23:00-07:30", "1:05-9:00": "01:05-09:00", "12:00-12:00": ""} {
		if got := sleep(t, text).String(); got != want {
			t.Errorf("%q reads as %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"23-7", "24:00-07:00", "23:00-07:60", "23:00", "07:00-20:00", "23:00-07:00 x", "a", "23:00-07:00-08:00", "-1:00-07:00"} {
		if _, err := clock.ParseSleep(text); !errors.Is(err, clock.ErrSleep) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestVacation(t *testing.T) {
	v, err := clock.ParseVacation("2026-10-24..2026-10-26")
	if err != nil || v.String() != "2026-10-24..2026-10-26" {
		t.Fatalf("%v %v", v, err)
	}
	paris := zone(t, "Europe/Paris")
	w := v.Window(paris)
	if !w.From.Equal(parseTime(t, paris, "2026-10-24 00:00")) || !w.To.Equal(parseTime(t, paris, "2026-10-27 00:00")) || w.To.Sub(w.From) != 73*time.Hour {
		t.Errorf("in Paris, where the clock goes back: %v", w)
	}
	if v, err := clock.ParseVacation("2026-12-24"); err != nil || v.Last != v.First {
		t.Errorf("one day: %v %v", v, err)
	}
	for _, text := range []string{"", "24.12.2026", "2026-12-24..", "2026-12-24..2026-12-23", "2026-02-30"} {
		if _, err := clock.ParseVacation(text); !errors.Is(err, clock.ErrVacation) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
