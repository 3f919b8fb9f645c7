package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"referee/bot/boardfile"
	"referee/bot/control"
	"referee/bot/files"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/kit/sheets"
	"referee/engine/match"
	"referee/store"
)

func newData() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "exchange boards with other owners of a game",
		Long: "A board is a data set with a name, a version and an author: map, counters and charts as an owner of the\n" +
			"game has read them on their copy. Boards that were imported can be chosen for new matches.",
		Example: "  referee data list\n  referee data import annas-box.json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cli.Add(cmd, newDataExport(), newDataImport(), newDataList(), newDataDiff(), newDataSign(), newDataGuesses())
	return cmd
}

// readShelf reads the boards of a database, in the order of the games and as [boardfile.Of] lists them; none if there is no
// database yet.
func readShelf(cmd *cobra.Command, db string) (shelf []*boardfile.File, err error) {
	if _, err := os.Stat(db); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	s, err := readStore(cmd, db)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	boards, err := s.Boards(cmd.Context())
	if err != nil {
		return nil, err
	}
	for _, g := range known {
		for _, b := range boardfile.Of(boards, g.ID) {
			data, err := s.Data(cmd.Context(), b.Data)
			if err != nil {
				return nil, err
			}
			shelf = append(shelf, &boardfile.File{Board: b, Files: data})
		}
	}
	return shelf, nil
}

// findGame opens the data sets of a game for boards.
func findGame(id string) (boardfile.Game, error) {
	g, err := known.Find(id)
	if err != nil {
		return boardfile.Game{}, err
	}
	return g.Board()
}

// readBoard reads a board file.
func readBoard(ctx context.Context, path string) (*boardfile.File, error) {
	text, err := files.Read(ctx, path, boardfile.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, files.Reason(err))
	}
	f, err := boardfile.Read(text, findGame)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// dataSet is a data set that a person has named: a board; or, of any game, a directory or what is built in.
type dataSet struct {
	boardfile.File
	dir string // "": the one built in
}

// findData finds a data set: "built-in", a file, a directory, or a board of a database.
func findData(cmd *cobra.Command, db, name string) (dataSet, error) {
	if engine.BoardWord(name) == engine.BoardBuiltIn {
		return dataSet{}, nil
	}
	if info, err := os.Stat(name); err == nil {
		if info.IsDir() {
			return dataSet{dir: name}, nil
		}
		f, err := readBoard(cmd.Context(), name)
		if err != nil {
			return dataSet{}, err
		}
		return dataSet{File: *f}, nil
	}
	shelf, err := readShelf(cmd, db)
	if err != nil {
		return dataSet{}, err
	}
	boards := lists.Map(shelf, func(f *boardfile.File) match.Board { return f.Board })
	if b, ok := boardfile.Find(boards, name); ok {
		i := slices.IndexFunc(shelf, func(f *boardfile.File) bool { return f.Data == b.Data })
		return dataSet{File: *shelf[i]}, nil
	}
	choices := append([]string{engine.BoardBuiltIn}, lists.Map(boards, func(b match.Board) string { return strconv.Quote(b.Called()) })...)
	return dataSet{}, fmt.Errorf("%q is not a file, a directory or a board of %s: use %s", name, db, strings.Join(choices, ", "))
}

// of reads the files, for a game if there are such data sets of any.
func (d dataSet) of(g games.Module) (match.Data, error) {
	if d.Game != "" {
		return d.Files, nil
	}
	data, err := g.Data(d.dir)
	if err != nil {
		return nil, err
	}
	return match.LoadData(data)
}

func newDataExport() *cobra.Command {
	var board, csv string
	var id engine.BoardID
	cmd := &cobra.Command{
		Use:   "export [FILE]",
		Short: "write a board file, or the CSV files of a board",
		Long: "Writes the data set built in, or the one of --board, as one board file for other owners. A data set without\n" +
			"a name needs --name and --author. With --csv it writes the CSV files to a directory, for you to edit.\n" +
			"Nothing is overwritten.",
		Example: "  referee data export --csv annas\n  referee data export --board annas --name \"Anna's box\" --author Anna annas-box.json",
		Args:    cobra.MaximumNArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			if (len(args) == 0) == (csv == "") {
				return cli.Misused("data export: name the file to write, or a directory with --csv")
			}
			d, err := findData(cmd, c.DB, board)
			if err != nil {
				return err
			}
			g, err := known.Find(cmp.Or(d.Game, c.Game, known[0].ID))
			if err != nil {
				return err
			}
			data, err := d.of(g)
			if err != nil {
				return err
			}
			if csv != "" {
				return writeCSV(cmd, csv, data)
			}
			opener, err := g.Board()
			if err != nil {
				return err
			}
			if id.Name == "" {
				id = engine.BoardID{}
			}
			f, err := boardfile.New(opener, data, id)
			if err != nil {
				return err
			}
			if f.Data == d.Data { // it keeps its name, and so its signatures
				f.Signatures = d.Signatures
			}
			return saveBoard(cmd, args[0], f, false)
		}),
	}
	cmd.Flags().StringVar(&board, "board", engine.BoardBuiltIn, "the data set to write: a stored board, a board file or a directory of CSV files")
	cmd.Flags().StringVar(&csv, "csv", "", "directory for the CSV files, instead of a board file")
	cmd.Flags().StringVar(&id.Name, "name", "", "name of the board")
	cmd.Flags().IntVar(&id.Version, "version", 1, "version of the board; needs --name")
	cmd.Flags().StringVar(&id.Author, "author", "", "who has made the board; needs --name")
	config.Use(cmd, "db", "game")
	return cmd
}

