package table

import (
	"context"
	"io"
	"strings"
	"time"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine/match"
)

// Wrap is wrap.
func Wrap(text string, width int) string { return wrap(text, width) }

// Completions lists what the tabulator proposes at the end of what is typed at a
// table, on which some orders were tried before.
func Completions(c Config, typed string, tried ...string) ([]string, error) {
	t := &Session{Config: c, ctx: context.Background(), printer: printer{lang: c.Lang, wordsOf: map[string]*locale.Words{}, out: io.Discard}}
	if err := t.sit(); err != nil {
		return nil, err
	}
	for _, order := range tried {
		if err := try(t.request(t.ctx), strings.Fields(order)); err != nil {
			return nil, err
		}
	}
	return completions(t.request(t.ctx), typed), nil
}

// Seated is a table at which lines are typed, one after the other.
type Seated struct {
	*Session
	said strings.Builder
}

// Sit opens a table.
func Sit(c Config) (*Seated, error) {
	t := &Seated{}
	c.Out = &t.said
	t.Session = &Session{Config: c, ctx: context.Background(), printer: printer{lang: c.Lang, wordsOf: map[string]*locale.Words{}}}
	t.sink = &output{to: &t.said, plate: &t.said}
	t.out = t.sink
	t.think = func(id match.ID) (referee.Reply, bool, error) { return t.Referee.Programs.Think(t.ctx, id) }
	t.adopts, t.lines = t.Seat, &plain{quiet: true}
	t.Long = func() <-chan time.Time { return nil }
	return t, t.sit()
}

// Type types a line. It returns what is said then, and whether that is a refusal.
func (t *Seated) Type(line string) (said string, refused bool) {
	t.said.Reset()
	t.refused = nil
	t.obey(line)
	return t.said.String(), t.refused != nil
}
