package main

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNothingOfTestsIsLinked: what is installed has neither the toy nor anything that
// plays, simulates or tests.
func TestNothingOfTestsIsLinked(t *testing.T) {
	text, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(text))
	if len(linked) < 100 || !slices.Contains(linked, "referee/engine/celles") {
		t.Fatalf("%d packages are linked", len(linked))
	}
	alien := regexp.MustCompile(`^testing(/|$)|^referee/(.*/)?\w+test(/|$)|^referee/cmd/lab(/|$)`)
	for _, path := range linked {
		if alien.MatchString(path) {
			t.Errorf("%s is linked", path)
		}
	}
}
