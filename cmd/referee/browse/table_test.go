package browse

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"referee/bot/test/browsertest"
	"referee/cmd/lab/program"
)

var update = flag.Bool("update", false, "draw docs/pictures/board-*.jpg again")

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "browse-")
	if err != nil {
		panic(err)
	}
	bin = dir
	code := browsertest.Main(m)
	_ = os.RemoveAll(dir) // it is in the directory for such things
	os.Exit(code)
}

// bin is where the program is built, once.
var (
	bin   string
	built = sync.OnceValues(func() (string, error) {
		file := filepath.Join(bin, "referee")
		return file, program.Build(context.Background(), file, "toy")
	})
)

// table is a program that serves a board.
type table struct {
	dir, game string
	link      string
}

// open starts "referee table" on what a script has played with arguments; "": nothing.
func open(t testing.TB, script string, args ...string) *table {
	t.Helper()
	return openGame(t, "celles", script, args...)
}

// openGame is open, of a game. The flags --dice and --lang are both for the script and for the board.
func openGame(t testing.TB, game, script string, args ...string) *table {
	t.Helper()
	browsertest.Program(t, "chromium")
	file, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return openBuild(t, file, game, script, args...)
}

// openBuild is openGame, of a program that was built.
func openBuild(t testing.TB, file, game, script string, args ...string) *table {
	t.Helper()
	b := &table{dir: t.TempDir(), game: game}
	if script != "" {
		path := filepath.Join(b.dir, "orders.txt")
		if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := b.command(file, append(args, "--script", path))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("the script: %v\n%s", err, out)
		}
	}
	var both []string
	for _, flag := range []string{"--dice", "--lang"} {
		if i := slices.Index(args, flag); i >= 0 {
			both = append(both, args[i:i+2]...)
		}
	}
	if slices.Contains(args, "--learn") {
		both = append(both, "--learn")
	}
	cmd := b.command(file, both)
	b.link = serves(t, cmd, b.dir)
	return b
}

// serves starts a program that serves pages, which ends with the test, and returns the address that it says. kept has what else it says.
func serves(t testing.TB, cmd *exec.Cmd, dir string) (link string) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = kept(t, dir)
	p, err := program.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Stop(); err != nil {
			t.Error(err)
		}
	})
	link, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%s says no address: %v", cmd.Args[1], err)
	}
	return strings.TrimSpace(link)
}

// kept is where a program says what it does: what the test says, and a file beside its store.
func kept(t testing.TB, dir string) io.Writer {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "said.txt"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return io.MultiWriter(t.Output(), f)
}

func (b *table) command(file string, args []string) *exec.Cmd {
	cmd := exec.Command(file, append([]string{"table", "--seed", "board2"}, args...)...)
	cmd.Dir, cmd.Env = b.dir, []string{"HOME=" + b.dir, "PATH=" + b.dir, "REFEREE_GAME=" + b.game} // where no browser is to be opened
	return cmd
}

// person is somebody with a tab, who plays by one means: a mouse, a finger.
type person struct {
	*browsertest.Tab
	does func(selector string)
	once bool // by these means a hex is always chosen at once
}

// sits opens the link of a table and its one match.
func (b *table) sits(t testing.TB, options ...browsertest.Option) *person {
	t.Helper()
	tab := browsertest.Open(t, options...)
	p := &person{Tab: tab, does: tab.Click}
	if browsertest.Eval[bool](tab, `matchMedia("(pointer: coarse)").matches`) {
		p.does = tab.Tap
	}
	tab.Visit(b.link)
	p.does(`a[href^="/m/"]`)
	p.ready()
	return p
}

// ready waits until a page has all that it shows.
func (p *person) ready() {
	p.Wait(`document.querySelector("#asks .ask") && document.querySelector("#log").textContent && [...document.images].every(i => i.complete && i.naturalWidth > 0)`)
}

// rest waits until the page has shown what became of an action.
func (p *person) rest() { p.Wait(`!document.body.classList.contains("busy")`) }

// on chooses a hex of the board: once, or twice where a finger is shown it larger first.
func (p *person) on(hex string) {
	target := `#targets [data-hex="` + hex + `"]`
	now := func(expression string) string { return browsertest.Eval[string](p.Tab, expression) }
	at := `JSON.stringify(document.querySelector(` + strconv.Quote(target) + `)?.getBoundingClientRect() ?? null)`
	was, stood := now(said), now(at)
	p.does(target)
	p.Wait(said + " !== " + strconv.Quote(was) + " || " + at + " !== " + strconv.Quote(stood))
	p.rest()
	if now(said) == was {
		if !p.once {
			p.does(target)
		}
		p.Wait(said + " !== " + strconv.Quote(was))
		p.rest()
	}
}

// press chooses what a button of the panel says.
func (p *person) press(label string) {
	p.does("#asks button says " + label)
	p.rest()
}

// answers gives the first answer that is offered to each question, until one holds a text.
func (p *person) answers(text string) {
	for range 20 {
		p.rest() // or what is there now is gone before it is pressed
		p.Wait(`document.querySelector("#asks .mine")`)
		if browsertest.Eval[bool](p.Tab, said+".includes("+strconv.Quote(text)+")") {
			return
		}
		if p.There("#confirm") > 0 {
			p.does("#confirm")
		} else {
			p.does("#asks .option, #asks summary")
		}
	}
	p.rest()
	p.reads(text)
}

// said is what the panel says now.
const said = `document.querySelector("#asks").innerText`

// reads fails where the panel does not hold a text, once it has settled.
func (p *person) reads(texts ...string) {
	for _, text := range texts {
		p.Wait(said + ".includes(" + strconv.Quote(text) + ")")
	}
}

// stands waits until a piece stands on a hex of the board, as it is drawn.
func (p *person) stands(piece, hex string) {
	p.Wait(fmt.Sprintf(`(() => {
		const piece = document.querySelector('#pieces [data-piece="%s"]'), grid = JSON.parse(document.querySelector("#grid").textContent);
		if (!piece) return false;
		const map = document.querySelector("#targets"), at = grid.at["%s"], b = piece.getBoundingClientRect();
		const p = new DOMPoint(at[0], at[1]).matrixTransform(map.getScreenCTM());
		return Math.hypot(b.left + b.width / 2 - p.x, b.top + b.height / 2 - p.y) < b.width;
	})()`, piece, hex))
}
