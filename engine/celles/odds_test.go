package celles

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/hex"
)

// askPlan asks for the odds of attacks, each "unit intensity with…".
func askPlan(pos engine.Position, choose engine.Choose, plan ...string) (engine.Answer, error) {
	first := strings.Fields(plan[0])
	q := engine.Query{Name: "odds", Choose: choose, Args: map[string][]string{
		"unit": first[:1], "intensity": first[1:2], "with": first[2:],
		"then": strings.Fields(strings.Join(plan[1:], " then ")),
	}}
	return pos.Ask(engine.Spectator, q)
}

func oddsOf(t testing.TB, pos engine.Position, plan ...string) OddsData {
	t.Helper()
	a, err := askPlan(pos, nil, plan...)
	if err != nil {
		t.Fatalf("%v: %v\n%s", plan, err, pos)
	}
	return a.Data.(OddsData)
}

// stages are the chances of each attack of a plan.
func (d OddsData) stages() []*Chances {
	out := []*Chances{d.Chances}
	for _, then := range d.Then {
		out = append(out, then.Chances)
	}
	return out
}

func parse(t testing.TB, text string) engine.Position {
	t.Helper()
	pos, err := openGame(t).Parse(0, text)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// spelt is what attack i of ends came to, as spell says it of Chances.
func spelt(ends []end, i int) string {
	parts := map[string]int{}
	add := func(on bool, key string, part int) {
		if on {
			parts[key] += part
		}
	}
	for _, e := range ends {
		o := e.went[i]
		if o.rolled == "" {
			continue
		}
		add(true, "made", e.part)
		add(true, "result "+o.rolled, e.part)
		for j, who := range []string{"attacker", "defender"} {
			add(true, fmt.Sprint(who, " steps ", o.steps[j]), e.part)
			add(o.killed[j], who+" destroyed", e.part)
			add(o.blocked[j], who+" blocked", e.part)
		}
		add(o.attackerRetreats, "attacker retreat", e.part)
		add(o.defenderRetreats, "defender retreat", e.part)
		add(o.taken != "", "taken", e.part)
		for _, h := range strings.Fields(o.taken) {
			add(true, "hex "+h, e.part)
		}
	}
	return inOrder(parts)
}

func spell(c *Chances) string {
	parts := map[string]int{"made": c.Made, "taken": c.Taken}
	for _, r := range c.Results {
		parts["result "+r.Attacker+"/"+r.Defender] = r.Part
	}
	for _, h := range c.Hexes {
		parts["hex "+h.Hex] = h.Part
	}
	for who, of := range map[string]*SideChances{"defender": &c.Defender, "attacker": &c.Attacker} {
		for n, part := range of.Steps {
			parts[fmt.Sprint(who, " steps ", n)] = part
		}
		parts[who+" retreat"], parts[who+" destroyed"], parts[who+" blocked"] = of.Retreat, of.Destroyed, of.Blocked
	}
	return inOrder(parts)
}

// inOrder leaves out what has no chance.
func inOrder(parts map[string]int) string {
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(parts)) {
		if parts[key] != 0 {
			lines = append(lines, fmt.Sprint(key, "=", parts[key]))
		}
	}
	return strings.Join(lines, "\n")
}

