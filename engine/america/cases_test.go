package america

import (
	"fmt"
	"testing"

	"referee/engine/america/event"
	"referee/engine/enginetest/rulecase"
)

// suite is how the cases of America Triumphant are run. Beside the rule that it covers, a case may be
// one of the worked cases of the rules: "case 07".
func suite(t testing.TB) *rulecase.Suite {
	t.Helper()
	return &rulecase.Suite{
		Game: strict(t), Dir: "testdata/rules", Events: event.Kinds(), Checks: checks,
		Draws:   map[string]string{kindDraw: "chits"},
		Covered: map[string][]string{"case": worked()},
	}
}

// worked are the numbers of the worked cases.
func worked() []string {
	list := make([]string, 40)
	for i := range list {
		list[i] = fmt.Sprintf("%02d", i+1)
	}
	return list
}

func TestRuleCases(t *testing.T) { suite(t).Test(t) }

// checks are the lines of cases that only this game has.
var checks = map[string]func(*rulecase.Run, []string){
	"zoc": checkZOC, "supply": checkSupply, "commands": checkCommands, "reach": checkReach, "marches": checkMarches, "odds": checkOdds,
}
