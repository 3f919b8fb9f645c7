package command

import (
	"context"
	"errors"
	"slices"

	"referee/bot/discord/wire"
	"referee/bot/notebook"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// Remembered is what is kept of a person beside the matches that they play, over a
// restart and until they have it erased.
type Remembered struct {
	Refusal *refusal `json:"refusal,omitempty"` // the last; nil: none
	Looked  []looked `json:"looked,omitempty"`  // one for a match, the latest last
	// Standing is the standing order that they are putting together; nil: none.
	Standing *Rehearsed `json:"standing,omitempty"`
	Language string     `json:"language,omitempty"` // that they use Discord in
	// Opened are matches that they have opened; some may be over.
	Opened []match.ID `json:"opened,omitempty"`
	// Direct is the match that they began last in their direct messages; "": none.
	Direct match.ID `json:"direct,omitempty"`
	// Opening is what they have chosen for a match while they are asked whether it is to be opened; nil: they are not.
	Opening *Chosen `json:"opening,omitempty"`
	// Steps are where they go on with the courses of games.
	Steps map[string]int `json:"steps,omitempty"`
}

// Chosen is what somebody has chosen for a match, and how their opponent is called.
type Chosen struct {
	Options  map[string]string `json:"options"`
	Opponent string            `json:"opponent"`
}

// refusal is what somebody was refused.
type refusal struct {
	Match match.ID   `json:"match,omitempty"`
	Game  string     `json:"game,omitempty"` // of which a match was to be opened; "": none was
	Rule  string     `json:"rule,omitempty"` // the paragraph that refuses
	Said  engine.Msg `json:"said"`
}

// looked is how far somebody has looked at what changed in a match.
type looked struct {
	Match  match.ID `json:"match"`
	Seq    int      `json:"at"`     // the last decision that they were shown
	Before int      `json:"before"` // that of the time before
}

// manyLooked is of how many matches it is kept how far somebody has looked.
const manyLooked = 50

// Memories are the memories of all, in the notes.
type Memories struct {
	changing *Lock
	notes    wire.Notes
}

func memoryOf(account string) string { return "person " + account }

// Of is what is kept of a person.
func (s *Memories) Of(ctx context.Context, account string) (m Remembered, err error) {
	return notebook.Read[Remembered](ctx, s.notes, memoryOf(account))
}

// Change changes what is kept of a person.
func (s *Memories) Change(ctx context.Context, account string, change func(m *Remembered)) error {
	release, err := s.changing.Hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	m, err := s.Of(ctx, account)
	if err != nil {
		return err
	}
	change(&m)
	return notebook.Write(ctx, s.notes, memoryOf(account), m)
}

// Forget drops what is kept of a person.
func (s *Memories) Forget(ctx context.Context, account string) error {
	release, err := s.changing.Hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	return errors.Join(s.notes.PutNote(ctx, memoryOf(account), nil), wire.ForgetDMs(ctx, s.notes, account))
}

// Forget drops what the notes hold of a person while no bot runs: what is kept of them, and where they are a judge by name.
func Forget(ctx context.Context, notes wire.Notes, account string) error {
	known, err := readServers(ctx, notes)
	if err != nil {
		return err
	}
	memories, servers := Memories{changing: NewLock(), notes: notes}, Servers{changing: NewLock(), notes: notes, known: known}
	return errors.Join(memories.Forget(ctx, account), servers.ForgetJudge(ctx, account))
}

// Remember keeps what the author was refused, for /why. Where that fails, the
// refusal itself is told all the same.
func Remember(q *Request, err error) {
	r := &refusal{Match: q.Match, Game: q.opens, Said: referee.Explain(err)}
	var illegal *engine.Illegal
	if errors.As(err, &illegal) {
		r.Rule = illegal.Rule
	}
	if err := q.Memories.Change(q.ctx, q.Account, func(m *Remembered) { m.Refusal = r }); err != nil {
		q.Log.Error("refusal not kept", "error", err)
	}
}

// LookedAt is how far a match was looked at; the zero looked where it was not.
func (m Remembered) LookedAt(id match.ID) looked {
	for _, l := range m.Looked {
		if l.Match == id {
			return l
		}
	}
	return looked{}
}

// Look notes that a match is looked at.
func (m *Remembered) Look(id match.ID, since, at int) {
	m.Looked = slices.DeleteFunc(m.Looked, func(l looked) bool { return l.Match == id })
	m.Looked = append(m.Looked, looked{Match: id, Seq: at, Before: since})
	m.Looked = m.Looked[max(0, len(m.Looked)-manyLooked):]
}

// GuildOf is the note that holds in which server a place is: a link needs it.
func GuildOf(place string) string { return "guild " + place }

// Memos are what people note for themselves on matches.
type Memos interface {
	// PutMemo keeps what an account notes; nobody else sees it. An empty text forgets
	// it. It returns match.ErrUnknown.
	PutMemo(ctx context.Context, account string, id match.ID, text string) error
	Memo(ctx context.Context, account string, id match.ID) (string, error)
}

// Rehearsed is a standing order that somebody is putting together. Nothing is
// armed yet, and nobody else sees it.
type Rehearsed struct {
	Match match.ID `json:"match"`
	Text  string   `json:"text"` // as it is typed, with how long it is valid
}
