package board_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/board"
	"referee/bot/test/browsertest"
)

// cutLabels lists the texts of which a part cannot be seen: they are wider or higher than the element that holds them, which shows no
// more, or they reach beyond the screen where nothing scrolls.
const cutLabels = `[...document.querySelectorAll("body *")].filter(e => {
	const own = [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.textContent.trim());
	if (!own || !e.checkVisibility({visibilityProperty: true}) || e.closest("svg, select, option, .unseen, [aria-hidden=true]")) return false;
	const box = e.getBoundingClientRect(), range = document.createRange();
	if (box.width <= 1 || box.height <= 1) return false; // it is for readers of screens alone
	range.selectNodeContents(e);
	const text = range.getBoundingClientRect();
	for (let p = e; p; p = p.parentElement) {
		const style = getComputedStyle(p), at = p.getBoundingClientRect();
		if (/auto|scroll/.test(style.overflowX)) return false;
		if (/hidden|clip/.test(style.overflowX) && (text.left < at.left - 1 || text.right > at.right + 1)) return true;
	}
	return text.left < -1 || text.right > innerWidth + 1;
}).map(e => e.textContent.trim())`

// TestEveryLanguageInABrowser: on a telephone, in each of the three languages the page says which it is in, has all its words, is no wider than
// the screen, and has nothing that axe-core finds a serious hindrance; what is done is said in its live region; and the
// position in words is reached by the keyboard.
func TestEveryLanguageInABrowser(t *testing.T) {
	browsertest.Module(t, "axe-core/axe.min.js")
	questions := map[string]bool{}
	for _, lang := range []string{"en", "fr", "es"} {
		screen := board.NewScreen("table:", "")
		s := newSiteOf(t, screen, playing(cellesGame))
		s.screen = screen
		p := s.sits(t, browsertest.Phone, browsertest.Still, browsertest.Speaking(lang))
		fine := func(where string) {
			t.Helper()
			p.rest()
			if wide := browsertest.Eval[int](p.Tab, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("%s, %s: the page is %d px wider than the screen", lang, where, wide)
			}
			for _, label := range browsertest.Eval[[]string](p.Tab, cutLabels) {
				t.Errorf("%s, %s: %q is cut", lang, where, label)
			}
			for _, found := range p.Axe() {
				t.Errorf("%s, %s: %s", lang, where, found)
			}
			text := browsertest.Eval[string](p.Tab, `document.body.innerText + [...document.querySelectorAll("[aria-label], [title], [placeholder]")].map(e => e.getAttribute("aria-label") + e.title + (e.placeholder ?? "")).join()`)
			for _, gap := range []string{"[web", "[table", "[referee", "[celles", "[key", "web.page"} {
				if strings.Contains(text, gap) {
					t.Errorf("%s, %s: a word is missing: %s", lang, where, text[strings.Index(text, gap):][:40])
				}
			}
		}
		p.Wait(`document.querySelector("#asks .ask") && document.querySelector("#log").textContent`)
		if is := browsertest.Eval[string](p.Tab, "document.documentElement.lang"); is != lang {
			t.Errorf("the page in %s says it is in %q", lang, is)
		}
		fine("set-up")
		p.does(`#asks [data-option="standard"]`)
		p.Wait(`document.querySelector('#asks [data-option="draw"]')`)
		ask, _, _ := strings.Cut(p.Text("#asks .question"), "§") // a paragraph is a button there
		p.Wait(`(live => live.includes("2808") && live.includes(` + strconv.Quote(strings.TrimSpace(ask)) + `))(document.querySelector("#live").textContent)`)
		live := browsertest.Eval[string](p.Tab, `document.querySelector("#live").textContent`)
		questions[live] = true
		p.does(`#asks [data-option="draw"]`)
		p.rest()
		fine("activation")
		for _, tab := range []string{"look", "state", "match"} {
			p.does("#tab-" + tab)
			fine(tab)
		}
		p.does("#tab-log")
		for n := 0; !browsertest.Eval[bool](p.Tab, `document.activeElement.id === "tab-log"`); n++ {
			if n > 60 {
				t.Fatal("no way to the tabs by the keyboard")
			}
			p.Press("\t")
		}
		p.Press(kb.ArrowRight + kb.ArrowRight + "\t") // past what is looked up, to the state
		p.Wait(`document.activeElement.id === "pane-state" && document.activeElement.querySelector("#twin").textContent.includes("2611")`)
		p.does("#help")
		fine("help")
	}
	if len(questions) != 3 {
		t.Errorf("the same is said in several languages: %v", questions)
	}
}

// TestStacksAreFannedByKeys: F fans out the stack at the marked choice, and again the next, with the pieces in it said aloud; the
// arrows go through what may be asked, Enter asks it, Escape closes; the help names the key.
func TestStacksAreFannedByKeys(t *testing.T) {
	s := newSite(t, playing(cellesGame))
	_, err := s.Order(s.Context(), s.command("allied"), "standard")
	must(t, err)
	p := s.sits(t, browsertest.Still)
	p.Wait(`document.querySelector("#asks .ask") && document.querySelector("#pieces svg")`)
	seen := map[string]bool{}
	for range 40 {
		p.Press("f")
		seen[browsertest.Await[string](p.Tab, `document.querySelector(".fan")?.dataset.hex`)] = true
		pieces := p.There(".fan .piece")
		if pieces == 0 || !browsertest.Eval[bool](p.Tab, `[...document.querySelectorAll(".fan b")].every(b => document.querySelector("#live").textContent.includes(b.textContent))`) {
			t.Fatalf("%d pieces are fanned out; said: %q", pieces, p.Text("#live"))
		}
		if seen["2808"] && len(seen) > 5 {
			break
		}
	}
	if !seen["2808"] || len(seen) < 6 {
		t.Fatalf("F fans out %v", seen)
	}
	first := browsertest.Eval[string](p.Tab, `document.activeElement.closest(".fan") && document.activeElement.textContent`)
	p.Press(kb.ArrowDown)
	if next := browsertest.Eval[string](p.Tab, `document.activeElement.closest(".fan") && document.activeElement.textContent`); first == "" || next == "" {
		t.Errorf("the focus goes from %q to %q", first, next)
	}
	p.Press(kb.Escape)
	p.Wait(`!document.querySelector(".fan")`)
	p.Press("f")
	p.Wait(`document.activeElement.closest(".fan")`)
	p.Press("\r")
	p.Wait(`!document.querySelector("#told").hidden && !document.querySelector(".fan")`)
	p.Press("?")
	p.Wait(`[...document.querySelectorAll("dialog kbd")].some(k => k.textContent === "F")`)
}
