package engine

// OddsPreviewer is an optional interface of a game that computes the odds of an attack before it is
// ordered.
type OddsPreviewer[S any] interface {
	// CanPreviewOdds reports whether a path of answers to p, which need not be complete, names an attack
	// that has odds. It only reads the path.
	CanPreviewOdds(s S, p Prompt, path []string) bool
	// PreviewOdds computes the odds of the attack that a path of answers to p names: its Bars are the
	// outcomes, and Data is nil. choose answers the questions on the way, as in [Query]. The odds
	// depend only on what v may know. It refuses an illegal attack with *Illegal.
	PreviewOdds(s S, v Viewer, p Prompt, path []string, choose Choose) (Answer, error)
}

func (p *position[S]) CanPreviewOdds(id PromptID, path []string) bool {
	f, ok := p.game.rules.(OddsPreviewer[S])
	q, err := p.Prompt(id)
	return ok && err == nil && f.CanPreviewOdds(p.state, q, path)
}

func (p *position[S]) PreviewOdds(v Viewer, id PromptID, path []string, choose Choose) (Answer, error) {
	if !p.CanPreviewOdds(id, path) {
		return Answer{}, nil
	}
	q, err := p.Prompt(id)
	if err != nil {
		return Answer{}, err
	}
	return p.game.rules.(OddsPreviewer[S]).PreviewOdds(p.state, v, q, path, choose)
}

// RollTabler is an optional interface of a game that reads rolls from tables.
type RollTabler[S any] interface {
	// RollTable returns the outcomes of the roll that p asks of Chance, as Bars with their faces, and
	// the modifiers as Lines. It returns no Bars for a roll that no table decides. Whoever is told the
	// roll may know them.
	RollTable(s S, p Prompt) Answer
}

func (p *position[S]) RollTable(id PromptID) Answer {
	f, ok := p.game.rules.(RollTabler[S])
	q, err := p.Prompt(id)
	if !ok || err != nil || q.Seat != Chance {
		return Answer{}
	}
	return f.RollTable(p.state, q)
}
