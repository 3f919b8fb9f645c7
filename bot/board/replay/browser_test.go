package replay

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/bot/board/drawn"
	"referee/bot/test/browsertest"
	"referee/engine"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

// TestReplayInABrowser opens the file from the disk: it calls the players by their names, shows the last decision on the map and in the
// record, and leaves no room below the map empty; its policy lets its own script run, which goes through the match.
func TestReplayInABrowser(t *testing.T) {
	file := filepath.Join(t.TempDir(), "match.html")
	if err := os.WriteFile(file, []byte(written(t, played(t, whole...), engine.Spectator, Config{Drawer: drawn.New(), Lang: "en", Who: map[engine.Seat]string{"red": "Ann", "blue": "Ben"}})), 0o600); err != nil {
		t.Fatal(err)
	}
	tab := browsertest.Open(t, browsertest.Phone, browsertest.Dark)
	at := &url.URL{Scheme: "file", Path: file}
	tab.Visit(at.String())
	tab.Wait(`document.querySelectorAll("#layers [data-piece]").length > 0`)
	head := tab.Text("header")
	if !strings.Contains(head, "Ann") || !strings.Contains(head, "Ben") || strings.Contains(head, ": red") || strings.Contains(head, ": blue") {
		t.Errorf("it begins %q", head)
	}
	tab.Wait(`(li => li && li === [...document.querySelectorAll("#log li")].at(-1) && document.querySelector("#where").textContent.includes("Decision " + li.value + " of "))(document.querySelector("#log [aria-current]"))`)
	if key := browsertest.Eval[bool](tab, `/[0-9a-f]{64}/.test(document.querySelector("header").innerText + document.querySelector("#log").innerText)`); key {
		t.Error("the record is headed by a key")
	}
	for _, screen := range []browsertest.Option{browsertest.Phone, browsertest.Sized(1440, 900, false)} {
		tab.Become(screen)
		if empty := browsertest.Eval[float64](tab, `document.querySelector(".view").clientHeight - document.querySelector("#map").offsetHeight`); empty > 1 {
			t.Errorf("%.0f px below the map are empty", empty)
		}
	}
	tab.Become(browsertest.Phone)
	end := browsertest.Eval[string](tab, `document.querySelector("#layers").innerHTML`)
	tab.Tap("#first")
	tab.Wait(`document.querySelector("#where").textContent.startsWith("Decision 1 of ") && location.hash === "#1"`)
	tab.Tap("#last")
	tab.Wait(`document.querySelector("#at").value === document.querySelector("#at").max`)
	if got := browsertest.Eval[string](tab, `document.querySelector("#layers").innerHTML`); got != end {
		t.Error("there and back it is drawn otherwise")
	}
	tab.Tap("#log li")
	tab.Wait(`document.querySelector("#log [aria-current]") === document.querySelector("#log li")`)
	if wide := browsertest.Eval[bool](tab, `document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("it is wider than a phone")
	}
	for _, fault := range tab.Axe() {
		t.Error(fault)
	}
}
