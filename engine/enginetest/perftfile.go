package enginetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/kit/answer"
)

// PerftFiles says where perft files are and how they are run.
type PerftFiles struct {
	Dir    string // such as testdata/perft; its *.txt files are run
	Update bool   // write what is found into the files
	Long   bool   // count whatever it takes
	Limit  int    // of nodes for one count, unless Long; 0: 300,000
}

// RunPerft compares counts and orders of options with files. It fails if there are no
// files. A file holds one or more blocks:
//
//	# what the position is and how its counts were checked
//	| toy 1
//	| round 1 of 3 weather on
//	depth 1 count 4
//	depth 6 count 123456 long
//	order hold march rush
//	order rush : 1 2
//
// A block is comments, the position text with a bar before each line, then its
// expectations. A count marked long needs PerftFiles.Long. An order lists the ids of
// the options that follow a path (written before a colon; none: the root) in an answer
// to the first open question.
func RunPerft(t *testing.T, g engine.Game, files PerftFiles) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(files.Dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatalf("no perft files in %s", files.Dir)
	}
	if files.Limit == 0 {
		files.Limit = 300_000
	}
	if files.Long {
		files.Limit = 0
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p := &perftFile{game: g, files: files}
			got, err := p.run(string(text))
			if err != nil {
				t.Fatalf("%s:%d: %v", name, p.line, err)
			}
			if got == string(text) {
				return
			}
			if files.Update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s:\n%s", name, strings.Join(p.faults, "\n"))
		})
	}
}

// perftFile is a perft file being run.
type perftFile struct {
	game     engine.Game
	files    PerftFiles
	line     int
	position []string // lines of the block's position text
	parsed   engine.Position
	checks   int
	faults   []string
}

// run returns the file as it should be.
func (p *perftFile) run(text string) (string, error) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		p.line = i + 1
		words := strings.Fields(line)
		var err error
		switch {
		case len(words) == 0 || words[0][0] == '#':
			continue
		case words[0] == "|":
			if p.parsed != nil {
				p.position, p.parsed = nil, nil
			}
			p.position = append(p.position, strings.TrimPrefix(strings.TrimSpace(line)[1:], " "))
			continue
		case words[0] == "depth":
			lines[i], err = p.depth(words)
		case words[0] == "order":
			lines[i], err = p.order(words[1:])
		default:
			err = fmt.Errorf("neither a comment, a position, a depth nor an order: %q", line)
		}
		if err != nil {
			return "", err
		}
		p.checks++
	}
	if p.checks == 0 {
		return "", errors.New("the file expects nothing")
	}
	return strings.Join(lines, "\n"), nil
}

func (p *perftFile) pos() (engine.Position, error) {
	if p.parsed != nil {
		return p.parsed, nil
	}
	pos, err := p.game.Parse(0, strings.Join(p.position, "\n"))
	p.parsed = pos
	return pos, err
}

// depth runs "depth N count C [long]".
func (p *perftFile) depth(words []string) (string, error) {
	line := strings.Join(words, " ")
	long := len(words) == 5 && words[4] == "long"
	if !long && len(words) != 4 || words[2] != "count" {
		return "", fmt.Errorf("want: depth N count C [long]")
	}
	depth, err := strconv.Atoi(words[1])
	if err != nil {
		return "", err
	}
	if long && !p.files.Long {
		return line, nil
	}
	pos, err := p.pos()
	if err != nil {
		return "", err
	}
	n, err := Perft(pos, depth, p.files.Limit)
	if err != nil {
		return "", err
	}
	if got := strconv.Itoa(n); got != words[3] {
		p.faults = append(p.faults, fmt.Sprintf("line %d: depth %d counts %s, not %s:\n%s", p.line, depth, got, words[3], p.divide(pos, depth)))
		words[3] = got
	}
	return strings.Join(words, " "), nil
}

// divide shows what each first decision counts.
func (p *perftFile) divide(pos engine.Position, depth int) string {
	branches, err := Divide(pos, depth, p.files.Limit)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, branch := range branches[:min(len(branches), 60)] {
		fmt.Fprintf(&b, "  %s: %d\n", strings.Join(branch.Path, " "), branch.Count)
	}
	if n := len(branches) - 60; n > 0 {
		fmt.Fprintf(&b, "  (%d more)\n", n)
	}
	return b.String()
}

// order runs "order [PATH… :] ID…".
func (p *perftFile) order(words []string) (string, error) {
	var path []string
	prefix := "order "
	want := words
	if i := slices.Index(words, ":"); i >= 0 {
		path, want = words[:i], words[i+1:]
		prefix += strings.Join(path, " ") + " : "
	}
	pos, err := p.pos()
	if err != nil {
		return "", err
	}
	prompts := pos.Prompts()
	if len(prompts) == 0 {
		return "", errors.New("the game is over: nothing has an order")
	}
	node, err := pos.Options(prompts[0].ID, path)
	if err != nil {
		return "", err
	}
	got := answer.IDs(node.Options)
	if !slices.Equal(got, want) {
		p.faults = append(p.faults, fmt.Sprintf("line %d: the options are\n  %s\nnot\n  %s", p.line, strings.Join(got, " "), strings.Join(want, " ")))
	}
	return prefix + strings.Join(got, " "), nil
}
