package rulecase

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// query reads NAME ARG=VALUE….
func (r *Run) query(words []string) engine.Query {
	r.t.Helper()
	q := engine.Query{Name: words[0], Args: map[string][]string{}}
	for _, w := range words[1:] {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			r.Fail("%q is not name=value", w)
		}
		q.Args[name] = append(q.Args[name], value)
	}
	return q
}

// Ask puts a query as a spectator and reads its data into out.
func (r *Run) Ask(q engine.Query, out any) {
	r.t.Helper()
	a, err := r.pos.Ask(engine.Spectator, q)
	if err != nil {
		r.Fail("%s: %s", q.Name, explain(err))
	}
	data, err := json.Marshal(a.Data)
	if err != nil {
		r.Fail("%v", err)
	}
	if err := json.Unmarshal(data, out); err != nil {
		r.Fail("%v in %s", err, data)
	}
}

// ask reads NAME ARG=VALUE… : FIELD=VALUE….
func (r *Run) ask(v engine.Viewer, words []string) {
	r.t.Helper()
	colon := slices.Index(words, ":")
	if colon < 1 {
		r.Fail("ask NAME ARG=VALUE… : FIELD=VALUE…")
	}
	a, err := r.pos.Ask(v, r.query(words[:colon]))
	if err != nil {
		r.Fail("%s", explain(err))
	}
	if !r.hasFields(a.Data, words[colon+1:]) {
		r.Fail("the answer is %v", r.flat(a.Data))
	}
}

func (r *Run) hasFields(e any, fields []string) bool {
	r.t.Helper()
	have := r.flat(e)
	for _, f := range fields {
		name, value, ok := strings.Cut(f, "=")
		if !ok {
			r.Fail("%q is not name=value", f)
		}
		if base, part := strings.CutSuffix(name, "+"); part {
			if !slices.Contains(strings.Split(have[base], ","), value) {
				return false
			}
			continue
		}
		if have[name] != value {
			return false
		}
	}
	return true
}

// flat encodes a value and returns its fields as words: lists joined by commas,
// the fields of an object in a list by colons.
func (r *Run) flat(v any) map[string]string {
	r.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		r.Fail("%v", err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		r.Fail("%v", err)
	}
	out := make(map[string]string, len(fields))
	for name, raw := range fields {
		out[name] = r.word(raw)
	}
	return out
}

func (r *Run) word(raw json.RawMessage) string {
	r.t.Helper()
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return strings.Join(lists.Map(list, r.word), ",")
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	if raw[0] != '{' {
		return string(raw)
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	var words []string
	for depth := 0; ; {
		tok, err := dec.Token()
		if err != nil {
			return strings.Join(words, ":")
		}
		if d, ok := tok.(json.Delim); ok {
			depth++
			if depth > 1 && d == '{' || d == '[' {
				r.Fail("nested event field %s", raw)
			}
			continue
		}
		value, err := dec.Token() // tok was the name
		if err != nil {
			r.Fail("%v", err)
		}
		words = append(words, fmt.Sprint(value))
	}
}

// argText is an argument of a message as a word.
func argText(a engine.Arg) string {
	switch a.Kind {
	case engine.ArgNum:
		return strconv.Itoa(a.Num)
	case engine.ArgList:
		return strings.Join(lists.Map(a.List, argText), ",")
	default:
		return a.Text
	}
}
