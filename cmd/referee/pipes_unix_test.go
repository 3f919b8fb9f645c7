//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"referee/cmd/cli"
)

// readers are commands that read the file AT, by each way in which a file can be named.
func readers() map[string][]string {
	out := map[string][]string{
		"verify":     {"verify", "AT"},
		"import":     {"import", "AT"},
		"replay":     {"replay", "AT"},
		"account":    {"account", "AT"},
		"render":     {"render", "AT", "-o", "map.png"},
		"uniformity": {"uniformity", "AT"},
		"table":      {"table", "AT"},
		"script":     {"table", "--script", "AT"},
		"dice":       {"table", "--terminal", "--dice", "AT"},
		"league":     {"league", "verify", "AT"},
		"season":     {"league", "export", "--db", "AT"},
		"export":     {"export", "m", "--db", "AT"},
		"all":        {"replay", "--all", "--db", "AT"},
		"check":      {"store", "check", "--db", "AT"},
		"pack":       {"store", "pack", "--db", "AT"},
		"backup":     {"backup", "copy.db", "--db", "AT"},
		"key copied": {"backup", "copy.db", "--with-key", "--key", "AT"},
		"restore":    {"restore", "AT"},
		"status":     {"status", "--db", "AT"},
		"doctor":     {"doctor", "--db", "AT", "--key", "AT"},
		"key":        {"key", "show", "--key", "AT"},
		"key added":  {"key", "add", "AT"},
		"passphrase": {"key", "add", "AT", "--passphrasefile", "AT"},
		"data":       {"check", "--data.celles", "AT"},
		"serve":      {"serve", "--db", "AT"},
	}
	for name, args := range map[string][]string{"check": {"check"}, "status": {"status"}, "table": {"table"}, "demo": {"demo", "--out", "demo"}} {
		out["configuration of "+name] = append(args, "--config", "AT")
	}
	return out
}

// TestNoCommandWaitsForAFile: a pipe that nobody writes to, a device without end and a device without anything are refused.
func TestNoCommandWaitsForAFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("BROWSER", "true")
	for name, args := range readers() {
		for _, at := range []string{pipe, "/dev/zero"} {
			t.Run(name+" "+filepath.Base(at), func(t *testing.T) {
				t.Chdir(t.TempDir())
				ctx, done := context.WithTimeout(t.Context(), 20*time.Second)
				defer done()
				code, said := ends(t, ctx, args, at)
				if ctx.Err() != nil || code == cli.Done || len(said) > 3000 {
					t.Errorf("exit code %d, %v, %d bytes are said: %.300s", code, ctx.Err(), len(said), said)
				}
			})
		}
	}
}

// TestSignalsEndTheReadingOfAPipe: who keeps a pipe open and writes nothing keeps no command.
func TestSignalsEndTheReadingOfAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	silent, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	for _, name := range []string{"verify", "import", "replay", "account", "render", "uniformity", "script", "dice", "configuration of check"} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			ctx, stop := context.WithCancelCause(t.Context())
			go func() { time.Sleep(50 * time.Millisecond); stop(&cli.Signal{Number: syscall.SIGTERM}) }()
			if code, said := ends(t, ctx, readers()[name], pipe); code == cli.Done {
				t.Errorf("exit code %d: %s", code, said)
			}
		})
	}
}

// ends runs a command about a file, which must end within half a minute, and returns its exit code and what it says.
func ends(t *testing.T, ctx context.Context, args []string, at string) (code int, said string) {
	t.Helper()
	args = strings.Split(strings.ReplaceAll(strings.Join(args, "\n"), "AT", at), "\n")
	done := make(chan struct{})
	var out strings.Builder
	go func() {
		defer close(done)
		code = run(ctx, args, strings.NewReader(""), &out, &out)
	}()
	select {
	case <-done:
		return code, out.String()
	case <-time.After(30 * time.Second):
		t.Fatalf("%s does not end", strings.Join(args, " "))
		return 0, ""
	}
}
