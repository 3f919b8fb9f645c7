package main

import (
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

// daemon is the program, with two people who play a match.
type daemon struct {
	t         *testing.T
	d         *discordtest.Discord
	binary    string
	dir       string
	zone      string // of the process
	cmd       *exec.Cmd
	anna, ben *discordtest.User
	ch        *discordtest.Channel
}

func newDaemon(t *testing.T, binary string) *daemon {
	t.Helper()
	d := discordtest.New(t, discordtest.Options{Heartbeat: time.Second, Patience: 5 * time.Minute, Deadline: time.Minute})
	g := d.Guild("club")
	p := &daemon{t: t, d: d, binary: binary, dir: t.TempDir(), zone: "UTC", ch: g.Channel("games"), anna: g.Member("anna", "en-GB"), ben: g.Member("ben", "en-GB")}
	p.set(0)
	return p
}

// set sets the clock of the machine ahead.
func (p *daemon) set(ahead time.Duration) {
	p.t.Helper()
	file := filepath.Join(p.dir, "clock")
	if err := os.WriteFile(file+"~", []byte(ahead.String()), 0o600); err != nil {
		p.t.Fatal(err)
	}
	if err := os.Rename(file+"~", file); err != nil {
		p.t.Fatal(err)
	}
}

func (p *daemon) start() {
	p.t.Helper()
	log, err := os.OpenFile(filepath.Join(p.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		p.t.Fatal(err)
	}
	p.cmd = exec.Command(p.binary, "serve")
	p.cmd.Dir, p.cmd.Stderr = p.dir, log
	p.cmd.Env = append(append(os.Environ(), "REFEREE_TOKEN="+p.d.Token(), "REFEREE_DB=referee.db", "REFEREE_KEY=referee.key",
		"REFEREE_GAME=toy", "REFEREE_OPS_LISTEN=off", "REFEREE_TEST_CLOCK=clock", "TZ="+p.zone), p.d.Proxy().Env()...)
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		p.stop()
		_ = log.Close()
		if text, err := os.ReadFile(log.Name()); p.t.Failed() && err == nil {
			p.t.Logf("it logged:\n%s", text)
		}
	})
	p.d.Ready()
}

// stop lets the process end, if it has not.
func (p *daemon) stop() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Signal(syscall.SIGTERM)
		_ = p.cmd.Wait()
	}
}

// open opens a match by a clock of a minute, in which both are waited for.
func (p *daemon) open() {
	p.t.Helper()
	p.anna.Slash(p.ch, "match new", "thread:no").Wait()
	p.anna.Slash(p.ch, "match join", "side:red").Wait()
	p.anna.Slash(p.ch, "clock set", "time:limit 1m then loss").Wait()
	p.ben.Slash(p.ch, "match join", "side:blue").Wait()
}

// runs opens a match, and waits until its clocks run.
func (p *daemon) runs() (since time.Time) {
	p.t.Helper()
	p.open()
	p.d.Until("the clocks to run", func() bool { return strings.Contains(p.shown(), "<t:") })
	return time.Now()
}

// shown is what stands in the channel.
func (p *daemon) shown() string {
	var b strings.Builder
	for _, m := range p.ch.Messages(nil) {
		b.WriteString(m.Text() + "\n")
	}
	return b.String()
}

// clock is what /clock set says.
func (p *daemon) clock() string {
	p.t.Helper()
	return p.anna.Slash(p.ch, "clock set").Wait().Message.Text()
}

// says waits until /clock set says something.
func (p *daemon) says(what string) {
	p.t.Helper()
	p.d.Until("/clock set to say "+what, func() bool { return strings.Contains(p.clock(), what) })
}

// lost reports whether the channel was told that somebody has lost by their clock.
func (p *daemon) lost() bool {
	return strings.Contains(p.shown(), localetest.Part("en", "referee.told.expire-loss"))
}

// outlasts checks for some time that nobody has lost.
func (p *daemon) outlasts(d time.Duration) {
	p.t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if p.lost() {
			p.t.Fatalf("somebody has lost with %v to go:\n%s", time.Until(end), p.shown())
		}
	}
}

// ends checks that a player has lost within a time, and not before.
func (p *daemon) ends(not, by time.Duration) {
	p.t.Helper()
	p.outlasts(not)
	end := time.Now().Add(by - not)
	p.d.Until("somebody to lose", p.lost)
	if late := time.Since(end); late > 0 {
		p.t.Errorf("lost %v too late", late)
	}
}
