package engine

// Cost is the cost of one roll to a seat: N things of a kind, as the rules demand, before any
// choice of the pieces that bear them.
type Cost struct {
	Seat Seat
	Kind CostKind
	N    int // not negative
}

// CostKind is a kind of cost that is counted. Its name for people is the message "cost."+kind of
// the game's catalogue. Kinds are never renamed.
type CostKind string

// RollCoster is an optional interface of a game that knows the cost of its rolls. It makes luck
// measurable, because the expected cost of a roll follows from all its faces.
type RollCoster[S any] interface {
	// Costs lists, by seat and kind and in a fixed order, the costs of an event of a roll, in the
	// state in which the roll was made. An empty list: luck is not measured by this event. A roll
	// that counts names the same seats and kinds whatever its face, with N 0 for a harmless face.
	Costs(s S, e Event) []Cost
	// CostKinds lists the kinds that Costs counts, the most important first.
	CostKinds() []CostKind
}

func (p *position[S]) Costs(e Event) []Cost {
	if f, ok := p.game.rules.(RollCoster[S]); ok {
		return f.Costs(p.state, e)
	}
	return nil
}

// CostKinds lists the kinds of cost that a game counts.
func CostKinds(g Game) []CostKind {
	if c, ok := g.(interface{ costKinds() []CostKind }); ok {
		return c.costKinds()
	}
	return nil
}

func (g sealed[S]) costKinds() []CostKind {
	if f, ok := g.rules.(RollCoster[S]); ok {
		return f.CostKinds()
	}
	return nil
}
