package browse

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"referee/bot/test/browsertest"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/hex"
)

// beginning is what a newcomer does before the first impulse, which is that of Seventh Army whatever is drawn: no other chit
// of theirs is in the cup, and those of the Allied player can be put back.
const beginning = "new\nstandard\nnone\npay hq-sixth hq-fifth hq-seventh\nchits hq-seventh\n"

// begins puts Allied chits back until Seventh Army is drawn.
func (p *person) begins() {
	active := strconv.Quote(until(":", told("prompt.move", engine.Noun("hq", "hq-seventh"))))
	back := told("option.back")
	for {
		p.Wait("[" + active + ", " + strconv.Quote(back) + "].some(text => " + said + ".includes(text))")
		if browsertest.Eval[bool](p.Tab, said+".includes("+active+")") {
			return
		}
		p.press(back)
	}
}

// marches moves a stack of Seventh Army next to the enemy, and ends the phase.
func (p *person) marches() {
	p.Press("0") // the stack may be out of view
	p.of("3306", told("option.stack", engine.Num("n", 3), engine.Noun("id", "3306")))
	p.reads(page("begun") + " 3306")
	p.Wait(`document.querySelectorAll("#targets [data-hex]").length > 6`) // not only the hexes next to it
	p.on("3307")
	p.reads("13/5 FJ, 14/5 FJ and 15/5 FJ to 3307")
	p.does("#confirm")
	p.rest()
	p.stands("13-5fj", "3307")
	p.press(told("option.end"))
	p.reads(until("?", told("prompt.attack")))
}

var sergeant = []string{"--seat", "german", "--opponent", "sergeant"}

// of chooses what a stack on a hex of the board offers, by what a line of its list says.
func (p *person) of(hex, label string) {
	p.does(`#targets [data-hex="` + hex + `"]`)
	p.does(".fan button says " + label)
	p.rest()
}

// attack half builds the attack of the stack that moved, up to what it may come to. It rolls once all attacks are declared, so that the
// button does not say it.
func (p *person) attack() {
	p.on("3408")
	for _, unit := range []string{"13-5fj", "14-5fj", "15-5fj"} {
		p.press(told("option.add", engine.Noun("id", unit)))
	}
	summary := told("answer.odds-summary.own", engine.Num("sure", 0), engine.Num("of", 6), engine.Num("either", 0), engine.Num("attacker", 0), engine.Num("defender", 0))
	p.reads("13/5 FJ, 14/5 FJ and 15/5 FJ attack 3408", until("y", summary), told("does.attack", engine.Hex("hex", hex.Coord{Col: 34, Row: 8})))
}

// TestFirstImpulseByMouse: a newcomer to America Triumphant sets up, supplies the headquarters, chooses chits,
// moves a stack, attacks by it, and advances.
func TestFirstImpulseByMouse(t *testing.T) {
	thorough.Only(t)
	// What is secret is sealed with salts, so that the seed alone does not say what is rolled: these are the chit that is drawn, an
	// attack that succeeds, and the next chit.
	dice := filepath.Join(t.TempDir(), "dice.txt")
	if err := os.WriteFile(dice, []byte("hq-seventh 6 hq-viii 6 6 6 6"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := openGame(t, "america-triumphant", "new\n", append(sergeant, "--dice", dice)...).sits(t, browsertest.Still)
	p.setUp()
	p.begins()
	p.marches()
	p.attack()
	p.fight()
}

// setUp sets up, supplies the headquarters, and chooses their chits.
func (p *person) setUp() {
	p.press(told("option.standard"))
	p.reads(until("?", told("prompt.drop")))
	p.press(told("option.none"))
	p.reads(until(",", told("prompt.supply", engine.Num("points", 0))))
	p.press("Sixth Panzer Army")
	p.press("Fifth Panzer Army")
	p.press("Seventh Army")
	p.does("#confirm")
	p.rest()
	p.happens(told("event.chits-chosen.hidden", engine.Noun("side", "allied")))
	p.reads(until(":", told("prompt.chits", engine.Num("turn", 1))))
	p.press("Seventh Army")
	p.does("#confirm")
	p.rest()
}

// fight makes the attack, goes into the hex, and ends the impulse.
func (p *person) fight() {
	p.does("#confirm")
	p.rest()
	p.press(told("option.rolls", engine.Sub("label", engine.Say("option.done"))))
	p.answers(until("?", told("prompt.advance", engine.Noun("hex", "3408"))))
	p.press("13/5 FJ")
	p.press("3408")
	p.does("#confirm")
	p.rest()
	p.stands("13-5fj", "3408")
	p.answers(until(":", told("prompt.exploit")))
	p.press(told("option.end"))
	next := told("event.chit-drawn", engine.Noun("hq", "hq-seventh"), engine.Noun("side", "german"))
	p.happens(until(":", next))
}

// happens waits until the page tells of an event.
func (p *person) happens(text string) {
	p.Wait(`document.querySelector("#happened").innerText.includes(` + strconv.Quote(text) + ")")
}

// TestAccessibilityOfAmericaAttack is [TestAccessibility] with an attack of America Triumphant, whose stacks are higher and whose names are longer.
func TestAccessibilityOfAmericaAttack(t *testing.T) {
	thorough.Only(t)
	browsertest.Module(t, "axe-core/axe.min.js")
	b := openGame(t, "america-triumphant", beginning, sergeant...)
	first := b.sits(t, browsertest.Still)
	first.begins()
	first.marches()
	for _, s := range screens {
		p := b.sits(t, append(s.options, browsertest.Still)...)
		p.attack()
		p.hinders(t, "america-"+s.name, "odds")
		p.press(page("drop"))
	}
}
