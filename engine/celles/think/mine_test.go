package think_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles/think"
	"referee/engine/celles/weights"
	"referee/engine/play"
	"referee/engine/play/duel"
)

var (
	filled    = flag.String("fill", "", "a file, or a pattern of files, of tactics in which TestFill writes what answers are worth")
	proved    = flag.Int("prove", 0, "how many matches TestProve plays on from each answer that was valued so")
	mined     = flag.String("mine", "", "a folder into which TestMine writes positions of matches that make a question of tactics")
	mineFrom  = flag.Int("mine-from", 0, "the first match that it looks at")
	mineTo    = flag.Int("mine-to", 100, "the one before which it ends")
	mineWhat  = flag.String("mine-what", "ends", "ends: the last action of a match, exactly; wins: the last action of a turn that may end the match, exactly; choices: by rollouts")
	mineEvery = flag.Int("mine-every", 20, "of how many decisions one is looked at by rollouts")
	mineShare = flag.Float64("mine-share", 0.5, "the greatest share of answers that may be good enough")
	mineFirst = flag.Bool("mine-first", false, "the first gap that is wide enough counts, not the widest")
	mineGap   = flag.Float64("mine-gap", 1, "how much better, in VP, the best answer must be than those that are not good enough")
)

// TestMine looks for positions in matches between players in which some answers are better than
// the others beyond doubt: it is how those of testdata/tactics that are from matches were found, with
// the players of that day. Title, rule and theme are left to whoever chooses among them.
func TestMine(t *testing.T) {
	if *mined == "" {
		t.Skip("-mine names no folder")
	}
	m := &miner{t: t, seen: map[string]int{}}
	roster := append(play.Roster{play.Recruit(weights.Solo())}, think.Players()...)
	sergeant, _ := roster.Find("sergeant")
	for n := *mineFrom; n < *mineTo; n++ {
		// Players who are not alike come to other positions.
		who := [4][2]play.Player{{sergeant, sergeant}, {roster[0], sergeant}, {sergeant, roster[0]}, {roster[0], roster[0]}}[n%4]
		rivals := duel.Rivals{Game: openGame(t), A: who[0], B: who[1], Seed: 19}
		match := rivals.Match(n, 0)
		decision := 0
		match.Decided = func(d duel.Decision) error {
			decision++
			if d.Prompt.Seat == engine.Chance {
				return nil
			}
			from := fmt.Sprintf("match %s, decision %d, %s against %s", match.Name, decision, rivals.A.Name, rivals.B.Name)
			return m.look(d, from)
		}
		if _, err := match.Play(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%v", m.seen)
}

// TestFill values the answers to positions that were made: it writes enough, good and poor, where
// the best answers are followed by a gap of at least -mine-gap.
func TestFill(t *testing.T) {
	if *filled == "" {
		t.Skip("-fill names no files")
	}
	files, err := filepath.Glob(*filled)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	g := openGame(t)
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) { fill(t, g, name) })
	}
}

