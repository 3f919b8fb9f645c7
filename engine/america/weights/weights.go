// Package weights weighs the kinds of options for random play of America Triumphant. A kind that is not listed
// weighs 1.
package weights

import "maps"

// Usual makes random players act like people: they set up in the standard way, move stacks into
// contact, attack together and use what supports them.
var Usual = map[string]int{
	"standard": 1000, "none": 30, "hq": 6, "step": 3, "contact": 40, "hold": 20, "overrun": 30, "join": 4, "stack": 4,
	"first": 4, "target": 60, "go": 4, "on": 60,
}

// Solo are the weights of chance when it plays a side against a person: it looks for a fight.
func Solo() map[string]int {
	w := maps.Clone(Usual)
	w["target"], w["contact"], w["standard"] = 1000, 200, 100_000
	return w
}
