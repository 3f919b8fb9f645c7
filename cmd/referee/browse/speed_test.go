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
)

var fast = flag.Int("fast", 0, "measure the board in so many rounds, for docs/performance.md (0: not); with -update, keep the times of all frames in docs/data/board-frames")

// TestFast measures the board as it is used, and says what docs/performance.md has: it judges nothing, since
// that depends on the machine.
func TestFast(t *testing.T) {
	if *fast == 0 {
		t.Skip("measured with -slow -fast 10")
	}
	b := open(t, "new\ndraw\nactivate 2pz-recon\n", newcomer...)
	p := b.sits(t)
	match := browsertest.Eval[string](p.Tab, "location.href")
	weight := browsertest.Eval[map[string]float64](p.Tab, `performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource")).filter(e => e.transferSize !== undefined)
		.reduce((sum, e) => ({sent: sum.sent + e.encodedBodySize, whole: sum.whole + e.decodedBodySize}), {sent: 0, whole: 0})`)
	t.Logf("the page with its map: %.0f kB sent, %.0f kB unpacked", weight["sent"]/1000, weight["whole"]/1000)

	var opened [3]paints // in a fresh browser, once more in it, and then
	for range *fast {
		tab, stop := browsertest.Fresh(t)
		tab.Visit(b.link) // the link alone lets a browser in
		tab.Visit(match)
		opened[0].note(tab)
		for i := range 4 {
			tab.Reload()
			opened[min(i+1, 2)].note(tab)
		}
		stop()
	}
	for i, when := range []string{"a fresh browser", "its second load", "three more"} {
		t.Logf("%s: first paint %s; with the map %s", when, spread(opened[i].first), spread(opened[i].board))
	}

	var changed, painted []float64
	for range *fast {
		for _, target := range []string{`#targets [data-hex="2611"]`, `#targets [data-hex="2512"]`, "#drop"} {
			took := p.answered(target)
			changed, painted = append(changed, took[0]), append(painted, took[1])
		}
	}
	t.Logf("a click until the page has changed: %s; until that is painted: %s", spread(changed), spread(painted))

	for _, screen := range []struct {
		name    string
		options []browsertest.Option
		moves   func(p *person)
	}{
		{"390", []browsertest.Option{browsertest.Phone}, func(p *person) {
			p.Pinch("#stage", 60, 200, 60)
			p.Swipe("#stage", 120, 90, 60)
			p.Pinch("#stage", 200, 60, 60)
		}},
		{"1280", nil, func(p *person) {
			p.Wheel("#stage", -1200, 30)
			p.Drag("#stage", 200, 150, 60)
			p.Wheel("#stage", 1200, 30)
		}},
	} {
		p := b.sits(t, screen.options...)
		p.Slow(4)
		within, all := 0, 0
		var kept strings.Builder
		for range *fast {
			browsertest.Eval[bool](p.Tab, frames)
			screen.moves(p)
			times := browsertest.Eval[[]float64](p.Tab, "frames.stop()")
			for _, ms := range times {
				if ms <= 32 {
					within++
				}
			}
			all += len(times)
			fmt.Fprintln(&kept, strings.Trim(fmt.Sprint(times), "[]"))
		}
		t.Logf("%s px, processor slowed four times: %d of %d frames within 32 ms (%.1f of 100)", screen.name, within, all, 100*float64(within)/float64(all))
		if *update {
			if err := os.WriteFile(filepath.Join("..", "..", "..", "docs", "data", "board-frames", screen.name+".txt"), []byte(kept.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
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