// writeCSV writes a data set into a directory.
func writeCSV(cmd *cobra.Command, dir string, data match.Data) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range data.Names() {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return fmt.Errorf("write %s: %w", filepath.Join(dir, name), files.ErrExists)
		}
	}
	for _, name := range data.Names() {
		if err := files.Write(filepath.Join(dir, name), []byte(data[name]), 0o644, false); err != nil {
			return err
		}
	}
	fmt.Fprintf(visible.Writer(cmd.OutOrStdout()), "%s: files written: %d\n", dir, len(data))
	return nil
}

// saveBoard writes a board file, and says what it is.
func saveBoard(cmd *cobra.Command, path string, f *boardfile.File, replace bool) error {
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		return err
	}
	if err := files.Write(path, b.Bytes(), 0o644, replace); err != nil {
		return err
	}
	return tellBoard(cmd, path+": ", f)
}

// tellBoard says what a board is: "Anna's box 3 by Anna: 41% guessed, facts that differ from the built-in board: 212".
func tellBoard(cmd *cobra.Command, before string, f *boardfile.File) error {
	g, err := known.Find(f.Game)
	if err != nil {
		return err
	}
	opened, err := g.Open(f.Files, g.Law)
	if err != nil {
		return err
	}
	var facts []string
	if percent, told := opened.Info().Board.Guessed(); told {
		facts = append(facts, fmt.Sprintf("%d%% guessed", percent))
	}
	if len(g.Sheets.Kinds) > 0 {
		changes, err := differences(g, dataSet{}, dataSet{File: *f})
		if err != nil {
			return err
		}
		facts = append(facts, fmt.Sprintf("facts that differ from the built-in board: %d", len(changes)))
	}
	if len(f.Signatures) > 0 {
		facts = append(facts, "signed by "+strings.Join(lists.Map(f.Signatures, func(s match.BoardSignature) string { return s.By }), ", "))
	}
	line := before + f.Called() + " by " + f.Author
	if len(facts) > 0 {
		line += ": " + strings.Join(facts, ", ")
	}
	fmt.Fprintln(visible.Writer(cmd.OutOrStdout()), line)
	return nil
}

func newDataImport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "import a board file written by data export",
		Long: "Checks the whole file: its data as a match would, its hash and its signatures. New matches can then be\n" +
			"played on the board. A board that the database has already gets the new signatures; another board of the\n" +
			"same name and version is refused.",
		Example: "  referee data import annas-box.json",
		Args:    cobra.ExactArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			f, err := readBoard(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if err := shelve(cmd.Context(), c.DB, f); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return tellBoard(cmd, "", f)
		}),
	}
	config.Use(cmd, "db")
	return cmd
}

// shelve stores a board in a database, or has the process that uses it do so.
func shelve(ctx context.Context, db string, f *boardfile.File) (err error) {
	if process, err := control.Dial(db); err == nil {
		var file bytes.Buffer
		return errors.Join(f.Write(&file), process.Shelve(ctx, &file))
	}
	s, err := makeStore(ctx, db, store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return shelveIn(ctx, s, f)
}

// shelveIn stores a board, with the signatures that it had before.
func shelveIn(ctx context.Context, s *store.Store, f *boardfile.File) error {
	list, err := s.Boards(ctx)
	if err != nil {
		return err
	}
	if f.Board, err = f.Shelved(list); err != nil {
		return err
	}
	return s.PutBoard(ctx, f.Board, f.Files)
}

func newDataList() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "list the boards of the database",
		Example: "  referee data list",
		Args:    cobra.NoArgs,
		RunE: config.Run(func(cmd *cobra.Command, _ []string, c config.Values) error {
			shelf, err := readShelf(cmd, c.DB)
			if err != nil {
				return err
			}
			if len(shelf) == 0 {
				fmt.Fprintf(visible.Writer(cmd.OutOrStdout()), "%s: no boards; to add one, run \"referee data import FILE\"\n", c.DB)
			}
			for _, f := range shelf {
				if err := tellBoard(cmd, f.Game+": ", f); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	config.Use(cmd, "db")
	return cmd
}

func newDataDiff() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "compare two boards cell by cell",
		Long: "Lists what differs from A to B: the file, the row, the column, and both values. A and B are board files,\n" +
			"directories of CSV files, boards of the database, or built-in.",
		Example: "  referee data diff built-in annas-box.json",
		Args:    cobra.ExactArgs(2),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			a, err := findData(cmd, c.DB, args[0])
			if err != nil {
				return err
			}
			b, err := findData(cmd, c.DB, args[1])
			if err != nil {
				return err
			}
			if a.Game != "" && b.Game != "" && a.Game != b.Game {
				return fmt.Errorf("%s is a board of %s, and %s of %s: compare boards of one game", args[0], a.Game, args[1], b.Game)
			}
			g, err := known.Find(cmp.Or(a.Game, b.Game, c.Game, known[0].ID))
			if err != nil {
				return err
			}
			changes, err := differences(g, a, b)
			if err == nil {
				tellChanges(cmd, changes)
			}
			return err
		}),
	}
	config.Use(cmd, "db", "game")
	return cmd
}

