package event

import "referee/engine/kit/events"

// ofFight are the kinds of events of combat.
var ofFight = []events.Described{}
