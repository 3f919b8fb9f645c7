package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/board"
	"referee/bot/files"
	"referee/bot/table"
	"referee/bot/turnfile"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/match"
	"referee/render"
	"referee/store"
)

func newTable() *cobra.Command {
	var t localTable
	cmd := &cobra.Command{
		Use:   "table [FILE]",
		Short: "play on this computer, in a browser or the terminal",
		Long: "Opens the board in a browser. The first line printed is its address: a free port that only this machine\n" +
			"can reach, until you stop the command. --listen lets other devices join, with the printed link and its\n" +
			"token. BROWSER names the command that opens the address. You play one side and a program the other, or\n" +
			"two people share the screen. Everything is saved as it happens: start again, and the match continues.\n\n" +
			"With --terminal you type orders: an empty line starts a match and shows what you can do; \"help\" lists\n" +
			"what you can type. A script is played to its end, for both sides unless --seat or --opponent is given;\n" +
			"if lines were refused, the command lists them and fails. \"!\" at the end of an order confirms it where\n" +
			"the referee would ask you to. --plain is for the terminal as well, and --learn for either.\n\n" +
			"FILE is a turn file, which the referee sent by email or posted in Discord: you give your orders offline,\n" +
			"nothing is rolled, and the sealed reply is for you to send back. Or FILE is a match file written by\n" +
			"\"referee export\", to look through in a browser.",
		Example: "  referee table\n  referee table --listen 0.0.0.0:8080\n  referee table --terminal --seat " + known[0].Seat + " --opponent recruit\n  referee table --script orders.txt\n  referee table k3j5x2qa-57-" + known[0].Seat + turnfile.Suffix,
		Args:    cobra.MaximumNArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			t.General, t.keys, t.listen = c.General, c.Dice, c.Table.Listen
			if len(args) == 1 {
				return t.file(cmd, args[0])
			}
			return t.run(cmd)
		}),
	}
	cmd.Flags().BoolVar(&t.terminal, "terminal", false, "play in this terminal, with typed orders")
	cmd.Flags().StringVar(&t.script, "script", "", "file of orders to play, one per line (-: stdin)")
	cmd.Flags().BoolVar(&t.learn, "learn", false, "learn the game in a first match of ten steps, from where you left off")
	cmd.Flags().BoolVar(&t.plain, "plain", false, "no drawings, only sentences, for screen readers")
	cmd.Flags().StringVar(&t.seat, "seat", "", "your seat: a program plays the others")
	cmd.Flags().StringVar(&t.opponent, "opponent", "", "the program you play against in new matches; \"new help\" at the table lists the programs")
	cmd.Flags().StringVar(&t.board, "board", "", "the board of new matches, by its name; \"referee data list\" lists the boards")
	cmd.Flags().BoolVar(&t.two, "two", false, "two people play, sharing one keyboard")
	cmd.Flags().StringVar(&t.seed, "seed", "", "any text that determines the dice and matches, so that the same orders play the\nsame match. Not for serious matches: anyone who knows it can predict the dice")
	cmd.Flags().StringVar(&t.dice, "dice", "", "file with the results of all rolls and draws, in order, as the match records them:\nyour own dice, which prove nothing")
	config.Use(cmd, "game", "db", "key", "data", "lang", "pictures", "listen")
	return cmd
}

// localTable is one run of the command.
type localTable struct {
	config.General
	keys     config.Dice
	listen   string
	terminal bool
	script   string
	learn    bool
	plain    bool
	seat     string
	opponent string
	board    string
	two      bool
	seed     string
	dice     string
}

func (t localTable) run(cmd *cobra.Command) (err error) {
	in, script, err := t.input(cmd)
	if err != nil {
		return err
	}
	listed, err := known.Listed(t.Game)
	if err != nil {
		return err
	}
	if err := t.checkPlayers(cmd, listed); err != nil {
		return err
	}
	h, err := t.open(cmd.Context())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	sides := map[string]engine.Seat{}
	for _, g := range listed {
		sides[g.ID] = engine.Seat(g.Seat)
	}
	log := warnings(cmd)
	shown := &holder{house: h, db: t.DB}
	play := func(ctx context.Context) error {
		return table.Run(ctx, table.Config{
			Referee: h.Referee, In: in, Out: cmd.OutOrStdout(), Lang: t.Lang, Seat: engine.Seat(t.seat), Sides: sides,
			Opponent: t.opponent, Two: t.two || script && t.seat == "" && t.opponent == "", Pictures: t.Pictures,
			Animate: tableAnimator(), Plain: t.plain, Script: script, Learn: t.learn, Notes: h.store,
		})
	}
	if !t.typed() {
		screen := board.NewScreen(seatedHere, t.Lang)
		if t.learn {
			screen.Learns = listed[0].ID
		}
		door, err := openDoor(cmd, t.General, t.listen, board.Config{Referee: h.Referee, Notes: h.store.Board(), Steps: h.store, Sides: sides}, screen)
		if err != nil {
			return err
		}
		shown.board = door.link
		play = func(ctx context.Context) error {
			return together(ctx, door.serve, func(ctx context.Context) { attend(ctx, h.Referee, log) })
		}
	}
	end, err := listening(cmd.Context(), shown, log)
	if err != nil { // a match can still be played
		fmt.Fprintf(cmd.ErrOrStderr(), "referee: other commands cannot read %s while this one runs: %v\n", t.DB, err)
	} else {
		defer func() { err = errors.Join(err, end()) }()
	}
	return play(cmd.Context())
}

