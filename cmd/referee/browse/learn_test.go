package browse

import (
	"strconv"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/test/browsertest"
	"referee/bot/test/localetest"
	"referee/engine"
	"referee/engine/celles/course"
	"referee/engine/enginetest/thorough"
)

// taught is what the course says in English.
func taught(t *testing.T, key string) string {
	t.Helper()
	words, err := locale.New(nil, course.Course().Catalogues)
	if err != nil {
		t.Fatal(err)
	}
	return words.Say("en", engine.Say(key))
}

// TestTheCourseInABrowser: table --learn opens it. A step is learned by clicks alone, the next by keys alone, with an order that is not
// asked for between them; after a reload it stands where it stood, and the first page says so.
func TestTheCourseInABrowser(t *testing.T) {
	thorough.Slow(t)
	b := open(t, "", "--learn")
	tab := browsertest.Open(t)
	p := &person{Tab: tab, does: tab.Click}
	tab.Visit(b.link)
	p.ready()
	fine := func(where string) {
		t.Helper()
		for _, found := range p.Axe() {
			t.Errorf("%s: %s", where, found)
		}
	}
	step := func(n string) {
		t.Helper()
		p.Wait(`document.querySelector('#lesson [aria-current="step"]')?.value === "` + n + `"`)
		p.ready()
	}
	lesson := func(text string) {
		t.Helper()
		p.Wait(`document.querySelector("#lesson").innerText.includes(` + strconv.Quote(text) + `)`)
	}
	step("1")
	fine("a step")
	p.does(`#asks [data-option="draw"]`)
	lesson(taught(t, "lesson.draw.done"))
	fine("a step that is done")
	p.does("#lesson-next")
	step("2")

	// By keys: the hint, and the order that it gives.
	tab.Press("p")
	p.Wait(`document.activeElement.matches(".option")`)
	other := browsertest.Eval[string](tab, `[...document.querySelectorAll("#asks .option")].find(o => o.dataset.option === "2pz-a").textContent`)
	if other == "" {
		t.Fatal("no other order is offered")
	}
	browsertest.Eval[bool](tab, `document.querySelector("#asks details").open = true`) // one unit alone is folded below the formation
	for n := 0; !browsertest.Eval[bool](tab, `document.activeElement.dataset.option === "2pz-a"`); n++ {
		if n > 20 {
			t.Fatalf("no way to the order by the keyboard: the focus is on %s", browsertest.Eval[string](tab, "document.activeElement.outerHTML.slice(0, 300)"))
		}
		tab.Press("\t")
	}
	tab.Press("\r")
	lesson(localetest.Told("en", "tutor.other"))
	p.rest()
	browsertest.Eval[bool](tab, `(document.querySelector("#lesson-hint").focus(), true)`)
	tab.Press("\r")
	p.Wait(`document.querySelector("#told .primary")`)
	browsertest.Eval[bool](tab, `(document.querySelector("#told .primary").focus(), true)`)
	tab.Press("\r")
	p.Wait(`document.querySelector("#confirm")`)
	p.rest()
	tab.Press("c")
	lesson(taught(t, "lesson.activate.done"))
	p.Wait(`document.activeElement.id === "lesson-next"`)
	tab.Press("\r")
	step("3")
	site, _, _ := strings.Cut(b.link, "/enter/")
	tab.Visit(site + "/")
	p.Wait(`document.querySelector('a[href="/learn/celles"]').textContent.includes("3")`)
	fine("the first page")
}
