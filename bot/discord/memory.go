package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// remembered is what is kept of a person beside the matches that he plays, over a
// restart and until he has it erased.
type remembered struct {
	Refusal *refusal `json:"refusal,omitempty"` // the last; nil: none
	Looked  []looked `json:"looked,omitempty"`  // one for a match, the latest last
	// Standing is the standing order that he is putting together; nil: none.
	Standing *rehearsed `json:"standing,omitempty"`
	Language string     `json:"language,omitempty"` // that he uses Discord in
}

// refusal is what somebody was refused.
type refusal struct {
	Match match.ID   `json:"match,omitempty"`
	Rule  string     `json:"rule,omitempty"` // the paragraph that refuses
	Said  engine.Msg `json:"said"`
}

// looked is how far somebody has looked at what changed in a match.
type looked struct {
	Match  match.ID `json:"match"`
	At     int      `json:"at"`     // the last decision that he was shown
	Before int      `json:"before"` // that of the time before
}

// manyLooked is of how many matches it is kept how far somebody has looked.
const manyLooked = 50

// memories are the memories of all, in the notes.
type memories struct {
	mu    sync.Mutex
	notes wire.Notes
}

func memoryOf(account string) string { return "person " + account }

// of is what is kept of a person.
func (s *memories) of(account string) (m remembered, err error) {
	text, err := s.notes.Note(memoryOf(account))
	if err == nil && text != nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		return m, fmt.Errorf("discord: read what is kept of a person: %w", err)
	}
	return m, nil
}

// change changes what is kept of a person.
func (s *memories) change(account string, change func(m *remembered)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.of(account)
	if err != nil {
		return err
	}
	change(&m)
	text, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("discord: keep something of a person: %w", err)
	}
	return s.notes.PutNote(memoryOf(account), text)
}

// forget drops what is kept of a person.
func (s *memories) forget(account string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notes.PutNote(memoryOf(account), nil)
}

// remember keeps what who called was refused, for /why. Where that fails, the
// refusal itself is told all the same.
func remember(c *call, err error) {
	r := &refusal{Match: c.match, Said: referee.Explain(err)}
	var illegal *engine.Illegal
	if errors.As(err, &illegal) {
		r.Rule = illegal.Rule
	}
	if err := c.memories.change(c.account, func(m *remembered) { m.Refusal = r }); err != nil {
		c.Log.Error("refusal not kept", "error", err)
	}
}

// looked is how far a match was looked at; the zero looked where it was not.
func (m remembered) looked(id match.ID) looked {
	for _, l := range m.Looked {
		if l.Match == id {
			return l
		}
	}
	return looked{}
}

// look notes that a match is looked at.
func (m *remembered) look(id match.ID, since, at int) {
	m.Looked = slices.DeleteFunc(m.Looked, func(l looked) bool { return l.Match == id })
	m.Looked = append(m.Looked, looked{Match: id, At: at, Before: since})
	m.Looked = m.Looked[max(0, len(m.Looked)-manyLooked):]
}
