package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// An Option is what somebody's screen is like. Without one it is a desktop of 1,280 × 800
// in light colours.
type Option func(*screen)

type screen struct {
	width, height int64
	scale         float64
	touch         bool
	media         []*emulation.MediaFeature
	language      string
}

// Phone is a telephone held upright, with a finger: 390 × 844, three pixels a point.
func Phone(s *screen) { s.width, s.height, s.scale, s.touch = 390, 844, 3, true }

// Sized is a screen of a width and height, used with a mouse or with a finger.
func Sized(width, height int64, touch bool) Option {
	return func(s *screen) { s.width, s.height, s.scale, s.touch = width, height, 1, touch }
}

// Dark is who asks for dark colours.
func Dark(s *screen) { s.prefers("color-scheme", "dark") }

// Light is who asks for light colours, as everybody does who does not say.
func Light(s *screen) { s.prefers("color-scheme", "light") }

// Still is who asks for nothing to move.
func Still(s *screen) { s.prefers("reduced-motion", "reduce") }

// Speaking is who reads a language, named by its tag.
func Speaking(language string) Option { return func(s *screen) { s.language = language } }

func (s *screen) prefers(what, value string) {
	name := "prefers-" + what
	s.media = slices.DeleteFunc(slices.Clone(s.media), func(f *emulation.MediaFeature) bool { return f.Name == name })
	s.media = append(s.media, &emulation.MediaFeature{Name: name, Value: value})
}

// A Tab is a page that somebody has open. Its methods fail the test it was opened for.
type Tab struct {
	t      testing.TB
	ctx    context.Context
	screen screen

	mu      sync.Mutex
	errors  []string // what the page wrote to the console as an error
	awaited []string // parts of such that are expected
}

// Open opens an empty tab, of somebody with cookies of their own. It is closed with the test.
func Open(t testing.TB, options ...Option) *Tab {
	t.Helper()
	return open(t, shared(t), options, chromedp.WithNewBrowserContext())
}

// Another opens an empty tab of the same person, who has the same screen.
func (tab *Tab) Another() *Tab {
	tab.t.Helper()
	id := chromedp.FromContext(tab.ctx).BrowserContextID
	return open(tab.t, tab.ctx, []Option{func(s *screen) { *s = tab.screen }}, chromedp.WithExistingBrowserContext(id))
}

func open(t testing.TB, parent context.Context, options []Option, how ...chromedp.ContextOption) *Tab {
	t.Helper()
	tab := &Tab{t: t, screen: screen{width: 1280, height: 800, scale: 1, language: "en"}}
	for _, o := range options {
		o(&tab.screen)
	}
	// Each has a window of its own, in front: what is behind is drawn no frames.
	how = append(how, chromedp.WithNewWindow(true), chromedp.WithListener(tab.listen))
	ctx, done := chromedp.NewContext(parent, how...)
	tab.ctx = ctx
	t.Cleanup(func() {
		tab.check()
		done()
	})
	tab.Become()
	agent := Eval[string](tab, "navigator.userAgent")
	call(tab, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: tab.screen.language})
	return tab
}

// Become has the person go on with another screen; its language stays.
func (tab *Tab) Become(options ...Option) {
	tab.t.Helper()
	for _, o := range options {
		o(&tab.screen)
	}
	emulate := []chromedp.EmulateViewportOption{chromedp.EmulateScale(tab.screen.scale)}
	if tab.screen.touch {
		emulate = append(emulate, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	tab.do("taking a screen", chromedp.EmulateViewport(tab.screen.width, tab.screen.height, emulate...))
	call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: tab.screen.media})
}

// listen keeps what is wrong with a page.
func (tab *Tab) listen(event any) {
	said := ""
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			said = strings.TrimSpace(e.Entry.Text + " " + e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		said = e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			said += " " + x.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			for _, arg := range e.Args {
				said += " " + arg.Description + string(arg.Value)
			}
		}
	}
	if said != "" {
		tab.mu.Lock()
		defer tab.mu.Unlock()
		tab.errors = append(tab.errors, said)
	}
}

// Expect says that the page may write errors to the console that hold a text, such as
// those of the browser of answers that refuse.
func (tab *Tab) Expect(part string) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.awaited = append(tab.awaited, part)
}

// check fails the test for what the page wrote to the console.
func (tab *Tab) check() {
	tab.t.Helper()
	for _, said := range tab.wrong() {
		tab.t.Errorf("the page says in the console: %s", said)
	}
}

