package league

import "slices"

// weight is a list of whole numbers that is compared from the left: what stands
// further right decides only between equals on the left. All weights of one
// graph have the same length. Weights are added number by number, so the best
// sum is the best by the first number, among these the best by the second, ….
type weight []int64

// plus adds k times b in place.
func (a weight) plus(b weight, k int64) {
	for i, v := range b {
		a[i] += k * v
	}
}

// sign is -1, 0 or 1: how a compares with zero.
func (a weight) sign() int {
	for _, v := range a {
		switch {
		case v < 0:
			return -1
		case v > 0:
			return 1
		}
	}
	return 0
}

// edge joins two nodes. Between blossoms it says by which of their nodes.
type edge struct{ u, v int }

// Labels of nodes and blossoms in the forest that looks for a longer matching.
const (
	loose = iota // not reached
	outer        // at an even distance from a free node
	inner        // at an odd distance
)

// matcher finds a matching of greatest weight in a graph that need not be
// bipartite: Edmonds' blossoms, with the dual variables of the linear programme.
// Nodes are 1 … n, blossoms n+1 …; 0 is nobody. It takes O(n³) comparisons.
type matcher struct {
	n, top  int // nodes; the highest number that a blossom has
	size    int // numbers in a weight
	weights []weight
	dual    []weight // of nodes and of blossoms
	best    [][]edge // the tightest edge between two nodes or blossoms; zero: none
	mate    []int    // the node matched to, at the far end
	slack   []int    // the outer node with the tightest edge to each
	base    []int    // the outermost blossom that each is in: itself, if it is one; 0: unused
	parent  []int    // in the forest: the node above
	label   []int
	seen    []int
	time    int
	petals  [][]int // the nodes and blossoms that a blossom is a cycle of
	petalOf [][]int // by blossom and node: the petal that the node is in
	queue   []int
}

// newMatcher makes a graph of n nodes without edges, whose weights have size
// numbers.
func newMatcher(n, size int) *matcher {
	all := 2*n + 1
	m := &matcher{
		n: n, top: n, size: size,
		weights: make([]weight, (n+1)*(n+1)),
		dual:    make([]weight, all), best: make([][]edge, all), mate: make([]int, all),
		slack: make([]int, all), base: make([]int, all), parent: make([]int, all),
		label: make([]int, all), seen: make([]int, all),
		petals: make([][]int, all), petalOf: make([][]int, all),
	}
	for i := range all {
		m.dual[i] = make(weight, size)
		m.best[i] = make([]edge, all)
		m.petalOf[i] = make([]int, n+1)
	}
	for u := 1; u <= n; u++ {
		m.base[u], m.petalOf[u][u] = u, u
	}
	return m
}

// join adds an edge. Only edges above zero are ever used.
func (m *matcher) join(u, v int, w weight) {
	m.weights[u*(m.n+1)+v], m.weights[v*(m.n+1)+u] = w, w
	m.best[u][v], m.best[v][u] = edge{u, v}, edge{v, u}
}

// solve returns the mate of every node, 0 for those without.
func (m *matcher) solve() []int {
	most := make(weight, m.size)
	for _, w := range m.weights {
		if w != nil && slices.Compare(w, most) > 0 {
			most = w
		}
	}
	for u := 1; u <= m.n; u++ {
		copy(m.dual[u], most)
	}
	for m.grow() {
	}
	return m.mate[:m.n+1]
}

// tighter compares the reduced costs of two edges: zero when an edge is tight,
// never below. It is where the time goes, so it stops at the first number that
// differs.
func (m *matcher) tighter(a, b edge) bool {
	au, av, aw := m.dual[a.u], m.dual[a.v], m.weights[a.u*(m.n+1)+a.v]
	bu, bv, bw := m.dual[b.u], m.dual[b.v], m.weights[b.u*(m.n+1)+b.v]
	for i := range au {
		if d := au[i] + av[i] - 2*aw[i] - (bu[i] + bv[i] - 2*bw[i]); d != 0 {
			return d < 0
		}
	}
	return false
}

// tight reports whether an edge has no reduced cost.
func (m *matcher) tight(e edge) bool {
	u, v, w := m.dual[e.u], m.dual[e.v], m.weights[e.u*(m.n+1)+e.v]
	for i := range u {
		if u[i]+v[i] != 2*w[i] {
			return false
		}
	}
	return true
}

// offer notes that outer node u may be the nearest to x.
func (m *matcher) offer(u, x int) {
	if m.slack[x] == 0 || m.tighter(m.best[u][x], m.best[m.slack[x]][x]) {
		m.slack[x] = u
	}
}

// reslack looks for the outer node that is nearest to x.
func (m *matcher) reslack(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.best[u][x] != (edge{}) && m.base[u] != x && m.label[m.base[u]] == outer {
			m.offer(u, x)
		}
	}
}

// enqueue puts the nodes of x up to be looked at.
func (m *matcher) enqueue(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, p := range m.petals[x] {
		m.enqueue(p)
	}
}

