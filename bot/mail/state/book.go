package state

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// Store keeps bodies by their names: package store does.
type Store interface {
	Read(ctx context.Context, names ...string) ([][]byte, error)
	// After lists what is kept under names that begin with a text and come after one ("": all of them), in
	// their order and without that beginning; at most so many, 0: all.
	After(ctx context.Context, prefix, after string, most int) (names []string, bodies [][]byte, err error)
	// Keep stores bodies by name in one transaction, those of an account with its owner.
	Keep(ctx context.Context, bodies map[string][]byte, owners map[string]string) error
}

// Book is all that is kept.
type Book struct {
	changing *semaphore.Weighted // of one: see Change

	Store  Store
	Now    func() time.Time
	Random io.Reader // of names that nobody can guess
	Log    *slog.Logger
	// Stirred says that something new waits to be sent.
	Stirred atomic.Bool
}

// NewBook makes a book.
func NewBook(store Store, now func() time.Time, random io.Reader, log *slog.Logger) *Book {
	return &Book{changing: semaphore.NewWeighted(1), Store: store, Now: now, Random: random, Log: log}
}

// Change stores what a function changes, one after the other, unless it returns an error. It waits until ctx ends.
func (b *Book) Change(ctx context.Context, change func(e *Edit) error) error {
	if err := b.changing.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("mail: wait for the book: %w", err)
	}
	defer b.changing.Release(1)
	e := b.Edit(ctx)
	if err := change(e); err != nil {
		return err
	}
	return e.Store()
}

// TokenLetters is how many letters a token has: 120 bits.
const TokenLetters = 24

// letters are those of tokens and codes: digits and small letters, none of which looks like another.
var letters = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// Draw is a name that nobody can guess, of a number of letters.
func (b *Book) Draw(n int) (string, error) {
	octets := make([]byte, n)
	if _, err := io.ReadFull(b.Random, octets); err != nil {
		return "", errors.Join(errors.New("mail: no random numbers"), err)
	}
	return letters.EncodeToString(octets)[:n], nil
}

// Prefix begins the accounts of people who play by mail alone.
const Prefix = "mail:"

// DrawAccount is an account for somebody who plays by mail alone.
func (b *Book) DrawAccount() (string, error) {
	id, err := b.Draw(16)
	return Prefix + id, err
}

// DrawCode is a code that nobody can guess.
func (b *Book) DrawCode() (string, error) {
	code, err := b.Draw(10)
	if err != nil {
		return "", err
	}
	return code[:5] + "-" + code[5:], nil
}
