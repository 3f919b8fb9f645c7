package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNotices: the binary carries the licence of every module that is linked into it on
// any system, in the version of go.mod. A new module or version is taken in by -update.
func TestNotices(t *testing.T) {
	want, err := noticesOf("linux", "darwin", "windows")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("notices.txt", []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if licencesOfOthers != want {
		t.Errorf("notices.txt is not what go.mod asks for; read the difference, then write it with -update: has %d bytes, wants %d; modules wanted:\n%s",
			len(licencesOfOthers), len(want), strings.Join(modulesIn(want), "\n"))
	}
}

// modulesIn are the lines of a text of notices that name a module.
func modulesIn(text string) []string {
	return regexp.MustCompile(`(?m)^\* \S+ v[0-9]\S*$`).FindAllString(text, -1)
}

// linked is a package as go list tells of it.
type linked struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// licenceFile is how files are called that hold a licence or notice.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|copyright)[^/]*$`)

// noticesOf is the text of all licences of what is linked: each once, below the modules
// whose it is.
func noticesOf(systems ...string) (string, error) {
	owners := map[string]map[string]bool{} // of each text
	add := func(owner, dir string) error {
		files, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, f := range files {
			if f.IsDir() || !licenceFile.MatchString(f.Name()) || strings.HasSuffix(f.Name(), ".go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, f.Name()))
			if err != nil {
				return err
			}
			clean := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
			if owners[clean] == nil {
				owners[clean] = map[string]bool{}
			}
			owners[clean][owner] = true
		}
		return nil
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	if err := add("the Go standard library", strings.TrimSpace(string(root))); err != nil {
		return "", err
	}
	found := map[string]bool{}
	for _, system := range systems {
		packages, err := linkedOn(system)
		if err != nil {
			return "", err
		}
		for _, p := range packages {
			if p.Standard || p.Module == nil || p.Module.Main {
				continue
			}
			name := p.Module.Path + " " + p.Module.Version
			// A part of a module may have a licence of its own.
			for dir := p.Dir; !found[dir] && strings.HasPrefix(dir, p.Module.Dir); dir = filepath.Dir(dir) {
				found[dir] = true
				if err := add(name, dir); err != nil {
					return "", err
				}
			}
			found[name] = true
		}
	}
	return printed(owners), unlicensed(owners, found)
}

// linkedOn lists the packages that the binary is made of on a system.
func linkedOn(system string) ([]linked, error) {
	c := exec.Command("go", "list", "-deps", "-json=Dir,Standard,Module", ".")
	c.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	text, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("list packages on %s: %w", system, err)
	}
	var out []linked
	dec := json.NewDecoder(bytes.NewReader(text))
	for {
		var p linked
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
}

// unlicensed refuses a module in which no licence was found.
func unlicensed(owners map[string]map[string]bool, found map[string]bool) error {
	for name := range found {
		has := func(set map[string]bool) bool { return set[name] }
		if strings.Contains(name, " ") && !slices.ContainsFunc(slices.Collect(maps.Values(owners)), has) {
			return fmt.Errorf("no licence found of %s", name)
		}
	}
	return nil
}

// printed is every text below those whose it is, in the order of their names.
func printed(owners map[string]map[string]bool) string {
	type block struct{ head, text string }
	var blocks []block
	for text, of := range owners {
		var head strings.Builder
		for _, name := range slices.Sorted(maps.Keys(of)) {
			fmt.Fprintf(&head, "* %s\n", name)
		}
		blocks = append(blocks, block{head.String(), text})
	}
	slices.SortFunc(blocks, func(a, b block) int { return cmp.Or(cmp.Compare(a.head, b.head), cmp.Compare(a.text, b.text)) })
	var out strings.Builder
	out.WriteString("This program contains software of others, under these licences.\n")
	for _, b := range blocks {
		fmt.Fprintf(&out, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), b.head, b.text)
	}
	return out.String()
}
