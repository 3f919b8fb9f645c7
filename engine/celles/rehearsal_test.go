package celles

import (
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/enginetest/thorough"
	"referee/engine/kit/events"
	"referee/engine/match"
)

// rehearsals are positions in which the German could attack with units that have
// spent nothing, and Allied orders.
var rehearsals = []struct {
	name, position string
	orders         []string
}{
	{
		name: "chits", position: `celles 1
turn 2 phase action side german step move
active formation lehr units lehr-a lehr-b
unit lehr-a 1505
unit lehr-b 1603 oos
unit 84-1 1504
unit 84-2 1504 disrupted
unit 84-3 2808 oos
available german combat
available allied combat`,
		orders: []string{
			"combat-chit", "combat-chit odds 3-2", "combat-chit faces 8", "combat-chit faces 9 units 84-1", "keep-chit units 84-3",
			"keep-chit supplied 84-3", "losses units 84-2", "losses by disrupted", "losses by weakest", "retreat units 84-1 toward north",
			"retreat by listed toward north", "stacking by listed",
		},
	},
	{
		name: "three units", position: `celles 1
turn 2 phase action side german step move
active formation lehr units lehr-a lehr-recon
unit lehr-a 1505
unit lehr-recon 1603
unit 84-1 1504
unit 84-2 1504 disrupted
unit 2arm-1 1604 reduced`,
		orders: []string{
			"losses units 84-1 by weakest", "losses by weakest", "losses by reduced listed", "disruption by weakest", "disruption units 84-1",
			"retreat units 84-1 toward north northwest", "retreat by listed avoid 1502", "retreat by weakest listed toward northwest",
		},
	},
	{
		name: "no room behind", position: `celles 1
turn 2 phase action side german step move
active formation lehr units lehr-a
unit lehr-a 1505
unit lehr-b 1603
unit lehr-c 1403
unit 84-1 1504
unit 2arm-1 1502`,
		orders: []string{
			"stacking by weakest", "stacking units 2arm-1", "retreat toward north", "retreat garrison 1401", "retreat avoid 1401 1501 1601",
			"retreat reach 1505",
		},
	},
	{
		name: "the Allies attack", position: `celles 1
turn 4 phase action side allied step move
active formation 2arm units 2arm-1
unit 2arm-1 1704
unit 2arm-2 1705
unit 2pz-b 1604
unit 2pz-a 1506 disrupted
available german combat`,
		orders: []string{
			"combat-chit faces 7", "retreat toward south", "retreat toward southwest south", "retreat reach 1506", "retreat garrison 1506 toward south",
			"losses by listed",
		},
	},
}

// TestRehearsalAgreesWithPlay plays every attack of a position through the whole
// tree of answers, on every face of the die, and asks at every question what the
// order makes of it.
func TestRehearsalAgreesWithPlay(t *testing.T) {
	t.Parallel()
	game := strict(t)
	met := map[string]bool{}
	for _, c := range rehearsals {
		t.Run(c.name, func(t *testing.T) {
			pos, err := game.Parse(0, c.position)
			if err != nil {
				t.Fatal(err)
			}
			seat := german.Seat()
			if pos.Prompts()[0].Seat == seat {
				seat = allied.Seat()
			}
			for i, text := range c.orders {
				if i%4 != 1 && !thorough.On() {
					continue
				}
				st, err := game.Info().ParseStanding(text)
				if err != nil {
					t.Fatal(err)
				}
				info, _ := game.Info().Clause(st.Clause)
				b := &brute{t: t, seat: seat, st: st, kinds: info.Kinds, seen: map[string][]string{}, met: met}
				b.compare(pos)
			}
		})
	}
	for _, word := range []string{"fires", "asked", "void", "idle", depends} {
		if !met[word] {
			t.Errorf("on no face of any attack it comes to %q", word)
		}
	}
}

// brute plays out attacks.
type brute struct {
	t     *testing.T
	seat  engine.Seat
	st    engine.Standing
	kinds []string
	seen  map[string][]string // what comes of the order after a position
	met   map[string]bool
	chits []string // the sides that play their Combat chit
	lines []engine.Msg
}

// compare checks the dry run against every attack.
func (b *brute) compare(pos engine.Position) {
	b.t.Helper()
	a, err := pos.DryRun(b.seat, b.st)
	if err != nil {
		b.t.Fatal(err)
	}
	data := a.Data.(RehearsalData)
	b.lines = a.Lines
	met := make([]bool, len(data.Attacks))
	p := pos.Prompts()[0]
	for _, u := range b.options(pos, p.ID, nil) {
		if !slices.Contains(b.options(pos, p.ID, []string{u}), "attack") {
			continue
		}
		for _, path := range b.completePaths(pos, p.ID, []string{u, "attack"}) {
			out, err := pos.Submit(1, p.Seat, p.ID, path)
			if err != nil {
				b.t.Fatal(err)
			}
			rows := b.rows(data, out.Events)
			if len(rows) == 0 {
				b.t.Fatalf("%v: the dry run does not know %v", b.st, path)
			}
			for _, i := range rows {
				met[i] = true
				b.row(out.Position, path, &data.Attacks[i])
			}
		}
	}
	if i := slices.Index(met, false); i >= 0 || len(met) == 0 {
		b.t.Errorf("%v: %d attacks, and nobody can make number %d of the dry run", b.st, len(met), i)
	}
}

