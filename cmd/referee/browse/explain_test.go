package browse

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/test/browsertest"
)

// tip is what is said under the pointer; "": nothing is.
const tip = `(t => t && !t.hidden ? t.innerText : "")(document.getElementById("tip"))`

// counter is a unit of the player that stands alone in 2712.
const counter = `#pieces [data-piece="2pz-a"]`

// values says the numbers of a counter by their names.
func values(attack, defence, movement int) string {
	return fmt.Sprintf("%s %d, %s %d, %s %d", celles("value.attack"), attack, celles("value.defence"), defence, celles("value.movement"), movement)
}

// TestThingsExplainThemselves: whoever points at a unit, a hex, a track or a paragraph, or stands on one with the keyboard, reads what it is; Escape
// and a drag take that away; a right click opens what can be asked; a § opens its title and sentence; the book the aids.
func TestThingsExplainThemselves(t *testing.T) {
	p := open(t, "new\n", newcomer...).sits(t)
	tells := func(what string) {
		t.Helper()
		p.Wait(tip + `.includes(` + strconv.Quote(what) + `)`)
	}
	silent := func() {
		t.Helper()
		p.Wait(tip + ` === ""`)
	}
	p.Hover(counter)
	tells(values(11, 8, 9))
	if says := browsertest.Eval[string](p.Tab, tip); !strings.Contains(says, "2712") {
		t.Errorf("nothing is said of the hex: %q", says)
	}
	p.Hover("#tip") // it can be pointed at itself
	time.Sleep(500 * time.Millisecond)
	tells(values(11, 8, 9))
	for _, found := range p.Axe() {
		t.Error(found)
	}
	p.Press(kb.Escape)
	silent()
	p.Hover(`#strip [data-track="actions"] h2`)
	tells(celles("about.track.actions"))
	p.Hover(`#strip [data-track="vp"] .here`)
	tells(celles("track.vp") + " · 0")
	p.Hover(`.rule says § 20`)
	tells(celles("rule.20.text"))
	p.Drag("#stage", 60, 20, 4)
	silent()
	p.Click(`.rule says § 20`)
	p.Wait(`document.querySelector("#told").textContent.includes(` + strconv.Quote(celles("rule.20.title")) + `) && document.querySelector("#told").textContent.includes(` + strconv.Quote(celles("rule.20.text")) + `)`)
	p.Press("f")
	p.Wait(`document.querySelector(".fan button")`)
	p.Press(kb.Escape)
	p.RightClick(counter)
	p.Wait(`document.querySelector(".fan")?.innerText.includes(` + strconv.Quote(values(11, 8, 9)) + `)`)
	p.Click(".fan button says " + celles("ask.reach"))
	p.Wait(`document.querySelector("#told").innerText.includes("2nd Panzer A")`)
	p.press(celles("option.draw"))
	p.reads(activates())
	p.Press("b")
	p.Wait(`document.activeElement?.getAttribute("aria-describedby") === "tip"`)
	tells("MP")
	p.opensAids(t)
}

// opensAids follows the book to the aids, which axe-core finds no fault with; on paper they have no controls.
func (p *person) opensAids(t *testing.T) {
	t.Helper()
	p.Visit(browsertest.Eval[string](p.Tab, `document.querySelector("#aids").href`))
	for _, id := range []string{"victory", "counter", "terrain", "combat", "chits", "calendar"} {
		p.Wait(`document.querySelector("#` + id + ` h2")?.innerText.trim() === ` + strconv.Quote(celles("aid."+id)))
	}
	for _, options := range [][]browsertest.Option{{browsertest.Light}, {browsertest.Dark, browsertest.Phone}} {
		p.Become(options...)
		for _, found := range p.Axe() {
			t.Error(found)
		}
		if wide := browsertest.Eval[int](p.Tab, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
			t.Errorf("the page is %d px wider than the screen", wide)
		}
	}
	p.Print(true)
	if controls := browsertest.Eval[int](p.Tab, `[...document.querySelectorAll("button, a, nav")].filter(e => e.getClientRects().length).length`); controls != 0 {
		t.Errorf("on paper there are %d controls", controls)
	}
}
