package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"referee/bot/referee"
	"referee/bot/test/localetest"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/store"
)

var (
	kills    = flag.Int("kills", 0, "how often TestKilledAtTheTable kills the table (0: 3 times, 12 with -slow)")
	killSeed = flag.Uint64("kill-seed", 0, "of the moments (0: another each time)")
)

// scripted is a match of Celles as typed orders: the orders of the script of
// three turns that do something.
type scripted struct {
	seed   string
	dice   string // as a file holds them
	orders []string
	after  []int  // number of the last decision after each order
	export []byte // the match in the end
}

// TestKilledAtTheTable plays a scripted match in a process that is killed with
// SIGKILL at random moments: before an order, while it is judged or stored, after
// it. Started again, the table goes on from the last order that was acknowledged,
// or from the one under way; and the match in the end is the one that a table
// plays that nobody kills.
func TestKilledAtTheTable(t *testing.T) {
	t.Parallel()
	seed := *killSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("repeat with -kill-seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	want := *kills
	if want == 0 {
		want = 12
		if thorough.Brief() {
			want = 3
		}
	}
	s := readScripted(t)
	killed, under := 0, 0
	for n := 0; killed < want; n++ {
		k := killing{t: t, scripted: s, random: random, dir: t.TempDir(), most: want - killed}
		k.play()
		killed += k.killed
		under += k.under
	}
	t.Logf("%d kills; %d orders under way were kept", killed, under)
}

// readScripted takes the orders from the script test and plays them once.
func readScripted(t *testing.T) *scripted {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/script/table_turns.txtar")
	if err != nil {
		t.Fatal(err)
	}
	s := &scripted{seed: "meuse"}
	for _, file := range archive.Files {
		switch file.Name {
		case "turns.txt":
			s.orders = ordersOf(string(file.Data))
		case "dice.txt":
			s.dice = string(file.Data)
		}
	}
	if len(s.orders) < 50 {
		t.Fatalf("%d orders in the script", len(s.orders))
	}
	s.playThrough(t)
	return s
}

// ordersOf leaves out of a script what gives no order, and makes the others sure: at a
// keyboard an attack waits for a last word, which a script does not give.
func ordersOf(script string) []string {
	var out []string
	for line := range strings.Lines(script) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 || strings.Contains(" undo why log map odds supply reach ", " "+words[0]+" ") {
			continue
		}
		out = append(out, strings.TrimSuffix(strings.Join(words, " "), referee.SureMark)+referee.SureMark)
	}
	return out
}

// playThrough plays the orders in this process.
func (s *scripted) playThrough(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	h, err := openHouse(t.Context(), config.General{DB: filepath.Join(dir, "clean.db"), Game: "celles"}, config.Dice{}, fixed{seed: s.seed, dice: strings.Fields(s.dice)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	}()
	by := referee.Command{Account: "table:", Door: "table"}
	reply, err := h.Open(t.Context(), by, referee.Opening{Place: "table"})
	if err != nil {
		t.Fatal(err)
	}
	info, err := h.Games.Info("")
	if err != nil {
		t.Fatal(err)
	}
	sit := func(seat engine.Seat) referee.Command {
		return referee.Command{Match: reply.Match, Seat: seat, Account: "table:" + string(seat), Name: string(seat), Door: "table"}
	}
	for _, seat := range info.Seats {
		if reply, err = h.Join(t.Context(), sit(seat)); err != nil {
			t.Fatal(err)
		}
	}
	for _, order := range s.orders {
		if reply, err = h.Order(t.Context(), sit(reply.Asks[0].Seat), order); err != nil {
			t.Fatalf("%s: %v", order, err)
		}
		s.after = append(s.after, reply.To)
	}
	var b bytes.Buffer
	if err := h.Files.Export(t.Context(), &b, reply.Match, engine.Judge); err != nil {
		t.Fatal(err)
	}
	s.export = b.Bytes()
}

// killing is one match whose table is killed again and again.
type killing struct {
	*scripted
	t      *testing.T
	random *rand.Rand
	dir    string
	most   int // kills
	done   int // orders acknowledged
	killed int
	under  int // orders that had not been acknowledged and were kept
}

// play plays all orders, through as many processes as it takes.
func (k *killing) play() {
	k.t.Helper()
	for k.done < len(k.orders) {
		p := k.start()
		k.found(p.read())
		quiet := k.random.IntN(4) // orders before the next kill
		for k.done < len(k.orders) && (quiet > 0 || k.killed >= k.most) {
			p.write(k.orders[k.done])
			p.read()
			k.done++
			quiet--
		}
		if k.done == len(k.orders) {
			p.end()
			break
		}
		if k.random.IntN(8) > 0 { // else it is killed between two orders
			p.write(k.orders[k.done])
			time.Sleep(time.Duration(k.random.IntN(6000)) * time.Microsecond)
		}
		p.kill()
		k.killed++
	}
	k.compare()
}

// resumed is how the table says from which decision a match goes on.
var resumed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(regexp.QuoteMeta(localetest.Part("en", "table.resumed")) + `([0-9]+)`)
})

