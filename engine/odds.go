package engine

// Foreteller is an optional interface of a game that computes the odds of an attack before it is
// ordered.
type Foreteller[S any] interface {
	// Foretells reports whether a path of answers to p, which need not be complete, names an attack
	// that has odds. It only reads the path.
	Foretells(s S, p Prompt, path []string) bool
	// Foretell computes the odds of the attack that a path of answers to p names: its Bars are the
	// outcomes, and Data is nil. choose answers the questions on the way, as in [Query]. The odds
	// depend only on what v may know. It refuses an illegal attack with *Illegal.
	Foretell(s S, v Viewer, p Prompt, path []string, choose Choose) (Answer, error)
}

// Foretells reports whether a path of answers to a prompt names an attack whose odds Foretell
// computes. It is false for games without odds, and if the prompt is closed.
func Foretells(p Position, id PromptID, path []string) bool {
	f, ok := p.(foreteller)
	return ok && f.foretells(id, path)
}

// Foretell returns the odds of the attack that a path of answers names, if Foretells is true, and
// otherwise the zero Answer. It refuses with [*Illegal].
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
