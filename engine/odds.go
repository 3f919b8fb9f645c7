package engine

// Foreteller is a game that tells the odds of an attack before it is ordered. A game need not
// have it.
type Foreteller[S any] interface {
	// Foretells reports whether a path of answers to p, which need not be whole, names an
	// attack that has odds. It does no more than read the path.
	Foretells(s S, p Prompt, path []string) bool
	// Foretell tells the odds of the attack that a path of answers to p names: its Bars are
	// the outcomes, and Data is nil. Questions on the way are answered by choose, as in
	// [Query]. It depends only on what v may know, and refuses with *Illegal what cannot be
	// attacked so.
	Foretell(s S, v Viewer, p Prompt, path []string, choose Choose) (Answer, error)
}

// Foretells reports whether a path of answers to a prompt names an attack whose odds
// [Foretell] tells: false where the game tells none, or the prompt is closed.
func Foretells(p Position, id PromptID, path []string) bool {
	f, ok := p.(foreteller)
	return ok && f.foretells(id, path)
}

// Foretell tells the odds of the attack that a path of answers names, for which [Foretells]
// is true; else nothing. It refuses with *Illegal.
func Foretell(p Position, v Viewer, id PromptID, path []string, choose Choose) (Answer, error) {
	f, ok := p.(foreteller)
	if !ok || !f.foretells(id, path) {
		return Answer{}, nil
	}
	return f.foretell(v, id, path, choose)
}

// foreteller is a position whose game may tell odds.
type foreteller interface {
	foretells(id PromptID, path []string) bool
	foretell(v Viewer, id PromptID, path []string, choose Choose) (Answer, error)
}

func (p *position[S]) foretells(id PromptID, path []string) bool {
	f, ok := p.game.rules.(Foreteller[S])
	q, err := p.Prompt(id)
	return ok && err == nil && f.Foretells(p.state, q, path)
}

func (p *position[S]) foretell(v Viewer, id PromptID, path []string, choose Choose) (Answer, error) {
	q, err := p.Prompt(id)
	if err != nil {
		return Answer{}, err
	}
	return p.game.rules.(Foreteller[S]).Foretell(p.state, v, q, path, choose)
}
