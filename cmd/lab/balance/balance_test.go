package balance

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/games"
	"referee/cmd/games/gamestest"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
)

// player is a recruit who looks for a fight, under a name.
func player(name string, version int) play.Player {
	p := play.Recruit(map[string]int{"fight": 40, "march": 5})
	p.Name, p.Version = name, version
	return p
}

// toyTable is the toy with more players than the recruit, and a changed data set.
func toyTable(t *testing.T, most int, players ...play.Player) *table {
	t.Helper()
	entry := gamestest.Toy()
	entry.Players = players
	more := variant{"more effort", func(d match.Data) error {
		d["toy.csv"] = strings.Replace(d["toy.csv"], "effort,2", "effort,3", 1)
		return nil
	}}
	tb, err := set(entry, "", []variant{more}, 7, most)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

// run runs the command in a directory, and returns the table and what is printed.
func run(ctx context.Context, t *testing.T, b balance, tb *table) (text, printed string, err error) {
	t.Helper()
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	var out strings.Builder
	cmd.SetOut(&out)
	cmd.SetErr(&strings.Builder{})
	b.table, b.workers = filepath.Join(b.out, "samples.csv"), max(1, b.workers)
	if err = b.run(cmd, tb); err != nil && !errors.Is(err, cli.ErrFound) {
		return "", "", err
	}
	data, readErr := os.ReadFile(b.table)
	if readErr != nil {
		t.Fatal(readErr)
	}
	return string(data), out.String(), err
}

// cells returns some columns of a sample in a table, with a space between them.
func cells(t *testing.T, table, sample string, names ...string) string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row[0] != sample {
			continue
		}
		var out []string
		for _, name := range names {
			out = append(out, row[slices.Index(rows[0], name)])
		}
		return strings.Join(out, " ")
	}
	t.Fatalf("no sample %q in\n%s", sample, table)
	return ""
}

// files are the files of lines in a directory.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, name := range list {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(name)] = string(data)
	}
	return out
}

