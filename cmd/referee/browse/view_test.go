package browse

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"referee/bot/test/browsertest"
	"referee/bot/test/localetest"
	"referee/engine"
	"referee/engine/enginetest/thorough"
)

// sizes are the screens from the smallest phone to the widest desktop, and a phone held sideways; what is narrower than a desktop is
// touched.
var sizes = [][2]int64{{360, 740}, {390, 844}, {768, 1024}, {1440, 900}, {2560, 1440}, {844, 390}}

// hidden is what cannot be seen whole of the bar and the buttons beside it: what is cut, out of the window, or below something else,
// and what lies on the map. A page that scrolls needlessly is told, too.
const hidden = `(() => {
	const out = [], page = document.documentElement, stage = document.querySelector("#stage").getBoundingClientRect();
	const wide = page.scrollWidth - innerWidth, high = page.scrollHeight - innerHeight;
	if (wide || high) out.push("the page is " + wide + " px wider and " + high + " px higher than the window");
	for (const el of document.querySelectorAll(".top *, .tools > *")) {
		const r = el.getBoundingClientRect(), name = el.id || el.className || el.localName + " " + el.textContent;
		if (!r.width || el.closest("svg") || getComputedStyle(el).clipPath !== "none") continue;
		if (el.scrollWidth > el.clientWidth && el.clientWidth || el.scrollHeight > el.clientHeight + 1 && el.clientHeight) out.push(name + " is cut");
		if (r.left < 0 || r.top < 0 || r.right > innerWidth + .5 || r.bottom > innerHeight) out.push(name + " is outside of the window");
		for (const x of el.firstElementChild ? [] : [r.left + 2, (r.left + r.right) / 2, r.right - 2]) {
			const over = document.elementFromPoint(x, (r.top + r.bottom) / 2);
			if (!over || !over.contains(el) && !el.contains(over)) out.push(name + " lies below " + over?.outerHTML.slice(0, 80));
		}
		if (r.left < stage.right && r.right > stage.left && r.top < stage.bottom && r.bottom > stage.top) out.push(name + " lies on the map");
		if (el.matches("button, .button") && (r.height < 44 || r.width < 44)) out.push(name + " is too small for a finger");
	}
	return out;
})()`

