package board

import (
	"maps"
	"slices"

	"referee/engine"
	"referee/engine/kit/csvtable"
)

// Tables names the tables of a small map besides "grid", "hex" and "site": each holds hexsides,
// works or links of one class.
type Tables struct{ Edges, Works, Links map[string]engine.Class }

// Columns returns the columns of all tables of the map, with those of others in the same file, in
// the form of csvtable.ReadKinds.
func (t Tables) Columns(others map[string][]string) map[string][]string {
	columns := map[string][]string{
		"grid": {"pointed", "second", "odd", "lines back", "hexes back"},
		"hex":  {"hex", "terrain", "name", "vp"},
		"site": {"hex", "site"},
	}
	maps.Copy(columns, others)
	for name := range t.Works {
		columns[name] = []string{"hex", "other"}
	}
	for _, named := range []map[string]engine.Class{t.Edges, t.Links} {
		for name := range named {
			columns[name] = []string{"hex", "other", "name"}
		}
	}
	return columns
}

// ReadAll reads all tables of a map, those of a kind in the order of their names.
func (m *Map) ReadAll(t Tables, sheets map[string]*csvtable.Sheet) {
	m.ReadGrid(sheets["grid"])
	m.ReadHexes(sheets["hex"])
	m.ReadSites(sheets["site"])
	each := func(named map[string]engine.Class, read func(*csvtable.Sheet, engine.Class)) {
		for _, name := range slices.Sorted(maps.Keys(named)) {
			read(sheets[name], named[name])
		}
	}
	each(t.Edges, m.ReadEdges)
	each(t.Works, m.ReadWorks)
	each(t.Links, m.ReadLinks)
}