// augment changes the matching along the way from u to its root, v being the
// new mate of u.
func (m *matcher) augment(u, v int) {
	for {
		old := m.base[m.mate[u]]
		m.marry(u, v)
		if old == 0 {
			return
		}
		up := m.base[m.parent[old]]
		m.marry(old, up)
		u, v = up, old
	}
}

// follow takes a tight edge from an outer node. It reports whether that made
// the matching longer.
func (m *matcher) follow(e edge) bool {
	u, v := m.base[e.u], m.base[e.v]
	switch m.label[v] {
	case loose:
		m.parent[v], m.label[v] = e.u, inner
		next := m.base[m.mate[v]]
		m.slack[v], m.slack[next] = 0, 0
		m.label[next] = outer
		m.enqueue(next)
	case outer:
		root := m.fork(u, v)
		if root == 0 {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.shrink(u, root, v)
	}
	return false
}

// grow makes the matching longer by one edge. It reports false when no longer
// one weighs more.
func (m *matcher) grow() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.top; x++ {
		m.label[x], m.slack[x] = loose, 0
	}
	for x := 1; x <= m.top; x++ {
		if m.base[x] == x && m.mate[x] == 0 {
			m.parent[x], m.label[x] = 0, outer
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		if m.scan() {
			return true
		}
		if !m.adjust() {
			return false
		}
		m.queue = m.queue[:0]
		for x := 1; x <= m.top; x++ {
			s := m.slack[x]
			if m.base[x] == x && s != 0 && m.base[s] != x && m.tight(m.best[s][x]) && m.follow(m.best[s][x]) {
				return true
			}
		}
		for b := m.n + 1; b <= m.top; b++ {
			if m.base[b] == b && m.label[b] == inner && m.dual[b].sign() == 0 {
				m.burst(b)
			}
		}
	}
}

// scan follows the tight edges of the nodes that are up, and notes how far the
// others are from being tight.
func (m *matcher) scan() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.label[m.base[u]] == inner {
			continue
		}
		for v := 1; v <= m.n; v++ {
			e := m.best[u][v]
			if e == (edge{}) || m.base[u] == m.base[v] {
				continue
			}
			if !m.tight(e) {
				m.offer(u, m.base[v])
			} else if m.follow(e) {
				return true
			}
		}
	}
	return false
}

// adjust changes the duals by as much as they allow, so that an edge becomes
// tight or a blossom can burst. It reports false when an outer node's dual comes
// to zero: to leave that node alone is then the best.
func (m *matcher) adjust() bool {
	step := m.step()
	for u := 1; u <= m.n; u++ {
		if m.label[m.base[u]] == outer && slices.Compare(m.dual[u], step) <= 0 {
			return false
		}
	}
	for u := 1; u <= m.n; u++ {
		switch m.label[m.base[u]] {
		case outer:
			m.dual[u].plus(step, -1)
		case inner:
			m.dual[u].plus(step, 1)
		}
	}
	for b := m.n + 1; b <= m.top; b++ {
		if m.base[b] != b {
			continue
		}
		switch m.label[b] {
		case outer:
			m.dual[b].plus(step, 2)
		case inner:
			m.dual[b].plus(step, -2)
		}
	}
	return true
}

// step is the largest change of duals that breaks no rule. The numbers halved
// are even: outer duals differ by even numbers, as at the beginning.
func (m *matcher) step() weight {
	var least limit
	for u := 1; u <= m.n; u++ { // where the matching ends
		if m.label[m.base[u]] == outer {
			least = least.or(limit{dual: m.dual[u]})
		}
	}
	for b := m.n + 1; b <= m.top; b++ {
		if m.base[b] == b && m.label[b] == inner {
			least = least.or(limit{dual: m.dual[b], half: true})
		}
	}
	for x := 1; x <= m.top; x++ {
		if m.base[x] == x && m.slack[x] != 0 && m.label[x] != inner {
			e := m.best[m.slack[x]][x]
			least = least.or(limit{m.dual[e.u], m.dual[e.v], m.weights[e.u*(m.n+1)+e.v], m.label[x] == outer})
		}
	}
	out := make(weight, m.size)
	for i := range out {
		out[i] = least.twice(i) / 2
	}
	return out
}

// limit is what a step may not exceed: a dual, or the reduced cost of an edge;
// or half of it.
type limit struct {
	dual, far, edge weight // of an edge: the duals of its ends, and its weight
	half            bool
}

// twice is twice the number at a place.
func (l limit) twice(i int) int64 {
	d := l.dual[i]
	if l.far != nil {
		d += l.far[i] - 2*l.edge[i]
	}
	if l.half {
		return d
	}
	return 2 * d
}

// or is the lesser of two limits; the zero limit is none.
func (l limit) or(other limit) limit {
	if l.dual == nil {
		return other
	}
	for i := range l.dual {
		if a, b := l.twice(i), other.twice(i); a != b {
			if b < a {
				return other
			}
			return l
		}
	}
	return l
}
