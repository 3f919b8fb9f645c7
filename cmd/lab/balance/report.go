package balance

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// columns are those of the table, a row of which is a sample. Figures are the first seat's, or the first player's where
// two meet; low and high bound intervals of 95 %. A score counts a draw as half a win. bid is how many VP for the second
// seat would have evened the matches, and empty where none would or the game has no bid. more_ is the difference from the
// same matches without the option or the change of the data set. chance_error is the mean square by which the win chance
// missed the result in so many matches: 0.25 is that of a coin. board is what the board is called, data what its data set says.
var columns = strings.Fields(`sample pairs planned won drawn lost decisive
	score score_low score_high margin margin_low margin_high bid bid_low bid_high
	more_pairs more_score more_score_low more_score_high more_margin more_margin_low more_margin_high
	checked checks_planned answers nodes budget faults other_versions chances chance_error board data`)

// write writes the table.
func (t *table) write(to io.Writer, plan []stage, k kept) error {
	w := csv.NewWriter(to)
	rows := [][]string{columns}
	for _, name := range names(plan) {
		rows = append(rows, t.row(name, plan, k))
	}
	return w.WriteAll(rows)
}

// row is the row of a sample.
func (t *table) row(name string, plan []stage, k kept) []string {
	var s sample
	planned, checked := 0, 0
	for _, st := range plan {
		if st.sample.name == name {
			s, planned, checked = st.sample, max(planned, st.pairs), max(checked, st.checked)
		}
	}
	sum := k.sum(name)
	won, lost, drawn := sum.strength.Results()
	row := append([]string{name}, whole(sum.pairs, planned, won, drawn, lost, sum.decisive)...)
	row = append(row, figures(sum.pairs, sum.score(), sum.margin())...)
	row = append(row, t.bids(s, sum)...)
	more, margin, score := 0, interval{}, interval{}
	if t.compared(s) {
		margin, score, more = k.more(name, t.cheap.Name)
	}
	row = append(append(row, whole(more)...), figures(more, score, margin)...)
	row = append(row, whole(sum.checked, checked, sum.answers, max(sum.most[0], sum.most[1]),
		max(s.players[0].Nodes, s.players[1].Nodes), len(sum.faults)+k[name].differ, k[name].other, sum.chances)...)
	return append(row, figures(sum.chances, interval{mean: sum.missed / float64(max(1, sum.chances))})[0], t.board, s.deal().Data[:8])
}

// bids are the bid that evens a sample, and the lowest and the highest that may.
func (t *table) bids(s sample, of sum) []string {
	b, ok := t.bid(of)
	switch {
	case !ok || !b.enough || !s.itself():
		return []string{"", "", ""}
	case b.low > b.high: // the interval is shorter than a step of the bid
		return append(whole(b.even), "", "")
	}
	return whole(b.even, b.low, b.high)
}

// compared reports whether a sample differs from that of the player who tries options in one thing. Margins of different
// scenarios cannot be compared.
func (t *table) compared(s sample) bool {
	for _, o := range t.game.Info().Options {
		if _, set := s.setup[o.ID]; set && o.Scenario {
			return false
		}
	}
	return s.itself() && s.players[0].About == t.cheap.About && s.name != t.cheap.Name
}

// whole formats whole numbers.
func whole(numbers ...int) []string {
	out := make([]string, len(numbers))
	for i, n := range numbers {
		out[i] = strconv.Itoa(n)
	}
	return out
}

// figures formats intervals over so many pairs: empty over none, without bounds over one.
func figures(pairs int, all ...interval) []string {
	var out []string
	for _, i := range all {
		for n, x := range [...]float64{i.mean, i.low, i.high} {
			text := ""
			if pairs > 0 && (n == 0 || pairs > 1) {
				text = fmt.Sprintf("%.4f", x)
			}
			out = append(out, text)
		}
	}
	return out
}
