package server

import (
	"errors"
	"testing"
)

// TestCheck: what a server may be; nothing is said in the clear to another machine.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		address  string
		security Security
		wants    bool
	}{
		{"imap.example.org:993", TLS, true},
		{"imap.example.org:143", StartTLS, true},
		{"imap.example.org:143", None, false},
		{"127.0.0.1:143", None, true},
		{"[::1]:143", None, true},
		{"localhost:143", None, true},
		{"localhost.example.org:143", None, false},
		{"192.168.1.2:143", None, false},
		{"imap.example.org", TLS, false},
		{"imap.example.org:993", "", false},
	} {
		err := Server{Address: c.address, Security: c.security}.Check()
		if (err == nil) != c.wants {
			t.Errorf("%s with %q: %v", c.address, c.security, err)
		}
		if err != nil && c.security == None && !errors.Is(err, ErrClear) {
			t.Errorf("%s: %v does not say why", c.address, err)
		}
		if err == nil {
			continue // no name is looked up in a test
		}
		if _, err := (Server{Address: c.address, Security: c.security}).Dial(t.Context()); err == nil {
			t.Errorf("%s with %q was connected to", c.address, c.security)
		}
	}
}