// open opens the house, with the dice and the seat that the flags name.
func (t localTable) open(ctx context.Context) (*house, error) {
	results, err := t.diceResults(ctx)
	if err != nil {
		return nil, err
	}
	h, err := openHouse(ctx, t.General, t.keys, fixed{seed: t.seed, dice: results, board: t.board})
	if errors.Is(err, store.ErrHeld) {
		return nil, boardOf(ctx, t.General, err)
	}
	if err != nil {
		return nil, err
	}
	if err := t.checkSeat(h); err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

// warnings logs to the standard error of a command what its user should know.
func warnings(cmd *cobra.Command) *slog.Logger {
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// seatedHere begins the accounts of all who sit at the table, as bot/table calls them.
const seatedHere = "table:"

// typed reports whether orders are typed, and not given in a browser.
func (t localTable) typed() bool { return t.terminal || t.script != "" || t.plain }

// tableAnimator draws replays.
func tableAnimator() table.Animator {
	r := render.New(render.Options{})
	return func(w io.Writer, board *engine.Board, scenes []match.Scene, say func(engine.Msg) string) error {
		return animate(w, r, render.Picture{Board: board, Say: say, Rows: wordsInCrop}, scenes)
	}
}

// mostScript is how many bytes of a script, or of dice rolled elsewhere, are read.
const mostScript = 16 << 20

// input is where orders come from: a script, which is read completely at once, or the
// keyboard.
func (t localTable) input(cmd *cobra.Command) (in io.Reader, script bool, err error) {
	switch t.script {
	case "":
		return cmd.InOrStdin(), false, nil
	case "-":
		return cmd.InOrStdin(), true, nil
	}
	text, err := files.Read(cmd.Context(), t.script, mostScript)
	if err != nil {
		return nil, false, fmt.Errorf("script %s: %w", t.script, files.Reason(err))
	}
	return strings.NewReader(string(text)), true, nil
}

// diceResults reads the results of dice that were rolled elsewhere; none without a file.
func (t localTable) diceResults(ctx context.Context) ([]string, error) {
	if t.dice == "" {
		return nil, nil
	}
	text, err := files.Read(ctx, t.dice, mostScript)
	if err != nil {
		return nil, fmt.Errorf("dice %s: %w", t.dice, files.Reason(err))
	}
	if results := strings.Fields(string(text)); len(results) > 0 {
		return results, nil
	}
	return nil, fmt.Errorf("dice %s: it contains no results", t.dice)
}

// checkPlayers checks the flags that say who plays, as far as that can be said before the store is opened.
func (t localTable) checkPlayers(cmd *cobra.Command, listed games.List) error {
	for _, flag := range []string{"two", "seat", "opponent"} {
		if !t.typed() && cmd.Flags().Changed(flag) {
			return cli.Misused("--%s needs --terminal or --script: in the browser you choose it for each match", flag)
		}
	}
	if i := slices.IndexFunc(listed, func(g games.Module) bool { return g.Course != nil }); t.learn && i != 0 {
		if i < 0 {
			return cli.Misused("--learn: no game has a course")
		}
		return cli.Misused("--learn: %s has no course; use --game %s", listed[0].ID, listed[i].ID)
	}
	if t.two && (t.seat != "" || t.opponent != "") {
		return cli.Misused("--two is for two people: omit --seat and --opponent")
	}
	var programs []string
	for _, g := range listed {
		programs = append(programs, g.Roster().Names()...)
	}
	if t.opponent != "" && !slices.Contains(programs, t.opponent) {
		slices.Sort(programs)
		return cli.Misused("--opponent %s: use %s", t.opponent, strings.Join(slices.Compact(programs), ", "))
	}
	return nil
}

// checkSeat checks the name of the seat: the table sees whether it is one of the game that is
// played.
func (t localTable) checkSeat(h *house) error {
	list, err := h.Games.All()
	if err != nil {
		return err
	}
	var said []string
	for _, info := range list {
		if t.seat == "" || slices.Contains(info.Seats, engine.Seat(t.seat)) {
			return nil
		}
		said = append(said, fmt.Sprintf("%s has the seats %s", info.Game, strings.Join(seatNames(info.Seats), ", ")))
	}
	return cli.Misused("--seat %s: %s", t.seat, strings.Join(said, "; "))
}

func seatNames(seats []engine.Seat) (names []string) {
	for _, s := range seats {
		names = append(names, string(s))
	}
	return names
}

// viewers names those whose view of a game can be asked for.
func viewers(info *engine.Info) []string {
	return append([]string{string(engine.Spectator), string(engine.Judge)}, seatNames(info.Seats)...)
}
