//go:build unix

package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"referee/bot/test/discordtest"
	"referee/bot/test/localetest"
)

var clocks = flag.Bool("clocks", false, "let TestClocksOfAProcess run, which takes three minutes")

// TestClocksOfAProcess plays the toy by a clock of a minute with the real program, which is
// frozen, has its clock set, or hears wrong dates from Discord:
//
//	go test ./cmd/referee -run TestClocksOfAProcess -clocks -parallel 12
//
// All cases run at a time, as most of it is waiting.
func TestClocksOfAProcess(t *testing.T) {
	if !*clocks {
		t.Skip("-clocks lets it run")
	}
	dir := t.TempDir()
	plain, moved := build(t, dir, "plain", "-tags", "toy"), build(t, dir, "moved", "-tags", "toy,testclock")
	knows := func(file string) bool {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(text, []byte("REFEREE_TEST_CLOCK"))
	}
	if knows(plain) || !knows(moved) {
		t.Fatalf("the clock of the ordinary program can be set by a test: %v; that of the other: %v", knows(plain), knows(moved))
	}
	const year = 365 * 24 * time.Hour
	cases := map[string]func(t *testing.T){
		"frozen":                  func(t *testing.T) { frozen(t, plain) },
		"started five years on":   func(t *testing.T) { startedWrong(t, moved, 5*year) },
		"started five years back": func(t *testing.T) { startedWrong(t, moved, -5*year) },
		"a date of somebody else": func(t *testing.T) { wrongDate(t, plain) },
		"no date":                 func(t *testing.T) { noDate(t, plain) },
		"leap day": func(t *testing.T) {
			across(t, moved, "UTC", time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC), false)
		},
	}
	for name, by := range map[string]time.Duration{"twelve years ahead": 12 * year, "an hour ahead": time.Hour, "an hour back": -time.Hour} {
		cases[name] = func(t *testing.T) { setFor(t, moved, by) }
	}
	for _, c := range []struct {
		zone  string
		month time.Month
		day   int
	}{{"Europe/Paris", 3, 29}, {"Europe/Paris", 10, 25}, {"America/New_York", 3, 8}, {"America/New_York", 11, 1}} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		wakes := time.Date(2026, c.month, c.day, 3, 0, 0, 0, zone) // nights end as the hours are changed, or an hour after
		cases[c.zone+" "+c.month.String()] = func(t *testing.T) { across(t, moved, c.zone, wakes, true) }
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
}

// build builds the program.
func build(t *testing.T, dir, name string, with ...string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	cmd := exec.Command("go", append(append([]string{"build", "-o", file}, with...), ".")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return file
}

// What a player has of a minute when something befalls the process after so long.
const (
	before = 20 * time.Second
	left   = time.Minute - before
	slack  = 25 * time.Second // to start, to be told, to be reached again, on a busy machine
)

func frozen(t *testing.T, binary string) {
	p := newDaemon(t, binary)
	p.start()
	p.runs()
	p.outlasts(before)
	if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Second)
	if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	p.ends(left-5*time.Second, left+slack)
}

func setFor(t *testing.T, binary string, by time.Duration) {
	p := newDaemon(t, binary)
	p.start()
	p.runs()
	p.outlasts(before)
	p.set(by)
	p.says(localetest.Part("en", "discord.clocks-differ"))
	p.outlasts(time.Minute)
	if text := p.clock(); strings.Contains(text, "<t:") {
		t.Errorf("it is shown as running:\n%s", text)
	}
	p.set(0)
	p.ends(left-10*time.Second, left+slack)
}

func startedWrong(t *testing.T, binary string, by time.Duration) {
	p := newDaemon(t, binary)
	p.start()
	p.runs()
	p.outlasts(before)
	p.stop()
	p.set(by)
	p.start()
	p.says(localetest.Part("en", "discord.clocks-differ"))
	p.outlasts(time.Minute)
	p.set(0)
	p.ends(left-10*time.Second, time.Minute+slack) // the last note that it was alive may be older than its end
}

func wrongDate(t *testing.T, binary string) {
	p := newDaemon(t, binary)
	p.start()
	p.runs()
	p.outlasts(before)
	p.d.Dates(discordtest.Dates{Ahead: -3 * time.Hour})
	p.says(localetest.Part("en", "discord.clocks-differ"))
	p.outlasts(time.Minute)
	p.d.Dates(discordtest.Dates{})
	p.ends(left-10*time.Second, left+slack)
}

func noDate(t *testing.T, binary string) {
	p := newDaemon(t, binary)
	p.d.Dates(discordtest.Dates{None: true})
	p.start()
	p.open()
	p.says(localetest.Part("en", "discord.clocks-doubted"))
	p.outlasts(70 * time.Second)
	p.d.Dates(discordtest.Dates{})
	p.ends(50*time.Second, time.Minute+slack)
}

// across plays round a moment, in a process and with players of a zone, who sleep
// until then or not at all.
func across(t *testing.T, binary, zone string, at time.Time, sleep bool) {
	p := newDaemon(t, binary)
	p.zone = zone
	const early = 40 * time.Second
	ahead := at.Sub(time.Now().Add(early)).Round(time.Second)
	p.d.Advance(ahead)
	p.set(ahead)
	p.start()
	if sleep {
		for _, u := range []*discordtest.User{p.anna, p.ben} {
			u.Slash(p.ch, "me settings", "zone:"+zone, "sleep:23:00-03:00").Wait()
		}
	}
	since := p.runs().Add(ahead)
	end := time.Minute
	if sleep {
		end = at.Add(time.Minute).Sub(since)
	}
	if since.After(at) {
		t.Fatalf("it took too long to begin: %v", since)
	}
	p.ends(end-5*time.Second, end+slack)
}
