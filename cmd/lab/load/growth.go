package load

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/cmd/games"
	"referee/store"
)

// grown is what was measured at one number of matches besides what is measured always.
type grown struct {
	told
	Backup float64 `json:"backup_s"` // the command, while people could play
	Poll   float64 `json:"poll_ms"`  // to read the outbox, as is done every second
	Beat   float64 `json:"beat_ms"`  // of the schedule, as is done every two seconds
	Again  float64 `json:"start_again_s"`
}

// growthSummary is the last line.
type growthSummary struct {
	Measured int `json:"measured"` // numbers of matches
	Faults   int `json:"faults"`
}

// grow measures at each number of matches, in a directory of its own, and writes the table.
func (l *load) grow(ctx context.Context, progress io.Writer, known games.List) ([]grown, error) {
	var all []grown
	for _, n := range l.growth {
		dir := filepath.Join(l.dir, strconv.Itoa(n))
		g := grown{}
		var err error
		if g.told, err = l.once(ctx, progress, dir, n, func(r *run) error { return g.after(ctx, r, known) }); err != nil {
			return all, err
		}
		all = append(all, g)
	}
	return all, l.writeGrowth(all)
}

// after measures what does not need people.
func (g *grown) after(ctx context.Context, r *run, known games.List) error {
	copied := filepath.Join(r.dir, "backup.db")
	began := time.Now()
	cmd := exec.CommandContext(ctx, r.binary, "backup", copied)
	cmd.Dir, cmd.Env = r.dir, r.env()
	if out, err := cmd.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return cli.Stopped(ctx, "the driving at %d matches", len(r.tables))
		}
		return fmt.Errorf("load: backup: %w\n%s", err, out)
	}
	g.Backup = time.Since(began).Seconds()
	if err := g.look(ctx, copied, known); err != nil {
		return err
	}
	return g.again(ctx, r)
}

// again starts the program once more on the same file.
func (g *grown) again(ctx context.Context, r *run) error {
	if err := r.proc.Stop(); err != nil {
		return err
	}
	r.way.Cut() // else the stand-in takes the session of the first one for connected
	err := r.launch(ctx)
	g.Again = r.start.Seconds()
	return err
}

// looks is of how many times the shortest counts: what else runs on the machine makes none
// shorter.
const looks = 20

// look opens a backup, and does what the program does on its own while nobody plays.
func (g *grown) look(ctx context.Context, file string, known games.List) (err error) {
	s, err := store.Open(ctx, file, store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	list, err := known.Referee("celles", nil)
	if err != nil {
		return err
	}
	clubs, err := club.New(referee.Config{Games: list, Store: s, Log: slog.New(slog.DiscardHandler)}, s.Leagues())
	if err != nil {
		return err
	}
	if err := clubs.Referee.Schedule.Up(ctx, time.Now()); err != nil { // else it does nothing
		return err
	}
	shortest := func(do func() error) (float64, error) {
		least := time.Hour
		for range looks {
			began := time.Now()
			if err := do(); err != nil {
				return 0, err
			}
			least = min(least, time.Since(began))
		}
		return least.Seconds() * 1000, nil
	}
	if g.Poll, err = shortest(func() error { _, err := clubs.Referee.Outbox.Places(ctx); return err }); err != nil {
		return err
	}
	g.Beat, err = shortest(func() error { return clubs.Referee.Schedule.RunDue(ctx, time.Now()) })
	return err
}

// growthColumns are the columns of growth.csv after the number of matches.
var growthColumns = []struct {
	name string
	of   func(g grown) float64
}{
	{"start_s", func(g grown) float64 { return g.Again }},
	{"p50_ms", func(g grown) float64 { return g.First.P50 }},
	{"p99_ms", func(g grown) float64 { return g.First.P99 }},
	{"backup_s", func(g grown) float64 { return g.Backup }},
	{"poll_ms", func(g grown) float64 { return g.Poll }},
	{"beat_ms", func(g grown) float64 { return g.Beat }},
	{"memory_mb", func(g grown) float64 { return float64(g.MemoryAfter) / 1e6 }},
	{"file_mb", func(g grown) float64 { return float64(g.FileAfter) / 1e6 }},
}

// writeGrowth writes what was measured as a table.
func (l *load) writeGrowth(all []grown) error {
	rows := [][]string{{"matches"}}
	for _, c := range growthColumns {
		rows[0] = append(rows[0], c.name)
	}
	for _, g := range all {
		row := []string{strconv.Itoa(g.Matches)}
		for _, c := range growthColumns {
			row = append(row, strconv.FormatFloat(c.of(g), 'g', 4, 64))
		}
		rows = append(rows, row)
	}
	return cli.WriteFile(filepath.Join(l.dir, "growth.csv"), func(w io.Writer) error { return csv.NewWriter(w).WriteAll(rows) })
}
