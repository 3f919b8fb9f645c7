// Package weights weighs the kinds of options for random play of Celles. A kind that is not listed weighs 1.
package weights

import "maps"

// Usual makes random players act like people: whole formations move, far and into
// contact, and attack. Uniform picking gives one attack in two matches.
var Usual = map[string]int{
	"formation": 15, "unit": 2, "step": 4, "step-bonus": 4, "contact": 40, "contact-bonus": 40, "infiltrate": 6,
	"attack": 60, "add": 5, "truck": 4, "untruck": 20,
}

// Eager are the weights of players who look for a fight.
var Eager = map[string]int{
	"formation": 1000, "unit": 50, "step": 100, "step-bonus": 100, "contact": 2000, "contact-bonus": 2000, "infiltrate": 6,
	"attack": 20000, "add": 5, "truck": 100, "untruck": 2000,
}

// Solo are the weights of chance when it plays a side against a person: it looks for a
// fight, and uses the standard set-up.
func Solo() map[string]int {
	w := maps.Clone(Eager)
	w["standard"] = 100_000
	return w
}
