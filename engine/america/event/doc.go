// Package event defines the events of America Triumphant as they are stored, with the text, the rule and the map
// traces of each: turn.go holds those of the turn sequence, ground.go those of movement, fight.go those of combat.
//
// An event names units, hexes, formations and sides by their ids and does not depend on a position: package
// america makes the events and applies them. The id of a headquarters is that of its unit.
package event
