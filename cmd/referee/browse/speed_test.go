package browse

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/bot/test/browsertest"
	"referee/engine"
)

var (
	fast    = flag.Int("fast", 0, "measure the board in so many rounds, for docs/performance.md (0: not); with -update, keep the times of all frames in docs/data/board-frames")
	against = flag.String("against", "", "measure by turns with this program, a build of an earlier commit")
)

// TestFast measures the board as it is used, and says what docs/performance.md has: it judges nothing, since
// that depends on the machine.
func TestFast(t *testing.T) {
	if *fast == 0 {
		t.Skip("measured with -slow -fast 10")
	}
	browsertest.Program(t, "chromium")
	file, err := built()
	if err != nil {
		t.Fatal(err)
	}
	builds := []*figures{measured(t, "this build", file)}
	if *against != "" {
		builds = append(builds, measured(t, "the build before", *against))
	}
	for range *fast {
		for _, f := range builds {
			f.round(t)
		}
	}
	for _, f := range builds {
		f.say(t)
	}
	if !*update {
		return
	}
	for _, s := range builds[0].drags {
		if err := os.WriteFile(filepath.Join("..", "..", "..", "docs", "data", "board-frames", s.name+".txt"), []byte(s.kept.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// figures are what is measured of one build.
type figures struct {
	name    string
	celles  *table
	match   string
	weight  map[string]float64
	opened  [3]paints // in a fresh browser, once more in it, and then
	players [2]*person
	clicked [2]struct{ changed, painted []float64 } // in Celles, and in America Triumphant
	drags   []*drag
}

// drag is how a map moves under a hand, on a screen whose processor is slowed down.
type drag struct {
	name        string
	p           *person
	moves       func(p *person)
	within, all int // frames
	kept        strings.Builder
}

// measured opens what is measured of a build.
func measured(t *testing.T, name, file string) *figures {
	f := &figures{name: name, celles: openBuild(t, file, "celles", "new\ndraw\nactivate 2pz-recon\n", newcomer...)}
	america := openBuild(t, file, "america-triumphant", beginning, sergeant...)
	f.players = [2]*person{f.celles.sits(t), america.sits(t)}
	f.players[1].begins()
	f.match = browsertest.Eval[string](f.players[0].Tab, "location.href")
	f.weight = browsertest.Eval[map[string]float64](f.players[0].Tab, `performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource")).filter(e => e.transferSize !== undefined)
		.reduce((sum, e) => ({sent: sum.sent + e.encodedBodySize, whole: sum.whole + e.decodedBodySize}), {sent: 0, whole: 0})`)
	f.drags = []*drag{
		{name: "390", p: f.celles.sits(t, browsertest.Phone), moves: func(p *person) {
			p.Pinch("#stage", 60, 200, 60)
			p.Swipe("#stage", 120, 90, 60)
			p.Pinch("#stage", 200, 60, 60)
		}},
		{name: "1280", p: f.celles.sits(t), moves: func(p *person) {
			p.Wheel("#stage", -1200, 30)
			p.Drag("#stage", 200, 150, 60)
			p.Wheel("#stage", 1200, 30)
		}},
	}
	return f
}

// round measures everything once more.
func (f *figures) round(t *testing.T) {
	tab, stop := browsertest.Fresh(t)
	tab.Visit(f.celles.link) // the link alone lets a browser in
	tab.Visit(f.match)
	f.opened[0].note(tab)
	for i := range 4 {
		tab.Reload()
		f.opened[min(i+1, 2)].note(tab)
	}
	stop()
	click := func(game int, target string) {
		took := f.players[game].answered(target)
		f.clicked[game].changed, f.clicked[game].painted = append(f.clicked[game].changed, took[0]), append(f.clicked[game].painted, took[1])
	}
	for _, target := range []string{`#targets [data-hex="2611"]`, `#targets [data-hex="2512"]`, "#drop"} {
		click(0, target)
	}
	f.players[1].Press("0") // or the stack may be out of view
	f.players[1].of("3306", told("option.stack", engine.Num("n", 3), engine.Noun("id", "3306")))
	for _, target := range []string{`#targets [data-hex="3307"]`, "#drop"} {
		click(1, target)
	}
	for _, s := range f.drags {
		s.p.Press("0") // builds show another part at first
		s.p.Wait(`document.querySelector("#map").style.willChange === ""`)
		s.p.Slow(4)
		browsertest.Eval[bool](s.p.Tab, frames)
		s.moves(s.p)
		times := browsertest.Eval[[]float64](s.p.Tab, "frames.stop()")
		s.p.Slow(1) // or it takes the processor from what is measured next
		for _, ms := range times {
			if ms <= 32 {
				s.within++
			}
		}
		s.all += len(times)
		fmt.Fprintln(&s.kept, strings.Trim(fmt.Sprint(times), "[]"))
	}
}

// say tells what was measured.
func (f *figures) say(t *testing.T) {
	t.Logf("%s: the page with its map: %.0f kB sent, %.0f kB unpacked", f.name, f.weight["sent"]/1000, f.weight["whole"]/1000)
	for i, when := range []string{"a fresh browser", "its second load", "three more"} {
		t.Logf("%s: %s: first paint %s; with the map %s", f.name, when, spread(f.opened[i].first), spread(f.opened[i].board))
	}
	for i, game := range []string{"Celles", "America Triumphant"} {
		t.Logf("%s: %s, a click until the page has changed: %s; until that is painted: %s", f.name, game, spread(f.clicked[i].changed), spread(f.clicked[i].painted))
	}
	for _, s := range f.drags {
		t.Logf("%s: %s px, processor slowed four times: %d of %d frames within 32 ms (%.1f of 100)", f.name, s.name, s.within, s.all, 100*float64(s.within)/float64(s.all))
	}
}

// paints are how many milliseconds after it was asked for a page shows something, and the board: its largest part is the
// ground of the map, which comes last.
type paints struct{ first, board []float64 }

// note adds what is said by a tab that has just been opened.
func (p *paints) note(tab *browsertest.Tab) {
	took := browsertest.Eval[[]float64](tab, `(kinds => Promise.all(kinds.map(([type, is]) => new Promise(r =>
		new PerformanceObserver(l => { const e = l.getEntries().find(is); if (e) r(e.startTime); }).observe({type, buffered: true})))))(
		[["paint", e => e.name === "first-contentful-paint"], ["largest-contentful-paint", e => e.element?.closest("#map")]])`)
	p.first, p.board = append(p.first, took[0]), append(p.board, took[1])
}

// frames notes how many milliseconds each frame takes, until the map rests after it was stopped.
const frames = `(() => { const times = [], map = document.querySelector("#map"); let last = 0, over;
	const frame = now => {
		if (last) times.push(Math.round((now - last) * 10) / 10);
		last = now;
		if (over && !map.style.willChange && over.left-- === 0) over.with(times); else requestAnimationFrame(frame);
	};
	requestAnimationFrame(frame);
	window.frames = {stop: () => new Promise(r => { over = {left: 2, with: r}; })};
	return true; })()`

// answered is how many milliseconds pass from a click on an element until the page has changed, and until that is painted.
func (p *person) answered(target string) []float64 {
	browsertest.Eval[bool](p.Tab, `(window.took = new Promise(r => {
		const begun = () => { const from = performance.now();
			new MutationObserver((_, o) => { o.disconnect(); const changed = performance.now() - from;
				requestAnimationFrame(() => setTimeout(() => r([changed, performance.now() - from]))); }).observe(document.querySelector("#asks"), {childList: true}); };
		addEventListener("pointerup", begun, {once: true, capture: true}); }), true)`)
	p.does(target)
	took := browsertest.Eval[[]float64](p.Tab, "took")
	p.rest()
	return took
}

// spread is the middle, and the least and most, of measurements in milliseconds.
func spread(ms []float64) string {
	slices.Sort(ms)
	return fmt.Sprintf("%.0f ms (%.0f to %.0f, %d times)", ms[len(ms)/2], ms[0], ms[len(ms)-1], len(ms))
}