// attackers lists the attacks that units could make at once, as askPlan takes
// them, with as many of the others as r has them join.
func attackers(t testing.TB, pos engine.Position, r *rand.Rand) []string {
	t.Helper()
	if len(pos.Prompts()) == 0 || pos.Prompts()[0].Kind != kindMove {
		return nil
	}
	p := pos.Prompts()[0]
	root, err := pos.Options(p.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, u := range root.Options {
		if u.Kind != "unit" || !accepted(pos, p, []string{u.ID}, "attack") {
			continue
		}
		for _, intensity := range intensityIDs {
			path := []string{u.ID, "attack", intensity}
			if _, err := pos.Options(p.ID, path); err != nil {
				continue
			}
			for {
				node, err := pos.Options(p.ID, path)
				if err != nil {
					t.Fatal(err)
				}
				last := len(node.Options) - 1
				if id := node.Options[r.IntN(last+1)].ID; id == "go" || node.Done {
					break
				} else {
					path = append(path, id)
				}
			}
			words := append([]string{u.ID, intensity}, path[3:]...)
			out = append(out, strings.ReplaceAll(strings.Join(words, " "), "+", ""))
		}
	}
	return out
}

// TestOddsAgreeWithPlay compares single attacks and plans of two, in crowded
// positions, with playing every face of every die.
func TestOddsAgreeWithPlay(t *testing.T) {
	t.Parallel()
	crowded, limit := thorough.Or(4, 20), thorough.Or(4, 20)
	if *long {
		crowded, limit = 400, 600
	}
	plans, w := 0, newTwin(t)
	for seed, text := range crowds(t, crowded) {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		pos := parse(t, text)
		all := attackers(t, pos, r)
		for i, first := range all {
			plan := []string{first}
			if i%3 == 0 {
				plan = append(plan, all[r.IntN(len(all))])
			}
			if plans++; plans > limit {
				return
			}
			data := oddsOf(t, pos, plan...)
			ends := []end{{pos: pos, part: 1}}
			for j, attack := range plan {
				words := strings.Fields(attack)
				ends = w.attack(ends, pos.Prompts()[0].Seat, words[0], words[1], words[2:])
				if got, want := spell(data.stages()[j]), spelt(ends, j); got != want {
					t.Fatalf("crowd %d, %v, attack %d:\n%s\nplayed out:\n%s\n%s", seed, plan, j+1, got, want, text)
				}
			}
			checkTotals(t, data, ends)
		}
	}
	if plans < limit/2 {
		t.Fatalf("only %d plans were compared", plans)
	}
}

func checkTotals(t *testing.T, data OddsData, ends []end) {
	t.Helper()
	if data.Total == nil {
		return
	}
	got, want := map[string]int{}, map[string]int{}
	for n, part := range data.Total.Attacker {
		got[fmt.Sprint("attacker ", n)] = part
	}
	for n, part := range data.Total.Defender {
		got[fmt.Sprint("defender ", n)] = part
	}
	for _, e := range ends {
		var lost [2]int
		for _, o := range e.went {
			lost[0], lost[1] = lost[0]+o.steps[0], lost[1]+o.steps[1]
		}
		want[fmt.Sprint("attacker ", lost[0])] += e.part
		want[fmt.Sprint("defender ", lost[1])] += e.part
	}
	if inOrder(got) != inOrder(want) {
		t.Fatalf("in all\n%s\nplayed out\n%s", inOrder(got), inOrder(want))
	}
}

const rochefort = `celles 1
turn 1 phase action side german step move
active formation lehr units lehr-a lehr-recon
unit lehr-a 2114
unit lehr-recon 2213 used
unit 2pz-recon 2112
unit 84-1 2113
`

// TestOddsMatchRolls plays one attack many times with seeded dice: 20 000
// times with -long.
func TestOddsMatchRolls(t *testing.T) {
	plays := 3000
	if *long {
		plays = 20_000
	}
	pos := parse(t, rochefort)
	data := oddsOf(t, pos, "lehr-a medium lehr-recon")
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 0))
	p := pos.Prompts()[0]
	out, err := pos.Submit(1, p.Seat, p.ID, strings.Fields("lehr-a attack medium +lehr-recon go"))
	if err != nil {
		t.Fatal(err)
	}
	called := out.Position
	var lost, taken int
	steps := map[int]int{}
	w := newTwin(t)
	for range plays {
		e := end{pos: called, part: 1, went: []outcome{{}}}
		e = w.submit(e, called.Prompts()[0], []string{fmt.Sprint(r.IntN(10))}, "german")
		o := w.fight(e, "german")[0].went[0]
		steps[o.steps[1]]++
		lost += o.steps[1]
		if o.taken != "" {
			taken++
		}
	}
	near := func(what string, got, part int) {
		t.Helper()
		chance := float64(part) / float64(data.Chances.Of)
		want, band := chance*float64(plays), 4*math.Sqrt(float64(plays)*chance*(1-chance))
		if math.Abs(float64(got)-want) > band {
			t.Errorf("seed %d: %s: %d of %d plays, want %.0f±%.0f", seed, what, got, plays, want, band)
		}
	}
	near("taken", taken, data.Chances.Taken)
	for n, part := range data.Chances.Defender.Steps {
		near(fmt.Sprint("steps ", n), steps[n], part)
	}
	if lost == 0 {
		t.Error("no step was lost")
	}
}

