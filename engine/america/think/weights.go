package think

import (
	"embed"

	"referee/engine"
	"referee/engine/play/weigh"
)

// term is a part of what a unit is worth where it stands.
type term int

const (
	termGoals term = iota
	termNorth
	termHold
	termBlock
	termSupply
	termCover
	termPeril // of the German in the longest scenario
	termFight // what attacks bring on average
	terms     // how many there are
)

var termIDs = [terms]string{"goals", "north", "hold", "block", "supply", "cover", "peril", "fight"}

// values is points by term.
type values [terms]float64

func (v *values) sum() float64 { return weigh.Sum(v[:]) }

func (v *values) add(o *values, times float64) { weigh.Add(v[:], o[:], times) }

// weights are what the terms weigh, and what the players reckon with.
type weights struct {
	of   [terms]float64
	dare float64 // what own losses weigh, against those of the enemy
	// Where dead units are counted, in points: one of either side (13.33), a German one (13.43).
	kill, spare float64
	wall        float64 // a hex of the Westwall that the enemy controls (13.33)
	hash        string  // hex SHA-256 of the file
}

// named are the rows of weights.csv.
func (w *weights) named() map[string]*float64 {
	all := map[string]*float64{"dare": &w.dare, "kill": &w.kill, "spare": &w.spare, "wall": &w.wall}
	for i, id := range termIDs {
		all[id] = &w.of[i]
	}
	return all
}

//go:embed data/weights.csv
var data embed.FS

// built are the weights that are built in.
func built() *weights {
	w := &weights{}
	w.hash = weigh.MustRead(engine.Folder(data, "data"), "weights.csv", w.named())
	return w
}
