package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/cli"
	"referee/cmd/lab/moves"
	"referee/cmd/lab/program"
	"referee/cmd/lab/study"
)

// metricsFile is what the program said of itself at the end of the driving.
const metricsFile = "metrics.txt"

// perGuild is how many matches a server has. Clubs are small, and limits hold for each.
const perGuild = 8

// openAtOnce is how many tables open their matches at the same time.
const openAtOnce = 8

// Bounds of waiting: an answer is not waited for longer than people would, and boards not
// for ever.
const (
	startWithin = 2 * time.Minute
	boardWithin = 10 * time.Minute
	silence     = 20 * time.Second // after which nothing more is expected
)

// run is a run in progress.
type run struct {
	*load
	dir      string
	progress io.Writer
	discord  *discordtest.Discord
	boards   *boards
	tables   []*table
	proc     *program.Process
	way      *discordtest.Proxy // of the process
	ops      string             // the address of its metrics
	cancel   context.CancelCauseFunc
	began    time.Time
	start    time.Duration // until the program was connected
	opening  time.Duration
	lastSaw  atomic.Int64 // when the bot sent something last, in Unix nanoseconds
}

// once runs the program with so many matches in a directory, and measures. after, if not nil,
// is called then, while the program still runs.
func (l *load) once(ctx context.Context, progress io.Writer, dir string, matches int, after func(*run) error) (t told, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return told{}, err
	}
	stage, end := program.Stage(dir)
	r := &run{load: l, dir: dir, progress: progress, boards: newBoards(), cancel: cancel, began: time.Now()}
	r.discord = discordtest.New(stage, discordtest.Options{
		Patience: time.Hour, Lean: true, Unchecked: !l.checked, HTTP2: true,
		Saw: func(m *discordtest.Message) {
			r.lastSaw.Store(time.Now().UnixNano())
			r.boards.saw(m)
		},
	})
	r.seat(matches)
	t, err = r.play(ctx, after)
	t.Matches = matches
	t.Faults = append(t.Faults, end()...)
	if cause := context.Cause(ctx); err != nil && errors.As(cause, new(*brokenError)) {
		err = cause
	}
	return t, err
}

// brokenError ends a run in which a person met what the stand-in cannot do.
type brokenError struct{ what any }

func (e *brokenError) Error() string { return fmt.Sprintf("load: %v", e.what) }

// spawn does something in a goroutine. What breaks it ends the run, and not this process alone:
// the program must not be left running.
func (r *run) spawn(wait *sync.WaitGroup, do func()) {
	wait.Go(func() {
		defer r.rescue()
		do()
	})
}

// rescue is deferred by a goroutine, to end the run where it panics.
func (r *run) rescue() {
	if what := recover(); what != nil {
		r.cancel(&brokenError{what})
	}
}

// seat makes the servers, their channels and people.
func (r *run) seat(matches int) {
	var g *discordtest.Guild
	languages := []string{"en-GB", "fr", "es-ES"}
	for i := range matches {
		if i%perGuild == 0 {
			g = r.discord.Guild(fmt.Sprint("club-", i/perGuild+1))
		}
		t, channel, random := &table{}, g.Channel(fmt.Sprint("table-", i+1)), rand.New(rand.NewPCG(r.seed, uint64(i)))
		for side := range t.players {
			who := g.Member(fmt.Sprint("player-", 2*i+side+1), languages[i%len(languages)])
			t.players[side] = &moves.Person{User: who, Channel: channel, Random: random}
		}
		r.tables = append(r.tables, t)
	}
}

// play starts the program, has the matches opened, and drives it.
func (r *run) play(ctx context.Context, after func(*run) error) (t told, err error) {
	err = r.launch(ctx)
	if r.proc == nil {
		return told{}, err
	}
	defer func() {
		if e := r.proc.Stop(); err == nil {
			err = e
		}
	}()
	if err != nil {
		return told{}, err
	}
	if err := r.open(ctx); err != nil {
		return told{}, err
	}
	if err := r.settled(ctx); err != nil {
		return told{}, err
	}
	if t, err = r.drive(ctx); err == nil && after != nil {
		err = after(r)
	}
	return t, err
}

// launch starts the program as in service, but that Discord is the stand-in, and waits until it is connected and has
// registered its commands.
func (r *run) launch(ctx context.Context) (err error) {
	cmd := exec.Command(r.binary, "serve") // not of the context: it is stopped in good order
	port, err := program.FreePort()
	if err != nil {
		return err
	}
	r.ops = fmt.Sprint("127.0.0.1:", port)
	r.way = r.discord.Proxy()
	cmd.Dir, cmd.Env = r.dir, append(r.env(), r.way.Env()...)
	if r.profile != "" {
		cmd.Env = append(cmd.Env, "REFEREE_TEST_PROFILE="+r.profile)
	}
	spareFromCtrlC(cmd)
	r.began = time.Now()
	proc, err := program.Serve(cmd)
	if err != nil {
		return err
	}
	r.proc = proc
	_, err = r.proc.Connected(ctx, func() bool { return r.discord.Gateway.Connected() > 0 && len(r.discord.Commands()) > 0 }, startWithin)
	r.start = time.Since(r.began)
	return err
}

