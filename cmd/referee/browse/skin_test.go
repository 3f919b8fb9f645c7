package browse

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/test/browsertest"
	"referee/bot/test/localetest"
)

// secret is a picture that is found again by its content: its pixels are random, and stored as they are.
type secret struct {
	file  string
	parts [][]byte // as they are, in hexadecimal digits and in base64
}

// secretly writes a secret picture.
func secretly(t *testing.T, file string, width, height int) secret {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	_, _ = rand.Read(img.Pix) // it never fails
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	var text bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&text, img); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	s := secret{file: file}
	for at := 200; at+24 < text.Len(); at += text.Len() / 30 {
		part := text.Bytes()[at : at+24]
		s.parts = append(s.parts, part[:16], []byte(hex.EncodeToString(part[:16])))
		for from := range 3 { // however the whole is divided into threes
			s.parts = append(s.parts, []byte(base64.StdEncoding.EncodeToString(part[from:from+18])))
		}
	}
	if all := text.Bytes(); !s.in(all) || !s.in([]byte("data:;base64,"+base64.StdEncoding.EncodeToString(all))) {
		t.Fatalf("%s is not found in itself", file)
	}
	return s
}

// in reports whether anything of a picture, or its name, is in a text.
func (s secret) in(text []byte) bool {
	for _, part := range append(s.parts, []byte(filepath.Base(s.file))) {
		if bytes.Contains(text, part) {
			return true
		}
	}
	return false
}

// wire keeps all that browsers send to servers.
type wire struct {
	t    *testing.T
	mu   sync.Mutex
	sent bytes.Buffer
}

func (w *wire) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sent.Write(text)
}

// through is a link by which a browser reaches a server through the wire.
func (w *wire) through(link string) string {
	w.t.Helper()
	to, err := url.Parse(link)
	if err != nil {
		w.t.Fatal(err)
	}
	server := net.JoinHostPort("127.0.0.1", to.Port())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			browser, err := l.Accept()
			if err != nil {
				return
			}
			c, err := net.Dial("tcp", server)
			if err != nil {
				_ = browser.Close()
				continue
			}
			go func() {
				_, _ = io.Copy(io.MultiWriter(w, c), browser)
				_ = c.Close()
			}()
			go func() {
				_, _ = io.Copy(browser, c)
				_ = browser.Close()
			}()
		}
	}()
	to.Host = l.Addr().String()
	return to.String()
}

