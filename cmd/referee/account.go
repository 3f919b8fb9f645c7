package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/play/account"
)

func newAnalyse() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "analyse FILE", Aliases: []string{"account"},
		Short: "explain the result of a finished match: luck, play, and the costliest decisions",
		Long: "Evaluates every position of a finished match with the computer player, and lists what each kind of roll\n" +
			"gained or lost, what each side's decisions cost compared with better ones, and which cost most. The parts\n" +
			"add up to the final margin or, if a side resigned, to the points at that time. It takes some seconds on\n" +
			"one core. docs/computer-players.md says how reliable it is.",
		Example: "  referee analyse demo/match.json",
		Args:    cobra.ExactArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			m, a, entry, err := accountOf(cmd, args[0])
			if errors.Is(err, account.ErrUnderWay) {
				err = errors.New("the match is under way: its analysis is available once it is over")
			}
			if errors.Is(err, account.ErrNoJudge) {
				err = errors.New("this program cannot evaluate positions of this game")
			}
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(a)
			}
			return tellAccount(visible.Writer(cmd.OutOrStdout()), c.Lang, m, a, entry.Measured)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the analysis as one line of JSON, with ids")
	config.Use(cmd, "lang")
	return cmd
}

// accountOf is the match of a file, its account, and its game.
func accountOf(cmd *cobra.Command, path string) (m *match.Match, a *account.Account, entry games.Module, err error) {
	f, err := readMatch(cmd.Context(), path)
	if err != nil {
		return nil, nil, entry, err
	}
	g, err := known.OpenFile(f)
	if err != nil {
		return nil, nil, entry, err
	}
	defer survived(&err)
	if m, err = match.Fold(g, f.Entries); err != nil {
		return nil, nil, entry, err
	}
	if entry, err = known.Find(g.Info().Game); err != nil {
		return nil, nil, entry, err
	}
	var progress *cli.Progress
	a, err = account.Of(cmd.Context(), m, entry.Judge, func(n, all int) {
		if progress == nil {
			progress = cli.NewProgress(cmd.ErrOrStderr(), "decisions", all)
		}
		progress.At(n)
	})
	if progress != nil {
		progress.Done()
	}
	return m, a, entry, err
}

// tellAccount prints an account in words, with a bar before each term.
func tellAccount(to io.Writer, lang string, m *match.Match, a *account.Account, measured string) error {
	words, err := locale.For(lang, m.Game().Info())
	if err != nil {
		return err
	}
	said, err := referee.TellAccount(m, a, measured)
	if err != nil {
		return err
	}
	most := 0.0
	for _, line := range said {
		if vp, is := termOf(line); is {
			most = max(most, math.Abs(vp))
		}
	}
	for _, line := range said {
		text := words.Say(lang, line)
		if vp, is := termOf(line); is {
			text = barOf(vp, most) + " " + text
		}
		if _, err := fmt.Fprintln(to, text); err != nil {
			return fmt.Errorf("write analysis: %w", err)
		}
	}
	return nil
}

// terms are the keys of the lines that add up, and of their sum.
var terms = []string{"account.begin", "account.luck", "account.decisions", "account.left", "account.rest", "account.final"}

// termOf returns the VP of a line that is a term of an account, or their sum.
func termOf(line engine.Msg) (vp float64, is bool) {
	for _, a := range line.Args {
		if a.Name == "vp" && slices.Contains(terms, line.Key) {
			return float64(a.Num) / float64(a.Den), true
		}
	}
	return 0, false
}

// barCells is how long the longest bar of an account is.
const barCells = 12

// barOf draws VP to the left of a line if they are the second side's, to its right if they are the first side's.
func barOf(vp, most float64) string {
	n := 0
	if most > 0 {
		n = int(math.Round(math.Abs(vp) / most * barCells))
	}
	bar, rest := strings.Repeat("█", n), strings.Repeat(" ", barCells-n)
	if vp < 0 {
		return rest + bar + "│" + strings.Repeat(" ", barCells)
	}
	return strings.Repeat(" ", barCells) + "│" + bar + rest
}
