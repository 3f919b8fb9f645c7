package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"referee/bot/workshop"
	"referee/engine/enginetest/thorough"
)

// workbench is a workshop that runs as a process of its own, and the browser that has its link.
type workbench struct {
	t       *testing.T
	cmd     *exec.Cmd
	stderr  bytes.Buffer
	url     string
	browser *http.Client
}

// work starts a workshop in a directory.
func work(t *testing.T, dir string, args ...string) *workbench {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &workbench{t: t, cmd: exec.Command(self), browser: &http.Client{Jar: jar, Timeout: time.Minute}}
	w.cmd.Args = append([]string{"referee", "workshop"}, args...)
	w.cmd.Dir, w.cmd.Stderr, w.cmd.Env = dir, &w.stderr, append(os.Environ(), "BROWSER=")
	out, err := w.cmd.StdoutPipe()
	if err == nil {
		err = w.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.cmd.Process.Kill() }) // it may have ended
	link, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = w.cmd.Wait()
		t.Fatalf("it ended: %v\n%s", err, &w.stderr)
	}
	link = strings.TrimSuffix(link, "\n")
	w.url = link[:strings.Index(link, "/enter/")]
	if _, err := w.sent(http.MethodGet, link, ""); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *workbench) sent(method, url, body string) (text []byte, err error) {
	q, err := http.NewRequestWithContext(w.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	a, err := w.browser.Do(q)
	if err != nil {
		return nil, err
	}
	defer func() { _ = a.Body.Close() }()
	return io.ReadAll(a.Body)
}

// strokes is how many strokes the board has.
func (w *workbench) strokes() int {
	w.t.Helper()
	text, err := w.sent(http.MethodGet, w.url+"/state", "")
	var s workshop.State
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		w.t.Fatalf("%v: %.200s", err, text)
	}
	return s.Strokes
}

// stroke makes one, and reports whether it was answered.
func (w *workbench) stroke(k string) (answered bool) {
	text, err := w.sent(http.MethodPost, w.url+"/stroke", k)
	if err == nil && !bytes.Contains(text, []byte(`"strokes":`)) {
		w.t.Errorf("%s: %s", k, text)
	}
	return err == nil
}

// end sends it a signal, and waits for its end.
func (w *workbench) end(signal os.Signal) {
	w.t.Helper()
	if err := w.cmd.Process.Signal(signal); err != nil {
		w.t.Fatal(err)
	}
	if err := w.cmd.Wait(); err != nil && signal != os.Kill {
		w.t.Fatalf("%v\n%s", err, &w.stderr)
	}
}

// TestAnEveningInTheWorkshop: a board is begun, stopped, gone on with, saved, and imported for matches.
func TestAnEveningInTheWorkshop(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "celles.board.json")
	w := work(t, dir, "celles")
	w.stroke(`{"brush":"woods","hexes":["1508","1509"]}`)
	w.end(syscall.SIGINT)
	if _, err := os.Stat(file); err == nil || !strings.Contains(w.stderr.String(), "celles.board.json.strokes") {
		t.Errorf("without a name: %v, %s", err, &w.stderr)
	}
	w = work(t, dir, "celles")
	if n := w.strokes(); n != 1 {
		t.Errorf("%d strokes", n)
	}
	var out, complaints bytes.Buffer
	if code := run(t.Context(), []string{"workshop", "celles", file}, strings.NewReader(""), &out, &complaints); code == 0 || !strings.Contains(complaints.String(), "another workshop") {
		t.Errorf("two workshops: %s", &complaints)
	}
	w.stroke(`{"board":{"name":"Anna's box","version":1,"author":"Anna"}}`)
	w.end(syscall.SIGTERM)
	out.Reset()
	complaints.Reset()
	if code := run(t.Context(), []string{"data", "import", "--db", filepath.Join(dir, "x.db"), file}, strings.NewReader(""), &out, &complaints); code != 0 || !strings.Contains(out.String(), "Anna's box") {
		t.Errorf("%d: %s%s", code, &out, &complaints)
	}
	complaints.Reset()
	if code := run(t.Context(), []string{"workshop", "america-triumphant", file}, strings.NewReader(""), &out, &complaints); code == 0 || !strings.Contains(complaints.String(), "referee workshop celles") {
		t.Errorf("a board of another game: %s", &complaints)
	}
}

// TestAKilledWorkshop loses no stroke that was answered, wherever it is killed.
func TestAKilledWorkshop(t *testing.T) {
	t.Parallel()
	dir, answered, version := t.TempDir(), 0, 0
	for range thorough.Or(2, 10) {
		w := work(t, dir, "celles", "k.board.json")
		if n := w.strokes(); n != answered && n != answered+1 {
			t.Fatalf("%d strokes were answered, and there are %d", answered, n)
		} else {
			answered = n
		}
		done := make(chan int)
		go func() {
			n := 0
			for range 10 {
				version++
				if !w.stroke(fmt.Sprintf(`{"board":{"name":"Killed box","version":%d,"author":"Anna"}}`, version)) {
					break
				}
				n++
			}
			done <- n
		}()
		time.Sleep(time.Duration(rand.IntN(60_000)) * time.Microsecond)
		w.end(os.Kill)
		answered += <-done
	}
	w := work(t, dir, "celles", "k.board.json")
	if n := w.strokes(); n != answered && n != answered+1 {
		t.Errorf("%d strokes were answered, and there are %d", answered, n)
	}
	w.end(os.Kill)
}
