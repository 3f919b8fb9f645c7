package newgame

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/cmd/cli"
	"referee/cmd/games"
	"referee/engine/enginetest/thorough"
)

// inSources changes into a folder in which the sources seem to be.
func inSources(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, filepath.FromSlash(lists))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
}

// run runs the command.
func run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := New(games.Known())
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SetArgs(args)
	err := cmd.Execute()
	return out.String(), err
}

// TestANewGameKeepsTheContract: what is written builds, and passes the suite, its own cases and
// the list of its imports, in the module itself.
func TestANewGameKeepsTheContract(t *testing.T) {
	thorough.Slow(t)
	const id = "newgametrial"
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "engine", id)
	inSources(t)
	if _, err := run(t, id, "--title", "A Trial"); err != nil {
		t.Fatal(err)
	}
	overlay := map[string]string{}
	if err := filepath.WalkDir(filepath.Join("engine", id), func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		from, err := filepath.Abs(path)
		overlay[filepath.Join(dir, strings.TrimPrefix(path, filepath.Join("engine", id)))] = from
		return err
	}); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "game.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-o", binary, "-overlay", writeOverlay(t, overlay), "./engine/"+id)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	test := exec.Command(binary, "-test.v")
	test.Dir = filepath.Join("engine", id)
	out, err := test.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"--- PASS: TestContract", "--- PASS: TestRules/2_no_farther", "next: "} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestImportsAreListed: the lists gain just what the new game imports.
func TestImportsAreListed(t *testing.T) {
	inSources(t)
	if _, err := run(t, "bastogne"); err != nil {
		t.Fatal(err)
	}
	var imported []string
	files, err := filepath.Glob("engine/bastogne/*.go")
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			imported = append(imported, strings.Trim(spec.Path.Value, `"`))
		}
	}
	slices.Sort(imported)
	imported = slices.Compact(imported)
	text, err2 := os.ReadFile(lists)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if err := errors.Join(err, err2); err != nil || lines[0] != "engine/bastogne" || len(imported) == 0 {
		t.Fatalf("%v: %q imports %q", err, lines, imported)
	}
	var listed []string
	for _, line := range lines[1:] {
		listed = append(listed, strings.Fields(line)[0])
	}
	if slices.Sort(listed); !slices.Equal(listed, imported) {
		t.Errorf("%q are listed, and %q imported", listed, imported)
	}
}

// TestNewGameRefuses what cannot be a game, and overwrites nothing.
func TestNewGameRefuses(t *testing.T) {
	inSources(t)
	for _, args := range [][]string{{"Bastogne"}, {"go"}, {"range"}, {"../x"}, {"celles"}, {"bastogne", "--title", "a \"b\""}} {
		if _, err := run(t, args...); !errors.As(err, new(*cli.UsageError)) {
			t.Errorf("%q: %v", args, err)
		}
	}
	if _, err := run(t, "bastogne"); err != nil {
		t.Fatal(err)
	}
	rules := filepath.Join("engine", "bastogne", "rules.go")
	if err := os.WriteFile(rules, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, "bastogne"); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(rules); string(text) != "mine" {
		t.Errorf("%v: it holds %s", err, text)
	}
	t.Chdir(t.TempDir())
	if _, err := run(t, "bastogne"); err == nil || !strings.Contains(err.Error(), "in the root of the repository") {
		t.Errorf("%v", err)
	}
}

// writeOverlay writes the file by which the Go command takes files from elsewhere.
func writeOverlay(t *testing.T, files map[string]string) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"Replace": files})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
