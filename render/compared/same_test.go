package compared

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"referee/bot/test/browsertest"
	"referee/engine"
	"referee/engine/celles"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/render"
)

var same = flag.Int("same", 4, "compare so many positions as PNG and as SVG in the browser")

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

// compare is how a page compares two pictures of a map: by how much they differ, of 255 in each
// channel of a pixel, on the whole and within each counter; and by how much each counter differs
// from the ground.
const compare = `window.compare = async () => {
	const p = await (await fetch("/pair")).json();
	const load = async src => { const i = new Image(); i.src = src; await i.decode(); return i; };
	const canvas = () => new OffscreenCanvas(p.Wide, p.High).getContext("2d", {willReadFrequently: true});
	const pixels = c => c.getImageData(0, 0, p.Wide, p.High).data;
	const draw = async (c, text) => c.drawImage(await load("data:image/svg+xml," + encodeURIComponent(text)), 0, 0, p.Wide, p.High);
	let ground = (window.grounds ??= {})[p.Ground];
	if (!ground) {
		const c = canvas();
		await draw(c, await (await fetch(p.Ground)).text());
		ground = window.grounds[p.Ground] = {map: c.canvas, data: pixels(c)};
	}
	const c = canvas();
	c.drawImage(await load("data:image/png;base64," + p.PNG), -p.X, -p.Y);
	const png = pixels(c);
	c.drawImage(ground.map, 0, 0);
	await draw(c, p.SVG);
	const svg = pixels(c);
	const apart = (a, b, [x0, y0, x1, y1]) => {
		let sum = 0;
		for (let y = y0; y < y1; y++)
			for (let i = 4 * (y * p.Wide + x0); i < 4 * (y * p.Wide + x1); i += 4)
				sum += Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]);
		return sum / 3 / (x1 - x0) / (y1 - y0);
	};
	return {
		Mean: apart(png, svg, [0, 0, p.Wide, p.High]),
		Counters: p.Counters.map(b => apart(png, svg, b)),
		There: p.Counters.map(b => apart(ground.data, svg, b)),
	};
}`

// pair is a picture as PNG and as SVG.
type pair struct {
	Ground     string // address of the ground
	PNG        []byte
	SVG        string
	X, Y       int // where the map is in the PNG
	Wide, High int
	Counters   [][4]int // of each counter the box
}

// What pictures may differ by. PNG has 255 colours and counters on whole pixels, and the edges of
// its textures are not softened.
const (
	mostMean   = 8
	mostApart  = 30 // of a counter
	leastThere = 40 // of a counter and the ground below it
)

