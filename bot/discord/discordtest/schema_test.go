package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the files that the tests compare with")

// whole is where a whole copy of Discord's description may lie.
const wholeDescription = "../../../../shared/discord/openapi.json"

// TestDescription compares our copy of the schemas in use with the whole
// description, where that is at hand; -update writes the copy.
func TestDescription(t *testing.T) {
	text, err := os.ReadFile(wholeDescription)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the whole description is not at hand")
	}
	if err != nil {
		t.Fatal(err)
	}
	want := extract(t, text)
	if *update {
		if err := os.WriteFile("testdata/discord.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(want, description) {
		t.Error("testdata/discord.json differs from the description: run go test -run TestDescription -update")
	}
}

// extract takes what is in use out of the whole description.
func extract(t *testing.T, text []byte) []byte {
	t.Helper()
	type content struct {
		JSON struct {
			Schema any `json:"schema"`
		} `json:"application/json"`
	}
	var doc struct {
		Info  struct{ Version, Title string }
		Paths map[string]map[string]json.RawMessage
		Parts struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	type request struct {
		Operation operation `json:"operation"`
		Schema    any       `json:"schema"`
	}
	var requests []request
	used := map[string]any{}
	for _, op := range withBody {
		method, path, _ := strings.Cut(string(op), " ")
		var o struct {
			RequestBody struct{ Content content }
		}
		if err := json.Unmarshal(doc.Paths[path][strings.ToLower(method)], &o); err != nil {
			t.Fatalf("%s: %v", op, err)
		}
		schema := o.RequestBody.Content.JSON.Schema
		if schema == nil {
			t.Fatalf("%s has no schema", op)
		}
		requests = append(requests, request{op, schema})
		collect(t, schema, doc.Parts.Schemas, used)
	}
	out, err := json.MarshalIndent(map[string]any{
		"$comment":   doc.Info.Title + ", version " + doc.Info.Version + ": the schemas in use. Licence: MIT, Discord Inc.",
		"requests":   requests,
		"components": map[string]any{"schemas": used},
	}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(out, '\n')
}

// collect adds the schemas that v refers to, and those that they refer to.
func collect(t *testing.T, v any, all, used map[string]any) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			name := strings.TrimPrefix(ref, "#/components/schemas/")
			if all[name] == nil {
				t.Fatalf("there is no schema %s", ref)
			}
			if used[name] == nil {
				used[name] = all[name]
				collect(t, all[name], all, used)
			}
		}
		for _, sub := range v {
			collect(t, sub, all, used)
		}
	case []any:
		for _, sub := range v {
			collect(t, sub, all, used)
		}
	}
}
