package browse

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/browsertest"
)

// A newcomer's whole first turn against the captain: they draw, activate a unit, move it hex by
// hex, stop, and end the phase; the captain answers, and they are asked again. With this seed the
// first chit that they may act with is that of Panzer Lehr.
var newcomer = []string{"--seat", "german", "--opponent", "captain"}

func TestFirstTurnByMouse(t *testing.T) { firstTurn(t) }
func TestFirstTurnByTouch(t *testing.T) { firstTurn(t, browsertest.Phone) }

func firstTurn(t *testing.T, options ...browsertest.Option) {
	p := open(t, "new\n", newcomer...).sits(t, options...)
	p.press("Draw")
	p.reads("do you activate")
	p.on("2611")
	p.reads("1 unit may still act")
	p.on("2611")
	p.reads("2nd Panzer recon has 12 MP left")
	p.stands("2pz-recon", "2611")
	p.on("2512")
	p.reads("6 MP left")
	p.stands("2pz-recon", "2512") // where it would be
	p.press("Back")
	p.reads("12 MP left")
	p.on("2511")
	p.press("Stop here")
	p.does("#confirm")
	p.rest()
	p.stands("2pz-recon", "2511")
	p.answers("Draw from your cup") // no unit of theirs is left to act: the captain plays its phase
	p.Wait(`/Allied draw/.test(document.querySelector("#log").textContent)`)
}

// TestFirstTurnByKeys: the same with the keyboard alone, from the list of matches on.
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
	p.reads("do you activate")
	focus("#asks button")
	tab.Press("b")
	focus(`#targets [data-hex]`)
	until("2611", kb.ArrowLeft)
	tab.Press("\r")
	p.reads("1 unit may still act")
	tab.Press("b")
	focus(`[data-hex="2611"]`)
	tab.Press("\r")
	p.reads("12 MP left")
	focus("#targets [data-hex]")
	tab.Press(kb.ArrowLeft)
	focus("#targets [data-hex]")
	tab.Press("\r")
	p.reads("So far: 2nd Panzer recon › 2")
	tab.Press(kb.Escape)
	p.reads("12 MP left")
	tab.Press("/")
	focus("#order")
	tab.Press("2511\r")
	p.reads("8 MP left")
	tab.Press("\t") // the way back to the board is no trap
	tab.Press("p")
	until("Stop here", "\t")
	tab.Press("\r")
	p.reads("Confirm")
	focus("#confirm")
	tab.Press("\r")
	p.Wait(`document.querySelector("#log").textContent.includes("2nd Panzer recon to 2511")`)
	tab.Wait(`document.querySelector("#asks .mine") && document.querySelector("#live").textContent.includes(document.querySelector("#asks .question").textContent)`)
}
