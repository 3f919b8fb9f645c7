package render

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"io"

	"github.com/klauspost/compress/zlib"
)

// packings are the steps that are tried until a picture's file is small enough: fewer
// colours, then stronger compression, which takes twice as long. The first level takes
// twice as long as the fastest, and its files are an eighth smaller.
var packings = []struct{ level, colours int }{
	{6, unchanged}, {6, 96}, {6, 48}, {8, 32}, {9, 16},
}

// A picture up to smallWide pixels wide should have at most smallFile bytes. One with more of a map than smallMap
// pixels may have more in the same proportion: with fewer colours the counters on it could not be told apart.
const (
	smallWide = 1600
	smallFile = 398_000
	smallMap  = 1_550_000
)

// most is how many bytes the file of a picture should have, of which a map takes so many pixels.
func most(ofMap image.Point) int {
	return max(smallFile, int(float64(smallFile)*float64(ofMap.X*ofMap.Y)/smallMap))
}

// packer makes files of pictures. It reuses its memory.
type packer struct {
	level int
	z     *zlib.Writer
	out   bytes.Buffer
	row   []byte
}

// pack appends the compressed pixels of a picture to the file.
func (p *packer) pack(pic *image.Paletted, level int) error {
	if p.z == nil || p.level != level {
		z, err := zlib.NewWriterLevel(&p.out, level)
		if err != nil {
			return err
		}
		p.z, p.level = z, level
	} else {
		p.z.Reset(&p.out)
	}
	for y := range pic.Rect.Dy() {
		p.row = append(append(p.row[:0], 0), pic.Pix[y*pic.Stride:][:pic.Rect.Dx()]...) // a row begins with its filter: none
		if _, err := p.z.Write(p.row); err != nil {
			return err
		}
	}
	return p.z.Close()
}

// body compresses a picture until it has at most so many bytes.
func (p *packer) body(pic *image.Paletted, most int) error {
	begin := p.out.Len()
	for _, s := range packings {
		p.out.Truncate(begin)
		if s.colours < len(pic.Palette) {
			fewer(pic, s.colours)
		}
		if err := p.pack(pic, s.level); err != nil {
			return err
		}
		if pic.Rect.Dx() > smallWide || p.out.Len()-begin <= most {
			break
		}
	}
	return nil
}

// writePNG writes a picture of at most 256 colours as a PNG file, of at most so many bytes if fewer colours can do that.
func (p *packer) writePNG(w io.Writer, pic *image.Paletted, most int) error {
	p.out.Reset()
	p.out.WriteString("\x89PNG\r\n\x1a\n")
	head := p.begin("IHDR")
	size := binary.BigEndian.AppendUint32(nil, uint32(pic.Rect.Dx()))
	size = binary.BigEndian.AppendUint32(size, uint32(pic.Rect.Dy()))
	p.out.Write(append(size, 8, 3, 0, 0, 0)) // 8 bits, palette
	p.end(head)
	colours := p.begin("PLTE")
	for _, c := range pic.Palette {
		r, g, b, _ := c.RGBA()
		p.out.Write([]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)})
	}
	p.end(colours)
	pixels := p.begin("IDAT")
	if err := p.body(pic, most); err != nil {
		return fmt.Errorf("render: pack picture: %w", err)
	}
	p.end(pixels)
	p.end(p.begin("IEND"))
	if _, err := w.Write(p.out.Bytes()); err != nil {
		return fmt.Errorf("render: write picture: %w", err)
	}
	return nil
}

// begin begins a chunk of the file, and returns where.
func (p *packer) begin(kind string) int {
	at := p.out.Len()
	p.out.WriteString("\x00\x00\x00\x00" + kind) // its length, once that is known
	return at
}

// end ends the chunk that began at a place.
func (p *packer) end(at int) {
	c := p.out.Bytes()[at:]
	binary.BigEndian.PutUint32(c, uint32(len(c)-8))
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(c[4:]))
	p.out.Write(sum)
}
