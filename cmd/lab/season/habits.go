package season

import "referee/engine"

// habits are how the players of a season play a game, so that the better of two
// wins more often, and both sides win. The zero value picks all options alike, and
// gives nobody VP.
type habits struct {
	// sound and rash are weights of options by their kind, of good players and of bad
	// ones; a kind that is not there weighs 1.
	sound, rash map[string]int
	// bid is the value of the game's bid that makes up for the side which such
	// players have it easier on; "": none.
	bid string
}

// habitsIn are those of the games that have some.
var habitsIn = map[string]habits{
	// Who is sound brings their units up and attacks with several. Who is rash sends
	// each at the enemy by itself, and stops short: that costs a German four points
	// of a match, and an Allied player two.
	"celles": {
		sound: map[string]int{
			"formation": 15, "unit": 2, "step": 4, "step-bonus": 4, "contact": 40, "contact-bonus": 40,
			"attack": 20, "add": 20, "truck": 4, "untruck": 20,
		},
		rash: map[string]int{
			"unit": 50, "step": 10, "step-bonus": 10, "contact": 20000, "contact-bonus": 20000, "attack": 20000, "stop": 100, "go": 100,
		},
		bid: engine.BidValue("german", 6),
	},
}
