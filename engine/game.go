package engine

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Game is a game with its state hidden.
type Game interface {
	Info() *Info
	// Under returns the game over the same data set under another rules version (law), or
	// *LawError.
	Under(law int) (Game, error)
	// Over returns the game under the same law over the data set with some files replaced or added,
	// by name: the game itself if that makes no other data set. It returns the errors of reading the
	// data set.
	Over(files map[string]string) (Game, error)
	// Empty returns the position before a match is set up, for folding.
	Empty() Position
	// Begin sets up a match by decision n.
	Begin(n int, set Setup) (Outcome, error)
	// Parse reads a position text; its prompts are opened by decision n.
	Parse(n int, text string) (Position, error)
	Decode(kind string, data []byte) (Event, error)
}

// Position is one committed position of a match. It never changes, and may be
// used from many goroutines.
type Position interface {
	// Prompts lists the open questions. None: the game is over.
	Prompts() []Prompt
	// Prompt finds an open question, or ErrStale (ErrOver after the end).
	Prompt(id PromptID) (Prompt, error)
	// Options lists the elements that may follow a path.
	Options(id PromptID, path []string) (Node, error)
	// Explain is Options for a person: see [Node].
	Explain(id PromptID, path []string) (Node, error)
	// Draft walks a path that may be incomplete.
	Draft(id PromptID, path []string) (Draft, error)
	// Submit judges a whole path as decision n.
	Submit(n int, seat Seat, id PromptID, path []string) (Outcome, error)
	// Fold applies the stored events of decision n, which answered prompt id
	// ("" where it answered none).
	Fold(n int, id PromptID, events []Event) (Position, error)
	// Reopen returns the same position with its prompts opened by decision n, so that after a
	// rewind the old buttons do not work.
	Reopen(n int) Position
	// Game returns the game by which the position is judged.
	Game() Game
	// Law returns the law of that game.
	Law() int
	// Under returns the same position, judged by another law from decision n on, which opens its
	// prompts. It returns *LawError.
	Under(n, law int) (Position, error)
	View(v Viewer) View
	Ask(v Viewer, q Query) (Answer, error)
	// Moment places the position in the course of the match.
	Moment() Moment
	// Tally returns the result that the match would have if it ended now; false if the game does
	// not compute it.
	Tally() (Result, bool)
	// Reach returns the hexes that a piece could reach; false if the game does not compute them.
	Reach(v Viewer, piece string) (Reach, bool)
	// CanPreviewOdds reports whether a path of answers to a prompt names an attack whose odds
	// PreviewOdds computes. It is false for games without odds, and if the prompt is closed.
	CanPreviewOdds(id PromptID, path []string) bool
	// PreviewOdds returns the odds of the attack that a path of answers names, if CanPreviewOdds is
	// true, and otherwise the zero Answer. It refuses with [*Illegal].
	PreviewOdds(v Viewer, id PromptID, path []string, choose Choose) (Answer, error)
	// RollTable returns the outcomes of a roll that an open prompt asks for, by its faces; the zero
	// Answer if no table decides it.
	RollTable(id PromptID) Answer
	// Costs returns the costs of an event of a roll that this position asks for; nil if the game
	// does not count costs.
	Costs(e Event) []Cost
	// Window returns the data that the game provides to programs; nil if it provides none.
	Window(v Viewer) any
	// Stand applies a standing order to an open question. It returns the zero StandingOutcome if its clause
	// is for other kinds of question. It returns ErrStale, ErrOver, ErrNoStanding, and *Illegal for
	// a malformed order. Its answer is part of the law: a program that judges a record again calls
	// it again.
	Stand(id PromptID, st Standing) (StandingOutcome, error)
	// CheckStanding refuses with *Illegal an order of seat that is malformed or can never fire. It
	// returns ErrNoStanding.
	CheckStanding(seat Seat, st Standing) error
	// DryRun makes a dry run of an order before the player sets it. It returns the same errors as
	// CheckStanding.
	DryRun(seat Seat, st Standing) (Answer, error)
	Check() error
	// String is the position text.
	String() string
}

