// Package scenario holds the map, the units and the tables of Celles as printed. It reads them from CSV files,
// checks them, and reports all problems at once.
//
// Everything has an index: a hex its [HexIx], a unit its [UnitIx]. Numbers in brackets are paragraphs of the rules.
package scenario
