// Package event defines the events of Celles as they are stored, with the text, the rule and the map traces of
// each.
//
// An event names units, hexes, formations and sides by their ids and does not depend on a position: package celles
// makes the events and applies them.
package event
