package think

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/thorough"
	"referee/engine/play"
	"referee/engine/play/duel"
)

var (
	gathered  = flag.String("gather", "", "a file into which TestGather writes what positions of matches are like, and how those ended")
	gatherBy  = flag.String("gather-by", "sergeant", "who plays them, on both sides")
	gatherTo  = flag.Int("gather-to", 100, "the match before which it ends")
	gatherOff = flag.Int("gather-from", 0, "the first match")
	lasts     = flag.Int("lasts", 0, "how many matches of sergeants TestLuckLasts plays")
	rewrite   = flag.Bool("rewrite", false, "TestFit writes the file")
	fitFrom   = flag.String("fit", "", "files of TestGather, with commas between them: TestFit fits data/worth.csv to them")
)

// every is of how many decisions one is gathered.
const every = 9

// sample is a position of a match, and how that ended.
type sample struct {
	By     string // who played
	Match  int
	Turn   int // from 1
	Facts  row
	Margin int  // at the end, for the German side
	Ended  bool // by a German total
}

// TestGather plays matches and writes what TestFit needs.
func TestGather(t *testing.T) {
	if *gathered == "" {
		t.Skip("-gather names no file")
	}
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(*gathered)
	if err != nil {
		t.Fatal(err)
	}
	out := json.NewEncoder(file)
	by, _ := Players().Find(*gatherBy)
	for n := *gatherOff; n < *gatherTo; n++ {
		list, err := gather(duel.Rivals{Game: g, A: by, B: by, Seed: 77}.Match(n, 0), n)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			s.By, s.Match = by.Name, n
			if err := out.Encode(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// gather plays a match; n says which of its positions are taken.
func gather(m duel.Match, n int) ([]sample, error) {
	s := sergeant{weights: built()}
	var list []sample
	decision := n
	m.Decided = func(d duel.Decision) error {
		w := windowOn(d.Before)
		if decision++; decision%every == 0 && d.Prompt.Seat != engine.Chance && !reactions[d.Prompt.Kind] {
			list = append(list, sample{Turn: w.Turn(), Facts: s.facts(d.Before, w)})
		}
		return nil
	}
	r, err := m.Play()
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Margin, list[i].Ended = duel.ResultFor(r, scenario.German.Seat()).Margin, r.Decisive
	}
	return list, nil
}

// readSamples reads the samples of files.
func readSamples(t *testing.T, names string) (list []sample) {
	for _, name := range strings.Split(names, ",") {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			var s sample
			if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
				t.Fatal(err)
			}
			list = append(list, s)
		}
		if err := errors.Join(lines.Err(), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// held reports whether a match is held back, on which is tried what is fitted: every fifth of sergeants, and all of others.
func (s *sample) held() bool { return s.Match%5 == 0 || s.By != "sergeant" }

// TestFit fits data/worth.csv to matches, and says how well it holds in those that were held back.
func TestFit(t *testing.T) {
	if *fitFrom == "" {
		t.Skip("-fit names no file")
	}
	all := readSamples(t, *fitFrom)
	k := fit(all)
	if *rewrite {
		if err := os.WriteFile("data/worth.csv", []byte(k.text()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, by := range []string{"sergeant", "captain"} {
		var held []sample
		for _, s := range all {
			if s.held() && s.By == by {
				held = append(held, s)
			}
		}
		if len(held) > 0 {
			t.Logf("%s\n%s", by, k.reliability(held))
		}
	}
}

// fit is what fits the matches best that are not held back.
func fit(all []sample) *worth {
	var of [fitted][]sample
	var ended []float64
	for _, s := range all {
		if s.held() {
			continue
		}
		of[s.Turn-1] = append(of[s.Turn-1], s)
		if s.Ended {
			ended = append(ended, float64(s.Margin))
		}
	}
	k := new(worth)
	k.ended[factOne], _ = spread(ended)
	for t, list := range of {
		var left equations
		gains := gainsIn(t)
		for _, s := range list {
			if !s.Ended {
				left.add(s.still(), 1, float64(s.Margin)-gains.times(&s.Facts))
			}
		}
		copy(k.margin[t][:], left.solve())
		for i, x := range gains {
			k.margin[t][i] += x
		}
		copy(k.decisive[t][:], logit(list, func(s *sample) ([]float64, float64) { return s.still(), share(s.Ended) }))
		win := logit(list, func(s *sample) ([]float64, float64) {
			return []float64{1, k.expected(s)}, half(s.Margin)
		})
		k.win[t][factOne], k.win[t][factRest] = win[0], win[1]
	}
	return k
}

// gainsIn is what the units' gains weigh whose turn it is, in a turn from 0. They are not fitted with the others, as who can gain
// much is often ahead already: what a gain is worth, TestLuckLasts shows, by what came of draws. In the first two turns nothing did.
func gainsIn(turn int) row {
	if turn < 2 {
		return row{}
	}
	return row{factGermanGain: 0.2, factAlliedGain: -0.05}
}

// still is the facts without these.
func (s *sample) still() []float64 {
	r := s.Facts
	r[factGermanGain], r[factAlliedGain] = 0, 0
	return r[:]
}

func share(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// half is what a margin counts: 1 for a win, a half for a draw.
func half(margin int) float64 {
	switch {
	case margin > 0:
		return 1
	case margin < 0:
		return 0
	}
	return 0.5
}

// expected is the margin that a sample lets expect, and chance the chance to win.
func (k *worth) expected(s *sample) float64 { return k.value(s.Turn-1, s.Facts, 0, 0) }
func (k *worth) chance(s *sample) float64   { return k.wins(s.Turn-1, k.expected(s)) }

// equations are those of a ridge regression.
type equations struct {
	a [][]float64
	b []float64
}

// ridge keeps the weight of a fact small that is nearly always the same.
const ridge = 1

func (e *equations) add(x []float64, weight, y float64) {
	if e.a == nil {
		e.b = make([]float64, len(x))
		for range x {
			e.a = append(e.a, make([]float64, len(x)))
		}
	}
	for i := range x {
		for j := range x {
			e.a[i][j] += weight * x[i] * x[j]
		}
		e.b[i] += weight * x[i] * y
	}
}

// solve is the solution, by elimination: the matrix is positive definite.
func (e *equations) solve() []float64 {
	n := len(e.b)
	for i := range n {
		e.a[i][i] += ridge
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			f := e.a[j][i] / e.a[i][i]
			for k := i; k < n; k++ {
				e.a[j][k] -= f * e.a[i][k]
			}
			e.b[j] -= f * e.b[i]
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = e.b[i]
		for k := i + 1; k < n; k++ {
			x[i] -= e.a[i][k] * x[k]
		}
		x[i] /= e.a[i][i]
	}
	return x
}

// logit fits a logistic regression by Newton's steps.
func logit(list []sample, of func(*sample) (x []float64, y float64)) (w []float64) {
	for range 30 {
		var e equations
		for i := range list {
			x, y := of(&list[i])
			if w == nil {
				w = make([]float64, len(x))
			}
			z := 0.0
			for i := range x {
				z += w[i] * x[i]
			}
			z = max(-30, min(30, z))
			p := logistic(z)
			v := max(1e-6, p*(1-p))
			e.add(x, v, z+(y-p)/v)
		}
		w = e.solve()
	}
	return w
}

// text is the file that says it.
func (k *worth) text() string {
	var b strings.Builder
	b.WriteString("# what the facts of a position say of how the match ends. Written by TestFit; docs/notes/computer-player.md\n")
	b.WriteString("# margin, decisive: what each fact weighs; ended: the margin; win: the odds at a margin of 0 (one), for each VP (rest)\n")
	fmt.Fprintf(&b, "says,turn,%s\n", strings.Join(factIDs[:], ","))
	all := k.named()
	for _, name := range slices.SortedFunc(maps.Keys(all), func(a, b string) int { return cmp.Compare(place(a), place(b)) }) {
		b.WriteString(strings.Replace(name, " ", ",", 1))
		for _, x := range all[name] {
			fmt.Fprintf(&b, ",%.4g", x)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// place is where a row stands in the file.
func place(name string) string {
	return strconv.Itoa(strings.Index("margin decisive ended win", strings.Fields(name)[0])+100) + name
}

// reliability is a table of the chances that were told and what came of them.
func (k *worth) reliability(held []sample) string {
	var b strings.Builder
	var n, told, came [10]float64
	var brier, all, square, spreadOf, mean float64
	for i := range held {
		s := &held[i]
		p, y := k.chance(s), half(s.Margin)
		d := min(9, int(10*p))
		n[d]++
		told[d] += p
		came[d] += y
		brier += (p - y) * (p - y)
		all += y
		mean += float64(s.Margin)
		square += math.Pow(float64(s.Margin)-k.expected(s), 2)
	}
	total := float64(len(held))
	for i := range held {
		spreadOf += math.Pow(float64(held[i].Margin)-mean/total, 2)
	}
	b.WriteString("| told | positions | mean of what was told | German wins |\n|---|---|---|---|\n")
	for d := range n {
		if n[d] > 0 {
			fmt.Fprintf(&b, "| %d–%d %% | %.0f | %.1f %% | %.1f %% |\n", 10*d, 10*d+10, n[d], 100*told[d]/n[d], 100*came[d]/n[d])
		}
	}
	base := all / total
	fmt.Fprintf(&b, "Brier %.3f (without looking %.3f); margin off by %.1f VP (without looking %.1f); positions %d", brier/total, base*(1-base), math.Sqrt(square/total), math.Sqrt(spreadOf/total), len(held))
	for t := range fitted {
		var m, br, sq, dv, avg float64
		for i := range held {
			if s := &held[i]; s.Turn == t+1 {
				m++
				br += math.Pow(k.chance(s)-half(s.Margin), 2)
				sq += math.Pow(float64(s.Margin)-k.expected(s), 2)
				avg += float64(s.Margin)
				dv += float64(s.Margin) - k.expected(s)
			}
		}
		if m > 0 {
			fmt.Fprintf(&b, "\nturn %d: Brier %.3f, margin off by %.1f, on an average %+.1f, %.0f positions", t+1, br/m, math.Sqrt(sq/m), dv/m, m)
		}
	}
	return b.String()
}

// TestLuckLasts plays matches of sergeants and says what became of the luck of draws and attacks: by how much what came after a roll
// went up with what the roll had brought, as the judge sees it. That is 0 where the judge is right, and −1 where its luck comes to nothing.
func TestLuckLasts(t *testing.T) {
	if *lasts == 0 {
		t.Skip("-lasts names no number of matches")
	}
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	by, _ := Players().Find("sergeant")
	judge := Judge()
	all := map[string]*slope{}
	for n := range *lasts {
		var list []*rolled
		m := duel.Rivals{Game: g, A: by, B: by, Seed: 9}.Match(n, 0)
		m.Decided = func(d duel.Decision) error {
			if d.Prompt.Kind == "attack" || d.Prompt.Kind == "chit" {
				list = append(list, judged(t, judge, d))
			}
			return nil
		}
		r, err := m.Play()
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range list {
			if all[x.of] == nil {
				all[x.of] = new(slope)
			}
			all[x.of].add(x.luck, float64(duel.ResultFor(r, scenario.German.Seat()).Margin)-x.after)
		}
	}
	for _, of := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%s: %s", of, all[of])
	}
}

// rolled is a roll of a match as the judge sees it.
type rolled struct {
	of          string // what it was, and whose phase
	luck, after float64
}

func judged(t *testing.T, judge *play.Judge, d duel.Decision) *rolled {
	t.Helper()
	node, err := d.Before.Options(d.Prompt.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, mean, chances := &rolled{of: d.Prompt.Kind + " " + string(d.Before.Moment().Seat)}, 0.0, 0.0
	for _, o := range node.Options {
		out, err := d.Before.Submit(1, engine.Chance, d.Prompt.ID, []string{o.ID})
		if err != nil {
			t.Fatal(err)
		}
		v, weight := judge.Value(windowOn(out.Position)), float64(max(1, o.Weight))
		mean += weight * v
		chances += weight
		if o.ID == d.Path[0] {
			r.after = v
		}
	}
	r.luck = r.after - mean/chances
	return r
}

// slope is that of a line through the origin.
type slope struct{ n, xx, xy, yy float64 }

func (s *slope) add(x, y float64) {
	s.n++
	s.xx += x * x
	s.xy += x * y
	s.yy += y * y
}

func (s *slope) String() string {
	b := s.xy / s.xx
	return fmt.Sprintf("%.0f rolls of %.2f VP (root mean square), slope %.2f ± %.2f", s.n, math.Sqrt(s.xx/s.n), b, math.Sqrt((s.yy-b*s.xy)/s.n/s.xx))
}

// TestFitRecoversWeights: of positions whose end follows from their facts the fit is what it follows by, and a file that it writes is
// read as that; one without a row is refused.
func TestFitRecoversWeights(t *testing.T) {
	thorough.Slow(t)
	random := rand.New(rand.NewPCG(1, 2))
	var all []sample
	for n := range 20_000 {
		s := sample{By: "sergeant", Match: 1, Turn: 1 + n%fitted}
		s.Facts[factOne], s.Facts[factScored], s.Facts[factRest] = 1, float64(random.IntN(20)), float64(random.IntN(21)-10)
		s.Ended = random.Float64() < logistic(s.Facts[factScored]-14)
		if s.Margin = int(s.Facts[factScored]) + 2*int(s.Facts[factRest]) - 8; s.Ended {
			s.Margin = 23
		}
		all = append(all, s)
	}
	text := fit(all).text()
	k, err := readWorth(fstest.MapFS{"worth.csv": {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range fitted {
		for _, c := range []struct{ is, want, within float64 }{
			{k.margin[i][factOne], -8, 0.05},
			{k.margin[i][factScored], 1, 0.01},
			{k.margin[i][factRest], 2, 0.01},
			{k.decisive[i][factOne] / k.decisive[i][factScored], -14, 0.3},
			{k.decisive[i][factRest], 0, 0.1},
			{k.ended[factOne], 23, 1e-9},
		} {
			if math.Abs(c.is-c.want) > c.within {
				t.Errorf("turn %d: %v, not %v\n%s", i+1, c.is, c.want, text)
			}
		}
		if k.wins(i, 4) < 0.65 || k.wins(i, -4) > 0.2 {
			t.Errorf("turn %d: who is 4 VP ahead wins by %v, and who is behind by %v", i+1, k.wins(i, 4), k.wins(i, -4))
		}
	}
	last := strings.LastIndex(strings.TrimSpace(text), "\n")
	if _, err := readWorth(fstest.MapFS{"worth.csv": {Data: []byte(text[:last+1])}}); err == nil {
		t.Error("a file without its last row was read")
	}
}
