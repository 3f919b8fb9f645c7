//go:build ignore

// Faults makes one-line faults in the rules of a game, each alone, and sees
// whether the package's tests catch it.
//
//	go run .ci/faults.go                # every fault of engine/celles
//	go run .ci/faults.go -run retreat   # those with "retreat" in their name
//
// The list is testdata/faults.txt in the package: blocks of lines
//
//	fault    what is wrong, in words
//	file     combat.go
//	-        the text as it is: a part of one line, once in the file
//	+        the text with the fault
//	survives why no test can catch it (only where none does)
//
// Nothing in the tree is touched: the Go command is given an overlay. Exit code
// 1: a fault survived without a reason, or was caught in spite of one, or its
// text is no longer in the file.
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
	"strings"
	"time"
)

type fault struct {
	name, file, was, becomes, survives string
}

func main() {
	pkg := flag.String("pkg", "engine/celles", "package, as a directory of the module")
	only := flag.String("run", "", "take only faults with this in their name")
	limit := flag.Duration("limit", 3*time.Minute, "time for the tests of one fault")
	skip := flag.String("skip", "", "leave out tests, as go test -skip does")
	flag.Parse()
	t := tester{dir: *pkg, limit: *limit, skip: *skip}
	faults, err := read(filepath.Join(*pkg, "testdata", "faults.txt"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(2)
	}
	if ok, by, err := t.run(); err != nil || ok {
		fmt.Fprintf(os.Stderr, "faults: the tests fail without a fault: %s %v\n", by, err)
		os.Exit(2)
	}
	caught, excused, wrong := 0, 0, 0
	for i, f := range faults {
		if !strings.Contains(f.name, *only) {
			continue
		}
		fmt.Printf("%2d/%d %s: ", i+1, len(faults), f.name)
		ok, by, err := t.try(f)
		switch {
		case err != nil:
			wrong++
			fmt.Println("CANNOT BE MADE:", err)
		case ok && f.survives == "":
			caught++
			fmt.Println("caught by", by)
		case ok:
			wrong++
			fmt.Println("CAUGHT, though the list says that it survives; by", by)
		case f.survives != "":
			excused++
			fmt.Println("survives:", f.survives)
		default:
			wrong++
			fmt.Println("SURVIVES")
		}
	}
	fmt.Printf("%d caught, %d survive with a reason, %d wrong\n", caught, excused, wrong)
	if wrong > 0 || caught+excused == 0 {
		os.Exit(1)
	}
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
		field, known := map[string]*string{"file": &f.file, "-": &f.was, "+": &f.becomes, "survives": &f.survives}[word]
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
	text, err := os.ReadFile(path)
	if err != nil {
		return false, "", err
	}
	if f.was == "" || strings.Count(string(text), f.was) != 1 {
		return false, "", fmt.Errorf("%q is in %s %d times, not once", f.was, f.file, strings.Count(string(text), f.was))
	}
	dir, err := os.MkdirTemp("", "fault")
	if err != nil {
		return false, "", err
	}
	defer os.RemoveAll(dir)
	changed, overlay := filepath.Join(dir, f.file), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(changed, []byte(strings.Replace(string(text), f.was, f.becomes, 1)), 0o600); err != nil {
		return false, "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return false, "", err
	}
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		return false, "", err
	}
	if out, err := exec.Command("go", "build", "-overlay", overlay, "./"+t.dir).CombinedOutput(); err != nil {
		return false, "", fmt.Errorf("it does not build:\n%s", out)
	}
	return t.run("-overlay", overlay)
}

// run runs the tests: whether one failed, and which.
func (t tester) run(flags ...string) (failed bool, by string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), t.limit)
	defer cancel()
	args := append([]string{"test", "-short", "-failfast", "-vet=off", "-skip", t.skip}, flags...)
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
