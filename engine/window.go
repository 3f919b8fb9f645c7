package engine

// Windowed is a game that lets programs look at its positions more closely than people do, in
// types of its own: the programs that play it need that to judge a position. A game need not
// have it.
type Windowed[S any] interface {
	// Window is what a viewer may know of a state, to be read only. It depends only on
	// what v may know.
	Window(s S, v Viewer) any
}

// WindowOf is what a game shows programs of a position; nil where it shows them nothing of its
// own.
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
