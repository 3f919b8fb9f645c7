package load

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/games"
	"referee/cmd/lab/program"
	"referee/engine/enginetest/thorough"
)

// try runs the command with two matches for two seconds, at a pace that a busy machine keeps up
// with. args come after its own.
func try(t *testing.T, args ...string) told {
	t.Helper()
	cmd := New(games.List{games.Celles()})
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(t.Output())
	dir := t.TempDir()
	cmd.SetArgs(append([]string{"--matches", "2", "--rate", "3", "--for", "2s", "--rest", "500ms", "--referee", built(t), "--out", dir}, args...))
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, program.LogFile)) // a missing file counts as empty
		t.Fatalf("%v\n%s\n%s", err, out.Bytes(), log[max(0, len(log)-3000):])
	}
	var got told
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
	return got
}

// built builds the program once for all tests.
func built(t *testing.T) string {
	t.Helper()
	thorough.Only(t)
	file := filepath.Join(shared, "referee")
	if _, err := os.Stat(file); err != nil {
		if err := program.Build(t.Context(), file, ""); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

var shared string // a directory for all tests

func TestMain(m *testing.M) {
	var err error
	if shared, err = os.MkdirTemp("", "load"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(shared) // what is left is in a directory of temporary files
	os.Exit(code)
}

// TestEveryoneIsAnswered: whoever presses is answered, and every position is drawn. How long it took is not asked: other tests
// run meanwhile.
func TestEveryoneIsAnswered(t *testing.T) {
	got := try(t)
	if got.Sent == 0 || got.Unanswered > 0 || got.First.N != got.Sent || got.Boards.Due == 0 || got.Boards.Pictures == 0 || got.Boards.Missing > 0 || len(got.Faults) > 0 {
		t.Errorf("%+v", got)
	}
	n := 0
	for _, of := range got.Boards.ByWidth {
		n += of
	}
	if n != got.Boards.Pictures || got.Boards.ByWidth["other"] > 0 {
		t.Errorf("%d boards, by their sizes %v", got.Boards.Pictures, got.Boards.ByWidth)
	}
	if got.FileAfter == 0 || got.MemoryPeak == 0 || got.Processor == 0 || got.Driver == 0 {
		t.Errorf("nothing is told of the machine: %+v", got)
	}
}

// TestFloodDoesNotDelayOpponent: the other player of the match is answered all the same.
func TestFloodDoesNotDelayOpponent(t *testing.T) {
	got := try(t, "--flood", "5")
	if got.Choices.N == 0 || got.Unsaid > 0 || got.Shown == 0 {
		t.Errorf("%+v", got)
	}
}

// watched tells what is said of progress.
type watched chan string

func (w watched) Write(text []byte) (int, error) {
	w <- string(text)
	return len(text), nil
}

// TestStopped: whoever presses Ctrl-C is told how far it came, gets the exit code of it, and
// leaves no process behind.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	dir, said, code := t.TempDir(), make(watched, 100), make(chan int, 1)
	root := cli.Program(&cobra.Command{Use: "lab"}, New(nil))
	args := []string{"load", "--matches", "3", "--rate", "10", "--for", "1h", "--rest", "100ms", "--referee", built(t), "--out", dir}
	go func() { code <- cli.Run(ctx, root, args, strings.NewReader(""), io.Discard, said) }()
	for text := ""; !strings.HasPrefix(text, "driving"); {
		select {
		case text = <-said:
		case c := <-code:
			t.Fatalf("it ended by itself, with exit code %d", c)
		}
	}
	if n := runningIn(t, dir); n != 1 {
		t.Fatalf("%d programs run while it drives", n)
	}
	cancel(&cli.Signal{Number: syscall.SIGINT})
	if c := <-code; c != cli.Interrupted {
		t.Errorf("exit code %d", c)
	}
	if text := <-said; !strings.HasPrefix(text, "lab: stopped after ") {
		t.Errorf("it says %q", text)
	}
	if n := runningIn(t, dir); n != 0 {
		t.Errorf("%d programs still run", n)
	}
}

// runningIn counts the processes that work in a directory.
func runningIn(t *testing.T, dir string) (n int) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil || len(all) == 0 {
		t.Skip("there is no /proc to look at")
	}
	for _, at := range all {
		if to, err := os.Readlink(at); err == nil && to == dir { // others' are not ours to read
			n++
		}
	}
	return n
}
