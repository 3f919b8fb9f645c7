package think_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles/think"
	"referee/engine/celles/weights"
	"referee/engine/enginetest/thorough"
	"referee/engine/play"
)

// tactic is a question of tactics: a position in which some answers are better than all
// others beyond doubt. Its file has, a line each:
//
//	# what it teaches
//	rule 11.1            the paragraph that it turns on
//	theme a word or two
//	from where it is from: a match, or made
//	proof exact HORIZON MEASURE, or rollouts N: how the worth of answers is known (exact_test.go, mine_test.go)
//	enough 2.50          what an answer must be worth
//	good 3.00 : PATH     an answer that is good enough; several answers in a row are parted by " ; "
//	poor 1.00 : PATH     one that is not
//	| position text
//
// Where the proof is exact, whatever a player answers is valued. Where it is by rollouts, the
// values of all whole answers are there, as the margin at the end in VP, each with the
// standard error of its difference to the best.
type tactic struct {
	name, title, rule, theme, from string
	proof                          []string
	enough                         float64
	good, poor                     []valued
	text                           string
}

// valued is a row of answers with what they are worth.
type valued struct {
	value   float64
	answers [][]string
}

// readTactic reads the file of a tactic.
func readTactic(t testing.TB, name string) tactic {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c := tactic{name: strings.TrimSuffix(filepath.Base(name), ".txt")}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "#":
			c.title = rest
		case "rule":
			c.rule = rest
		case "theme":
			c.theme = rest
		case "from":
			c.from = rest
		case "proof":
			c.proof = strings.Fields(rest)
		case "enough":
			c.enough, err = strconv.ParseFloat(rest, 64)
		case "good", "poor":
			value, path, _ := strings.Cut(rest, " : ")
			value, _, _ = strings.Cut(value, " ± ")
			v := valued{}
			v.value, err = strconv.ParseFloat(value, 64)
			for answer := range strings.SplitSeq(path, " ; ") {
				v.answers = append(v.answers, strings.Fields(answer))
			}
			if word == "good" {
				c.good = append(c.good, v)
			} else {
				c.poor = append(c.poor, v)
			}
		case "|":
			c.text += rest + "\n"
		default:
			err = errors.New("it begins with none of the words")
		}
		if err != nil {
			t.Fatalf("%s:%d: %q: %v", name, i+1, line, err)
		}
	}
	return c
}

// tactics reads all of them.
func tactics(t testing.TB) []tactic {
	t.Helper()
	files, err := filepath.Glob("testdata/tactics/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []tactic
	for _, f := range files {
		out = append(out, readTactic(t, f))
	}
	return out
}

// open is the position and its question.
func (c *tactic) open(t testing.TB, g engine.Game) (engine.Position, engine.Prompt) {
	t.Helper()
	pos, err := g.Parse(0, c.text)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	if len(pos.Prompts()) != 1 || pos.Prompts()[0].Seat == engine.Chance {
		t.Fatalf("%s: nobody is asked", c.name)
	}
	return pos, pos.Prompts()[0]
}

// exact reports whether what an answer is worth is reckoned, and not looked up.
func (c *tactic) exact() bool { return c.proof[0] == "exact" }

// worth is the exact value of a position that the seat's answers have led to.
func (c *tactic) worth(from, now engine.Position, seat engine.Seat) (float64, error) {
	m, err := measured(c.proof[2:])
	if err != nil {
		return 0, err
	}
	x := exact{seat: seat, horizon: horizons[c.proof[1]], measure: m, most: 50_000}
	return x.value(from.Moment(), now)
}

// answered plays a row of answers.
func answered(pos engine.Position, answers [][]string) (engine.Position, error) {
	for i, path := range answers {
		if len(pos.Prompts()) == 0 {
			return nil, errors.New("the match is over")
		}
		p := pos.Prompts()[0]
		out, err := pos.Submit(i+1, p.Seat, p.ID, path)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", strings.Join(path, " "), err)
		}
		pos = out.Position
	}
	return pos, nil
}

// TestTacticsAreProved: what the files say of the worth of answers is so, each has one that is
// good enough and one that is not, and says where it is from.
func TestTacticsAreProved(t *testing.T) {
	g := openGame(t)
	list := tactics(t)
	matches, themes, texts := 0, map[string]int{}, map[string]string{}
	for _, c := range list {
		if c.title == "" || c.rule == "" || c.theme == "" || len(c.good) == 0 || len(c.poor) == 0 {
			t.Errorf("%s: something is missing", c.name)
		}
		if other := texts[c.text]; other != "" {
			t.Errorf("%s is the position of %s", c.name, other)
		}
		texts[c.text] = c.name
		themes[c.theme]++
		if c.from != "made" {
			matches++
		}
		pos, p := c.open(t, g)
		if !c.exact() {
			c.checkRollouts(t, pos, p)
			continue
		}
		for i, v := range append(slices.Clone(c.good), c.poor...) {
			then, err := answered(pos, v.answers)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			got, err := c.worth(pos, then, p.Seat)
			switch good := i < len(c.good); {
			case err != nil:
				t.Errorf("%s: %q: %v", c.name, v.answers, err)
			case math.Abs(got-v.value) > 0.006:
				t.Errorf("%s: %q is worth %.3f, not %.2f", c.name, v.answers, got, v.value)
			case (got >= c.enough) != good:
				t.Errorf("%s: %q is worth %.3f, enough is %.3f: good enough is %v, not %v", c.name, v.answers, got, c.enough, !good, good)
			}
		}
	}
	t.Logf("%d positions, %d of them from matches: %v", len(list), matches, themes)
	if len(list) < 80 || 3*matches < len(list) {
		t.Errorf("%d positions, %d of them from matches", len(list), matches)
	}
}

