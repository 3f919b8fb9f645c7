package engine

// Cloner is a state that can be copied. The copy shares nothing that either of them may
// change.
type Cloner[S any] interface{ Clone() S }

// Refiller is a state that can become a copy of another in its own memory. Where states are, options are
// listed on one that has served before, which is a fifth of the time of random play where they are large.
type Refiller[S any] interface{ Refill(from S) }

// Rules is what a game implements over its own state, for one data set and one law. All
// methods are pure and may be called by many goroutines at once.
type Rules[S Cloner[S]] interface {
	Info() *Info
	// Under is the rules over the same data set under another law: the states of both are of
	// one kind, and every law takes those that another has led to. It returns *LawError.
	Under(law int) (Rules[S], error)
	// New is the state before a match is set up.
	New() S
	// Begin sets up a match. It refuses unknown options with *Illegal.
	Begin(r *Ruling[S], set Setup) error
	// Apply is the only writer of a state. It takes every event ever stored.
	Apply(s S, e Event) error
	// Prompts lists who must answer what, in a fixed order; nothing once the
	// game is over.
	Prompts(s S) []Prompt
	// Judge walks a path of answers to p, emits the events that follow from it, and
	// returns what may come next in the path. It refuses with *Illegal.
	Judge(r *Ruling[S], p Prompt, path []string) (Node, error)
	// Moment says where s is in the course of the match. It tells no secret.
	Moment(s S) Moment
	View(s S, v Viewer) View
	// Ask answers the queries that Info names; *Illegal where it cannot.
	Ask(s S, v Viewer, q Query) (Answer, error)
	// Check reports the first invariant that does not hold.
	Check(s S) error
	// Print writes the position text, Parse reads it (*SyntaxError).
	Print(s S) string
	Parse(text string) (S, error)
	// Decode reads an event of any law.
	Decode(kind string, data []byte) (Event, error)
}

// Ruling is the judging of one command: the state so far, the events so far, and the
// path as it is recorded.
type Ruling[S Cloner[S]] struct {
	rules  Rules[S]
	state  S
	events []Event
	path   []string
	strict bool
	err    error
}

// State is the state after the events so far. Only Emit changes it.
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

// Take records the next element of the path. Judge takes every element that it accepts,
// in listed order and with shortcuts written out, so that the recorded path consists of
// options that were offered.
func (r *Ruling[S]) Take(id string) { r.path = append(r.path, id) }

// Events lists the events so far. The caller must not change it.
func (r *Ruling[S]) Events() []Event { return r.events }

// Failed reports that an event could not be applied, or broke an invariant. The ruling
// is then invalid, and Judge should stop.
func (r *Ruling[S]) Failed() bool { return r.err != nil }

// Taken is the number of elements of the path taken so far.
func (r *Ruling[S]) Taken() int { return len(r.path) }

// Try is a ruling on a copy of a state, for a game that looks ahead in its own rules.
// What it emits is discarded.
func Try[S Cloner[S]](r Rules[S], s S) *Ruling[S] { return &Ruling[S]{rules: r, state: s.Clone()} }
