package main

import (
	"bufio"
	"cmp"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// notRun are commands of pages that a test cannot run, each with its reason.
var notRun = map[string]string{
	"referee backup /mnt/safe/before.db --with-key":              "it writes outside of the test's folder",
	"referee backup /mnt/safe/monday.db --with-key":              "it writes outside of the test's folder",
	"referee data export --csv":                                  "a sentence names it: it takes a directory",
	"referee doctor --live --guild 123456789012345678":           "it takes a token, and the network",
	"referee workshop":                                           "a sentence names it: it takes a game",
	"referee data import celles.board.json":                      "it takes the board that an owner has painted",
	"referee data sign celles.board.json --as Anna":              "it takes the board that an owner has painted",
	"referee export":                                             "a sentence names it: it takes a match",
	"referee key encrypt":                                        "a sentence names it: it takes a passphrase",
	"referee key lost":                                           "it is for matches whose key is lost",
	"referee render position.txt --game bastogne -o map.png":     "the page tells how to write that game",
	"referee replay":                                             "a sentence names it: it takes files",
	"referee replay --all --db /var/lib/referee/data/referee.db": "it reads outside of the test's folder",
	"referee restore --force":                                    "a sentence names it: it takes a file",
	"referee restore /mnt/safe/monday.db":                        "it reads outside of the test's folder",
	"referee serve":                                              "it takes a token, and the network",
	"referee status":                                             "it asks a referee that runs",
	"referee table --lang xx":                                    "the page tells how to add that language",
	"referee table k3j5x2qa-57-german.turn":                      "it takes a file that a referee has signed",
	"referee verify":                                             "a sentence names it: it takes a file",
}

// asTyped is how a page begins a command of this program, of this repository or of an installation.
var asTyped = regexp.MustCompile(`^(?:sudo )?(?:go run (?:-tags toy )?\./cmd/|\./)?(referee|lab)(?:-new)? `)

// TestEveryCommandOfPagesRuns: what pages show as commands of this program, and of Python, is run by a shell as it stands, in a
// directory with the files that they name; a board is served until it says where. The flags of a command of the lab, which takes
// long, are compared with its help.
func TestEveryCommandOfPagesRuns(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	sh := newShell(t)
	sh.prepare()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "docs"), filepath.Join(sh.dir, "docs")); err != nil {
		t.Fatal(err)
	}
	sh.run("cp demo/match.json match.json")
	record, err := os.ReadFile(filepath.Join(sh.dir, "match.json"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := match.Decode(strings.NewReader(string(record)))
	if err != nil {
		t.Fatal(err)
	}
	sh.stands = strings.NewReplacer("MATCH", sh.stands.Replace("m1"), "--html FILE", "--html match.html", "FILE", "match.json",
		"--data DIR", "--data mine", "--out DIR", "--db season/season.db --out other", "DIR", "season",
		"league export --db data/referee.db", "league export --db season/season.db", "--out season", "--out exported",
		"#57·ab12cd34", f.Entries[len(f.Entries)-1].Head.String())

	left := maps.Clone(notRun)
	lines := wholeCommands(t)
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	counts := map[string]int{}
	for _, line := range lines {
		delete(left, line)
		switch {
		case notRun[line] != "":
			continue
		case strings.HasPrefix(line, "lab "):
			counts["lab"]++
			sh.knows(line)
		case strings.HasPrefix(line, "python3 "):
			counts["python"]++
			if _, err := exec.LookPath("python3"); err == nil {
				sh.run(line)
			}
		case opensBoard(line):
			counts["served"]++
			sh.serve(line)
		default:
			counts["run"]++
			sh.run(line)
		}
	}
	for line := range left {
		t.Errorf("no page shows %s", line)
	}
	t.Log(counts)
}

// wholeCommands are the whole commands of this program, of the lab and of Python that pages show, each once. A command that a sentence only
// names, such as "referee serve", is none.
func wholeCommands(t *testing.T) (out []string) {
	all := texts(t)
	for _, name := range readable(all) {
		for _, command := range commandsOf(all[name]) {
			line := asTyped.ReplaceAllString(command, "$1 ")
			words := strings.Fields(line)
			if slices.Contains(out, line) || strings.Contains(line, "  ") || len(words) == 0 || !slices.Contains([]string{"referee", "lab", "python3"}, words[0]) {
				continue
			}
			out = append(out, line)
		}
	}
	return out
}

// opensBoard reports whether a command serves a board until it is stopped.
func opensBoard(line string) bool {
	return (strings.HasPrefix(line, "referee workshop ") || strings.HasPrefix(line+" ", "referee table ")) &&
		!regexp.MustCompile(`--(script|terminal|help)|\.turn`).MatchString(line)
}

// serve runs a command until it has said where its board is, and interrupts it.
func (sh *shell) serve(line string) {
	sh.Helper()
	words := strings.Fields(strings.ReplaceAll(line, ":8080", ":0"))
	cmd := exec.Command(filepath.Join(sh.bin, words[0]), words[1:]...)
	cmd.Dir, cmd.Env = sh.dir, append(slices.Clone(sh.env), "PATH="+sh.bin) // where no browser is to be opened
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		sh.Fatal(err)
	}
	cmd.Stderr = sh.Output()
	if err := cmd.Start(); err != nil {
		sh.Fatal(err)
	}
	stop := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer stop.Stop()
	said, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil || !strings.HasPrefix(said, "http://") {
		sh.Errorf("%s says %q: %v", line, said, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		sh.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		sh.Errorf("%s: %v", line, err)
	}
}

// knows compares the flags of a command of the lab with what its help lists.
func (sh *shell) knows(line string) {
	sh.Helper()
	lab := filepath.Join(sh.bin, "whole-lab")
	if _, err := os.Stat(lab); err != nil {
		if out, err := exec.Command("go", "build", "-o", lab, "referee/cmd/lab").CombinedOutput(); err != nil {
			sh.Fatalf("%v\n%s", err, out)
		}
	}
	words := strings.Fields(line)
	help, err := exec.Command(lab, words[1], "--help").CombinedOutput()
	if err != nil {
		sh.Errorf("%s: %v\n%s", line, err, help)
	}
	for _, word := range words[2:] {
		flag, _, _ := strings.Cut(word, "=")
		if strings.HasPrefix(flag, "--") && !strings.Contains(string(help), flag+" ") {
			sh.Errorf("%s: no flag %s", line, flag)
		}
	}
}
