package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/luck"
	"referee/engine/match"
	"referee/store"
)

func newDiceTest() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "dice-test [FILE…]", Aliases: []string{"uniformity"},
		Short: "test the dice of many matches for fairness",
		Long: "Reads the dice of all matches in the database, or of match files, including rolls that were rewound, and\n" +
			"tests each size of die: are all faces equally frequent (chi-square), and do low and high faces follow\n" +
			"each other at random (runs)? p is the probability that fair dice give this result or a more extreme\n" +
			"one; a die with p below 0.001 in a test is suspect, as one fair die in a thousand would be. Draws of\n" +
			"chits are not tested. Exit code 1 if a die is suspect or a match cannot be read.",
		Example: "  referee dice-test --db data/referee.db\n  referee dice-test --json demo/match.json",
		Args:    cobra.ArbitraryArgs,
		RunE: config.Run(func(cmd *cobra.Command, files []string, c config.Values) error {
			if len(files) > 0 && cmd.Flags().Changed("db") {
				return cli.Misused("dice-test: name files, or the database with --db, not both")
			}
			u := &uniformity{dice: luck.NewUniform(), games: map[pinned]engine.Game{}, stderr: cmd.ErrOrStderr()}
			if len(files) > 0 {
				if err := u.files(cmd.Context(), files); err != nil {
					return err
				}
			} else if err := u.store(cmd, c.DB); err != nil {
				return err
			}
			return u.report(cmd.OutOrStdout(), asJSON)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "the result as one line of JSON, without the table")
	config.Use(cmd, "db")
	return cmd
}

// uniformity is one run of the command.
type uniformity struct {
	dice    *luck.Uniform
	games   map[pinned]engine.Game // each opened once
	matches int
	unread  int
	stderr  io.Writer
}

// pinned is what a game is opened by.
type pinned struct {
	game string
	law  int
	data string
}

// uniformityResult is the result as JSON.
type uniformityResult struct {
	Matches int        `json:"matches"`
	Unread  int        `json:"unread"` // matches that could not be read
	Draws   int        `json:"draws"`  // not tested
	Dice    []luck.Die `json:"dice"`
}

// files reads match files.
func (u *uniformity) files(ctx context.Context, paths []string) error {
	for i, path := range paths {
		if err := cli.Stopped(ctx, "%d of %d files", i, len(paths)); err != nil {
			return err
		}
		f, err := readMatch(ctx, path)
		if err == nil {
			_, _, err = u.add(f.Entries, func(match.Opening) (match.Data, error) { return f.Data, nil })
		}
		u.missed(path, err)
	}
	return nil
}

// store reads all matches of a store.
func (u *uniformity) store(cmd *cobra.Command, db string) (err error) {
	s, err := readStore(cmd, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	all, err := s.Matches(cmd.Context())
	if err != nil {
		return err
	}
	progress := cli.NewProgress(u.stderr, "matches", len(all))
	defer progress.Done()
	for i, m := range all {
		if err := cli.Stopped(cmd.Context(), "%d of %d matches", i, len(all)); err != nil {
			return err
		}
		_, _, err := u.load(context.WithoutCancel(cmd.Context()), s, m.ID)
		u.missed("match "+string(m.ID), err)
		progress.At(i + 1)
	}
	return nil
}

// add counts the dice of a match, and returns its rolls with its game.
func (u *uniformity) add(entries []*match.Entry, data func(match.Opening) (match.Data, error)) (g engine.Game, rolls []luck.Roll, err error) {
	defer survived(&err)
	o, err := match.Pinned(entries)
	if err != nil {
		return nil, nil, err
	}
	if g, err = u.game(o, data); err != nil {
		return nil, nil, err
	}
	if rolls, err = luck.Rolls(g, entries); err != nil {
		return nil, nil, err
	}
	u.dice.Add(rolls)
	u.matches++
	return g, rolls, nil
}

// load counts the dice of a match of a store, and returns its rolls with its game.
func (u *uniformity) load(ctx context.Context, s *store.Store, id match.ID) (engine.Game, []luck.Roll, error) {
	entries, err := s.Load(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	return u.add(entries, func(o match.Opening) (match.Data, error) { return s.Data(ctx, o.Data) })
}

// game opens the game that a match is pinned to.
func (u *uniformity) game(o match.Opening, data func(match.Opening) (match.Data, error)) (engine.Game, error) {
	key := pinned{o.Game, o.Law, o.Data}
	if g, ok := u.games[key]; ok {
		return g, nil
	}
	files, err := data(o)
	if err != nil {
		return nil, err
	}
	g, err := known.OpenPinned(o, files)
	if err == nil {
		u.games[key] = g
	}
	return g, err
}

// missed reports that a match could not be read, and counts it.
func (u *uniformity) missed(name string, err error) {
	if err != nil {
		u.unread++
		cli.Complain(u.stderr, name, err)
	}
}

// report prints what was found, as a table or as JSON.
func (u *uniformity) report(to io.Writer, asJSON bool) error {
	r := uniformityResult{Matches: u.matches, Unread: u.unread, Draws: u.dice.Draws(), Dice: u.dice.Dice()}
	var err error
	if asJSON {
		err = json.NewEncoder(to).Encode(r)
	} else {
		err = r.table(to)
	}
	if err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	bad := r.Unread > 0
	for _, d := range r.Dice {
		bad = bad || d.Verdict == luck.Suspect
	}
	if bad {
		return cli.ErrFound
	}
	return nil
}

// verdicts are the results of the tests, in words.
var verdicts = map[luck.Fairness]string{
	luck.Fair:    "like fair dice",
	luck.Suspect: "suspect: fair dice do this less than once in 1000 times",
	luck.Few:     "too few rolls to say",
}

// table prints a row for each size of die.
func (r uniformityResult) table(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "die\trolls\tchi-square\tp\truns\texpected\tp\tverdict\n")
	for _, d := range r.Dice {
		fmt.Fprintf(w, "d%d\t%d\t%.2f\t%.4f\t%d\t%.1f\t%.4f\t%s\n", d.Faces, d.Rolls, d.ChiSquare, d.ChiP,
			d.Runs, d.RunsExpected, d.RunsP, verdicts[d.Verdict])
	}
	fmt.Fprintf(w, "matches: %d; draws of chits, not tested: %d\n", r.Matches, r.Draws)
	return w.Flush()
}
