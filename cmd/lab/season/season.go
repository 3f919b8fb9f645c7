// Package season plays a whole league season between scripted players.
package season

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/files"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/cmd/lab/study"
	"referee/cmd/leaguedir"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/play"
	"referee/store"
)

// New makes the command over the games of a program.
func New(known games.List) *cobra.Command {
	s := season{known: known}
	cmd := &cobra.Command{
		Use:   "season",
		Short: "play a whole league season between scripted players",
		Long: "Plays a double round robin (with --bids a single one) through the same commands as a real club. Players have different\n" +
			"habits, and some withdraw or vanish; there are a substitute, a caretaker, appeals, rulings and an agreed\n" +
			"draw. Every kind of administrative decision is undone once, and the standings are compared. Writes the\n" +
			"league with all matches and rolls to a directory, verifies every match, and keeps the database there:\n" +
			"referee league export --db DIR/season.db --html page writes a page from it. The last line is JSON.",
		Example: "  go run ./cmd/lab season --players 6 --seed 1 --out season",
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := study.Open(cmd, known)
			if err != nil {
				return err
			}
			switch {
			case s.out == "":
				return cli.Misused("season: name a directory with --out season")
			case s.players < fewestPlayers || s.players > len(firstNames):
				return cli.Misused("--players %d: use %d to %d", s.players, fewestPlayers, len(firstNames))
			}
			return s.run(cmd, g)
		},
	}
	cmd.Flags().StringVar(&s.out, "out", "", "output directory; created if missing")
	cmd.Flags().IntVar(&s.players, "players", 16, "number of players")
	cmd.Flags().Uint64Var(&s.seed, "seed", 1, "seed of the dice, the players and the clock")
	cmd.Flags().BoolVar(&s.bids, "bids", false, "each pair plays once, after bidding for the sides")
	cmd.Flags().StringVar(&s.caretaker, "caretaker", "", "program that plays for absent players (empty: the referee plays the default options)")
	config.Use(cmd, "game", "data")
	return cmd
}

// firstDay is when the season begins.
var firstDay = time.Date(2024, time.December, 23, 18, 0, 0, 0, time.UTC)

// fewestPlayers is how many players the incidents of a season need.
const fewestPlayers = 6

// season is one run of the command.
type season struct {
	known   games.List
	out     string
	players int
	seed    uint64
	// caretaker is the program that the rules name as the caretaker; "": none.
	caretaker string
	// bids says that players bid for their sides before each match, which is then the only one of its pair.
	bids bool

	log    io.Writer
	r      *referee.Referee
	clubs  *club.Club
	now    time.Time
	chance *dice.Seeded // of players and clock
	habits habits
	info   *engine.Info
	// program gives the sound answers; the zero value: they are chosen by weights.
	program  play.Player
	id       league.ID
	people   []scripted
	begun    map[int]match.ID // matches by number
	played   int              // matches so far
	auctions int              // matches that were bid for
	length   int              // of the longest of them, in answers
	undone   []string         // acts that were undone, each with the standings as before
	fought   map[int]bool     // matches in which there was a fight
	gone     map[string]bool  // accounts that have withdrawn
}

// scripted is a scripted player.
type scripted struct {
	club.Someone
	// skill is how many of their answers are sound, in percent; the others are rash.
	skill int
	// pace is how many minutes they take for an answer at most.
	pace int
}

// seasonSummary is the last line.
type seasonSummary struct {
	Players  int    `json:"players"`
	Matches  int    `json:"matches"`
	Verified int    `json:"verified"`
	Champion string `json:"champion"`
}

// firstNames are those of the players, in the order of the first ranking.
var firstNames = []string{
	"Ada", "Bruno", "Chloé", "Diego", "Elena", "Félix", "Greta", "Hugo", "Inés", "Jonas", "Karin", "Louis", "Marta",
	"Noah", "Olga", "Paul", "Quinn", "Rosa", "Simon", "Thea", "Ugo", "Vera", "Walter", "Xenia", "Yann", "Zoé",
}

