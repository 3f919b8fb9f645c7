package season

import (
	"referee/engine"
	americaWeights "referee/engine/america/weights"
)

// habits are how the players of a season play a game, so that the better of two
// wins more often, and both sides win. The zero value picks all options alike, and
// gives nobody VP.
type habits struct {
	// sound and rash are weights of options by their kind, of good players and of bad
	// ones; a kind that is not there weighs 1.
	sound, rash map[string]int
	// program gives the sound answers, if it is named: then sound weighs nothing.
	program string
	// easier is the side that is easier for such players, and worth how many VP that is, as far as they can be
	// bid; 0: nobody is given any.
	easier engine.Seat
	worth  int
}

// habitsIn are those of the games that have some.
var habitsIn = map[string]habits{
	// A sound player brings units up and attacks with several. A rash one sends each
	// unit at the enemy alone, or stops too early: that costs a German player four
	// points per match, and an Allied player two.
	"celles": {
		sound: map[string]int{
			"formation": 15, "unit": 2, "step": 4, "step-bonus": 4, "contact": 40, "contact-bonus": 40,
			"attack": 20, "add": 20, "truck": 4, "untruck": 20,
		},
		rash: map[string]int{
			"unit": 50, "step": 10, "step-bonus": 10, "contact": 20000, "contact-bonus": 20000, "attack": 20000, "stop": 100, "go": 100,
		},
		easier: "allied", worth: 6,
	},
	// By chance the German takes none of the places that they need, even given four.
	"america-triumphant": {program: "sergeant", rash: americaWeights.Usual, easier: "allied", worth: 3},
}
