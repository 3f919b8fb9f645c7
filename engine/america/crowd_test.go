package america

import (
	"math/rand/v2"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/thorough"
)

// crowd is two forces face to face, with whole formations: what random players seldom come to in a match.
const crowd = `turn 4 step begin hq hq-fifth weather clear ground frost air 9
hq hq-fifth combat paid
hq hq-sixth chit in combat paid
hq hq-viii chit in combat
hq hq-v chit in combat
unit hq-fifth 1630
unit hq-sixth 1622
unit hq-viii 1522
unit hq-v 1930
unit 2-2pz 1627
unit 3-2pz 1627
unit 304-2pz 1627
unit 1c-1ss 1526
unit 1-1ss 1526
unit 2-1ss 1526
unit 105-15pg 1725
unit 115-15pg 1725
unit 115c-15pg 1725
unit 39-26vg 1624
unit cca-9a 1425
unit ccb-9a 1425
unit ccr-9a 1425
unit 707-c 1626
unit 14-r 1625
unit 422-106 1525
unit 423-106 1525
unit 605-g 1524
unit 102-r 1726
unit 741-c 1726
unit 16-1 1823
unit 18-1 1823
unit 26-1 1823
unit cca-3a 1424
unit ccb-3a 1424
unit ccr-3a 1424
`

// TestCrowdedFights plays on from such a position, with and without the optional rules: no answer is a dead end, every
// event leaves a legal state, and every position is its text.
func TestCrowdedFights(t *testing.T) {
	thorough.Slow(t)
	g := strict(t)
	met := map[string]int{}
	for _, options := range []string{
		"", "scenario breakthrough mech_overrun_3mp recon losses zoc_retreat cooperation advance\n",
		"scenario wacht mech_overrun_6mp recon\n",
	} {
		for seed := range uint64(thorough.Or(2, 8)) {
			playOn(t, g, game+" 1\n"+options+crowd, seed, met)
		}
	}
	for _, kind := range []string{"overrun-called", "attack-lapsed", "cover-laid", "retreat-ended", "advanced"} {
		if met[kind] == 0 {
			t.Errorf("no event %s in all of it", kind)
		}
	}
	t.Log(met)
}

// playOn gives random answers, which overrun where they can.
func playOn(t *testing.T, g engine.Game, text string, seed uint64, met map[string]int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	pos, err := g.Parse(0, text)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < 160; n++ {
		open := pos.Prompts()
		if len(open) == 0 {
			return
		}
		p := open[r.IntN(len(open))]
		path := answerAtRandom(t, pos, p, r)
		out, err := pos.Submit(n, p.Seat, p.ID, path)
		if err != nil {
			t.Fatalf("%v\n%s\n%v %v", err, pos, p.ID, path)
		}
		for _, e := range out.Events {
			met[e.Kind()]++
		}
		pos = out.Position
		if again, err := g.Parse(n, pos.String()); err != nil || again.String() != pos.String() {
			t.Fatalf("the text is another: %v\n%s", err, pos)
		}
	}
}

// answerAtRandom walks to a whole answer. Stacks are named whole more often than not, and overrun and go in.
func answerAtRandom(t *testing.T, pos engine.Position, p engine.Prompt, r *rand.Rand) []string {
	t.Helper()
	var path []string
	for {
		node, err := pos.Options(p.ID, path)
		switch {
		case err != nil:
			t.Fatalf("%v\n%s\n%v %v", err, pos, p.ID, path)
		case node.Done:
			return path
		case len(node.Options) == 0:
			t.Fatalf("a dead end: %v %v\n%s", p.ID, path, pos)
		}
		next := node.Options[r.IntN(len(node.Options))]
		for _, o := range node.Options {
			if (o.Kind == "join" || o.Kind == "first") && r.IntN(3) > 0 || o.Kind == "overrun" || o.Kind == "in" && r.IntN(4) > 0 {
				next = o
				break
			}
		}
		if next.ID != "end" || r.IntN(3) == 0 {
			path = append(path, next.ID)
		}
	}
}
