package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/test/localetest"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/dice/beacon"
	"referee/engine/match"
	"referee/store"
)

// openTable is a table that a script has opened, by the address of its board.
type openTable struct {
	cmd    *exec.Cmd
	stderr *bytes.Buffer
	ended  bool
}

// tablesOf is where a script keeps the tables that it has opened.
type tablesOf struct{}

// opens is "opens ARGS…": it starts a table with these arguments, whose standard input is closed,
// and sets BOARD to the first line it prints, and PORT to the port in it.
func opens(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.Command("sh", append([]string{"-c", `exec referee table "$@" <&-`, "sh"}, args...)...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "BROWSER", "SSH_CONNECTION", "HOME"} {
		if set := ts.Getenv(name); set != "" {
			cmd.Env = append(cmd.Env, name+"="+set)
		}
	}
	s := &openTable{cmd: cmd, stderr: new(bytes.Buffer)}
	cmd.Stderr = s.stderr
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() { stop(ts, s, syscall.SIGKILL) })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = cmd.Wait()
		ts.Fatalf("the table ended: %v\n%s%s", err, line, s.stderr)
	}
	line = strings.TrimSuffix(line, "\n")
	tables, _ := ts.Value(tablesOf{}).(map[string]*openTable)
	tables[line] = s
	ts.Setenv("BOARD", line)
	_, rest, _ := strings.Cut(line, "://")
	host, _, _ := strings.Cut(rest, "/")
	_, port, err := net.SplitHostPort(host)
	ts.Check(err)
	ts.Setenv("PORT", port)
}

// stop sends a signal to a table, once.
func stop(ts *testscript.TestScript, s *openTable, signal os.Signal) {
	if s.ended {
		return
	}
	s.ended = true
	ts.Check(s.cmd.Process.Signal(signal))
	if err := s.cmd.Wait(); err != nil && signal != syscall.SIGKILL {
		ts.Fatalf("told to stop, it ended with %v\n%s", err, s.stderr)
	}
}

// stops is "stops TERM|INT": the table of BOARD is told to stop, and must end with exit code 0. What
// it has said beside the address is the stderr.
func stops(ts *testscript.TestScript, _ bool, args []string) {
	tables, _ := ts.Value(tablesOf{}).(map[string]*openTable)
	s := tables[ts.Getenv("BOARD")]
	stop(ts, s, map[string]os.Signal{"TERM": syscall.SIGTERM, "INT": syscall.SIGINT}[args[0]])
	_, err := ts.Stderr().Write(s.stderr.Bytes())
	ts.Check(err)
}

// get is "get URL": the page at an address, behind a line with its status. What it answers is kept for
// nobody: no cookies.
func get(ts *testscript.TestScript, _ bool, args []string) {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Get(args[0])
	ts.Check(err)
	fmt.Fprintln(ts.Stdout(), res.Status)
	_, err = io.Copy(ts.Stdout(), res.Body)
	ts.Check(err)
	ts.Check(res.Body.Close())
}

// TestWhereATableListens: at this machine alone, unless it is said, or nobody could reach it.
func TestWhereATableListens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set       string
		container bool
		want      string
	}{
		{"", false, "127.0.0.1:0"},
		{"", true, "0.0.0.0:0"},
		{"192.0.2.7:8080", false, "192.0.2.7:8080"},
		{"127.0.0.1:8080", true, "127.0.0.1:8080"},
	} {
		if got := tableAddress(c.set, c.container); got != c.want {
			t.Errorf("%q, in a container %v: %s, want %s", c.set, c.container, got, c.want)
		}
	}
}

// TestHowABoardIsReached: each network has its own link, and what is needed on the way is said.
func TestHowABoardIsReached(t *testing.T) {
	t.Parallel()
	words, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	open, plain := localetest.Part("en", "table.board.open"), localetest.Part("en", "table.board.plain")
	own := []net.Addr{ipNet("127.0.0.1/8"), ipNet("192.168.1.7/24"), ipNet("169.254.3.3/16"), ipNet("fe80::1/64"), ipNet("10.0.0.2/8")}
	for name, c := range map[string]struct {
		at        string
		container bool
		ssh       string
		here      string
		others    []string
		said      []string
	}{
		"at home": {at: "127.0.0.1:4000", here: "http://127.0.0.1:4000/x", said: []string{open}},
		"over ssh": {
			at: "127.0.0.1:4000", ssh: "198.51.100.1 60000 203.0.113.9 22", here: "http://127.0.0.1:4000/x",
			said: []string{open, "ssh -N -L 4000:127.0.0.1:4000 "},
		},
		"over ssh, another port": {
			at: "127.0.0.1:4000", ssh: "198.51.100.1 60000 203.0.113.9 2222", here: "http://127.0.0.1:4000/x",
			said: []string{open, "ssh -N -L 4000:127.0.0.1:4000 -p 2222 "},
		},
		"in the network": {
			at: "0.0.0.0:8080", here: "http://127.0.0.1:8080/x", others: []string{"http://192.168.1.7:8080/x", "http://10.0.0.2:8080/x"},
			said: []string{open, "http://192.168.1.7:8080/x", "http://10.0.0.2:8080/x", plain},
		},
		"in the network, IPv6 too": {
			at: "[::]:8080", here: "http://127.0.0.1:8080/x", others: []string{"http://192.168.1.7:8080/x", "http://10.0.0.2:8080/x"},
			said: []string{open, "http://192.168.1.7:8080/x", "http://10.0.0.2:8080/x", plain},
		},
		"at one address":             {at: "192.168.1.7:8080", here: "http://192.168.1.7:8080/x", said: []string{open, plain}},
		"in a container":             {at: "0.0.0.0:8080", container: true, here: "http://127.0.0.1:8080/x", others: []string{"http://192.168.1.7:8080/x", "http://10.0.0.2:8080/x"}, said: []string{open, "192.168.1.7", "10.0.0.2", plain, "docker run -p 8080:8080"}},
		"in a container, for itself": {at: "127.0.0.1:8080", container: true, here: "http://127.0.0.1:8080/x", said: []string{open}},
		"IPv6 at home":               {at: "[::1]:8080", here: "http://[::1]:8080/x", said: []string{open}},
	} {
		at, err := net.ResolveTCPAddr("tcp", c.at)
		if err != nil {
			t.Fatal(err)
		}
		here, others := links(at, own, "/x")
		if here != c.here || !slices.Equal(others, c.others) {
			t.Errorf("%s: %s and %v", name, here, others)
		}
		said := howReached(at, others, c.container, c.ssh)
		if len(said) != len(c.said) {
			t.Errorf("%s: it says %d things, want %d", name, len(said), len(c.said))
			continue
		}
		for i, m := range said {
			if got := words.Say("en", m); !strings.Contains(got, c.said[i]) {
				t.Errorf("%s: it says %q, want %q", name, got, c.said[i])
			}
		}
	}
}

