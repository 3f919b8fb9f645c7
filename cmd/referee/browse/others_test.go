package browse

import (
	"flag"
	"strconv"
	"testing"

	"referee/bot/test/browsertest"
	"referee/engine"
)

var others = flag.String("browser", "", "play an opening turn in this browser, too: firefox, webkit")

// TestOpeningTurn: the board works in other browsers than Chromium: a first turn of *Celles* by mouse, from the first page on.
func TestOpeningTurn(t *testing.T) {
	if *others == "" {
		t.Skip("Chromium plays it in other tests; those of .ci/run browsers name another with -browser")
	}
	b := open(t, "new\n", newcomer...)
	p := browsertest.OpenOther(t, *others)
	reads := func(text string) {
		t.Helper()
		p.Wait(includes(said, text))
	}
	on := func(hex string) { t.Helper(); p.Click(`#targets [data-hex="` + hex + `"]`) }
	press := func(label string) { t.Helper(); p.Click("#asks button says " + label) }
	p.Visit(b.link)
	p.Click(`a[href^="/m/"]`)
	p.Wait(`document.querySelector("#asks .ask") && document.querySelector("#log").textContent && [...document.images].every(i => i.complete && i.naturalWidth > 0)`)
	press(celles("option.draw"))
	reads(activates())
	on("2611")
	p.Click(".fan button says " + celles("option.lone", engine.Noun("id", "2pz-recon")))
	reads(oneCanAct())
	on("2611")
	reads(left(12))
	on("2512")
	reads(left(6))
	press(page("step-back"))
	reads(left(12))
	on("2511")
	press(celles("option.stop"))
	p.Click("#confirm")
	p.Wait(includes(`document.querySelector("#log").textContent`, "2511"))
	p.Wait(includes(`document.querySelector("#happened").textContent`, celles("event.phase-ended", engine.Noun("side", "allied"))))
	reads(draws())
}

// includes is an expression that is true once another holds a text.
func includes(expression, text string) string {
	return expression + ".includes(" + strconv.Quote(text) + ")"
}
