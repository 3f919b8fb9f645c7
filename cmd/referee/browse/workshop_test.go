package browse

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/locale"
	"referee/bot/test/browsertest"
	"referee/bot/workshop"
	"referee/engine"
	"referee/engine/enginetest/thorough"
)

// owner is somebody in the workshop of a game.
type owner struct {
	*browsertest.Tab
	t     *testing.T
	words *locale.Words
	lang  string
	dir   string // where the board in work is
	link  string
}

// work opens the workshop of a game.
func work(t *testing.T, game, lang string, options ...browsertest.Option) *owner {
	t.Helper()
	browsertest.Program(t, "chromium")
	file, err := built()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.Command(file, "workshop", game, "--lang", lang)
	cmd.Dir, cmd.Env = dir, []string{"HOME=" + dir, "PATH=" + dir}
	link := serves(t, cmd, dir)
	words, err := locale.New(nil, workshop.Catalogues())
	if err != nil {
		t.Fatal(err)
	}
	o := &owner{browsertest.Open(t, options...), t, words, lang, dir, link}
	o.Visit(o.link)
	o.Wait(`document.querySelector("#brushes button") && document.querySelector("#chart table")`)
	return o
}

// says is a text of the page, with the values of its arguments.
func (o *owner) says(key string, args ...string) string {
	named := []string{}
	for i := 0; i < len(args); i += 2 {
		named = append(named, "{"+args[i]+"}", args[i+1])
	}
	return strings.NewReplacer(named...).Replace(o.words.Say(o.lang, engine.Say("workshop.page."+key)))
}

// told waits until the page says a text where it tells what became of something.
func (o *owner) told(text string) {
	o.t.Helper()
	o.Wait(`document.querySelector("#said").textContent.includes(` + strconv.Quote(text) + `)`)
}

// strokes waits until so many strokes were made.
func (o *owner) strokes(n int) {
	o.t.Helper()
	o.Wait(fmt.Sprintf(`document.querySelector("#status").textContent.endsWith(": %d")`, n))
}

// TestWorkshopByKeyboard: brushes paint, undo takes back, and a hex is kept as printed, by keys alone.
func TestWorkshopByKeyboard(t *testing.T) {
	o := work(t, "celles", "en")
	o.Press("3")
	o.told(o.says("picked-hex", "brush", browsertest.Eval[string](o.Tab, `document.querySelectorAll("#brushes button")[2].childNodes[1].textContent`)))
	o.Press(" ")
	o.told(o.says("no-cursor"))
	o.Press(kb.ArrowRight + " ")
	o.strokes(1)
	o.Press("u")
	o.strokes(0)
	o.Press("r")
	o.strokes(1)
	o.Press("8 ")
	o.Press(kb.ArrowDown + " " + kb.ArrowUp) // the road stays on its two hexes
	o.strokes(2)
	o.Press("e" + kb.ArrowDown + " ")
	o.strokes(2) // it goes on from where it was, which is this hex
	o.Press(kb.ArrowUp + " ")
	o.strokes(3)
	o.Press("1e" + kb.ArrowLeft + kb.Enter)
	o.strokes(4)
	o.Press("z", 2)
	o.strokes(3)
}

// TestWorkshopRefusesPictures: what is too large, or is not a picture, is refused before it is opened, and says so.
func TestWorkshopRefusesPictures(t *testing.T) {
	o := work(t, "celles", "fr")
	dir := t.TempDir()
	header := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 30_000), 20)...)
	for _, f := range []struct {
		name string
		text []byte
		size int64
		says string
	}{
		{"wide.png", header, 0, o.says("picture-side", "width", "30000", "height", "20", "most", "12000")},
		{"heavy.jpg", []byte("\xff\xd8\xff"), 100_000_000, o.says("picture-bytes", "mb", "100", "most", "60")},
		{"text.png", []byte("This is not a picture."), 0, o.says("picture-not")},
		{"empty.png", nil, 0, o.says("picture-not")},
		{"torn.png", append(header[:16:16], 0, 0, 0, 20, 0, 0, 0, 20), 0, o.says("picture-damaged")},
	} {
		file := filepath.Join(dir, f.name)
		if err := os.WriteFile(file, f.text, 0o600); err != nil {
			t.Fatal(err)
		}
		if f.size > 0 {
			if err := os.Truncate(file, f.size); err != nil {
				t.Fatal(err)
			}
		}
		o.Choose("#open-picture", file)
		o.told(f.says)
		o.Wait(`document.querySelector("#picture").hidden`)
	}
}

