package orderdeck_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine/kit/lists"
	"referee/engine/orderdeck"
)

// Cases are the worked cases of our digest, testdata/cases/<number>-<what>.txt. Their lines:
//
//	# what the case shows
//	order VII corps VII : deploy activate event@16,17   an order card; also city=1719 support=tanks waits
//	action 4 C attack target=vp odds=2:1                an action card; also when=danger,!vp line avoid
//	own                        our own action cards
//	impulse 17                 a part begins: nothing has happened, and nothing is known
//	enter 17 41 1715 retreat checked=1801,1802
//	begin 41 1715
//	supply 1715 1716
//	known members VII - 3,7    a fact
//	none                       whatever is not known does not hold
//	turn VII                   an order card that was asked for; also draw 7 19 31, and die 4
//	asks danger 5.1b           the next step is a question of this kind at this place
//	act deploy units=4 rule=3.2 reading=3 why=deploy   the next step is this act, which is then done; also hex, target,
//	                           group, support, card, formation, and passed=not-deploy for orders that do not apply
//	over why=nothing           the part is over; also rule, reading, passed
type script struct {
	t     *testing.T
	deck  orderdeck.Deck
	part  *part
	table orderdeck.Table
	none  bool
	line  string
}

// Know implements orderdeck.Facts.
func (s *script) Know(f orderdeck.Fact) (orderdeck.Value, bool) {
	v, ok := s.table[f]
	return v, ok || s.none
}

func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string]bool{}
	for _, file := range files {
		number, _, _ := strings.Cut(filepath.Base(file), "-")
		numbers[number] = true
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := &script{t: t}
			for n, line := range strings.Split(string(text), "\n") {
				if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
					s.line = fmt.Sprintf("line %d: %s", n+1, line)
					s.obey(words[0], words[1:])
				}
			}
		})
	}
	for n := range 30 {
		if number := fmt.Sprintf("%02d", n+1); !numbers[number] {
			t.Errorf("case %s is missing", number)
		}
	}
}

func (s *script) fail(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("%s\n%s", s.line, fmt.Sprintf(format, args...))
}

func (s *script) number(word string) int {
	s.t.Helper()
	n, err := strconv.Atoi(word)
	if err != nil {
		s.fail("%v", err)
	}
	return n
}

// named returns the words NAME=VALUE, and the others.
func named(words []string) (map[string]string, []string) {
	by, rest := map[string]string{}, []string(nil)
	for _, w := range words {
		if name, value, ok := strings.Cut(w, "="); ok {
			by[name] = value
		} else {
			rest = append(rest, w)
		}
	}
	return by, rest
}

func list(word string) []string {
	return strings.FieldsFunc(word, func(r rune) bool { return r == ',' })
}

func (s *script) obey(verb string, words []string) {
	s.t.Helper()
	by, rest := named(words)
	switch verb {
	case "order":
		s.order(by, rest)
	case "action":
		s.action(by, rest)
	case "own":
		s.deck.Actions = orderdeck.Own
	case "impulse":
		s.part, s.table, s.none = &part{impulse: orderdeck.Impulse{Date: s.number(rest[0])}}, orderdeck.Table{}, false
	case "enter":
		e := &orderdeck.Entry{Date: s.number(rest[0]), Unit: rest[1], Hex: rest[2], Retreat: slices.Contains(rest, "retreat")}
		e.Checked = list(by["checked"])
		s.part, s.table, s.none = &part{entry: e}, orderdeck.Table{}, false
	case "begin":
		s.part, s.table, s.none = &part{start: &orderdeck.Start{Unit: rest[0], Hex: rest[1]}}, orderdeck.Table{}, false
	case "supply":
		s.part, s.table, s.none = &part{supply: &orderdeck.SupplyPhase{Blocks: rest}}, orderdeck.Table{}, false
	case "known":
		k, err := orderdeck.ParseKnown(strings.Join(words, " "))
		if err != nil {
			s.fail("%v", err)
		}
		s.table.Learn(k)
	case "none":
		s.none = true
	default:
		s.step(verb, by, rest)
	}
}

func (s *script) order(by map[string]string, rest []string) {
	c := orderdeck.OrderCard{
		ID: rest[0], Level: orderdeck.Level(rest[1]), Formations: list(rest[2]), City: by["city"], Support: by["support"],
		Waits: slices.Contains(rest, "waits"),
	}
	for _, w := range rest[slices.Index(rest, ":")+1:] {
		verb, days, _ := strings.Cut(w, "@")
		c.Orders = append(c.Orders, orderdeck.Order{Verb: orderdeck.Verb(verb), Days: lists.Map(list(days), s.number)})
	}
	s.deck.Orders = append(s.deck.Orders, c)
}

func (s *script) action(by map[string]string, rest []string) {
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
	s.deck.Actions = append(s.deck.Actions, c)
}

// step looks at the next step.
func (s *script) step(verb string, by map[string]string, rest []string) {
	s.t.Helper()
	next := s.part.next(&s.deck, s)
	switch {
	case verb == "asks" && next.Ask != nil && string(next.Ask.Kind()) == rest[0] && (len(rest) < 2 || next.Ask.Place == rest[1]):
	case verb == "turn" && next.Need == orderdeck.NeedOrder:
		s.part.impulse.Turned = append(s.part.impulse.Turned, rest[0])
	case verb == "draw" && next.Need == orderdeck.NeedActions:
		s.part.impulse.Drawn = lists.Map(rest, s.number)
	case verb == "die" && next.Need == orderdeck.NeedDie:
		s.part.rolled(s.number(rest[0]))
	case verb == "over" && next.Ask == nil && next.Need == "" && next.Act == nil:
		if next.Why == nil {
			next.Why = &orderdeck.Reason{}
		}
		s.same(by, orderdeck.Act{Reason: *next.Why})
	case verb == "act" && next.Act != nil && string(next.Act.Verb) == rest[0]:
		s.same(by, *next.Act)
		s.part.did(*next.Act)
	case next.Act != nil:
		s.fail("the next step is %s of %v, hex %q, target %q: %s", next.Act.Verb, next.Act.Units, next.Act.Hex, next.Act.Target, next.Act.Reason.Msg.Key)
	default:
		s.fail("the next step is %+v, question %+v", next, next.Ask)
	}
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
