package program

import (
	"fmt"
	"slices"
	"sync"
	"testing"
)

// stage takes the place of a test for the stand-in: it collects complaints.
type stage struct {
	testing.TB // nil: the stand-in uses only the methods below
	dir        string
	mu         sync.Mutex
	faults     []string
	ends       []func()
}

// Stage takes the place of a test for the stand-in, with a directory for what that keeps in
// files. end ends the stand-in, and returns what it complained of.
func Stage(dir string) (t testing.TB, end func() (faults []string)) {
	s := &stage{dir: dir}
	return s, s.close
}

// The methods of a test that the stand-in uses. Fatal and Fatalf panic: neither the stand-in
// nor a user can go on.
func (s *stage) Helper() {}

func (s *stage) Errorf(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

func (s *stage) Fatal(args ...any)                 { panic(fmt.Sprint(args...)) }
func (s *stage) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func (s *stage) Failed() bool        { return false }
func (s *stage) Logf(string, ...any) {}
func (s *stage) TempDir() string     { return s.dir }
func (s *stage) Cleanup(end func())  { s.ends = append(s.ends, end) }

func (s *stage) close() []string {
	for _, end := range slices.Backward(s.ends) {
		end()
	}
	return s.faults
}
