// Package answer walks a tree of answers: it takes the elements of a path one by one, checks each against the elements
// that may follow, and stops where the path ends or an element is refused. One method of a game can therefore both
// judge a question and list its options.
//
//	func (w *walk) weather() {
//		if id, ok := w.Choose(options, w.Wrong("3", "illegal.weather")); ok {
//			w.Ruling.Emit(...)
//		}
//	}
package answer

import "referee/engine"

// Walk judges one answer step by step. Once it has stopped, Choose and similar methods return
// false, and the game returns as well.
type Walk[S engine.Cloner[S]] struct {
	Ruling *engine.Ruling[S]
	Prompt engine.Prompt

	path     []string
	at       int
	options  []engine.Option // where the path ends
	err      error
	over     bool
	rejected bool
	ask      *engine.Msg // see [Walk.Ask]
	closed   []engine.Closed
	marks    []engine.Mark // see [Walk.Mark]
	does     *engine.Msg   // see [Walk.Does]
}

// Why refuses an element that may not come next.
type Why func(id string) *engine.Illegal

// Begin starts to walk a path.
func (w *Walk[S]) Begin(r *engine.Ruling[S], p engine.Prompt, path []string) {
	w.Ruling, w.Prompt, w.path = r, p, path
}

// S returns the state so far.
func (w *Walk[S]) S() S { return w.Ruling.State() }

// Emit applies and records an event.
func (w *Walk[S]) Emit(e engine.Event) { w.Ruling.Emit(e) }

// Peek returns the next element of the path, if there is one.
func (w *Walk[S]) Peek() (id string, ok bool) {
	if w.at < len(w.path) {
		return w.path[w.at], true
	}
	return "", false
}

// Last returns the element before the next, or "".
func (w *Walk[S]) Last() string {
	if w.at == 0 {
		return ""
	}
	return w.path[w.at-1]
}

// Take accepts the next element as it is.
func (w *Walk[S]) Take() { w.Accept(w.path[w.at]) }

// Accept accepts the next element, and records it as the options that it abbreviates.
func (w *Walk[S]) Accept(ids ...string) {
	for _, id := range ids {
		w.Ruling.Take(id)
	}
	w.at++
	w.ask, w.closed = nil, nil
}

// Refuse makes the refusal of the next element.
func (w *Walk[S]) Refuse(rule, key string, args ...engine.Arg) *engine.Illegal {
	ill := engine.Refuse(rule, key, args...)
	ill.At = w.at
	return ill
}

// Wrong refuses any element, with the message's argument "word".
func (w *Walk[S]) Wrong(rule, key string) Why {
	return func(id string) *engine.Illegal { return w.Refuse(rule, key, engine.Text("word", id)) }
}

// Known refuses an element: with a key, of the word, if find does not know it, and otherwise with
// the refusal by why.
func Known[S engine.Cloner[S], I any](
	w *Walk[S], find func(id string) (I, bool), rule, key string, why func(I) *engine.Illegal,
) Why {
	return func(id string) *engine.Illegal {
		if i, ok := find(id); ok {
			return why(i)
		}
		return w.Refuse(rule, key, engine.Text("word", id))
	}
}

// Explains reports whether a person reads where the walk stops: then the game says more there, by Ask and Close.
func (w *Walk[S]) Explains() bool { return w.Ruling.Explains() }

// Ask words the question for the next element, if the walk stops there.
func (w *Walk[S]) Ask(key string, args ...engine.Arg) {
	ask := engine.Say(key, args...)
	w.ask = &ask
}

// Close shows an option that the next element cannot be, if the walk stops there; nil: it can.
func (w *Walk[S]) Close(o engine.Option, why *engine.Illegal) {
	if why != nil {
		w.closed = append(w.closed, engine.Closed{Option: o, Why: why})
	}
}

// Mark shows on the map what the questions from here on are about.
func (w *Walk[S]) Mark(marks ...engine.Mark) { w.marks = append(w.marks, marks...) }

// Does says what the answer does, if it is complete.
func (w *Walk[S]) Does(key string, args ...engine.Arg) {
	does := engine.Say(key, args...)
	w.does = &does
}

// Stop stops with options where the path ends.
func (w *Walk[S]) Stop(options []engine.Option) { w.options, w.over = options, true }

// Fail stops with a refusal.
func (w *Walk[S]) Fail(ill *engine.Illegal) { w.err, w.over = ill, true }

// Over reports whether the walk has stopped.
func (w *Walk[S]) Over() bool { return w.over }

// Choose takes the next element if it is one of options; otherwise it stops and returns
// false.
func (w *Walk[S]) Choose(options []engine.Option, why Why) (id string, ok bool) {
	id, typed := w.Peek()
	if !typed {
		w.Stop(options)
		return "", false
	}
	for i := range options {
		if options[i].Is(id) {
			w.Take()
			return id, true
		}
	}
	w.Reject(id, why)
	return "", false
}

// Reject stops because id may not come next.
func (w *Walk[S]) Reject(id string, why Why) {
	w.Fail(why(id))
	w.rejected = true
}

// Rejected returns the element that was not among the options, if the walk has stopped for that
// reason. A game may have a better explanation than the question's own: that the word answers
// another one.
func (w *Walk[S]) Rejected() (id string, ok bool) {
	if !w.rejected {
		return "", false
	}
	return w.Peek()
}

// Roll is Choose among the faces of a die, and returns the number of the face.
func (w *Walk[S]) Roll(die []engine.Option, why Why) (n int, ok bool) {
	id, ok := w.Choose(die, why)
	for i := range die {
		if ok && die[i].ID == id {
			n = die[i].N
		}
	}
	return n, ok
}

// End returns the results of [engine.Rules].Judge: the node where the walk stopped, the reason why
// an element was refused, or a complete answer. more refuses an element beyond a complete answer;
// then runs the consequences of one that need no decision.
func (w *Walk[S]) End(more Why, then func(*engine.Ruling[S])) (engine.Node, error) {
	switch id, left := w.Peek(); {
	case w.err != nil:
		return engine.Node{}, w.err
	case w.over:
		return engine.Node{Options: w.options, Ask: w.ask, Closed: w.closed, Marks: w.marks}, nil
	case left:
		return engine.Node{}, more(id)
	}
	then(w.Ruling)
	return engine.Node{Done: true, Does: w.does}, nil
}
