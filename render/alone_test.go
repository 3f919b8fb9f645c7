package render

import (
	"bytes"
	"image/png"
	"testing"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
)

// lonePiece is a piece with all that a counter can show.
func lonePiece() engine.Piece {
	return engine.Piece{
		ID: "a", Owner: ardennes.Axis, Symbol: engine.Armour, Short: "2pz-a", Group: "2Pz", Band: 3, Values: []string{"11", "8", "9"}, Steps: 1, Of: 2,
		States: []engine.Class{engine.Used, engine.Disrupted, engine.OutOfSupply},
	}
}

// TestACounterAlone: it lies wholly within its picture, whose corners are clear, is small, and is
// drawn once.
func TestACounterAlone(t *testing.T) {
	r := cellesStudio(Options{})
	var first, second bytes.Buffer
	for _, w := range []*bytes.Buffer{&first, &second} {
		if err := r.Counter(w, scenario.Vocabulary, lonePiece()); err != nil {
			t.Fatal(err)
		}
	}
	if first.Len() > 16_000 || !bytes.Equal(first.Bytes(), second.Bytes()) || len(r.counters.kept) != 1 {
		t.Errorf("%d bytes, then %d; %d are kept", first.Len(), second.Len(), len(r.counters.kept))
	}
	img, err := png.Decode(&first)
	if err != nil {
		t.Fatal(err)
	}
	b := img.Bounds()
	for i := range b.Dx() {
		for _, at := range [][2]int{{i, 0}, {i, b.Max.Y - 1}, {0, i}, {b.Max.X - 1, i}} {
			if _, _, _, a := img.At(at[0], at[1]).RGBA(); a > 0x2000 {
				t.Fatalf("it is cut at %v", at)
			}
		}
	}
	if _, _, _, a := img.At(b.Dx()/2, b.Dy()/2).RGBA(); a != 0xffff {
		t.Error("its middle is clear")
	}
	moved := lonePiece()
	moved.Steps = 2
	if err := r.Counter(&second, scenario.Vocabulary, moved); err != nil || len(r.counters.kept) != 2 {
		t.Errorf("one with another step: %v, %d are kept", err, len(r.counters.kept))
	}
	for n := range maxCounters + 5 {
		moved.Band = n
		r.counters.get(Counter{Piece: moved}.look(), 1, func() aloneFile { return aloneFile{} })
	}
	if n := len(r.counters.kept); n > maxCounters {
		t.Errorf("%d are kept", n)
	}
}

func TestACounterOfAnUnknownClass(t *testing.T) {
	var out bytes.Buffer
	p := lonePiece()
	p.States = append(p.States, "asleep")
	if err := New(Options{}).Counter(&out, scenario.Vocabulary, p); err == nil || out.Len() > 0 {
		t.Errorf("%v, and %d bytes", err, out.Len())
	}
}

func BenchmarkCounterAlone(b *testing.B) {
	r := cellesStudio(Options{})
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			if err := r.alone(Counter{Piece: lonePiece(), Size: aloneSide}).err; err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("kept", func(b *testing.B) {
		for b.Loop() {
			var out bytes.Buffer
			if err := r.Counter(&out, scenario.Vocabulary, lonePiece()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