// row compares one row of the dry run with play, on every face.
func (b *brute) row(pos engine.Position, path []string, a *RehearsedAttack) {
	b.t.Helper()
	b.chits = a.Chits
	for face, have := range a.Faces {
		b.met[have] = true
		if want := b.words(pos, face); have != want {
			b.t.Errorf("%v: %v, chits %v, face %d: the dry run says %s, play %s", b.st, path, a.Chits, face, have, want)
		}
	}
}

// rows finds the attack that was declared among those of the dry run, once for each
// way to play Combat chits.
func (b *brute) rows(data RehearsalData, done []engine.Event) []int {
	called, set := event.AttackCalled{}, event.OddsSet{}
	for _, e := range done {
		switch e := events.Fact(e).(type) {
		case event.AttackCalled:
			called = e
		case event.OddsSet:
			set = e
		}
	}
	var list []int
	for i, a := range data.Attacks {
		if slices.Equal(a.Against, called.Against) && a.Column == set.Column && a.Net == set.Net {
			list = append(list, i)
		}
	}
	return list
}

// words says what comes of the order on a face of the die.
func (b *brute) words(pos engine.Position, face int) string {
	found := b.play(pos, face)
	slices.Sort(found)
	if found = slices.Compact(found); len(found) == 1 {
		return found[0]
	}
	return depends
}

// combats are the kinds of question in a combat.
var combats = []string{kindCombatChit, kindAttack, kindLoss, kindDisrupt, kindRetreat, kindStack, kindAdvance}

// play lists what may come of the order from a position on.
func (b *brute) play(pos engine.Position, face int) []string {
	b.t.Helper()
	if len(pos.Prompts()) == 0 || !slices.Contains(combats, pos.Prompts()[0].Kind) {
		return []string{"idle"}
	}
	p := pos.Prompts()[0]
	key := faces[face].ID + " " + strings.Join(b.chits, " ") + "\n" + pos.String()
	if found, ok := b.seen[key]; ok {
		return found
	}
	_, single, err := match.Single(pos, p)
	if err != nil {
		b.t.Fatal(err)
	}
	if p.Seat == b.seat && !single && slices.Contains(b.kinds, p.Kind) {
		return []string{b.ask(pos, p)}
	}
	var paths [][]string
	switch {
	case p.Kind == kindAttack:
		paths = [][]string{{faces[face].ID}}
	case p.Kind != kindCombatChit:
		paths = b.completePaths(pos, p.ID, nil)
	case slices.Contains(b.chits, string(p.Seat)):
		paths = [][]string{{"combat"}}
	default:
		paths = [][]string{{"no"}}
	}
	var found []string
	for _, path := range paths {
		out, err := pos.Submit(1, p.Seat, p.ID, path)
		if err != nil {
			b.t.Fatal(err)
		}
		found = append(found, b.play(out.Position, face)...)
	}
	slices.Sort(found)
	b.seen[key] = slices.Compact(found)
	return b.seen[key]
}

func (b *brute) ask(pos engine.Position, p engine.Prompt) string {
	b.t.Helper()
	s, err := pos.Stand(p.ID, b.st)
	switch {
	case err != nil:
		b.t.Fatal(err)
	case s.Fires:
		return "fires"
	case s.Void:
		b.foretold(s.Why)
		return "void"
	}
	return "asked"
}

// foretold checks that the dry run named what makes an order void.
func (b *brute) foretold(why engine.Msg) {
	b.t.Helper()
	said := func(key string) bool {
		return slices.ContainsFunc(b.lines, func(m engine.Msg) bool { return m.Key == "answer.void."+key })
	}
	what := strings.TrimPrefix(why.Key, "standing.void.")
	if !said(what) && (what != "units" || !said("supply")) { // the destroyed are in no supply either
		b.t.Errorf("%v is void, %s, and the dry run did not say that it could be", b.st, why.Key)
	}
}

func (b *brute) options(pos engine.Position, id engine.PromptID, path []string) []string {
	b.t.Helper()
	node, err := pos.Options(id, path)
	if err != nil {
		b.t.Fatal(err)
	}
	ids := make([]string, len(node.Options))
	for i, o := range node.Options {
		ids[i] = o.ID
	}
	return ids
}

// completePaths lists the whole answers that begin with a path.
func (b *brute) completePaths(pos engine.Position, id engine.PromptID, path []string) [][]string {
	b.t.Helper()
	next := b.options(pos, id, path)
	if len(next) == 0 {
		return [][]string{path}
	}
	var all [][]string
	for _, o := range next {
		all = append(all, b.completePaths(pos, id, append(slices.Clip(path), o))...)
	}
	return all
}
