package clock_test

import (
	"errors"
	"testing"
	"time"

	"referee/engine/clock"
)

func settings(t testing.TB, text string) clock.Settings {
	t.Helper()
	s, err := clock.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSettingsAsText(t *testing.T) {
	for text, want := range map[string]string{
		"": "none", "none": "none",
		"limit 3d":                     "limit 3d then remind",
		"Limit 36h Remind 50 80":       "limit 1d12h remind 50 80 then remind",
		"limit 90m then loss":          "limit 1h30m then loss",
		"reserve 10d +12h then remind": "reserve 10d +12h then remind",
		"reserve 10d then caretaker vacation 14 grace 6h cap 15d +12h remind 50": "reserve 10d +12h cap 15d grace 6h remind 50 vacation 14 then caretaker",
		"limit 3d then caretaker sergeant":                                       "limit 3d then caretaker sergeant",
		"limit 3d then caretaker Captain grace 6h":                               "limit 3d grace 6h then caretaker captain",
		"limit 3d then caretaker remind 50":                                      "limit 3d remind 50 then caretaker",
		"limit 3d then caretaker captain then loss":                              "limit 3d then loss",
		"2d":                           "limit 2d then remind",
		"36h then loss":                "limit 1d12h then loss",
		"limit 1h1m1s then adjudicate": "limit 1h1m1s then adjudicate",
	} {
		s := settings(t, text)
		if s.String() != want {
			t.Errorf("%q reads as %q, want %q", text, s, want)
		}
		if again := settings(t, want); again.String() != want || s.Runs() != (want != "none") {
			t.Errorf("%q reads back as %q", want, again)
		}
	}
	for _, text := range []string{
		"2", "2x", "30s", "366d", "2d +1h", "2d loss", "limit 2d 3d", "2d 3d", "limit", "limit 3", "limit x", "limit 30s", "limit 366d", "limit -1d", "limit 3d +1h", "limit 3d cap 4d", "none 3d", "chess 3d",
		"limit 3d remind", "limit 3d remind 100", "limit 3d remind 0", "limit 3d remind 80 50", "limit 3d remind 1 2 3 4 5 6",
		"limit 3d then", "limit 3d then nothing", "limit 3d vacation 61", "limit 3d vacation x", "reserve 3d cap 2d", "limit 3d hello 2d", "limit 3d grace",
		"limit 3d then loss captain", "limit 3d then caretaker captain major", "limit 3d then caretaker c3po", "limit 3d then captain",
		"limit 1d1d 1h", "reserve 3d +x", "limit 10001d",
	} {
		if s, err := clock.Parse(text); !errors.Is(err, clock.ErrSettings) {
			t.Errorf("%q reads as %q: %v", text, s, err)
		}
	}
}

// TestBalance follows both modes over some hand-offs by hand.
func TestBalance(t *testing.T) {
	at := func(hours int) time.Time {
		return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(hours) * time.Hour)
	}
	left := func(b clock.Balance, hours int) {
		t.Helper()
		if b.Left != time.Duration(hours)*time.Hour {
			t.Errorf("left: %s, want %d hours", b.Left, hours)
		}
	}
	cal := clock.Calendar{}
	limit := settings(t, "limit 10h grace 2h remind 50 80")
	b := limit.Begin(clock.Balance{}).Spend(cal, at(0), at(4))
	left(b, 6)
	r := limit.Read(b, cal, at(100)) // it went on
	if !r.Reminders[0].Equal(at(101)) || !r.Reminders[1].Equal(at(104)) || !r.Up.Equal(at(106)) || !r.Expires.Equal(at(108)) {
		t.Errorf("reading: %+v", r)
	}
	b = b.Spend(cal, at(100), at(107))
	left(b, -1)
	if r := limit.Read(b, cal, at(200)); !r.Expires.Equal(at(201)) {
		t.Errorf("with an hour of grace left it is over at %s", r.Expires)
	}
	left(limit.Begin(b), 10)

	reserve := settings(t, "reserve 10h +3h cap 12h grace 2h")
	b = reserve.Begin(clock.Balance{})
	left(b, 10)
	b = reserve.Begin(b.Spend(cal, at(0), at(6)))
	left(b, 7)
	b = reserve.Begin(reserve.Begin(b))
	left(b, 12)
	late := b.Spend(cal, at(0), at(13))
	left(late, -1)
	left(reserve.Begin(late), 3) // grace is not paid for
	if b.Handoffs != 4 || b.Of != 12*time.Hour {
		t.Errorf("balance: %+v", b)
	}
	left(settings(t, "reserve 10h +3h").Begin(b), 15)
	stopped := clock.Calendar{Stops: []clock.Window{{From: at(0)}}}
	if r := reserve.Read(b, stopped, at(0)); !r.Up.IsZero() || !r.Expires.IsZero() {
		t.Errorf("a clock that stands: %+v", r)
	}
}
