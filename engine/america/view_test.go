package america

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/ardennes"
	"referee/engine/hex"
)

// seen is a position as a viewer sees it.
func seen(t *testing.T, viewer engine.Viewer, lines ...string) engine.View {
	t.Helper()
	g, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := g.Parse(1, "america-triumphant 1\n"+strings.Join(lines, "\n")+"\n")
	if err != nil {
		t.Fatal(err)
	}
	return pos.View(viewer)
}

// box finds a box; the zero Box: there is none.
func boxOf(v engine.View, id string) engine.Box {
	i := slices.IndexFunc(v.Boxes, func(b engine.Box) bool { return b.ID == id })
	if i < 0 {
		return engine.Box{}
	}
	return v.Boxes[i]
}

// TestSecrets: only who may see what was decided in secret does.
func TestSecrets(t *testing.T) {
	plan := []string{"drop 1909 3", "turn 2 phase impulse step draw", "unit hq-sixth 1704", "pending vdh"}
	for viewer, want := range map[engine.Viewer]int{"german": 1, "allied": 0, engine.Spectator: 0, engine.Judge: 1} {
		if got := len(boxOf(seen(t, viewer, plan...), "secret-german").Markers); got != want {
			t.Errorf("%s sees %d secrets of the drop, want %d", viewer, got, want)
		}
	}
	chits := []string{
		"turn 2 phase initial step chits", "chosen allied hq-v hq-viii", "unit hq-sixth 1704", "unit hq-v 1609",
		"unit hq-viii 3315",
	}
	for viewer, want := range map[engine.Viewer][]string{
		"german": {"secret.chits"}, "allied": {"chit", "chit"}, engine.Spectator: {"secret.chits"},
		engine.Judge: {"chit", "chit"},
	} {
		var got []string
		for _, m := range boxOf(seen(t, viewer, chits...), "secret-allied").Markers {
			got = append(got, m.Label.Key)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s sees chits %v, want %v", viewer, got, want)
		}
	}
}

// TestLinks: a road over a destroyed bridge is cut until engineers have built one; where no road is they make a link.
func TestLinks(t *testing.T) {
	link := func(v engine.View, a, b string) *engine.Link {
		for i := range v.Links {
			if l := &v.Links[i]; l.A.String() == a && l.B.String() == b {
				return l
			}
		}
		return nil
	}
	lines := []string{"turn 2 phase impulse step draw", "unit hq-fifth 3204", "unit hq-viii 3315"}
	if l := link(seen(t, "german", lines...), "3008", "3108"); l == nil || !l.Cut || l.Class != engine.Road {
		t.Errorf("destroyed: %+v", l)
	}
	v := seen(t, "german", append(lines, "bridge 600-g 3108 3008", "bridge 207-g 3107 3208")...)
	if l := link(v, "3008", "3108"); l != nil {
		t.Errorf("built by the road: %+v", l)
	}
	if l := link(v, "3107", "3208"); l == nil || l.Cut || l.Class != scenario.Pontoon {
		t.Errorf("built where no road is: %+v", l)
	}
	if b := boxOf(v, "bridges-german"); len(b.Pieces) != 2 {
		t.Errorf("%d engineers beside the map", len(b.Pieces))
	}
}

