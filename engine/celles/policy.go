package celles

// Fight weighs options by their kind so that random players bring about what
// people do: whole formations move, far and into contact, and attack. Uniform
// picking gives one attack in two matches.
var Fight = map[string]int{
	"formation": 15, "unit": 2, "step": 4, "step-bonus": 4, "contact": 40, "contact-bonus": 40, "infiltrate": 6,
	"attack": 60, "add": 5, "truck": 4, "untruck": 20,
}
