// Package scenario is the map, the units and the tables of Celles as they are
// printed: read from CSV files, checked, and with all their problems told at once.
//
// Everything is found by index: a hex by its [HexIx], a unit by its [UnitIx]. The
// numbers in brackets are paragraphs of the rules.
package scenario
