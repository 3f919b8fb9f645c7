package mail

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"referee/cmd/games"
	"referee/cmd/games/gamestest"
)

var known = append(games.Known(), gamestest.Toy())

// TestThroughRealServers sends some mails where Dovecot and Postfix are there.
func TestThroughRealServers(t *testing.T) {
	for _, program := range []string{"dovecot", "postfix"} {
		if _, err := exec.LookPath(program); err != nil || os.Geteuid() != 0 {
			t.Skipf("%s is not here, or this is not root", program)
		}
	}
	for _, args := range [][]string{{}, {"--discord"}} {
		var out bytes.Buffer
		cmd := New(known)
		cmd.SetArgs(append(args, "--mails", "12", "--restarts", "1", "--kills", "2"))
		cmd.SetOut(&out)
		if err := cmd.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(out.String(), "12 mails, 1 restarts of both servers: all handled and answered") || !strings.Contains(out.String(), "the program killed 2 times") {
			t.Errorf("it said %q", out.String())
		}
	}
}

// TestMisused: what cannot be asked for is refused before anything is started.
func TestMisused(t *testing.T) {
	for _, args := range [][]string{{"--mails", "0"}, {"--mails", "3", "--restarts", "3"}, {"--restarts", "-1"}, {"--kills", "-1"}, {"--game", "chess"}} {
		cmd := New(known)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetArgs(args)
		if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "--mails is from 1") {
			t.Errorf("%v: %v", args, err)
		}
	}
}
