package orderdeck_test

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine/enginetest/thorough"
	"referee/engine/orderdeck"
)

// world answers every fact at random, the same fact always in the same way. often is how many of a hundred are true.
type world struct {
	seed  uint64
	often int
}

func (w world) number(f orderdeck.Fact, what string, n int) int {
	h := fnv.New64a()
	fmt.Fprint(h, w.seed, f.Kind, " ", f.Of, " ", f.With, " ", what)
	return rand.New(rand.NewPCG(h.Sum64(), 1)).IntN(n)
}

// pools are what lists are drawn from.
var pools = map[orderdeck.Kind]string{
	orderdeck.Stack: "2,7,9", orderdeck.Targets: "1715,1716,1818", orderdeck.Around: "1,3,4,7,8,21", orderdeck.Toward: "1620,1621",
	orderdeck.Approach: "1714,1815,1816,1817", orderdeck.Vacant: "1501,1502", orderdeck.Nearest: "31,32,33", orderdeck.Closest: "3,5",
	orderdeck.Members: "1,2,3,4,5,6", orderdeck.Within: "1,2,3,4,5,6", orderdeck.Box: "11,12,13", orderdeck.Tomorrow: "14,15",
	orderdeck.Fellows: "1,2,3", orderdeck.Bridges: "n,se,s", orderdeck.Positions: "1801,1802,1803", orderdeck.Blocks: "1901,1902",
}

// Know implements orderdeck.Facts.
func (w world) Know(f orderdeck.Fact) (orderdeck.Value, bool) {
	switch f.Kind.Form() {
	case orderdeck.Number:
		return orderdeck.Value{Number: w.number(f, "", 9)}, true
	case orderdeck.List:
		if f.Kind == orderdeck.Stack && w.number(f, "alone", 3) > 0 {
			return orderdeck.Value{}, true
		}
		pool := pools[f.Kind]
		of := strings.Split(pool, ",")
		if pool == "" {
			of = strings.Split(f.With, ",")
		}
		var list []string
		for _, id := range of {
			if id != f.Of && w.number(f, id, 100) < 60 {
				list = append(list, id)
			}
		}
		if pool == "" && len(list) == 0 {
			list = of[:1] // one of several is the westernmost
		}
		return orderdeck.Value{List: list}, true
	default:
		return orderdeck.Value{Yes: w.number(f, "", 100) < w.often}, true
	}
}

// answer answers a question in the world.
func (w world) answer(t testing.TB, q orderdeck.Question) []orderdeck.Known {
	var list []string
	n := 0
	for _, f := range q.Facts {
		v, _ := w.Know(f)
		if list, n = append(list, v.List...), v.Number; v.Yes {
			list = append(list, f.Of)
		}
	}
	known, err := q.Answer(list, n)
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	return known
}

// part is one part of the procedure with what has happened in it.
type part struct {
	impulse orderdeck.Impulse
	entry   *orderdeck.Entry
	start   *orderdeck.Start
	supply  *orderdeck.SupplyPhase
}

func (p *part) next(d *orderdeck.Deck, facts orderdeck.Facts) orderdeck.Step {
	switch {
	case p.entry != nil:
		return d.Enter(*p.entry, facts)
	case p.start != nil:
		return d.Begin(*p.start, facts)
	case p.supply != nil:
		return d.Tidy(*p.supply, facts)
	}
	return d.Next(p.impulse, facts)
}

// did appends an act.
func (p *part) did(a orderdeck.Act) {
	switch {
	case p.entry != nil:
		p.entry.Done = append(p.entry.Done, a)
	case p.start != nil:
		p.start.Done = append(p.start.Done, a)
	case p.supply != nil:
		p.supply.Done = append(p.supply.Done, a)
	default:
		p.impulse.Done = append(p.impulse.Done, a)
	}
}

func (p *part) rolled(die int) {
	if p.entry != nil {
		p.entry.Rolls = append(p.entry.Rolls, die)
	} else {
		p.start.Rolls = append(p.start.Rolls, die)
	}
}

