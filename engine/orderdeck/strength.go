package orderdeck

import (
	"slices"

	"referee/engine/kit/lists"
)

// Conditions are the conditions of a target: [State] is asked for each, with the condition as Of and the target as With.
var Conditions = []string{"town", "siegfried", "village", "forest", "improved", "clear", "unsupplied", "fuel", "isolated"}

// outnumbers reports whether units have at least the odds against a German unit or stack (§8). Conditions and rivers are
// asked only while they decide.
func (p *inquiry) outnumbers(place string, units []string, target string, odds [2]int) bool {
	at := func(allied, german int) bool { return max(allied, 1)*odds[1] >= max(german, 1)*odds[0] }
	printed := p.number(place, Strength, target, "")
	worst, best := Defence(printed, Conditions[:5]), Defence(printed, Conditions[5:])
	strengths := lists.Map(units, func(u string) int { return p.number(place, Strength, u, "") })
	total := lists.Sum(strengths)
	if !at(total, best) {
		return false
	}
	if at(total/2, worst) {
		return true
	}
	german := Defence(printed, p.which(place, State, Conditions, target))
	if !at(total, german) || at(total/2, german) {
		return at(total, german)
	}
	across := p.which(place, River, units, target)
	over := 0
	for i, u := range units {
		if slices.Contains(across, u) {
			over += strengths[i]
		}
	}
	return at(total-over+over/2, german)
}

// Defence is the strength of a German unit or stack with printed strength under conditions (§8, Reading 21): at least 1.
func Defence(printed int, conditions []string) int {
	has := func(c string) int { return lists.Count(conditions, func(x string) bool { return x == c }) }
	if has("town")+has("siegfried") > 0 {
		printed *= 2
	}
	return max(1, printed+has("village")+has("forest")+has("improved")-has("clear")-has("unsupplied")-has("fuel")-2*has("isolated"))
}
