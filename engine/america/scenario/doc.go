// Package scenario is the map, the units and the tables of America Triumphant: read from
// CSV files and checked, with all problems reported at once.
//
// Everything has an index: a hex by its [HexIx], a unit by its [UnitIx], a headquarters by
// its [HQIx]. The numbers in brackets are paragraphs of the rules.
package scenario