func TestBlockedRetreatIsTold(t *testing.T) {
	pos := parse(t, `celles 1
turn 2 phase action side allied step move
active formation 2arm units 2arm-1
unit 2arm-1 1302
unit 84-1 1201
unit 84-2 1401
unit lehr-a 1301 used
`)
	c := oddsOf(t, pos, "2arm-1 medium").Chances
	retreats := 0
	for _, r := range c.Results {
		if strings.Contains(r.Defender, "R") {
			retreats += r.Part
		}
	}
	if retreats == 0 || c.Defender.Blocked != retreats || c.Defender.Retreat != retreats {
		t.Errorf("%d results of retreat, blocked %d: %+v", retreats, c.Defender.Blocked, c)
	}
	if c.Attacker.Blocked != 0 || c.Taken != retreats || len(c.Hexes) != 1 || c.Hexes[0] != (HexChance{"1301", retreats}) {
		t.Errorf("with two steps it is gone where it cannot retreat, and nowhere else: %+v", c)
	}
}

// TestOddsOfInactiveUnits: an attack is told as if its unit were the active one,
// whoever acts, and costs what it costs.
func TestOddsOfInactiveUnits(t *testing.T) {
	now := oddsOf(t, parse(t, rochefort), "lehr-a medium lehr-recon")
	for name, text := range map[string]string{
		"nobody is active":  strings.ReplaceAll(rochefort, "active formation lehr units lehr-a lehr-recon\n", ""),
		"the enemy acts":    strings.ReplaceAll(strings.ReplaceAll(rochefort, "side german", "side allied"), "active formation lehr units lehr-a lehr-recon", "active formation 84 units 84-1"),
		"initiative":        strings.ReplaceAll(strings.ReplaceAll(rochefort, "phase action side german step move", "phase initiative"), "active formation lehr units lehr-a lehr-recon\n", ""),
		"another has begun": strings.ReplaceAll(rochefort, "lehr-recon\nunit lehr-a 2114", "lehr-recon moving lehr-recon mp 5\nunit lehr-a 2114"),
	} {
		pos := parse(t, text)
		before := pos.String()
		if got := oddsOf(t, pos, "lehr-a medium lehr-recon"); spell(got.Chances) != spell(now.Chances) {
			t.Errorf("%s:\n%s\nwant\n%s", name, spell(got.Chances), spell(now.Chances))
		}
		if pos.String() != before {
			t.Errorf("%s: the position has changed", name)
		}
	}
	spent := parse(t, strings.ReplaceAll(rochefort, "lehr-recon\nunit lehr-a 2114", "lehr-recon moving lehr-a mp 5\nunit lehr-a 2114"))
	if got := oddsOf(t, spent, "lehr-a medium"); got.Chances != nil || len(got.Faces) != 10 {
		t.Errorf("5 MP do not pay for a medium attack: %+v", got)
	}
	if got := oddsOf(t, spent, "lehr-a light"); got.Chances == nil {
		t.Error("5 MP pay for a light attack")
	}
}

// TestSupposedStatesHold: what is supposed breaks no invariant, wherever a match
// stands.
func TestSupposedStatesHold(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	f := &foresight{rules: g}
	for seed, text := range crowds(t, 40) {
		s, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for u := range g.d.Units {
			if s.Units[u].Where != onMap {
				continue
			}
			next := f.suppose(s, []attack{{unit: unitIx(u)}})
			if err := g.Check(next); err != nil {
				t.Fatalf("crowd %d, %s: %v", seed, g.unitID(unitIx(u)), err)
			}
			if p := g.Prompts(next); len(p) != 1 || p[0].Kind != kindMove || p[0].Seat != g.side(unitIx(u)).Seat() {
				t.Fatalf("crowd %d, %s: %+v", seed, g.unitID(unitIx(u)), p)
			}
		}
	}
}

