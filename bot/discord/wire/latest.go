package wire

import "sync"

// latestAnswers remembers which interaction a message shows the answer to, so that a
// picture that comes late does not put back what was there before. What is
// long ago is forgotten.
type latestAnswers struct {
	mu       sync.Mutex
	new, old map[ID]ID // by message
}

// set says that a message is to show the answer to an interaction.
func (t *latestAnswers) set(message, interaction ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.store(message, interaction)
}

// setNew is set for a new message, which somebody may have pressed already.
func (t *latestAnswers) setNew(message, interaction ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of(message) == "" {
		t.store(message, interaction)
	}
}

// isLatest reports whether a message shows nothing newer than the answer to an
// interaction, as far as is known.
func (t *latestAnswers) isLatest(message, interaction ID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.of(message)
	return now == "" || now == interaction
}

// of is the interaction that a message shows the answer to; "" where that is not known.
func (t *latestAnswers) of(message ID) ID {
	if i, ok := t.new[message]; ok {
		return i
	}
	return t.old[message]
}

func (t *latestAnswers) store(message, interaction ID) {
	if message == "" {
		return
	}
	if t.new == nil || len(t.new) >= manySeen {
		t.new, t.old = map[ID]ID{}, t.new
	}
	t.new[message] = interaction
}
