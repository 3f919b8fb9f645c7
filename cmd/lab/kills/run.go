package kills

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/moves"
	"referee/cmd/lab/program"
	"referee/cmd/lab/study"
	"referee/cmd/lab/witness"
)

// told is the result of a run.
type told struct {
	Seed     uint64         `json:"seed"`
	Kills    int            `json:"kills"`
	Moments  map[string]int `json:"moments"` // kills, by the moment
	Clocks   int            `json:"kills_with_clocks_running"`
	Matches  int            `json:"matches"`
	Over     int            `json:"packed"`
	Sent     int            `json:"orders_sent"`
	Answered int            `json:"orders_answered"`
	Stored   int            `json:"commands_stored"`
	Unsaid   int            `json:"stored_and_not_answered"` // the program died before its answer was seen
	Heads    int            `json:"heads_seen"`
	Rolls    int            `json:"rolls"`
	Posts    int            `json:"posts"`
	Expired  int            `json:"times_up"`
	Back     string         `json:"connected_again_median"`
	Seconds  int            `json:"seconds"`
	Faults   []string       `json:"faults"`
}

// run is a run in progress.
type run struct {
	ordeal
	journalWriter
	out     io.Writer
	random  *rand.Rand
	discord *discordtest.Discord
	tables  []*venue
	users   []*user
	proc    *program.Process
	way     *discordtest.Proxy
	killed  time.Time // when the last kill was
	up      atomic.Bool
	told    told
	deck    []int  // moments to come
	disk    string // makes the disk of the matches; "": the usual one
	back    []time.Duration
	before  *witness.StoreFile // what the file held after the last kill
	ever    map[string]bool
	mistake sync.WaitGroup // comparisons under way
	faults  sync.Mutex
}

// run runs it. An error means that the run failed; faults that it found are in told.
func (o *ordeal) run(ctx context.Context, out io.Writer) (told, error) {
	began := time.Now()
	if err := program.Prepare(ctx, &o.dir, &o.binary, "toy"); err != nil {
		return told{}, err
	}
	s, end := program.Stage(o.dir)
	r := o.set(s, out)
	err := r.play(ctx)
	r.told.Faults = append(r.told.Faults, end()...)
	r.told.Seconds = int(time.Since(began).Seconds())
	return r.told, err
}

// sessions is how many sessions a day Discord allows in a run: after each kill the referee starts one, and it
// starts at most a 25th of them in an hour.
const sessions = 25 * 1000

// set prepares a run.
func (o *ordeal) set(s testing.TB, out io.Writer) *run {
	r := &run{
		ordeal: *o, out: out, random: rand.New(rand.NewPCG(o.seed, 0)), journalWriter: journalWriter{known: map[witness.Footer]bool{}},
		discord: discordtest.New(s, discordtest.Options{Patience: time.Hour, Lean: true, Sessions: sessions}),
		told:    told{Seed: o.seed, Moments: map[string]int{}}, ever: map[string]bool{}, killed: time.Now(),
	}
	r.seat()
	return r
}

// seat makes the Discord server, its channels and its people.
func (r *run) seat() {
	g := r.discord.Guild("club")
	celles, toy := [2]string{"german", "allied"}, [2]string{"red", "blue"}
	r.tables = []*venue{
		{game: "celles", sides: celles},
		{game: "celles", sides: celles, clock: "limit 1m remind 50 then remind"},
		{game: "celles", sides: celles, clock: "limit 2m then caretaker"},
		{game: "toy", sides: toy},
		{game: "toy", sides: toy, clock: "limit 1m then remind"},
		{game: "celles", sides: celles, clock: "limit 1m then loss", idle: true},
	}
	languages := []string{"en-GB", "fr", "es-ES"}
	for i, t := range r.tables {
		t.channel = g.Channel(fmt.Sprint("table-", i+1))
		for side := range 2 {
			n := len(r.users)
			language := languages[n%len(languages)]
			r.users = append(r.users, &user{
				Person: moves.Person{
					User: g.Member(fmt.Sprint("player-", n+1), language), Channel: t.channel, Random: rand.New(rand.NewPCG(r.seed, uint64(n+1))),
				},
				journalWriter: &r.journalWriter, venue: t, host: side == 0,
				typist: language == "en-GB", // the witness knows only English words of orders
			})
		}
	}
}

