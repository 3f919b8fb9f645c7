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

// packing is how hard a picture is packed: a little slower than the fastest,
// and an eighth smaller.
const packing = 6

// writePNG writes a picture of at most 256 colours as a PNG file.
func writePNG(w io.Writer, pic *image.Paletted) error {
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
	var body bytes.Buffer
	z, err := zlib.NewWriterLevel(&body, packing)
	if err != nil {
		return fmt.Errorf("render: pack picture: %w", err)
	}
	row := make([]byte, 1+width) // a row begins with its filter: none
	for y := range height {
		copy(row[1:], pic.Pix[y*pic.Stride:])
		if _, err := z.Write(row); err != nil {
			return fmt.Errorf("render: pack picture: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("render: pack picture: %w", err)
	}
	chunk(&out, "IDAT", body.Bytes())
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
