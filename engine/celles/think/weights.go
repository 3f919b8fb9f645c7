package think

import (
	"embed"

	"referee/engine"
	"referee/engine/play/weigh"
)

// term is a part of what a unit is worth where it stands.
type term int

const (
	termMeuse term = iota
	termPlaces
	termPressure
	termCut
	termFight // what attacks bring on an average
	terms     // how many there are
)

var termIDs = [terms]string{"meuse", "places", "pressure", "cut", "fight"}

// values is VP by term.
type values [terms]float64

func (v *values) sum() float64 { return weigh.Sum(v[:]) }

func (v *values) add(o *values, times float64) { weigh.Add(v[:], o[:], times) }

// weights are what the terms weigh, and what the players reckon with.
type weights struct {
	of     [terms]float64
	dare   float64 // what own losses weigh, against those of the enemy
	arrive float64 // what a unit that comes on is worth beside the place where it does
	hash   string  // hex SHA-256 of the file
}

// named are the rows of weights.csv.
func (w *weights) named() map[string]*float64 {
	all := map[string]*float64{"dare": &w.dare, "arrive": &w.arrive}
	for i, id := range termIDs {
		all[id] = &w.of[i]
	}
	return all
}

//go:embed data/weights.csv data/worth.csv
var data embed.FS

// built are the weights that are built in.
func built() *weights {
	w := &weights{}
	w.hash = weigh.MustRead(engine.Folder(data, "data"), "weights.csv", w.named())
	return w
}
