package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/test/discordtest"
	"referee/cmd/cli"
	"referee/cmd/config"
)

// testServer is a server on which the bot may do what doctor --live needs.
func testServer(d *discordtest.Discord) *discordtest.Guild {
	g := d.Guild("The Secret Club")
	g.Permit(1<<53 - 1)
	return g
}

// compared runs doctor --live, and returns what it says.
func compared(t *testing.T, c config.Values, l liveFlags, d *discordtest.Discord, asJSON bool) (out, asks string, err error) {
	t.Helper()
	var said, stderr bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	cmd.SetOut(&said)
	cmd.SetErr(&stderr)
	cmd.SetIn(strings.NewReader("y\n")) // which is no terminal
	err = compareLive(cmd, c, nil, l, d.Transport(), asJSON)
	return said.String(), stderr.String(), err
}

// TestLive compares a Discord that is as expected, with the commands of the program, and says nothing of where that was.
func TestLive(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	g := testServer(d)
	c := examinable(t, d)
	for _, asJSON := range []bool{false, true} {
		out, asks, err := compared(t, c, liveFlags{live: true, guild: g.ID, yes: true}, d, asJSON)
		if err != nil || asks != "" || !strings.Contains(out, "commands are registered as they are described") || strings.Contains(out, "differs") {
			t.Errorf("it ends with %v, asks %q, and says\n%s", err, asks, out)
		}
		for _, secret := range []string{d.Token(), g.ID, g.Name, d.AppID()} {
			if strings.Contains(out, secret) {
				t.Errorf("%q is in the report:\n%s", secret, out)
			}
		}
		if asJSON != strings.HasPrefix(out, "{") {
			t.Errorf("as JSON: %t\n%s", asJSON, out)
		}
	}
	if left := len(g.Channels()) + len(d.Emoji()); left > 0 {
		t.Errorf("%d things are left", left)
	}
}

// TestLiveRefuses: what is missing is said, and nothing is made.
func TestLiveRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(c *config.Values, l *liveFlags)
		want  string
		usage bool
	}{
		"no server":   {func(_ *config.Values, l *liveFlags) { l.guild = "" }, "--guild ID", true},
		"no number":   {func(_ *config.Values, l *liveFlags) { l.guild = "club" }, "is a number", true},
		"no token":    {func(c *config.Values, _ *liveFlags) { c.Discord.Token = "" }, "no bot token", true},
		"wrong token": {func(c *config.Values, _ *liveFlags) { c.Discord.Token = "wrong" }, "token is not accepted", false},
		"elsewhere":   {func(_ *config.Values, l *liveFlags) { l.guild = "123456789012345678" }, "the bot is not on the server", false},
		"not asked":   {func(_ *config.Values, l *liveFlags) { l.yes = false }, "--yes", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, discordtest.Options{})
			set, l := examinable(t, d), liveFlags{live: true, guild: testServer(d).ID, yes: true}
			c.spoil(&set, &l)
			out, _, err := compared(t, set, l, d, false)
			var misused *cli.UsageError
			if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &misused) != c.usage || out != "" {
				t.Errorf("it ends with %v, and says %q", err, out)
			}
			d.Complaints()
			for _, q := range d.Requests() {
				if !strings.HasPrefix(q.Operation, "GET ") {
					t.Errorf("it sent %s", q.Operation)
				}
			}
		})
	}
}

// TestLiveBesideAReferee: not while one runs, whose players' presses could get lost.
func TestLiveBesideAReferee(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	c := examinable(t, d)
	runs(t, c)
	if _, _, err := compared(t, c, liveFlags{live: true, guild: testServer(d).ID, yes: true}, d, false); err == nil || !strings.Contains(err.Error(), "stop it first") {
		t.Errorf("it ends with %v", err)
	}
	if n := len(d.Requests()); n > 0 {
		t.Errorf("it sent %d requests", n)
	}
}

// TestLiveAsks: only who says yes has it begin.
func TestLiveAsks(t *testing.T) {
	t.Parallel()
	for said, begins := range map[string]bool{"y\n": true, "YES\n": true, "\n": false, "no\n": false, "": false, "yesterday\n": false} {
		if err := answered(t.Context(), strings.NewReader(said)); (err == nil) != begins {
			t.Errorf("%q: %v", said, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r, w, err := os.Pipe() // nobody answers
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = errors.Join(w.Close(), r.Close()) }()
	if err := answered(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if q := liveQuestion("The Secret Club"); !strings.Contains(q, "The Secret Club") || !strings.Contains(q, "referee-doctor-") {
		t.Errorf("it asks %q", q)
	}
}

// TestLiveIsStopped: the process is killed in the middle, and what it leaves is removed by the next, which is interrupted and
// removes all of its own.
func TestLiveIsStopped(t *testing.T) {
	t.Parallel()
	program := programOf(t)
	d := discordtest.New(t, discordtest.Options{Patience: 5 * time.Minute})
	g := testServer(d)
	g.Channel("general")
	start := func() (*exec.Cmd, *bytes.Buffer) {
		var out bytes.Buffer
		cmd := exec.Command(program, "doctor", "--live", "--guild", g.ID, "--yes")
		cmd.Dir, cmd.Stdout, cmd.Stderr = t.TempDir(), &out, &out
		cmd.Env = append(append(os.Environ(), "REFEREE_DISCORD_TOKEN="+d.Token(), "REFEREE_DB=referee.db", "REFEREE_KEY=referee.key", "REFEREE_GAME=toy"), d.Proxy().Env()...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, &out
	}
	before := ""           // the name of the channel of the one before
	begun := func() bool { // it has made a channel, an emoji and messages
		all := g.Channels()
		return len(all) > 1 && all[1].NameNow() != before && len(d.Emoji()) > 0 && len(all[1].Messages(nil)) > 2
	}
	killed, _ := start()
	d.Until("messages", begun)
	before = g.Channels()[1].NameNow()
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait() // it was killed
	left := len(g.Channels()) - 1 + len(d.Emoji())
	if left == 0 {
		t.Fatal("it left nothing")
	}
	messages := regexp.MustCompile(`Left by an earlier run: [0-9]+; removed first`)
	next, out := start()
	d.Until("other messages", begun)
	if err := next.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := next.Wait()
	if said := out.String(); !messages.MatchString(said) || !strings.Contains(said, "Not complete: interrupted.") || next.ProcessState.ExitCode() != cli.Interrupted {
		t.Errorf("it ends with %v, and says\n%s", err, said)
	}
	if channels := g.Channels(); len(channels) != 1 || len(d.Emoji()) > 0 || len(d.Shown(channels[0])) > 0 {
		t.Errorf("left: %d channels, %d emoji, %d commands", len(channels)-1, len(d.Emoji()), len(d.Shown(channels[0])))
	}
}
