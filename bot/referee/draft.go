package referee

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/match"
)

// Draft is a path half built: no decision yet, seen by its seat alone.
type Draft struct {
	orders.Held
	Node  engine.Node  `json:"node"`  // what may follow
	Ask   engine.Msg   `json:"ask"`   // the question as it stands there
	Lines []engine.Msg `json:"lines"` // what it would lead to so far
	// Warnings are what its elements bring and their labels do not name.
	Warnings []engine.Msg `json:"warnings,omitempty"`
	// Then is the kind of the question that the seat is asked next if it gives the path, which is whole; "": none, or it is not known
	// beforehand.
	Then string `json:"-"`
	// Finish lists the words that make it whole; nil where there are many, or none yet.
	Finish []string `json:"finish,omitempty"`
	// Change is the same to be drawn: Lines, with the ways and marks left.
	Change engine.Answer `json:"-"`
	// pos is the position it would lead to, and view how its seat sees that.
	pos  engine.Position
	view engine.View
}

// kept is a draft as the store keeps it.
type kept struct {
	Prompt engine.PromptID `json:"prompt"`
	Paths  [][]string      `json:"paths"` // the last is the path; those before are for taking back
	Key    string          `json:"key,omitempty"`
	// Asked is the order of which its seat was told what it would do, and that is obeyed
	// if it is given again: the id of its question and its path, after dropping where
	// what it throws away was told and nothing else yet.
	Asked    string `json:"asked,omitempty"`
	AskedKey string `json:"askedkey,omitempty"` // of the command in which it was given
}

// drafts are what the seats of a match have half built.
type drafts struct {
	m      *match.Match
	worked *worked // of m
	orders *orders.Reader
	store  Drafts // nil: they are of a [Practice], and not kept
	bodies map[engine.Seat][]byte
}

// held reads what a seat has half built; the zero kept where that is nothing, or
// belongs to a question that is closed.
func (ds drafts) held(seat engine.Seat) (kept, error) {
	text := ds.bodies[seat]
	if text == nil {
		return kept{}, nil
	}
	var k kept
	if err := json.Unmarshal(text, &k); err != nil {
		return kept{}, fmt.Errorf("referee: read draft: %w", err)
	}
	p, err := ds.m.Position().Prompt(k.Prompt)
	if err != nil || p.Seat != seat || len(k.Paths) == 0 && k.Asked == "" || ds.m.Over() {
		return kept{}, nil
	}
	return k, nil
}

// held is the path of a draft.
func (k kept) held() orders.Held {
	if len(k.Paths) == 0 {
		return orders.Held{}
	}
	return orders.Held{Prompt: k.Prompt, Path: k.Paths[len(k.Paths)-1]}
}

// draft walks what a seat has half built; nil where that is nothing.
func (ds drafts) draft(seat engine.Seat) (*Draft, error) {
	k, err := ds.held(seat)
	if err != nil || len(k.Paths) == 0 {
		return nil, err
	}
	d, err := ds.walk(k.held())
	var illegal *engine.Illegal
	if errors.As(err, &illegal) {
		return nil, nil // kept under rules that a newer program has mended
	}
	return d, err
}

// walk makes the draft of a path, if it was not the last that was made for its question.
func (ds drafts) walk(h orders.Held) (*Draft, error) {
	if d := ds.worked.draft(h); d != nil {
		return d, nil
	}
	pos := ds.m.Position()
	p, err := pos.Prompt(h.Prompt)
	if err != nil {
		return nil, err
	}
	d, err := pos.Draft(h.Prompt, h.Path)
	if err != nil {
		return nil, err
	}
	warnings, err := engine.Warnings(pos, h.Prompt, d.Path)
	if err != nil {
		return nil, err
	}
	seat := engine.Viewer(p.Seat)
	sees := ds.m.VisibleTo(seat)
	events, after, view := d.Events, d.Position, d.Position.View(seat)
	if i := slices.IndexFunc(events, sees.Reveals); i >= 0 {
		events, after, view = events[:i], pos, ds.worked.view(seat) // it is told once the order is given, and not before
	}
	then := ""
	if k := slices.IndexFunc(d.Next, func(q engine.Prompt) bool { return q.Seat == p.Seat }); k >= 0 && !sees.Incomplete() && !ds.m.StandingOrders(p.Seat).Any() {
		then = d.Next[k].Kind
	}
	change := match.PreviewChanges(ds.worked.view(seat), events, view)
	change.Marks = append(change.Marks, d.Node.Marks...)
	out := &Draft{
		Held: orders.Held{Prompt: h.Prompt, Path: d.Path}, Node: d.Node, Ask: d.Ask,
		Lines: change.Lines, Warnings: warnings, Then: then, Finish: ds.orders.Finishes(pos, h), Change: change, pos: after, view: view,
	}
	ds.worked.keep(out)
	return out, nil
}

