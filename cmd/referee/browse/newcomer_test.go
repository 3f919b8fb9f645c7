package browse

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/test/browsertest"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/hex"
)

// reader is a person who has never seen the board, and finds their way by what stands on it in their language.
type reader struct {
	*person
	t          *testing.T
	game, lang string
	mouse      bool
	at         func(where string) // hears of each state of the page on the way
}

// says is what the board says in their language.
func (r *reader) says(key string, args ...engine.Arg) string {
	r.t.Helper()
	text := words()[r.game].Say(r.lang, engine.Say(key, args...))
	if strings.Contains(text, key) {
		r.t.Fatalf("%s cannot be said", key)
	}
	return text
}

// choose presses a button of the panel.
func (r *reader) choose(key string, args ...engine.Arg) {
	r.t.Helper()
	r.press(r.says(key, args...))
}

// sees waits until an element holds a text.
func (r *reader) sees(selector, text string) {
	r.t.Helper()
	r.Wait(`[...document.querySelectorAll(` + strconv.Quote(selector) + `)].some(e => e.textContent.includes(` + strconv.Quote(text) + `))`)
}

// TestNewcomer: somebody who knows neither the game nor the board learns two steps, begins a match, draws, activates, moves, attacks,
// reads the result, sees what the computer did, undoes, takes back over a roll, and finds out what the numbers of a counter
// mean and how to win.
func TestNewcomer(t *testing.T) {
	newcomerTo(t, "celles", "en", nil, func(r *reader, where string) { r.hinders(t, "desktop", where) })
}

// TestNewcomerInAmerica: the same in *America Triumphant*, as far as the other side's impulse.
func TestNewcomerInAmerica(t *testing.T) {
	thorough.Only(t)
	newcomerTo(t, "america-triumphant", "en", []browsertest.Option{browsertest.Dark}, func(r *reader, where string) { r.hinders(t, "america", where) })
}

// TestNewcomerByKeys: the whole way with the keyboard alone.
func TestNewcomerByKeys(t *testing.T) {
	thorough.Only(t)
	newcomerBy(t, "celles", "en", nil, (*person).byKeys, func(*reader, string) {})
}

// byKeys goes to an element with the keyboard and presses Enter: with the tabulator, and with the arrows among what may be
// chosen on the map.
func (p *person) byKeys(selector string) {
	css, text, _ := strings.Cut(selector, " says ")
	find := `[...document.querySelectorAll(` + strconv.Quote(css) + `)].find(e => e.getClientRects().length && e.textContent.trim().startsWith(` + strconv.Quote(text) + `))`
	p.Wait(find)
	there := `document.activeElement === ` + find
	if browsertest.Eval[bool](p.Tab, `!!document.querySelector("#targets")?.contains(`+find+`)`) {
		p.Press("b")
		for n := 0; n < 60 && !browsertest.Eval[bool](p.Tab, there); n++ {
			// Along the longer way first; every third time along the other, where nothing lies there.
			p.Press([]string{kb.ArrowLeft, kb.ArrowRight, kb.ArrowUp, kb.ArrowDown}[browsertest.Eval[int](p.Tab, `(() => {
				const [a, b] = [document.activeElement, `+find+`].map(e => e.getBoundingClientRect());
				const dx = b.left + b.right - a.left - a.right, dy = b.top + b.bottom - a.top - a.bottom;
				return Math.abs(dx) > Math.abs(dy) !== (`+strconv.Itoa(n)+` % 3 === 2) ? +(dx > 0) : 2 + (dy > 0);
			})()`)])
		}
	}
	for range 200 {
		if browsertest.Eval[bool](p.Tab, there) {
			p.Press("\r")
			return
		}
		p.Press("\t")
	}
	p.Wait(there) // it says what the page shows
}

// newcomerTo takes a reader through a game, with a mouse or a finger.
func newcomerTo(t *testing.T, game, lang string, options []browsertest.Option, at func(r *reader, where string)) {
	newcomerBy(t, game, lang, options, nil, at)
}

