package browse

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"referee/bot/test/browsertest"
	"referee/bot/test/localetest"
	"referee/engine/enginetest/thorough"
)

// midway is a first turn in which a unit may move, with rolls in its log.
const midway = "new\ndraw\nactivate 2pz-recon\n"

// waits fails where an expression does not become true.
func (p *person) waits(expressions ...string) {
	for _, e := range expressions {
		p.Wait(e)
	}
}

// TestTheLogAndThePast: the log has headings, is filtered and searched, proves its rolls, and leads to any decision and
// back: by its numbers, by the slider, by keys, and as a replay.
func TestTheLogAndThePast(t *testing.T) {
	thorough.Only(t)
	p := open(t, midway, newcomer...).sits(t, browsertest.Still)
	shown := `[...document.querySelectorAll("#log li[data-seq]")]`
	p.waits(shown+`.length > 5`, `[...document.querySelectorAll("#log .turn")].some(li => li.textContent.includes("German action phase"))`)
	p.Type("#log input", "activated")
	p.waits(shown+`.length === 1`, `document.querySelector("#log .turn")`)
	p.Press(kb.Backspace + "x")
	p.waits(shown + `.length === 0`)
	for range "activatex" {
		p.Press(kb.Backspace)
	}
	p.waits(shown + `.length > 5`)
	p.Type("#log select", "Dice")
	p.waits(shown + `.length > 0 && ` + shown + `.every(li => li.querySelector(".roll"))`)
	p.does("#log button says " + page("proof"))
	p.waits(`!document.querySelector("#told").hidden && JSON.parse(document.querySelector("#told pre").textContent).rolls.length === 1`)
	p.Type("#log select", "All")
	p.waits(shown + `.length > 5`)

	at := func(seq, of int) {
		t.Helper()
		p.waits(fmt.Sprintf(`document.querySelector("#at").textContent === "%d / %d"`, seq, of))
	}
	last := browsertest.Eval[int](p.Tab, `Number(document.querySelector("#slider").max)`)
	at(last, last)
	p.does(fmt.Sprintf(`#log [data-seq="%d"] .at`, last-1))
	at(last-1, last)
	p.waits(fmt.Sprintf(`document.querySelector("#log [aria-current]")?.dataset.seq === "%d"`, last-1), `document.querySelector("#undo").disabled`,
		`document.querySelectorAll("#targets [data-hex]").length === 0`)
	p.press(page("now"))
	at(last, last)
	p.Type("#slider", kb.Home)
	at(1, last)
	p.Type("#slider", kb.ArrowRight)
	at(2, last)
	p.does("#asks")
	p.Press("]")
	at(3, last)
	p.Press("[")
	at(2, last)
	p.does("#play")
	p.waits(`document.querySelector("#play").getAttribute("aria-pressed") === "true"`, `document.querySelector("#happened").textContent.includes("Allied")`)
	at(last, last)
	p.waits(`document.querySelector("#play").getAttribute("aria-pressed") === "false"`)
	p.reads(oneCanAct())
}

// TestTheLogFollowsItsEnd: what is new is seen, whatever moves the log but the reader; once they have scrolled away it
// stays where they read, until they come back to its end.
func TestTheLogFollowsItsEnd(t *testing.T) {
	thorough.Only(t)
	const (
		entries = `document.querySelectorAll("#log li[data-seq]").length`
		end     = `(b => b.scrollHeight - b.scrollTop - b.clientHeight < 2)(document.querySelector("#log"))`
	)
	p := open(t, midway, newcomer...).sits(t, browsertest.Still)
	browsertest.Eval[bool](p.Tab, `(s => { s.flex = "none"; s.height = "120px"; return true; })(document.querySelector("#log").style)`)
	news := func(do func()) {
		t.Helper()
		before := browsertest.Eval[int](p.Tab, entries)
		do()
		p.waits(fmt.Sprintf("%s > %d", entries, before))
		p.rest()
	}
	p.waits(end)
	browsertest.Eval[bool](p.Tab, `(b => { b.scrollTop -= 200; return true; })(document.querySelector("#log"))`)
	p.waits("!" + end)
	news(func() {
		p.on("2611")
		p.on("2511")
		p.press(celles("option.stop"))
		p.does("#confirm")
		p.answers(draws()) // the captain has played its phase
	})
	p.waits(end)

	p.Wheel("#log", -200, 2)
	p.waits("!" + end)
	news(func() { p.press(celles("option.draw")) })
	p.waits("!" + end)
	p.Wheel("#log", 5000, 2)
	p.waits(end)
	news(func() { p.does("#asks .option") })
	p.waits(end)
}

