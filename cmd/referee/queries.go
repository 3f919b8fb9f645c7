package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"referee/engine"
)

// The requests that change nothing.

func (s *session) prompts(request) (fields, error) {
	return fields{"prompts": s.asked()}, nil
}

// asked lists the open questions.
func (s *session) asked() []fields {
	out := []fields{}
	for _, p := range s.pos.Prompts() {
		f := fields{"id": p.ID, "seat": p.Seat, "kind": p.Kind, "ask": s.words.Say(s.lang, p.Ask)}
		if p.Purpose != "" {
			f["purpose"] = p.Purpose
		}
		if len(p.Default) > 0 {
			f["default"] = p.Default
		}
		out = append(out, f)
	}
	return out
}

func (s *session) options(q request) (fields, error) {
	var id engine.PromptID
	var path []string
	if err := cmp.Or(required(q, "prompt", &id), q.words("path", &path)); err != nil {
		return nil, err
	}
	node, err := s.pos.Options(id, path)
	if err != nil {
		return nil, err
	}
	options := []fields{}
	for _, o := range node.Options {
		f := fields{"id": o.ID, "kind": o.Kind, "label": s.words.Option(s.lang, o)}
		if cost := o.Cost(); cost != "" {
			f["cost"] = cost
		}
		if o.Warn != nil {
			f["warn"] = s.words.Say(s.lang, *o.Warn)
		}
		if o.Weight > 1 {
			f["weight"] = o.Weight
		}
		options = append(options, f)
	}
	return fields{"options": options, "done": node.Done}, nil
}

func (s *session) view(q request) (fields, error) {
	viewer, err := s.viewer(q, engine.Spectator)
	if err != nil {
		return nil, err
	}
	v := s.pos.View(viewer)
	return fields{"view": v, "status": s.words.Say(s.lang, v.Status)}, nil
}

// viewer is the viewer that a request names, or the usual one.
func (s *session) viewer(q request, as engine.Viewer) (engine.Viewer, error) {
	if err := q.read("as", &as); err != nil {
		return "", err
	}
	known := viewers(s.game.Info())
	if !slices.Contains(known, string(as)) {
		return "", fmt.Errorf("no viewer %q: use %s", as, strings.Join(known, ", "))
	}
	return as, nil
}

func (s *session) text(request) (fields, error) { return fields{"text": s.pos.String()}, nil }

func (s *session) history(request) (fields, error) {
	return fields{"log": append([]logged{}, s.log...)}, nil
}

// query asks one of the game's own queries. The data of its answer become part of the
// reply.
func (s *session) query(name string, q request) (fields, error) {
	if s.pos == nil {
		return nil, errNoPosition
	}
	queries := s.game.Info().Queries
	i := slices.IndexFunc(queries, func(q engine.QueryInfo) bool { return q.Name == name })
	if i < 0 {
		return nil, unknownRequest(name, queries)
	}
	known := []string{"as"}
	ask := engine.Query{Name: name, Args: map[string][]string{}}
	for _, arg := range queries[i].Args {
		known = append(known, arg.Name)
		var values []string
		if err := q.words(arg.Name, &values); err != nil {
			return nil, err
		}
		if len(values) == 0 && !arg.Optional {
			return nil, fmt.Errorf("field %q is missing", arg.Name)
		}
		ask.Args[arg.Name] = values
	}
	if err := q.has(known...); err != nil {
		return nil, err
	}
	viewer, err := s.viewer(q, engine.Judge)
	if err != nil {
		return nil, err
	}
	answer, err := s.pos.Ask(viewer, ask)
	if err != nil {
		return nil, err
	}
	return s.answered(answer)
}

// answered makes the reply to a query: its data, and its sentences as lines.
func (s *session) answered(a engine.Answer) (fields, error) {
	out := fields{}
	raw, err := json.Marshal(a.Data)
	if err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("answer is not a JSON object: %w", err)
	}
	if out == nil {
		out = fields{}
	}
	if len(a.Lines) > 0 {
		lines := make([]string, len(a.Lines))
		for i, m := range a.Lines {
			lines[i] = s.words.Say(s.lang, m)
		}
		out["lines"] = lines
	}
	return out, nil
}

func unknownRequest(name string, queries []engine.QueryInfo) error {
	var known []string
	for _, v := range verbs {
		known = append(known, v.do)
	}
	for _, q := range queries {
		known = append(known, q.Name)
	}
	return fmt.Errorf("no request %q: use %s", name, strings.Join(known, ", "))
}
