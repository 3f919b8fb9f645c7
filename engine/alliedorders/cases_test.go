package alliedorders

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
	"referee/engine/orderdeck"
)

// script is one file of the worked cases of package orderdeck, whose lines cases_test.go explains there. Here everything that
// they know is an answer of the player, and every act comes out of the record of a match.
type script struct {
	t     *testing.T
	g     *Rules
	game  engine.Game
	pos   engine.Position
	table orderdeck.Table
	none  bool
	seen  int // orders of the log
	why   *orderdeck.Reason
	line  string
	rest  []string // lines behind it
}

// TestCases: the worked cases come out the same through the questions of the aid.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../orderdeck/testdata/cases/*.txt")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	for _, file := range files[:30] { // the others are about decks of our own
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := &script{t: t}
			text = bytes.ReplaceAll(text, []byte("1801"), []byte("1816")) // the aid knows that 1801 is not next to 1715
			s.open(string(text))
			lines := strings.Split(string(text), "\n")
			for n, line := range lines {
				s.rest = lines[n+1:]
				if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
					s.line = fmt.Sprintf("line %d: %s", n+1, line)
					s.obey(words[0], words[1:])
				}
			}
		})
	}
}

// TestCompared: of several that are compared one must be found: none is not the usual answer.
func TestCompared(t *testing.T) {
	q := orderdeck.Question{Facts: []orderdeck.Fact{{Kind: orderdeck.Fewest, Of: "5/84inf", With: "1715,1716"}}}
	if _, err := q.Answer(nil, 0); err == nil || !slices.Equal(usual(q), []string{"+1715", "go"}) {
		t.Errorf("usually %v; none: %v", usual(q), err)
	}
}

func (s *script) fail(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("%s\n%s\n%s", s.line, fmt.Sprintf(format, args...), s.pos)
}

func (s *script) must(err error) {
	s.t.Helper()
	if err != nil {
		s.fail("%v", err)
	}
}

func (s *script) number(word string) int {
	s.t.Helper()
	n, err := strconv.Atoi(word)
	s.must(err)
	return n
}

func list(word string) []string {
	return strings.FieldsFunc(word, func(r rune) bool { return r == ',' })
}

// open makes the box of a script: its cards, the units that it names, and the hexes.
func (s *script) open(text string) {
	d := &Data{Hexes: map[string]Hex{}, Calendar: map[int][]string{}}
	units := map[string]*Unit{}
	var drawn []int
	for _, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "order":
			d.Orders = append(d.Orders, s.order(words[1:]))
		case words[0] == "action":
			d.Actions = append(d.Actions, s.action(words[1:]))
		case words[0] == "own":
			d.Actions = orderdeck.Own
		case words[0] == "draw":
			drawn = append(drawn, lists.Map(words[1:], s.number)...)
		case words[0] == "known":
			k, err := orderdeck.ParseKnown(strings.Join(words[1:], " "))
			if err != nil {
				s.t.Fatal(err)
			}
			for _, id := range k.List {
				if !slices.Contains(unitKinds, k.Kind) {
					d.HexIDs = append(d.HexIDs, id)
					continue
				}
				u := units[id]
				if u == nil {
					u = &Unit{ID: id}
					units[id] = u
				}
				if slices.Contains([]orderdeck.Kind{orderdeck.Members, orderdeck.Box, orderdeck.Tomorrow}, k.Kind) && k.Of != "" && u.Corps != k.Of {
					u.Division, u.Corps = u.Corps, k.Of
				}
			}
		}
	}
	for _, n := range append(drawn, 97, 98, 99) {
		if !slices.ContainsFunc(d.Actions, func(c orderdeck.ActionCard) bool { return c.Number == n }) {
			d.Actions = append(d.Actions, orderdeck.ActionCard{Number: n})
		}
	}
	slices.Sort(d.HexIDs)
	d.HexIDs = slices.Compact(d.HexIDs)
	for _, u := range units {
		d.Units = append(d.Units, *u)
	}
	slices.SortFunc(d.Units, func(a, b Unit) int { return orderdeck.Compare(a.ID, b.ID) })
	s.g = &Rules{d: d}
	s.g.info = s.g.describe()
	s.game = engine.SealStrict[*State](s.g)
}