// TestSameInTheBrowser: what is seen in a picture is what a browser shows of it as SVG, by its
// style sheets, and no counter is missing.
func TestSameInTheBrowser(t *testing.T) {
	c := newComparison(t)
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	flat := g.Info().Board
	pointed := *flat
	pointed.Grid.Pointed = !pointed.Grid.Pointed
	each(t, g, *same, 17, func(n int, s shown) {
		b := flat
		if n%5 == 4 {
			b = &pointed
		}
		c.compare(b, s)
	})
	ridge, err := toy.Open(toy.Ridge(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []engine.Game{toy.Strict(), ridge} {
		each(t, g, max(2, *same/15), 1, func(_ int, s shown) { c.compare(g.Info().Board, s) })
	}
	t.Logf("%d pictures %v: they differ by %.2f of 255 in the mean, one by %.2f; of %d counters one by %.1f, and each from the ground by %.1f at least",
		c.n, c.kinds, c.sum/float64(c.n), c.most, c.counters, c.counter, c.there)
	if c.n < *same || len(c.kinds) < 3 {
		t.Errorf("%d pictures %v only", c.n, c.kinds)
	}
}

// TestAMissingCounterIsSeen: the comparison notices a counter that is not drawn, and no other.
func TestAMissingCounterIsSeen(t *testing.T) {
	c := newComparison(t)
	each(t, toy.Strict(), 1, 1, func(_ int, s shown) {
		p, ids := c.paired(0, render.Picture{Board: toy.Strict().Info().Board, View: s.view})
		for _, what := range []string{"piece", "frame"} {
			is := fmt.Sprintf(` data-%s="%s"`, what, ids[0])
			if p.SVG = strings.Replace(p.SVG, is, is+` visibility="hidden"`, 1); !strings.Contains(p.SVG, "hidden") {
				t.Fatalf("no %s of %s", what, ids[0])
			}
		}
		got := c.look(p)
		for i := range ids {
			if missing := got.There[i] < leastThere || got.Counters[i] > mostApart; missing != (i == 0) {
				t.Errorf("counter %d of %d: %.1f from the ground, %.1f from the PNG", i, len(ids), got.There[i], got.Counters[i])
			}
		}
		if len(ids) < 2 {
			t.Errorf("counters %v", ids)
		}
	})
}

func newComparison(t *testing.T) *comparison {
	t.Helper()
	c := &comparison{t: t, tab: browsertest.Open(t), grounds: map[string]string{}, kinds: map[string]int{}, there: 255}
	for _, t := range render.Themes() {
		c.drawn = append(c.drawn, render.New(render.Options{Theme: t}))
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch ground, ok := c.grounds[r.URL.Path]; {
		case ok:
			fmt.Fprint(w, ground)
		case r.URL.Path == "/pair":
			if err := json.NewEncoder(w).Encode(c.pair); err != nil {
				t.Error(err)
			}
		default:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!doctype html><title>map</title><link rel=icon href=data:,>")
		}
	}))
	t.Cleanup(s.Close)
	c.tab.Visit(s.URL)
	browsertest.Eval[any](c.tab, compare+"; 0")
	return c
}

// comparison compares pictures in a tab, and keeps by how much they differ.
type comparison struct {
	t       *testing.T
	tab     *browsertest.Tab
	grounds map[string]string // by their addresses
	pair    pair              // that is compared
	drawn   []*render.Renderer
	kinds   map[string]int

	n, counters               int
	sum, most, counter, there float64
}

// difference is by how much two pictures differ.
type difference struct {
	Mean            float64
	Counters, There []float64 // of each counter, and of it and the ground
}

func (c *comparison) look(p pair) difference {
	c.t.Helper()
	c.pair = p
	return browsertest.Eval[difference](c.tab, "compare()")
}

func (c *comparison) compare(b *engine.Board, s shown) {
	c.t.Helper()
	c.kinds[s.kind]++
	p, ids := c.paired(c.n%2, render.Picture{Board: b, View: s.view, Overlay: &s.over})
	got := c.look(p)
	c.n, c.sum, c.most, c.counters = c.n+1, c.sum+got.Mean, max(c.most, got.Mean), c.counters+len(ids)
	where := fmt.Sprintf("picture %d, %s %v", c.n, s.kind, s.view.Status)
	if got.Mean > mostMean {
		c.t.Errorf("%s: the pictures differ by %.2f", where, got.Mean)
	}
	for i, id := range ids {
		c.counter, c.there = max(c.counter, got.Counters[i]), min(c.there, got.There[i])
		if got.Counters[i] > mostApart || got.There[i] < leastThere {
			c.t.Errorf("%s: the counter of %s differs by %.1f, and by %.1f from the ground", where, id, got.Counters[i], got.There[i])
		}
	}
}

