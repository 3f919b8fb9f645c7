package discordtest

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// outside lists what the package may import beside the standard library, and
// why. It knows nothing of ours: a stand-in that shared code with the bot would
// share its mistakes.
var outside = map[string]string{
	"github.com/gorilla/websocket":             "the gateway",
	"github.com/santhosh-tekuri/jsonschema/v6": "requests are checked against Discord's description",
}

func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			used[path] = true
			ours := strings.HasPrefix(path, "referee/")
			if (ours || strings.Contains(path, ".")) && outside[path] == "" {
				t.Errorf("%s imports %s, which is not allowed here", name, path)
			}
		}
	}
	for path := range outside {
		if !used[path] {
			t.Errorf("%s is allowed and not imported: take it off the list", path)
		}
	}
}
