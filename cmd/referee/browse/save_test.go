package browse

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"referee/bot/test/browsertest"
	"referee/engine/enginetest/thorough"
)

// TestAFinishedMatchIsSaved: the board and the list offer it, and the file plays without the table.
func TestAFinishedMatchIsSaved(t *testing.T) {
	thorough.Only(t)
	p := openGame(t, "toy", "new red weather=off\nplan hold\n").sits(t)
	p.does("#tab-match")
	p.does(`#acts [data-do="resign"]`)
	p.does("dialog [value=yes]")
	p.Wait(`document.querySelector('#acts [data-do="save"]')`)
	browsertest.Eval[bool](p.Tab, `(window.file = fetch(location.pathname + "/replay").then(r => r.text()), true)`)
	file := filepath.Join(t.TempDir(), "match.html")
	if err := os.WriteFile(file, []byte(browsertest.Eval[string](p.Tab, "file")), 0o600); err != nil {
		t.Fatal(err)
	}
	p.does(".top a")
	p.Wait(`document.querySelector('.list .save[href$="/replay"]')`)
	alone := browsertest.Open(t)
	at := &url.URL{Scheme: "file", Path: file}
	alone.Visit(at.String())
	alone.Wait(`document.querySelectorAll("#layers [data-piece]").length > 0 && document.body.innerText.includes("Red resigns")`)
	for _, found := range p.Axe() {
		t.Errorf("the list: %s", found)
	}
}
