package event

import "referee/engine/kit/events"

// ofGround are the kinds of events of movement.
var ofGround = []events.Described{}
