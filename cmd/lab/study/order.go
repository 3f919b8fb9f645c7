package study

import (
	"context"
	"iter"
	"sync"
)

// InOrder does n things with as many workers as are wanted, and hands them over in their
// order: so that what comes out is the same for any number of them. It ends with the first
// that went wrong, or that was not finished as the context ended.
func InOrder[T any](ctx context.Context, n, workers int, do func(ctx context.Context, i int) (T, error)) iter.Seq2[T, error] {
	type done struct {
		value T
		err   error
	}
	return func(yield func(T, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		var wait sync.WaitGroup
		defer wait.Wait()
		defer stop()
		next := make(chan int)
		results := make([]chan done, n)
		for i := range results {
			results[i] = make(chan done, 1)
		}
		for range min(workers, n) {
			wait.Go(func() {
				for i := range next {
					value, err := do(ctx, i)
					results[i] <- done{value, err}
				}
			})
		}
		wait.Go(func() {
			defer close(next)
			for i := range n {
				select {
				case next <- i:
				case <-ctx.Done():
					results[i] <- done{err: ctx.Err()}
					return
				}
			}
		})
		for _, result := range results {
			d := <-result
			if !yield(d.value, d.err) || d.err != nil {
				return
			}
		}
	}
}