// TestInView: from 360 to 2,560 px the bar says turn and phase, whose move it is, what each side has and has left to do, without
// anything being cut; nothing lies on the map; the reader's own units are seen at a size at which they can be read. What stands
// beside the map is there where there is room, and else one tap away.
func TestInView(t *testing.T) {
	drop := "new\nstandard\nnone\npay hq-sixth hq-fifth hq-seventh\nchits hq-seventh\n"
	for _, c := range []struct {
		game, script string
		args         []string
		points, left engine.Msg
		strips       [6]string // what stands beside the map on each of the screens
	}{
		{
			"celles", "new\n", newcomer, engine.Say("count.points", engine.Num("n", 0)), engine.Say("count.actions", engine.Num("n", 2)),
			[6]string{"", "", "", "below", "below", ""},
		},
		{
			"america-triumphant", drop, sergeant, engine.Say("count.objectives", engine.Num("n", 0), engine.Num("want", 6)),
			engine.Say("count.chits", engine.Num("n", 1)),
			[6]string{"", "", "", "tracks", "aside", ""},
		},
	} {
		for _, lang := range []string{"en", "fr"} {
			p := openGame(t, c.game, c.script, append(c.args, "--lang", lang)...).sits(t, browsertest.Still)
			for i, size := range sizes {
				if lang != "en" && size[0] != 360 && size[0] != 1440 && size[1] != 390 && !thorough.On() {
					continue // what is as narrow or low as anything
				}
				where := fmt.Sprintf("%s, %d px, %s", c.game, size[0], lang)
				p.takes(size, i)
				for _, wrong := range browsertest.Eval[[]string](p.Tab, hidden) {
					t.Errorf("%s: %s", where, wrong)
				}
				bar := p.Text(".top")
				for _, m := range []engine.Msg{c.points, c.left} {
					if text := words()[c.game].Say(lang, m); !strings.Contains(bar, text) {
						t.Errorf("%s: the bar says %q, and not %q", where, bar, text)
					}
				}
				if move := localetest.Told(lang, "web.page.to-move"); p.There(".player.asked") != 1 || !strings.Contains(bar, move) {
					t.Errorf("%s: the bar does not say whose move it is: %q", where, bar)
				}
				if seen := browsertest.Eval[float64](p.Tab, own); seen < 26 {
					t.Errorf("%s: the largest of their units that is seen is %.0f px wide", where, seen)
				}
				if lang == "en" && (size[0] == 360 || size[0] == 1440 || thorough.On()) && os.Getenv("NODE_PATH") != "" {
					for _, found := range p.Axe() {
						t.Errorf("%s: %s", where, found)
					}
				}
				strip := browsertest.Eval[string](p.Tab, `(s => s.hidden ? "" : s.className || "below")(document.querySelector("#strip"))`)
				if strip != c.strips[i] {
					t.Errorf("%s: beside the map there is %q, want %q", where, strip, c.strips[i])
				}
				if !browsertest.Eval[bool](p.Tab, placeholder) {
					t.Errorf("%s: what can be typed is cut", where)
				}
				if room := browsertest.Eval[int](p.Tab, `document.querySelector("#panes").clientHeight`); size[1] >= 740 && room < 220 {
					t.Errorf("%s: the tabs have %d px", where, room)
				}
				if strip != "" && !thorough.On() {
					continue
				}
				p.does("#score")
				p.Wait(`!document.querySelector("#pane-state").hidden`)
				if tracks := browsertest.Eval[[]string](p.Tab, `[...document.querySelectorAll("#beside [data-track]")].map(e => e.dataset.track)`); !slices.Contains(tracks, "turn") {
					t.Errorf("%s: a tap on the score shows the tracks %v", where, tracks)
				}
			}
			if c.game != "celles" && !thorough.On() {
				continue // it is the same page
			}
			p.Visit(browsertest.Eval[string](p.Tab, `new URL("/", location).href`))
			for i, size := range sizes {
				p.Become(browsertest.Sized(size[0], size[1], false), themes[i%2])
				if wide := browsertest.Eval[int](p.Tab, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
					t.Errorf("%s, %d px, %s: the front page is %d px wider than the window", c.game, size[0], lang, wide)
				}
			}
		}
	}
}

// placeholder: there is room for what the order line says while nothing is typed.
const placeholder = `(i => {
	const text = document.createElement("canvas").getContext("2d"), style = getComputedStyle(i);
	text.font = style.font;
	return text.measureText(i.placeholder).width <= i.clientWidth - 2 * parseFloat(style.paddingLeft);
})(document.querySelector("#typed"))`

var themes = []browsertest.Option{browsertest.Light, browsertest.Dark}

// takes has somebody load the page anew on a screen of a size, by turns in light and in dark colours.
func (p *person) takes(size [2]int64, i int) {
	touch := size[0] < 1000
	p.does = p.Click
	if touch {
		p.does = p.Tap
	}
	p.Become(browsertest.Sized(size[0], size[1], touch), themes[i%2])
	p.Reload()
	p.ready()
}

// own is how wide the largest piece of the reader is that is seen whole on the stage.
const own = `(() => {
	const stage = document.querySelector("#stage").getBoundingClientRect(), { pieces, viewer } = JSON.parse(document.querySelector("#state").textContent);
	return Math.max(0, ...pieces.filter(p => p.hex && p.seat === viewer.seat).map(p => document.querySelector('#pieces [data-piece="' + p.id + '"]').getBoundingClientRect())
		.filter(r => r.left >= stage.left && r.right <= stage.right && r.top >= stage.top && r.bottom <= stage.bottom).map(r => r.width));
})()`
