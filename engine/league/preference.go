package league

// strength says how much a player ought to have a side next (FIDE C.04.3, A.6).
type strength int

const (
	none     strength = iota // they have played no match
	mild                     // both sides as often: the other than last time
	strong                   // one side once more than the other
	absolute                 // two or more times more, or the same twice running
)

// preference is the side that a player ought to have next.
type preference struct {
	side     Side
	strength strength
	gap      int // by how much the sides they have had differ
}

// prefer works out the preference that follows from the sides a player has had,
// in their order; rounds without a match are zero and do not count.
func prefer(had []Side) preference {
	var last, before Side
	balance := 0 // first sides less second sides
	for _, s := range had {
		switch s {
		case First:
			balance++
		case Second:
			balance--
		default:
			continue
		}
		before, last = last, s
	}
	p := preference{gap: max(balance, -balance)}
	switch {
	case last == 0:
		return p
	case balance > 0:
		p.side = Second
	case balance < 0:
		p.side = First
	default:
		p.side = last.Other()
	}
	switch {
	case p.gap > 1:
		p.strength = absolute
	case last == before:
		p.side, p.strength = last.Other(), absolute
	case p.gap == 1:
		p.strength = strong
	default:
		p.strength = mild
	}
	return p
}

// Allot decides who of two has which side (FIDE C.04.3, E), a being the higher
// in the order: both get the side they ought to have; else the one who needs it
// more; else the sides are changed against the last time that they had
// different ones; else a gets theirs. For two who have played nothing, a has
// initial.
func Allot(a, b Player, hadA, hadB []Side, initial Side) Pair {
	pa, pb := prefer(hadA), prefer(hadB)
	side := initial // of a
	switch {
	case pa.side == 0 && pb.side == 0:
	case pa.side == 0:
		side = pb.side.Other()
	case pb.side == 0 || pa.side != pb.side:
		side = pa.side
	case pa.strength != pb.strength:
		if side = pa.side; pb.strength > pa.strength {
			side = pb.side.Other()
		}
	case pa.strength == absolute && pa.gap != pb.gap:
		if side = pa.side; pb.gap > pa.gap {
			side = pb.side.Other()
		}
	default:
		side = pa.side
		if then := lastDifferent(hadA, hadB); then != 0 {
			side = then.Other()
		}
	}
	if side == First {
		return Pair{a, b}
	}
	return Pair{b, a}
}

// lastDifferent is the side that the first of two had when they last had
// different sides, counted back match by match; 0: never.
func lastDifferent(a, b []Side) Side {
	i, j := len(a), len(b)
	for {
		for i--; i >= 0 && a[i] == 0; i-- {
		}
		for j--; j >= 0 && b[j] == 0; j-- {
		}
		if i < 0 || j < 0 {
			return 0
		}
		if a[i] != b[j] {
			return a[i]
		}
	}
}
