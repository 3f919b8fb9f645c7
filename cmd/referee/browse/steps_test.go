package browse

import (
	"strconv"
	"testing"

	"referee/bot/test/browsertest"
	"referee/bot/test/localetest"
	"referee/engine"
	"referee/engine/hex"
)

// TestAnAttackInSteps: by clicks an attack is asked for step by step: each step has its own question, which names the target, says
// what a choice costs and does, and shows what cannot be paid. What it comes to stands first, in one line; the button says what it
// does. After the roll the arrow asks to take it back, and says what would be lost.
func TestAnAttackInSteps(t *testing.T) {
	p := open(t, "new\ndraw\nactivate 2pz-recon\n", newcomer...).sits(t, browsertest.Still)
	target := []engine.Arg{engine.List("against", engine.Noun("", "84-7")), engine.List("hexes", engine.Hex("", hex.Coord{Col: 27, Row: 10}))}
	p.on("2611")
	p.on("2610")
	marks := `document.querySelector("#marks").innerHTML`
	was := browsertest.Eval[string](p.Tab, marks)
	p.press(celles("option.attack-on", target...))
	p.reads(celles("prompt.move.intensity", target...), "Light: 3 MP, "+celles("effect.drm", engine.Num("drm", -2)))
	p.Wait(marks + " !== " + strconv.Quote(was)) // the target
	dear := celles("illegal.attack.intensity", engine.Noun("unit", "2pz-recon"), engine.Noun("intensity", "heavy"), engine.Num("cost", 9), engine.Num("left", 8))
	p.Wait(`document.querySelector("#asks .closed").textContent.includes(` + strconv.Quote(dear) + `)`)
	if p.There("#asks button.closed, #asks .closed[data-option]") > 0 || p.There("#asks [data-option=heavy]") > 0 {
		t.Error("what cannot be paid is a button")
	}
	p.press("Medium")
	attacks := celles("does.attack", engine.List("hexes", engine.Text("", "2710")))
	p.reads(localetest.Told("en", "web.ready", engine.Text("does", attacks)))
	p.waits(`document.querySelector("#asks .question").nextElementSibling.querySelector(":scope > .summary:first-child")`,
		`!document.querySelector(".answer details").open && !document.querySelector(".answer details").textContent.includes("Die 9")`)
	p.press(localetest.Told("en", "web.give.then", engine.Text("does", attacks), engine.Text("then", celles("then.combat-chit"))))
	p.press(celles("option.no"))
	p.waits(`document.querySelector("#undo").title !== ` + strconv.Quote(page("do.undo")))
	p.does("#undo")
	p.waits(`document.querySelector("dialog").textContent.includes(`+strconv.Quote(until(":", localetest.Part("en", "web.sure.take-back.rolled")))+`)`,
		`document.querySelector("dialog").textContent.includes("Die ")`)
	p.does("dialog button says " + localetest.Told("en", "web.yes.take-back"))
	p.reads(oneCanAct()) // the attack is taken back together with the chit that was kept for it
	p.stands("2pz-recon", "2611")
}
