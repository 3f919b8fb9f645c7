package celles

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/match"
)

func TestRuleCases(t *testing.T) {
	game := strictGame(t)
	for _, c := range caseFiles(t) {
		t.Run(c.name, func(t *testing.T) {
			r := &caseRun{t: t, game: game, c: c}
			r.run()
		})
	}
}

// strictGame checks every invariant after every event.
func strictGame(t testing.TB) engine.Game {
	t.Helper()
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	return engine.SealStrict(g)
}

// caseRun plays one case.
type caseRun struct {
	t      *testing.T
	game   engine.Game
	c      *ruleCase
	pos    engine.Position
	n      int      // decisions so far
	dice   []string // faces still to come
	chits  []string
	events []engine.Event // of the last answer and all that followed by itself
	left   []left         // standing orders
	stood  []stood        // what they made of the questions since then
	line   int
}

func (r *caseRun) fail(format string, args ...any) {
	r.t.Helper()
	text := ""
	if r.pos != nil {
		text = "\n" + r.pos.String()
		for _, p := range r.pos.Prompts() {
			text += fmt.Sprintf("prompt %s %s\n", p.Seat, p.Kind)
		}
		for _, e := range r.events {
			data, _ := json.Marshal(e)
			text += fmt.Sprintf("event %s %s\n", e.Kind(), data)
		}
	}
	r.t.Fatalf("%s:%d: %s%s", r.c.name, r.line, fmt.Sprintf(format, args...), text)
}

func (r *caseRun) run() {
	r.t.Helper()
	r.start()
	for _, s := range r.c.steps {
		r.line = s.line
		r.step(s.words)
	}
	if len(r.dice) > 0 || len(r.chits) > 0 {
		r.fail("not used: dice %v, chits %v", r.dice, r.chits)
	}
}

func (r *caseRun) start() {
	r.t.Helper()
	if r.c.begin != nil {
		out, err := r.game.Begin(0, r.c.begin)
		if err != nil {
			r.fail("begin: %v", err)
		}
		r.pos, r.events = out.Position, out.Events
	} else {
		pos, err := r.game.Parse(0, strings.Join(r.c.position, "\n")+"\n")
		if err != nil {
			r.fail("position: %v", err)
		}
		r.pos = pos
	}
	r.follow()
}

func (r *caseRun) step(words []string) {
	r.t.Helper()
	verb, rest := words[0], words[1:]
	switch verb {
	case "dice", "chits":
		r.events, r.stood = nil, nil
		if verb == "dice" {
			r.dice = append(r.dice, rest...)
		} else {
			r.chits = append(r.chits, rest...)
		}
		r.follow()
	case "german", "allied", "chance":
		r.events, r.stood = nil, nil
		p := r.prompt(engine.Seat(verb))
		if err := r.submit(p, rest); err != nil {
			r.fail("%s", explain(err))
		}
		r.follow()
	case "refuse":
		r.refused(rest[0], engine.Seat(rest[1]), rest[2:])
	case "refuse-begin":
		_, err := r.game.Begin(0, assignments(r.t, rest[1:]))
		r.illegal(err, rest[0])
	case "event", "noevent":
		if r.happened(rest[0], rest[1:]) != (verb == "event") {
			r.fail("%s", strings.Join(words, " "))
		}
	case "unit":
		r.unitLine(words)
	case "text", "notext":
		if r.hasLine(rest) != (verb == "text") {
			r.fail("%s", strings.Join(words, " "))
		}
	case "options", "offers", "offersnot":
		r.options(verb, rest)
	case "warns":
		r.warns(rest)
	case "prompt", "noprompt":
		if r.isOpen(rest[0], rest[1]) != (verb == "prompt") {
			r.fail("%s", strings.Join(words, " "))
		}
	case "over":
		if len(r.pos.Prompts()) > 0 {
			r.fail("prompts are open")
		}
	default:
		if !r.orders(verb, rest) {
			r.query(verb, rest)
		}
	}
}