// checkRollouts: every whole answer has its value.
func (c *tactic) checkRollouts(t *testing.T, pos engine.Position, p engine.Prompt) {
	t.Helper()
	all, err := completePaths(pos, p, 50)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	for _, path := range all {
		if _, ok := c.listed(path); !ok {
			t.Errorf("%s: nothing is said of %q", c.name, path)
		}
	}
	if len(all) != len(c.good)+len(c.poor) {
		t.Errorf("%s: there are %d answers", c.name, len(all))
	}
}

// listed finds the value of a whole answer.
func (c *tactic) listed(path []string) (float64, bool) {
	for _, v := range append(slices.Clone(c.good), c.poor...) {
		if slices.Equal(v.answers[0], path) {
			return v.value, true
		}
	}
	return 0, false
}

// row is the most answers that a player gives to one question of tactics.
const row = 12

// judge lets a player answer until a die is rolled, its phase ends or something else is asked,
// and says what that is worth.
func (c *tactic) judge(t testing.TB, g engine.Game, who play.Player) (worth float64, said []string) {
	t.Helper()
	start, first := c.open(t, g)
	pos, place := start, play.At(c.name, first.Seat)
	for n := 1; n <= row && len(pos.Prompts()) > 0; n++ {
		p := pos.Prompts()[0]
		if p.Seat != first.Seat || n > 1 && (!slices.Contains(orders, p.Kind) || pos.Moment() != start.Moment()) {
			break
		}
		q, err := place.Ask(pos, p.ID)
		if err != nil {
			t.Fatal(err)
		}
		a, err := who.Answer(q)
		if err != nil {
			t.Fatal(err)
		}
		out, err := pos.Submit(n, p.Seat, p.ID, a.Path)
		if err != nil {
			t.Fatalf("%s: %s answers %q: %v", c.name, who.Name, a.Path, err)
		}
		said = append(said, strings.Join(out.Path, " "))
		if !c.exact() {
			worth, _ = c.listed(out.Path)
			return worth, said
		}
		pos, place = out.Position, place.After(p.Kind, out.Path)
	}
	worth, err := c.worth(start, pos, first.Seat)
	if err != nil {
		t.Fatalf("%s: after %q: %v", c.name, said, err)
	}
	return worth, said
}

// orders are the questions that go on with the orders of a phase.
var orders = []string{"activate", "extra", "place", "move"}

// floors are the least share of the positions in which a player finds an answer that is good
// enough.
var floors = map[string]float64{"sergeant": 0.6, "captain": 0.8, "colonel": 0.9}

// TestTactics: each level solves as many positions as it must.
func TestTactics(t *testing.T) {
	g, list := openGame(t), tactics(t)
	for _, who := range append(play.Roster{play.Recruit(weights.Solo())}, think.Players()...) {
		if who.Name == "colonel" && !thorough.On() {
			continue
		}
		solved, by, of := 0, map[string]int{}, map[string]int{}
		for _, c := range list {
			worth, said := c.judge(t, g, who)
			of[c.theme]++
			if worth >= c.enough {
				by[c.theme]++
				solved++
				continue
			}
			t.Logf("%s misses %s (%s): %q is worth %.2f, and %.2f is enough", who.Name, c.name, c.title, said, worth, c.enough)
		}
		for theme := range of {
			t.Logf("%s: %s: %d of %d", who.Name, theme, by[theme], of[theme])
		}
		t.Logf("%s solves %d of %d", who.Name, solved, len(list))
		if float64(solved) < floors[who.Name]*float64(len(list)) {
			t.Errorf("%s solves %d of %d", who.Name, solved, len(list))
		}
	}
}

// TestExactByHand reckons one position by hand: the last attack on Rochefort, at 2-1 and -2, before
// which the defender may play the chit. By the table the rows of the ten faces bring, for the
// Allied player who holds the town with one step (2 VP; a German who advances into it has them, a step
// is 1 VP): -2 RD/ 2, -1 */ 3, 0 D/ 2, 1 R/ 2, 2 and 3 nothing 2, 4 */* -2, 5 /R -2, 6 /D 2, 7 /* -3.
// With the chit a face lower: -3 *R/ 3 comes in, and the last goes.
func TestExactByHand(t *testing.T) {
	c := readTactic(t, "testdata/tactics/chit-hold-rochefort.txt")
	pos, p := c.open(t, openGame(t))
	for answer, want := range map[string]float64{
		"no":     (2 + 3 + 2 + 2 + 2 + 2 - 2 - 2 + 2 - 3) / 10.0,
		"combat": (3 + 2 + 3 + 2 + 2 + 2 + 2 - 2 - 2 + 2) / 10.0,
	} {
		then, err := answered(pos, [][]string{{answer}})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.worth(pos, then, p.Seat); err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is worth %v, not %v: %v", answer, got, want, err)
		}
	}
}