// module writes a VASSAL module: build is its buildFile.xml, and images are drawn with the size of the map.
func module(t *testing.T, build string, width, height int, others map[string][]byte) string {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	if others == nil {
		others = map[string][]byte{}
	}
	if _, ok := others["images/map.png"]; !ok {
		others["images/map.png"] = picture.Bytes()
	}
	others["buildFile.xml"] = []byte(build)
	for name, text := range others {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "game.vmod")
	if err := os.WriteFile(file, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// build is the buildFile.xml of a module with one map.
func build(grid string) string {
	return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<VASSAL.build.GameModule name="Test" version="1"><VASSAL.build.module.Map mapName="Main"><VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.boardPicker.Board image="map.png" name="Map" reversible="false">` + grid + `</VASSAL.build.module.map.boardPicker.Board>
</VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map></VASSAL.build.GameModule>`
}

// grid is a hex grid as VASSAL writes it.
func grid(sideways bool, stagger, numbers string) string {
	return fmt.Sprintf(`<VASSAL.build.module.map.boardPicker.board.HexGrid color="0,0,0" cornersLegal="false" dotsVisible="false" dx="52.0" dy="60.0" edgesLegal="false" sideways="%t" snapTo="true" visible="false" x0="40" y0="50">
<VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering color="0,0,0" first="H" fontSize="9" hType="N" locationFormat="$gridLocation$" rotateText="0" sep="" stagger="%s" vType="N" visible="false" hLeading="1" vLeading="1" %s/>
</VASSAL.build.module.map.boardPicker.board.HexGrid>`, sideways, stagger, numbers)
}

// TestWorkshopFindsTheGridOfAModule: the picture of a module lies under the map by the numbers of its grid, and is there again
// after the page was loaded anew.
func TestWorkshopFindsTheGridOfAModule(t *testing.T) {
	for _, m := range []struct {
		game, hexes   string
		grid          string
		width, height int
	}{
		{"celles", "561", grid(false, "false", `hOff="1" vOff="0" hDescend="false" vDescend="false"`), 1800, 1100},
		{"america-triumphant", "1006", grid(true, "false", `hOff="11" vOff="0" hDescend="true" vDescend="false"`), 2000, 2000},
	} {
		o := work(t, m.game, "en")
		// The module has a second board, which has no grid.
		second := `</VASSAL.build.module.map.boardPicker.Board><VASSAL.build.module.map.boardPicker.Board image="map.png" name="Charts"/>`
		o.Choose("#open-module", module(t, strings.Replace(build(m.grid), "</VASSAL.build.module.map.boardPicker.Board>", second, 1), m.width, m.height, nil))
		o.told(o.says("module-which"))
		o.Click("#boards button says Map")
		o.told(o.says("module-found", "n", m.hexes, "of", m.hexes))
		o.Wait(`!document.querySelector("#nudges").hidden`)
		was := o.kept(0)
		o.Click("#nudges summary")
		o.Click("#points button")
		o.kept(was)
		at := browsertest.Eval[string](o.Tab, `document.querySelector("#picture").style.transform`)
		o.Reload()
		o.Wait(`document.querySelector("#picture").style.transform === ` + strconv.Quote(at))
	}
}

// kept waits until the first point of the picture that this browser keeps is not where it was, and says where it is.
func (o *owner) kept(was float64) float64 {
	o.t.Helper()
	return browsertest.Eval[float64](o.Tab, fmt.Sprintf(`new Promise(done => { const look = () => { const open = indexedDB.open("pictures"); open.onsuccess = () => {
		const got = open.result.transaction("pictures").objectStore("pictures").getAll();
		got.onsuccess = () => { open.result.close(); const x = got.result[0]?.points[0].x ?? %[1]v; x === %[1]v ? setTimeout(look, 50) : done(x); };
	}; }; look(); })`, was))
}

// TestWorkshopRefusesModules: a module that is a bomb, leads out of itself or declares entities is refused with the reason; where
// there is no grid, or one with other numbers, the page asks for three points instead, and says if they cannot be right.
func TestWorkshopRefusesModules(t *testing.T) {
	thorough.Slow(t)
	o := work(t, "celles", "en")
	o.Expect("Applying inline style") // Chromium shows what is wrong with XML in colours
	good := grid(false, "false", `hOff="1" vOff="0"`)
	zeros := make([]byte, 65_000_000)
	plain := filepath.Join(t.TempDir(), "plain.vmod")
	if err := os.WriteFile(plain, []byte("not a zip"), 0o600); err != nil {
		t.Fatal(err)
	}
	asks := o.says("picture-point", "hex", "0201", "n", "1")
	for _, m := range []struct{ name, file, says string }{
		{"not a zip file", plain, o.says("module-not")},
		{"a picture that is a bomb", module(t, build(good), 9, 9, map[string][]byte{"images/map.png": zeros}), o.says("module-bomb", "name", "images/map.png", "most", "64")},
		{"a buildFile that is a bomb", module(t, build(good)+strings.Repeat(" ", 9_000_000), 9, 9, nil), o.says("module-bomb", "name", "buildFile.xml", "most", "8")},
		{"a name that leads out", module(t, build(good), 9, 9, map[string][]byte{"images/../../evil.png": nil}), o.says("module-path", "name", "images/../../evil.png")},
		{"an absolute name", module(t, build(good), 9, 9, map[string][]byte{"/etc/evil": nil}), o.says("module-path", "name", "/etc/evil")},
		{"entities", module(t, `<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`+build("&b;"), 9, 9, nil), o.says("module-entity")},
		{"XML that ends too early", module(t, build(good)[:300], 9, 9, nil), o.says("module-xml")},
		{"no map", module(t, `<VASSAL.build.GameModule/>`, 9, 9, nil), o.says("module-boards")},
		{"no grid", module(t, build(""), 900, 900, nil), o.says("module-grid") + " " + asks},
		{"a grid of two hexes", module(t, build(good), 100, 100, nil), asks},
		{"other numbers", module(t, build(grid(false, "true", `hOff="1" vOff="0"`)), 1800, 1100, nil), asks},
	} {
		t.Log(m.name)
		browsertest.Eval[bool](o.Tab, `document.querySelector("#said").textContent = ""; true`)
		o.Choose("#open-module", m.file)
		o.told(m.says)
	}
	o.Wait(`document.querySelector("#picture").naturalWidth === 1800`) // the notes of two modules read alike
	// Three points in a line are asked for again, and those that stretch the picture are told.
	o.Press(kb.ArrowDown + " " + strings.Repeat(kb.ArrowDown, 2) + " " + strings.Repeat(kb.ArrowDown, 3) + " ") // the page's words move the map up and down
	o.told(o.says("picture-line") + " " + asks)
	o.Press(kb.ArrowRight + " " + strings.Repeat(kb.ArrowRight, 5) + " " + kb.ArrowDown + " ")
	o.told(o.says("picture-skewed"))
}

// TestWorkshopAccessibility: nothing hinders anybody in any tab, on a screen and on a tablet, in light and dark colours, in both games.
func TestWorkshopAccessibility(t *testing.T) {
	thorough.Only(t)
	for _, s := range []struct {
		game, lang string
		options    []browsertest.Option
	}{
		{"celles", "en", []browsertest.Option{browsertest.Sized(1440, 900, false)}},
		{"america-triumphant", "fr", []browsertest.Option{browsertest.Sized(1024, 768, true), browsertest.Dark}},
	} {
		o := work(t, s.game, s.lang, append(s.options, browsertest.Still)...)
		for _, tab := range []string{"map", "counters", "charts", "guesses", "checks", "compare", "board"} {
			o.Click("#tab-" + tab)
			o.Press("n")
			for _, found := range o.Axe() {
				t.Errorf("%s, %s: %s", s.game, tab, found)
			}
			if over := browsertest.Eval[int](o.Tab, `Math.max(document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight)`); over > 0 {
				t.Errorf("%s, %s: the page is %d px larger than the window", s.game, tab, over)
			}
		}
	}
}
