package table_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/table"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/thorough"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

var (
	kills = flag.Int("kills", 15, "how often the table is killed")
	seed  = flag.Uint64("seed", 0, "seed of the random tests; 0: a new one each time")
)

// childStore names the file of a table that runs as a process of its own.
const childStore = "TABLE_TEST_STORE"

func TestMain(m *testing.M) {
	time.Local = time.UTC // when orders came is said by the clock of the place
	if file := os.Getenv(childStore); file != "" {
		os.Exit(child(context.Background(), file))
	}
	flag.Parse()
	os.Exit(m.Run())
}

// child is the process that is killed.
func child(ctx context.Context, file string) int {
	r, s, err := lasting(ctx, file)
	if err == nil {
		err = table.Run(context.Background(), table.Config{Referee: r, In: os.Stdin, Out: os.Stdout})
		err = errors.Join(err, s.Close())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// unproven keeps the dice from hanging on phrases, which are others after each
// start.
type unproven struct{ match.Roller }

// lasting is a referee whose dice and first match are always the same.
func lasting(ctx context.Context, file string) (*referee.Referee, *store.Store, error) {
	s, err := store.Open(ctx, file, store.Options{Wait: 10 * time.Second})
	if err != nil {
		return nil, nil, err
	}
	r, err := referee.New(referee.Config{
		Games: []referee.Game{{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}},
		Store: s, Dice: unproven{dice.NewServer([32]byte{9})}, Random: rand.NewChaCha8([32]byte{9}),
	})
	return r, s, err
}

// TestKilledTable kills a table again and again in the middle of matches. What
// was replied to is never lost, what was not is done once or not at all.
func TestKilledTable(t *testing.T) {
	thorough.Slow(t)
	n := *seed
	if n == 0 {
		n = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", n)
	k := &killer{t: t, rand: rand.New(rand.NewPCG(n, 0)), left: *kills}
	for k.left > 0 {
		k.compose(filepath.Join(t.TempDir(), "twin.db"))
		k.file, k.done = filepath.Join(t.TempDir(), "referee.db"), 0
		for k.done < len(k.orders) {
			k.run()
		}
		if got := answers(t, k.file); !slices.Equal(got, k.want) {
			t.Errorf("answers:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(k.want, "\n"))
		}
	}
}

// killer types the orders of a match at a table that it kills.
type killer struct {
	t      *testing.T
	rand   *rand.Rand
	orders []string // the first opens the match
	want   []string // the answers in its record
	file   string
	done   int // orders replied to, or found in the record
	left   int // kills
}

// compose plays a match without being killed.
func (k *killer) compose(file string) {
	k.t.Helper()
	r, s, err := lasting(k.t.Context(), file)
	k.must(err)
	open, err := r.Open(k.t.Context(), referee.Command{Door: "table"}, referee.Opening{Setup: engine.Setup{"rounds": "5"}})
	k.must(err)
	by := func(seat engine.Seat) referee.Command {
		return referee.Command{Match: open.Match, Seat: seat, Account: "table:" + string(seat), Door: "table"}
	}
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := r.Join(k.t.Context(), by(seat))
		k.must(err)
	}
	k.orders = []string{"new rounds=5"}
	for {
		look, err := refereetest.Current(k.t.Context(), r, open.Match).Look(k.t.Context(), engine.Judge)
		k.must(err)
		if look.Ending != nil {
			break
		}
		ask := look.Asks[k.rand.IntN(len(look.Asks))]
		var path []string
		node, err := refereetest.Current(k.t.Context(), r, by(ask.Seat).Match).Options(k.t.Context(), by(ask.Seat), ask.Prompt, nil)
		for ; err == nil && !node.Done; node, err = refereetest.Current(k.t.Context(), r, by(ask.Seat).Match).Options(k.t.Context(), by(ask.Seat), ask.Prompt, path) {
			path = append(path, node.Options[k.rand.IntN(len(node.Options))].ID)
		}
		k.must(err)
		_, err = r.Answer(k.t.Context(), by(ask.Seat), ask.Prompt, path)
		k.must(err)
		k.orders = append(k.orders, string(ask.Seat)+": "+strings.Join(path, " ")+referee.SureMark) // no attack waits
	}
	k.must(s.Close())
	k.want = answers(k.t, file)
}

func (k *killer) must(err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatal(err)
	}
}

// run starts a table, types the orders that are left, and kills it sooner or
// later. Then it counts what the record has.
func (k *killer) run() {
	k.t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childStore+"="+k.file)
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	in, err := cmd.StdinPipe()
	k.must(err)
	out, err := cmd.StdoutPipe()
	k.must(err)
	k.must(cmd.Start())
	seen := bufio.NewReader(out)
	if !prompted(seen) {
		_ = cmd.Wait()
		k.t.Fatalf("the table did not come up: %s", wrong.String())
	}
	if k.left > 0 {
		after := time.Duration(k.rand.IntN(10_000)) * time.Microsecond
		defer time.AfterFunc(after, func() { _ = cmd.Process.Kill() }).Stop()
	}
	for k.done < len(k.orders) {
		if _, err := fmt.Fprintln(in, k.orders[k.done]); err != nil || !prompted(seen) {
			break
		}
		k.done++
	}
	k.must(in.Close())
	_, err = io.Copy(io.Discard, seen)
	k.must(err)
	if cmd.Wait() != nil { // it was killed
		k.left--
	}
	stored := k.stored()
	if stored != k.done && stored != k.done+1 {
		k.t.Fatalf("%d orders were replied to, %d are in the record", k.done, stored)
	}
	k.done = stored
}

// prompted reads until the table waits for an order: false where it is gone.
func prompted(r *bufio.Reader) bool {
	for {
		if _, err := r.ReadString('>'); err != nil {
			return false
		}
		if b, err := r.ReadByte(); err != nil || b == ' ' {
			return err == nil
		}
	}
}

// stored is the number of orders in the record: a match that is open and seated,
// and the answers of people.
func (k *killer) stored() int {
	k.t.Helper()
	list := answers(k.t, k.file)
	if len(list) == 0 {
		return 0
	}
	return len(list) - strings.Count(strings.Join(list, "\n"), "chance ")
}

// answers lists the seats joined and the answers of a store's only match.
func answers(t *testing.T, file string) []string {
	t.Helper()
	s, err := store.Open(t.Context(), file, store.Options{Wait: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(s.Check(t.Context()), s.Close()); err != nil {
			t.Error(err)
		}
	}()
	list, err := s.Matches(t.Context())
	if err != nil || len(list) > 1 {
		t.Fatalf("matches: %v, %v", list, err)
	}
	if len(list) == 0 {
		return nil
	}
	entries, err := s.Load(t.Context(), list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{"opened"}
	for _, e := range entries {
		d := &e.Decision
		if a, ok := d.Act.(match.ActAnswer); ok && !a.Auto {
			out = append(out, string(d.Seat)+" "+strings.Join(a.Path, " "))
		}
	}
	return out
}
