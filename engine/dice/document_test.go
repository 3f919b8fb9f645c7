package dice_test

import (
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/match"
)

var update = flag.Bool("update", false, "rewrite the examples in docs")

const (
	document = "../../docs/dice-format.md"
	examples = "../../docs/dice"
	begin    = "<!-- vectors -->\n"
	end      = "<!-- /vectors -->\n"
)

// TestTheDocumentsVectors keeps the vectors of docs/dice-format.md what this package
// gives.
func TestTheDocumentsVectors(t *testing.T) {
	text, err := os.ReadFile(document)
	must(t, err)
	before, rest, ok := strings.Cut(string(text), begin)
	was, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for vectors", document)
	}
	is := vectors(t)
	if *update {
		must(t, os.WriteFile(document, []byte(before+begin+is+end+after), 0o644))
		was = is
	}
	if was != is {
		t.Errorf("%s says otherwise (rewrite it with -update, if that is meant)\n%s", document, is)
	}
}

// vectors are the examples of the specification, step by step.
func vectors(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("\n```\n")
	say := func(name string, value any) { fmt.Fprintf(&b, "%-22s %v\n", name, value) }
	s := dice.NewServer([32]byte{1, 2, 3})
	p := newPlayer(t, 4, s)
	p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 1 })
	o := p.m.Opening()
	say("game, law", fmt.Sprintf("%s, %d", o.Game, o.Law))
	say("data", o.Data)
	say("setup", "rounds = 5")
	say("seats", "red, blue")
	say("phrases", "red's phrase, blue's phrase")
	for _, phrase := range []string{"red's phrase", "blue's phrase"} {
		say("SHA-256 of the phrase", match.PhraseHash(phrase))
	}
	say("seed", p.m.DiceInputs().Seed)
	say("key", o.Dice.Key)
	say("head[1]", p.m.Log()[0].Head)
	for _, e := range p.m.Log() {
		d := e.Decision
		if a, ok := d.Act.(match.ActAnswer); ok && d.Seat != engine.Chance {
			say(fmt.Sprintf("path of answer %d", d.Seq), string(d.Seat)+": "+strings.Join(a.Path, " "))
		}
	}
	for _, m := range p.m.VisibleTo(engine.Judge).Rolls()[:2] {
		b.WriteString("\n")
		say("roll", m.Rolled.No)
		say("for", m.Rolled.For)
		say("orders", m.Roll.Orders)
		say("alpha", hex.EncodeToString(dice.Alpha(m)))
		say("proof", m.Rolled.Proof)
		beta := dice.Beta(t, m)
		say("beta", hex.EncodeToString(beta[:]))
		say("faces, among", fmt.Sprintf("%d, %q", m.Rolled.Faces, m.Rolled.Among))
		say("result", m.Face)
	}
	b.WriteString("\n")
	withBeacon(s, say)
	b.WriteString("\n")
	mapping(say)
	b.WriteString("```\n\n")
	return b.String()
}

// withBeacon writes down a roll that hangs on a beacon.
func withBeacon(s *dice.Server, say func(string, any)) {
	d := s.Dice("m")
	d.Seats = []engine.Seat{"a", "b"}
	d.Beacon = &match.Beacon{Chain: "0102", Key: "0304", Scheme: "x", Genesis: 1000, Period: 3, Margin: 10}
	for _, sealed := range []int64{0, 990_000, 992_999, 993_000, 1_000_000} {
		say("sealed_at, round", fmt.Sprintf("genesis 1000, period 3, margin 10: %d, %d", sealed, d.Beacon.After(sealed)))
	}
	r := match.Roll{Match: "m", Seed: chain.Head{1}, No: 258, Purpose: "for", Orders: chain.Head{2}, Dice: &d}
	pulse := &match.Pulse{Round: 7, Signature: "0506"}
	say("alpha with a beacon", hex.EncodeToString(dice.Alpha(match.RecordedRoll{Roll: r, Rolled: match.Rolled{Pulse: pulse}})))
}

// mapping writes down what outputs become.
func mapping(say func(string, any)) {
	zero := [64]byte{}
	low := [64]byte{7: 5, 15: 17}
	for _, beta := range [][64]byte{zero, low} {
		say("beta", hex.EncodeToString(beta[:]))
		for _, faces := range []uint64{1, 2, 6, 10, 12} {
			say("faces, chance", fmt.Sprintf("%d, %d", faces, dice.Below(faces, beta)))
		}
	}
}

// TestTheExamples keeps the matches in docs/dice good, and as this package plays
// them.
func TestTheExamples(t *testing.T) {
	s := dice.NewServer([32]byte{1, 2, 3})
	whole := eventful(t, 6, s)
	p := newPlayer(t, 5, s)
	p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 1 && len(m.Position().Prompts()) == 2 })
	blue := p.m.Position().Prompts()[1]
	p.take(p.m.Answer(p.by(2), blue.Seat, blue.ID, []string{"march"}))
	for _, c := range []struct {
		name string
		m    *match.Match
		v    engine.Viewer
	}{{"match.json", whole, engine.Judge}, {"red.json", p.m, "red"}} {
		path := filepath.Join(examples, c.name)
		_, is := fileOf(t, c.m, c.v)
		if *update {
			must(t, os.WriteFile(path, is, 0o644))
		}
		was, err := os.ReadFile(path)
		must(t, err)
		if !bytes.Equal(was, is) {
			t.Errorf("%s is another match now (rewrite it with -update, if that is meant)", path)
		}
		if r, err := verify(was); err != nil || r.Proven < 2 {
			t.Errorf("%s: %+v, %v", path, r, err)
		}
	}
}
