// Package newgame writes the start of a new game: a package that meets the contract, with three hexes and one unit.
package newgame

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/games"
)

//go:embed template
var files embed.FS

// ending is that of the files of a template which are no Go files, so that no build takes them.
const ending = ".tmpl"

// New makes the command. known are the games that there are.
func New(known games.List) *cobra.Command {
	var title string
	cmd := &cobra.Command{
		Use:   "new-game NAME",
		Short: "write the first files of a new game",
		Long: "Writes engine/NAME, a package with three hexes and one unit that passes the conformance tests of games, and prints\n" +
			"the next steps. NAME is what players will type, in small letters. Run it in the root of the repository.\n" +
			"It overwrites nothing. docs/games.md continues from there.",
		Example: "  go run ./cmd/lab new-game bastogne --title \"The Siege of Bastogne\"",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return write(cmd.OutOrStdout(), args[0], title, known)
		},
	}
	cmd.Flags().StringVar(&title, "title", "", "title of the game (empty: NAME with a capital letter)")
	return cmd
}

var name = regexp.MustCompile(`^[a-z]{3,20}$`)

// write writes a game, and says what to do next.
func write(out io.Writer, id, title string, known games.List) error {
	if !name.MatchString(id) || token.IsKeyword(id) {
		return cli.Misused("%q cannot be the name of a game: use 3 to 20 small letters, for example bastogne", id)
	}
	if slices.Contains(known.IDs(), id) {
		return cli.Misused("there is already a game called %s", id)
	}
	if title == "" {
		title = strings.ToUpper(id[:1]) + id[1:]
	}
	if strings.ContainsAny(title, "\"\\\n\r") {
		return cli.Misused("the title %q must not have quotation marks, backslashes or line breaks", title)
	}
	if _, err := os.Stat(filepath.Join("engine", "enginetest")); err != nil {
		return fmt.Errorf("new-game: engine/enginetest is not in this folder: run this command in the root of the repository: %w", err)
	}
	dir := filepath.Join("engine", id)
	if err := os.Mkdir(dir, 0o755); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("new-game: %s already exists: use another name, or delete it first", dir)
	} else if err != nil {
		return fmt.Errorf("new-game: %w", err)
	}
	made, err := fill(dir, id, title)
	if err == nil {
		err = list(id)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("new-game: %w", err), os.RemoveAll(dir))
	}
	for _, path := range append(made, lists) {
		fmt.Fprintln(out, path)
	}
	fmt.Fprintf(out, "\nNext:\n"+
		"  go test ./engine/%[1]s      it passes; -v lists what the game does not have yet\n"+
		"  docs/games.md            describes the next steps, and how to add the game for players: a file and a line in cmd/games\n", id)
	return nil
}

// fill writes the files of a game into a directory, and returns their paths.
func fill(dir, id, title string) (made []string, err error) {
	root, err := fs.Sub(files, "template")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(root, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(strings.TrimSuffix(path, ending)))
		if e.IsDir() {
			return os.Mkdir(to, 0o755)
		}
		text, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		if strings.HasSuffix(path, ending) {
			if text, err = source(path, string(text), id, title); err != nil {
				return err
			}
		}
		made = append(made, to)
		return os.WriteFile(to, text, 0o644)
	})
	return made, err
}

// lists is where the imports of every package stand, each with its reason.
const lists = "engine/enginetest/imports/testdata/imports.txt"

//go:embed imports.txt
var imports string

// list adds what the game imports to the lists.
func list(id string) error {
	file, err := os.OpenFile(lists, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "\nengine/%s\n%s", id, imports)
	return errors.Join(err, file.Close())
}

// source is a Go file of the game.
func source(path, text, id, title string) ([]byte, error) {
	t, err := template.New(path).Delims("[[", "]]").Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, map[string]string{"ID": id, "Title": title}); err != nil {
		return nil, err
	}
	return format.Source(out.Bytes())
}
