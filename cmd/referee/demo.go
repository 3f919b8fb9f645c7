package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/files"
	"referee/bot/locale"
	"referee/bot/page"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/engine/play"
	"referee/store"
)

func newDemo() *cobra.Command {
	var d demo
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "play a whole match between two programs and draw it",
		Long: "Plays a match through the same code that people use, reports its progress, and writes to a directory:\n" +
			"index.html (the story with its pictures, for a browser), a map at the start of each turn and at the\n" +
			"end, the match as one file, and all dice and draws. The sergeant plays both sides, or the recruit if\n" +
			"the game has no other program. The same seed plays the same match. The last line is JSON.",
		Example: "  referee demo --out demo",
		RunE: config.Run(func(cmd *cobra.Command, _ []string, c config.Values) error {
			if d.out == "" {
				return cli.Misused("demo: name a directory with --out demo")
			}
			return d.run(cmd, c.General)
		}),
	}
	cmd.Flags().StringVar(&d.out, "out", "", "output directory; created if missing")
	cmd.Flags().Uint64Var(&d.seed, "seed", 0, "seed of the dice and of the players")
	config.Use(cmd, "game", "data", "lang")
	return cmd
}

// demo is one run of the command.
type demo struct {
	out  string
	seed uint64

	config  config.General
	log     io.Writer
	referee *referee.Referee
	words   *locale.Words
	player  play.Player // at every seat
	id      match.ID
	turn    int // of which there is a map
	maps    int
	story   telling
}

// demoResult is the last line.
type demoResult struct {
	Turns     int    `json:"turns"`
	Decisions int    `json:"decisions"`
	Winner    string `json:"winner"` // a seat, or draw
	PNGs      int    `json:"pngs"`
	Head      string `json:"head"`
}

func (d *demo) run(cmd *cobra.Command, c config.General) (err error) {
	d.config, d.log = c, cmd.OutOrStdout()
	if err := os.MkdirAll(d.out, 0o755); err != nil {
		return fmt.Errorf("directory %s: %w", d.out, files.Reason(err))
	}
	file := filepath.Join(d.out, "demo.db")
	if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	ctx := context.WithoutCancel(cmd.Context()) // what has begun is finished: it stops between decisions
	s, err := store.Open(ctx, file, store.Options{NoSync: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close(), os.Remove(file)) }()
	if err := d.open(ctx, s); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if err := d.play(cmd); err != nil {
		return fmt.Errorf("demo: seed %d: %w", d.seed, err)
	}
	result, err := d.write(ctx, s)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	fmt.Fprintf(d.log, "Open %s in a browser: the story with its pictures. To draw more: referee render %s -o map.png\n",
		filepath.Join(d.out, page.IndexFile), filepath.Join(d.out, "match.json"))
	line, err := json.Marshal(result)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(d.log, "%s\n", line); err != nil {
		return fmt.Errorf("demo: write result: %w", err)
	}
	return nil
}

// open opens a match and seats a player at every side. All that is random comes
// from the seed, and the clock stands still between commands: the same seed
// writes the same match.
func (d *demo) open(ctx context.Context, s *store.Store) error {
	list, err := known.Referee(d.config.Game, d.config.Data)
	if err != nil {
		return err
	}
	entry, err := known.Find(d.config.Game)
	if err != nil {
		return err
	}
	now := seededTime
	roster, known := entry.Roster(), false
	if len(roster) == 0 {
		return cli.Misused("no program plays %s: use --game with another game", entry.ID)
	}
	if d.player, known = roster.Find("sergeant"); !known {
		d.player = roster[0]
	}
	d.referee, err = referee.New(referee.Config{
		Games:   list,
		Store:   s,
		Dice:    seededDice(fmt.Sprint(d.seed)),
		Painter: painter(0),
		Now:     func() time.Time { now = now.Add(time.Minute); return now },
		Random:  dice.NewSeeded(fmt.Sprintf("ids %d", d.seed)),
		Faults:  d.out,
	})
	if err != nil {
		return err
	}
	info, err := d.referee.Games.Info("")
	if err != nil {
		return err
	}
	if d.words, err = locale.For(d.config.Lang, info, page.Catalogues()); err != nil {
		return err
	}
	reply, err := d.referee.Open(ctx, d.command(""), referee.Opening{})
	if err != nil {
		return err
	}
	d.id = reply.Match
	for _, seat := range info.Seats {
		if _, err := d.referee.Join(ctx, d.command(seat)); err != nil {
			return err
		}
	}
	return nil
}

