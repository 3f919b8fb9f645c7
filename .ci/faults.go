//go:build ignore

// Faults makes one-line faults in the program, each alone, and sees whether the
// tests of the package catch it.
//
//	go run .ci/faults.go                          # every fault of every list
//	go run .ci/faults.go -pkg bot/referee         # those of one package
//	go run .ci/faults.go -run retreat             # those with "retreat" in their name
//	go run .ci/faults.go -check                   # only whether every fault can be made and compiles; runs no test
//
// A package's list is its testdata/faults.txt: blocks of lines
//
//	fault    what is wrong, in words
//	file     combat.go, or that of a package below: command/handle.go
//	in       a text before the fault, where the line alone is there more than once
//	-        the text as it is: a part of one line, once in the file, or the first after that
//	+        the text with the fault
//	by       the tests to run, as go test -run takes them; without: all
//	survives why no test can catch it (only where none does)
//
// Nothing in the tree is touched: the Go command is given an overlay. Exit code
// 1: a fault survived without a reason, or was caught in spite of one, or it cannot be
// made: its text is no longer in the file, it does not compile, two faults have a name
// or a text in common, or no test is named as the list says.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

type fault struct {
	name, file, in, was, becomes, by, survives string
}

// score counts what became of the faults of a package, and how long that took.
type score struct {
	dir                    string
	caught, excused, wrong int
	took                   time.Duration
}

func main() {
	pkg := flag.String("pkg", "", "package, as a directory of the module; empty: every one that has a list")
	only := flag.String("run", "", "take only faults with this in their name")
	limit := flag.Duration("limit", time.Minute, "time for the tests of one fault")
	check := flag.Bool("check", false, "run no test, but see whether every fault can be made and compiles")
	skip := flag.String("skip", "", "leave out tests, as go test -skip does")
	atOnce := flag.Int("at-once", runtime.NumCPU(), "faults that are tried at the same time")
	flag.Parse()
	packages := []string{filepath.ToSlash(filepath.Clean(*pkg))}
	if *pkg == "" {
		packages = listed()
	}
	if *check {
		checkAll(packages)
		return
	}
	var scores []score
	for _, dir := range packages {
		s, err := (tester{dir: dir, limit: *limit, skip: *skip}).all(*only, *atOnce)
		if err != nil {
			fmt.Fprintf(os.Stderr, "faults: %s: %v\n", dir, err)
			os.Exit(2)
		}
		scores = append(scores, s)
	}
	if sum := total(scores); sum.wrong > 0 || sum.caught+sum.excused == 0 {
		os.Exit(1)
	}
}

// total prints the score of each package that had a fault to try, and their sum.
func total(scores []score) score {
	sum := score{dir: "all"}
	for _, s := range scores {
		if s.caught+s.excused+s.wrong == 0 {
			continue
		}
		fmt.Println(s)
		sum.caught, sum.excused, sum.wrong = sum.caught+s.caught, sum.excused+s.excused, sum.wrong+s.wrong
		sum.took += s.took
	}
	fmt.Println(sum)
	return sum
}

func (s score) String() string {
	return fmt.Sprintf("%-24s %d caught, %d survive with a reason, %d wrong, in %v",
		s.dir+":", s.caught, s.excused, s.wrong, s.took.Round(time.Second))
}

// checkAll ends the program where a fault of the lists cannot be made.
func checkAll(packages []string) {
	good, wrong := 0, 0
	c := compiler{files: token.NewFileSet(), packages: map[string]source{}}
	if err := c.load(packages); err != nil {
		fmt.Fprintf(os.Stderr, "faults: %v\n", err)
		os.Exit(2)
	}
	for _, dir := range packages {
		faults, err := read(filepath.Join(dir, "testdata", "faults.txt"))
		if err != nil {
			fmt.Fprintf(os.Stderr, "faults: %v\n", err)
			os.Exit(2)
		}
		names := map[string]bool{}
		made := map[string]string{}
		for _, f := range faults {
			path := filepath.Join(dir, f.file)
			text, err := f.made(path)
			switch same := made[string(text)]; {
			case err != nil:
			case names[f.name]:
				err = errors.New("two faults have this name")
			case same != "":
				err = fmt.Errorf("it is the fault %q", same)
			default:
				_, byErr := regexp.Compile(f.by)
				err = errors.Join(byErr, c.compiles(path, text))
			}
			if err != nil {
				fmt.Printf("%s: %s: %v\n", dir, f.name, err)
				wrong++
				continue
			}
			names[f.name], made[string(text)] = true, f.name
			good++
		}
	}
	fmt.Printf("%d faults can be made, %d cannot\n", good, wrong)
	if wrong > 0 || good == 0 {
		os.Exit(1)
	}
}

