//go:build ignore

// Faults makes one-line faults in the program, each alone, and sees whether the
// tests of the package catch it.
//
//	go run .ci/faults.go                          # every fault of every list
//	go run .ci/faults.go -pkg bot/referee         # those of one package
//	go run .ci/faults.go -run retreat             # those with "retreat" in their name
//	go run .ci/faults.go -check                   # only whether every fault can be made; compiles nothing
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
// made: its text is no longer in the file, or two faults have a name or a text in common.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

type fault struct {
	name, file, in, was, becomes, by, survives string
}

// score counts what became of faults.
type score struct{ caught, excused, wrong int }

func main() {
	pkg := flag.String("pkg", "", "package, as a directory of the module; empty: every one that has a list")
	only := flag.String("run", "", "take only faults with this in their name")
	limit := flag.Duration("limit", 3*time.Minute, "time for the tests of one fault")
	check := flag.Bool("check", false, "run no test, but see whether the text of every fault is in its file")
	skip := flag.String("skip", "", "leave out tests, as go test -skip does")
	flag.Parse()
	packages := []string{*pkg}
	if *pkg == "" {
		packages = listed()
	}
	if *check {
		checkAll(packages)
		return
	}
	var sum score
	for _, dir := range packages {
		s, err := (tester{dir: dir, limit: *limit, skip: *skip}).all(*only)
		if err != nil {
			fmt.Fprintf(os.Stderr, "faults: %s: %v\n", dir, err)
			os.Exit(2)
		}
		sum.caught, sum.excused, sum.wrong = sum.caught+s.caught, sum.excused+s.excused, sum.wrong+s.wrong
	}
	fmt.Printf("%d caught, %d survive with a reason, %d wrong\n", sum.caught, sum.excused, sum.wrong)
	if sum.wrong > 0 || sum.caught+sum.excused == 0 {
		os.Exit(1)
	}
}

// checkAll ends the program where a fault of the lists cannot be made.
func checkAll(packages []string) {
	good, wrong := 0, 0
	for _, dir := range packages {
		faults, err := read(filepath.Join(dir, "testdata", "faults.txt"))
		if err != nil {
			fmt.Fprintf(os.Stderr, "faults: %v\n", err)
			os.Exit(2)
		}
		names := map[string]bool{}
		made := map[string]string{}
		for _, f := range faults {
			text, err := f.made(filepath.Join(dir, f.file))
			switch same := made[string(text)]; {
			case err != nil:
			case names[f.name]:
				err = errors.New("two faults have this name")
			case same != "":
				err = fmt.Errorf("it is the fault %q", same)
			case f.by != "":
				_, err = regexp.Compile(f.by)
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

// listed is every directory with a list.
func listed() []string {
	var out []string
	_ = filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(filepath.ToSlash(path), "/testdata/faults.txt") {
			out = append(out, filepath.Dir(filepath.Dir(path)))
		}
		return nil
	})
	return out
}

// all tries the faults of a package's list that have a text in their name.
func (t tester) all(only string) (score, error) {
	var s score
	faults, err := read(filepath.Join(t.dir, "testdata", "faults.txt"))
	if err != nil {
		return s, err
	}
	faults = slices.DeleteFunc(faults, func(f fault) bool { return !strings.Contains(f.name, only) })
	if len(faults) == 0 {
		return s, nil
	}
	if failed, by, err := t.run(tests(faults)); err != nil || failed {
		return s, fmt.Errorf("the tests fail without a fault: %s %v", by, err)
	}
	for i, f := range faults {
		fmt.Printf("%s %d/%d %s: ", t.dir, i+1, len(faults), f.name)
		caught, by, err := t.try(f)
		switch {
		case err != nil:
			s.wrong++
			fmt.Println("CANNOT BE MADE:", err)
		case caught && f.survives == "":
			s.caught++
			fmt.Println("caught by", by)
		case caught:
			s.wrong++
			fmt.Println("CAUGHT, though the list says that it survives; by", by)
		case f.survives != "":
			s.excused++
			fmt.Println("survives:", f.survives)
		default:
			s.wrong++
			fmt.Println("SURVIVES")
		}
	}
	return s, nil
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
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
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
	if out, err := exec.Command("go", "build", "-overlay", overlay, "./"+t.dir, "./"+filepath.Dir(filepath.Join(t.dir, f.file))).CombinedOutput(); err != nil {
		return false, "", fmt.Errorf("it does not build:\n%s", out)
	}
	return t.run(f.by, "-overlay", overlay)
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

// run runs the tests that are named, or all: whether one failed, and which.
func (t tester) run(tests string, flags ...string) (failed bool, by string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), t.limit)
	defer cancel()
	args := append([]string{"test", "-short", "-failfast", "-vet=off", "-run", tests, "-skip", t.skip}, flags...)
	out, err := exec.CommandContext(ctx, "go", append(args, "./"+t.dir)...).CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return false, "", nil
	case ctx.Err() != nil:
		return true, fmt.Sprintf("not ending within %v", t.limit), nil
	case errors.As(err, &exit):
		return true, first(string(out)), nil
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