// paired draws a picture as PNG and as SVG, in the colours of a style sheet, and lists its counters.
func (c *comparison) paired(theme int, p render.Picture) (pair, []string) {
	t, r := c.t, c.drawn[theme]
	t.Helper()
	styled := func(which render.Sheets) string {
		var out bytes.Buffer
		if err := r.SVG(&out, p, which); err != nil {
			t.Fatal(err)
		}
		rules, err := render.Rules(p.Board.Vocabulary)
		if err != nil {
			t.Fatal(err)
		}
		colours, err := render.Colours(p.Board.Vocabulary, render.Themes()[theme])
		if err != nil {
			t.Fatal(err)
		}
		return strings.Replace(out.String(), ">", "><style>:root{"+colours+"}"+rules+"</style>", 1)
	}
	var png bytes.Buffer
	if err := r.PNG(&png, p); err != nil {
		t.Fatal(err)
	}
	plan, err := r.Plan(p)
	if err != nil {
		t.Fatal(err)
	}
	out := pair{
		Ground: fmt.Sprintf("/%s/%p", render.Themes()[theme].Name, p.Board), PNG: png.Bytes(), SVG: styled(render.SheetsPosition),
		X: plan.MapAt.X, Y: plan.MapAt.Y, Wide: plan.Window.Dx(), High: plan.Window.Dy(),
	}
	if c.grounds[out.Ground] == "" {
		c.grounds[out.Ground] = styled(render.SheetGround)
	}
	var ids []string
	for _, l := range plan.Layers {
		for _, o := range l.Ops {
			if o, ok := o.(render.Counter); ok && l.Name == "over" && o.Part == render.Above {
				x, y, half := int(o.At.X), int(o.At.Y), int(o.Size/2)
				out.Counters = append(out.Counters, [4]int{x - half, y - half, x + half, y + half})
				ids = append(ids, o.Piece.ID)
			}
		}
	}
	return out, ids
}

// shown is something over a position.
type shown struct {
	kind string
	view engine.View
	over engine.Answer
}

// each calls see for so many positions of matches played at random, so many answers apart, each
// with something over it by turns: what the last answers changed, or the answer to a question.
func each(t *testing.T, g engine.Game, positions, apart int, see func(n int, s shown)) {
	t.Helper()
	for seed := uint64(1); positions > 0; seed++ {
		r := rand.New(rand.NewPCG(seed, 15))
		out, err := g.Begin(0, engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		pos, before := out.Position, out.Position.View(engine.Judge)
		var events []engine.Event
		for n := 1; positions > 0 && len(pos.Prompts()) > 0; n++ {
			pos, events = answered(t, pos, n, r, events)
			if n%apart == 0 {
				positions--
				v := pos.View(engine.Judge)
				see(positions, over(pos, v, shown{"changes", v, match.PreviewChanges(before, events, v)}, positions, r))
				before, events = v, nil
			}
		}
	}
}

// answered answers a question at random.
func answered(t *testing.T, pos engine.Position, n int, r *rand.Rand, events []engine.Event) (engine.Position, []engine.Event) {
	t.Helper()
	q := pos.Prompts()[r.IntN(len(pos.Prompts()))]
	var path []string
	for {
		node, err := pos.Options(q.ID, path)
		if err != nil {
			t.Fatal(err)
		}
		if node.Done && (len(node.Options) == 0 || r.IntN(2) == 0) {
			break
		}
		path = append(path, node.Options[r.IntN(len(node.Options))].ID)
	}
	out, err := pos.Submit(n, q.Seat, q.ID, path)
	if err != nil {
		t.Fatal(err)
	}
	return out.Position, append(events, out.Events...)
}

// over is the answer to one of three questions by turns, or else what has changed.
func over(pos engine.Position, v engine.View, changed shown, turn int, r *rand.Rand) shown {
	name := []string{"changes", "reach", "supply", "odds"}[turn%4]
	for _, i := range r.Perm(len(v.Pieces)) {
		q := engine.Query{Name: name, Args: map[string][]string{}}
		switch id := []string{v.Pieces[i].ID}; name {
		case "reach":
			q.Args["unit"] = id
		case "odds":
			q.Args["unit"], q.Args["intensity"] = id, []string{"medium"}
		}
		if a, err := pos.Ask(engine.Judge, q); err == nil {
			return shown{name, v, a}
		}
	}
	return changed
}