func (s *season) run(cmd *cobra.Command, g study.Game) (err error) {
	s.log = cmd.OutOrStdout()
	if err := os.MkdirAll(s.out, 0o755); err != nil {
		return fmt.Errorf("directory %s: %w", s.out, files.Reason(err))
	}
	file := filepath.Join(s.out, "season.db")
	if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	db, err := store.Open(context.WithoutCancel(cmd.Context()), file, store.Options{NoSync: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := s.open(context.WithoutCancel(cmd.Context()), g, db, cmd.ErrOrStderr()); err != nil {
		return fmt.Errorf("season: %w", err)
	}
	if err := s.play(cmd); err != nil {
		return fmt.Errorf("season: seed %d: %w", s.seed, err)
	}
	if err := leaguedir.Write(cmd.Context(), s.clubs.Leagues, s.id, s.out); err != nil {
		return fmt.Errorf("season: %w", err)
	}
	checked, err := leaguedir.Verify(s.out, s.known.Verifier())
	if err != nil {
		return fmt.Errorf("season: %w", err)
	}
	return s.report(cmd.Context(), checked, filepath.Join(s.out, club.LeagueFileName), file)
}

// open makes the referee. All that is random comes from the seed, and time passes as
// the players use it: the same seed plays the same season.
func (s *season) open(ctx context.Context, g study.Game, db *store.Store, faults io.Writer) error {
	list, err := s.known.Referee(g.ID, g.Dirs)
	if err != nil {
		return err
	}
	s.habits, s.begun, s.fought, s.gone = habitsIn[g.ID], map[int]match.ID{}, map[int]bool{}, map[string]bool{}
	s.now = firstDay
	s.chance = dice.NewSeeded(fmt.Sprintf("season %d", s.seed))
	s.clubs, err = club.New(referee.Config{
		Games:  list,
		Store:  db,
		Dice:   dice.NewServer(sha256.Sum256([]byte(fmt.Sprintf("season %d", s.seed)))),
		Now:    func() time.Time { return s.now },
		Random: dice.NewSeeded(fmt.Sprintf("season ids %d", s.seed)),
		Faults: s.out,
		Log:    slog.New(slog.NewTextHandler(faults, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}, db.Leagues())
	if err != nil {
		return err
	}
	s.r = s.clubs.Referee
	s.info = g.Rules.Info()
	s.program, _ = list[0].Players.Find(s.habits.program)
	for i, name := range firstNames[:s.players] {
		s.people = append(s.people, scripted{
			Someone: club.Someone{Account: "season:" + name, Name: name},
			skill:   100 - 70*i/s.players, pace: 2 + s.chance.Intn(8),
		})
	}
	return s.r.Schedule.Up(ctx, s.now)
}

// organiser makes a command of the league's organiser.
func (s *season) organiser() club.LeagueCommand {
	return club.LeagueCommand{League: s.id, Account: "season:organiser", Name: "Organiser", Door: "season", Powers: s.powers()}
}

// powers are those of the organiser, who is also the judge.
func (s *season) powers() authority.Powers {
	return authority.Powers{Home: "season", Organiser: true, Judge: true}
}

// command makes a command of a player.
func (s *season) command(p club.Someone) club.LeagueCommand {
	return club.LeagueCommand{League: s.id, Account: p.Account, Name: p.Name, Door: "season"}
}

// report sums up, and says what was written: the league as files, and the store.
func (s *season) report(ctx context.Context, checked int, files, store string) error {
	look, err := s.clubs.Leagues.Look(ctx, s.id)
	if err != nil {
		return err
	}
	count := map[league.How]int{}
	matches, marked, fights := 0, 0, 0
	for _, m := range look.Matches {
		if m.ID == "" {
			continue
		}
		matches++
		if m.Marked {
			marked++
		}
		if s.fought[m.No] {
			fights++
		}
		if m.Result != nil {
			count[m.Result.How]++
		}
	}
	fmt.Fprintf(s.log, "matches %d: played out %d, forfeits %d, adjudicated %d, with fights %d, marked %d\n", matches,
		count[league.Played], count[league.Forfeited], count[league.Adjudicated], fights, marked)
	if s.bids {
		fmt.Fprintf(s.log, "matches with bids: %d\n", s.auctions)
	}
	if err := s.balance(ctx, look); err != nil {
		return err
	}
	fmt.Fprintf(s.log, "decisions undone, after which the standings were as before: %d %q\n", len(s.undone), s.undone)
	fmt.Fprintf(s.log, "%s: the league as files, checked. For a page: referee league export --db %s --html page\n", files, store)
	champion := ""
	for _, m := range look.Members {
		if m.Player == look.Table.Lines[0].Player {
			champion = m.Name
		}
	}
	last := seasonSummary{Players: s.players, Matches: matches, Verified: checked, Champion: champion}
	return study.Print(s.log, false, last)
}

// balance reports the results of the sides and the range of the ratings.
func (s *season) balance(ctx context.Context, look club.LeagueLook) error {
	card := look.Card
	ratings, err := s.clubs.Statistics.Ratings(ctx, card.Home, card.Game)
	if err != nil {
		return err
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, history := range ratings {
		last := history[len(history)-1].Rating.Rating
		low, high = min(low, last), max(high, last)
	}
	_, err = fmt.Fprintf(s.log, "played out: won by %s %d, by %s %d, drawn %d; ratings from %.0f to %.0f\n",
		s.info.Seats[0], look.Sides.First, s.info.Seats[1], look.Sides.Second, look.Sides.Draws, low, high)
	return err
}
