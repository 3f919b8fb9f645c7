package browse

import (
	"strconv"
	"testing"

	"referee/bot/test/browsertest"
	"referee/engine"
)

// TestWithoutAMap: on a phone beside a map of paper a game without one is a question with large buttons, what has happened, and
// nothing where a map would be; it is played by these buttons.
func TestWithoutAMap(t *testing.T) {
	p := openGame(t, "allied-orders", "new\n").sits(t, browsertest.Phone)
	says := func(key string) string { return words()["allied-orders"].Say("en", engine.Say(key)) }
	p.press(says("option.german"))
	p.reads(says("option.begins"))
	p.press(says("option.ends"))
	p.reads(says("option.allied"))
	p.Wait(`document.querySelector("#log").textContent.includes(` + strconv.Quote(says("event.passed.german")) + `)`)
	if !browsertest.Eval[bool](p.Tab, `document.querySelector("#stage").getBoundingClientRect().height === 0 && !document.querySelector("#zoom-in").getClientRects().length`) {
		t.Error("there is room for a map, or a button for it")
	}
	if small := browsertest.Eval[int](p.Tab, `[...document.querySelectorAll("#asks .option")].filter(b => b.getBoundingClientRect().height < 48).length`); small > 0 {
		t.Errorf("%d buttons are too small for a thumb", small)
	}
	p.does("#tab-look")
	p.does("#overlays button")
	p.Wait(`document.querySelector("#told:not([hidden])")?.innerText.includes("0")`)
}
