package command

import (
	"context"
	"fmt"

	"golang.org/x/sync/semaphore"
)

// Lock is a mutex for which nobody waits longer than their context lasts: it is held while something is at the disk.
type Lock struct{ held *semaphore.Weighted }

// NewLock returns a lock that nobody holds.
func NewLock() *Lock { return &Lock{semaphore.NewWeighted(1)} }

// Hold waits for the lock until ctx ends. Without an error the caller must release it.
func (l *Lock) Hold(ctx context.Context) (release func(), err error) {
	if err := l.held.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("discord: wait for another command: %w", err)
	}
	return func() { l.held.Release(1) }, nil
}
