package discord

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/draw"

	"referee/bot/discord/command"
	"referee/bot/discord/drawn"
	"referee/bot/part"
	"referee/bot/referee"
	"referee/engine"
	america "referee/engine/america/weights"
	"referee/engine/celles/weights"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/render"
)

var sheets = flag.String("pictures", "", "write the pictures of opening turns into this directory, as wide as a desktop and a phone show them")

// How wide Discord shows a picture among messages, in pixels on a desktop and in points on a phone.
const (
	onDesktop = 550
	onPhone   = 360
)

// leastHigh is how high capitals and digits are at least, on a desktop and on a phone. A digit is told from others if it is 5 pixels
// high, and easily if it is 7; a point of a phone is two pixels or three. So what is asked, and the strengths of units where something
// happens, is read by a glance; the numbers of hexes, and the strengths of units in stacks elsewhere, by looking closer.
var leastHigh = map[string]struct{ desktop, phone float64 }{
	"acting": {7, 4.5}, "values": {5.4, 3.5}, "number": {6, 3.9}, "name": {7, 4.5}, "status": {10, 7}, "waiting": {9, 5.9},
	"inset": {8, 5}, "legend": {8, 5}, "mark": {8, 5}, "path": {8, 5},
}

// painted is a stage that draws pictures as the program does, and measures their files and the letters of those that boards show.
type painted struct {
	*stage
	name  string
	files [][]byte
	least map[string]float64 // of what is written, the smallest, in widths of the picture
}

func newPainted(t *testing.T, name string, games ...referee.Game) *painted {
	t.Helper()
	m := &painted{stage: newStage(t, games...), name: name, least: map[string]float64{}}
	draws := render.New(render.Options{})
	m.h.Paint = func(w io.Writer, p command.Picture) error {
		var file bytes.Buffer
		out, err := drawn.Draw(&file, draws, p)
		if err != nil {
			return err
		}
		m.files = append(m.files, file.Bytes())
		if file.Len() > drawn.MostBytes {
			t.Errorf("%s, picture %d has %d bytes", name, len(m.files), file.Len())
		}
		if p.Portrait { // of the board: who asks here has not chosen it
			m.measure(draws, out)
		}
		_, err = w.Write(file.Bytes())
		return err
	}
	return m
}

// measure measures the letters of a picture. What is drawn twice, as on the map and larger below it, is as large as the larger.
func (m *painted) measure(draws *render.Renderer, p render.Picture) {
	m.t.Helper()
	wide, list, err := draws.Writings(p)
	m.must(err)
	values := map[string]float64{}
	shrink := func(kind string, high float64) {
		if least, known := m.least[kind]; !known || high < least {
			m.least[kind] = high
		}
	}
	for _, w := range list {
		kind, id, _ := strings.Cut(w.What, " ")
		high := w.High / float64(wide)
		if kind != "values" {
			shrink(kind, high)
		} else if id != "" { // it is of no legend
			values[id] = max(values[id], high)
		}
	}
	happens := part.Drawn(*p.Overlay)
	for _, piece := range p.View.Pieces {
		if high, shown := values[piece.ID]; shown && slices.Contains(happens, piece.At) {
			shrink("acting", high)
		} else if shown {
			shrink("values", high)
		}
	}
}

// legible holds what was measured against what can be read.
func (m *painted) legible() {
	m.t.Helper()
	for kind, least := range leastHigh {
		high, there := m.least[kind]
		if there && (high*onDesktop < least.desktop || high*onPhone < least.phone) {
			m.t.Errorf("%s: the letters of %s are %.1f high on a desktop and %.1f on a phone", m.name, kind, high*onDesktop, high*onPhone)
		}
		m.t.Logf("%s: %s %.1f and %.1f", m.name, kind, high*onDesktop, high*onPhone)
	}
	if len(m.least) == 0 {
		m.t.Errorf("%s: no board was drawn", m.name)
	}
}

// TestPicturesOfAnOpeningTurn: in an opening turn of both games no picture that goes with an answer or a board has more bytes than a
// telephone should load for each order, and what a board says can be read in a channel, on a desktop and on a phone.
func TestPicturesOfAnOpeningTurn(t *testing.T) {
	for _, name := range []string{"celles-turn", "america-turn"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script, err := os.ReadFile("testdata/play/" + name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			m := newPainted(t, name, gamesOf(name)...)
			m.play(string(script))
			m.legible()
			m.sheet()
		})
	}
}

// TestPicturesOfWholeTurns: the same of all boards of the first turns, played at random by players who look for a fight.
func TestPicturesOfWholeTurns(t *testing.T) {
	thorough.Slow(t)
	for name, game := range map[string]struct {
		referee.Game
		weights map[string]int
	}{"celles": {cellesGame, weights.Solo()}, "america": {americaGame, america.Solo()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newPainted(t, name+"-random", game.Game)
			m.command("ann", "/match new side:german")
			m.command("ben", "/match join")
			player := enginetest.NewPlayer(1, enginetest.Bias(game.weights))
			for range thorough.Or(40, 600) {
				now, err := m.h.Referee.Snapshot(t.Context(), match.ID(m.match()))
				m.must(err)
				pos := now.Match().Position()
				if len(pos.Prompts()) == 0 {
					break
				}
				q := pos.Prompts()[0]
				path, err := player.Answer(pos, q)
				m.must(err)
				l, err := now.Look(t.Context(), engine.Spectator)
				m.must(err)
				by := referee.Command{Key: string(q.ID), Match: l.Match, Seat: q.Seat, Account: l.Holder(q.Seat).Account}
				_, err = m.h.Referee.Orders.Answer(t.Context(), by, q.ID, path)
				m.must(err)
				m.posts()
			}
			m.legible()
			m.sheet()
		})
	}
}

// sheet writes what was drawn, side by side as wide as it is shown.
func (m *painted) sheet() {
	m.t.Helper()
	if *sheets == "" {
		return
	}
	const columns, gap = 3, 10
	for _, wide := range []int{onDesktop, onPhone} {
		for n := 0; n < len(m.files); n += columns {
			page := image.NewRGBA(image.Rect(0, 0, columns*(wide+gap), 3*wide))
			high := 0
			for i, file := range m.files[n:min(n+columns, len(m.files))] {
				p, err := png.Decode(bytes.NewReader(file))
				m.must(err)
				at := image.Rect(0, 0, wide, wide*p.Bounds().Dy()/p.Bounds().Dx()).Add(image.Pt(i*(wide+gap), 0))
				draw.CatmullRom.Scale(page, at, p, p.Bounds(), draw.Src, nil)
				high = max(high, at.Max.Y)
			}
			var out bytes.Buffer
			m.must(png.Encode(&out, page.SubImage(image.Rect(0, 0, page.Rect.Max.X, high))))
			m.must(os.WriteFile(filepath.Join(*sheets, fmt.Sprintf("%s-%d-%02d.png", m.name, wide, n/columns)), out.Bytes(), 0o644))
		}
	}
}
