package engine

// Cost is what one roll cost a seat: N things of a kind, as the rules demand, before
// anybody chose which pieces bear them.
type Cost struct {
	Seat Seat
	Kind CostKind
	N    int // not negative
}

// CostKind is a kind of cost that is counted: its name, for people, is the message
// "cost."+kind of the game's catalogue. Kinds are never renamed.
type CostKind string

// Fateful is a game that says what its rolls cost, so that luck can be measured: the
// expected cost of a roll is known from all its faces. A game need not have it.
type Fateful[S any] interface {
	// Costs lists, by seat and kind and in a fixed order, what an event of a roll
	// costs, in the state in which the roll was made. Nothing: luck is not measured by
	// this event. A roll that counts names the same seats and kinds whatever its face,
	// with N 0 where the face is harmless.
	Costs(s S, e Event) []Cost
	// CostKinds lists the kinds that Costs counts, the most important first.
	CostKinds() []CostKind
}

// Costs is what an event of a roll costs, in the position in which the roll was asked
// for; nothing where the game does not count costs.
func Costs(p Position, e Event) []Cost {
	if c, ok := p.(interface{ costs(Event) []Cost }); ok {
		return c.costs(e)
	}
	return nil
}

func (p *position[S]) costs(e Event) []Cost {
	if f, ok := p.game.rules.(Fateful[S]); ok {
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
	if f, ok := g.rules.(Fateful[S]); ok {
		return f.CostKinds()
	}
	return nil
}
