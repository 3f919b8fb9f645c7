package browse

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"testing"

	"referee/bot/browsertest"
)

var fast = flag.Int("fast", 0, "measure the board in so many rounds, for docs/performance.md (0: not)")

// TestFast measures the board as it is used, and says what docs/performance.md has: it judges nothing, since
// that hangs on the machine.
func TestFast(t *testing.T) {
	if *fast == 0 {
		t.Skip("measured with -fast 10")
	}
	b := open(t, "new\ndraw\nactivate 2pz-recon\n", newcomer...)
	const paint = `new Promise(r => { const look = l => { const p = l.find(e => e.name === "first-contentful-paint"); if (p) r(p.startTime) };
		look(performance.getEntriesByType("paint")); new PerformanceObserver(l => look(l.getEntries())).observe({type: "paint"}) })`
	const board = `new Promise(r => { const i = document.querySelector("#map img"); const done = () => requestAnimationFrame(() => r(performance.now()));
		i.decode().then(done) })`
	var fresh, freshBoard, warm, warmBoard, click []float64
	for range *fast {
		tab, stop := browsertest.Fresh(t)
		tab.Visit(b.link)
		match := browsertest.Eval[string](tab, `document.querySelector('a[href^="/m/"]').href`)
		stop()
		tab, stop = browsertest.Fresh(t)
		tab.Visit(b.link) // the link alone lets a browser in
		tab.Visit(match)
		fresh = append(fresh, browsertest.Eval[float64](tab, paint))
		freshBoard = append(freshBoard, browsertest.Eval[float64](tab, board))
		tab.Reload()
		warm = append(warm, browsertest.Eval[float64](tab, paint))
		warmBoard = append(warmBoard, browsertest.Eval[float64](tab, board))
		stop()
	}
	p := b.sits(t)
	weight := browsertest.Eval[map[string]float64](p.Tab, `performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource")).filter(e => e.transferSize !== undefined)
		.reduce((sum, e) => ({sent: sum.sent + e.encodedBodySize, whole: sum.whole + e.decodedBodySize}), {sent: 0, whole: 0})`)
	p.on("2611")
	for range *fast {
		click = append(click, p.answered("2512"), p.answered(""))
	}
	t.Logf("first paint, a fresh browser: %s; with the ground of the map: %s", spread(fresh), spread(freshBoard))
	t.Logf("first paint, the same tab again: %s; with the ground of the map: %s", spread(warm), spread(warmBoard))
	t.Logf("the page with its map: %.0f kB sent, %.0f kB unpacked", weight["sent"]/1000, weight["whole"]/1000)
	t.Logf("a click until the page has changed: %s", spread(click))
	for _, how := range []struct {
		name    string
		options []browsertest.Option
	}{{"390 px", []browsertest.Option{browsertest.Phone}}, {"1280 px", nil}} {
		p := b.sits(t, how.options...)
		p.Slow(4)
		browsertest.Eval[bool](p.Tab, frames)
		if how.options != nil {
			p.Pinch("#stage", 60, 200, 60)
			p.Swipe("#stage", 120, 90, 60)
			p.Pinch("#stage", 200, 60, 60)
		} else {
			for range 20 {
				p.Wheel("#stage", -60)
			}
			p.Drag("#stage", 200, 150, 60)
			for range 20 {
				p.Wheel("#stage", 60)
			}
		}
		times := browsertest.Eval[[]float64](p.Tab, "frames.stop()")
		slices.Sort(times)
		within := 0
		for _, ms := range times {
			if ms <= 32 {
				within++
			}
		}
		text, err := json.Marshal(times)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s, processor slowed four times: %d of %d frames within 32 ms; all: %s", how.name, within, len(times), text)
	}
}

// frames notes how long each frame takes, until it is stopped.
const frames = `(() => { const times = []; let last = 0, over = false;
	const frame = now => { if (last) times.push(Math.round((now - last) * 10) / 10); last = now; if (!over) requestAnimationFrame(frame); };
	requestAnimationFrame(frame);
	window.frames = {stop: () => { over = true; return times; }};
	return true; })()`

// answered is how many milliseconds pass from a click on a hex, or on what drops the order for "", until the page has
// changed and been drawn.
func (p *person) answered(hex string) float64 {
	target := "#drop"
	if hex != "" {
		target = fmt.Sprintf(`#targets [data-hex="%s"]`, hex)
	}
	browsertest.Eval[bool](p.Tab, `(window.took = new Promise(r => {
		const begun = () => { const from = performance.now();
			new MutationObserver((_, o) => { o.disconnect(); requestAnimationFrame(() => r(performance.now() - from)); }).observe(document.querySelector("#asks"), {childList: true}); };
		addEventListener("pointerup", begun, {once: true, capture: true}); }), true)`)
	p.does(target)
	took := browsertest.Eval[float64](p.Tab, "took")
	p.rest()
	if hex == "" { // the piece is taken again
		p.on("2611")
	}
	return took
}

// spread is the middle, and the least and most, of measurements in milliseconds.
func spread(ms []float64) string {
	slices.Sort(ms)
	return fmt.Sprintf("%.0f ms (%.0f to %.0f, %d times)", ms[len(ms)/2], ms[0], ms[len(ms)-1], len(ms))
}
