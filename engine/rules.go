package engine

// Cloner is a state that can be copied. The copy shares nothing that either of them may
// change.
type Cloner[S any] interface{ Clone() S }

// Refiller is an optional interface of a state that can become a copy of another in its own memory.
// Options are then listed on a state that has served before, which saves a fifth of the time of
// random play if states are large.
type Refiller[S any] interface{ Refill(from S) }

// Rules is implemented by a game over its own state, for one data set and one law. All methods are
// pure and may be called by many goroutines at once.
type Rules[S Cloner[S]] interface {
	Info() *Info
	// Under returns the rules over the same data set under another law: the states of both have the
	// same type, and every law accepts the states that another has led to. It returns *LawError.
	Under(law int) (Rules[S], error)
	// Over returns the rules under the same law over the data set with some files replaced or added,
	// by name: see [Overlay].
	Over(files map[string]string) (Rules[S], error)
	// New returns the state before a match is set up.
	New() S
	// Begin sets up a match. It refuses unknown options with *Illegal.
	Begin(r *Ruling[S], set Setup) error
	// Apply is the only writer of a state. It accepts every event ever stored.
	Apply(s S, e Event) error
	// Prompts lists the open questions, in a fixed order; none once the game is over.
	Prompts(s S) []Prompt
	// Judge walks a path of answers to p, emits the events that follow from it, and returns the
	// elements that may come next. It refuses with *Illegal.
	Judge(r *Ruling[S], p Prompt, path []string) (Node, error)
	// Moment places s in the course of the match. It tells no secret.
	Moment(s S) Moment
	View(s S, v Viewer) View
	// Ask answers the queries that Info names, or refuses with *Illegal.
	Ask(s S, v Viewer, q Query) (Answer, error)
	// Check reports the first invariant that does not hold.
	Check(s S) error
	// Print writes the position text, Parse reads it (*SyntaxError).
	Print(s S) string
	Parse(text string) (S, error)
	// Decode reads an event of any law.
	Decode(kind string, data []byte) (Event, error)
}

// Ruling is the judgement of one command in progress: the state so far, the events so far, and the
// path as it is recorded.
type Ruling[S Cloner[S]] struct {
	rules   Rules[S]
	state   S
	events  []Event
	path    []string
	strict  bool
	explain bool
	err     error
}

// Explains reports whether a person reads the node: Judge then fills in all of it. It need not for programs, which judge many.
func (r *Ruling[S]) Explains() bool { return r.explain }

// Path returns the path as it is recorded so far. The caller must not change it.
func (r *Ruling[S]) Path() []string { return r.path }

// State returns the state after the events so far. Only Emit changes it.
func (r *Ruling[S]) State() S { return r.state }

// Emit applies and records an event. Nothing else changes a state.
func (r *Ruling[S]) Emit(e Event) {
	if r.err != nil {
		return
	}
	if err := r.rules.Apply(r.state, e); err != nil {
		r.err = err
		return
	}
	if r.strict {
		if err := r.rules.Check(r.state); err != nil {
			r.err = &InvariantError{Event: e, Err: err, Text: r.rules.Print(r.state)}
			return
		}
	}
	if r.events == nil {
		r.events = make([]Event, 0, 4) // an answer rarely has fewer than two
	}
	r.events = append(r.events, e)
}

// Take records the next element of the path. Judge calls it for every element that it accepts, in
// listed order and with shortcuts written out, so that the recorded path consists of options that
// were offered.
func (r *Ruling[S]) Take(id string) { r.path = append(r.path, id) }

// Events lists the events so far. The caller must not change it.
func (r *Ruling[S]) Events() []Event { return r.events }

// Failed reports that an event could not be applied, or broke an invariant. The ruling
// is then invalid, and Judge should stop.
func (r *Ruling[S]) Failed() bool { return r.err != nil }

// Try returns a ruling on a copy of a state, for a game that looks ahead in its own rules. Events
// that it emits are discarded.
func Try[S Cloner[S]](r Rules[S], s S) *Ruling[S] { return &Ruling[S]{rules: r, state: s.Clone()} }

// Windowed is an optional interface of a game that gives programs a closer look at its positions
// than people have, in types of its own: the programs that play it need that to evaluate a
// position.
type Windowed[S any] interface {
	// Window returns the part of a state that a viewer may know, read-only. It depends only on what
	// v may know.
	Window(s S, v Viewer) any
}

func (p *position[S]) Window(v Viewer) any {
	if w, ok := p.game.rules.(Windowed[S]); ok {
		return w.Window(p.state, v)
	}
	return nil
}