// explain says why an answer was refused.
func explain(err error) string {
	var ill *engine.Illegal
	if errors.As(err, &ill) {
		return fmt.Sprintf("refused by rule %s: %s %v", ill.Rule, ill.Why.Key, ill.Why.Args)
	}
	return err.Error()
}

// prompt is the one open prompt of a seat.
func (r *caseRun) prompt(seat engine.Seat) engine.Prompt {
	r.t.Helper()
	var found []engine.Prompt
	for _, p := range r.pos.Prompts() {
		if p.Seat == seat {
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		r.fail("%d prompts are open to %s", len(found), seat)
	}
	return found[0]
}

func (r *caseRun) isOpen(seat, kind string) bool {
	return slices.ContainsFunc(r.pos.Prompts(), func(p engine.Prompt) bool {
		return string(p.Seat) == seat && p.Kind == kind
	})
}

func (r *caseRun) submit(p engine.Prompt, path []string) error {
	out, err := r.pos.Submit(r.n+1, p.Seat, p.ID, path)
	if err != nil {
		return err
	}
	r.n++
	r.pos = out.Position
	r.events = append(r.events, out.Events...)
	return nil
}

// follow answers chance with the faces at hand, and gives single answers and those
// of standing orders, until somebody must decide.
func (r *caseRun) follow() {
	r.t.Helper()
	for r.followOne() {
	}
}

func (r *caseRun) followOne() bool {
	r.t.Helper()
	for _, p := range r.pos.Prompts() {
		path, ok := r.face(p)
		if !ok && p.Seat != engine.Chance && !r.c.byHand {
			var err error
			if path, ok, err = match.Single(r.pos, p); err != nil {
				r.fail("single answer to %s: %s", p.ID, explain(err))
			}
		}
		if !ok && p.Seat != engine.Chance {
			path, ok = r.follows(p)
		}
		if !ok {
			continue
		}
		if err := r.submit(p, path); err != nil {
			r.fail("%s %v: %s", p.ID, path, explain(err))
		}
		return true
	}
	return false
}

// face takes the next face for a prompt of chance.
func (r *caseRun) face(p engine.Prompt) ([]string, bool) {
	if p.Seat != engine.Chance {
		return nil, false
	}
	from := &r.dice
	if p.Kind == kindChit {
		from = &r.chits
	}
	if len(*from) == 0 {
		return nil, false
	}
	path := (*from)[:1]
	*from = (*from)[1:]
	return path, true
}

func (r *caseRun) refused(rule string, seat engine.Seat, path []string) {
	r.t.Helper()
	before := r.pos.String()
	p := r.prompt(seat)
	_, err := r.pos.Submit(r.n+1, p.Seat, p.ID, path)
	r.illegal(err, rule)
	if after := r.pos.String(); after != before {
		r.fail("the refused answer changed the position; it was\n%s", before)
	}
}

// illegal checks a refusal: its rule and, where given, the key of its reason.
func (r *caseRun) illegal(err error, want string) {
	r.t.Helper()
	rule, why, reasoned := strings.Cut(want, ":")
	var ill *engine.Illegal
	switch {
	case err == nil:
		r.fail("not refused")
	case !errors.As(err, &ill):
		r.fail("not refused by a rule: %v", err)
	case ill.Rule != rule || reasoned && ill.Why.Key != "illegal."+why:
		r.fail("%s", explain(err))
	}
}

// happened reports whether an event of a kind has the given fields.
func (r *caseRun) happened(kind string, fields []string) bool {
	r.t.Helper()
	if !slices.Contains(event.Kinds(), kind) {
		r.fail("there is no event %q", kind)
	}
	for _, e := range r.events {
		if e.Kind() == kind && r.hasFields(e, fields) {
			return true
		}
	}
	return false
}

func (r *caseRun) hasFields(e any, fields []string) bool {
	r.t.Helper()
	have := r.flat(e)
	for _, f := range fields {
		name, value, ok := strings.Cut(f, "=")
		if !ok {
			r.fail("%q is not name=value", f)
		}
		if base, part := strings.CutSuffix(name, "+"); part {
			if !slices.Contains(strings.Split(have[base], ","), value) {
				return false
			}
			continue
		}
		got, known := have[name]
		if !known && value != "" {
			return false
		}
		if got != value {
			return false
		}
	}
	return true
}

// flat encodes a value and returns its fields as words: lists joined by commas,
// the fields of an object in a list by colons.
func (r *caseRun) flat(v any) map[string]string {
	r.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		r.fail("%v", err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		r.fail("%v", err)
	}
	out := make(map[string]string, len(fields))
	for name, raw := range fields {
		out[name] = r.word(raw)
	}
	return out
}

func (r *caseRun) word(raw json.RawMessage) string {
	r.t.Helper()
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		words := make([]string, len(list))
		for i, item := range list {
			words[i] = r.word(item)
		}
		return strings.Join(words, ",")
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
				r.fail("nested event field %s", raw)
			}
			continue
		}
		value, err := dec.Token() // tok was the name
		if err != nil {
			r.fail("%v", err)
		}
		words = append(words, fmt.Sprint(value))
	}
}