// fill values the answers to the position of one file.
func fill(t *testing.T, g engine.Game, name string) {
	c := readTactic(t, name)
	pos, p := c.open(t, g)
	list, err := candidates(pos, p)
	if err != nil {
		t.Fatal(err)
	}
	var options []option
	var rows [][][]string
	for _, path := range list {
		rows = append(rows, [][]string{path})
	}
	if p.Kind == "activate" {
		rows = followed(t, pos, list)
	}
	for _, answers := range rows {
		then, err := answered(pos, answers)
		if err != nil {
			continue
		}
		v, err := c.worth(pos, then, p.Seat)
		if err != nil {
			t.Logf("%q: %v", answers, err)
			continue
		}
		options = append(options, option{path: answers[0], then: answers[1:], value: v})
	}
	text, ok := told(options, false, *mineGap)
	if !ok {
		t.Fatalf("no gap: no answers (at most %g of all, -mine-share) are better than the others by %g (-mine-gap) or more: %v",
			*mineShare, *mineGap, options[:min(12, len(options))])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\nrule %s\ntheme %s\nfrom %s\nproof %s\n%s", c.title, c.rule, c.theme, c.from, strings.Join(c.proof, " "), text)
	for line := range strings.Lines(c.text) {
		b.WriteString("| " + line)
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestProve plays on anew, with other dice, from the answers that were valued by rollouts: each that
// is not good enough has to fall behind the best again.
func TestProve(t *testing.T) {
	if *proved == 0 {
		t.Skip("-prove says how many matches are played on from each answer")
	}
	g := openGame(t)
	for _, c := range tactics(t) {
		if c.exact() {
			continue
		}
		pos, p := c.open(t, g)
		var answers [][]string
		for _, v := range append(slices.Clone(c.good), c.poor...) {
			answers = append(answers, v.answers[0])
		}
		options, err := rollOut(t, pos, p, answers, "once more ", *proved)
		if err != nil {
			t.Fatal(err)
		}
		good := options[:len(c.good)]
		best := slices.MaxFunc(good, func(a, b option) int { return cmpFloat(a.value, b.value) })
		for i, o := range options[len(c.good):] {
			t.Logf("%s: %q is worth %.2f ± %.2f less than %q; it was %.2f",
				c.name, o.path, best.value-o.value, o.error, best.path, c.good[0].value-c.poor[i].value)
			if o.value >= best.value-2*o.error {
				t.Errorf("%s: %q is as good as %q", c.name, o.path, best.path)
			}
		}
	}
}

// followed are activations, each with everything that one unit may do then.
func followed(t testing.TB, pos engine.Position, activations [][]string) [][][]string {
	var rows [][][]string
	for _, path := range activations {
		rows = append(rows, [][]string{path})
		then, err := answered(pos, [][]string{path})
		if err != nil {
			t.Fatal(err)
		}
		if len(then.Prompts()) == 0 || then.Prompts()[0].Kind != "move" {
			continue
		}
		list, err := candidates(then, then.Prompts()[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, move := range list {
			rows = append(rows, [][]string{path, move})
		}
	}
	return rows
}

type miner struct {
	t     testing.TB
	seen  map[string]int // how often what was seen
	every int            // decisions since the beginning
}

// option is an answer and what it is worth.
type option struct {
	path  []string
	then  [][]string // further answers of the seat
	value float64
	error float64 // standard error of its difference to the best, where it is not exact
}

// look looks at one decision of a match.
func (m *miner) look(d duel.Decision, from string) error {
	switch *mineWhat {
	case "ends", "wins":
		return m.exactly(d, from)
	}
	return m.byRollouts(d, from)
}

// last reports whether a position is one in which nothing is left in its turn, or in the
// match, but what one unit does.
func last(now engine.Position, p engine.Prompt) bool {
	for {
		prompts := now.Prompts()
		if len(prompts) == 0 || now.Moment().Turn == 0 {
			return true
		}
		q := prompts[0]
		path := q.Default
		switch {
		case q.Seat == engine.Chance && slices.Contains(reactions, q.Kind):
			node, err := now.Options(q.ID, nil)
			if err != nil {
				return false
			}
			path = []string{node.Options[0].ID}
		case q.Kind == "move":
			node, err := now.Options(q.ID, nil)
			if err != nil || q.Seat != p.Seat || units(node) > 1 {
				return false
			}
		case !slices.Contains(reactions, q.Kind):
			return q.Kind == "initiative" || q.Kind == "variable"
		}
		out, err := now.Submit(1, q.Seat, q.ID, path)
		if err != nil {
			return false
		}
		now = out.Position
	}
}

// units counts the units that may be moved.
func units(n engine.Node) int {
	c := 0
	for _, o := range n.Options {
		if o.Kind == "unit" {
			c++
		}
	}
	return c
}

// exactly values the answers to a question at the end of a match, or of a turn that may end it.
func (m *miner) exactly(d duel.Decision, from string) error {
	horizonName, measureName := "match", "margin"
	if *mineWhat == "wins" { // only the German can win before the end (16)
		horizonName, measureName = "turn", "win"
		if d.Prompt.Seat == "allied" {
			measureName = "unbeaten"
		}
	}
	turn := d.Before.Moment().Turn
	interesting := d.Prompt.Kind == "move" || slices.Contains(reactions, d.Prompt.Kind)
	if !interesting || turn == 0 || (turn == 8) != (*mineWhat == "ends") || !last(d.Before, d.Prompt) {
		return nil
	}
	if *mineWhat == "wins" {
		result, _ := d.Before.Tally()
		if s := result.Score[0]; s.Points < 12 {
			return nil
		}
	}
	m.seen["last"]++
	measure, err := measured([]string{measureName})
	if err != nil {
		return err
	}
	list, err := candidates(d.Before, d.Prompt)
	if err != nil || len(list) < 2 {
		return err
	}
	var options []option
	for _, path := range list {
		x := exact{seat: d.Prompt.Seat, horizon: horizons[horizonName], measure: measure, most: 20_000}
		v, err := x.after(d.Before.Moment(), d.Before, d.Prompt, path)
		if errors.Is(err, errTooDeep) {
			return nil
		}
		var illegal *engine.Illegal
		if errors.As(err, &illegal) || errors.Is(err, engine.ErrIncomplete) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%q: %w", path, err)
		}
		options = append(options, option{path: path, value: v})
	}
	m.keep(d, from, "exact "+horizonName+" "+measureName, options)
	return nil
}

// candidates lists answers that are worth looking at: for a move every hex that can be
// reached, with every attack from there, alone, with each helper and with all.
func candidates(now engine.Position, p engine.Prompt) ([][]string, error) {
	if p.Kind != "move" {
		out, err := completePaths(now, p, 100)
		if errors.Is(err, errTooDeep) {
			return nil, nil
		}
		return out, err
	}
	node, err := now.Options(p.ID, nil)
	if err != nil {
		return nil, err
	}
	var out [][]string
	for _, o := range node.Options {
		if o.Kind == "unit" {
			out = append(out, moves(now, p, o.ID, []string{o.ID})...)
		}
	}
	if _, moving, ok := strings.Cut(now.String(), " moving "); ok && out == nil {
		return append(moves(now, p, strings.Fields(moving)[0], nil), []string{"stop"}), nil
	}
	return append(out, []string{"end"}), nil
}

// moves lists what is worth looking at for one unit.
func moves(now engine.Position, p engine.Prompt, unit string, named []string) [][]string {
	var out [][]string
	reach, _ := now.Reach(engine.Viewer(p.Seat), unit)
	hexes := []string{""}
	for _, h := range reach.Hexes {
		hexes = append(hexes, "to:"+h.To.String())
	}
	for _, h := range hexes {
		begin := slices.Clip(named)
		if h != "" {
			begin = append(begin, h)
		}
		node, err := now.Options(p.ID, begin)
		if err != nil {
			continue
		}
		if node.Done { // a die comes first
			out = append(out, begin)
			continue
		}
		if h != "" {
			out = append(out, append(slices.Clip(begin), "stop"))
		}
		for _, intensity := range []string{"light", "medium", "heavy"} {
			attack := append(slices.Clip(begin), "attack", intensity)
			node, err := now.Options(p.ID, attack)
			if err != nil {
				continue
			}
			out = append(out, append(slices.Clip(attack), "go"))
			all := slices.Clip(attack)
			for _, o := range node.Options {
				if strings.HasPrefix(o.ID, "+") {
					all = append(all, o.ID)
					out = append(out, append(slices.Clip(attack), o.ID, "go"))
				}
			}
			if len(all) > len(attack)+1 {
				out = append(out, append(all, "go"))
			}
		}
	}
	return out
}

// told are the lines about what answers are worth, the best first, where some are so much better
// than the rest that there is no doubt: by a gap of at least so much, and of three standard
// errors. Those between count as good enough. options are sorted by it.
func told(options []option, all bool, least float64) (string, bool) {
	slices.SortStableFunc(options, func(a, b option) int { return -cmpFloat(a.value, b.value) })
	cut, gap := 0, 0.0
	for i := 1; i < len(options); i++ {
		if g := options[i-1].value - options[i].value; g > gap && (gap < least || !*mineFirst) {
			cut, gap = i, g
		}
	}
	// Whoever chooses blindly shall not be right too often.
	if cut == 0 || gap < least || float64(cut) > *mineShare*float64(len(options)) {
		return "", false
	}
	for _, o := range options[cut:] {
		if options[0].value-o.value < 3*o.error {
			return "", false
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "enough %.2f\n", options[cut].value+gap/2)
	show := func(word string, o option) {
		fmt.Fprintf(&b, "%s %.2f", word, o.value)
		if all {
			fmt.Fprintf(&b, " ± %.2f", o.error)
		}
		fmt.Fprintf(&b, " : %s", strings.Join(o.path, " "))
		for _, path := range o.then {
			fmt.Fprintf(&b, " ; %s", strings.Join(path, " "))
		}
		b.WriteString("\n")
	}
	for i, o := range options {
		switch {
		case i < cut && (all || i == 0):
			show("good", o)
		case i >= cut && (all || (i-cut)%max(1, (len(options)-cut)/3) == 0):
			show("poor", o)
		}
	}
	return b.String(), true
}

// keep writes a position where some answers are better than the others beyond doubt.
func (m *miner) keep(d duel.Decision, from, proof string, options []option) {
	m.seen["valued"]++
	least := *mineGap
	switch {
	case *mineWhat == "wins":
		least = 0.2
	case *mineWhat == "ends" && d.Prompt.Kind != "move":
		least *= 0.6 // what there is to choose on the way is worth less
	}
	text, ok := told(options, strings.HasPrefix(proof, "rollouts"), least)
	if !ok {
		return
	}
	// A few of a sort are enough: the same seat, question and best answer, but for the unit.
	sort := string(d.Prompt.Seat) + " " + d.Prompt.Kind
	for _, id := range options[0].path {
		if strings.HasPrefix(id, "to:") && !slices.Contains(options[0].path, "attack") || slices.Contains([]string{"attack", "combat", "no", "end"}, id) {
			sort += " " + id
		}
	}
	if m.seen[sort]++; m.seen[sort] > 3 {
		return
	}
	m.seen["kept"]++
	var b strings.Builder
	fmt.Fprintf(&b, "# \nrule \ntheme \nfrom %s\nproof %s\n%s", from, proof, text)
	for line := range strings.Lines(d.Before.String()) {
		b.WriteString("| " + line)
	}
	name := fmt.Sprintf("%s-%s-%d.txt", *mineWhat, d.Prompt.Kind, m.number(from))
	if err := os.WriteFile(filepath.Join(*mined, name), []byte(b.String()), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

// number makes a number of where a position is from.
func (m *miner) number(from string) int {
	var match, decision int
	if _, err := fmt.Sscanf(from, "match 19/%d, decision %d,", &match, &decision); err != nil {
		m.t.Fatal(err)
	}
	return 10_000*match + decision
}

// cmpFloat orders numbers that are none of them NaN.
func cmpFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Rollouts: a few for every answer show whether more of them may be worth while.
const (
	fewRollouts  = 8
	manyRollouts = 64
)

// byRollouts values the whole answers to a question, if they are not many, by playing on from
// each with the same dice.
func (m *miner) byRollouts(d duel.Decision, from string) error {
	kinds := append([]string{"activate", "place", "extra", "first"}, reactions...)
	turn := d.Before.Moment().Turn
	if m.every++; m.every%*mineEvery != 0 || turn < 6 || !slices.Contains(kinds, d.Prompt.Kind) {
		return nil
	}
	answers, err := completePaths(d.Before, d.Prompt, 6)
	if errors.Is(err, errTooDeep) || len(answers) < 2 {
		return nil
	}
	if err != nil {
		return err
	}
	m.seen["few"]++
	options, err := rollOut(m.t, d.Before, d.Prompt, answers, "rollout ", fewRollouts)
	if err != nil {
		return err
	}
	worst := slices.MinFunc(options, func(a, b option) int { return cmpFloat(a.value, b.value) })
	best := slices.MaxFunc(options, func(a, b option) int { return cmpFloat(a.value, b.value) })
	if best.value-worst.value < max(*mineGap, 2*worst.error) {
		return nil
	}
	m.seen["many"]++
	if options, err = rollOut(m.t, d.Before, d.Prompt, answers, "rollout ", manyRollouts); err != nil {
		return err
	}
	m.keep(d, from, fmt.Sprintf("rollouts %d", manyRollouts), options)
	return nil
}

// rollOut plays so many matches on from each answer; name names their dice.
func rollOut(t testing.TB, before engine.Position, p engine.Prompt, answers [][]string, name string, n int) ([]option, error) {
	margins := make([][]float64, len(answers))
	options := make([]option, len(answers))
	for i, path := range answers {
		out, err := before.Submit(1, p.Seat, p.ID, path)
		if err != nil {
			return nil, err
		}
		for k := range n {
			margins[i] = append(margins[i], playOn(t, out.Position, p.Seat, fmt.Sprint(name, k)))
		}
		options[i] = option{path: path, value: mean(margins[i])}
	}
	best := 0
	for i, o := range options {
		if o.value > options[best].value {
			best = i
		}
	}
	for i := range options {
		var apart []float64
		for k := range n {
			apart = append(apart, margins[best][k]-margins[i][k])
		}
		squares, about := 0.0, mean(apart)
		for _, x := range apart {
			squares += (x - about) * (x - about)
		}
		options[i].error = math.Sqrt(squares / float64(n-1) / float64(n))
	}
	return options, nil
}

// mean is the mean of some numbers, at least one.
func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// playOn plays on from a position to the end, sergeants on both sides, and returns the margin for a
// seat.
func playOn(t testing.TB, pos engine.Position, seat engine.Seat, name string) float64 {
	sergeant, _ := think.Players().Find("sergeant")
	dice, places := duel.NewDice(name), map[engine.Seat]play.Place{}
	for _, s := range []engine.Seat{"german", "allied"} {
		places[s] = play.At(name, s)
	}
	for n := 2; len(pos.Prompts()) > 0; n++ {
		p := pos.Prompts()[0]
		var path []string
		if p.Seat == engine.Chance {
			node, err := pos.Options(p.ID, nil)
			if err != nil {
				t.Fatal(err)
			}
			path = []string{dice.Face(pos.Moment(), p.Kind, node.Options)}
		} else {
			q, err := places[p.Seat].Ask(pos, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			a, err := sergeant.Answer(q)
			if err != nil {
				t.Fatal(err)
			}
			path = a.Path
		}
		out, err := pos.Submit(n, p.Seat, p.ID, path)
		if err != nil {
			t.Fatal(err)
		}
		if p.Seat != engine.Chance {
			places[p.Seat] = places[p.Seat].After(p.Kind, out.Path)
		}
		pos = out.Position
	}
	result, _ := pos.Tally()
	return float64(margin(result, seat))
}