// keepMetrics keeps what the program says of itself in a file.
func (r *run) keepMetrics(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, answerWithin)
	defer stop()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+r.ops+"/metrics", nil)
	if err != nil {
		return err
	}
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		return fmt.Errorf("load: metrics: %w", err)
	}
	text, err := io.ReadAll(a.Body)
	if err = errors.Join(err, a.Body.Close()); err != nil {
		return fmt.Errorf("load: metrics: %w", err)
	}
	return os.WriteFile(filepath.Join(r.dir, metricsFile), text, 0o600)
}

// env is the environment of the program.
func (r *run) env() []string {
	return append(os.Environ(), "REFEREE_TOKEN="+r.discord.Token(), "REFEREE_DB="+program.DBFile, "REFEREE_KEY=data/referee.key", "REFEREE_OPS_LISTEN="+r.ops)
}

// open has all matches opened and joined.
func (r *run) open(ctx context.Context) error {
	began := time.Now()
	fmt.Fprintf(r.progress, "opening %d matches\n", len(r.tables))
	line := cli.NewProgress(r.progress, "matches are open", len(r.tables))
	defer line.Done()
	done := 0
	for _, err := range study.InOrder(ctx, len(r.tables), openAtOnce, func(ctx context.Context, i int) (_ *table, err error) {
		defer r.rescue()
		if err = r.openAt(ctx, r.tables[i]); err == nil {
			err = r.warmUp(ctx, r.tables[i])
		}
		return nil, err
	}) {
		if ctx.Err() != nil {
			return cli.Stopped(ctx, "%d of %d matches were open", done, len(r.tables))
		}
		if err != nil {
			return err
		}
		done++
		line.At(done)
	}
	r.opening = time.Since(began)
	return nil
}

// openAt opens a match at a table, and lets the other player join it.
func (r *run) openAt(ctx context.Context, t *table) error {
	host, guest := t.players[0], t.players[1]
	if _, err := insist(ctx, host, func() *discordtest.Press {
		return host.Slash("match new", "game:celles", "side:german")
	}); err != nil {
		return err
	}
	panel, err := insist(ctx, guest, func() *discordtest.Press { return guest.Slash("choose") })
	if err != nil {
		return err
	}
	button := moves.Button(panel, "1/match/join/")
	if button == "" {
		return fmt.Errorf("load: %s is offered no match to join:\n%v", guest.User.Name, panel)
	}
	_, err = insist(ctx, guest, func() *discordtest.Press { return guest.User.Click(panel, button) })
	return err
}

// warmUp has a table go on for a while, another for each, so that matches stand at different places:
// else all would come to the same question, and want their boards, at the same time.
func (r *run) warmUp(ctx context.Context, t *table) error {
	if r.warm == 0 || ctx.Err() != nil {
		return ctx.Err()
	}
	for range t.players[0].Random.IntN(r.warm + 1) {
		p := t.act()
		if p == nil {
			break
		}
		t.players[t.turn].Await(ctx, p, answerWithin) // without an answer they go on by what is shown later
	}
	return ctx.Err()
}

// insist has a player do something while nothing is measured, and again while they are not answered, as on a machine that
// others use, too. It returns the answer.
func insist(ctx context.Context, p *moves.Person, do func() *discordtest.Press) (*discordtest.Message, error) {
	for range 5 {
		if m := p.Await(ctx, do(), answerWithin); m != nil || ctx.Err() != nil {
			return m, ctx.Err()
		}
	}
	return nil, errors.New("load: the referee did not answer while matches were opened")
}

// settled waits until the program has sent nothing for a while: all boards are there.
func (r *run) settled(ctx context.Context) error {
	fmt.Fprintf(r.progress, "%d matches are open after %.0f s; waiting for their boards\n", len(r.tables), r.opening.Seconds())
	for end := time.Now().Add(boardWithin); r.silent() < r.rest; {
		if time.Now().After(end) {
			return fmt.Errorf("load: after %v boards of the opening still come", boardWithin)
		}
		if err := study.Pause(ctx, 20*time.Millisecond); err != nil {
			return cli.Stopped(ctx, "%d matches were open", len(r.tables))
		}
	}
	return nil
}

// silent is how long the program has sent no message.
func (r *run) silent() time.Duration { return time.Since(time.Unix(0, r.lastSaw.Load())) }

// logged counts the lines of the log that tell of an error or a warning, and returns the
// first few of them.
func (r *run) logged() (errors, warnings int, first []string) {
	text, _ := os.ReadFile(filepath.Join(r.dir, program.LogFile)) // a missing file counts as empty
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.Contains(line, " level=ERROR "):
			errors++
		case strings.Contains(line, " level=WARN "):
			warnings++
		default:
			continue
		}
		if len(first) < 5 {
			first = append(first, strings.TrimSpace(line))
		}
	}
	return errors, warnings, first
}

// sizeOnDisk is how long the file of the matches is.
func (r *run) sizeOnDisk() int64 {
	info, err := os.Stat(filepath.Join(r.dir, program.DBFile))
	if err != nil {
		return 0
	}
	return info.Size()
}