func (s *script) order(words []string) Card {
	by, rest := named2(words)
	c := orderdeck.OrderCard{ID: rest[0], Level: orderdeck.Level(rest[1]), Formations: list(rest[2]), City: by["city"], Support: by["support"], Waits: slices.Contains(rest, "waits")}
	for _, w := range rest[slices.Index(rest, ":")+1:] {
		verb, days, _ := strings.Cut(w, "@")
		c.Orders = append(c.Orders, orderdeck.Order{Verb: orderdeck.Verb(verb), Days: lists.Map(list(days), s.number)})
	}
	return Card{OrderCard: c, From: firstDay}
}

func (s *script) action(words []string) orderdeck.ActionCard {
	by, rest := named2(words)
	sign := func(w string) orderdeck.Sign { return orderdeck.Sign(w) }
	c := orderdeck.ActionCard{
		Number: s.number(rest[0]), Scope: orderdeck.Scope(rest[1]), When: lists.Map(list(by["when"]), sign),
		Target: lists.Map(list(by["target"]), sign), Line: slices.Contains(rest, "line"), Avoid: slices.Contains(rest, "avoid"),
	}
	if len(rest) > 2 {
		c.Verb = orderdeck.Verb(rest[2])
	}
	if a, g, ok := strings.Cut(by["odds"], ":"); ok {
		c.Odds = [2]int{s.number(a), s.number(g)}
	}
	return c
}

// named2 returns the words NAME=VALUE, and the others.
func named2(words []string) (by map[string]string, rest []string) {
	by = map[string]string{}
	for _, w := range words {
		if name, value, ok := strings.Cut(w, "="); ok {
			by[name] = value
		} else {
			rest = append(rest, w)
		}
	}
	return by, rest
}

func (s *script) obey(verb string, words []string) {
	s.t.Helper()
	by, rest := named2(words)
	switch verb {
	case "order", "action", "own":
	case "impulse":
		day := s.number(rest[0])
		s.begin(day, Part{Impulse: &orderdeck.Impulse{Date: day}}, nil)
	case "enter":
		day := s.number(rest[0])
		e := &orderdeck.Entry{Date: day, Unit: rest[1], Hex: rest[2], Retreat: slices.Contains(rest, "retreat"), Checked: list(by["checked"])}
		s.begin(day, Part{Entry: e}, s.roadblocks())
	case "begin":
		s.begin(firstDay, Part{Start: &orderdeck.Start{Unit: rest[0], Hex: rest[1]}}, s.roadblocks())
	case "supply":
		s.begin(firstDay, Part{Supply: &orderdeck.SupplyPhase{Blocks: rest}}, rest)
	case "known":
		k, err := orderdeck.ParseKnown(strings.Join(words, " "))
		s.must(err)
		s.table.Learn(k)
	case "none":
		s.none = true
	case "asks":
		s.advance()
		if q := s.g.step(s.state()).Ask; q == nil || string(q.Kind()) != rest[0] || len(rest) > 1 && q.Place != rest[1] {
			s.fail("the question is %+v", q)
		}
	case "turn":
		s.submit(kindCard, staged(s.g.orderIDs(), rest[0], tens)...)
	case "draw":
		s.submit(kindActions, s.draws(rest)...)
	case "die":
		s.submit(chanceDie, rest[0])
	case "act":
		s.act(rest[0], by)
	case "over":
		s.advance()
		if next := s.g.step(s.state()); next.Ask != nil || next.Need != "" || next.Act != nil {
			s.fail("it is not over")
		}
		if s.why != nil || len(by) > 0 {
			s.same(by, orderdeck.Act{Reason: *s.why})
		}
	default:
		s.fail("an unknown line")
	}
}

// roadblocks are those that the lines up to the next part of the procedure know.
func (s *script) roadblocks() (hexes []string) {
	for _, line := range s.rest {
		switch words := strings.Fields(line); {
		case len(words) == 5 && words[1] == "blocks":
			hexes = append(hexes, list(words[4])...)
		case len(words) > 0 && slices.Contains([]string{"impulse", "enter", "begin", "supply"}, words[0]):
			return without(hexes, "-")
		}
	}
	return without(hexes, "-")
}

// draws is the path to three action cards.
func (s *script) draws(numbers []string) (path []string) {
	st := s.state()
	for _, n := range numbers {
		path = append(path, staged(s.g.actionIDs(st), n, tens)...)
		st.pulled = append(st.pulled, s.number(n))
	}
	return path
}