// TestChooseAnswers: who is asked answers instead of the preference.
func TestChooseAnswers(t *testing.T) {
	pos := parse(t, rochefort+"available german combat\n")
	plain := oddsOf(t, pos, "lehr-a medium")
	asked := map[string]int{}
	choose := func(at engine.Position, p engine.Prompt) ([]string, bool) {
		asked[p.Kind]++
		if _, err := at.Prompt(p.ID); err != nil {
			t.Fatal(err)
		}
		return []string{"combat"}, p.Kind == kindCombatChit
	}
	a, err := askPlan(pos, choose, "lehr-a medium", "lehr-a light")
	if err != nil {
		t.Fatal(err)
	}
	got := a.Data.(OddsData)
	if asked[kindCombatChit] != 1 || asked[kindAdvance] == 0 {
		t.Errorf("asked %v: the chit is gone after the first attack", asked)
	}
	shifted := map[string]string{}
	for _, f := range plain.Faces {
		shifted[fmt.Sprint(f.Die)] = f.Attacker + "/" + f.Defender
	}
	for _, r := range got.Chances.Results { // every face is read one row further
		if k := r.Attacker + "/" + r.Defender; k == shifted["0"] && k != shifted["1"] {
			t.Errorf("with the chit %s is still possible", k)
		}
	}
	if spell(got.Chances) == spell(plain.Chances) {
		t.Error("the chit changes nothing")
	}
	wrong := func(engine.Position, engine.Prompt) ([]string, bool) { return []string{"nonsense"}, true }
	var no *engine.Illegal
	if _, err := askPlan(pos, wrong, "lehr-a medium"); !errors.As(err, &no) {
		t.Errorf("an answer that is none: %v", err)
	}
}

// TestStandingOrdersChoose: the chances are those of a match in which the orders
// stand.
func TestStandingOrdersChoose(t *testing.T) {
	pos := parse(t, rochefort+"available allied combat\n")
	standing := func(text string) engine.Choose {
		st, err := openGame(t).Info().ParseStanding(text)
		if err != nil {
			t.Fatal(err)
		}
		return engine.ChooseByOrders("allied", []engine.Standing{{Clause: clauseLosses}, st})
	}
	chances := func(choose engine.Choose) string {
		a, err := askPlan(pos, choose, "lehr-a medium lehr-recon")
		if err != nil {
			t.Fatal(err)
		}
		return spell(a.Data.(OddsData).Chances)
	}
	plain := chances(nil)
	if got := chances(standing("keep-chit")); got != plain {
		t.Errorf("with the chit kept\n%s\nwant\n%s", got, plain)
	}
	if got := chances(standing("combat-chit odds 3-1")); got != plain {
		t.Errorf("at 2-1 the chit is for 3-1 and more:\n%s\nwant\n%s", got, plain)
	}
	lower := oddsOf(t, parse(t, rochefort), "lehr-a medium lehr-recon")
	want := map[string]int{}
	for _, f := range lower.Faces { // the chit takes one from the die; row -2 is that of die -1
		r := f.Attacker + "/" + f.Defender
		if f.Die < 9 {
			want[r]++
		}
	}
	got := chances(standing("combat-chit odds 2-1"))
	for r, n := range want {
		if r != "/" && !strings.Contains(got, fmt.Sprintf("result %s=%d", r, n)) {
			t.Errorf("with the chit played, %s should come on %d:\n%s", r, n, got)
		}
	}
	if got == plain {
		t.Error("the chit changes nothing")
	}
}

// BenchmarkOdds asks for what attacks come to. Targets: one attack 20 ms, three
// in order 1 s.
func BenchmarkOdds(b *testing.B) {
	for _, c := range []struct {
		name, text string
		plan       []string
	}{
		{"one", rochefort, []string{"lehr-a medium lehr-recon 2pz-recon"}},
		{"three", rochefort, []string{"lehr-a light lehr-recon", "2pz-recon light", "lehr-recon light"}},
	} {
		b.Run(c.name, func(b *testing.B) { benchOdds(b, parse(b, c.text), c.plan) })
	}
	pos, plan := heaviest(b)
	b.Run("one of a crowd", func(b *testing.B) { benchOdds(b, pos, plan[:1]) })
	b.Run("three of a crowd", func(b *testing.B) { benchOdds(b, pos, plan) })
}

