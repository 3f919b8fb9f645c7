package incoming

import (
	"bytes"
	"errors"
	"io"

	"github.com/emersion/go-message"
)

// signed reads a mail that stands within the data that sign it (S/MIME, RFC 8551): what it
// says is read, and its signature is not looked at. Where it cannot be found there, the mail
// has a doubt.
func (r *reader) signed(path []int, body io.Reader) error {
	data, err := r.readText(body)
	if err != nil {
		return err
	}
	content, ok := signedContent(data)
	if !ok {
		r.doubt(Wrapped)
		return nil
	}
	in := repaired(bytes.NewReader(content), r.limits.Header)
	e, _ := message.ReadWithOptions(in, &message.ReadOptions{MaxHeaderBytes: -1})
	if e == nil {
		r.doubt(Wrapped)
		return nil
	}
	err = e.Walk(func(inner []int, part *message.Entity, _ error) error {
		return r.part(append(append(path[:len(path):len(path)], 0), inner...), part)
	})
	var refusal *Refusal
	switch {
	case errors.As(err, &refusal):
		return err
	case err != nil, in.unsure:
		r.doubt(Broken)
	}
	return nil
}

// The tags of ASN.1 that lead to what was signed (RFC 5652), and the two types on the way.
const (
	octetString = 0x04
	objectID    = 0x06
	sequence    = 0x30
	setOf       = 0x31
	integer     = 0x02
	explicit    = 0xa0 // [0]
	constructed = 0x20
)

var (
	signedData = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2}
	plainData  = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1}
)

// signedContent is what CMS data of the type SignedData sign, in BER: programs write it
// without knowing how long it will be.
func signedContent(data []byte) ([]byte, bool) {
	at := ber{data: data, ok: true}
	at = at.in(sequence)
	if kind := at.skip(objectID); !bytes.Equal(kind, signedData) {
		return nil, false
	}
	at = at.in(explicit).in(sequence)
	at.skip(integer)
	at.skip(setOf)
	at = at.in(sequence)
	if kind := at.skip(objectID); !bytes.Equal(kind, plainData) {
		return nil, false
	}
	at = at.in(explicit)
	var out []byte
	ok := at.ok && at.octets(&out, 0)
	return out, ok
}

// ber are elements of ASN.1 one after the other, as far as they could be read.
type ber struct {
	data []byte
	ok   bool
}

// in is what the next element holds, which must be of a tag.
func (b ber) in(tag byte) ber { return ber{data: b.skip(tag), ok: b.ok} }

// skip goes past the next element, which must be of a tag, and gives what it holds.
func (b *ber) skip(tag byte) []byte {
	is, held, rest, ok := asn1(b.data, 0)
	b.ok = b.ok && ok && is == tag
	if !b.ok {
		return nil
	}
	b.data = rest
	return held
}

// octets appends a string of octets, which may be in parts.
func (b *ber) octets(out *[]byte, depth int) bool {
	tag, held, rest, ok := asn1(b.data, depth)
	b.data = rest
	switch {
	case !ok:
		return false
	case tag == octetString:
		*out = append(*out, held...)
		return true
	case tag != octetString|constructed:
		return false
	}
	for inner := (ber{data: held}); len(inner.data) > 0; {
		if !inner.octets(out, depth+1) {
			return false
		}
	}
	return true
}

// mostLevels is how deep elements may be nested.
const mostLevels = 12

// asn1 reads one element: its tag, what it holds, and what follows it.
func asn1(data []byte, depth int) (tag byte, held, rest []byte, ok bool) {
	if len(data) < 2 || depth > mostLevels || data[0]&0x1f == 0x1f {
		return 0, nil, nil, false
	}
	tag, size, data := data[0], int(data[1]), data[2:]
	switch {
	case size == 0x80: // its end is marked
		for rest = data; ; {
			if len(rest) >= 2 && rest[0] == 0 && rest[1] == 0 {
				return tag, data[:len(data)-len(rest)], rest[2:], tag&constructed != 0
			}
			if _, _, rest, ok = asn1(rest, depth+1); !ok {
				return 0, nil, nil, false
			}
		}
	case size > 0x80:
		digits := size & 0x7f
		if digits > 4 || digits > len(data) {
			return 0, nil, nil, false
		}
		size = 0
		for _, d := range data[:digits] {
			size = size<<8 | int(d)
		}
		data = data[digits:]
	}
	if size > len(data) {
		return 0, nil, nil, false
	}
	return tag, data[:size], data[size:], true
}
