package browse

import (
	"strconv"
	"strings"
	"testing"

	"referee/bot/test/browsertest"
)

// TestOneSide: a computer player that plays one side only is offered to a player of the other, and beside each of its acts
// stands a button for its reasons.
func TestOneSide(t *testing.T) {
	b := openGame(t, "celles", "", "--lang", "en")
	p := browsertest.Open(t)
	p.Visit(b.link)
	const form = `form.begin:has([name=game][value=celles]) `
	offered := func() bool {
		return browsertest.Eval[bool](p, "document.querySelector('"+form+"[name=opponent][value=orders]').checkVisibility()")
	}
	if !offered() {
		t.Error("the German player is not offered the program that plays the Allied side")
	}
	p.Click(form + `[name=side][value=allied]`)
	if offered() {
		t.Error("the Allied player is offered the program that plays the Allied side")
	}
	for _, choice := range []string{"[name=side][value=german]", "[name=opponent][value=orders]", "button.primary"} {
		p.Click(form + choice)
	}
	why := `[...document.querySelectorAll("#log button.rule, #happened button.rule")].find(b => b.textContent === ` + strconv.Quote(page("why")) + `)`
	p.Wait(why)
	browsertest.Eval[bool](p, "("+why+".click(), true)")
	title, _, _ := strings.Cut(page("why-of"), "{")
	p.Wait(`document.querySelector("#told").innerText.includes(` + strconv.Quote(title) + `)`)
}
