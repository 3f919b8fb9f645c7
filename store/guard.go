package store

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Bug is a panic in a transaction, an error of the program itself. The transaction was rolled back:
// the file is whole.
type Bug struct {
	ID    string // 8 hex digits
	Panic any
	Stack []byte
}

func (e *Bug) Error() string {
	return fmt.Sprintf("store: fault %s is an error of the program: the file is not damaged, so do not restore a backup. Please report the fault: %v\n%s",
		e.ID, e.Panic, e.Stack)
}

// Number returns the number of the fault.
func (e *Bug) Number() string { return e.ID }

// guard turns panics into errors: those of bbolt, and faults in mapped memory, which come of a damaged page, into ErrDamaged, and
// all others into a *Bug. The transaction has been rolled back by then. The caller defers the function that it returns.
func guard(err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		switch p := recover(); {
		case p == nil:
		case unmapped(p) || ofBolt():
			*err = fmt.Errorf("%w (%v)\n%s", ErrDamaged, p, debug.Stack())
		default:
			id := make([]byte, 4)
			_, _ = rand.Read(id) // it never fails
			*err = &Bug{hex.EncodeToString(id), p, debug.Stack()}
		}
	}
}

// unmapped reports whether a panic is of memory that could not be read: the file is shorter than it says, or the disk fails. A
// nil pointer has no address.
func unmapped(p any) bool {
	_, is := p.(interface{ Addr() uintptr })
	return is
}

// ofBolt reports whether it is bbolt that panics, or what it calls, and not what we do in a transaction of it.
func ofBolt() bool {
	at := make([]uintptr, 64)
	frames := runtime.CallersFrames(at[:runtime.Callers(0, at)])
	panics := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panics = true
		case panics && strings.HasPrefix(f.Function, "go.etcd.io/bbolt"):
			return true
		case panics && strings.HasPrefix(f.Function, "referee/"), !more:
			return false
		}
	}
}
