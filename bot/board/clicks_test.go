package board_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/test/browsertest"
	"referee/engine"
	"referee/engine/celles/think"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/engine/play"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

// clicking is somebody who plays a match in a browser, and the match.
type clicking struct {
	*clicker
	*browsertest.Tab
	does func(selector string)
}

// sits opens a match at its screen.
func (s *site) sits(t *testing.T, options ...browsertest.Option) *clicking {
	t.Helper()
	tab := browsertest.Open(t, options...)
	p := &clicking{clicker: &clicker{site: s, Client: s.browser()}, Tab: tab, does: tab.Click}
	if browsertest.Eval[bool](tab, `matchMedia("(pointer: coarse)").matches`) {
		p.does = tab.Tap
	}
	tab.Visit(s.url + "/enter/" + s.screen.Token)
	tab.Visit(s.url + "/m/" + string(s.id))
	return p
}

// said is all that the page asks, and where it could be answered.
const said = `document.querySelector("#asks").innerText + !!document.querySelector(".fan")`

// on chooses an option of the board: a finger is shown hexes larger first where it could mean several, and the fan asks which of
// several things on a hex is meant.
func (p *clicking) on(o board.Option, hex string) {
	p.Helper()
	target := `#targets [data-hex="` + hex + `"]`
	at := `JSON.stringify(document.querySelector(` + strconv.Quote(target) + `)?.getBoundingClientRect() ?? null)`
	if !browsertest.Eval[bool](p.Tab, fmt.Sprintf(`((a, b) => a.left >= b.left && a.top >= b.top && a.right <= b.right && a.bottom <= b.bottom)(
		document.querySelector(%q).getBoundingClientRect(), document.querySelector("#stage").getBoundingClientRect())`, target)) {
		p.does("#whole")
	}
	was := browsertest.Eval[string](p.Tab, said)
	for range 3 {
		stood := browsertest.Eval[string](p.Tab, at)
		p.does(target)
		p.Wait(said + " !== " + strconv.Quote(was) + " || " + at + " !== " + strconv.Quote(stood))
		if browsertest.Eval[string](p.Tab, said) != was {
			break
		}
	}
	if p.There(".fan .choice") > 0 {
		p.does(".fan .choice says " + o.Label)
	}
	p.rest()
}

func (p *clicking) rest() {
	p.Helper()
	p.Wait(`!document.body.classList.contains("busy") && !document.querySelector(".fan")`)
}

// gives answers a question of the match by clicks: on the board, or by the buttons of the panel alone.
func (p *clicking) gives(q engine.Prompt, path []string, onBoard bool) {
	p.Helper()
	before := p.state("").Last
	p.Wait(`document.querySelector('#asks [data-prompt="` + string(q.ID) + `"]')`)
	for n := 0; ; n++ {
		st := p.state("seat=" + string(q.Seat))
		if st.Last > before {
			break
		}
		i := slices.IndexFunc(st.Asks, func(a board.Ask) bool { return a.Prompt == q.ID })
		node := st.Asks[i].Node
		if n > len(path)+1 || !slices.Equal(node.Path, path[:min(len(path), len(node.Path))]) {
			p.Fatalf("%s: clicking %q led to %q", q.ID, path, node.Path)
		}
		if node.Done && len(node.Path) == len(path) {
			p.does("#confirm")
			p.rest()
			continue
		}
		id := path[len(node.Path)]
		at := slices.IndexFunc(node.Options, func(o board.Option) bool { return o.ID == id })
		if at < 0 {
			p.Fatalf("%s: %q is not offered after %q", q.ID, id, node.Path)
		}
		o := node.Options[at]
		hex := o.Hex
		if k := slices.IndexFunc(st.Pieces, func(x board.Piece) bool { return x.ID == o.Piece }); k >= 0 {
			hex = st.Pieces[k].Hex
		}
		if onBoard && hex != "" {
			p.on(o, hex)
			continue
		}
		button := `#asks [data-option="` + id + `"]`
		if browsertest.Eval[bool](p.Tab, `!!document.querySelector(`+strconv.Quote(button)+`).closest("details:not([open])")`) {
			p.does("#asks summary")
		}
		p.does(button)
		p.rest()
	}
	s, err := p.Snapshot(p.Context(), p.id)
	must(p, err)
	given := s.Match().After(before)[0].Decision.Act.(match.ActAnswer)
	if given.Prompt != q.ID || !slices.Equal(given.Path, path) {
		p.Fatalf("clicking %q for %s gave %q for %s", path, q.ID, given.Path, given.Prompt)
	}
}

