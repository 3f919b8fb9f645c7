package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the files that the tests compare with")

// wholeDescription is where a whole copy of Discord's description may lie.
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
	want := extracted(t, text)
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

// TestEveryOperationIsDescribed: without its schemas nothing would be checked.
func TestEveryOperationIsDescribed(t *testing.T) {
	rules, err := theRulebook()
	if err != nil {
		t.Fatal(err)
	}
	for op := range (&api{}).handlers() {
		if len(rules.operations[op].answers) < 3 { // a good one, too many requests, other errors
			t.Errorf("testdata/discord.json lacks %s: run go test -run TestDescription -update where the whole description is", op)
		}
	}
}

// TestSchemaCacheKeys: that a text was right says nothing of one that differs from it by more
// than its ids, nor of one in which other ids are the same.
func TestSchemaCacheKeys(t *testing.T) {
	const op = operation("PATCH /channels/{channel_id}")
	answer := func(id, owner string) string {
		return fmt.Sprintf(`{"id":%s,"type":1,"flags":0,"recipients":[],"last_message_id":%s}`, id, owner)
	}
	const one, other, large = `"1190000000000000001"`, `"1190000000000000002"`, `"9990000000000000001"`
	for _, c := range []struct {
		text  string
		right bool
	}{
		{answer(one, other), true},
		{answer(other, one), true},
		{answer(one, `"119000000000000000x"`), false},
		{answer(one, `1190000000000000002`), false},
		{answer(one, `"11900000000000000021"`), true},
		{answer(one, `"99900000000000000021"`), false},
		{answer(large, other), true},
	} {
		if err := checkAnswer(op, 200, []byte(c.text)); (err == nil) != c.right {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	same := func(a, b string) bool { return bytes.Equal(numbered([]byte(a)), numbered([]byte(b))) }
	if !same(answer(one, other), answer(other, one)) {
		t.Error("ids in the same places are told apart, so that all is checked again")
	}
	for _, text := range []string{answer(one, one), answer(one, `"119000000000000001"`), answer(large, other), answer(one, `null`)} {
		if same(answer(one, other), text) {
			t.Errorf("%s is taken for the same", text)
		}
	}
}

// TestWrongAnswers: what the stand-in answers is held against the description.
func TestWrongAnswers(t *testing.T) {
	const right = `{"id":"1","type":1,"flags":0,"recipients":[]}`
	for name, c := range map[string]struct {
		op     operation
		status int
		body   string
		want   string // in the error; "": there is none
	}{
		"right":             {"POST /users/@me/channels", 200, right, ""},
		"unknown member":    {"POST /users/@me/channels", 200, `{"id":"1","type":1,"flags":0,"recipients":[],"colour":1}`, "colour"},
		"deep inside":       {"POST /users/@me/channels", 200, `{"id":"1","type":1,"flags":0,"recipients":[{"id":"1","nick":"x"}]}`, "nick"},
		"one is missing":    {"POST /users/@me/channels", 200, `{"id":"1","type":1,"recipients":[]}`, "flags"},
		"no such status":    {"POST /users/@me/channels", 201, right, "201"},
		"a body with 204":   {"DELETE /channels/{channel_id}/messages/{message_id}", 204, `{}`, "no body"},
		"204":               {"DELETE /channels/{channel_id}/messages/{message_id}", 204, "", ""},
		"none":              {"POST /users/@me/channels", 200, "", "JSON"},
		"error":             {"POST /users/@me/channels", 403, `{"code":50007,"message":"no"}`, ""},
		"error, unknown":    {"POST /users/@me/channels", 403, `{"code":50007,"message":"no","why":"x"}`, "why"},
		"error, no code":    {"POST /users/@me/channels", 404, `{"message":"no"}`, "code"},
		"too many":          {"POST /users/@me/channels", 429, `{"code":0,"message":"no","retry_after":1.5,"global":false}`, ""},
		"too many, no time": {"POST /users/@me/channels", 429, `{"code":0,"message":"no","global":false}`, "retry_after"},
		"bad gateway":       {"POST /users/@me/channels", 502, `<html>`, ""},
	} {
		err := checkAnswer(c.op, c.status, []byte(c.body))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := checkEvent("X", map[string]any{"user": map[string]any{"id": "1"}}); err == nil {
		t.Error("a user who is nobody stands in an event")
	}
}

// TestQueries: a parameter that the description does not name would have no effect.
func TestQueries(t *testing.T) {
	for query, right := range map[string]bool{"with_response=true": true, "with_respond=true": false, "with_response=maybe": false, "with_response=true&with_response=true": false} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkRequest(answer, values, []byte(`{"type":5}`)); (err == nil) != right {
			t.Errorf("%s: %v", query, err)
		}
	}
	if err := checkRequest("GET /users/@me", nil, []byte(`{}`)); err == nil {
		t.Error("a body where there is none")
	}
}

// content is what the description says of a body.
type content struct {
	JSON struct {
		Schema any `json:"schema"`
	} `json:"application/json"`
}

// extracted takes what is in use out of the whole description: what the stand-in answers,
// and the parts of events.
func extracted(t *testing.T, text []byte) []byte {
	t.Helper()
	type answer struct {
		Ref     string `json:"$ref"`
		Content content
	}
	var doc struct {
		Info  struct{ Version, Title string }
		Paths map[string]map[string]json.RawMessage
		Parts struct {
			Schemas   map[string]any    `json:"schemas"`
			Responses map[string]answer `json:"responses"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	out := extract{
		Comment:    doc.Info.Title + ", version " + doc.Info.Version + ": the schemas in use. Licence: MIT, Discord Inc.",
		Operations: map[operation]described{},
	}
	used := map[string]any{}
	for op := range (&api{}).handlers() {
		method, path, _ := strings.Cut(string(op), " ")
		var o struct {
			RequestBody struct{ Content content }
			Parameters  []struct {
				Name, In string
				Schema   any
			}
			Responses map[string]answer
		}
		if err := json.Unmarshal(doc.Paths[path][strings.ToLower(method)], &o); err != nil {
			t.Fatalf("%s: %v", op, err)
		}
		d := described{Request: o.RequestBody.Content.JSON.Schema, Query: map[string]any{}, Answers: map[string]any{}}
		for _, p := range o.Parameters {
			if p.In == "query" {
				d.Query[p.Name] = p.Schema
			}
		}
		for status, a := range o.Responses {
			if a.Ref != "" {
				a = doc.Parts.Responses[strings.TrimPrefix(a.Ref, "#/components/responses/")]
			}
			d.Answers[status] = a.Content.JSON.Schema
		}
		for _, v := range []any{d.Request, d.Query, d.Answers} {
			collect(t, v, doc.Parts.Schemas, used)
		}
		out.Operations[op] = d
	}
	for _, name := range eventParts {
		collect(t, map[string]any{"$ref": "#/components/schemas/" + name}, doc.Parts.Schemas, used)
	}
	out.Components.Schemas = used
	written, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(written, '\n')
}

// collect adds the schemas that v refers to, and those that they refer to.
func collect(t *testing.T, v any, all, used map[string]any) {
	t.Helper()
	walk(v, func(v map[string]any) {
		ref, ok := v["$ref"].(string)
		if !ok {
			return
		}
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		if all[name] == nil {
			t.Fatalf("there is no schema %s", ref)
		}
		if used[name] == nil {
			used[name] = all[name]
			collect(t, all[name], all, used)
		}
	})
}
