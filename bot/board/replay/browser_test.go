package replay

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"referee/bot/board/drawn"
	"referee/bot/test/browsertest"
	"referee/engine"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

// TestReplayInABrowser opens the file from the disk: its policy lets its own script run, which goes through the match.
func TestReplayInABrowser(t *testing.T) {
	file := filepath.Join(t.TempDir(), "match.html")
	if err := os.WriteFile(file, []byte(written(t, played(t, whole...), engine.Spectator, Config{Drawer: drawn.New(), Lang: "en"})), 0o600); err != nil {
		t.Fatal(err)
	}
	tab := browsertest.Open(t, browsertest.Phone, browsertest.Dark)
	at := &url.URL{Scheme: "file", Path: file}
	tab.Visit(at.String())
	tab.Wait(`document.querySelectorAll("#layers [data-piece]").length > 0`)
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
