// Package event holds what can happen in a match of Celles: the events as they are
// stored, and what each of them says, cites and draws.
//
// An event names units, hexes, formations and sides by their ids and knows nothing
// of the position: package celles makes the events, and applies them.
package event
