package browsertest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Types fails a test unless the modules of directories hold what the types in their comments say, as TypeScript finds. They import each
// other as if they were in one.
func Types(t testing.TB, dirs ...string) {
	t.Helper()
	tsc := Module(t, "typescript/bin/tsc")
	var roots, include []string
	for _, dir := range dirs {
		path, err := filepath.Abs(dir)
		if err != nil {
			t.Fatal(err)
		}
		roots, include = append(roots, filepath.ToSlash(path)), append(include, filepath.ToSlash(path)+"/*.js")
	}
	config, err := json.Marshal(map[string]any{
		"compilerOptions": map[string]any{
			"allowJs": true, "checkJs": true, "strict": true, "noEmit": true, "target": "es2023", "module": "es2022",
			"moduleResolution": "bundler", "lib": []string{"es2023", "dom", "dom.iterable"}, "types": []string{}, "rootDirs": roots,
		},
		"include": include,
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tsconfig.json"), config, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(tsc, "--project", dir, "--pretty", "false").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
