package browse

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"testing"

	"golang.org/x/image/draw"

	"referee/bot/test/browsertest"
	"referee/engine/enginetest/thorough"
)

// screen is what a page is looked at on.
type screen struct {
	name    string
	options []browsertest.Option
}

var screens = []screen{
	{"desktop", nil},
	{"desktop-dark", []browsertest.Option{browsertest.Dark}},
	{"phone", []browsertest.Option{browsertest.Phone}},
	{"phone-dark", []browsertest.Option{browsertest.Phone, browsertest.Dark}},
}

// hinders fails where axe-core finds a hindrance, something is wider than its place, or a board is not as high as the window.
func (p *person) hinders(t *testing.T, name, where string) {
	t.Helper()
	p.rest()
	if os.Getenv("NODE_PATH") != "" {
		for _, found := range p.Axe() {
			t.Errorf("%s, %s: %s", name, where, found)
		}
	}
	if at := browsertest.Eval[int](p.Tab, "document.documentElement.scrollWidth - innerWidth"); at > 0 {
		t.Errorf("%s, %s: the page is %d px wider than the screen", name, where, at)
	}
	if wide := browsertest.Eval[[]string](p.Tab, `["panel", "now", "log"].filter(id => (e => e?.scrollWidth > e?.clientWidth)(document.getElementById(id)))`); len(wide) > 0 {
		t.Errorf("%s, %s: what %v hold is wider than they are", name, where, wide)
	}
	if over := browsertest.Eval[int](p.Tab, `document.querySelector("#stage") ? document.documentElement.scrollHeight - innerHeight : 0`); over != 0 {
		t.Errorf("%s, %s: the page is %d px higher than the window", name, where, over)
	}
}

// maxPicture is the size of a picture in docs/pictures, in bytes.
const maxPicture = 200_000

// small turns a screenshot into a JPEG of at most maxPicture; that of a phone has two pixels a point instead of three.
func small(t *testing.T, screenshot []byte) []byte {
	t.Helper()
	seen, err := png.Decode(bytes.NewReader(screenshot))
	if err != nil {
		t.Fatal(err)
	}
	if size := seen.Bounds(); size.Dx() < size.Dy() {
		scaled := image.NewRGBA(image.Rect(0, 0, size.Dx()*2/3, size.Dy()*2/3))
		draw.CatmullRom.Scale(scaled, scaled.Rect, seen, size, draw.Src, nil)
		seen = scaled
	}
	for quality := 80; quality >= 40; quality -= 4 {
		var out bytes.Buffer
		if err := jpeg.Encode(&out, seen, &jpeg.Options{Quality: quality}); err != nil {
			t.Fatal(err)
		}
		if out.Len() <= maxPicture {
			return out.Bytes()
		}
	}
	t.Fatalf("a picture of %v takes more than %d bytes", seen.Bounds(), maxPicture)
	return nil
}

// TestAccessibility: on a desktop and on a telephone, in light and in dark colours, there is no
// hindrance: while a move or an attack is half built, in what is looked up, in the past, and in a dialog.
func TestAccessibility(t *testing.T) {
	thorough.Only(t)
	browsertest.Module(t, "axe-core/axe.min.js")
	b := open(t, "new\ndraw\nactivate 2pz-recon\n", newcomer...)
	for _, s := range screens {
		p := b.sits(t, append(s.options, browsertest.Still)...)
		hinders := func(where string) {
			t.Helper()
			p.hinders(t, s.name, where)
		}
		p.on("2611")
		hinders("move")
		p.on("2610")
		p.press("Attack")
		for p.There(".bars") == 0 {
			p.does("#asks .option, #asks summary")
			p.rest()
		}
		p.does(".answer summary")
		if lines := browsertest.Eval[float64](p.Tab, `Math.max(...[...document.querySelectorAll(".bars .what")].map(e => e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight)))`); lines > 1.5 {
			t.Errorf("%s: an outcome takes %.1f lines", s.name, lines)
		}
		hinders("odds")
		p.press(page("drop"))
		p.does("#tab-state")
		hinders("state")
		p.does("#tab-look")
		p.does("#overlays button")
		p.Wait(`!document.querySelector("#told").hidden`)
		hinders("overlay")
		p.does("#tab-match")
		hinders("match")
		p.does("#tab-log")
		p.does("#earlier")
		p.Wait(`document.body.classList.contains("past")`)
		hinders("replay")
		p.does("#help")
		hinders("keys")
		p.does("dialog button")
		p.does("#settings")
		hinders("settings")
	}
}