// begin begins a part of the procedure, with nothing known.
func (s *script) begin(day int, p Part, blocks []string) {
	s.t.Helper()
	st := s.g.New()
	st.day, st.phase, st.dice, st.part = day, phaseGerman, true, &p
	if p.Impulse != nil {
		st.phase = phaseAllied
	}
	st.blocks = slices.SortedFunc(slices.Values(blocks), orderdeck.Compare)
	pos, err := s.game.Parse(1, s.g.Print(st))
	s.must(err)
	s.pos, s.table, s.none, s.seen, s.why = pos, orderdeck.Table{}, false, 0, nil
}

func (s *script) state() *State {
	st, err := s.g.Parse(s.pos.String())
	s.must(err)
	return st
}

// submit answers the open question, which must be of a kind.
func (s *script) submit(kind string, path ...string) {
	s.t.Helper()
	if kind == kindCard || kind == kindActions || kind == chanceDie {
		s.advance()
	}
	p := s.pos.Prompts()
	if len(p) != 1 || p[0].Kind != kind {
		s.fail("open are %+v, want %s", p, kind)
	}
	out, err := s.pos.Submit(2, p[0].Seat, p[0].ID, path)
	if err != nil {
		s.fail("%s %q: %v", kind, path, err)
	}
	s.pos = out.Position
	for _, e := range out.Events {
		if e.Kind() == "finished" {
			s.why = events.Fact(e).(Finished).Why
		}
	}
}

// advance answers questions until one comes that the script has no answer to, or something else is due.
func (s *script) advance() {
	s.t.Helper()
	for range 500 {
		st := s.state()
		q := s.g.step(st).Ask
		if q == nil || len(st.log) > s.seen {
			return
		}
		path, ok := s.path(st, *q)
		if !ok {
			return
		}
		s.submit(kindAsk, path...)
	}
	s.fail("there is no end of questions")
}

// path is the answer to a question from what the script knows.
func (s *script) path(st *State, q orderdeck.Question) (path []string, ok bool) {
	var picked []string
	n := 0
	for _, f := range q.Facts {
		v, known := s.table[f]
		if !known && !s.none {
			return nil, false
		}
		if n = v.Number; v.Yes {
			picked = append(picked, f.Of)
		}
		picked = append(picked, v.List...)
	}
	switch form := q.Kind().Form(); {
	case form == orderdeck.Number:
		return staged(numbers(q), strconv.Itoa(n), tens), true
	case form == orderdeck.Pick && len(q.Facts) == 1:
		return []string{map[bool]string{true: "yes", false: "no"}[len(picked) > 0]}, true
	case len(picked) == 0:
		return []string{"none"}, true
	}
	ids, group := s.g.candidates(st, q)
	for i, id := range picked {
		left := lists.Filter(ids, func(id string) bool { return !slices.Contains(picked[:i], id) })
		path = append(path, staged(left, id, group)...)
		path[len(path)-1] = "+" + path[len(path)-1]
	}
	return append(path, "go"), true
}

// act compares the next order that is carried out.
func (s *script) act(verb string, by map[string]string) {
	s.t.Helper()
	for range 3 {
		s.advance()
		st := s.state()
		if len(st.log) > s.seen {
			a := st.log[s.seen].Act
			s.seen++
			if string(a.Verb) != verb {
				s.fail("the order is %s of %v: %s", a.Verb, a.Units, a.Reason.Msg.Key)
			}
			s.same(by, a)
			return
		}
		if s.g.step(st).Act == nil {
			break
		}
		s.submit(kindDo, "done")
	}
	s.fail("nothing is carried out; the next step is %+v", s.g.step(s.state()))
}

// same compares an act with what the line says.
func (s *script) same(by map[string]string, a orderdeck.Act) {
	s.t.Helper()
	join := func(list []string) string { return strings.Join(list, ",") }
	why := func(r orderdeck.Reason) string { return strings.TrimPrefix(r.Msg.Key, "orderdeck.why.") }
	have := map[string]string{
		"units": join(a.Units), "group": join(a.Group), "hex": a.Hex, "target": a.Target, "support": a.Support,
		"card": strconv.Itoa(a.Card), "formation": a.Formation, "rule": a.Reason.Rule, "reading": strconv.Itoa(a.Reason.Reading),
		"why": why(a.Reason), "passed": join(lists.Map(a.Reason.Passed, why)),
	}
	for name, want := range by {
		if got, ok := have[name]; got != want || !ok {
			s.fail("%s is %q", name, got)
		}
	}
}
