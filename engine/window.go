package engine

// Windowed is an optional interface of a game that gives programs a closer look at its positions
// than people have, in types of its own: the programs that play it need that to evaluate a
// position.
type Windowed[S any] interface {
	// Window returns the part of a state that a viewer may know, read-only. It depends only on what
	// v may know.
	Window(s S, v Viewer) any
}

// WindowOf returns the data about a position that a game provides to programs, or nil if it
// provides none.
func WindowOf(p Position, v Viewer) any {
	if w, ok := p.(interface{ window(Viewer) any }); ok {
		return w.window(v)
	}
	return nil
}

func (p *position[S]) window(v Viewer) any {
	if w, ok := p.game.rules.(Windowed[S]); ok {
		return w.Window(p.state, v)
	}
	return nil
}