// differences lists what differs between two data sets of a game, but for notes.
func differences(g games.Module, was, is dataSet) ([]sheets.Change, error) {
	if len(g.Sheets.Kinds) == 0 {
		return nil, fmt.Errorf("boards of %s cannot be compared by cells", g.ID)
	}
	var sets [2]*sheets.Set
	for i, d := range []dataSet{was, is} {
		data, err := d.of(g)
		if err != nil {
			return nil, err
		}
		if sets[i], err = sheets.Read(g.Sheets, data); err != nil {
			return nil, err
		}
	}
	return sheets.Diff(sets[0], sets[1], false), nil
}

// tellChanges lists changes by file.
func tellChanges(cmd *cobra.Command, changes []sheets.Change) {
	out := visible.Writer(cmd.OutOrStdout())
	in := map[string]int{}
	for _, c := range changes {
		in[c.File]++
	}
	for i, c := range changes {
		if i == 0 || c.File != changes[i-1].File {
			fmt.Fprintf(out, "%s: %d\n", c.File, in[c.File])
		}
		switch {
		case c.Was == "" && c.Column == "":
			fmt.Fprintf(out, "  %s: only in the second: %s\n", c.Key, c.Is)
		case c.Is == "" && c.Column == "":
			fmt.Fprintf(out, "  %s: only in the first: %s\n", c.Key, c.Was)
		default:
			fmt.Fprintf(out, "  %s %s: %q, then %q\n", c.Key, c.Column, c.Was, c.Is)
		}
	}
	fmt.Fprintf(out, "facts that differ: %d\n", len(changes))
}

func newDataSign() *cobra.Command {
	var as, key string
	cmd := &cobra.Command{
		Use:   "sign FILE",
		Short: "sign a board file that you have compared with your copy",
		Long: "Adds your signature to a board file: players then read how many owners have checked the board. The key\n" +
			"is created if it is missing; keep it, and give it to nobody.",
		Example: "  referee data sign annas-box.json --as Ben",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if as == "" {
				return cli.Misused("data sign: add your name: --as NAME")
			}
			f, err := readBoard(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			private, err := boardKey(cmd, key)
			if err != nil {
				return err
			}
			had := len(f.Signatures)
			if err := f.Sign(private, as); err != nil {
				return err
			}
			if len(f.Signatures) == had {
				return fmt.Errorf("%s: the key in %s has signed it already", args[0], key)
			}
			return saveBoard(cmd, args[0], f, true)
		},
	}
	cmd.Flags().StringVar(&as, "as", "", "your name, as players read it")
	cmd.Flags().StringVar(&key, "key", "data/board.key", "file with your key; created if missing")
	return cmd
}

// boardKey reads the key to sign with, or makes it.
func boardKey(cmd *cobra.Command, path string) (ed25519.PrivateKey, error) {
	text, err := files.ReadPlain(path, 1<<16)
	if err == nil {
		key, err := boardfile.ReadKey(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return key, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, files.Reason(err))
	}
	key, text, err := boardfile.NewKey()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if err := files.Write(path, text, 0o600, false); err != nil {
		return nil, err
	}
	fmt.Fprintf(visible.Writer(cmd.OutOrStdout()), "%s: key created; back it up, and give it to nobody\n", path)
	return key, nil
}

func newDataGuesses() *cobra.Command {
	return &cobra.Command{
		Use:     "guesses",
		Short:   "count what the built-in boards rest on, by file",
		Example: "  referee data guesses",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
			for _, g := range known {
				opened, err := g.Open(g.Files(), g.Law)
				if err != nil {
					return err
				}
				if counts := opened.Info().Origins; counts != nil {
					tellOrigins(w, g.ID, counts)
				}
			}
			return w.Flush()
		},
	}
}

// tellOrigins prints the table of one game.
func tellOrigins(w *tabwriter.Writer, game string, counts []engine.OriginCount) {
	row := func(name string, cell func(engine.Origin) string) {
		fmt.Fprintf(w, "%s\t%s\t\n", name, strings.Join(lists.Map(engine.Origins, cell), "\t"))
	}
	row(game, func(o engine.Origin) string { return string(o) })
	all := map[engine.Origin]int{}
	for _, c := range counts {
		row(c.File, func(o engine.Origin) string { return fmt.Sprint(c.By[o]) })
		for o, n := range c.By {
			all[o] += n
		}
	}
	row("all", func(o engine.Origin) string { return fmt.Sprint(all[o]) })
}