func ipNet(cidr string) net.Addr {
	ip, n, err := net.ParseCIDR(cidr)
	if err != nil {
		panic(err)
	}
	return &net.IPNet{IP: ip, Mask: n.Mask}
}

// TestProgramsAnswerAtABoard: a program answers as soon as it is asked, in the matches of the table and in no others of the
// same store.
func TestProgramsAnswerAtABoard(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h, err := openHouse(t.Context(), config.General{Game: "toy", DB: filepath.Join(dir, "r.db")}, config.Dice{Key: filepath.Join(dir, "r.key")}, fixed{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	changed := make(chan referee.Update, 100)
	defer h.Updates.Subscribe(func(c referee.Update) { changed <- c })()
	opened := func(place string) match.ID {
		o, err := h.Open(ctx, referee.Command{Account: seatedHere, Door: "board"}, referee.Opening{Game: "toy", Place: place, Program: "recruit"})
		if err == nil {
			_, err = h.Join(ctx, referee.Command{Match: o.Match, Seat: "red", Account: seatedHere + "red", Name: "red", Door: "board"})
		}
		if err != nil {
			t.Fatal(err)
		}
		return o.Match
	}
	asked := func(id match.ID) bool {
		s, err := h.Snapshot(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		l, err := s.Look(ctx, engine.Spectator)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(l.Asks, func(a referee.Ask) bool { return a.Seat == "blue" })
	}
	elsewhere := opened("channel")
	var attending sync.WaitGroup
	attending.Go(func() { attend(ctx, h.Referee, slog.New(slog.DiscardHandler)) })
	for range 2 { // once the second is answered, that elsewhere was looked at
		for id := opened("table"); asked(id); {
			<-changed
		}
	}
	if !asked(elsewhere) {
		t.Error("a program has answered in a match that is played elsewhere")
	}
	stop()
	attending.Wait()
	if err := h.close(); err != nil {
		t.Error(err)
	}
}

// mute is a beacon that is out of reach.
type mute struct{}

func (mute) Chain() beacon.Chain { return beacon.Quicknet() }

func (mute) Pulse(uint64) (beacon.Pulse, error) { return beacon.Pulse{}, match.ErrNoRoll }

// TestRollsAreAwaitedAtABoard: a roll that waits for a round of the beacon is asked for when that is due, and then again and
// again.
func TestRollsAreAwaitedAtABoard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		now         time.Time
		least, most time.Duration
	}{
		{time.Now().Add(time.Hour), 50 * time.Minute, 2 * time.Hour},
		{time.Now().Add(-time.Hour), askBeaconAgain, askBeaconAgain},
	} {
		dir := t.TempDir()
		s, err := store.Open(t.Context(), filepath.Join(dir, "r.db"), store.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		list, err := known.Referee("toy", nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := referee.New(referee.Config{
			Games: list, Store: s, Dice: dice.NewServer([32]byte{3}).WithBeacon(mute{}, 0), Faults: dir,
			Now: func() time.Time { return c.now }, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		by := referee.Command{Account: seatedHere, Door: "board"}
		o, err := r.Open(t.Context(), by, referee.Opening{Game: "toy", Place: "table"})
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range []engine.Seat{"red", "blue"} {
			by := referee.Command{Match: o.Match, Seat: seat, Account: seatedHere + string(seat), Name: string(seat), Door: "board"}
			if _, err := r.Join(t.Context(), by); err != nil {
				t.Fatal(err)
			}
		}
		for _, seat := range []engine.Seat{"red", "blue"} {
			by := referee.Command{Match: o.Match, Seat: seat, Account: seatedHere + string(seat), Door: "board"}
			if _, err := r.Order(t.Context(), by, "plan march"); err != nil {
				t.Fatal(err)
			}
		}
		a := &attendance{Referee: r}
		again, err := a.answer(t.Context(), o.Match)
		if err != nil || again < c.least || again > c.most {
			t.Errorf("the match began at %v: it is looked at again in %v, %v", c.now, again, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
