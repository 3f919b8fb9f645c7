package league

// Cell is what a player made of one match, as a cross table shows it.
type Cell struct {
	Match int // its number; 0 where it was never opened
	Side  Side
	// Points are the player's. Open: there is no result yet.
	Points int
	Open   bool
	// Forfeit and Marked are shown beside the points.
	Forfeit, Marked bool
}

// CrossTable has a row for each player in the order of the standings, and in it
// what they made against each, in the same order.
type CrossTable struct {
	Lines []Line
	Cells [][][]Cell // by the row of the player and that of the opponent
}

// Cross is the standings with the matches they rest on. Results that are
// annulled are shown as they were.
func Cross(t Table) CrossTable {
	c := CrossTable{Lines: Standings(t)}
	row := map[Player]int{}
	for i, l := range c.Lines {
		row[l.Player] = i
		c.Cells = append(c.Cells, make([][]Cell, len(c.Lines)))
	}
	for _, m := range t.withWalkovers() {
		for _, p := range m.Pair {
			i, known := row[p]
			j, also := row[m.Pair.Opponent(p)]
			if !known || !also {
				continue
			}
			cell := Cell{Match: m.No, Side: m.Pair.Side(p), Open: m.Result == nil, Marked: m.Marked}
			if m.Result != nil {
				cell.Points = t.Scoring.Of(*m.Result, cell.Side)
				cell.Forfeit = m.Result.How == Forfeited
			}
			c.Cells[i][j] = append(c.Cells[i][j], cell)
		}
	}
	return c
}
