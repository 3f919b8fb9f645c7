package chance

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/exact"
)

// Faces returns the bars of the outcomes of one die: of computes the outcome of a number on it, and
// bar the bar of an outcome, with its label and class. The bar of the highest face comes first.
func Faces[V comparable](die []engine.Option, of func(n int) V, bar func(V) engine.Bar) []engine.Bar {
	var bars []engine.Bar
	var met []V
	for _, face := range slices.Backward(die) {
		v := of(face.N)
		k := slices.Index(met, v)
		if k < 0 {
			k = len(met)
			met, bars = append(met, v), append(bars, bar(v))
			bars[k].Of = len(die)
		}
		bars[k].Part++
		bars[k].Faces = append([]string{face.ID}, bars[k].Faces...)
	}
	return bars
}

// In returns a chance of part in of as a number in so many, such as the faces of a die, if it is one, and else in lowest terms.
func In(part, of, faces int) (n, in int) {
	if of%faces == 0 && part%(of/faces) == 0 {
		return part / (of / faces), faces
	}
	least := exact.Parts(of).Arg("", part)
	return least.Num, least.Den
}