// newcomerBy takes a reader through a game who acts by some means; nil: with a mouse or a finger.
func newcomerBy(t *testing.T, game, lang string, options []browsertest.Option, does func(*person, string), at func(r *reader, where string)) {
	b := openGame(t, game, "", "--lang", lang, "--dice", dice(t, rolled[game]))
	tab := browsertest.Open(t, append(options, browsertest.Still, browsertest.Speaking(lang))...)
	r := &reader{person: &person{Tab: tab, does: tab.Click}, t: t, game: game, lang: lang}
	if r.mouse = !browsertest.Eval[bool](tab, `matchMedia("(pointer: coarse)").matches`); !r.mouse {
		r.does = tab.Tap
	}
	if does != nil {
		r.mouse, r.once, r.does = false, true, func(selector string) { does(r.person, selector) }
	}
	r.at = func(where string) { at(r, where) }
	tab.Visit(b.link)
	r.at("front")
	if game == "celles" {
		r.learns()
	}
	r.does(".begin input[value=" + game + "] ~ .row button says " + r.says("web.front.play"))
	r.ready()
	r.at("begun")
	if game == "celles" {
		if r.mouse {
			r.asks()
		}
		r.fights()
	} else {
		r.breaksThrough()
	}
}

// fights draws, moves 2nd Panzer A next to the enemy and attacks, takes that back and attacks again; then the computer plays its
// phase.
func (r *reader) fights() {
	r.choose("option.draw")
	r.Wait(`!document.querySelector("#strip .spent") && !document.querySelector("#begin")`) // all that is listed was drawn
	r.at("opening")
	r.of("2712", r.says("option.lone", engine.Noun("id", "2pz-a"))) // a tap asks whether the formation of the chit is meant
	r.on("2712")
	r.on("2711")
	r.at("moved")
	r.attacks()
	r.at("result")
	r.does("#undo")
	r.sees("dialog", until("?", r.says("web.sure.take-back.rolled", engine.Noun("who", "recruit"), engine.Num("n", 9), engine.Text("lost", ""))))
	r.at("back")
	r.does("dialog [value=yes]")
	r.Wait(`!document.querySelector("#happened li")`) // what they did themselves is no news
	r.stands("2pz-a", "2712")
	r.on("2712")
	r.on("2711")
	r.attacks()
	r.on("2811") // while the next order is built the news is folded to its line
	r.Wait(`document.querySelector("#happened .fold[aria-expanded=false]") && !document.querySelector("#happened li")`)
	r.does("#drop")
	r.Wait(`document.querySelector("#happened .die")`)
	r.choose("option.stop")
	r.sees("#happened", r.says("event.phase-ended", engine.Noun("side", "allied")))
	r.Wait(`document.querySelector("#traces path")`) // what it did is drawn
	sees := func(selector string) {
		r.Wait(`(b => [...document.querySelectorAll('` + selector + `')].some(el => { const a = el.getBoundingClientRect();
			return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom; }))(document.querySelector("#stage").getBoundingClientRect())`)
	}
	sees(`#pieces [data-piece="2arm-1"]`) // and in view
	r.at("news")
	r.choose("option.draw")
	r.choose("option.whole", engine.Noun("id", "2pz"), engine.Num("n", 5))
	sees(`#pieces [data-piece="2pz-a"]`) // what is to be chosen is in view again
	r.at("activated")
	r.does("#undo")
	r.sees("#asks", r.says("option.whole", engine.Noun("id", "2pz"), engine.Num("n", 5)))
}

// asks points at a counter, whose numbers are then said by their names, and reads in the aids how to win.
func (r *reader) asks() {
	r.Hover(`#pieces [data-piece="2pz-a"]`)
	for _, value := range []string{"value.attack", "value.defence", "value.movement"} {
		r.sees("#tip", r.says(value))
	}
	r.at("tip")
	r.Press(kb.Escape)
	here := browsertest.Eval[string](r.Tab, "location.href")
	r.sees("#begin a", r.says("aid.victory"))
	r.sees("#begin a", r.says("web.aids.open"))
	r.Visit(browsertest.Eval[string](r.Tab, `document.querySelector("#begin a").href`))
	r.sees("#victory h2", r.says("aid.victory"))
	r.at("aids")
	r.Visit(here)
	r.ready()
}

