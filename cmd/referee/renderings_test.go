package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// rendered is renderings that take two seconds each, which goroutines of a bubble wait for.
type rendered struct {
	*renderings
	begun []string // the keys
}

// ask asks for a page as a request from an address.
func (r *rendered) ask(ctx context.Context, address, key string) ([]byte, error) {
	return r.page(ctx, address, key, func(w io.Writer) error {
		r.begun = append(r.begun, key)
		for range 20 {
			time.Sleep(100 * time.Millisecond)
			if _, err := io.WriteString(w, "."); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestAbandonedRenderingsDoNotBlockPages: an address asks for pages that are not made, five a second, and gives each up after half a second: who asks for
// a page meanwhile, and after, has it within the time of two.
func TestAbandonedRenderingsDoNotBlockPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rendered{renderings: newRenderings()}
		flood, end := context.WithCancel(t.Context())
		go func() {
			for i := 0; flood.Err() == nil; i++ {
				go func() {
					ctx, done := context.WithTimeout(flood, 500*time.Millisecond)
					defer done()
					_, _ = r.ask(ctx, "flood", fmt.Sprint("flood ", i%15))
				}()
				time.Sleep(200 * time.Millisecond)
			}
		}()
		time.Sleep(20 * time.Second)
		for i := range 3 {
			began := time.Now()
			text, err := r.ask(t.Context(), "somebody", fmt.Sprint("page ", i))
			if took := time.Since(began); err != nil || len(text) != 20 || took > 4*time.Second {
				t.Errorf("page %d: %d bytes after %s, %v", i, len(text), took, err)
			}
		}
		end()
		time.Sleep(3 * time.Second)
		if len(r.wanted) != 0 || r.all != 0 || len(r.own) != 0 {
			t.Errorf("%d pages are wanted by %d requests from %v", len(r.wanted), r.all, r.own)
		}
	})
}

// TestAPageIsMadeOnce: for all who wait for it, and what is asked for again and again stays.
func TestAPageIsMadeOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rendered{renderings: newRenderings()}
		for i := range 100 {
			go func() {
				if text, err := r.ask(t.Context(), fmt.Sprint(i), "page"); err != nil || len(text) != 20 {
					t.Errorf("request %d: %d bytes, %v", i, len(text), err)
				}
			}()
		}
		time.Sleep(3 * time.Second)
		if !slices.Equal(r.begun, []string{"page"}) {
			t.Errorf("made were %q", r.begun)
		}
		for i := range 2 * mostMade {
			for _, key := range []string{fmt.Sprint("other ", i), "page"} {
				if _, err := r.ask(t.Context(), "somebody", key); err != nil {
					t.Fatal(err)
				}
			}
		}
		if n := len(r.begun); n != 1+2*mostMade || len(r.made) != mostMade {
			t.Errorf("%d pages were made, %d are kept", n, len(r.made))
		}
	})
}

// TestSoManyWaitForPages: who would be one too many is told so at once, who gives up is replaced by another, and a page that cannot be
// made is an error of those who wait for it.
func TestSoManyWaitForPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rendered{renderings: newRenderings()}
		ctx, leave := context.WithCancel(t.Context())
		waits := func(address, key string) {
			go func() { _, _ = r.ask(ctx, address, key) }()
			synctest.Wait()
		}
		refused := func(why, address, key string) {
			t.Helper()
			if _, err := r.ask(t.Context(), address, key); !errors.Is(err, errBusy) {
				t.Errorf("%s: %v", why, err)
			}
		}
		for range mostOwn {
			waits("a", "page")
		}
		refused("an address waits as often as it may", "a", "page")
		for i := range mostMaking - 1 {
			waits(fmt.Sprint(i), fmt.Sprint("page ", i))
		}
		refused("as many pages are waited for as may be", "b", "another")
		for i := range mostWaiting - r.all {
			waits(fmt.Sprint("many ", i), "page")
		}
		refused("as many wait as may", "b", "page")
		leave()
		synctest.Wait()
		if text, err := r.ask(t.Context(), "b", "another"); err != nil || len(text) != 20 || slices.Contains(r.begun, "page 0") {
			t.Errorf("after all have left: %d bytes, %v, made were %q", len(text), err, r.begun)
		}
		if _, err := r.page(t.Context(), "b", "wrong", func(io.Writer) error { panic("wrong") }); err == nil {
			t.Error("a page that cannot be made is there")
		}
		if _, err := r.ask(t.Context(), "b", "last"); err != nil {
			t.Errorf("after one that cannot be made: %v", err)
		}
	})
}