// TestStoppedItGoesOn: stopped in the middle of a match, and with half a line in the file, the
// command comes to the same files and the same table as one that was left alone, with any number of workers.
func TestStoppedItGoesOn(t *testing.T) {
	whole := balance{out: t.TempDir(), check: true}
	want, _, err := run(t.Context(), t, whole, toyTable(t, 12, player("sergeant", 1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancelCause(t.Context())
		halting, answers := player("sergeant", 1), 0
		think := halting.Think
		halting.Think = func(q *play.Question) (play.Answer, error) {
			if answers++; answers == 200 {
				cancel(&cli.Signal{Number: syscall.SIGINT})
			}
			return think(q)
		}
		b := balance{out: t.TempDir(), check: true, workers: 1}
		_, _, err := run(ctx, t, b, toyTable(t, 12, halting))
		if err == nil || !strings.HasPrefix(err.Error(), "stopped after ") || !strings.HasSuffix(err.Error(), " of 12 pairs of sergeant") {
			t.Fatalf("stopped, it says %v", err)
		}
		half := filepath.Join(b.out, "sergeant.jsonl")
		lines := files(t, b.out)["sergeant.jsonl"]
		if n := strings.Count(lines, "\n"); n == 0 || n == 12 {
			t.Fatalf("stopped after %d pairs", n)
		}
		if err := os.WriteFile(half, []byte(lines+lines[:100]), 0o600); err != nil {
			t.Fatal(err)
		}
		b.workers = workers
		got, _, err := run(t.Context(), t, b, toyTable(t, 12, player("sergeant", 1)))
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("with %d workers the table is\n%s\nnot\n%s", workers, got, want)
		}
		for name, text := range files(t, whole.out) {
			if again := files(t, b.out)[name]; again != text {
				t.Errorf("%s with %d workers:\n%s\nnot\n%s", name, workers, again, text)
			}
		}
	}
}

// TestAReportPlaysNothing: half a line is passed over and stays, and packed lines are read.
func TestAReportPlaysNothing(t *testing.T) {
	b := balance{out: t.TempDir(), only: "recruit"}
	tb := toyTable(t, 3)
	if _, _, err := run(t.Context(), t, b, tb); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(b.out, "recruit.jsonl")
	lines := files(t, b.out)["recruit.jsonl"]
	cut := lines[:len(lines)-5]
	if err := os.WriteFile(name, []byte(cut), 0o600); err != nil {
		t.Fatal(err)
	}
	b.report = true
	text, _, err := run(t.Context(), t, b, tb)
	if err != nil || cells(t, text, "recruit", "pairs", "planned") != "2 3" || files(t, b.out)["recruit.jsonl"] != cut {
		t.Errorf("%v\n%s", err, text)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(lines)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name+".gz", packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, _, err := run(t.Context(), t, b, tb); err != nil || cells(t, text, "recruit", "pairs", "planned") != "3 3" {
		t.Errorf("%v\n%s", err, text)
	}
	if err := os.WriteFile(name, []byte("nonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := run(t.Context(), t, b, tb); err == nil || !strings.HasPrefix(err.Error(), name+":1: ") {
		t.Errorf("a line that is none: %v", err)
	}
}

// TestOtherVersionsAreNotMixed: what another version of a player has done is left out, and told.
func TestOtherVersionsAreNotMixed(t *testing.T) {
	b := balance{out: t.TempDir(), only: "sergeant"}
	if _, _, err := run(t.Context(), t, b, toyTable(t, 4, player("sergeant", 1))); err != nil {
		t.Fatal(err)
	}
	b.report = true
	text, _, err := run(t.Context(), t, b, toyTable(t, 4, player("sergeant", 2)))
	if err != nil || cells(t, text, "sergeant", "pairs", "planned", "other_versions", "score") != "0 4 4 " {
		t.Errorf("%v\n%s", err, text)
	}
	b.report = false
	text, _, err = run(t.Context(), t, b, toyTable(t, 4, player("sergeant", 2)))
	if err != nil || cells(t, text, "sergeant", "pairs") != "4" || strings.Count(files(t, b.out)["sergeant.jsonl"], "\n") != 8 {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestAFaultIsKept: it is counted in the table and printed with its position, the run goes on, and does not play the
// match again.
func TestAFaultIsKept(t *testing.T) {
	mute, asked := player("sergeant", 1), 0
	think := mute.Think
	mute.Think = func(q *play.Question) (play.Answer, error) {
		if asked++; asked > 40 && asked < 80 {
			return play.Answer{Path: []string{"nonsense"}}, nil
		}
		return think(q)
	}
	b := balance{out: t.TempDir(), only: "sergeant", check: true}
	text, printed, err := run(t.Context(), t, b, toyTable(t, 60, mute))
	if !errors.Is(err, cli.ErrFound) || !strings.Contains(printed, "fault in sergeant: match 7/") || !strings.Contains(printed, "nonsense") {
		t.Fatalf("%v\n%s", err, printed)
	}
	before := asked
	again, _, err := run(t.Context(), t, b, toyTable(t, 60, mute))
	if !errors.Is(err, cli.ErrFound) || again != text || cells(t, text, "sergeant", "faults") == "0" || asked != before {
		t.Errorf("played again: %v, %d answers\n%s", err, asked-before, again)
	}
}

// TestCheckedAgain: pairs that were not checked are, once that is wanted; what they came to then must be
// what they came to before.
func TestCheckedAgain(t *testing.T) {
	b := balance{out: t.TempDir(), only: "recruit"}
	tb := toyTable(t, 5)
	text, _, err := run(t.Context(), t, b, tb)
	if err != nil || cells(t, text, "recruit", "checked", "checks_planned", "answers") != "0 5 0" {
		t.Fatalf("%v\n%s", err, text)
	}
	name := filepath.Join(b.out, "recruit.jsonl")
	lines := files(t, b.out)["recruit.jsonl"]
	b.check = true
	text, _, err = run(t.Context(), t, b, tb)
	if err != nil || cells(t, text, "recruit", "checked", "checks_planned", "budget", "faults") != "5 5 1000 0" {
		t.Fatalf("%v\n%s", err, text)
	}
	forged := strings.Replace(lines, `"answers":2`, `"answers":3`, 1)
	if err := os.WriteFile(name, []byte(forged), 0o600); err != nil || forged == lines {
		t.Fatal(err)
	}
	text, _, err = run(t.Context(), t, b, tb)
	if !errors.Is(err, cli.ErrFound) || cells(t, text, "recruit", "faults") != "1" {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestMatchesOfAPairAreTwo: a player who meets itself has other dice in both, and no match stands in
// two pairs; options and data sets share them.
func TestMatchesOfAPairAreTwo(t *testing.T) {
	tb := toyTable(t, 0, player("sergeant", 1))
	seen := map[string]bool{}
	s := tb.own(tb.cheap, tb.game, "", "")
	for pair := range 5 {
		for side := range 2 {
			name := s.match(pair, side).Name
			if seen[name] {
				t.Errorf("%s is played twice", name)
			}
			seen[name] = true
			if other := tb.own(tb.cheap, tb.others[0].game, "", "").match(pair, side).Name; other != name {
				t.Errorf("over other data it is %s, not %s", other, name)
			}
		}
	}
	meet := sample{game: tb.game, players: [2]play.Player{tb.roster[0], tb.cheap}, seed: 7}
	a, b := meet.match(3, 0), meet.match(3, 1)
	if a.Name != b.Name || a.Players["red"].About != b.Players["blue"].About {
		t.Errorf("two who meet: %v and %v", a, b)
	}
}

// matches are lines of a player against itself: margins of the first seat. From 100 on
// they are wins before the time, by the rest.
func matches(s sample, margins ...int) pairs {
	p := pairs{lines: map[int]line{}}
	for i := 0; i+1 < len(margins); i += 2 {
		l := line{deal: s.deal(), Pair: i / 2}
		for j, m := range margins[i : i+2] {
			l.Matches[j] = result{Won: max(-1, min(1, m)), Points: [2]int{m % 100, 0}, Decisive: m >= 100}
		}
		p.lines[l.Pair] = l
	}
	return p
}

// many repeats margins.
func many(n int, margins ...int) []int {
	var out []int
	for range n {
		out = append(out, margins...)
	}
	return out
}

// TestBidThatEvens: who won before the time has won at any bid; the rest by the margin.
func TestBidThatEvens(t *testing.T) {
	tb := toyTable(t, 0)
	s := tb.own(tb.cheap, tb.game, "", "")
	for _, c := range []struct {
		margins []int
		want    string
	}{
		{many(10, 1, 1, 3, -3), "1 1 1"},
		{many(10, -2, -2, 5, -9), "-2 -2 -2"},
		{many(10, 4, -4), "0 -2 2"},
		{many(10, 101, 101, 101, 1), "  "},
	} {
		k := kept{s.name: matches(s, c.margins...)}
		if got := strings.Join(tb.bids(s, k.sum(s.name)), " "); got != c.want {
			t.Errorf("%v: %q, want %q", c.margins, got, c.want)
		}
	}
}

// TestNoBidWhereMarginsDoNotDecide: where a player wins who is not ahead, no bid is reckoned.
func TestNoBidWhereMarginsDoNotDecide(t *testing.T) {
	tb := toyTable(t, 1)
	s := tb.own(tb.cheap, tb.game, "", "")
	k := kept{s.name: matches(s, 1, -1)}
	l := k[s.name].lines[0]
	l.Matches[0].Won = -1
	k[s.name].lines[0] = l
	if _, ok := tb.bid(k.sum(s.name)); ok {
		t.Error("a bid is reckoned by margins that do not decide")
	}
}

// TestBidsNeedCompleteMatches: not before.
func TestBidsNeedCompleteMatches(t *testing.T) {
	tb := toyTable(t, 20)
	s := tb.own(tb.cheap, tb.game, "", "")
	margins := many(10, 1, 1, 3, -3)
	for n, want := range map[int]bool{38: false, 40: true} {
		k := kept{s.name: matches(s, margins[:n]...)}
		// And the bid beside it; the other one is none, which is the sample itself.
		got := strings.Contains(strings.Join(names(tb.plan(k)), ","), "recruit bid=blue-1,recruit bid=blue-2,recruit with")
		if got != want {
			t.Errorf("after %d matches the bid is in the plan: %v", n, got)
		}
	}
}

// TestDifferenceByPairs: of a changed game, by the pairs that both samples have and no others.
func TestDifferenceByPairs(t *testing.T) {
	tb := toyTable(t, 0)
	plain, other := tb.own(tb.cheap, tb.game, "", ""), tb.own(tb.cheap, tb.others[0].game, "", "")
	other.name += " with more effort"
	k := kept{
		plain.name: matches(plain, 1, -1, 3, -3, 50, 50),
		other.name: matches(other, 3, 1, -1, -3),
	}
	spoilt := k[other.name].lines[0]
	spoilt.Pair, spoilt.Fault = 2, "a fault"
	k[other.name].lines[2] = spoilt
	margin, score, pairs := k.more(other.name, plain.name)
	// Pairs: +2 and −2 VP; half a match more and half a match less.
	if pairs != 2 || margin.mean != 0 || score.mean != 0 || math.Abs(margin.high-1.96*2) > 1e-9 || math.Abs(score.high-1.96*0.5) > 1e-9 {
		t.Errorf("%d pairs, margin %v, score %v", pairs, margin, score)
	}
}

// TestPairsSwapSides: the second match of a pair is told as the first player sees it.
func TestPairsSwapSides(t *testing.T) {
	tb := toyTable(t, 0, player("sergeant", 1))
	s := sample{name: "sergeant-recruit", game: tb.game, players: [2]play.Player{tb.cheap, tb.roster[0]}, seed: 7}
	k := kept{s.name: matches(s, 5, -3, 2, 4)}
	sum := k.sum(s.name).strength
	if won, lost, _ := sum.Results(); won != 3 || lost != 1 {
		t.Errorf("%d won, %d lost", won, lost)
	}
	if margin, _ := sum.Margin(); margin != 1.5 {
		t.Errorf("margin %v", margin)
	}
}

// TestVariantsOfCelles: each opens, is another data set than all others, and changes what its name says.
func TestVariantsOfCelles(t *testing.T) {
	entry := games.Celles()
	tb, err := set(entry, "", cellesVariants, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	hashes := map[string]string{tb.game.Info().Data: "the data set itself"}
	for _, o := range tb.others {
		hash := o.game.Info().Data
		if was, ok := hashes[hash]; ok {
			t.Errorf("%s is the same as %s", o.name, was)
		}
		hashes[hash] = o.name
	}
	changed := func(name string) match.Data {
		for _, v := range cellesVariants {
			if v.name == name {
				d, err := match.LoadData(entry.Files())
				if err != nil || v.change(d) != nil {
					t.Fatal(err)
				}
				return d
			}
		}
		t.Fatalf("no variant %q", name)
		return nil
	}
	for name, want := range map[string][2]string{
		"german strengths -1":            {"units.csv", "\n2pz-a,2pz,german,armor,2nd Panzer armour A,2,10,7,9,5,4,5,3,2,1,"},
		"allied strengths +1":            {"units.csv", "\n84-1,84,us,infantry,84th Infantry battalion 1,1,6,8,3,3,5,,,,,"},
		"allied movement -1":             {"units.csv", "\n3arm,3arm,us,armor,3rd Armored detachment,1,3,4,0,3,4,,,,,"}, //nolint:misspell // a name
		"german arrivals a turn later":   {"setup.csv", "\nlehr-a,T2,2216,,"},
		"german arrivals a turn earlier": {"setup.csv", "\nlehr-a,T1,2216,,"},
		"allied arrivals a turn later":   {"setup.csv", "\n2arm-1,T2,1300 1500 1900,,"},
	} {
		if text := changed(name)[want[0]]; !strings.Contains(text, want[1]) {
			t.Errorf("%s: no %q", name, want[1])
		}
	}
	for name, want := range map[string][2]int{"no secondary roads but the bridges over the Meuse": {2, 70}, "highways as secondary roads": {355, 0}} {
		text := changed(name)["hexsides.csv"]
		if got := [2]int{strings.Count(text, ",road,"), strings.Count(text, ",highway,")}; got != want {
			t.Errorf("%s: %d roads and highways, want %d", name, got, want)
		}
	}
}

// TestEachGameHasItsOwnTable: another game than the first writes elsewhere, unless a flag says where; the table stands
// beside the results.
func TestEachGameHasItsOwnTable(t *testing.T) {
	known := games.List{gamestest.Toy(), {ID: "other"}}
	for _, c := range []struct{ id, out, table, wantOut, wantTable string }{
		{"toy", "", "", "docs/data/balance", "docs/data/balance/samples.csv"},
		{"other", "", "", "docs/data/balance-other", "docs/data/balance-other/samples.csv"},
		{"other", "kept", "", "kept", "kept/samples.csv"},
		{"other", "", "here.csv", "docs/data/balance-other", "here.csv"},
	} {
		b := balance{known: known, out: c.out, table: c.table}
		if b.places(c.id); b.out != c.wantOut || b.table != c.wantTable {
			t.Errorf("%s, --out %q, --table %q: %s and %s", c.id, c.out, c.table, b.out, b.table)
		}
	}
}

// TestScenariosAreSamples: each value of an option that chooses a scenario is a sample of its own, and is not compared.
func TestScenariosAreSamples(t *testing.T) {
	tb := toyTable(t, 1, player("sergeant", 1))
	options := tb.game.Info().Options
	for i := range options {
		options[i].Scenario = !options[i].Bid
	}
	text, _, err := run(t.Context(), t, balance{out: t.TempDir()}, tb)
	if err != nil {
		t.Fatal(err)
	}
	o := options[slices.IndexFunc(options, func(o engine.SetupOption) bool { return o.Scenario })]
	value := o.Values[slices.IndexFunc(o.Values, func(v string) bool { return v != o.Default })]
	for _, name := range []string{"recruit", "sergeant"} {
		if got := cells(t, text, name+" "+o.ID+"="+value, "pairs", "more_pairs"); got != "1 0" {
			t.Errorf("%s in another scenario: %s\n%s", name, got, text)
		}
	}
	if got := cells(t, text, "sergeant with more effort", "more_pairs"); got != "1" {
		t.Errorf("over other data it is compared in %s pairs", got)
	}
}
