package america

import (
	"slices"
	"strings"
	"testing"

	"referee/engine"
)

// TestChoicesOfAnAttackSayTheirShift: the support of a headquarters and an air point say by how many columns they shift the odds,
// which is what the tables say.
func TestChoicesOfAnAttackSayTheirShift(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	const overrun = `turn 4 step begin hq hq-iii weather cloudy ground frost
hq hq-iii combat
unit hq-iii 3515
unit cca-4a 3415
unit ccb-4a 3415
unit ccr-4a 3415
unit 244-c 3416
`
	const support = `turn 4 step declare hq hq-viii weather cloudy ground frost air 3
unit hq-viii 1519
unit 16-1 1627 acts
unit 18-1 1627 acts
unit 39-26vg 1626
`
	for _, c := range []struct {
		text, declared, path, kind string
		shift                      int
	}{
		{overrun, "", "+cca-4a +ccb-4a +ccr-4a overrun 3416", "support-overrun", g.d.Shifts.HQ},
		{support, "1626 +16-1 +18-1 go", "", "strike", g.d.Shifts.Air},
	} {
		pos, err := sealed.Parse(1, game+" 1\n"+c.text)
		if err != nil {
			t.Fatal(err)
		}
		if c.declared != "" {
			p := pos.Prompts()[0]
			out, err := pos.Submit(2, p.Seat, p.ID, strings.Fields(c.declared))
			if err != nil {
				t.Fatal(err)
			}
			pos = out.Position
		}
		node, err := pos.Options(pos.Prompts()[0].ID, strings.Fields(c.path))
		if err != nil {
			t.Fatal(err)
		}
		kinds := []string{}
		for _, o := range node.Options {
			if kinds = append(kinds, o.Kind); o.Kind == c.kind && (o.N != c.shift || c.shift == 0) {
				t.Errorf("%s: %d, want %d", o.ID, o.N, c.shift)
			}
		}
		if !slices.Contains(kinds, c.kind) {
			t.Errorf("options %v, none of them %s", kinds, c.kind)
		}
	}
}

// TestAnAttackNamesItsTarget: whoever declares an attack reads whom each hex holds, and sees the one they attack marked until it is given.
func TestAnAttackNamesItsTarget(t *testing.T) {
	sealed, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := sealed.Parse(1, game+` 1
turn 4 step declare hq hq-viii weather cloudy ground frost
unit hq-viii 1519
unit 16-1 1627 acts
unit 18-1 1627 acts
unit 39-26vg 1626
`)
	if err != nil {
		t.Fatal(err)
	}
	id := pos.Prompts()[0].ID
	first, err := pos.Explain(id, nil)
	if err != nil || first.Options[0].ID != "1626" || first.Options[0].Label == nil || !slices.Equal(first.Options[0].Label.Names(engine.ArgNoun), []string{"39-26vg"}) {
		t.Errorf("%+v, %v: the target is not named", first.Options, err)
	}
	for _, path := range []string{"1626", "1626 +16-1"} {
		node, err := pos.Explain(id, strings.Fields(path))
		if err != nil || !slices.ContainsFunc(node.Marks, func(m engine.Mark) bool { return m.At.String() == "1626" && m.Class == engine.MarkTarget }) {
			t.Errorf("%s: %v, %v: the target is not marked", path, node.Marks, err)
		}
	}
}