// compiler sees whether a package with a fault compiles: its types are checked against
// what its imports export, which the Go command has in its cache. That takes a
// hundredth of the time of a build.
type compiler struct {
	files    *token.FileSet
	packages map[string]source // by directory
	imports  types.Importer
}

// source is a package as the Go command lists it.
type source struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	parsed                  map[string]*ast.File
}

// load lists the packages in and below directories, and compiles what they import.
func (c *compiler) load(dirs []string) error {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles"}
	for _, dir := range dirs {
		args = append(args, "./"+dir+"/...")
	}
	cmd := exec.Command("go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	exports := map[string]string{}
	for list := json.NewDecoder(bytes.NewReader(out)); ; {
		p := source{parsed: map[string]*ast.File{}}
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		exports[p.ImportPath], c.packages[p.Dir] = p.Export, p
	}
	c.imports = importer.ForCompiler(c.files, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	return nil
}

// compiles is why a package does not compile with a text in place of one of its files.
func (c *compiler) compiles(path string, text []byte) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	p := c.packages[filepath.Dir(path)]
	if !slices.Contains(p.GoFiles, filepath.Base(path)) {
		return fmt.Errorf("%s is in no package that is built here", path)
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		file := p.parsed[name]
		switch {
		case name == filepath.Base(path):
			file, err = parser.ParseFile(c.files, path, text, parser.SkipObjectResolution)
		case file == nil:
			file, err = parser.ParseFile(c.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			p.parsed[name] = file
		}
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	_, err = (&types.Config{Importer: c.imports}).Check(p.ImportPath, c.files, files, nil)
	return err
}

// listed is every directory with a list.
func listed() []string {
	var out []string
	_ = filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(filepath.ToSlash(path), "/testdata/faults.txt") {
			out = append(out, filepath.ToSlash(filepath.Dir(filepath.Dir(path))))
		}
		return nil
	})
	return out
}

// all tries the faults of a package's list that have a text in their name, so many at once.
func (t tester) all(only string, atOnce int) (score, error) {
	s := score{dir: t.dir}
	start := time.Now()
	faults, err := read(filepath.Join(t.dir, "testdata", "faults.txt"))
	if err != nil {
		return s, err
	}
	faults = slices.DeleteFunc(faults, func(f fault) bool { return !strings.Contains(f.name, only) })
	if len(faults) == 0 {
		return s, nil
	}
	if err := t.sound(faults); err != nil {
		return s, err
	}
	waiting := make(chan fault, len(faults))
	for _, f := range faults {
		waiting <- f
	}
	close(waiting)
	var workers sync.WaitGroup
	var lock sync.Mutex // over the score and what is printed
	done := 0
	for range max(1, atOnce) {
		workers.Go(func() {
			for f := range waiting {
				began := time.Now()
				caught, by, err := t.try(f)
				lock.Lock()
				done++
				fmt.Printf("%s %d/%d %s: %s (%.1f s)\n", t.dir, done, len(faults), f.name,
					s.count(f, caught, by, err), time.Since(began).Seconds())
				lock.Unlock()
			}
		})
	}
	workers.Wait()
	s.took = time.Since(start)
	return s, nil
}

// sound is why the tests say nothing of these faults: without a fault, they must pass.
func (t tester) sound(faults []fault) error {
	dir, err := os.MkdirTemp("", "fault")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program, err := t.build(dir)
	if err != nil {
		return err
	}
	t.limit *= 10 // these are the tests of all the faults
	failed, by, err := t.run(program, tests(faults))
	if failed {
		return fmt.Errorf("the tests fail without a fault: %s", by)
	}
	return err
}

// count counts what became of a fault, and says it.
func (s *score) count(f fault, caught bool, by string, err error) string {
	switch {
	case err != nil:
		s.wrong++
		return fmt.Sprint("CANNOT BE MADE: ", err)
	case caught && f.survives == "":
		s.caught++
		return "caught by " + by
	case caught:
		s.wrong++
		return "CAUGHT, though the list says that it survives; by " + by
	case f.survives != "":
		s.excused++
		return "survives: " + f.survives
	default:
		s.wrong++
		return "SURVIVES"
	}
}

// tests is what to run for all the faults: every test where one of them names none.
func tests(faults []fault) string {
	var list []string
	for _, f := range faults {
		if f.by == "" {
			return ""
		}
		list = append(list, f.by)
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "|")
}

// read parses the list.
func read(path string) ([]fault, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var out []fault
	scan := bufio.NewScanner(file)
	for n := 1; scan.Scan(); n++ {
		line := strings.TrimSpace(scan.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, rest := line, ""
		if i := strings.IndexAny(line, " \t"); i > 0 { // a line of the program may have its tabs
			word, rest = line[:i], strings.TrimSpace(line[i:])
		}
		if word == "fault" {
			out = append(out, fault{name: rest})
			continue
		}
		if len(out) == 0 {
			return nil, fmt.Errorf("%s:%d: %q before the first fault", path, n, word)
		}
		f := &out[len(out)-1]
		field, known := map[string]*string{
			"file": &f.file, "in": &f.in, "-": &f.was, "+": &f.becomes, "by": &f.by, "survives": &f.survives,
		}[word]
		if !known {
			return nil, fmt.Errorf("%s:%d: unknown word %q", path, n, word)
		}
		*field = rest
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no fault in it", path)
	}
	return out, scan.Err()
}

// tester runs the tests of a package.
type tester struct {
	dir   string
	limit time.Duration
	skip  string
}

// try makes a fault and runs the tests: caught, and by which.
func (t tester) try(f fault) (caught bool, by string, err error) {
	path, err := filepath.Abs(filepath.Join(t.dir, f.file))
	if err != nil {
		return false, "", err
	}
	text, err := f.made(path)
	if err != nil {
		return false, "", err
	}
	dir, err := os.MkdirTemp("", "fault")
	if err != nil {
		return false, "", err
	}
	defer os.RemoveAll(dir)
	changed, overlay := filepath.Join(dir, filepath.Base(f.file)), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(changed, text, 0o600); err != nil {
		return false, "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return false, "", err
	}
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		return false, "", err
	}
	program, err := t.build(dir, "-overlay", overlay)
	if err != nil {
		return false, "", err
	}
	return t.run(program, f.by)
}

// made is the text of a file with the fault.
func (f fault) made(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	before, rest, found := strings.Cut(string(text), f.in)
	if !found {
		return nil, fmt.Errorf("%q is not in %s", f.in, f.file)
	}
	n := strings.Count(rest, f.was)
	if f.was == "" || n == 0 || n > 1 && f.in == "" {
		return nil, fmt.Errorf("%q is in %s %d times, not once", f.was, f.file, n)
	}
	return []byte(before + f.in + strings.Replace(rest, f.was, f.becomes, 1)), nil
}

// build links the package's tests into a directory, without what only a debugger reads:
// an error is one of the compiler, never a test that fails.
func (t tester) build(dir string, flags ...string) (program string, err error) {
	program = filepath.Join(dir, "tests.exe")
	args := append([]string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", program}, flags...)
	if out, err := exec.Command("go", append(args, "./"+t.dir)...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("it does not build:\n%s", out)
	}
	return program, nil
}

// run runs the tests that are named, or all: whether one failed, and which.
func (t tester) run(program, tests string) (failed bool, by string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), t.limit)
	defer cancel()
	args := []string{"-test.short", "-test.failfast", "-test.run", tests, "-test.skip", t.skip}
	if exec.CommandContext(ctx, program, "-test.list", "^$", "-slow").Run() == nil { // its tests know the flag
		args = append(args, "-slow")
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = t.dir
	cmd.WaitDelay = time.Second // for what the tests started and left running
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return true, fmt.Sprintf("not ending within %v", t.limit), nil
	case errors.As(err, &exit):
		return true, first(string(out)), nil
	case err == nil && bytes.Contains(out, []byte("no tests to run")):
		return false, "", fmt.Errorf("no test is named %q", tests)
	default:
		return false, "", err
	}
}

// first names the test that failed first, the innermost of its subtests.
func first(out string) string {
	name := "a test that does not end in the usual way"
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "--- FAIL: "); ok {
			name, _, _ = strings.Cut(rest, " ")
			continue
		}
		if strings.HasPrefix(line, "panic:") {
			return line
		}
	}
	return name
}