// clone copies a part by its JSON, as it is stored.
func (p *part) clone(t testing.TB) *part {
	var c part
	for _, pair := range [][2]any{{p.impulse, &c.impulse}, {p.entry, &c.entry}, {p.start, &c.start}, {p.supply, &c.supply}} {
		text, err := json.Marshal(pair[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, pair[1]); err != nil {
			t.Fatal(err)
		}
	}
	return &c
}

// table is a set of cards for tests: order cards of all levels, our action cards, and numbers from 13 of which nothing is known.
func deck() *orderdeck.Deck {
	activate, deploy := orderdeck.Order{Verb: orderdeck.Activate}, orderdeck.Order{Verb: orderdeck.Deploy}
	return &orderdeck.Deck{
		Actions: orderdeck.Own,
		Orders: []orderdeck.OrderCard{
			{ID: "VII", Level: orderdeck.LevelCorps, Formations: []string{"VII"}, Orders: []orderdeck.Order{activate}},
			{
				ID: "VIII", Level: orderdeck.LevelCorps, Formations: []string{"VIII"}, Orders: []orderdeck.Order{
					{Verb: orderdeck.Special, Days: []int{17}},
					deploy,
					{Verb: orderdeck.Expedite},
					{Verb: orderdeck.Replace},
					activate,
					{Verb: orderdeck.Event},
				},
			},
			{ID: "XXX", Level: orderdeck.LevelCorps, Formations: []string{"XXX"}, Waits: true, Orders: []orderdeck.Order{activate}},
			{ID: "2+84", Level: orderdeck.LevelDivision, Formations: []string{"2", "84"}, Orders: []orderdeck.Order{deploy, activate}},
			{
				ID: "3A", Level: orderdeck.LevelArmy, Formations: []string{"3A"}, City: "1719", Support: "tank-battalion",
				Orders: []orderdeck.Order{activate, {Verb: orderdeck.Event, Days: []int{19, 20}}},
			},
			{ID: "none", Level: orderdeck.LevelArmy, Orders: []orderdeck.Order{{Verb: orderdeck.NoOrder}}},
		},
	}
}

// begin is a random part of the procedure.
func begin(r *rand.Rand) *part {
	date := 16 + r.IntN(16)
	switch r.IntN(10) {
	case 0, 1:
		e := &orderdeck.Entry{Date: date, Unit: "41", Hex: "1800", Retreat: r.IntN(8) == 0}
		if r.IntN(2) == 0 {
			e.Checked = []string{"1802"}
		}
		return &part{entry: e}
	case 2:
		return &part{start: &orderdeck.Start{Unit: "41", Hex: "1900"}}
	case 3:
		return &part{supply: &orderdeck.SupplyPhase{Blocks: []string{"1901", "1902"}}}
	}
	return &part{impulse: orderdeck.Impulse{Date: date}}
}

// draws are the cards and dice of one run.
type draws struct{ *rand.Rand }

func (d draws) order() string {
	return []string{"VII", "VII", "VIII", "VIII", "XXX", "2+84", "3A", "none", "unknown"}[d.IntN(9)]
}

func (d draws) actions() []int {
	var drawn []int
	for len(drawn) < 3 {
		if n := 1 + d.IntN(18); !slices.Contains(drawn, n) {
			drawn = append(drawn, n)
		}
	}
	return drawn
}

// mostSteps is more than any part of the procedure needs.
const mostSteps = 300

// listener hears of every question before it is answered, of every act, and of the reason at the end.
type listener struct {
	asked func(orderdeck.Question)
	acted func(orderdeck.Act)
	ended func(orderdeck.Reason)
}

// play plays a part to its end and returns what was done, with paragraphs and words of the reasons.
func play(t testing.TB, d *orderdeck.Deck, p *part, table orderdeck.Table, w world, cards draws, l listener) string {
	var told strings.Builder
	for range mostSteps {
		switch s := p.next(d, table); {
		case s.Ask != nil:
			if l.asked != nil {
				l.asked(*s.Ask)
			}
			table.Learn(w.answer(t, *s.Ask)...)
		case s.Need == orderdeck.NeedOrder:
			p.impulse.Turned = append(p.impulse.Turned, cards.order())
		case s.Need == orderdeck.NeedActions:
			p.impulse.Drawn = cards.actions()
		case s.Need == orderdeck.NeedDie:
			p.rolled(1 + cards.IntN(10))
		case s.Act != nil:
			if l.acted != nil {
				l.acted(*s.Act)
			}
			tell(t, &told, s.Act.Reason, fmt.Sprint(s.Act.Verb, s.Act.Formation, s.Act.Units, s.Act.Group, s.Act.Hex, s.Act.Target, s.Act.Card, s.Act.Support))
			p.did(*s.Act)
			if p.entry == nil && p.start == nil && p.supply == nil {
				table.Forget(s.Act.Touched()...)
				w.seed += 1 << 40 // the map has changed
			}
		default:
			if s.Why != nil && l.ended != nil {
				l.ended(*s.Why)
			}
			if s.Why != nil {
				tell(t, &told, *s.Why, "over")
			}
			return told.String()
		}
	}
	t.Fatalf("no end:\n%.3000s", told.String())
	return ""
}

// tell writes an act with its reason, without the facts.
func tell(t testing.TB, told *strings.Builder, r orderdeck.Reason, what string) {
	if r.Rule == "" || r.Msg.Key == "" {
		t.Fatalf("%s has no reason", what)
	}
	msg, err := json.Marshal(r.Msg)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(told, what, r.Rule, r.Reading, string(msg))
}

// TestNoDeadEnd: every part of the procedure ends, whatever the facts are, and every act has its reason.
func TestNoDeadEnd(t *testing.T) {
	d, acts := deck(), map[string]int{}
	impulses := 0
	for seed := range uint64(thorough.Or(4_000, 170_000)) {
		r := rand.New(rand.NewPCG(seed, 40))
		p := begin(r)
		if p.impulse.Date != 0 {
			impulses++
		}
		told := play(t, d, p, orderdeck.Table{}, world{seed, []int{5, 30, 60}[r.IntN(3)]}, draws{r}, listener{})
		for line := range strings.Lines(told) {
			verb, _, _ := strings.Cut(line, "[")
			acts[strings.TrimRight(verb, "0123456789")]++
		}
	}
	t.Log(impulses, "impulses, and", acts)
}

// TestQuestionsDecide: for each kind of question and each place where it is asked there is a case in which two answers lead
// to different acts or reasons.
func TestQuestionsDecide(t *testing.T) {
	const most, each = 64, 2 // completions for a kind and place, and of them for one question
	d, decides, tries := deck(), map[string]bool{}, map[string]uint64{}
	kinds := map[orderdeck.Kind]bool{}
	for seed := range uint64(thorough.Or(5_000, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 41))
		p, table, w := begin(r), orderdeck.Table{}, world{seed, []int{5, 30, 60}[r.IntN(3)]}
		play(t, d, p, table, w, draws{r}, listener{asked: func(q orderdeck.Question) {
			place := string(q.Kind()) + " " + q.Place
			kinds[q.Kind()] = true
			for from, try := tries[place], tries[place]; !decides[place] && try < min(most, from+each); try++ {
				tries[place] = try + 1
				var ends [2]string
				for i := range ends {
					facts := orderdeck.Table{}
					for f, v := range table {
						facts[f] = v
					}
					facts.Learn(world{try*2 + uint64(i), []int{10, 90}[i]}.answer(t, q)...)
					ends[i] = play(t, d, p.clone(t), facts, world{try, 40}, draws{rand.New(rand.NewPCG(try, 42))}, listener{})
				}
				decides[place] = ends[0] != ends[1]
			}
		}})
	}
	for place, n := range tries {
		if !decides[place] {
			t.Errorf("%s: no answer to this question changes anything, %d tries", place, n)
		}
	}
	for _, k := range orderdeck.Kinds() {
		if !kinds[k] {
			t.Errorf("%s is never asked", k)
		}
	}
	t.Log(len(tries), "kinds and places")
}