// Moment places a position in the course of a match: positions with the same Turn or Phase belong
// to the same turn or phase. Players look back on one, and set standing orders for one.
type Moment struct {
	Turn  int    // from 1; 0: before the first turn
	Phase string // differs from that of the phase before and after
	Seat  Seat   // the active seat of the phase; empty: none
}

// Draft is a path in progress and the position that it would lead to, for display.
type Draft struct {
	Node     Node
	Ask      Msg      // the question, as it reads at the end of the path
	Keep     bool     // as in [Prompt]: the only answer that may follow is left to the seat
	Path     []string // as it would be recorded
	Events   []Event
	Position Position // has no prompts of its own to answer
	Next     []Prompt // what is asked once a complete path is given; they cannot be answered yet
}

// Outcome is a judged command.
type Outcome struct {
	Path     []string // as recorded
	Events   []Event
	Position Position
}

// InvariantError is a fault of the rules: a state that is impossible.
type InvariantError struct {
	Event Event
	Err   error
	Text  string // position text
}

func (e *InvariantError) Error() string {
	return fmt.Sprintf("engine: after %s: %v\n%s", e.Event.Kind(), e.Err, e.Text)
}

func (e *InvariantError) Unwrap() error { return e.Err }

// Seal hides the state of a game.
func Seal[S Cloner[S]](r Rules[S]) Game { return sealed[S]{r, false, new(kept[S])} }

// SealOpened seals rules whose opening may have failed, so that a game's Open can return it directly.
func SealOpened[S Cloner[S]](r Rules[S], err error) (Game, error) {
	if err != nil {
		return nil, err
	}
	return Seal(r), nil
}

// OnlyLaw is Under of rules of which there is one law. It returns a *LawError for any other number.
func OnlyLaw[S Cloner[S]](r Rules[S], number int) (Rules[S], error) {
	if info := r.Info(); number != info.Law {
		return nil, &LawError{Game: info.Game, Law: number, Newest: info.Newest}
	}
	return r, nil
}

// SealStrict is like Seal but calls Check after every single event. It is for tests and self-play.
func SealStrict[S Cloner[S]](r Rules[S]) Game { return sealed[S]{r, true, new(kept[S])} }

type sealed[S Cloner[S]] struct {
	rules  Rules[S]
	strict bool
	kept   *kept[S] // nil: nothing is kept, and it is not put over another data set
}

// kept is what a game keeps, under all laws, to save time.
type kept[S Cloner[S]] struct {
	spares sync.Pool // states that nobody has any more, for Refiller

	mu   sync.Mutex
	over map[string]sealed[S] // by law and replaced files: games over other data sets, most of which many matches share
}

// mostOver is how many games over other data sets a game keeps.
const mostOver = 16

func (g sealed[S]) Info() *Info { return g.rules.Info() }

func (g sealed[S]) Under(law int) (Game, error) {
	r, err := g.rules.Under(law)
	if err != nil {
		return nil, err
	}
	return sealed[S]{r, g.strict, g.kept}, nil
}

func (g sealed[S]) Over(files map[string]string) (Game, error) {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%d %s%d %s", len(name), name, len(files[name]), files[name])
	}
	key := fmt.Sprintf("%d %s %x", g.Info().Law, g.Info().Data, sum.Sum(nil))
	g.kept.mu.Lock()
	defer g.kept.mu.Unlock()
	if other, ok := g.kept.over[key]; ok {
		return other, nil
	}
	r, err := g.rules.Over(files)
	if err != nil {
		return nil, err
	}
	if r.Info().Data == g.Info().Data {
		return g, nil
	}
	if g.kept.over == nil || len(g.kept.over) >= mostOver {
		g.kept.over = map[string]sealed[S]{}
	}
	other := sealed[S]{r, g.strict, new(kept[S])}
	g.kept.over[key] = other
	return other, nil
}

