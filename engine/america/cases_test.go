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

// numbered are the paragraphs of the rules that the engine enforces.
var numbered = rulecase.Paragraphs{
	"2", "3.1-", "3.2-", "3.3", "4.1-", "4.2-", "4.3", "4.4-", "5.1", "5.2", "5.3", "5.41", "5.42", "5.43", "5.44",
	"6.1-", "6.2", "6.4-", "7.2-", "7.3", "7.4-", "7.11-", "7.12-", "7.13-", "8.1", "8.2", "8.3-", "8.4", "8.21", "8.22",
	"8.23-", "9.0", "9.1", "9.2", "9.3", "9.4", "9.6", "9.7", "9.51", "9.52-", "9.53-", "9.54-", "9.55-", "9.56-", "9.57-",
	"9.58-", "10.2", "10.11", "10.12", "10.13-", "10.14-", "10.15", "10.16-", "11.1", "11.2", "11.3", "11.4-", "11.11",
	"11.71", "11.72", "12.1-", "12.2-", "12.3-", "12.4-", "12.5", "12.6-", "13", "13.1", "13.2-", "13.3", "13.4-", "13.41",
}

func TestEveryRuleHasItsCases(t *testing.T) { suite(t).TestCovered(t, numbered) }

func TestRuleCases(t *testing.T) { suite(t).Test(t) }

// checks are the lines of cases that only this game has.
var checks = map[string]func(*rulecase.Run, []string){
	"zoc": checkZOC, "supply": checkSupply, "commands": checkCommands, "reach": checkReach,
	"marches": checkMarches, "odds": checkOdds,
}
