package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"

	"referee/engine/chain"
	"referee/engine/match"
)

// Pack compresses the record of a match that is over. It deletes drafts, and the keys of commands,
// which by then nobody repeats. A packed match reads as before, and is unpacked automatically if it
// continues. It waits for other writers until ctx ends: its error then wraps that of ctx, and the
// match is as it was.
func (s *Store) Pack(ctx context.Context, id match.ID) error {
	entries, err := s.Load(ctx, id)
	if err == nil {
		err = s.pack(ctx, id, entries)
	}
	if err != nil {
		return fmt.Errorf("store: pack match %s: %w", id, err)
	}
	return nil
}

// PackFinished packs the matches that are over and whose last decision was before a
// moment (Unix time in milliseconds), except those with a deadline and those that wait
// for judges. It returns how many it has packed, and how many are over and are not
// packed yet: also if ctx ends meanwhile, when its error wraps that of ctx.
func (s *Store) PackFinished(ctx context.Context, before int64) (packed, left int, err error) {
	var list []match.ID
	err = s.view(ctx, func(tx *bolt.Tx) error {
		return matches.each(tx, func(id string, c match.Summary) error {
			if c.Over && tx.Bucket(bucketPacked).Get([]byte(id)) == nil {
				list = append(list, c.ID)
			}
			return nil
		})
	})
	var errs []error
	for i, id := range list {
		if err := ctx.Err(); err != nil {
			errs, left = append(errs, err), left+len(list)-i
			break
		}
		done, err := s.packFinished(ctx, id, before)
		if err != nil {
			errs = append(errs, fmt.Errorf("store: pack match %s: %w", id, err))
		}
		if done {
			packed++
		} else {
			left++
		}
	}
	return packed, left, errors.Join(append(errs, err)...)
}

// packFinished packs a match that is over, unless there is a reason not to.
func (s *Store) packFinished(ctx context.Context, id match.ID, before int64) (bool, error) {
	entries, err := s.Load(ctx, id)
	if err != nil || entries[len(entries)-1].Decision.At >= before || appealed(entries) {
		return false, err
	}
	due := false
	err = s.view(ctx, func(tx *bolt.Tx) error {
		return scan(tx.Bucket(bucketDeadlines), key(string(id)), func(_, _ []byte) error {
			due = true
			return nil
		})
	})
	if err != nil || due {
		return false, err
	}
	err = s.pack(ctx, id, entries)
	if errors.Is(err, match.ErrConflict) {
		return false, nil // it continues
	}
	return err == nil, err
}

// appealed reports whether a match waits for judges.
func appealed(entries []*match.Entry) bool {
	for _, e := range slices.Backward(entries) {
		switch a := e.Decision.Act.(type) {
		case match.ActRuling:
			return false
		case match.ActAppeal:
			if a.From > 0 {
				return true
			}
		}
	}
	return false
}

// pack replaces the entries by a compressed record. Compression is done before, so that
// commits wait only for the write. It returns match.ErrConflict where the match has
// other entries by now.
func (s *Store) pack(ctx context.Context, id match.ID, entries []*match.Entry) error {
	packed, err := packAll(entries)
	if err != nil {
		return err
	}
	return s.update(ctx, func(tx *bolt.Tx) error {
		if c, err := summaryOf(tx, id); err != nil || c.Seq != len(entries) {
			return errors.Join(err, match.ErrConflict)
		}
		if tx.Bucket(bucketPacked).Get([]byte(id)) != nil {
			return nil
		}
		return errors.Join(tx.Bucket(bucketPacked).Put([]byte(id), packed),
			sweep(tx.Bucket(bucketEntries), key(string(id)), nil),
			sweep(tx.Bucket(bucketDrafts), key(string(id)), nil), forgetKeys(tx, id))
	})
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
func unpackAll(dec *zstd.Decoder, packed []byte) ([]chain.Raw, error) {
	plain, err := dec.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("%w (a packed match: %w)", ErrDamaged, err)
	}
	var out []chain.Raw
	var head chain.Head
	for len(plain) > 0 {
		var r chain.Raw
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
func marshal(r chain.Raw) []byte {
	v := make([]byte, 0, len(r.Head)+len(r.Line)+len(r.Secret)+8)
	v = append(v, r.Head[:]...)
	return appendBytes(appendBytes(v, r.Line), r.Secret)
}

// unmarshal reads an entry, and copies it.
func unmarshal(v []byte) (r chain.Raw, err error) {
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

var errShort = errors.New("it ends too early")

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