func (tab *Tab) wrong() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(tab.errors), func(said string) bool {
		return slices.ContainsFunc(tab.awaited, func(part string) bool { return strings.Contains(said, part) })
	})
}

// fail ends the test with what can be seen.
func (tab *Tab) fail(what string, err error) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, Patience)
	defer cancel()
	seen, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText`))
	tab.t.Fatalf("%s: %v\nthe console: %q\nthe page: %.3000s", what, err, tab.wrong(), seen)
}

// do does something, within [Patience].
func (tab *Tab) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, Patience)
	defer cancel()
	if chromedp.FromContext(tab.ctx).Target == nil {
		ctx = tab.ctx // the tab lives as long as what it is made with
	}
	if err := chromedp.Do(ctx, steps...); err != nil {
		tab.fail(what, err)
	}
}

// Visit opens an address, and waits until its page has loaded.
func (tab *Tab) Visit(address string) {
	tab.t.Helper()
	tab.do("visiting "+address, chromedp.Navigate(address))
}

// Reload opens the page again, as F5 does.
func (tab *Tab) Reload() {
	tab.t.Helper()
	tab.do("reloading", chromedp.Reload())
}

// Eval is what an expression of JavaScript yields in a tab, once a promise is kept.
func Eval[T any](tab *Tab, expression string) T {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, Patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		tab.fail(expression, err)
	}
	return v
}

// until yields what an expression does once that is true: it is looked at whenever the
// page changes or is drawn.
const until = `new Promise((resolve, reject) => {
	let over = false;
	const watch = new MutationObserver(look);
	function look() {
		if (over || document.readyState === "loading") return;
		try {
			const v = (%s);
			if (!v) return;
			over = true;
			watch.disconnect();
			resolve(v);
		} catch (e) {
			over = true;
			watch.disconnect();
			reject(e);
		}
	}
	function frame() {
		look();
		if (!over) requestAnimationFrame(frame);
	}
	watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
	frame();
})`

// Await is what an expression yields in a tab, once that is true. It outlives the opening
// of other pages.
func Await[T any](tab *Tab, expression string) T {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, Patience)
	defer cancel()
	for {
		v, err := chromedp.Run(ctx, chromedp.Evaluate[T](fmt.Sprintf(until, expression), chromedp.EvalAwaitPromise))
		switch {
		case err == nil:
			return v
		case ctx.Err() == nil && moved(err):
			continue
		case errors.Is(err, context.DeadlineExceeded):
			tab.fail("waiting for "+expression, err)
		default:
			tab.fail(expression, err)
		}
	}
}

// moved reports whether a question failed as the page gave way to another.
func moved(err error) bool {
	for _, part := range []string{"context was destroyed", "navigated or closed", "Cannot find default execution context", "Promise was collected"} {
		if strings.Contains(err.Error(), part) {
			return true
		}
	}
	return false
}

// Wait waits until an expression is true.
func (tab *Tab) Wait(expression string) {
	tab.t.Helper()
	Await[bool](tab, "!!("+expression+")")
}

// Text is what can be read in the first element that a selector of CSS finds, once there
// is one.
func (tab *Tab) Text(selector string) string {
	tab.t.Helper()
	return Await[struct{ Text string }](tab, fmt.Sprintf(`(e => e && {Text: e.innerText ?? e.textContent})(document.querySelector(%s))`, quote(selector))).Text
}

// There is how many elements a selector finds.
func (tab *Tab) There(selector string) int {
	tab.t.Helper()
	return Eval[int](tab, fmt.Sprintf(`document.querySelectorAll(%s).length`, quote(selector)))
}

type point struct{ X, Y float64 }

// at is a point of an element where nothing covers it, once there is one: a person would
// wait for that, too. The middle is tried first. A selector of CSS finds the element, or the
// first it finds that begins with a text: "button says Confirm".
func (tab *Tab) at(selector string) point {
	tab.t.Helper()
	for was := (point{}); ; {
		p := tab.found(selector)
		if p == was { // nothing is moving it
			return p
		}
		was = p
		Eval[bool](tab, "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))")
	}
}

func (tab *Tab) found(selector string) point {
	tab.t.Helper()
	return Await[point](tab, fmt.Sprintf(free, quote(selector)))
}

// free is a point of the element that a selector finds where nothing covers it; null: there is none now.
const free = `(s => {
		const [css, text] = s.split(" says ");
		const e = [...document.querySelectorAll(css)].find(e => !text || e.textContent.trim().startsWith(text));
		if (!e) return null;
		const free = () => {
			const r = e.getBoundingClientRect();
			for (const [h, v] of [[.5, .5], [.5, .25], [.5, .75], [.25, .5], [.75, .5]]) {
				const X = r.left + r.width * h, Y = r.top + r.height * v, top = document.elementFromPoint(X, Y);
				if (top && (e.contains(top) || top.closest(css) === e || top.control === e || top.closest("label")?.control === e)) return {X, Y};
			}
			return null;
		};
		// A finger on a button that is half covered may be taken for one on its neighbour.
		const half = () => { const r = e.getBoundingClientRect(), low = document.elementFromPoint(r.left + r.width / 2, r.bottom - 3); return e.localName === "button" && !e.contains(low); };
		return (half() ? null : free()) ?? (e.scrollIntoView({block: "center", inline: "center"}), free());
	})(%s)`

// Click clicks an element with the mouse.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	p := tab.at(selector)
	tab.do("clicking "+selector, chromedp.MouseClickXY(p.X, p.Y))
}

// RightClick clicks an element with the right button of the mouse.
func (tab *Tab) RightClick(selector string) {
	tab.t.Helper()
	p := tab.at(selector)
	tab.do("right-clicking "+selector, chromedp.MouseClickXY(p.X, p.Y, chromedp.ButtonRight))
}

// ClickAt clicks a point of the page with the mouse, where what is seen takes no clicks itself.
func (tab *Tab) ClickAt(x, y float64) {
	tab.t.Helper()
	tab.do("clicking", chromedp.MouseClickXY(x, y))
}

// Hover moves the mouse to an element.
func (tab *Tab) Hover(selector string) {
	tab.t.Helper()
	p := tab.at(selector)
	tab.do("pointing at "+selector, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, p.X, p.Y))
}

// Aside moves the mouse out of the page.
func (tab *Tab) Aside() {
	tab.t.Helper()
	tab.do("pointing at nothing", chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, -1, -1))
}

// Tap touches an element with a finger.
func (tab *Tab) Tap(selector string) {
	tab.t.Helper()
	p := tab.at(selector)
	tab.do("touching "+selector, chromedp.TapXY(p.X, p.Y))
}

// Press presses keys, one after another, wherever the focus is: "\t" is the tabulator, and
// [github.com/chromedp/chromedp/kb] names others. A page that obeys a key can keep it from being typed.
func (tab *Tab) Press(keys string, modifiers ...chromedp.Modifier) {
	tab.t.Helper()
	for _, r := range keys {
		events := kb.Encode(r)
		for _, k := range events {
			if k.Type == kb.KeyChar { // it is part of the first
				continue
			}
			for _, e := range events {
				if k != e && k.Type != kb.KeyUp && e.Type == kb.KeyChar {
					k.Type, k.Text, k.UnmodifiedText = input.DispatchKeyEventTypeKeyDown, e.Text, e.UnmodifiedText
				}
			}
			chromedp.KeyModifiers(modifiers...)(k)
			call(tab, input.DispatchKeyEvent, *k)
		}
	}
}

// Type writes into an element, which gets the focus.
func (tab *Tab) Type(selector, text string) {
	tab.t.Helper()
	tab.do("typing into "+selector, chromedp.SendKeys(chromedp.CSS(selector), text))
}

// Choose gives files to a field that asks for some.
func (tab *Tab) Choose(selector string, files ...string) {
	tab.t.Helper()
	tab.do("choosing a file for "+selector, chromedp.SetUploadFiles(chromedp.CSS(selector), files))
}

// Wheel turns the wheel of the mouse over an element, by so many pixels, in so many steps.
func (tab *Tab) Wheel(selector string, down float64, steps int) {
	tab.t.Helper()
	p := tab.at(selector)
	tab.do("turning the wheel over "+selector, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for range steps {
			// The type of the parameters leaves out a zero, and Chromium asks for both deltas.
			err := t.Call(ctx, input.DispatchMouseEvent.Method, map[string]any{
				"type": input.DispatchMouseEventTypeMouseWheel, "x": p.X, "y": p.Y, "deltaX": 0.0, "deltaY": down / float64(steps),
			}, nil)
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

// Drag moves the mouse, with its button held, over an element, in so many steps.
func (tab *Tab) Drag(selector string, right, down float64, steps int) {
	tab.t.Helper()
	p := tab.at(selector)
	tab.DragAt(p.X, p.Y, right, down, steps)
}

// DragAt is Drag from a point of the page.
func (tab *Tab) DragAt(x, y, right, down float64, steps int) {
	tab.t.Helper()
	p := point{x, y}
	acts := []chromedp.Action[chromedp.Void]{chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, p.X, p.Y, chromedp.ButtonLeft, chromedp.ClickCount(1))}
	for i := range steps {
		part := float64(i+1) / float64(steps)
		acts = append(acts, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, p.X+right*part, p.Y+down*part, chromedp.ButtonLeft))
	}
	tab.do("dragging", append(acts, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, p.X+right, p.Y+down, chromedp.ButtonLeft, chromedp.ClickCount(1)))...)
}

// Pinch moves two fingers over an element, from so far apart to so far, in so many steps.
func (tab *Tab) Pinch(selector string, from, to float64, steps int) {
	tab.t.Helper()
	p := tab.at(selector)
	tab.touch(steps, func(part float64) []*input.TouchPoint {
		apart, one, two := from+(to-from)*part, 0.0, 1.0
		return []*input.TouchPoint{{X: p.X - apart/2, Y: p.Y, ID: &one}, {X: p.X + apart/2, Y: p.Y, ID: &two}}
	})
}

// Swipe moves one finger over an element, in so many steps.
func (tab *Tab) Swipe(selector string, right, down float64, steps int) {
	tab.t.Helper()
	p := tab.at(selector)
	tab.touch(steps, func(part float64) []*input.TouchPoint {
		return []*input.TouchPoint{{X: p.X + right*part, Y: p.Y + down*part}}
	})
}

// Hold leaves a finger on an element for a while, and lifts it.
func (tab *Tab) Hold(selector string, long time.Duration) {
	tab.t.Helper()
	p := tab.at(selector)
	send := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)})
	}
	send(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: p.X, Y: p.Y})
	time.Sleep(long)
	send(input.DispatchTouchEventTypeTouchEnd)
}

// Print has the page look as it does on paper, or again as on the screen.
func (tab *Tab) Print(on bool) {
	tab.t.Helper()
	media := ""
	if on {
		media = "print"
	}
	call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media, Features: tab.screen.media})
}

// touch puts fingers on the page, moves them in so many steps, and lifts them. fingers is where they are after a part of
// the way, from 0 to 1.
func (tab *Tab) touch(steps int, fingers func(part float64) []*input.TouchPoint) {
	tab.t.Helper()
	send := func(kind input.DispatchTouchEventType, points []*input.TouchPoint) {
		call(tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	send(input.DispatchTouchEventTypeTouchStart, fingers(0))
	for i := range steps {
		send(input.DispatchTouchEventTypeTouchMove, fingers(float64(i+1)/float64(steps)))
	}
	send(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{})
}

// Slow slows the processor of the tab down by a factor; 1 is as fast as it is.
func (tab *Tab) Slow(factor float64) {
	tab.t.Helper()
	call(tab, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: factor})
}

// Screenshot is what can be seen in the tab, as PNG.
func (tab *Tab) Screenshot() []byte {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, Patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		tab.fail("a screenshot", err)
	}
	return png
}

// Axe is what axe-core finds to hinder people on the page, however little, each with its element. The test is skipped
// without axe-core.
func (tab *Tab) Axe() []string {
	tab.t.Helper()
	file := Module(tab.t, "axe-core/axe.min.js")
	if !Eval[bool](tab, `"axe" in window`) {
		script, err := os.ReadFile(file)
		if err != nil {
			tab.t.Fatal(err)
		}
		Eval[chromedp.Void](tab, string(script))
	}
	found := Eval[[]struct {
		ID, Impact, Help string
		Nodes            []struct{ HTML, FailureSummary string }
	}](tab, `axe.run(document, {resultTypes: ["violations"], preload: false}).then(r => r.violations)`)
	var out []string
	for _, f := range found {
		for _, n := range f.Nodes {
			out = append(out, fmt.Sprintf("%s, %s (%s): %.300s: %s", f.Impact, f.ID, f.Help, n.HTML, n.FailureSummary))
		}
	}
	return out
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a text has a form in JSON
	}
	return string(b)
}

// call runs a command of the protocol of Chromium's tools in a tab.
func call[P, R any](tab *Tab, command cdp.Command[P, R], params P) R {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, Patience)
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		tab.fail(command.Method, err)
	}
	return result
}