// TestFewQuestions: a person answers at most 12 questions, in the median, for the activation of a corps with three of
// their own action cards.
func TestFewQuestions(t *testing.T) {
	const most = 12
	d := deck()
	for _, own := range []bool{false, true} {
		var counts []int
		for seed := range uint64(thorough.Or(1_000, 20_000)) {
			r := rand.New(rand.NewPCG(seed, 43))
			p := &part{impulse: orderdeck.Impulse{Date: 16 + r.IntN(16), Turned: []string{"VII"}}}
			for p.impulse.Drawn == nil {
				if drawn := (draws{r}).actions(); own == (slices.Max(drawn) <= 12) && (own || slices.Min(drawn) > 12) {
					p.impulse.Drawn = drawn
				}
			}
			p.impulse.Done = nil
			n := 0
			told := play(t, d, p, orderdeck.Table{}, world{seed, []int{5, 30, 60}[r.IntN(3)]}, draws{r}, listener{asked: func(orderdeck.Question) { n++ }})
			if strings.Contains(told, "activate") {
				counts = append(counts, n)
			}
		}
		slices.Sort(counts)
		at := func(percent int) string { return strconv.Itoa(counts[(len(counts)-1)*percent/100]) }
		t.Logf("our own action cards %t: median %s questions, nine in ten at most %s, most %s", own, at(50), at(90), at(100))
		if !own && counts[len(counts)/2] > most {
			t.Errorf("median of %d questions, more than %d", counts[len(counts)/2], most)
		}
	}
}
