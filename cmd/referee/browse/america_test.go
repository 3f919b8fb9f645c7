package browse

import (
	"testing"

	"referee/bot/browsertest"
	"referee/engine/enginetest/thorough"
)

// clicked (-thorough) has what takes longest clicked, too: the set-up of the first impulse and what follows its attack, and the attack on other screens.

// beginning is what a newcomer does before the first impulse, which is that of Seventh Army whatever is drawn: no other chit
// of theirs is in the cup, and those of the Allied player can be put back.
const beginning = "new\nstandard\nnone\npay hq-sixth hq-fifth hq-seventh\nchits hq-seventh\n"

// begins puts Allied chits back until Seventh Army is drawn.
func (p *person) begins() {
	for {
		p.Wait(said + `.match(/Seventh Army is active|Put it back/)`)
		if browsertest.Eval[bool](p.Tab, said+`.includes("Seventh Army is active")`) {
			return
		}
		p.press("Put it back")
	}
}

// marches moves a stack of Seventh Army next to the enemy, and ends the phase.
func (p *person) marches() {
	p.of("3306", "3 units in 3306 together")
	p.reads("So far: 3306")
	p.Wait(`document.querySelectorAll("#targets [data-hex]").length > 6`) // not only the hexes next to it
	p.on("3307")
	p.reads("13/5 FJ, 14/5 FJ and 15/5 FJ to 3307")
	p.does("#confirm")
	p.rest()
	p.stands("13-5fj", "3307")
	p.press("End the phase")
	p.reads("Which hex is attacked")
}

var sergeant = []string{"--seat", "german", "--opponent", "sergeant"}

// of chooses what a stack on a hex of the board offers, by what a line of its list says.
func (p *person) of(hex, label string) {
	p.does(`#targets [data-hex="` + hex + `"]`)
	p.does(".fan button says " + label)
	p.rest()
}

// attack half builds the attack of the stack that moved, up to what it may come to.
func (p *person) attack() {
	p.on("3408")
	for _, unit := range []string{"13/5 FJ", "14/5 FJ", "15/5 FJ"} {
		p.press("With " + unit)
	}
	p.reads("13/5 FJ, 14/5 FJ and 15/5 FJ attack 3408", "Steps that must be lost, on average", "Confirm and roll")
}

// TestFirstImpulseByMouse: a newcomer to America Triumphant moves a stack and builds an attack by it. With -thorough they set up before,
// supply their headquarters, choose chits, fight and advance.
func TestFirstImpulseByMouse(t *testing.T) {
	thorough.Only(t)
	script := beginning
	if thorough.On() {
		script = "new\n"
	}
	p := openGame(t, "america-triumphant", script, sergeant...).sits(t, browsertest.Still)
	if thorough.On() {
		p.setUp()
	}
	p.begins()
	p.marches()
	p.attack()
	if thorough.On() {
		p.fight()
	}
}

// setUp sets up, supplies the headquarters, and chooses their chits.
func (p *person) setUp() {
	p.press("Standard placement")
	p.reads("von der Heydte")
	p.press("No drop")
	p.reads("combat supply")
	p.press("Sixth Panzer Army")
	p.press("Fifth Panzer Army")
	p.press("Seventh Army")
	p.does("#confirm")
	p.rest()
	p.Wait(`document.querySelector("#happened").innerText.includes("Allied has chosen chits")`)
	p.reads("whose chits")
	p.press("Seventh Army")
	p.does("#confirm")
	p.rest()
}

// fight makes the attack, goes into the hex, and ends the impulse.
func (p *person) fight() {
	p.does("#confirm")
	p.rest()
	p.press("Done")
	p.answers("3408 is empty: who goes in?")
	p.press("13/5 FJ")
	p.press("3408")
	p.does("#confirm")
	p.rest()
	p.stands("13-5fj", "3408")
	p.answers("Mechanised movement")
	p.press("End the phase")
	p.Wait(`document.querySelector("#happened").innerText.includes("Out of the cup comes")`) // the next chit
}

// TestEverybodyCanAttack is [TestEverybodyCanUseIt] with an attack of America Triumphant, whose stacks are higher and whose names are longer.
func TestEverybodyCanAttack(t *testing.T) {
	if !*update {
		thorough.Only(t)
	}
	browsertest.Module(t, "axe-core/axe.min.js")
	b := openGame(t, "america-triumphant", beginning, sergeant...)
	first := b.sits(t, browsertest.Still)
	first.begins()
	first.marches()
	for _, s := range screens {
		p := b.sits(t, append(s.options, browsertest.Still)...)
		p.attack()
		p.hinders(t, "america-"+s.name, "odds")
		p.press("Drop")
	}
}
