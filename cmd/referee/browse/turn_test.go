package browse

import (
	"math"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/test/browsertest"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/hex"
)

// A newcomer's whole first turn against the captain: they draw, activate a unit, move it hex by
// hex, stop, and end the phase; the captain answers, and they are asked again. With this seed the
// first chit that they may act with is that of Panzer Lehr.
var newcomer = []string{"--seat", "german", "--opponent", "captain"}

func TestFirstTurnByMouse(t *testing.T) { firstTurn(t) }
func TestFirstTurnByTouch(t *testing.T) {
	thorough.Only(t)
	firstTurn(t, browsertest.Phone)
}

func firstTurn(t *testing.T, options ...browsertest.Option) {
	p := open(t, "new\n", newcomer...).sits(t, options...)
	anew := p.Another()
	same := func(when string) {
		t.Helper()
		anew.Visit(browsertest.Eval[string](p.Tab, "location.href"))
		anew.Wait(`document.querySelector("#log").textContent && document.querySelectorAll("#traces path").length === ` +
			strconv.Itoa(browsertest.Eval[int](p.Tab, `document.querySelectorAll("#traces path").length`)))
		is, should := browsertest.Eval[[]string](p.Tab, drawn), browsertest.Eval[[]string](anew, drawn)
		for i := range max(len(is), len(should)) {
			if i >= len(is) || i >= len(should) || is[i] != should[i] {
				t.Fatalf("%s %d elements are drawn, and %d where the page is opened anew; they differ from here on:\n%q\n%q",
					when, len(is), len(should), is[i:min(i+2, len(is))], should[i:min(i+2, len(should))])
			}
		}
	}
	p.press(celles("option.draw"))
	p.reads(activates())
	p.of("2611", celles("option.lone", engine.Noun("id", "2pz-recon"))) // a tap asks whether the formation of the chit is meant
	p.reads(oneCanAct())
	same("with a unit activated")
	p.on("2611")
	p.reads(left(12))
	p.stands("2pz-recon", "2611")
	p.on("2512")
	p.reads(left(6))
	p.stands("2pz-recon", "2512") // where it would be
	same("half built")
	p.press(page("step-back"))
	p.reads(left(12))
	same("a step back")
	p.on("2511")
	p.press(celles("option.stop"))
	p.does("#confirm")
	p.rest()
	p.stands("2pz-recon", "2511")
	p.answers(draws()) // no unit of theirs is left to act: the captain plays its phase
	ended := celles("event.phase-ended", engine.Noun("side", "allied"))
	p.Wait(`document.querySelector("#happened").textContent.includes(` + strconv.Quote(ended) + `) && document.querySelector("#traces path")`)
	same("after the captain's phase")
	p.does("#earlier")
	p.Wait(`document.body.classList.contains("past")`) // its buttons have come to where they are at hand
	p.Type("#slider", kb.Home)
	p.Wait(`document.querySelector("#at").textContent.startsWith("1 ") && document.querySelector(".past")`)
	p.does("#asks button")
	p.Wait(`!document.body.classList.contains("past")`)
	same("back from the past")
}

// drawn is every element of what is laid over the map, with its attributes, and how deep it is.
const drawn = `(() => {
	const out = [], look = (el, deep) => {
		out.push([deep, el.localName, ...[...el.attributes].map(a => a.name + "=" + a.value).sort()].join(" "));
		for (const child of el.children) look(child, deep + 1);
	};
	document.querySelectorAll(".layer").forEach(el => look(el, 0));
	return out;
})()`

