package league

import "slices"

// A blossom is a cycle of nodes and blossoms, of odd length, whose matching can
// be turned so that any one of them is the one matched to the outside. The first
// of its petals is the one that is.

// rebase says that x and all in it belong to blossom b.
func (m *matcher) rebase(x, b int) {
	m.base[x] = b
	if x > m.n {
		for _, p := range m.petals[x] {
			m.rebase(p, b)
		}
	}
}

// evenWay turns the cycle of blossom b so that petal x is at an even distance
// from its root, and returns that distance.
func (m *matcher) evenWay(b, x int) int {
	i := slices.Index(m.petals[b], x)
	if i%2 == 0 {
		return i
	}
	slices.Reverse(m.petals[b][1:])
	return len(m.petals[b]) - i
}

// marry matches u with v, and turns the matching inside u to suit.
func (m *matcher) marry(u, v int) {
	e := m.best[u][v]
	m.mate[u] = e.v
	if u <= m.n {
		return
	}
	x := m.petalOf[u][e.u]
	way := m.evenWay(u, x)
	for i := range way {
		m.marry(m.petals[u][i], m.petals[u][i^1])
	}
	m.marry(x, v)
	m.petals[u] = append(slices.Clone(m.petals[u][way:]), m.petals[u][:way]...)
}

// fork is where the ways from u and v to their roots meet; 0 if they do not.
func (m *matcher) fork(u, v int) int {
	m.time++
	for u != 0 || v != 0 {
		if u != 0 {
			if m.seen[u] == m.time {
				return u
			}
			m.seen[u] = m.time
			if u = m.base[m.mate[u]]; u != 0 {
				u = m.base[m.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// shrink makes a blossom of the ways from u and v to where they meet.
func (m *matcher) shrink(u, root, v int) {
	b := m.n + 1
	for b <= m.top && m.base[b] != 0 {
		b++
	}
	m.top = max(m.top, b)
	clear(m.dual[b])
	m.label[b], m.mate[b], m.parent[b] = outer, m.mate[root], m.parent[root]
	ring := []int{root}
	climb := func(x int) {
		for x != root {
			y := m.base[m.mate[x]]
			ring = append(ring, x, y)
			m.enqueue(y)
			x = m.base[m.parent[y]]
		}
	}
	climb(u)
	slices.Reverse(ring[1:])
	climb(v)
	m.petals[b] = ring
	m.rebase(b, b)
	for x := range m.best[b] {
		m.best[b][x], m.best[x][b] = edge{}, edge{}
	}
	clear(m.petalOf[b])
	for _, p := range ring {
		for x := 1; x <= m.top; x++ {
			e := m.best[p][x]
			if e != (edge{}) && (m.best[b][x] == edge{} || m.tighter(e, m.best[b][x])) {
				m.best[b][x], m.best[x][b] = e, m.best[x][p]
			}
		}
		for x := 1; x <= m.n; x++ {
			if m.petalOf[p][x] != 0 {
				m.petalOf[b][x] = p
			}
		}
	}
	m.reslack(b)
}

// burst takes an inner blossom apart whose dual has come to zero.
func (m *matcher) burst(b int) {
	for _, p := range m.petals[b] {
		m.rebase(p, p)
	}
	x := m.petalOf[b][m.best[b][m.parent[b]].u]
	way := m.evenWay(b, x)
	for i := 0; i < way; i += 2 {
		in, out := m.petals[b][i], m.petals[b][i+1]
		m.parent[in] = m.best[out][in].u
		m.label[in], m.label[out] = inner, outer
		m.slack[in] = 0
		m.reslack(out)
		m.enqueue(out)
	}
	m.label[x], m.parent[x], m.slack[x] = inner, m.parent[b], 0
	for _, p := range m.petals[b][way+1:] {
		m.label[p] = loose
		m.reslack(p)
	}
	m.base[b] = 0
}
