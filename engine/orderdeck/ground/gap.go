package ground

import "referee/engine/ardennes"

// between is the width of the gaps in a line [R 13]: the smallest number of hexes that would have to be filled so that no German path
// leads from German ground to the friendly edge through hexes free of Allied units and their zones of control. It is the
// largest flow through a network in which each such hex lets one path through (Menger).
func (m *Map) between(s *Screen) (width int) {
	n := len(m.Hexes)
	f := network{from: 2 * n, to: 2*n + 1, pipes: make([][]pipe, 2*n+2)}
	room := make([]pipe, (2*n+2)*most)
	for i := range f.pipes {
		f.pipes[i] = room[i*most : i*most : (i+1)*most]
	}
	for h := range m.Hexes {
		x, allied := &m.Hexes[h], s.Held[ardennes.Allied][h]
		switch {
		case s.Held[ardennes.German][h] || x.Home && !allied:
			f.join(f.from, 2*h+1, len(x.Next))
		case allied || s.Zone[ardennes.Allied][h]:
			continue
		default:
			f.join(2*h, 2*h+1, 1)
			if x.Edge {
				f.join(2*h+1, f.to, 1)
			}
		}
		for d, to := range x.Next {
			if to != None && !x.Shut[ardennes.German][d] {
				f.join(2*h+1, 2*to, 1)
			}
		}
	}
	for f.augment() {
		width++
	}
	return width
}

// most is how many pipes a node of a hex has.
const most = 8

// network is nodes with pipes: two for each hex, into it and out of it, the start and the end.
type network struct {
	from, to int
	pipes    [][]pipe
}

// pipe leads to a node; it has room for so many paths more, and its opposite is that pipe of the node.
type pipe struct{ to, room, opposite int }

func (f *network) join(a, b, room int) {
	f.pipes[a] = append(f.pipes[a], pipe{b, room, len(f.pipes[b])})
	f.pipes[b] = append(f.pipes[b], pipe{a, 0, len(f.pipes[a]) - 1})
}

// augment finds one path more.
func (f *network) augment() bool {
	by := make([]*pipe, len(f.pipes)) // by node: the pipe back from which it was reached
	queue := []int{f.from}
	for ; len(queue) > 0 && by[f.to] == nil; queue = queue[1:] {
		for _, p := range f.pipes[queue[0]] {
			if p.room > 0 && by[p.to] == nil && p.to != f.from {
				by[p.to], queue = &f.pipes[p.to][p.opposite], append(queue, p.to)
			}
		}
	}
	if by[f.to] == nil {
		return false
	}
	for node := f.to; node != f.from; node = by[node].to {
		back := by[node]
		back.room++
		f.pipes[back.to][back.opposite].room--
	}
	return true
}