// TestTheMap: it is moved and enlarged by wheel, mouse, keys, buttons and fingers, its counters are hidden and shown, and a
// stack is fanned out with what can be asked about each counter in it.
func TestTheMap(t *testing.T) {
	thorough.Only(t)
	b := open(t, midway, newcomer...)
	p := b.sits(t, browsertest.Still)
	const stands = `document.querySelector("#map").style.transform`
	moves := func(by string, how func()) {
		t.Helper()
		was := browsertest.Eval[string](p.Tab, stands)
		how()
		p.waits(fmt.Sprintf("%s !== %q", stands, was))
	}
	moves("wheel", func() { p.Wheel("#stage", -300, 1) })
	moves("mouse", func() { p.Drag("#stage", 120, 60, 5) })
	moves("button", func() { p.does("#zoom-in") })
	moves("button", func() { p.does("#zoom-out") })
	p.does("#stage") // a hex there tells what can be asked about it
	p.waits(`document.querySelector(".fan")`)
	p.Press(kb.Escape)
	p.waits(`!document.querySelector(".fan")`)
	moves("keys", func() { p.Press("+") })
	moves("keys", func() { p.Press(kb.ArrowLeft, chromedp.ModifierShift) })
	moves("keys", func() { p.Press("0") })

	at := browsertest.Eval[struct{ X, Y float64 }](p.Tab, `(() => {
		const at = JSON.parse(document.querySelector("#grid").textContent).at["2808"];
		const {x, y} = new DOMPoint(at[0], at[1]).matrixTransform(document.querySelector("#targets").getScreenCTM());
		return {X: x, Y: y};
	})()`)
	p.ClickAt(at.X, at.Y)
	p.waits(`document.querySelectorAll(".fan .piece").length === 2`, `document.querySelectorAll(".fan .piece svg").length === 2`)
	p.does(".fan .piece button says reach")
	p.waits(`!document.querySelector("#told").hidden`, `document.querySelector("#over svg")`, `!document.querySelector(".fan")`)
	p.Press(kb.Escape)
	p.waits(`document.querySelector("#told").hidden`, `!document.querySelector("#over svg")`)

	const seen = `Number(getComputedStyle(document.querySelector('#pieces [data-sheet="pieces"]')).opacity)`
	p.does("#hide")
	p.waits(seen+" < 0.2", `document.querySelector("#hide").getAttribute("aria-pressed") === "true"`)
	p.Press("h")
	p.waits(seen + " === 1")

	p = b.sits(t, browsertest.Still, browsertest.Phone)
	moves("fingers", func() { p.Pinch("#stage", 80, 200, 5) })
	moves("finger", func() { p.Swipe("#stage", 60, 30, 5) })
}

// TestSecondaryActions: what is asked in the line or by a button is answered and drawn, words that mean nothing are refused
// with those that may stand there, undo drops what is half built, a note outlives the page, and in a sandbox nothing counts.
func TestSecondaryActions(t *testing.T) {
	thorough.Only(t)
	p := open(t, midway, newcomer...).sits(t, browsertest.Still)
	p.does("#tab-look")
	for _, name := range []string{"supply", "zoc german", "zoc allied"} {
		p.does("#overlays button says " + name)
		p.waits(`!document.querySelector("#told").hidden`, `document.querySelector("#told .answer").textContent`)
	}
	p.waits(`document.querySelector("#over svg")`)
	p.does("#overlays button says zoc allied")
	p.waits(`document.querySelector("#told").hidden`)
	p.does("#overlays button says zoc german")
	p.waits(`document.querySelector("#over svg")`, `document.querySelectorAll("#overlays [aria-pressed=true]").length === 1`)
	p.does("#overlays button says guesses")
	p.waits(`document.querySelector("#under svg .f-guess-area")`, `document.querySelector("#told h2").textContent === document.querySelector("#overlays [aria-pressed=true]").textContent`)
	p.Type("#paragraph", "10\r")
	p.waits(`!document.querySelector("#over svg")`, `!document.querySelector("#overlays [aria-pressed=true]")`)
	p.waits(`document.querySelector("#told").textContent.includes("stacking")`)
	p.Type("#typed", "supply\r")
	p.waits(`document.querySelector("#told h2").textContent === "supply"`, `document.querySelector("#typed").value === ""`)
	p.Type("#typed", "fly\r")
	p.waits(`document.querySelector("#told .refusal")?.textContent.includes("fly")`, `document.querySelector("#told .refusal")?.textContent.includes("2pz-recon")`)
	p.Type("#typed", "\b\b\b2pz-recon\r")
	p.reads(left(12))
	p.does("#undo")
	p.reads(oneCanAct())
	p.Type("#typed", "2pz–recon. # then undo\r")
	p.reads(left(12))
	p.Type("#typed", "Undo.\r")
	p.reads(oneCanAct())
	p.Type("#typed", "hint\r")
	p.waits(`document.querySelector("#told h2")?.textContent.startsWith("Captain")`)
	p.Type("#typed", "“resign”!\r")
	p.waits(`document.querySelector("dialog").textContent.includes(` + strconv.Quote(localetest.Part("en", "web.sure.resign")) + ")")
	p.does("dialog button says " + page("no"))
	p.waits(`!document.querySelector("dialog")`, `document.querySelector("#typed").value === "“resign”!"`)

	last := browsertest.Eval[int](p.Tab, `Number(document.querySelector("#slider").max)`)
	p.does("#tab-match")
	p.does("#acts button says " + localetest.Told("en", "web.act.try"))
	p.waits(`document.body.classList.contains("sandbox")`)
	p.on("2611")
	p.on("2512")
	p.press(celles("option.stop"))
	p.reads(page("sandbox"))
	p.waits(`document.querySelector("#happened").textContent.includes("2nd Panzer recon to 2512")`)
	p.stands("2pz-recon", "2512")
	p.press(page("sandbox-leave"))
	p.waits(`!document.body.classList.contains("sandbox")`, fmt.Sprintf(`document.querySelector("#slider").max === "%d"`, last))
	p.stands("2pz-recon", "2611")

	p.does("#tab-match")
	p.Type("#note", "hold Marche")
	p.does("#tab-log")
	p.rest()
	p.Reload()
	p.ready()
	p.waits(`document.querySelector("#note").value === "hold Marche"`)
}
