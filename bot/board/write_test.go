package board_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/board"
	"referee/bot/referee"
	"referee/bot/test/browsertest"
	"referee/engine"
	"referee/engine/notary"
)

var notaryGame = referee.Game{ID: "notary", Law: 1, Data: notary.Files(), Open: notary.Open}

// TestTextsAreWritten: an option where a player writes has a length and a sample; what is written goes on with the path as it is, is
// recorded, and is refused by the rules where it does not fit; what is longer than any text is refused by the door.
func TestTextsAreWritten(t *testing.T) {
	s := newSite(t, playing(notaryGame))
	p := &clicker{site: s, Client: s.browser()}
	n := 0
	pick := func(status int, path ...string) (board.Outcome, *board.Node) {
		t.Helper()
		n++
		st := p.state("")
		done := s.does(p.Client, board.Action{Key: "written-" + strconv.Itoa(n), Seen: st.Seen, Seat: st.Viewer.Seat, Do: "pick", Prompt: st.Asks[0].Prompt, Path: path}, status)
		if done.State == nil {
			return done, nil
		}
		return done, done.State.Asks[0].Node
	}
	_, node := pick(http.StatusOK, "roll")
	other := node.Options[len(node.Options)-1]
	if other.ID != engine.TextMark || other.Write != 60 || other.Sample == "" || other.Label != s.says("option.write-dice") {
		t.Errorf("dice are written at %+v", other)
	}
	done, _ := pick(http.StatusOK, "roll", `"9999d9999`)
	if done.Refusal == nil || !strings.Contains(done.Refusal.Text, "9999d9999") || done.Refusal.Next != s.says("web.next.write") {
		t.Errorf("9999d9999 is answered by %+v", done.Refusal)
	}
	if _, node = pick(http.StatusOK, "roll", `"2d10`); node.Said[1] != "2d10" || node.Spoken != "roll 2d10" {
		t.Errorf("the half built roll reads %q and is typed as %q", node.Said, node.Spoken)
	}
	done, _ = pick(http.StatusOK, "roll", `"2d10`, `"`+strings.Repeat("x", 101))
	if done.Refusal == nil {
		t.Error("a purpose of 101 letters is taken")
	}
	pick(http.StatusBadRequest, "note", `"`+strings.Repeat("x", 2001))
	const hostile = `<script>document.title="ran"</script> <b>& 2d10`
	if done, _ = pick(http.StatusOK, "roll", `"2d10`, `"`+hostile); len(done.Lines) == 0 || !strings.Contains(done.Lines[len(done.Lines)-1], hostile) {
		t.Errorf("the roll is told as %q", done.Lines)
	}
	pick(http.StatusOK, "orders", "now")
	sealed := p.state("seat=blue").Asks[0].Node.Options
	if len(sealed) != 2 || sealed[0].Write == 0 || sealed[1].ID != "none" {
		t.Errorf("sealed orders are asked for with %+v", sealed)
	}
}

// TestATextInABrowser: a text is written in a field with a name of its own, which keeps what stands in it, and the focus, when the
// board is shown again, and has the refusal beside it; Enter sends it, and it is shown as it was written.
func TestATextInABrowser(t *testing.T) {
	browsertest.Module(t, "axe-core/axe.min.js")
	s := newSite(t, playing(notaryGame))
	p := s.sits(t, browsertest.Still)
	const field = `#asks .write :is(input, textarea)`
	p.does(`#asks [data-option="roll"]`)
	p.Type(field, "9999d9999")
	p.Press(kb.Enter)
	p.Wait(`document.querySelector("#asks .write .refusal")?.textContent.includes("9999d9999")`)
	_, err := s.OfferDraw(t.Context(), s.command("red"))
	must(t, err)
	p.Wait(`document.querySelector("#asks .offer")`)
	if held := browsertest.Eval[string](p.Tab, `document.activeElement.matches("`+field+`") + document.activeElement.value`); held != "true9999d9999" {
		t.Errorf("after the board was shown again the field is %q", held)
	}
	for _, found := range p.Axe() {
		t.Error(found)
	}
	p.does("#drop")
	p.does(`#asks [data-option="note"]`)
	p.Wait(`document.activeElement.matches("` + field + `")`)
	const hostile = `<b onclick="x()">Namur</b> & <script>x()</script>`
	p.Type(field, hostile)
	p.Press(kb.Enter)
	for _, place := range []string{"#happened", ".nomap", "#beside"} {
		p.Wait(`document.querySelector("` + place + `").textContent.includes(` + strconv.Quote(hostile) + `)`)
	}
}

// TestOthersLookAway: of two at one screen the other is told to look away before the first card comes into a hand, and before orders are
// sealed: the answer to what led to it is that of a spectator, and tells nothing. Who has the screen for themselves goes on with it, and
// so does a player who has it alone.
func TestOthersLookAway(t *testing.T) {
	s := newSite(t, playing(notaryGame))
	s.begin("notary", engine.Setup{"title": "card-driven"})
	p := &clicker{site: s, Client: s.browser()}
	order := func(p *clicker, text string) board.Outcome {
		t.Helper()
		return s.does(p.Client, p.action(p.state("seat=blue"), board.Action{Seat: "blue", Do: "order", Text: text}), http.StatusOK)
	}
	if done := order(p, "roll d6 attack"); len(done.Lines) == 0 || done.State.Viewer.HandOver != "" {
		t.Errorf("a roll is told by %q, with the screen handed to %q", done.Lines, done.State.Viewer.HandOver)
	}
	hand := s.says("box.hand", engine.Text("name", "blue-deck"), engine.Noun("seat", "blue"))
	done := order(p, "draw blue-deck 3")
	if st := done.State; st.Viewer.HandOver != "blue" || st.Viewer.Seat != "" || len(done.Lines) > 0 || st.Asks[0].Mine {
		t.Errorf("the first cards are told by %q, to %+v", done.Lines, st.Viewer)
	}
	held := func(st *board.State) int {
		i := slices.IndexFunc(st.Boxes, func(b board.Box) bool { return b.Label == hand })
		return len(st.Boxes[i].Markers)
	}
	own := p.state("seat=blue")
	if held(done.State) != 1 || held(&own) < 2 {
		t.Errorf("of the hand the screen shows %d things, and its owner sees %d", held(done.State), held(&own))
	}
	again := board.Action{Key: fmt.Sprintf("key-%06d", p.keys), Seat: "blue", Do: "order", Text: "draw blue-deck 3"}
	if done = s.does(p.Client, again, http.StatusOK); !done.Repeated || done.State.Viewer.HandOver != "blue" || len(done.Lines) > 0 {
		t.Errorf("asked again, the first cards are told by %q, to %+v", done.Lines, done.State.Viewer)
	}
	if done = order(p, "draw blue-deck 1"); done.State.Viewer.HandOver != "" || len(done.Lines) == 0 {
		t.Errorf("the next card is told by %q, to %+v", done.Lines, done.State.Viewer)
	}
	s.begin("notary", nil)
	p.id = s.id
	if done = order(p, "orders now"); done.State.Viewer.HandOver != "blue" {
		t.Errorf("orders are sealed before the eyes of %+v", done.State.Viewer)
	}

	g := &guests{by: map[string]board.Visitor{}}
	s = newSiteOf(t, g, playing(notaryGame))
	g.by["Blue"] = guest(s.id, "blue")
	if done = order(&clicker{site: s, Client: s.client("Blue")}, "orders now"); done.State.Viewer.HandOver != "" || !done.State.Asks[0].Mine {
		t.Errorf("a player alone at a screen is told to look away: %+v", done.State.Viewer)
	}
}
