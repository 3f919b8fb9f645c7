package browse

import (
	"strconv"
	"strings"
	"testing"

	"referee/bot/test/browsertest"
)

// TestWatch: a match that is watched is played scene by scene; its log ends where the viewing stands, and who watches can stop it, go
// on, set the speed, and begin a match of their own. Nothing says that they cannot act.
func TestWatch(t *testing.T) {
	b := openGame(t, "celles", "", "--lang", "en")
	p := browsertest.Open(t)
	p.Visit(b.link)
	p.Click(`form[action="/watch"] button[value=celles]`)
	p.Wait(`document.body?.classList.contains("past") && document.querySelector("#log [data-seq]") && +document.querySelector("#slider").value > 4`)
	press := func(selector string) { // what moves is never at rest
		browsertest.Eval[bool](p, "(document.querySelector("+strconv.Quote(selector)+").click(), true)")
	}
	seen := func() []int {
		return browsertest.Eval[[]int](p, `(() => { const all = [...document.querySelectorAll("#log [data-seq]")].map(el => +el.dataset.seq); return [+document.querySelector("#slider").value, Math.max(...all), +document.querySelector("#slider").max]; })()`)
	}
	press("#play")
	p.Wait(`document.querySelector("#play").ariaPressed === "false"`)
	if at := seen(); at[1] > at[0] || at[0] > 30 || at[2] <= at[0] {
		t.Errorf("decision %d of %d is shown, and the log tells %d", at[0], at[2], at[1])
	}
	if text := browsertest.Eval[string](p, `document.querySelector("#now").innerText`); !strings.Contains(text, page("watching")) || !strings.Contains(text, page("yourself")) {
		t.Errorf("who watches reads %q", text)
	}
	for range 2 {
		press("#later")
		p.Wait(`document.querySelector("#play").ariaPressed === "false"`)
	}
	press("#speed")
	p.Wait(`document.querySelector("#speed").textContent !== "1×"`)
	press("#play")
	was := seen()[0]
	p.Wait(`+document.querySelector("#slider").value > ` + strconv.Itoa(was+2))
	p.Wait(`location.search.includes("seq=") && location.search.includes("play")`)
	press(`#asks a[href="/"]`)
	p.Wait(`document.querySelector('a[href*="play"]')`)
}