// TestPieces: counters show what units have left, and lie with the headquarters below.
func TestPieces(t *testing.T) {
	v := seen(t, "allied", "turn 2 phase impulse step draw", "hq hq-v combat", "unit 102-r 1609 reduced unsupplied",
		"unit hq-v 1609",
		"unit 422-106 2406 isolated", "unit 5-gds 1410", "unit hq-xxx 1410")
	var ids []string
	for _, p := range v.Pieces {
		ids = append(ids, p.ID)
	}
	if want := []string{"hq-xxx", "5-gds", "hq-v", "102-r", "422-106"}; !slices.Equal(ids, want) {
		t.Fatalf("pieces %v, want %v", ids, want)
	}
	for i, want := range []engine.Piece{
		{Short: "XXX", Owner: ardennes.Commons, Symbol: "hq", Values: []string{"(6)", "10"}, Steps: 1, Of: 1},
		{
			Short: "5", Group: "gds", Owner: ardennes.Commons, Symbol: engine.Armour, Values: []string{"4", "10"}, Steps: 2,
			Of: 2,
		},
		{
			Short: "V", Owner: ardennes.Allies, Symbol: "hq", Values: []string{"(6)", "10"}, Steps: 1, Of: 1,
			States: []engine.Class{scenario.CombatSupply},
		},
		{
			Short: "102", Owner: ardennes.Allies, Symbol: engine.Recon, Values: []string{"1", "12"}, Steps: 1, Of: 2,
			States: []engine.Class{engine.Reduced, engine.OutOfSupply},
		},
		{
			Short: "422", Group: "106", Owner: ardennes.Allies, Symbol: engine.Infantry, Values: []string{"3", "7"}, Steps: 2,
			Of:     2,
			States: []engine.Class{engine.Isolated},
		},
	} {
		p := v.Pieces[i]
		if p.Short != want.Short || p.Group != want.Group || p.Owner != want.Owner || p.Symbol != want.Symbol ||
			!slices.Equal(p.Values, want.Values) ||
			p.Steps != want.Steps || p.Of != want.Of || !slices.Equal(p.States, want.States) {
			t.Errorf("%+v, want %+v", p, want)
		}
		if independent := p.Group == ""; independent != (p.Band == 0) {
			t.Errorf("%s has band %d", p.ID, p.Band)
		}
	}
}

// TestBeside: tracks, weather and objectives.
func TestBeside(t *testing.T) {
	v := seen(t, "allied", "scenario wacht", "turn 4 phase impulse step draw weather cloudy ground snow air 3",
		"points 7", "impulses german 2",
		"control german 2409 1518", "unit hq-sixth 1704", "pending hq-vii 5-gds")
	if turn, of := v.Turn(); turn != 4 || of != 28 {
		t.Errorf("turn %d of %d", turn, of)
	}
	if want := []engine.Class{"cloudy", "snow"}; !slices.Equal(v.Conditions, want) {
		t.Errorf("%v, want %v", v.Conditions, want)
	}
	german := v.Tracks[1]
	if german.ID != "impulses-german" || len(german.Cells) != 3 || german.Cells[0].Label != "–" ||
		german.Cells[2].Label != "≤2" ||
		len(german.Cells[1].Markers) != 1 || len(german.Cells[0].Markers) != 0 {
		t.Errorf("%+v", german)
	}
	for id, want := range map[string]int{"objectives-german": 2, "objectives-allied": 12} {
		if got := len(boxOf(v, id).Markers); got != want {
			t.Errorf("%s: %d, want %d", id, got, want)
		}
	}
	var taken []hex.Coord
	for _, m := range v.Marks {
		if m.Class == scenario.MarkTaken {
			taken = append(taken, m.At)
		}
	}
	if len(taken) != 2 {
		t.Errorf("taken %v", taken)
	}
	for id, n := range map[string]int{"points": 7, "air": 3, "cup": 0} {
		if b := boxOf(v, id); len(b.Label.Args) != 1 || b.Label.Args[0].Num != n {
			t.Errorf("%s: %+v, want %d", id, b, n)
		}
	}
}