func benchOdds(b *testing.B, pos engine.Position, plan []string) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := askPlan(pos, nil, plan...); err != nil {
			b.Fatal(err)
		}
	}
}

// heaviest is, among crowded positions, the one of whose attacks most units join,
// with its three attacks of most units.
func heaviest(b *testing.B) (engine.Position, []string) {
	b.Helper()
	var best []string
	var at engine.Position
	weight := func(plan []string) int { return len(strings.Fields(strings.Join(plan, " "))) }
	for seed, text := range crowds(b, 100) {
		pos := parse(b, text)
		all := attackers(b, pos, rand.New(rand.NewPCG(uint64(seed), 1)))
		slices.SortStableFunc(all, func(a, c string) int { return len(strings.Fields(c)) - len(strings.Fields(a)) })
		if len(all) >= 3 && weight(all[:3]) > weight(best) {
			best, at = all[:3], pos
		}
	}
	b.Logf("%v", best)
	return at, best
}

// TestPreferenceLooksAhead: a side spares its steps over all that it is asked in a
// row, not answer by answer.
func TestPreferenceLooksAhead(t *testing.T) {
	for _, c := range []struct {
		position, unit, intensity string
		with                      []string
		defender                  []int
	}{
		// To stop in a full hex costs a step that going on does not.
		{`celles 1
turn 5 phase action side allied step move
active formation 84 units 84-9
unit 2pz-recon 1604
unit 2pz-a 1603 reduced
unit 116-recon 1603
unit 9pz-recon 1705
unit 84-6 1704
unit 84-9 1703
unit 3arm 1706`, "84-9", "medium", []string{"84-6"}, []int{8, 2}},
		// Of *RD the step that the retreat would take is lost first.
		{`celles 1
turn 3 phase action side german step move
active formation 2pz units 2pz-c
unit 2pz-c 2402
unit 9pz-a 2301
unit fbb-a 2202
unit 84-5 2303
unit 84-10 2302`, "2pz-c", "heavy", []string{"9pz-a", "fbb-a"}, []int{6, 4}},
	} {
		a, err := parse(t, c.position).Ask(engine.Judge, engine.Query{Name: "odds", Args: map[string][]string{
			"unit": {c.unit}, "intensity": {c.intensity}, "with": c.with,
		}})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Data.(OddsData).Chances.Defender.Steps; !slices.Equal(got, c.defender) {
			t.Errorf("%s: the defender loses %v, not %v", c.unit, got, c.defender)
		}
	}
}

// TestAnswersThatHaveOdds: from its intensity on, an attack has odds, and no other answer has.
func TestAnswersThatHaveOdds(t *testing.T) {
	pos := parse(t, `celles 1
turn 3 phase action side german
unit lehr-recon 2114
unit lehr-a 2114
unit 84-1 2113
active formation lehr units lehr-recon lehr-a`)
	q := pos.Prompts()[0]
	for _, test := range []struct {
		path string
		want []string // who joins, where there are odds
		has  bool
	}{
		{path: "lehr-a attack medium +lehr-recon go", has: true, want: []string{"lehr-recon"}},
		{path: "lehr-a attack medium", has: true},
		{path: "lehr-a attack"},
		{path: "lehr-a 2214 stop"},
		{path: ""},
	} {
		path := strings.Fields(test.path)
		if has := pos.CanPreviewOdds(q.ID, path); has != test.has {
			t.Errorf("%q has odds: %t", test.path, has)
		}
		got, err := pos.PreviewOdds(engine.Viewer(q.Seat), q.ID, path, nil)
		var want engine.Answer
		if test.has && err == nil {
			want, err = askPlan(pos, nil, strings.Join(append([]string{"lehr-a", "medium"}, test.want...), " "))
			want.Data = nil
			if got.Summary == nil || want.Summary == nil || got.Summary.Key != want.Summary.Key+".own" || !reflect.DeepEqual(got.Summary.Args, want.Summary.Args) {
				t.Errorf("%q comes to %+v, for others %+v", test.path, got.Summary, want.Summary)
			}
			got.Summary = want.Summary
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v\n%+v\nnot\n%+v", test.path, err, got, want)
		}
	}
}