// play lets people play while the program is killed, and then to the end.
func (r *run) play(ctx context.Context) error {
	defer r.end()
	quiet, err := r.begin(ctx)
	defer quiet()
	if err != nil {
		return err
	}
	if err := errors.Join(r.played(ctx, 24), r.clocked(ctx)); err != nil {
		return err
	}
	for r.told.Kills < r.kills {
		if err := r.round(ctx); err != nil {
			return err
		}
	}
	if err := errors.Join(r.start(ctx), r.played(ctx, 60), r.lively(ctx)); err != nil {
		return err
	}
	quiet()
	return r.finish(ctx)
}

// begin starts the program, and people play until quiet is called.
func (r *run) begin(ctx context.Context) (quiet func(), err error) {
	stop := make(chan struct{})
	var playing sync.WaitGroup
	quiet = sync.OnceFunc(func() {
		close(stop)
		playing.Wait()
	})
	if err := r.start(ctx); err != nil {
		return quiet, err
	}
	r.discord.Until("the commands", func() bool { return len(r.discord.Commands()) > 0 })
	for _, u := range r.users {
		playing.Go(func() { u.play(stop, r.up.Load) })
	}
	return quiet, nil
}

// end waits for the comparison under way, and kills what still runs.
func (r *run) end() {
	r.mistake.Wait()
	if r.proc != nil {
		r.proc.Kill()
		r.up.Store(false)
		r.way.Cut()
		r.proc = nil
	}
}

// played waits until people got so many answers since the run began: on a slow machine
// so many seconds may bring none.
func (r *run) played(ctx context.Context, answers int) error {
	return r.until(ctx, func(now int) bool { return now >= answers })
}

// clocked waits until a board shows a clock that runs, or people got so many answers more
// that nobody seems to play by a clock now.
func (r *run) clocked(ctx context.Context) error {
	most := r.journalWriter.answers() + 100
	return r.until(ctx, func(now int) bool { return now >= most || slices.ContainsFunc(r.tables, (*venue).clockRuns) })
}

// lively waits until people have answered some questions and read of some rolls, or got so
// many answers more that they no longer seem to come that far.
func (r *run) lively(ctx context.Context) error {
	most := r.journalWriter.answers() + 1000
	return r.until(ctx, func(now int) bool {
		return now >= most || r.journalWriter.questions() >= 30 && rolls(posts(r.tables)) >= 3
	})
}

