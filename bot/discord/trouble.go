package discord

import "sync"

// Trouble is what keeps posts from a place.
type Trouble int

// The troubles. The zero Trouble is none.
const (
	// Refused: the bot may not see the channel, or may not write or attach files
	// there.
	Refused Trouble = iota + 1
	// Gone: there is no such channel any more. The match can be moved.
	Gone
	// Unreachable: Discord does not answer, or what is to be posted cannot be made.
	// It is tried again.
	Unreachable
)

// Troubles are the places to which nothing can be posted. The zero value has
// none. It may be used from many goroutines.
type Troubles struct {
	mu   sync.Mutex
	with map[string]Trouble
}

// Of is the trouble with a place.
func (t *Troubles) Of(place string) Trouble {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.with[place]
}

func (t *Troubles) set(place string, what Trouble) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if what == 0 {
		delete(t.with, place)
		return
	}
	if t.with == nil {
		t.with = map[string]Trouble{}
	}
	t.with[place] = what
}

// troubleOf is what an error of a post means.
func troubleOf(err error) Trouble {
	switch {
	case err == nil:
		return 0
	case refusedFor(err, codeUnknownChannel, codeUnknownGuild):
		return Gone
	case refusedFor(err, codeNoAccess, codeNoPermission):
		return Refused
	}
	return Unreachable
}