// TestABattleByClicks: what a fight asks, and chits and stacks, is answered by clicks: on the board with the mouse, by the panel,
// and on the board by a finger at 390 px. Between those questions two sergeants play.
func TestABattleByClicks(t *testing.T) {
	thorough.Only(t)
	s := newSite(t, playing(cellesGame))
	mouse, finger := s.sits(t, browsertest.Still), s.sits(t, browsertest.Still, browsertest.Phone)
	sergeant, _ := think.Players().Find("sergeant")
	want := []string{"draw", "activate", "combat-chit", "loss", "retreat", "advance", "stack"}
	asked := map[string]int{}
	for matches := 1; ; {
		m, q, open := (&watched{site: s}).asked()
		missing := slices.DeleteFunc(slices.Clone(want), func(kind string) bool { return asked[kind] >= 3 })
		if len(missing) == 0 {
			break
		}
		if !open {
			if matches++; matches > 5 {
				t.Fatalf("in five matches nobody was asked three times about %v: %v", missing, asked)
			}
			s.begin("celles", nil)
			mouse.Visit(s.url + "/m/" + string(s.id))
			finger.Visit(s.url + "/m/" + string(s.id))
			continue
		}
		about, err := play.At(string(s.id), q.Seat).Ask(m.Position(), q.ID)
		must(t, err)
		answer, err := sergeant.Answer(about)
		must(t, err)
		if !slices.Contains(missing, q.Kind) {
			_, err := s.Answer(finger.Context(), s.command(q.Seat), q.ID, answer.Path)
			must(t, err)
			continue
		}
		asked[q.Kind]++
		switch asked[q.Kind] {
		case 1:
			mouse.gives(q, answer.Path, true)
		case 2:
			finger.gives(q, answer.Path, true)
		case 3:
			mouse.gives(q, answer.Path, false)
		}
	}
}

// TestTheArrowAsksToTakeBack: after what nobody takes back alone the arrow says what it asks for, and asks the other side once that
// is confirmed.
func TestTheArrowAsksToTakeBack(t *testing.T) {
	s := newSite(t)
	_, err := s.Order(s.Context(), s.command("red"), "plan march")
	must(t, err)
	_, err = s.Order(s.Context(), s.command("blue"), "plan hold")
	must(t, err)
	p := s.sits(t, browsertest.Still)
	p.Wait(`!document.querySelector("#undo").disabled`)
	st := p.state("seat=red")
	at := slices.IndexFunc(st.Acts, func(a board.Button) bool { return a.Do == "take-back" })
	if at < 0 || browsertest.Eval[string](p.Tab, `document.querySelector("#undo").title`) != st.Acts[at].Label {
		t.Fatalf("the arrow says %q; acts are %+v", browsertest.Eval[string](p.Tab, `document.querySelector("#undo").title`), st.Acts)
	}
	p.does("#undo")
	for _, line := range strings.Split(st.Acts[at].Confirm, "\n") {
		p.Wait(`document.querySelector("dialog[open]")?.innerText.includes(` + strconv.Quote(line) + `)`)
	}
	p.does(`dialog[open] button[value="yes"]`)
	p.Wait(`document.querySelector("#undo").disabled`)
	snap, err := s.Snapshot(p.Context(), s.id)
	must(t, err)
	if o := snap.Match().Offered(); o.What != match.TakeBack || o.By != "red" {
		t.Errorf("%q is offered by %q", o.What, o.By)
	}
}
