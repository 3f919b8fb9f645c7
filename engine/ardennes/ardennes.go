// Package ardennes holds what the games about the Ardennes in December 1944 share: the sides and nations.
package ardennes

import (
	"slices"

	"referee/engine"
)

// Side is one of the two sides.
type Side int8

// The sides. NoSide is neither of them.
const (
	German Side = iota
	Allied
	NoSide Side = -1
)

// SideIDs name the sides, as in files and as seats.
var SideIDs = [2]string{"german", "allied"}

// SideByID finds a side, or NoSide.
func SideByID(id string) Side { return Side(slices.Index(SideIDs[:], id)) }

// Enemy is the other side; there must be one.
func (s Side) Enemy() Side { return 1 - s }

// String is the id of the side, empty for [NoSide].
func (s Side) String() string {
	if s == NoSide {
		return ""
	}
	return SideIDs[s]
}

// Seat is the seat that plays the side.
func (s Side) Seat() engine.Seat { return engine.Seat(s.String()) }

// Nation is a nationality.
type Nation int8

// The nations.
const (
	NationGerman Nation = iota
	NationUS
	NationBritish
)

// NationIDs name the nations, as in files.
var NationIDs = [3]string{"german", "us", "british"}

// Side is the side that the nation fights on.
func (n Nation) Side() Side {
	if n == NationGerman {
		return German
	}
	return Allied
}

// Who owns pieces and places, as they are drawn: Germans, Americans, and British and Canadians.
const (
	Axis    engine.Class = "axis"
	Allies  engine.Class = "allies"
	Commons engine.Class = "commons"
)

// Owners own what belongs to a side.
var Owners = [2]engine.Class{German: Axis, Allied: Allies}

// Box is a box of a side beside the map.
func Box(what string, s Side, args ...engine.Arg) engine.Box {
	label := engine.Say("box."+what, append(args, engine.Noun("side", s.String()))...)
	return engine.Box{ID: what + "-" + s.String(), Label: label, Owner: Owners[s]}
}