func (r *caseRun) unitLine(want []string) {
	r.t.Helper()
	for _, line := range strings.Split(r.pos.String(), "\n") {
		have := strings.Fields(line)
		if len(have) < 2 || have[0] != "unit" || have[1] != want[1] {
			continue
		}
		a, b := slices.Clone(have[2:]), slices.Clone(want[2:])
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			r.fail("%q, want %q", line, strings.Join(want, " "))
		}
		return
	}
	r.fail("no line for %s", strings.Join(want, " "))
}

// hasLine reports whether a line begins with the first word and has the others
// in their order.
func (r *caseRun) hasLine(want []string) bool {
	for _, line := range strings.Split(r.pos.String(), "\n") {
		have := strings.Fields(line)
		if len(have) == 0 || have[0] != want[0] {
			continue
		}
		next := 0
		for _, word := range have {
			if next < len(want) && word == want[next] {
				next++
			}
		}
		if next == len(want) {
			return true
		}
	}
	return false
}

// warns checks what taking a path warns of, all of it: each as KEY and the number
// of steps and the hexes.
func (r *caseRun) warns(words []string) {
	r.t.Helper()
	colon := slices.Index(words, ":")
	if colon < 1 {
		r.fail("warns SEAT PATH… : [KEY N HEX,HEX]…")
	}
	p := r.prompt(engine.Seat(words[0]))
	list, err := engine.Warnings(r.pos, p.ID, words[1:colon])
	if err != nil {
		r.fail("%s", explain(err))
	}
	have := []string{}
	for _, m := range list {
		have = append(have, strings.TrimPrefix(m.Key, "warn."), strconv.Itoa(m.Args[0].Num))
		var hexes []string
		for _, h := range m.Args[1].List {
			hexes = append(hexes, h.Text)
		}
		have = append(have, strings.Join(hexes, ","))
	}
	if !slices.Equal(have, words[colon+1:]) {
		r.fail("it warns of %v", have)
	}
}

func (r *caseRun) options(verb string, words []string) {
	r.t.Helper()
	colon := slices.Index(words, ":")
	if colon < 1 {
		r.fail("%s SEAT [PATH…] : OPTION…", verb)
	}
	p := r.prompt(engine.Seat(words[0]))
	node, err := r.pos.Options(p.ID, words[1:colon])
	if err != nil {
		r.fail("%s", explain(err))
	}
	have := make([]string, len(node.Options))
	for i, o := range node.Options {
		have[i] = o.ID
	}
	want := words[colon+1:]
	if verb == "options" {
		a, b := slices.Clone(have), slices.Clone(want)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			r.fail("options are %v", have)
		}
		return
	}
	for _, id := range want {
		if slices.Contains(have, id) != (verb == "offers") {
			r.fail("options are %v", have)
		}
	}
}