// found checks what the table says of the match as it starts, and whether the
// order that was under way is in it.
func (k *killing) found(said string) {
	k.t.Helper()
	n := 0
	if m := resumed().FindStringSubmatch(said); m != nil {
		n, _ = strconv.Atoi(m[1])
	}
	switch {
	case n == k.at(k.done):
	case k.done == 0 && n <= 3: // opened, not yet taken by both
	case k.done < len(k.orders) && n == k.at(k.done+1):
		k.done++
		k.under++
	default:
		k.t.Fatalf("after order %d (decision %d) the table goes on from decision %d:\n%s", k.done, k.at(k.done), n, said)
	}
}

// at is the number of the last decision after so many orders.
func (k *killing) at(orders int) int {
	if orders == 0 {
		return 3 // opened, and two seats taken
	}
	return k.after[orders-1]
}

// compare compares the match with the one that nobody killed.
func (k *killing) compare() {
	k.t.Helper()
	s, err := store.Open(k.t.Context(), filepath.Join(k.dir, "killed.db"), store.Options{})
	if err != nil {
		k.t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			k.t.Error(err)
		}
	}()
	all, err := s.Matches(k.t.Context())
	if err != nil || len(all) != 1 {
		k.t.Fatalf("%d matches in the store: %v", len(all), err)
	}
	var b bytes.Buffer
	if err := s.Export(k.t.Context(), all[0].ID, &b); err != nil {
		k.t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), k.export) {
		k.t.Errorf("the match differs from the one that nobody killed: %d and %d bytes", b.Len(), len(k.export))
	}
	if err := s.Check(k.t.Context()); err != nil {
		k.t.Errorf("the store: %v", err)
	}
}

// process is a table in a process of its own.
type process struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out io.Reader
}

// start starts the table: this test binary under another name, see TestMain.
func (k *killing) start() *process {
	k.t.Helper()
	self, err := os.Executable()
	if err != nil {
		k.t.Fatal(err)
	}
	dice := filepath.Join(k.dir, "dice.txt")
	if err := os.WriteFile(dice, []byte(k.dice), 0o600); err != nil {
		k.t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Args = []string{"referee", "table", "--terminal", "--two", "--seed", k.seed, "--dice", dice, "--db", filepath.Join(k.dir, "killed.db")}
	cmd.Dir = k.dir
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		k.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		k.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	return &process{t: k.t, cmd: cmd, in: in, out: out}
}

// read reads to the prompt: what was said before it is acknowledged.
func (p *process) read() string {
	p.t.Helper()
	var said []byte
	part := make([]byte, 4096)
	for !bytes.HasSuffix(said, []byte("> ")) {
		n, err := p.out.Read(part)
		said = append(said, part[:n]...)
		if err != nil {
			p.t.Fatalf("the table ended: %v\n%s", err, said)
		}
	}
	return string(said)
}

func (p *process) write(order string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, order+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// kill sends SIGKILL.
func (p *process) kill() {
	p.t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		p.t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := p.cmd.Wait(); !errors.As(err, &exit) {
		p.t.Fatalf("killed, it ended with %v", err)
	}
}

// end lets the table end by itself.
func (p *process) end() {
	p.t.Helper()
	if err := p.in.Close(); err != nil {
		p.t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, p.out); err != nil {
		p.t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		p.t.Fatal(err)
	}
}
