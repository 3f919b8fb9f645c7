package think

import (
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/kit/csvtable"
)

// fact is something of a position that the margin at the end hangs on.
type fact int

const (
	factOne           fact = iota // 1
	factScored                    // German points by the Meuse so far
	factRest                      // what the other points come to, German less Allied, without a bid
	factMeuse                     // what Germans in supply can expect by the Meuse
	factThere                     // Germans in supply who are there
	factCut                       // what Germans out of supply could expect
	factGermanActions             // left in this turn
	factAlliedActions
	factGermanGain // what the units could gain whose turn it is
	factAlliedGain
	factGermanSteps // on the map
	factAlliedSteps
	facts // how many there are
)

var factIDs = [facts]string{
	"one", "scored", "rest", "meuse", "there", "cut", "german-actions", "allied-actions",
	"german-gain", "allied-gain", "german-steps", "allied-steps",
}

// row is the facts of a position, or what each weighs.
type row [facts]float64

func (r *row) times(o *row) float64 {
	sum := 0.0
	for i, x := range r {
		sum += x * o[i]
	}
	return sum
}

// fitted is how many turns worth.csv is about. Of a match with another number of turns the last ones are
// compared with the last.
const fitted = 8

// worth is what the facts of a position say of how the match ends.
type worth struct {
	margin   [fitted]row // by turn: the margin without a German total that ends the match
	decisive [fitted]row // by turn: the logarithm of the odds of such a total
	ended    row         // the margin with one, on an average
	win      [fitted]row // by turn: the logarithm of the odds of winning, at a margin of 0 (one) and for each VP (rest)
	hash     string      // hex SHA-256 of the file
}

// turn is the row for a window's turn.
func turn(w *celles.Window) int {
	return max(0, min(fitted-1, fitted-1-len(w.Data().Turns)+w.Turn()))
}

// value is the margin to be expected of facts in a turn, with what a bid gave either side.
func (k *worth) value(t int, r row, german, allied int) float64 {
	far := r
	far[factScored] += float64(german) // a bid counts in the German total
	p := logistic(k.decisive[t].times(&far))
	return (1-p)*(k.margin[t].times(&r)+float64(german-allied)) + p*(k.ended[factOne]-float64(allied))
}

// wins is the chance to win in a turn with a margin that is expected.
func (k *worth) wins(t int, margin float64) float64 {
	return logistic(k.win[t][factOne] + k.win[t][factRest]*margin)
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// named are the rows of worth.csv, by what they say and the turn; the last two kinds use one fact or two.
func (k *worth) named() map[string]*row {
	all := map[string]*row{"ended 1": &k.ended}
	for t := range fitted {
		n := strconv.Itoa(t + 1)
		all["margin "+n], all["decisive "+n], all["win "+n] = &k.margin[t], &k.decisive[t], &k.win[t]
	}
	return all
}

// readWorth reads worth.csv.
func readWorth(files fs.FS) (*worth, error) {
	columns := append([]string{"says", "turn"}, factIDs[:]...)
	f, err := csvtable.Read(files, map[string][]string{"worth.csv": columns})
	if err != nil {
		return nil, err
	}
	k := &worth{hash: f.Hash()}
	rows, ok := f.Sheet("worth.csv").Keyed(slices.Sorted(maps.Keys(k.named())), "says", "turn")
	if ok {
		for name, to := range k.named() {
			for i, id := range factIDs {
				if to[i], err = strconv.ParseFloat(rows[name].Text(id), 64); err != nil {
					rows[name].Report("%s: %q is not a number", id, rows[name].Text(id))
				}
			}
		}
	}
	if p := f.Problems(); len(p) > 0 {
		return nil, p
	}
	return k, nil
}

// builtWorth is the one that is built in.
func builtWorth() *worth {
	k, err := readWorth(engine.Folder(data, "data"))
	if err != nil {
		panic(err) // a test reads it
	}
	return k
}
