package browse

import (
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/test/browsertest"
	"referee/engine"
)

// TestNewsStays: the result of a roll stands until the next order, with the row of its table, on the map too, also in a page that
// is opened anew; then what the captain did does. A line lights its hexes, and a hex its lines.
func TestNewsStays(t *testing.T) {
	p := open(t, "new\ndraw\nactivate lehr\n", newcomer...).sits(t)
	count := func(selector string) int { return p.There(selector) }
	p.Type("#typed", "lehr-a 2114 attack medium go\r")
	p.does("#confirm")
	p.rest()
	p.press(celles("option.no"))
	const row = `document.querySelector('.crt [aria-current="true"] b')?.textContent.includes(document.querySelector(".die text").textContent) && document.querySelector("#traces path")`
	p.Wait(row)
	for _, again := range []bool{false, true} {
		if again {
			p.Reload()
			p.ready()
			p.Wait(row)
		}
		if rows := count("#happened .crt li"); rows < 5 || count("#happened .crt [aria-current]") != 1 {
			t.Errorf("a table of %d rows", rows)
		}
		for _, part := range []string{".die", ".crt [aria-current]"} {
			if !browsertest.Eval[bool](p.Tab, `(el => { const a = el.getBoundingClientRect(), b = document.querySelector("#now").getBoundingClientRect(); return a.height > 9 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1; })(document.querySelector("#happened `+part+`"))`) && !again {
				t.Errorf("%s is not in view after the roll", part)
			}
		}
		if turns := count(".turns"); again && turns > 0 {
			t.Error("a die turns that was read before")
		}
		p.hinders(t, "desktop", "news")
	}
	p.Hover("#log [data-at]")
	p.Wait(`document.querySelector("#lit path")`)
	browsertest.Eval[bool](p.Tab, `(document.querySelector('#log [data-seq="9"] .at, #log .at').focus(), true)`)
	p.Wait(`!document.querySelector("#lit path") || document.querySelector("#log li:focus-within [data-at]")`)
	p.Press("f")
	p.Wait(`document.querySelector(".fan")`)
	p.Wait(`[...document.querySelectorAll(".named")].every(el => el.dataset.at) && document.querySelector(".fan").dataset.hex`)
	p.Press("\x1b")
	p.Wait(`!document.querySelector(".named")`)

	p.answers(draws())
	ended := celles("event.phase-ended", engine.Noun("side", "allied"))
	p.Wait(`document.querySelector("#happened").textContent.includes(` + strconv.Quote(ended) + `)`)
	head := browsertest.Eval[string](p.Tab, `document.querySelector("#happened h2").textContent`)
	told := count("#happened > .entries > li")
	if !browsertest.Eval[bool](p.Tab, `(el => el.scrollTop + el.clientHeight > el.scrollHeight - 3)(document.querySelector("#log"))`) {
		t.Error("the log does not show its end")
	}
	if told < 5 || count("#log [data-seq]") == 0 || browsertest.Eval[int](p.Tab, `document.querySelector("#log").clientHeight`) < 120 {
		t.Errorf("%q heads %d decisions", head, told)
	}
	p.does("#again")
	p.Wait(`document.body.classList.contains("past") && document.querySelector("#now #play")`)
	p.does("#play")
	p.does("#asks .primary")
	p.Wait(`!document.body.classList.contains("past") && document.querySelector("#pane-log #play") && document.querySelector("#happened h2")`)
	p.does("#happened .head .icon")
	p.Wait(`!document.querySelector("#happened li, #traces path")`)
	p.press(celles("option.draw"))
	p.Wait(`document.querySelector("#happened .die.chit")`)
}

// TestSettings, on a phone, where the log begins with the newest decision: what is chosen is remembered, is told where it cannot be, and
// can be chosen by everybody. A finger that stays on a unit is told what that is.
func TestSettings(t *testing.T) {
	p := open(t, "new\n", newcomer...).sits(t, browsertest.Still, browsertest.Phone)
	p.Wait(`document.querySelector("#log [data-seq]")`)
	if first := browsertest.Eval[[]int](p.Tab, `[...document.querySelectorAll("#log [data-seq]")].map(el => +el.dataset.seq)`); len(first) < 2 || first[0] < first[1] {
		t.Errorf("on a phone the log begins with decisions %v", first)
	}
	p.does("#settings")
	p.Wait(`document.querySelector("dialog select")`)
	p.hinders(t, "phone", "settings")
	browsertest.Eval[bool](p.Tab, `(s => (s.value = "dark", s.dispatchEvent(new Event("change")), true))(document.querySelector("dialog select"))`)
	p.does("dialog label says " + page("still"))
	p.does("dialog label says " + page("sound"))
	p.does("dialog label says " + page("notify"))
	p.Wait(`document.querySelector("dialog .note").textContent`)
	p.Reload()
	p.ready()
	kept := browsertest.Eval[[]string](p.Tab, `["theme", "motion", "sound"].map(key => localStorage.getItem("board." + key))`)
	if kept[0] != "dark" || kept[1] != "off" || kept[2] != "on" || p.There("[data-theme=dark][data-still]") != 1 {
		t.Errorf("kept are %q", kept)
	}
	p.press(celles("option.draw"))
	p.Wait(`document.querySelector("#happened .die")`)
	if p.There(".turns") > 0 {
		t.Error("something moves for who wants nothing to")
	}
	p.holds(t)
	// Who looks elsewhere is called when the captain has played.
	browsertest.Eval[bool](p.Tab, `(window.Notification = class { static permission = "granted"; constructor(title, o) { window.called = title + ": " + o.body; } },
		document.hasFocus = () => false, localStorage.setItem("board.notify", "on"), true)`)
	p.answers(draws())
	p.Wait(`window.called?.includes(document.querySelector("#asks .question").textContent)`)
}

// holds leaves a finger on a unit, which shows what it is and what can be asked, and chooses nothing; a tap chooses it.
func (p *person) holds(t *testing.T) {
	t.Helper()
	p.reads(activates())
	was := browsertest.Eval[string](p.Tab, said)
	p.Hold(`#targets [data-hex="2611"]`, 700*time.Millisecond)
	p.Wait(`document.querySelector(".fan")?.innerText.includes(` + strconv.Quote(values(7, 5, 9)) + `)`)
	p.hinders(t, "phone", "fan")
	if is := browsertest.Eval[string](p.Tab, said); is != was {
		t.Errorf("a long press has chosen something: %q", is)
	}
	p.Press(kb.Escape)
	p.of("2611", celles("option.lone", engine.Noun("id", "2pz-recon")))
	p.reads(oneCanAct())
}
