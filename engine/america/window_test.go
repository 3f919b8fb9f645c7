package america

import "testing"

// TestResultsBelowTheTable: the window says of an attack that it may not be declared where only the headquarters' support
// would lift it into the table (9.1).
func TestResultsBelowTheTable(t *testing.T) {
	for text, may := range map[string]bool{"unit 902-lehr 2705": false, "unit 600-g 2705": true} {
		pos, err := opened(t).Parse(1, `america-triumphant 1
turn 2 phase impulse step declare side allied hq hq-viii weather precipitation ground snow
hq hq-viii chit drawn combat
impulses allied 1
pace tactical
unit hq-viii 2708 acts
unit 110-28 2806 by hq-viii acts
`+text+"\n")
		if err != nil {
			t.Fatal(err)
		}
		w, _ := pos.Window("allied").(*Window)
		at := w.Data().HexIDs.Of("2705")
		a := Attack{Hex: at, Att: w.Attackers(at), Def: w.Defenders(at), Support: true}
		if _, ok := w.Results(&a); ok != may || !w.Backs(at, a.Att, 0) {
			t.Errorf("%s: may be attacked: %t, want %t", text, ok, may)
		}
	}
}
