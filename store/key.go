package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	bolt "go.etcd.io/bbolt"
)

// key joins the parts of a key: a text ends with a zero byte, numbers are
// big-endian.
func key(parts ...any) []byte {
	var k []byte
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			k = append(append(k, p...), 0)
		case uint32:
			k = binary.BigEndian.AppendUint32(k, p)
		case uint64:
			k = binary.BigEndian.AppendUint64(k, p)
		default:
			panic(fmt.Sprintf("store: a key cannot hold %T", p))
		}
	}
	return k
}

// splitKey splits the first text off a key.
func splitKey(k []byte) (text string, rest []byte) {
	before, after, _ := bytes.Cut(k, []byte{0})
	return string(before), after
}

// number is a number as a value.
func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// checkText refuses texts that cannot be part of a key.
func checkText(what, text string) error {
	if text == "" || len(text) > 1024 || strings.ContainsRune(text, 0) {
		return fmt.Errorf("store: %s %q: want 1 to 1024 bytes without a zero byte", what, text)
	}
	return nil
}

// scan calls do with each key and value under a prefix; the prefix is cut off.
func scan(b *bolt.Bucket, prefix []byte, do func(rest, v []byte) error) error {
	c := b.Cursor()
	for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if err := do(k[len(prefix):], v); err != nil {
			return err
		}
	}
	return nil
}

// sweep deletes every key under a prefix, after do has seen it.
func sweep(b *bolt.Bucket, prefix []byte, do func(rest, v []byte) error) error {
	var keys [][]byte
	err := scan(b, prefix, func(rest, v []byte) error {
		keys = append(keys, append(bytes.Clone(prefix), rest...))
		if do == nil {
			return nil
		}
		return do(rest, v)
	})
	for _, k := range keys {
		if err == nil {
			err = b.Delete(k)
		}
	}
	return err
}
