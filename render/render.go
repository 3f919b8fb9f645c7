package render

import (
	"cmp"
	"fmt"
	"image"
	"io"
	"runtime"
	"strings"
	"sync"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Options configure a Renderer. The zero value is a good choice.
type Options struct {
	Theme Theme // zero: Light()
	// CacheBytes bounds the memory spent on painted maps; 0: 64 MB. A map of
	// 1600 px takes about 1.6 MB.
	CacheBytes int
	// AtOnce bounds the pictures painted at the same time, each of which needs 4 bytes a pixel;
	// others wait. 0: one for each processor.
	AtOnce int
}

// Picture describes a picture to draw.
type Picture struct {
	Board *engine.Board
	View  engine.View
	// Overlay adds the marks and paths of an answer. nil: none.
	Overlay *engine.Answer
	// Scale 1 draws the whole map 1600 px wide (small maps narrower, so that hexes do not grow
	// beyond twice the usual size). From 0.25 to 3; 0 is 1 for a whole map, and for a crop the
	// largest that fits.
	Scale float64
	// Portrait composes a crop for a phone held upright: the map above, the text below. Otherwise
	// it is a landscape, the shape in which a desktop client shows pictures.
	Portrait bool
	// Fit is the width of the picture in pixels (of a crop in portrait, and of a map that is not
	// wide enough, the greatest width) if Scale is 0. 0: 1600; of a crop Wide, or in portrait
	// Phone.
	//
	// A whole map is from 400 to 4800 pixels wide. Below 1600 its letters do not shrink with it:
	// names on counters are shortened or left out if they would be smaller than 5.8 pixels, and
	// below some 900 pixels only the hex numbers of each fifth column and row are left. The values
	// of counters always stay; those of a single one have 6 pixels at a width of 800, those of four
	// in a hex 4.
	Fit int
	// Bytes is the most that the file should have: fewer colours are used if it would have more. 0: some 400,000, and more for a
	// very large map.
	Bytes int
	// Crop draws a part of the map without the tracks and boxes beside it.
	// nil: all.
	Crop *Crop
	// Legend adds a legend of the signs on the map and on the counters.
	Legend bool
	// Rows is the number of rows kept for the words of the overlay. 0: as many as they need, up to
	// four.
	Rows int
	// Say translates messages into the reader's language. nil: keys and arguments.
	Say func(engine.Msg) string
}

// Limits of Picture.Scale, and the scales that 0 stands for.
const (
	minScale  = 0.25
	maxScale  = 3
	wholeZero = 1
)

// Renderer draws pictures. Make it with New.
type Renderer struct {
	theme   Theme
	bases   *cache[baseKey, *image.Paletted] // painted maps, by their bytes
	turns   chan struct{}
	buffers sync.Pool // *image.RGBA
	packers sync.Pool // *packer

	mu      sync.Mutex
	studios map[*engine.Vocabulary]*studio
}

// studio is what a Renderer keeps for the pictures of one vocabulary: its words, and what was
// painted in their colours.
type studio struct {
	*Renderer
	book    *book
	theme   Theme // with the colours that the game brings
	fonts   *fonts
	labels  *cache[labelKey, *labels]
	sprites *spriteCache
	// counters are files of counters that stand alone.
	counters cache[string, aloneFile]
	pictures sync.Pool // *image.Paletted
}

// maxStudios bounds the vocabularies that are kept: more than there are games.
const maxStudios = 16

// of returns the studio for a vocabulary.
func (r *Renderer) of(v *engine.Vocabulary) (*studio, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.studios[v]; s != nil {
		return s, nil
	}
	b, err := newBook(v)
	if err != nil {
		return nil, err
	}
	if len(r.studios) >= maxStudios {
		clear(r.studios)
	}
	s := &studio{
		Renderer: r, book: b, theme: r.theme.with(b), fonts: sharedFonts(), sprites: newSpriteCache(),
		labels: &cache[labelKey, *labels]{bound: maxLabels}, counters: cache[string, aloneFile]{bound: maxCounters},
	}
	r.studios[v] = s
	return s, nil
}

// New returns a Renderer. It panics only if a font inside the program is
// damaged.
func New(o Options) *Renderer {
	if o.Theme.Name == "" {
		o.Theme = Light()
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = 64 << 20
	}
	if o.AtOnce == 0 {
		o.AtOnce = runtime.GOMAXPROCS(0)
	}
	return &Renderer{
		theme:   o.Theme,
		bases:   &cache[baseKey, *image.Paletted]{bound: o.CacheBytes},
		turns:   make(chan struct{}, o.AtOnce),
		studios: map[*engine.Vocabulary]*studio{},
	}
}

// PNG draws a picture and writes it. It returns an error, and writes nothing, if the picture uses a
// class outside the vocabulary, or if its scale or crop makes no sense.
func (r *Renderer) PNG(w io.Writer, p Picture) error {
	r.turns <- struct{}{}
	defer func() { <-r.turns }()
	d, err := r.draft(p)
	if err != nil {
		return err
	}
	s := d.studio
	pk, ok := r.packers.Get().(*packer)
	if !ok {
		pk = &packer{}
	}
	defer r.packers.Put(pk)
	pic := s.paint(d)
	defer s.pictures.Put(pic)
	return pk.writePNG(w, pic, cmp.Or(p.Bytes, most(d.plan.Window.Size())))
}

// Plan returns the operations that draw a picture, the map below included.
func (r *Renderer) Plan(p Picture) (Plan, error) {
	d, err := r.draft(p)
	if err != nil {
		return Plan{}, err
	}
	pl := d.plan
	pl.Layers = append([]Layer{d.base()}, pl.Layers...)
	return pl, nil
}

// partialPlan is a picture that is planned except for the map below its counters, which
// is planned only if no painted one is cached.
type partialPlan struct {
	studio *studio
	lay    layout
	board  *engine.Board
	scale  float64
	plan   Plan
	base   func() Layer
}

func (r *Renderer) draft(p Picture) (partialPlan, error) {
	s, err := r.studioOf(p)
	if err != nil {
		return partialPlan{}, err
	}
	p = p.Narrowed()
	scaled := p.Scale != 0
	p = p.scaled()
	pn := s.planner(p)
	pl := pn.picture(p, scaled)
	return partialPlan{
		studio: s, lay: pn.lay, board: p.Board, scale: p.Scale, plan: pl,
		base: pn.baseLayer,
	}, nil
}

// planner plans a picture that has its scale.
func (s *studio) planner(p Picture) *planner {
	if p.Say == nil {
		p.Say = Untranslated
	}
	pn := newPlanner(s.book, p.Board, newLayout(p.Board, p.Scale), s.fonts, p.Say)
	pn.kept = s.labels
	return pn
}

// studioOf checks a picture, and returns the studio that draws it.
func (r *Renderer) studioOf(p Picture) (*studio, error) {
	if p.Board == nil {
		return nil, errNoHexes
	}
	s, err := r.of(p.Board.Vocabulary)
	if err != nil {
		return nil, err
	}
	return s, s.book.checkPicture(p)
}

// buffer returns a picture of the size, its pixels undefined.
func (r *Renderer) buffer(w, h int) *image.RGBA {
	if b, ok := r.buffers.Get().(*image.RGBA); ok && cap(b.Pix) >= 4*w*h {
		b.Pix = b.Pix[:4*w*h]
		b.Stride, b.Rect = 4*w, image.Rect(0, 0, w, h)
		return b
	}
	return image.NewRGBA(image.Rect(0, 0, w, h))
}

// paletted returns a picture of the size in the palette, its pixels undefined.
func (s *studio) paletted(w, h int) *image.Paletted {
	p, ok := s.pictures.Get().(*image.Paletted)
	if !ok || cap(p.Pix) < w*h {
		return image.NewPaletted(image.Rect(0, 0, w, h), s.theme.palette().colours)
	}
	p.Pix = p.Pix[:w*h]
	p.Stride, p.Rect = w, image.Rect(0, 0, w, h)
	return p
}

// Untranslated formats a message without a catalogue: its key and arguments.
func Untranslated(m engine.Msg) string {
	if m.Key == engine.NumberKey {
		return engine.FormatExact(m.Args[0].Num, m.Args[0].Den)
	}
	var b strings.Builder
	b.WriteString(m.Key)
	for _, a := range m.Args {
		b.WriteByte(' ')
		b.WriteString(bareArg(a))
	}
	return b.String()
}

func bareArg(a engine.Arg) string {
	switch a.Kind {
	case engine.ArgNum:
		return fmt.Sprint(a.Num)
	case engine.ArgRatio:
		return fmt.Sprintf("%d/%d", a.Num, a.Den)
	case engine.ArgMsg:
		return "(" + Untranslated(*a.Msg) + ")"
	case engine.ArgList:
		return strings.Join(lists.Map(a.List, bareArg), ", ")
	default: // a noun, a hex, a text
		return a.Text
	}
}
