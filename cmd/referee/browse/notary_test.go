package browse

import (
	"strconv"
	"strings"
	"testing"

	"referee/bot/test/browsertest"
	"referee/bot/test/localetest"
	"referee/engine"
)

// TestTheNotary: two people at one screen play a match of a game with hands of cards and sealed orders to a result on which both agree,
// in a language and on a screen. Neither sees what the other holds or has sealed: the other looks away before something secret comes, and
// the page of one has nothing of the other's.
func TestTheNotary(t *testing.T) {
	for lang, screen := range map[string]browsertest.Option{"en": browsertest.Sized(1280, 800, false), "fr": browsertest.Phone} {
		p := openGame(t, "notary", "new title=card-driven\n", "--lang", lang).sits(t, screen, browsertest.Still)
		says := func(key string, args ...engine.Arg) string {
			return words()["notary"].Say(lang, engine.Say(key, args...))
		}
		side := func(seat string) string { return says("table.seat", engine.Noun("seat", seat)) }
		picks := func(options ...string) {
			t.Helper()
			for _, id := range options {
				p.does(`#asks [data-option="` + id + `"]`)
				p.rest()
			}
		}
		writes := func(text string) {
			t.Helper()
			p.Type("#asks .write :is(input, textarea)", text)
			p.does("#asks .write button")
			p.rest()
		}
		sits := func(seat string) {
			t.Helper()
			p.Wait(`!document.querySelector("dialog") && document.querySelector("#asks .mine .seat")?.textContent === ` + strconv.Quote(side(seat)))
		}
		takes := func(seat string) {
			t.Helper()
			p.does("dialog.handover button says " + strings.ReplaceAll(localetest.Told(lang, "web.page.handover-yes"), "{seat}", side(seat)))
			sits(seat)
		}
		cards := func(seat, shown string) { // shown is a pattern
			t.Helper()
			p.Wait(`/^` + shown + `$/.test([...document.querySelectorAll('.nomap [data-box="` + seat + `-` + seat + `-deck"] li')].map(l => l.textContent).join())`)
		}
		logged := func(text string) {
			t.Helper()
			p.Wait(`(document.querySelector("#log").textContent + document.querySelector("#happened").textContent).includes(` + strconv.Quote(text) + `)`)
		}

		picks("roll", "die")
		writes("attack on 2710")
		logged("attack on 2710")
		picks("draw", "3")
		takes("blue")
		cards("blue", `[a-z].*`)
		p.Wait(`document.querySelector(".nomap").checkVisibility()`)
		picks("orders", "now")
		sits("blue")
		writes("Blue attacks by night.")
		takes("red")
		if held := browsertest.Eval[string](p.Tab, whole); strings.Contains(held, "by night") {
			t.Errorf("%s: Red sees what Blue has sealed", lang)
		}
		cards("blue", `3`)
		writes("Red holds.")
		takes("blue")
		logged("Blue attacks by night.")
		logged("Red holds.")
		picks("score", "blue")
		writes("12")
		picks("track", "3")
		picks("phase")
		picks("pass")
		writes("Your move.")
		sits("red") // who has nothing that Blue must not see
		picks("draw", "2")
		takes("red")
		for _, found := range p.Axe() {
			t.Errorf("%s: %s", lang, found)
		}
		picks("result", "blue")
		takes("blue")
		cards("red", `2`)
		cards("blue", `[a-z].*`)
		picks("agree")
		p.Wait(`document.querySelector("#asks .over")?.textContent.includes(` + strconv.Quote(says("result.agreed", engine.Num("blue", 12), engine.Num("red", 0))) + `)`)
	}
}
