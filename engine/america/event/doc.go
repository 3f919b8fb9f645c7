// Package event holds the events of America Triumphant as they are stored, with the text, the
// rule and the traces on the map of each: turn.go has those of the turn's course, ground.go
// those of movement, fight.go those of combat.
//
// An event names units, hexes, formations and sides by their ids and does not depend on
// a position: package america makes the events, and applies them. The id of a headquarters is
// that of its unit.
package event