func (g sealed[S]) Decode(kind string, data []byte) (Event, error) {
	return g.rules.Decode(kind, data)
}

func (g sealed[S]) Empty() Position { return &position[S]{game: g, state: g.rules.New()} }

func (g sealed[S]) Begin(n int, set Setup) (Outcome, error) {
	r := g.ruling(g.rules.New())
	if err := g.rules.Begin(r, set); err != nil {
		return Outcome{}, err
	}
	if r.err != nil {
		return Outcome{}, r.err
	}
	return Outcome{Events: r.events, Position: g.open(n, r.state, nil)}, nil
}

func (g sealed[S]) Parse(n int, text string) (Position, error) {
	s, err := g.rules.Parse(text)
	if err != nil {
		return nil, err
	}
	if err := g.rules.Check(s); err != nil {
		return nil, fmt.Errorf("engine: impossible position: %w", err)
	}
	return g.open(n, s, nil), nil
}

func (g sealed[S]) ruling(s S) *Ruling[S] {
	return &Ruling[S]{rules: g.rules, state: s, strict: g.strict}
}

// copied is a copy of a state: a spare one, if there is one.
func (g sealed[S]) copied(s S) S {
	if g.kept != nil {
		if old, ok := g.kept.spares.Get().(S); ok {
			any(old).(Refiller[S]).Refill(s)
			return old
		}
	}
	return s.Clone()
}

// spare takes a state that nobody has any more.
func (g sealed[S]) spare(s S) {
	if _, ok := any(s).(Refiller[S]); ok && g.kept != nil {
		g.kept.spares.Put(s)
	}
}

// open commits a state. Questions that were open in old keep their id.
func (g sealed[S]) open(n int, s S, old []Prompt) *position[S] {
	prompts := g.rules.Prompts(s)
	for i := range prompts {
		prompts[i].ID = NewPromptID(prompts[i].Kind, n)
		if shared(prompts, i) {
			prompts[i].ID += PromptID("/" + prompts[i].Seat)
		}
		for _, o := range old {
			if o.Seat == prompts[i].Seat && o.Kind == prompts[i].Kind {
				prompts[i].ID = o.ID
			}
		}
	}
	return &position[S]{game: g, state: s, prompts: prompts}
}

// shared reports whether another seat is asked the same at the same time.
func shared(prompts []Prompt, i int) bool {
	same := func(p Prompt) bool { return p.Kind == prompts[i].Kind }
	return slices.ContainsFunc(prompts[:i], same) || slices.ContainsFunc(prompts[i+1:], same)
}

type position[S Cloner[S]] struct {
	game    sealed[S]
	state   S
	prompts []Prompt
}

func (p *position[S]) Prompts() []Prompt { return slices.Clone(p.prompts) }

func (p *position[S]) Prompt(id PromptID) (Prompt, error) {
	if q, ok := find(p.prompts, func(q Prompt) bool { return q.ID == id }); ok {
		return q, nil
	}
	if len(p.prompts) == 0 {
		return Prompt{}, ErrOver
	}
	return Prompt{}, ErrStale
}

// walk judges a path on a copy of the state, for a person or not.
func (p *position[S]) walk(q Prompt, path []string, explain bool) (*Ruling[S], Node, error) {
	r := p.game.ruling(p.game.copied(p.state))
	r.explain = explain
	r.path = make([]string, 0, len(path))
	node, err := p.game.rules.Judge(r, q, path)
	if err == nil {
		err = r.err
	}
	return r, node, err
}

func (p *position[S]) Options(id PromptID, path []string) (Node, error) {
	return p.node(id, path, false)
}

func (p *position[S]) Explain(id PromptID, path []string) (Node, error) {
	return p.node(id, path, true)
}