// TestAttackChoicesDescribeTheirEffect: the three kinds of attack and the Combat chit say their DRM, which is that of the tables.
func TestAttackChoicesDescribeTheirEffect(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	pos := parse(t, rochefort)
	node, err := pos.Options(pos.Prompts()[0].ID, []string{"lehr-a", "attack"})
	if err != nil || len(node.Options) == 0 {
		t.Fatal(node, err)
	}
	for i, o := range node.Options {
		if want := drmEffect(g.d.Combat.Intensity[i]); !reflect.DeepEqual(o.Effect, want) {
			t.Errorf("%s: %v, want %v", o.ID, o.Effect, want)
		}
	}
}

// TestAnAttackIsAskedInSteps: each step of an attack has a question that names the target, says on each choice what it costs and does,
// and shows what cannot be paid with its refusal; from the first on the target is marked on the map.
func TestAnAttackIsAskedInSteps(t *testing.T) {
	pos := parse(t, `celles 1
turn 3 phase action side german
unit lehr-recon 2114
unit lehr-a 2114
unit 84-1 2113
active formation lehr units lehr-recon lehr-a moving lehr-a mp 7`)
	q := pos.Prompts()[0]
	words, err := locale.New(openGame(t).Info())
	if err != nil {
		t.Fatal(err)
	}
	const lost = " – 1 step in 2114 will be lost to overstacking (10)"
	attackOrStop := []string{"Attack the 84th Infantry 1 in 2113 (Rochefort)" + lost, "Stop here" + lost}
	target := engine.Mark{At: hex.Coord{Col: 21, Row: 13}, Class: engine.MarkTarget}
	for _, step := range []struct {
		path, ask string
		options   []string // but for steps to other hexes
		closed    []string // with the reason
		does      string
	}{
		{
			path: "attack", ask: "Attack the 84th Infantry 1 in 2113 (Rochefort): how hard?",
			options: []string{"Light: 3 MP, −2 to the die", "Medium: 6 MP, no change to the die"},
			closed:  []string{"Heavy: 9 MP, +1 to the die: A heavy attack costs 9 MP; Lehr A has 7 left."},
		},
		{
			path: "attack light", ask: "Light attack on the 84th Infantry 1 in 2113 (Rochefort): who joins Lehr A?",
			options: []string{"With Lehr recon, 2-1, −3 to the die", "No other unit, 3-2, −3 to the die"},
		},
		{path: "attack light go", ask: "", does: "Attack 2113"},
		{path: "", options: attackOrStop},
	} {
		d, err := pos.Draft(q.ID, strings.Fields(step.path))
		if err != nil {
			t.Fatal(err)
		}
		if got := words.Say("en", d.Ask); step.ask != "" && got != step.ask {
			t.Errorf("%s: %s", step.path, got)
		}
		var options, closed []string
		for _, o := range d.Node.Options {
			if o.Cost() == "" || o.Kind == "intensity" {
				options = append(options, words.Option("en", o))
			}
		}
		if marked := slices.Contains(d.Node.Marks, target); marked != (step.path != "" && !d.Node.Done) {
			t.Errorf("%s: marked are %v", step.path, d.Node.Marks)
		}
		for _, c := range d.Node.Closed {
			closed = append(closed, words.Option("en", c.Option)+": "+words.Say("en", c.Why.Why))
		}
		if !slices.Equal(options, step.options) || !slices.Equal(closed, step.closed) {
			t.Errorf("%s: %q, and closed are %q", step.path, options, closed)
		}
		if d.Node.Does != nil && words.Say("en", *d.Node.Does) != step.does || d.Node.Does == nil && step.does != "" {
			t.Errorf("%s does %v", step.path, d.Node.Does)
		}
	}
}
