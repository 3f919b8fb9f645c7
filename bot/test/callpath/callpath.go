// Package callpath lists the functions that a request passes between the handler of a door and package referee, for
// docs/architecture.md and the tests that hold its lists.
package callpath

import (
	"fmt"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// page has the lists, between a line that begins one and the next empty line.
const page = "../../docs/architecture.md"

// most is how many functions of a door, and of package turn, a request may pass.
const most = 12

// noting is where the path of the request under way is noted; nil: nowhere.
var noting atomic.Pointer[[]string]

// Note notes who calls it, if a path is looked for. The clocks of the tests of doors call it, as package referee asks for
// the time of every decision.
func Note() {
	to := noting.Load()
	if to == nil {
		return
	}
	pcs := make([]uintptr, 200)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	var found []string
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if name, ours := strings.CutPrefix(f.Function, "referee/bot/"); ours && !strings.HasPrefix(name, "test/") && !strings.HasSuffix(f.File, "_test.go") {
			if name, _, _ = strings.Cut(name, ".func"); len(found) == 0 || found[len(found)-1] != name { // a closure is its function's
				found = append(found, name)
			}
		}
	}
	slices.Reverse(found)
	in := func(name string) int {
		return slices.IndexFunc(found, func(f string) bool { return strings.HasPrefix(f, name) })
	}
	if at := in("referee."); at > 0 && in("turn.") >= 0 && slices.ContainsFunc(found, func(f string) bool { return strings.HasSuffix(f, ".commitAt") }) {
		*to = found[:at]
	}
}

// Check gives a request, and compares the functions that it passes with the list that begins with its name in
// docs/architecture.md; with update it writes the list. It is for a test that runs alone.
func Check(t *testing.T, request string, update bool, give func()) {
	t.Helper()
	var passed []string
	noting.Store(&passed)
	give()
	noting.Store(nil)
	layer := 0
	lines := make([]string, len(passed))
	for i, f := range passed {
		if strings.HasPrefix(f, "turn.") {
			layer++
		}
		lines[i] = "    " + path.Base(f)
	}
	if len(passed) == 0 || layer > most || len(passed)-layer > most {
		t.Errorf("%s passes %d functions of the door and %d of package turn, at most %d of each are allowed: %q",
			request, len(passed)-layer, layer, most, passed)
	}
	want := strings.Join(lines, "\n") + "\n"
	file, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head := fmt.Sprintf("%s passes:\n\n", request)
	before, rest, found := strings.Cut(string(file), head)
	if !found {
		t.Fatalf("%s has no list %q", page, head)
	}
	list, after, _ := strings.Cut(rest, "\n\n")
	switch {
	case list+"\n" == want:
	case !update:
		t.Errorf("%s lists other functions for %s: -update writes\n%s", page, request, want)
	default:
		if err := os.WriteFile(page, []byte(before+head+want+"\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
