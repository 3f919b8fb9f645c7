package rulecase

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// Test runs every case.
func (s *Suite) Test(t *testing.T) {
	t.Helper()
	for _, c := range s.Cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			r := &Run{t: t, suite: s, c: c, faces: map[string][]string{}}
			r.run()
		})
	}
}

// Run is a case being played.
type Run struct {
	t      *testing.T
	suite  *Suite
	c      *Case
	pos    engine.Position
	n      int                 // decisions so far
	faces  map[string][]string // still to come, by the word before them
	events []engine.Event      // of the last answer and all that followed by itself
	left   []left              // standing orders
	stood  []stood             // what they made of the questions since then
	line   int
}

// Position is the position so far.
func (r *Run) Position() engine.Position { return r.pos }

// Fail fails the case, with the position and the last events.
func (r *Run) Fail(format string, args ...any) {
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
	r.t.Fatalf("%s:%d: %s%s", r.c.Name, r.line, fmt.Sprintf(format, args...), text)
}

func (r *Run) run() {
	r.t.Helper()
	r.start()
	for _, s := range r.c.Steps {
		r.line = s.Line
		r.step(s.Words)
	}
	for word, left := range r.faces {
		if len(left) > 0 {
			r.Fail("not used: %s %v", word, left)
		}
	}
}

func (r *Run) start() {
	r.t.Helper()
	if r.c.begin != nil {
		out, err := r.suite.Game.Begin(0, r.c.begin)
		if err != nil {
			r.Fail("begin: %v", err)
		}
		r.pos, r.events = out.Position, out.Events
	} else {
		pos, err := r.suite.Game.Parse(0, strings.Join(r.c.position, "\n")+"\n")
		if err != nil {
			r.Fail("position: %v", err)
		}
		r.pos = pos
	}
	r.follow()
}

func (r *Run) step(words []string) {
	r.t.Helper()
	verb, rest := words[0], words[1:]
	asked, as, _ := strings.Cut(verb, "@")
	switch {
	case verb == "dice" || r.suite.isDraw(verb):
		r.events, r.stood = nil, nil
		r.faces[verb] = append(r.faces[verb], rest...)
		r.follow()
	case r.suite.isSeat(verb):
		r.events, r.stood = nil, nil
		p := r.prompt(verb)
		if err := r.submit(p, rest); err != nil {
			r.Fail("%s", explain(err))
		}
		r.follow()
	case verb == "ask":
		r.ask(engine.Spectator, rest)
	case asked == "ask":
		r.ask(engine.Viewer(as), rest)
	case r.suite.Checks[verb] != nil:
		r.suite.Checks[verb](r, rest)
	default:
		r.check(verb, rest)
	}
}