func (p *position[S]) node(id PromptID, path []string, explain bool) (Node, error) {
	q, err := p.Prompt(id)
	if err != nil {
		return Node{}, err
	}
	r, node, err := p.walk(q, path, explain)
	p.game.spare(r.state)
	return node, err
}

func (p *position[S]) Draft(id PromptID, path []string) (Draft, error) {
	q, err := p.Prompt(id)
	if err != nil {
		return Draft{}, err
	}
	r, node, err := p.walk(q, path, true)
	if err != nil {
		return Draft{}, err
	}
	at := &position[S]{game: p.game, state: r.state}
	next := p.game.rules.Prompts(r.state)
	for _, now := range next {
		if !node.Done && now.Seat == q.Seat && now.Kind == q.Kind {
			q.Ask, q.Keep = now.Ask, now.Keep
		}
	}
	if node.Ask != nil {
		q.Ask = *node.Ask
	}
	d := Draft{Node: node, Ask: q.Ask, Keep: q.Keep, Path: r.path, Events: r.events, Position: at}
	if node.Done {
		d.Next = next
	}
	return d, nil
}

func (p *position[S]) Submit(n int, seat Seat, id PromptID, path []string) (Outcome, error) {
	q, err := p.Prompt(id)
	if err != nil {
		return Outcome{}, err
	}
	if q.Seat != seat {
		return Outcome{}, ErrSeat
	}
	r, node, err := p.walk(q, path, false)
	if err != nil {
		return Outcome{}, err
	}
	if !node.Done {
		return Outcome{}, ErrIncomplete
	}
	next := p.game.open(n, r.state, p.without(id))
	return Outcome{Path: r.path, Events: r.events, Position: next}, nil
}

func (p *position[S]) without(id PromptID) []Prompt {
	return slices.DeleteFunc(p.Prompts(), func(q Prompt) bool { return q.ID == id })
}

func (p *position[S]) Fold(n int, id PromptID, events []Event) (Position, error) {
	s := p.state.Clone()
	for i, e := range events {
		if err := p.game.rules.Apply(s, e); err != nil {
			return nil, fmt.Errorf("engine: fold decision %d, event %d: %w", n, i, err)
		}
	}
	return p.game.open(n, s, p.without(id)), nil
}

func (p *position[S]) Reopen(n int) Position { return p.game.open(n, p.state, nil) }

func (p *position[S]) Game() Game { return p.game }

func (p *position[S]) Law() int { return p.game.Info().Law }

func (p *position[S]) Under(n, law int) (Position, error) {
	r, err := p.game.rules.Under(law)
	if err != nil {
		return nil, err
	}
	return sealed[S]{r, p.game.strict, p.game.kept}.open(n, p.state, nil), nil
}

func (p *position[S]) Moment() Moment { return p.game.rules.Moment(p.state) }

func (p *position[S]) View(v Viewer) View {
	view := p.game.rules.View(p.state, v)
	for i := range view.Waiting {
		for _, q := range p.prompts {
			if w := &view.Waiting[i]; q.Seat == w.Seat && q.Kind == w.Kind {
				w.ID = q.ID
			}
		}
	}
	return view
}

func (p *position[S]) Ask(v Viewer, q Query) (Answer, error) {
	return p.game.rules.Ask(p.state, v, q)
}

func (p *position[S]) Check() error { return p.game.rules.Check(p.state) }

func (p *position[S]) String() string { return p.game.rules.Print(p.state) }

// BeginAt returns a game whose matches begin with a position that was reached elsewhere. The
// options of the original match are part of that position.
func BeginAt(g Game, pos Position) Game { return begun{g, pos} }

type begun struct {
	Game
	pos Position
}

// Empty returns the position before decision 1, which changes nothing of it.
func (b begun) Empty() Position { return b.pos }

// Begin begins a match with the position.
func (b begun) Begin(n int, _ Setup) (Outcome, error) {
	pos, err := b.pos.Fold(n, "", nil)
	return Outcome{Position: pos}, err
}