// TestCounts: what decides the scenario, and the chits in the cup, is the same for everybody: nothing of it is secret.
func TestCounts(t *testing.T) {
	held := []string{
		"turn 2 phase impulse step draw", "control german 2409 1518", "lost german 4", "lost allied 3", "hq hq-sixth chit in",
		"hq hq-seventh chit drawn", "unit hq-sixth 1704", "unit hq-seventh 4004", "unit hq-v 1609", "hq hq-v chit in", "drop 1909 3",
	}
	for scenario, want := range map[string][]string{
		"breakthrough": {"count.objectives 2 6; count.chits 1", "count.held 10; count.chits 1"},
		"plan":         {"count.killed 3 25; count.chits 1", "count.objectives 10 6; count.chits 1"},
		"wacht":        {"count.objectives 2 8; count.chits 1", "count.killed 4 35; count.chits 1"},
	} {
		for _, viewer := range []engine.Viewer{"german", "allied", engine.Spectator, engine.Judge} {
			var got []string
			for _, c := range seen(t, viewer, append([]string{"scenario " + scenario}, held...)...).Counts {
				line := c.Points.Key
				for _, a := range c.Points.Args {
					line += " " + strconv.Itoa(a.Num)
				}
				got = append(got, line+"; "+c.Left.Key+" "+strconv.Itoa(c.Left.Args[0].Num))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, seen by %s: %q, want %q", scenario, viewer, got, want)
			}
		}
	}
	hidden := seen(t, "allied", "turn 2 phase initial step chits", "chosen german hq-sixth", "unit hq-sixth 1704", "unit hq-v 1609").Counts
	if len(hidden) != 2 || hidden[0].Left.Key != "" {
		t.Errorf("while chits are chosen in secret %+v are counted", hidden)
	}
}

// TestZones: while the German sets up, the zones of their corps are shown, and what is still to be placed.
func TestZones(t *testing.T) {
	g, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	begun, err := g.Begin(0, engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	zones := func(v engine.View) (n int, names []string) {
		for _, m := range v.Marks {
			if m.Class == scenario.MarkZone || m.Class == scenario.MarkZoneNext {
				n++
				if m.Text != "" {
					names = append(names, m.Text)
				}
			}
		}
		return n, names
	}
	if n, _ := zones(begun.Position.View("german")); n > 0 {
		t.Errorf("%d hexes of zones while the Allied player sets up", n)
	}
	on, err := begun.Position.Submit(1, "allied", begun.Position.Prompts()[0].ID, []string{"standard"})
	if err != nil {
		t.Fatal(err)
	}
	v := on.Position.View("allied")
	if n, names := zones(v); n != 112 || !slices.Equal(names, []string{
		"LXXIV", "LXVII", "I SS", "LXVI", "LVIII", "XLVII",
		"LXXXV", "LXXX", "LIII",
	}) {
		t.Errorf("%d hexes of zones %v", n, names)
	}
	if b := boxOf(v, "place-german"); len(b.Pieces) != 84 {
		t.Errorf("%d units to place", len(b.Pieces))
	}
}

// TestActiveUnitsAreFramed: those are framed who can do something in the phase.
func TestActiveUnitsAreFramed(t *testing.T) {
	may := func(lines ...string) (ids []string) {
		for _, p := range seen(t, "german", lines...).Pieces {
			if slices.Contains(p.States, engine.Activated) {
				ids = append(ids, p.ID)
			}
		}
		return ids
	}
	units := []string{
		"hq hq-fifth combat", "unit hq-fifth 3204", "unit 39-26vg 3208 acts moved", "unit 77-26vg 3207 acts",
		"unit 78-26vg 3208 acts moved fought",
		"unit 110-28 3209", "unit hq-viii 3315",
	}
	for step, want := range map[string][]string{
		"move": {"77-26vg"}, "declare": {"39-26vg"}, "pause": nil,
	} {
		got := may(append([]string{"turn 3 phase impulse step " + step + " hq hq-fifth weather cloudy ground frost"},
			units...)...)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", step, got, want)
		}
	}
}

// TestPicturedPosition: the position of docs/pictures can be read, and says itself again.
func TestPicturedPosition(t *testing.T) {
	text, err := os.ReadFile("../../docs/pictures/america.txt")
	if err != nil {
		t.Fatal(err)
	}
	g, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := g.Parse(1, string(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(pos.String()); got != strings.TrimSpace(string(text)) {
		t.Errorf("it says\n%s", got)
	}
}