// look is the match as it stands, with all that is secret.
func (d *demo) look(ctx context.Context) (referee.Look, error) {
	s, err := d.referee.Snapshot(ctx, d.id)
	if err != nil {
		return referee.Look{}, err
	}
	return s.Look(ctx, engine.Judge)
}

// command is a command of the player of a seat.
func (d *demo) command(seat engine.Seat) referee.Command {
	return referee.Command{Match: d.id, Seat: seat, Account: "demo:" + string(seat), Name: string(seat), Door: "demo"}
}

// play answers every question until the match is over, and draws a map as each
// turn begins.
func (d *demo) play(cmd *cobra.Command) error {
	ctx := context.WithoutCancel(cmd.Context()) // what has begun is finished: it stops in between
	for {
		look, err := d.look(ctx)
		if err != nil {
			return err
		}
		if err := cli.Stopped(cmd.Context(), "decision %d; %s is incomplete", look.Seq, d.out); err != nil {
			return err
		}
		if err := d.tell(look); err != nil {
			return err
		}
		if turn, _ := look.View.Turn(); turn > d.turn {
			d.turn = turn
			if err := d.draw(ctx, turnMap(turn)); err != nil {
				return err
			}
			fmt.Fprintf(d.log, "turn %d begins after decision %d\n", turn, look.Seq)
		}
		if look.Ending != nil {
			return d.draw(ctx, lastMap)
		}
		if err := d.answer(ctx, look); err != nil {
			return err
		}
	}
}

// answer gives the answer of the program at the seat.
func (d *demo) answer(ctx context.Context, look referee.Look) error {
	ask := look.Asks[0]
	q, err := look.Snapshot.Match().Question(ask.Prompt)
	if err != nil {
		return err
	}
	a, err := d.player.Answer(q)
	if err != nil {
		return err
	}
	_, err = d.referee.Answer(ctx, d.command(ask.Seat), ask.Prompt, a.Path)
	return err
}

// draw writes the map as everybody sees it now.
func (d *demo) draw(ctx context.Context, name string) error {
	d.maps++
	return cli.WriteFile(filepath.Join(d.out, name), func(w io.Writer) error {
		look, err := d.look(ctx)
		if err != nil {
			return err
		}
		return look.Snapshot.Picture(ctx, w, engine.Spectator, nil, d.say)
	})
}

// write writes the match and its dice, and sums up.
func (d *demo) write(ctx context.Context, s *store.Store) (demoResult, error) {
	entries, err := s.Load(ctx, d.id)
	if err != nil {
		return demoResult{}, err
	}
	look, err := d.look(ctx)
	if err != nil {
		return demoResult{}, err
	}
	err = errors.Join(
		cli.WriteFile(filepath.Join(d.out, "match.json"), func(w io.Writer) error { return d.referee.Files.Export(ctx, w, d.id, engine.Judge) }),
		cli.WriteFile(filepath.Join(d.out, "dice.csv"), func(w io.Writer) error {
			return match.WriteDice(w, look.Snapshot.Match().VisibleTo(engine.Judge).Rolls())
		}),
	)
	if err != nil {
		return demoResult{}, err
	}
	if err := d.writeStory(look); err != nil {
		return demoResult{}, err
	}
	winner := string(look.Ending.Winner)
	if winner == "" {
		winner = "draw"
	}
	return demoResult{
		Turns: d.turn, Decisions: len(entries), Winner: winner, PNGs: d.maps,
		Head: entries[len(entries)-1].Head.String(),
	}, nil
}
