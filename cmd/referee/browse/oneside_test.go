package browse

import (
	"testing"

	"referee/bot/test/browsertest"
)

// TestOneSide: a computer player that plays one side only is offered to whoever takes the other.
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
}