// breaksThrough places the units of *America Triumphant*, chooses chits, moves a stack and attacks by it; the impulse then ends.
func (r *reader) breaksThrough() {
	takes := func(ids ...string) {
		r.t.Helper()
		for _, id := range ids {
			r.does("#asks .option says " + r.says("noun."+id))
			r.rest()
		}
	}
	gives := func() {
		r.t.Helper()
		r.does("#confirm")
		r.rest()
	}
	r.choose("option.standard")
	r.choose("option.none")
	takes("hq-sixth", "hq-fifth", "hq-seventh")
	gives()
	r.sees("#asks .chip", r.says("web.page.secret"))
	takes("hq-seventh")
	gives()
	// A ring covers no counter of a stack.
	r.Wait(`["none", "rgba(0, 0, 0, 0)"].includes(getComputedStyle(document.querySelector('#targets [data-hex="3306"] .casing')).fill)`)
	r.at("opening")
	r.does(`#targets [data-hex="3306"]`)
	r.does(".fan button says " + r.says("option.stack", engine.Num("n", 3), engine.Noun("id", "3306")))
	r.rest()
	r.on("3307")
	r.at("moved")
	gives()
	r.choose("option.end")
	r.on("3408")
	r.at("attack")
	for _, unit := range []string{"13-5fj", "14-5fj", "15-5fj"} {
		r.choose("option.add", engine.Noun("id", unit))
	}
	r.Wait(`document.querySelector("#asks .summary")`)
	r.apart()
	r.at("odds")
	gives()
	r.does("#asks .option says " + r.says("option.done"))
	r.rest()
	r.Wait(`document.querySelector('#happened .crt [aria-current="true"]')`)
	r.at("result")
	passed := includes(`[...document.querySelectorAll("#happened, #asks")].map(e => e.textContent).join()`, r.says("noun.hq-v"))
	for range 8 { // the advance, the exploitation, and whatever else is asked before the other side has its impulse
		r.Wait(passed + ` || document.querySelector("#confirm, #asks .option")`)
		if browsertest.Eval[bool](r.Tab, passed) {
			break
		}
		r.does("#confirm, #asks .option")
		r.rest()
	}
	r.Wait(`document.querySelector("#asks .option")`) // the other side has had its impulse
	r.Wait(`document.querySelector("#traces path")`)  // which is drawn
	r.at("news")
}

// attacks makes a light attack with the unit that moves, and reads what came of it.
func (r *reader) attacks() {
	r.choose("option.attack-on", engine.List("against", engine.Noun("", "84-7")), engine.List("hexes", engine.Hex("", hex.Coord{Col: 27, Row: 10})))
	r.at("attack")
	r.does(`#asks .option[data-option="light"]`)
	r.rest()
	r.Wait(`document.querySelector("#asks .summary")`)
	r.apart()
	r.at("odds")
	r.does("#confirm")
	r.rest()
	r.Wait(`document.querySelector('#happened .crt [aria-current="true"]')`)
	r.sees("#happened", r.says("event.disrupted.combat", engine.Noun("unit", "84-7")))
}

// apart waits until what is half built and what it would come to are drawn as one, and no grounds lie over counters: no number of a
// hex is printed over another, and no cross of a bridge over a counter.
func (r *reader) apart() {
	r.t.Helper()
	r.Wait(`document.querySelector("#marks").hidden && document.querySelector("#over [data-sheet=ways] path") && document.querySelector("#under [data-sheet=below]")`)
	r.Wait(`!document.querySelector(":is(#marks, #traces, #over) [data-sheet=below]")`)
}

// rolled are the chits and dice of the way through each game.
var rolled = map[string]string{"celles": "lehr 9 9 2arm 2pz", "america-triumphant": "hq-seventh 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6"}

// learns does the first two steps of the course, and leaves it.
func (r *reader) learns() {
	r.does("a says " + r.says("web.front.learn", engine.Num("of", 10)))
	r.sees("#lesson", r.says("web.act.hint"))
	r.ready()
	r.at("course")
	r.choose("option.draw")
	r.does("#lesson-next")
	r.ready()
	r.does("#lesson-hint")
	r.does("#told button says " + r.says("web.page.take"))
	r.rest()
	r.does("#confirm")
	r.Wait(`!document.querySelector("#lesson-next").hidden`)
	r.at("learned")
	r.does("#lesson a")
	r.does("a says " + r.says("web.front.learn-on", engine.Num("n", 3), engine.Num("of", 10)))
	r.sees("#lesson", r.says("web.act.hint"))
	r.does("#lesson a")
}

// dice writes results into a file, from which they are taken.
func dice(t *testing.T, results string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "dice.txt")
	if err := os.WriteFile(file, []byte(results), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