// check does what a line says that every game has.
func (r *Run) check(verb string, rest []string) {
	r.t.Helper()
	said := verb + " " + strings.Join(rest, " ")
	switch verb {
	case "refuse":
		r.refused(rest[0], rest[1], rest[2:])
	case "refuse-begin":
		_, err := r.suite.Game.Begin(0, assignments(r.t, rest[1:]))
		r.illegal(err, rest[0])
	case "event", "noevent":
		if r.happened(rest[0], rest[1:]) != (verb == "event") {
			r.Fail("%s", said)
		}
	case "unit":
		r.unitLine(append([]string{verb}, rest...))
	case "text", "notext":
		if r.hasLine(rest) != (verb == "text") {
			r.Fail("%s", said)
		}
	case "options", "offers", "offersnot":
		r.options(verb, rest)
	case "warns":
		r.warns(rest)
	case "prompt", "noprompt":
		if r.isOpen(rest[0], rest[1]) != (verb == "prompt") {
			r.Fail("%s", said)
		}
	case "over":
		if len(r.pos.Prompts()) > 0 {
			r.Fail("prompts are open")
		}
	case "refuse-ask":
		_, err := r.pos.Ask(engine.Spectator, r.query(rest[1:]))
		r.illegal(err, rest[0])
	default:
		r.orders(verb, rest)
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

// prompt is the one open prompt of a seat, or that of a kind, "seat:kind".
func (r *Run) prompt(word string) engine.Prompt {
	r.t.Helper()
	seat, kind, _ := strings.Cut(word, ":")
	found := lists.Filter(r.pos.Prompts(), func(p engine.Prompt) bool {
		return p.Seat == engine.Seat(seat) && (kind == "" || p.Kind == kind)
	})
	if len(found) != 1 {
		r.Fail("%d prompts are open to %s", len(found), word)
	}
	return found[0]
}

func (r *Run) isOpen(seat, kind string) bool {
	return slices.ContainsFunc(r.pos.Prompts(), func(p engine.Prompt) bool {
		return string(p.Seat) == seat && p.Kind == kind
	})
}

func (r *Run) submit(p engine.Prompt, path []string) error {
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
func (r *Run) follow() {
	r.t.Helper()
	for r.followOne() {
	}
}

func (r *Run) followOne() bool {
	r.t.Helper()
	for _, p := range r.pos.Prompts() {
		path, ok := r.face(p)
		if !ok && p.Seat != engine.Chance && !r.c.byHand {
			var err error
			if path, ok, err = match.Single(r.pos, p); err != nil {
				r.Fail("single answer to %s: %s", p.ID, explain(err))
			}
		}
		if !ok && p.Seat != engine.Chance {
			path, ok = r.follows(p)
		}
		if !ok {
			continue
		}
		if err := r.submit(p, path); err != nil {
			r.Fail("%s %v: %s", p.ID, path, explain(err))
		}
		return true
	}
	return false
}

// face takes the next face for a prompt of chance.
func (r *Run) face(p engine.Prompt) ([]string, bool) {
	if p.Seat != engine.Chance {
		return nil, false
	}
	word := r.suite.Draws[p.Kind]
	if word == "" {
		word = "dice"
	}
	left := r.faces[word]
	if len(left) == 0 {
		return nil, false
	}
	r.faces[word] = left[1:]
	return left[:1], true
}

func (r *Run) refused(rule, seat string, path []string) {
	r.t.Helper()
	before := r.pos.String()
	p := r.prompt(seat)
	_, err := r.pos.Submit(r.n+1, p.Seat, p.ID, path)
	r.illegal(err, rule)
	if after := r.pos.String(); after != before {
		r.Fail("the refused answer changed the position; it was\n%s", before)
	}
}

// illegal checks a refusal: its rule and, where given, the key of its reason.
func (r *Run) illegal(err error, want string) {
	r.t.Helper()
	rule, why, reasoned := strings.Cut(want, ":")
	var ill *engine.Illegal
	switch {
	case err == nil:
		r.Fail("not refused")
	case !errors.As(err, &ill):
		r.Fail("not refused by a rule: %v", err)
	case ill.Rule != rule || reasoned && ill.Why.Key != "illegal."+why:
		r.Fail("%s", explain(err))
	}
}

// happened reports whether an event of a kind has the given fields.
func (r *Run) happened(kind string, fields []string) bool {
	r.t.Helper()
	if !slices.Contains(r.suite.Events, kind) {
		r.Fail("there is no event %q", kind)
	}
	return slices.ContainsFunc(r.events, func(e engine.Event) bool { return e.Kind() == kind && r.hasFields(e, fields) })
}

func (r *Run) unitLine(want []string) {
	r.t.Helper()
	for _, line := range strings.Split(r.pos.String(), "\n") {
		have := strings.Fields(line)
		if len(have) < 2 || have[0] != "unit" || have[1] != want[1] {
			continue
		}
		if !sameWords(have[2:], want[2:]) {
			r.Fail("%q, want %q", line, strings.Join(want, " "))
		}
		return
	}
	r.Fail("no line for %s", strings.Join(want, " "))
}

// hasLine reports whether a line begins with the first word and has the others
// in their order.
func (r *Run) hasLine(want []string) bool {
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

// warns checks what taking a path warns of, all of it: each as KEY and its arguments.
func (r *Run) warns(words []string) {
	r.t.Helper()
	colon := slices.Index(words, ":")
	if colon < 1 {
		r.Fail("warns SEAT PATH… : [KEY ARGUMENT…]…")
	}
	p := r.prompt(words[0])
	list, err := engine.Warnings(r.pos, p.ID, words[1:colon])
	if err != nil {
		r.Fail("%s", explain(err))
	}
	have := []string{}
	for _, m := range list {
		have = append(append(have, strings.TrimPrefix(m.Key, "warn.")), lists.Map(m.Args, argText)...)
	}
	if !slices.Equal(have, words[colon+1:]) {
		r.Fail("it warns of %v", have)
	}
}

func (r *Run) options(verb string, words []string) {
	r.t.Helper()
	colon := slices.Index(words, ":")
	if colon < 1 {
		r.Fail("%s SEAT [PATH…] : OPTION…", verb)
	}
	p := r.prompt(words[0])
	node, err := r.pos.Options(p.ID, words[1:colon])
	if err != nil {
		r.Fail("%s", explain(err))
	}
	have, want := answer.IDs(node.Options), words[colon+1:]
	right := sameWords(have, want)
	if verb != "options" {
		right = !slices.ContainsFunc(want, func(id string) bool { return slices.Contains(have, id) != (verb == "offers") })
	}
	if !right {
		r.Fail("options are %v", have)
	}
}

// sameWords reports whether two lists have the same words, in any order.
func sameWords(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
