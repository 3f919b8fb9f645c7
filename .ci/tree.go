//go:build ignore

// Tree writes the packages of the module, each with the first words of its comment, into docs/architecture.md.
//
//	go run .ci/tree.go            # fails where the page has not what it would write, or a package has no comment
//	go run .ci/tree.go -update    # writes it
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
)

const (
	page    = "docs/architecture.md"
	from    = "<!-- written by: go run .ci/tree.go -update -->\n"
	to      = "<!-- end -->\n"
	columns = 116
	indent  = 18 // of what is said
)

func main() {
	update := flag.Bool("update", false, "write the page")
	flag.Parse()
	if err := run(*update); err != nil {
		fmt.Fprintf(os.Stderr, "tree: %v\n", err)
		os.Exit(1)
	}
}

func run(update bool) error {
	packages, err := list()
	if err != nil {
		return err
	}
	file, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, found := strings.Cut(string(file), from)
	old, after, ended := strings.Cut(rest, to)
	if !found || !ended {
		return fmt.Errorf("%s has no lines %q and %q", page, from, to)
	}
	tree := "```\n" + packages + "```\n"
	if update {
		return os.WriteFile(page, []byte(before+from+tree+to+after), 0o644)
	}
	was := strings.Split(old, "\n")
	for n, line := range strings.Split(tree, "\n") {
		if n >= len(was) || was[n] != line {
			return fmt.Errorf("%s does not say what the packages say of themselves, from %q on; write it with -update",
				page, line)
		}
	}
	if old != tree {
		return fmt.Errorf("%s has lines too many; write it with -update", page)
	}
	return nil
}

// list returns the tree of packages, a line or two for each.
func list() (string, error) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Doc}}", "./...").Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	var tree strings.Builder
	var above []string // the folders that the line before it is in
	for line := range strings.Lines(string(out)) {
		name, doc, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if doc == "" {
			return "", fmt.Errorf("%s has no package comment", name)
		}
		folders := strings.Split(name, "/")[1:]
		for depth, folder := range folders {
			if depth < len(above) && above[depth] == folder {
				continue
			}
			above = append(above[:depth:depth], folder)
			says := ""
			if depth == len(folders)-1 {
				says = summary(path.Base(name), doc)
			}
			tree.WriteString(entry(depth, folder, says))
		}
	}
	return tree.String(), nil
}

var link = regexp.MustCompile(`\[([\w.]+)\]`)

// summary returns what the first sentence of a comment says, up to a colon.
func summary(name, doc string) string {
	doc = strings.TrimPrefix(strings.TrimPrefix(doc, "Package "), "Command ")
	doc, _, _ = strings.Cut(strings.TrimPrefix(doc, name+" "), ": ")
	return link.ReplaceAllString(strings.TrimRight(doc, ".:"), "$1")
}

// entry returns the lines of a package or folder.
func entry(depth int, name, says string) string {
	line := fmt.Sprintf("%-*s", indent, strings.Repeat("  ", depth)+name)
	if says == "" {
		return strings.TrimRight(line, " ") + "/\n"
	}
	var lines strings.Builder
	for _, word := range strings.Fields(says) {
		if len([]rune(line))+1+len([]rune(word)) > columns {
			lines.WriteString(line + "\n")
			line = strings.Repeat(" ", indent)
		}
		line += " " + word
	}
	return lines.String() + line + "\n"
}
