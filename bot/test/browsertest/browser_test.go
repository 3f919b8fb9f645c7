package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

const page = `<!DOCTYPE html><html lang="en"><title>Hexes</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
<style>html { color-scheme: light dark } svg { touch-action: none } main { height: 3000px }</style>
<main><h1>Hexes</h1><label>Order <input id="order"></label><p id="said" aria-live="polite"></p><button>First</button><button onclick="say('the second')">Second</button>
<svg width="300" height="100" role="img" aria-label="Map"><rect width="100" height="100" data-hex="1203"/></svg></main>
<script>
const said = document.querySelector("#said");
const say = text => setTimeout(() => { said.textContent += text + "; " }, 50);
const hex = document.querySelector("rect");
hex.addEventListener("click", e => say(e.pointerType + " at 1203"));
hex.addEventListener("wheel", e => say("wheel " + e.deltaY));
hex.addEventListener("pointermove", e => { if (e.buttons && e.pointerType == "mouse") say("dragged") });
hex.addEventListener("touchmove", e => say(e.touches.length + " fingers"));
document.querySelector("#order").addEventListener("keydown", e => { if (e.key == "Enter") { say("ordered " + e.target.value); if (e.target.value == "go") location = "/other" } });
addEventListener("keydown", e => { if (e.key == "/") { e.preventDefault(); document.querySelector("#order").focus() } });
document.cookie ||= "who=" + Math.random();
</script>`

func serve(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, page)
		case "/other":
			fmt.Fprintf(w, "<link rel=icon href=data:,>You speak %s", r.Header.Get("Accept-Language"))
		case "/strict":
			w.Header().Set("Content-Security-Policy", "script-src 'none'")
			fmt.Fprint(w, "<link rel=icon href=data:,><script>1</script>")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestActions(t *testing.T) {
	tab := Open(t, Speaking("fr"))
	tab.Visit(serve(t))
	hex := `[data-hex="1203"]`
	tab.Click(hex)
	tab.Wait(`said.textContent.includes("mouse at 1203")`)
	tab.Click(`button says Second`)
	tab.Wait(`said.textContent.includes("the second")`)
	tab.Wheel(hex, 120, 1)
	tab.Wait(`said.textContent.includes("wheel 120")`)
	tab.Drag(hex, 20, 20, 2)
	tab.Wait(`said.textContent.includes("dragged")`)
	tab.Press("/draw\r")
	tab.Wait(`said.textContent.includes("ordered draw")`)
	if got := tab.Text("h1"); got != "Hexes" || tab.There("h1") != 1 {
		t.Errorf("reads %q", got)
	}
	other := tab.Another()
	other.Visit(serve(t))
	if Eval[string](other, "document.cookie") != Eval[string](tab, "document.cookie") {
		t.Error("two tabs of one person have other cookies")
	}
	stranger := Open(t)
	stranger.Visit(serve(t))
	if Eval[string](stranger, "document.cookie") == Eval[string](tab, "document.cookie") {
		t.Error("two people have the same cookies")
	}
	tab.Type("#order", "\b\b\b\bgo\r")
	tab.Wait(`document.body.textContent.includes("You speak fr")`) // over the opening of another page
}

func TestScreens(t *testing.T) {
	tab := Open(t, Phone, Dark, Still)
	tab.Visit(serve(t))
	hex := `[data-hex="1203"]`
	tab.Tap(hex)
	tab.Wait(`said.textContent.includes("touch at 1203")`)
	tab.Pinch(hex, 20, 60, 2)
	tab.Wait(`said.textContent.includes("2 fingers")`)
	if !Eval[bool](tab, `innerWidth === 390 && matchMedia("(prefers-color-scheme: dark)").matches && matchMedia("(prefers-reduced-motion)").matches`) {
		t.Error("not the telephone that was asked for")
	}
	if png := tab.Screenshot(); !strings.HasPrefix(string(png), "\x89PNG") {
		t.Errorf("a screenshot begins %.20q", png)
	}
}

// TestConsole: what is wrong with a page is seen, and what is expected is no fault.
func TestConsole(t *testing.T) {
	tab := Open(t)
	tab.Visit(serve(t) + "/strict")
	tab.Wait(`fetch("/nowhere").then(r => !r.ok)`)
	Eval[bool](tab, `(setTimeout(() => { throw new Error("in a script") }), console.error("as a line"), true)`)
	tab.Wait(`new Promise(r => setTimeout(r, 0, true))`)
	for _, part := range []string{"Content Security Policy", "404", "in a script", "as a line"} {
		said := func() bool {
			return slices.ContainsFunc(tab.wrong(), func(said string) bool { return strings.Contains(said, part) })
		}
		for end := time.Now().Add(30 * time.Second); !said(); time.Sleep(10 * time.Millisecond) { // the browser reports it some time later
			if time.Now().After(end) {
				t.Fatalf("%q is not in %q", part, tab.wrong())
			}
		}
		tab.Expect(part)
	}
	if left := tab.wrong(); len(left) > 0 {
		t.Errorf("still a fault: %q", left)
	}
}

func TestAxe(t *testing.T) {
	tab := Open(t)
	tab.Visit(serve(t))
	if found := tab.Axe(); len(found) > 0 {
		t.Errorf("found %q", found)
	}
	Eval[bool](tab, `(document.body.insertAdjacentHTML("beforeend", "<button></button>"), true)`)
	if found := tab.Axe(); len(found) != 1 || !strings.HasPrefix(found[0], "button-name") {
		t.Errorf("of a button without a name it finds %q", found)
	}
}