// until waits until enough says so of the number of answers that people got since the run
// began. It gives up where two minutes bring no answer, and what was told shows it.
func (r *run) until(ctx context.Context, enough func(answers int) bool) error {
	last, since := 0, time.Now()
	for {
		now := r.journalWriter.answers()
		if now != last {
			last, since = now, time.Now()
		}
		if enough(now) || time.Since(since) > 2*time.Minute {
			return nil
		}
		if err := study.Pause(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
}

// launch starts the program, unless it runs.
func (r *run) launch() (err error) {
	if r.proc != nil {
		return nil
	}
	r.way = r.discord.Proxy()
	r.proc, err = r.serve(r.disk, r.way)
	return err
}

// start starts the program, unless it runs, and waits until it is connected. As down counts the time until it was
// last seen not to be: on a slow machine the look that finds it connected comes late.
func (r *run) start(ctx context.Context) error {
	if err := r.launch(); err != nil || r.up.Load() {
		return err
	}
	down, err := r.proc.Connected(ctx, func() bool { return r.discord.Gateway.Connected() > 0 }, time.Minute)
	if err != nil {
		return fmt.Errorf("kills: after %d kills (seed %d): %w", r.told.Kills, r.seed, err)
	}
	if down.IsZero() {
		down = r.killed
	}
	r.back = append(r.back, time.Since(r.killed))
	r.down(r.killed, down)
	r.up.Store(true)
	return nil
}

// kill kills the program, and starts a comparison of the file with the journal.
func (r *run) kill(moment string) error {
	if !r.proc.Kill() {
		return fmt.Errorf("kills: after %d kills (seed %d): %w", r.told.Kills, r.seed, r.proc.Lost())
	}
	r.up.Store(false)
	r.killed = time.Now()
	r.way.Cut()
	r.proc = nil
	r.told.Kills++
	r.told.Moments[moment]++
	copied := filepath.Join(r.dir, "copy.db")
	text, err := os.ReadFile(filepath.Join(r.dir, program.DBFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil {
		r.mistake.Wait() // the copy before is being read
		err = os.WriteFile(copied, text, 0o600)
	}
	if err != nil {
		return err
	}
	kills := r.told.Kills // the next kill adds to it while this one is compared
	r.mistake.Go(func() { r.compare(copied, kills) })
	return nil
}

// compare compares a copy of the file with the journal so far, and with the copy
// before.
func (r *run) compare(path string, kills int) {
	f, err := witness.Read(path)
	if err != nil {
		r.fault(fmt.Sprintf("after kill %d: %v", kills, err))
		return
	}
	faults := f.Against(r.soFar())
	if r.before != nil {
		faults = append(faults, f.Follows(r.before)...)
	}
	r.before = f
	r.faults.Lock()
	defer r.faults.Unlock()
	running := false
	for _, m := range f.Matches {
		running = running || m.Running
	}
	if running {
		r.told.Clocks++
	}
	for key := range f.Kept {
		r.ever[key] = true
	}
	for _, fault := range faults {
		r.told.Faults = append(r.told.Faults, fmt.Sprintf("after kill %d: %s", kills, fault))
	}
	if kills%10 == 0 || len(faults) > 0 {
		fmt.Fprintf(r.out, "%d kills, %d matches, %d commands in the file, %d faults\n", kills, len(f.Matches), len(f.Kept), len(r.told.Faults))
	}
}

func (r *run) fault(text string) {
	r.faults.Lock()
	defer r.faults.Unlock()
	r.told.Faults = append(r.told.Faults, text)
}

// finish lets the program post what is left, stops it, and compares everything.
func (r *run) finish(ctx context.Context) error {
	if r.clocks {
		if err := study.Pause(ctx, 150*time.Second); err != nil {
			return err
		}
	}
	r.discord.Quiet(4 * time.Second)
	err := r.proc.Stop()
	r.way.Cut()
	r.proc = nil
	if err != nil {
		return err
	}
	r.mistake.Wait()
	f, err := witness.Read(filepath.Join(r.dir, program.DBFile))
	if err != nil {
		return err
	}
	j := r.soFar()
	j.Posts = posts(r.tables)
	text, err := json.MarshalIndent(j, "", " ")
	if err == nil {
		err = os.WriteFile(filepath.Join(r.dir, journalFile), text, 0o600)
	}
	r.told.Faults = append(append(r.told.Faults, f.Against(j)...), f.Posted(j.Posts)...)
	if r.before != nil {
		r.told.Faults = append(r.told.Faults, f.Follows(r.before)...)
	}
	r.count(f, j)
	if r.clocks && r.told.Expired == 0 {
		r.fault("clock: nobody's time was up in the end, although somebody did nothing")
	}
	return err
}

// count counts what there was.
func (r *run) count(f *witness.StoreFile, j *witness.Journal) {
	t := &r.told
	for key := range f.Kept {
		r.ever[key] = true
	}
	answered := map[string]bool{}
	for _, o := range j.Orders {
		t.Sent++
		if o.Answered {
			t.Answered++
			answered[o.ID] = true
		}
	}
	for key := range r.ever {
		t.Stored++
		if !answered[witness.Interaction(key)] {
			t.Unsaid++
		}
	}
	for _, m := range f.Matches {
		t.Matches++
		if m.Packed {
			t.Over++
		}
		for _, e := range m.Entries {
			if e.Roll != nil {
				t.Rolls++
			}
			if e.Kind == "expire" {
				t.Expired++
			}
		}
	}
	t.Heads, t.Posts = len(j.Seen), len(j.Posts)
	slices.Sort(r.back)
	if n := len(r.back); n > 0 {
		t.Back = r.back[n/2].Round(time.Millisecond).String()
	}
}

// journalFile is the journal of a run, in its directory.
const journalFile = "journal.json"

// serve starts the program. Its matches are in a directory on which disk may mount another disk: see disks.go.
func (r *run) serve(disk string, way *discordtest.Proxy) (*program.Process, error) {
	cmd := exec.Command(r.binary, "serve")
	if disk != "" {
		cmd = exec.Command("unshare", "-rm", "sh", "-c", disk+` && exec "$0" serve`, r.binary)
	}
	cmd.Dir = r.dir
	cmd.Env = append(append(os.Environ(), "REFEREE_TOKEN="+r.discord.Token(), "REFEREE_DB="+program.DBFile, "REFEREE_KEY=referee.key", "REFEREE_OPS_LISTEN=off"), way.Env()...)
	cmd.Env = append(cmd.Env, "REFEREE_LIMITS_COMMANDS=0") // its people press as fast as a program does
	cmd.Env = append(cmd.Env, "REFEREE_DISCORD_EMOJI=off") // they go up one by one for minutes, and no order hangs on them
	cmd.Env = append(cmd.Env, "REFEREE_GAME=toy")          // so that the toy is there besides Celles: its matches are short
	return program.Serve(cmd)
}
