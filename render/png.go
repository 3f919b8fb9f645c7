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
// colours, then stronger compression, which takes twice as long. The first level is a
// little slower than the fastest, and its files are an eighth smaller.
var packings = []struct{ level, colours int }{
	{6, unchanged}, {6, 96}, {6, 48}, {8, 32}, {9, 16},
}

// A picture of up to smallWide pixels should have at most smallFile bytes.
const (
	smallWide = 1600
	smallFile = 398_000
)

// packer compresses pixels. It reuses its memory.
type packer struct {
	level int
	z     *zlib.Writer
	out   bytes.Buffer
}

// pack returns the compressed pixels of a picture, which are valid until the packer is
// used again.
func (p *packer) pack(pic *image.Paletted, level int) ([]byte, error) {
	p.out.Reset()
	if p.z == nil || p.level != level {
		z, err := zlib.NewWriterLevel(&p.out, level)
		if err != nil {
			return nil, err
		}
		p.z, p.level = z, level
	} else {
		p.z.Reset(&p.out)
	}
	width := pic.Rect.Dx()
	row := make([]byte, 1+width) // a row begins with its filter: none
	for y := range pic.Rect.Dy() {
		copy(row[1:], pic.Pix[y*pic.Stride:])
		if _, err := p.z.Write(row); err != nil {
			return nil, err
		}
	}
	err := p.z.Close()
	return p.out.Bytes(), err
}

// body compresses a picture until it is small enough.
func (p *packer) body(pic *image.Paletted) (body []byte, err error) {
	for _, s := range packings {
		if s.colours < len(pic.Palette) {
			fewer(pic, s.colours)
		}
		if body, err = p.pack(pic, s.level); err != nil {
			return nil, err
		}
		if pic.Rect.Dx() > smallWide || len(body) <= smallFile {
			break
		}
	}
	return body, nil
}

// writePNG writes a picture of at most 256 colours as a PNG file.
func (p *packer) writePNG(w io.Writer, pic *image.Paletted) error {
	var out bytes.Buffer
	out.WriteString("\x89PNG\r\n\x1a\n")
	width, height := pic.Rect.Dx(), pic.Rect.Dy()
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	chunk(&out, "IHDR", append(head, 8, 3, 0, 0, 0)) // 8 bits, palette
	var colours []byte
	for _, c := range pic.Palette {
		r, g, b, _ := c.RGBA()
		colours = append(colours, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	chunk(&out, "PLTE", colours)
	body, err := p.body(pic)
	if err != nil {
		return fmt.Errorf("render: pack picture: %w", err)
	}
	chunk(&out, "IDAT", body)
	chunk(&out, "IEND", nil)
	if _, err := w.Write(out.Bytes()); err != nil {
		return fmt.Errorf("render: write picture: %w", err)
	}
	return nil
}

func chunk(out *bytes.Buffer, kind string, data []byte) {
	out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
	sum := crc32.NewIEEE()
	for _, b := range [][]byte{[]byte(kind), data} {
		out.Write(b)
		sum.Write(b)
	}
	out.Write(binary.BigEndian.AppendUint32(nil, sum.Sum32()))
}