// put stores what a seat has half built. The caller holds the lock of the match.
func (ds drafts) put(ctx context.Context, seat engine.Seat, k kept) error {
	var text []byte
	if len(k.Paths) > 0 || k.Asked != "" {
		var err error
		if text, err = json.Marshal(k); err != nil {
			return fmt.Errorf("referee: keep draft: %w", err)
		}
	}
	if ds.store != nil {
		if err := ds.store.PutDraft(ctx, ds.m.ID(), seat, text); err != nil {
			return err
		}
	}
	if ds.bodies[seat] = text; text == nil {
		delete(ds.bodies, seat)
	}
	return nil
}

// drop has a batch that leads to the match delete what a seat has half built, once
// that is closed which it would answer: whoever leaves a standing order, say, goes on with
// their order.
func (ds drafts) drop(b *match.Batch, seat engine.Seat) error {
	if ds.bodies[seat] == nil {
		return nil
	}
	if k, err := ds.held(seat); err != nil || len(k.Paths) > 0 {
		return err
	}
	b.Drafts = map[engine.Seat][]byte{seat: nil}
	delete(ds.bodies, seat)
	return nil
}

// Draft keeps a path that is legal so far in place of what the seat has half
// built; an empty one throws that away. It refuses like [Orders.Answer].
func (o Orders) Draft(ctx context.Context, c Command, prompt engine.PromptID, path []string) (Reply, error) {
	return o.at(ctx, c, func(q request, _ committing) (Reply, error) {
		return q.extend(ctx, orders.Held{Prompt: prompt, Path: path})
	})
}

// extend puts a path on top of what a seat has half built.
func (q request) extend(ctx context.Context, h orders.Held) (Reply, error) {
	s, c := q.s, q.c
	if err := s.mayAnswer(c, h.Prompt); err != nil {
		return Reply{}, err
	}
	k, err := s.drafts.held(c.Seat)
	if err != nil {
		return Reply{}, err
	}
	if c.Key != "" && k.Key == c.Key {
		return q.putDraft(ctx, k)
	}
	var d *Draft
	err = guard(func() (err error) {
		d, err = s.drafts.walk(h)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	if k.Prompt != h.Prompt {
		k = kept{Prompt: h.Prompt}
	}
	k.Key, k.Asked, k.AskedKey = c.Key, "", ""
	switch n := len(k.Paths); {
	case len(h.Path) == 0:
		k.Paths = nil
	case n == 0 || !slices.Equal(k.Paths[n-1], d.Path): // typed twice it is taken back at once
		k.Paths = append(k.Paths, d.Path)
	}
	return q.putDraft(ctx, k)
}

// putDraft keeps a draft and says what may follow.
func (q request) putDraft(ctx context.Context, k kept) (Reply, error) {
	s, c := q.s, q.c
	if err := s.keepDraft(ctx, c.Seat, k); err != nil {
		return Reply{}, err
	}
	reply, err := s.reply(c.Seat, s.m.Seq())
	if err != nil {
		return Reply{}, err
	}
	reply.Picture = true
	reply.Draft, err = s.drafts.draft(c.Seat)
	return reply, err
}

// keepDraft stores what a seat has half built. The caller holds the lock of the match.
func (s *Snapshot) keepDraft(ctx context.Context, seat engine.Seat, k kept) error {
	if err := s.drafts.put(ctx, seat, k); err != nil {
		return err
	}
	clear(s.looks)
	if s.drafts.store != nil {
		s.r.Updates.tell(Update{Match: s.m.ID(), Seq: s.m.Seq(), Seat: seat})
	}
	return nil
}