// TestFirstTurnByKeys: the same with the keyboard alone, from the list of matches on; help and settings give the focus back.
func TestFirstTurnByKeys(t *testing.T) {
	b := open(t, "new\n", newcomer...)
	tab := browsertest.Open(t)
	p := &person{Tab: tab}
	tab.Visit(b.link)
	focus := func(what string) {
		t.Helper()
		if !browsertest.Eval[bool](tab, "!!document.activeElement.closest("+strconv.Quote(what)+")") {
			t.Fatalf("the focus is on %s, and not on %s", browsertest.Eval[string](tab, "document.activeElement.outerHTML.slice(0, 300)"), what)
		}
	}
	until := func(what, key string) {
		t.Helper()
		for range 20 {
			if browsertest.Eval[bool](tab, `(e => e.dataset.hex === "`+what+`" || e.textContent.startsWith("`+what+`"))(document.activeElement)`) {
				return
			}
			tab.Press(key)
		}
		t.Fatalf("no way to %s by %q", what, key)
	}
	tab.Press("\t")
	focus(`a[href^="/m/"]`)
	tab.Press("\r")
	tab.Wait(`document.querySelector("#asks .ask")`)
	p.ready()
	tab.Press("p")
	focus(".option")
	tab.Press("\r")
	p.reads(activates())
	focus("#asks button")
	tab.Press("b")
	focus(`#targets [data-hex]`)
	until("2611", kb.ArrowLeft)
	tab.Press("\r")
	focus(".fan")
	tab.Press("\r")
	p.reads(oneCanAct())
	tab.Press("b")
	focus(`[data-hex="2611"]`)
	tab.Press("\r")
	p.reads(left(12))
	focus("#targets [data-hex]")
	tab.Press(kb.ArrowLeft)
	focus("#targets [data-hex]")
	tab.Press("\r")
	p.reads(page("begun") + " 2nd Panzer recon › 2")
	tab.Press(kb.Escape)
	p.reads(left(12))
	tab.Press("/")
	focus("#order")
	tab.Press("2511\r")
	p.reads(left(8))
	tab.Press("\t") // the way back to the board is no trap
	tab.Press("p")
	until(celles("option.stop"), "\t")
	tab.Press("\r")
	p.reads(celles("does.move", engine.Hex("hex", hex.Coord{Col: 25, Row: 11})))
	focus("#confirm")
	tab.Press("\r")
	p.Wait(`document.querySelector("#panel").textContent.includes("2nd Panzer recon to 2511")`)
	tab.Wait(`document.querySelector("#asks .mine") && document.querySelector("#live").textContent.includes(document.querySelector("#asks .question").textContent)`)
	for _, id := range []string{"help", "settings"} {
		for n := 0; !browsertest.Eval[bool](tab, `document.activeElement.id === "`+id+`"`); n++ {
			if n > 80 {
				t.Fatalf("no way to %s by the keyboard", id)
			}
			tab.Press("\t")
		}
		tab.Press("\r")
		tab.Wait(`document.querySelector("dialog[open]")?.contains(document.activeElement)`)
		tab.Press(kb.Escape)
		tab.Wait(`!document.querySelector("dialog[open]")`)
		focus("#" + id)
	}
}

// TestZoom: while the wheel turns, the map is moved as it was drawn; once it rests it is drawn anew, on whole pixels. What
// was below the mouse stays there.
func TestZoom(t *testing.T) {
	thorough.Only(t)
	p := open(t, "new\n", newcomer...).sits(t)
	type place struct{ X, Y, Scale, AtX, AtY float64 } // At is the point of the map in the middle of the stage
	stands := func() place {
		t.Helper()
		p.Wait(`document.querySelector("#map").style.willChange === ""`)
		return browsertest.Eval[place](p.Tab, `(({e, f, a}, {clientWidth, clientHeight}) => ({X: e, Y: f, Scale: a, AtX: (clientWidth / 2 - e) / a, AtY: (clientHeight / 2 - f) / a}))(
			new DOMMatrix(getComputedStyle(document.querySelector("#map")).transform), document.querySelector("#stage"))`)
	}
	before := stands()
	browsertest.Eval[bool](p.Tab, `(window.moves = new Promise(r => new MutationObserver(() => document.querySelector("#map").style.willChange === "transform" && r(true))
		.observe(document.querySelector("#map"), {attributes: true})), true)`)
	p.Wheel("#stage", -300, 5)
	p.Wait("window.moves")
	after := stands()
	if after.Scale < before.Scale*1.3 {
		t.Errorf("the scale is %g, and was %g", after.Scale, before.Scale)
	}
	if after.X != math.Round(after.X) || after.Y != math.Round(after.Y) {
		t.Errorf("the map rests at %g, %g", after.X, after.Y)
	}
	if off := math.Hypot(after.AtX-before.AtX, after.AtY-before.AtY) * after.Scale; off > 1.5 {
		t.Errorf("what was below the mouse is %.1f px away", off)
	}
}
