package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// Pack makes the record of a match small: for matches that are over. It forgets
// drafts, and the keys of commands, which by then nobody repeats. A packed match
// reads as before, and unpacks by itself if it goes on.
func (s *Store) Pack(id match.ID) error {
	err := s.update(func(tx *bolt.Tx) error {
		if tx.Bucket(bucketPacked).Get([]byte(id)) != nil {
			return nil
		}
		entries, err := s.load(tx, id)
		if err != nil {
			return err
		}
		packed, err := packAll(entries)
		if err != nil {
			return err
		}
		if err := tx.Bucket(bucketPacked).Put([]byte(id), packed); err != nil {
			return err
		}
		if err := sweep(tx.Bucket(bucketEntries), key(string(id)), nil); err != nil {
			return err
		}
		if err := sweep(tx.Bucket(bucketDrafts), key(string(id)), nil); err != nil {
			return err
		}
		return sweep(tx.Bucket(bucketMatchKeys), key(string(id)), func(k, _ []byte) error {
			return tx.Bucket(bucketKeys).Delete(k)
		})
	})
	if err != nil {
		return fmt.Errorf("store: pack match %s: %w", id, err)
	}
	return nil
}

// unpackEntries undoes Pack within a transaction.
func unpackEntries(tx *bolt.Tx, id match.ID) error {
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer dec.Close()
	raw, err := unpackAll(dec, tx.Bucket(bucketPacked).Get([]byte(id)))
	if err != nil {
		return err
	}
	for i, r := range raw {
		if err := tx.Bucket(bucketEntries).Put(key(string(id), uint32(i+1)), marshal(r)); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketPacked).Delete([]byte(id))
}

// packAll compresses a record. Heads are left out: lines give them.
func packAll(entries []*match.Entry) ([]byte, error) {
	var plain []byte
	for _, e := range entries {
		plain = appendBytes(plain, e.Line)
		plain = appendBytes(plain, e.Secret)
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		return nil, err
	}
	return enc.EncodeAll(plain, nil), enc.Close()
}

// unpackAll undoes packAll.
func unpackAll(dec *zstd.Decoder, packed []byte) ([]match.Raw, error) {
	plain, err := dec.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("%w (a packed match: %w)", ErrDamaged, err)
	}
	var out []match.Raw
	var head match.Head
	for len(plain) > 0 {
		var r match.Raw
		if r.Line, plain, err = takeBytes(plain); err != nil {
			return nil, err
		}
		if r.Secret, plain, err = takeBytes(plain); err != nil {
			return nil, err
		}
		head = head.Next(r.Line)
		r.Head = head
		out = append(out, r)
	}
	return out, nil
}

// marshal is an entry as a value: head, line, secret.
func marshal(r match.Raw) []byte {
	v := make([]byte, 0, len(r.Head)+len(r.Line)+len(r.Secret)+8)
	v = append(v, r.Head[:]...)
	return appendBytes(appendBytes(v, r.Line), r.Secret)
}

// unmarshal reads an entry, and copies it.
func unmarshal(v []byte) (r match.Raw, err error) {
	if len(v) < len(r.Head) {
		return r, fmt.Errorf("%w (an entry of %d bytes)", ErrDamaged, len(v))
	}
	v = bytes.Clone(v)
	v = v[copy(r.Head[:], v):]
	if r.Line, v, err = takeBytes(v); err != nil {
		return r, err
	}
	if r.Secret, v, err = takeBytes(v); err == nil && len(v) > 0 {
		err = fmt.Errorf("%w (an entry with %d bytes too many)", ErrDamaged, len(v))
	}
	return r, err
}

// appendBytes adds bytes with their length; nothing is length 0.
func appendBytes(to, b []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(b))), b...)
}

var errShort = errors.New("it stops short")

// takeBytes takes what appendBytes added; nil for length 0.
func takeBytes(from []byte) (b, rest []byte, err error) {
	n, size := binary.Uvarint(from)
	if size <= 0 || n > uint64(len(from)-size) {
		return nil, nil, fmt.Errorf("%w (an entry: %w)", ErrDamaged, errShort)
	}
	from = from[size:]
	if n == 0 {
		return nil, from, nil
	}
	return from[:n:n], from[n:], nil
}
