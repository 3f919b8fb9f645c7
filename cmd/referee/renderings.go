package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"
)

// Bounds of renderings.
const (
	// mostMade is how many pages are kept, of 5 MB at most.
	mostMade = 12
	// mostMaking is how many pages wait to be rendered, at some two seconds each, and mostWaiting how many requests wait for
	// them; mostOwn is how many of those come from one address.
	mostMaking  = 8
	mostWaiting = 256
	mostOwn     = 3 // a page, its picture, and another
)

// errBusy says that too many wait for pages already.
var errBusy = errors.New("too many requests are waiting for pages")

// renderings makes pages, one at a time, and keeps those that were asked for last. A page is made once for everybody who waits for it,
// and not at all once nobody does. It may be used from many goroutines.
type renderings struct {
	turn   chan struct{} // holds one: whoever has it may render
	flight singleflight.Group

	mu     sync.Mutex
	made   []madePage // the one asked for last at the end
	wanted map[string]*waiting
	all    int            // requests that wait
	own    map[string]int // of them, by address
}

// madePage is a page that was made, and what it was made of.
type madePage struct {
	key  string
	text []byte
}

// waiting is those who wait for a page.
type waiting struct {
	n    int
	ctx  context.Context // ends when nobody waits any more
	left context.CancelFunc
}

func newRenderings() *renderings {
	r := &renderings{turn: make(chan struct{}, 1), wanted: map[string]*waiting{}, own: map[string]int{}}
	r.turn <- struct{}{}
	return r
}

// page is what was made under a key, or is made now by write, for a request from an address. It returns errBusy where too many wait,
// and the error of the context where that ends before.
func (r *renderings) page(ctx context.Context, address, key string, write func(w io.Writer) error) ([]byte, error) {
	text, w, err := r.join(address, key)
	if text != nil || err != nil {
		return text, err
	}
	defer r.leave(address, key, w)
	made := r.flight.DoChan(key, func() (any, error) { return r.render(w.ctx, key, write) })
	select {
	case page := <-made:
		text, _ := page.Val.([]byte)
		return text, page.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// render makes a page when it is its turn, unless nobody wants it any more by then.
func (r *renderings) render(wanted context.Context, key string, write func(w io.Writer) error) (text []byte, err error) {
	select {
	case <-r.turn:
	case <-wanted.Done():
		return nil, wanted.Err()
	}
	defer func() {
		if p := recover(); p != nil { // which would end the process, in this goroutine
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		r.turn <- struct{}{}
	}()
	var out bytes.Buffer
	if err := write(&wantedWriter{wanted, &out}); err != nil {
		return nil, err
	}
	r.keep(madePage{key, out.Bytes()})
	return out.Bytes(), nil
}

// join finds a page that is made, or has a request wait for it.
func (r *renderings) join(address, key string) ([]byte, *waiting, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.IndexFunc(r.made, func(m madePage) bool { return m.key == key }); i >= 0 {
		m := r.made[i]
		r.made = append(slices.Delete(r.made, i, i+1), m)
		return m.text, nil, nil
	}
	w := r.wanted[key]
	if r.all >= mostWaiting || r.own[address] >= mostOwn || w == nil && len(r.wanted) >= mostMaking {
		return nil, nil, errBusy
	}
	if w == nil {
		w = &waiting{}
		w.ctx, w.left = context.WithCancel(context.Background())
		r.wanted[key] = w
	}
	w.n++
	r.all++
	r.own[address]++
	return nil, w, nil
}

// leave ends the wait of a request. With the last one the rendering ends; who comes after has another.
func (r *renderings) leave(address, key string, w *waiting) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all--
	if r.own[address]--; r.own[address] == 0 {
		delete(r.own, address)
	}
	if w.n--; w.n == 0 {
		w.left()
		delete(r.wanted, key)
		r.flight.Forget(key)
	}
}

// keep keeps a page, in the place of the one that nobody has asked for longest.
func (r *renderings) keep(m madePage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made = append(r.made[max(0, len(r.made)+1-mostMade):], m)
}

// wantedWriter writes as long as somebody wants what is written.
type wantedWriter struct {
	ctx context.Context
	to  io.Writer
}

func (w *wantedWriter) Write(text []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.to.Write(text)
}
