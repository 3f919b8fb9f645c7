package browse

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/test/browsertest"
	"referee/engine/enginetest/thorough"
)

// heard keeps what a page is answered from now on, and how many answers it waits for.
const heard = `(() => { const ask = fetch; window.heard = []; window.waits = 0;
	window.fetch = async (...what) => { waits++;
		try { const r = await ask(...what); heard.push(what[0] + " " + await r.clone().text()); return r } finally { setTimeout(() => waits--) } };
	return true })()`

// whole is all that a page holds, as text.
const whole = `document.documentElement.outerHTML + [...document.querySelectorAll("input, textarea, select")].map(e => e.id + "=" + e.value).join()`

// passing is what differs from run to run, and tells nothing: times, digests and marks, and what the pointer has lit.
var passing = regexp.MustCompile(`[0-9a-f]{8,}|<svg id="lit"[^>]*>`)

// TestTwoAtOneScreen: two matches that differ in what Red has ordered in secret are one and the same to who has the screen
// after Red: while it is handed over and after, on the page and in what that is answered, in the past, and in the line where
// orders are typed.
func TestTwoAtOneScreen(t *testing.T) {
	thorough.Only(t)
	for options, orders := range map[string][]string{"traps=on": {"trap 0101", "trap 0301"}, "": {"plan hold", "plan rush 1"}} {
		var own, seen [][]string
		var answers []map[string][]string // by address
		for _, order := range orders {
			p := openGame(t, "toy", "new two weather=off "+options+"\n").sits(t)
			var all []string
			note := func() {
				t.Helper()
				p.Wait(`window.waits === 0 && document.querySelector("#log li")`) // an answer is read a moment after it is there
				all = append(all, passing.ReplaceAllString(browsertest.Eval[string](p.Tab, whole), "…"))
			}
			takes := func(side string) {
				t.Helper()
				p.does("dialog button says " + strings.Replace(page("handover-yes"), "{seat}", side, 1))
				p.Wait(`!document.querySelector("dialog") && document.querySelector("#asks .mine .seat")?.textContent === "` + side + `"`)
			}
			browsertest.Eval[bool](p.Tab, heard)
			takes("Red")
			p.Type("#typed", order)
			p.Press("\r")
			p.Wait(`document.querySelector("dialog.handover")`)
			note()
			own = append(own, browsertest.Eval[[]string](p.Tab, "heard.splice(0)"))
			takes("Blue")
			note()
			p.Type("#typed", kb.ArrowUp)
			note()
			p.Type("#typed", strings.Repeat(kb.Backspace, 20))
			p.does("#earlier")
			p.Wait(`document.body.classList.contains("past")`)
			note()
			p.press(page("now"))
			note()
			by := map[string][]string{}
			for _, answer := range browsertest.Eval[[]string](p.Tab, "heard") {
				address, text, _ := strings.Cut(passing.ReplaceAllString(answer, "…"), " ")
				by[address] = append(by[address], text)
			}
			seen, answers = append(seen, all), append(answers, by)
		}
		if len(own[0]) == 0 || strings.Join(own[0], "") == strings.Join(own[1], "") || len(seen[0]) != len(seen[1]) {
			t.Fatalf("%s: Red is answered the same to other orders, or Blue %d and %d times", options, len(seen[0]), len(seen[1]))
		}
		for i, text := range seen[0] {
			if a, b := differ(text, seen[1][i]); a != b {
				t.Errorf("%s, %d of %d: after Red has ordered one thing the page holds\n%s\nand after another\n%s", options, i, len(seen[0]), a, b)
			}
		}
		// How often a page asks for the same hangs on when it hears of news: each answer is one that the other page got, or got in part.
		for address, few := range answers[0] {
			many := answers[1][address]
			if len(many) < len(few) {
				few, many = many, few
			}
			for _, text := range few {
				if !slices.Contains(many, text) {
					t.Errorf("%s: %s is answered\n%s\nand after another order\n%s", options, address, text, strings.Join(many, "\n"))
				}
			}
		}
	}
}

// differ is the part of two texts that differs, with some of what stands before.
func differ(a, b string) (string, string) {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	if at == len(a) && at == len(b) {
		return "", ""
	}
	return a[max(0, at-150):min(len(a), at+150)], b[max(0, at-150):min(len(b), at+150)]
}