// TestOwnLook: a player's map lies above our terrain and below our numbers and marks, their counters below our steps and values; both are
// there after a reload, a click still chooses its hex, a key shows our board, and a button forgets both. Nothing of the pictures is in what
// browsers send, in the store, in an export, in a board file and its journal, nor in what the programs say.
func TestOwnLook(t *testing.T) {
	pictures := t.TempDir()
	all := filepath.Dir(pictures)
	plan := secretly(t, filepath.Join(pictures, "plan-of-mine.png"), 640, 400)
	secrets := []secret{plan}
	sent := &wire{t: t}
	var export func()
	t.Cleanup(func() { // the programs have ended
		if export == nil { // it did not come so far
			return
		}
		export()
		searched := map[string]bool{}
		err := filepath.WalkDir(all, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Dir(path) == pictures {
				return err
			}
			text, err := os.ReadFile(path)
			searched[filepath.Base(path)] = len(text) > 0
			for _, s := range secrets {
				if s.in(text) {
					t.Errorf("%s holds %s", path, filepath.Base(s.file))
				}
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		for _, s := range secrets {
			if s.in(sent.sent.Bytes()) {
				t.Errorf("a browser has sent %s", filepath.Base(s.file))
			}
		}
		for _, name := range []string{"referee.db", "said.txt", "match.json", "celles.board.json", "celles.board.json.strokes"} {
			if !searched[name] {
				t.Errorf("%s was not searched: there are %v", name, searched)
			}
		}
		if !bytes.Contains(sent.sent.Bytes(), []byte(`"do":"`)) || !bytes.Contains(sent.sent.Bytes(), []byte(`"brush":`)) {
			t.Error("the wire has neither a decision nor a stroke")
		}
	})
	b := open(t, "new\n", newcomer...)
	b.link = sent.through(b.link)
	p := b.sits(t, browsertest.Still)
	p.inSettings("#own-map")
	piece := browsertest.Eval[string](p.Tab, `document.querySelector("#pieces [data-piece]").dataset.piece`)
	counter := secretly(t, filepath.Join(pictures, strings.ToUpper(piece)+".png"), 96, 96)
	secrets = append(secrets, secret{parts: counter.parts, file: plan.file}) // its name is that of a unit
	p.Choose("#own-counters", counter.file, plan.file)
	p.Wait(`document.querySelector(".own [role=status]").innerText.includes(` + strconv.Quote("plan-of-mine.png: "+localetest.Told("en", "web.skin.unit-none")) + `)`)
	p.Choose("#own-map", plan.file)
	p.lays()
	p.Wait(`document.querySelector("#now .warning")?.textContent === ` + strconv.Quote(localetest.Told("en", "web.skin.skewed"))) // it is wider than the map
	p.Click("#now .warning + .row button:last-child")
	p.Wait(`!document.querySelector("#now .warning")`)
	laid := `(() => {
		const order = ["picture", "printed", "lines", "under", "pieces", "marks", "targets"], found = [...document.querySelectorAll("#map > *")].map(e => e.id || e.localName).filter(id => order.includes(id));
		const style = getComputedStyle(document.querySelector("#printed") ?? document.body), m = new DOMMatrix(style.transform), g = JSON.parse(document.querySelector("#grid").textContent);
		return found.join() === order.join() && document.querySelector('#pieces [data-sheet="words"]') && style.visibility === "visible"
			&& document.querySelector('[data-piece="` + piece + `"] > image')?.nextElementSibling.matches("[data-size]")
			&& Math.abs(m.a * 640 * .8 / g.width - 1) < .02 && Math.abs(m.d * 400 * .9 / g.height - 1) < .02;
	})()`
	p.Wait(laid)
	p.Wait(`indexedDB.databases().then(all => all.length) && document.querySelector("#whose").textContent === ` + strconv.Quote(localetest.Told("en", "web.skin.map-yours")))
	p.Reload()
	p.ready()
	p.Wait(laid)
	for _, hex := range []string{"1210", "2005"} {
		at := browsertest.Eval[[]float64](p.Tab, fmt.Sprintf(`(() => { const [x, y] = JSON.parse(document.querySelector("#grid").textContent).at["%s"], p = new DOMPoint(x, y).matrixTransform(document.querySelector("#targets").getScreenCTM()); return [p.x, p.y]; })()`, hex))
		p.ClickAt(at[0], at[1])
		p.Wait(`document.querySelector(".fan")?.dataset.hex === "` + hex + `"`)
		p.Press(kb.Escape)
	}
	p.Press("m")
	p.Wait(`!document.querySelector("#printed, #pieces image") && document.querySelector("#whose").textContent === ` + strconv.Quote(localetest.Told("en", "web.skin.map-ours")))
	p.Press("m")
	p.Wait(laid)
	p.does("#asks .option") // a decision draws the counters anew
	p.rest()
	p.Wait(`JSON.parse(document.querySelector("#state").textContent).last < parseInt(document.querySelector("#slider").max)`)
	p.Wait(laid)
	if os.Getenv("NODE_PATH") != "" {
		p.inSettings("#opacity")
		for _, found := range p.Axe() {
			t.Errorf("the settings of a look: %s", found)
		}
		p.does("dialog > form > .row button")
		for _, found := range p.Axe() {
			t.Errorf("a look: %s", found)
		}
	}
	match := browsertest.Eval[string](p.Tab, `location.pathname.split("/").pop()`)
	export = func() {
		cmd := b.command(filepath.Join(bin, "referee"), nil)
		cmd.Args = []string{cmd.Args[0], "export", match, "-o", filepath.Join(b.dir, "match.json")}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("export: %v\n%s", err, out)
		}
	}

	o := work(t, "celles", "en")
	o.Visit(sent.through(o.link))
	o.Wait(`document.querySelector("#brushes button") && document.querySelector("#chart table")`)
	o.Choose("#open-picture", plan.file)
	o.Wait(`document.querySelector("#map.placing")`)
	for range 3 { // anywhere, but not in one line
		asks := o.Text("#picture-note")
		n := float64(len(regexp.MustCompile(`\(2 `).FindString(asks)) * 40)
		o.ClickAt(200+n+float64(len(regexp.MustCompile(`\(3 `).FindString(asks)))*10, 300+n)
		o.Wait(`document.querySelector("#picture-note").textContent !== ` + strconv.Quote(asks))
	}
	o.Wait(`!document.querySelector("#map.placing")`)
	o.Press("3" + kb.ArrowRight + " ")
	o.strokes(1)
	o.Click("#tab-board")
	o.Type("#name", "Mine")
	o.Type("#version", "1")
	o.Type("#author", "Ann")
	o.Click("#named button")
	o.told(o.says("said-saved", "file", "celles.board.json"))

	p.inSettings("#opacity")
	p.does(".own .danger")
	p.Wait(`!document.querySelector("#printed, #pieces image, #whose, #opacity")`)
	p.Reload()
	p.ready()
	if p.There("#printed") > 0 || browsertest.Eval[bool](p.Tab, `performance.getEntriesByType("resource").some(e => /skin|picture\.js/.test(e.name))`) {
		t.Error("a page without a look of its reader's own loads what shows one")
	}
}

// inSettings opens the settings, until there is something.
func (p *person) inSettings(selector string) {
	p.does("#settings")
	p.Wait(`document.querySelector(` + strconv.Quote(selector) + `)`)
}

// lays puts a picture on the map as if that were drawn on it with a frame, at the three hexes that are asked for.
func (p *person) lays() {
	question := `document.querySelector("#now .question[role=status]")`
	for n := 1; n <= 3; n++ {
		p.Wait(fmt.Sprintf(question+`?.textContent.includes("(%d ")`, n))
		at := browsertest.Eval[[]float64](p.Tab, `(() => {
			const g = JSON.parse(document.querySelector("#grid").textContent), [x, y] = g.at[`+question+`.textContent.match(/\d{4}/)[0]], r = document.querySelector("#printed").getBoundingClientRect();
			return [r.x + r.width * (.1 + .8 * x / g.width), r.y + r.height * (.05 + .9 * y / g.height)];
		})()`)
		p.ClickAt(at[0], at[1])
	}
	p.Wait(`!document.querySelector("#map.placing")`)
}
