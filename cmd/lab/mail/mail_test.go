package mail

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"referee/cmd/games"
	"referee/cmd/games/gamestest"
	"referee/engine/enginetest/thorough"
)

var known = append(games.Known(), gamestest.Toy())

// TestThroughRealServers sends some mails where Dovecot and Postfix are there.
func TestThroughRealServers(t *testing.T) {
	thorough.Only(t)
	if err := ready(os.Geteuid(), onDisk); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{{}, {"--discord"}} {
		var out bytes.Buffer
		cmd := New(known)
		cmd.SetArgs(append(args, "--mails", "12", "--restarts", "1", "--kills", "2"))
		cmd.SetOut(&out)
		if err := cmd.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(out.String(), "12 emails, 1 restarts of both servers: all handled and answered") || !strings.Contains(out.String(), "the program killed 2 times") {
			t.Errorf("it said %q", out.String())
		}
	}
}

// TestHalfInstalled: where a part of the servers is not there, its package is named, and no other.
func TestHalfInstalled(t *testing.T) {
	all := func(string) bool { return true }
	if err := ready(0, all); err != nil {
		t.Errorf("all is there: %v", err)
	}
	if err := ready(1000, all); err == nil {
		t.Error("Postfix is started by a user who is not root")
	}
	for _, p := range programs {
		err := ready(0, func(file string) bool { return file != p.file })
		if err == nil || !strings.HasSuffix(err.Error(), "--no-install-recommends "+p.of) {
			t.Errorf("without %s: %v", p.file, err)
		}
	}
	if err := ready(0, func(string) bool { return false }); err == nil ||
		!strings.HasSuffix(err.Error(), " dovecot-core dovecot-imapd dovecot-lmtpd postfix") {
		t.Errorf("without any: %v", err)
	}
}

// TestMisused: what cannot be asked for is refused before anything is started.
func TestMisused(t *testing.T) {
	for _, args := range [][]string{{"--mails", "0"}, {"--mails", "3", "--restarts", "3"}, {"--restarts", "-1"}, {"--kills", "-1"}, {"--game", "chess"}} {
		cmd := New(known)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetArgs(args)
		if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "--mails must be at least 1") {
			t.Errorf("%v: %v", args, err)
		}
	}
}
