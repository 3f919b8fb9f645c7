package scenario

import (
	"io/fs"
	"testing"

	"referee/engine/enginetest/csvtabletest"
)

// TestProblems spoils one line of the built-in data at a time. The line is found
// by its beginning; the problem must be reported there, or where "at" says.
func TestProblems(t *testing.T) {
	for _, c := range []struct{ File, Line, With, Want, At string }{
		{"hexes.csv", "0815,", "815,town,0,Beauraing,,,x", "is not a hex", ""},
		{"hexes.csv", "0815,", "3401,clear,0,,,,x", "is not on the map", ""},
		{"hexes.csv", "0815,", "0814,clear,0,,,,x", "duplicate of line", ""},
		{"hexes.csv", "0815,", "0815,swamp,0,,,,x", "none of clear, rough, woods, town", ""},
		{"hexes.csv", "0815,", "0815,town,2,,,,x", "none of 0, 1", ""},
		{"hexes.csv", "0815,", "0815,town,0,,swiss,,x", "none of german, allied", ""},
		{"hexes.csv", "0815,", "0815,town,0,,,s,x", "lies on edge", ""},
		{"hexes.csv", "0815,", "-", "1 hexes have no row: 0815", "hex,"},
		{"hexes.csv", "0815,", "0815,town,0", "3 cells, but the header has 7", ""},
		{"hexes.csv", "0815,", `0815,"to"wn,0,,,,x`, "not CSV", ""},
		{"hexes.csv", "hex,", "hex,terrain,village,name,area,edge,src", `unknown column "area"`, ""},
		{"hexes.csv", "hex,", "hex,terrain,village,name,area,edge,src", `no column "rear"`, ""},
		{"hexes.csv", "hex,", "hex,hex,terrain,village,name,rear,edge,src", "stands twice", ""},

		{"hexsides.csv", "0604,0704,highway", "0604,0804,highway,,x", "not adjacent", ""},
		{"hexsides.csv", "0604,0704,highway", "0604,0704,path,,x", "none of meuse", ""},
		{"hexsides.csv", "0604,0704,highway", "3300,3400,road,,x", "is not on the map", ""},
		{"hexsides.csv", "0604,0704,highway", "-", "no road or highway leads from 0604", "0604,0704,bridge"},
		{"hexsides.csv", "0604,0704,meuse", "-", "the Meuse is not between 0604 and 0704", "0604,0704,bridge"},
		{"hexsides.csv", "0604,0704,bridge", "-", "without a bridge", "0604,0704,highway"},
		{"hexsides.csv", "0604,0704,highway", "+0704,0604,highway,,x", "duplicate of line", ""},
		{"hexsides.csv", "0604,0704,highway", "+0704,0604,road,,x", "has a road or highway already", ""},

		{"formations.csv", "9pz,", "9 pz,german,german,9th,3316,3316,4,x", "small letters", ""},
		{"formations.csv", "9pz,", "+9pz,german,german,9th,3316,3316,4,x", "duplicate of line", ""},
		{"formations.csv", "9pz,", "9pz,allied,german,9th,3316,3316,4,x", "is not of side allied", ""},
		{"formations.csv", "9pz,", "9pz,german,dutch,9th,3316,3316,4,x", "none of german, us, british", ""},
		{"formations.csv", "9pz,", "9pz,german,german,9th,3316,,4,x", "has none", ""},
		{"formations.csv", "9pz,", "9pz,german,german,9th,3316,3416,4,x", "not on the map", ""},
		{"formations.csv", "9pz,", "9pz,german,german,9th,3316 3316,3316,4,x", "stands twice", ""},
		{"formations.csv", "9pz,", "+10pz,german,german,10th,3316,3316,4,x", "formation 10pz has no unit", "units.csv id,"},

		{"units.csv", "84-1,", "84-1,85,us,infantry,x,1,5,7,3,2,4,,,,,x", `unknown formation "85"`, ""},
		{"units.csv", "84-1,", "84-1,84,british,infantry,x,1,5,7,3,2,4,,,,,x", "is not of nation british", ""},
		{"units.csv", "84-1,", "84-1,84,us,cavalry,x,1,5,7,3,2,4,,,,,x", "none of armor", ""},
		{"units.csv", "84-1,", "84-1,84,us,infantry,x,3,5,7,3,2,4,,,,,x", "3 is not between 1 and 2", ""},
		{"units.csv", "84-1,", "84-1,84,us,infantry,x,1,five,7,3,2,4,,,,,x", "not a whole number", ""},
		{"units.csv", "84-1,", "84-1,84,us,infantry,x,2,5,7,3,2,4,1,1,1,,x", "needs its reduced values", ""},
		{"units.csv", "84-1,", "84-1,84,us,infantry,x,1,5,7,3,2,4,1,,,,x", "has one step and no reduced", ""},
		{"units.csv", "84-1,", "+84-1,84,us,infantry,x,1,5,7,3,2,4,,,,,x", "duplicate of line", ""},
		{"units.csv", "84-1,", "84_1,84,us,infantry,x,1,5,7,3,2,4,,,,,x", "small letters", ""},

		{"setup.csv", "84-1,", "84-11,setup,2113,,,x", `unknown unit "84-11"`, ""},
		{"setup.csv", "84-1,", "+84-1,setup,2113,,,x", "duplicate of line", ""},
		{"setup.csv", "84-1,", "-", "unit 84-1 has no row", "unit,"},
		{"setup.csv", "84-1,", "84-1,later,2113,,,x", "neither setup nor a turn", ""},
		{"setup.csv", "84-1,", "84-1,T9,2113,,,x", "neither setup nor a turn", ""},
		{"setup.csv", "84-1,", "84-1,setup,,,,x", "has none", ""},
		{"setup.csv", "84-1,", "84-1,setup,2113,6,,x", "does not enter on turn 1", ""},
		{"setup.csv", "84-1,", "84-1,setup,2216,,,x", "enemy's rear area", ""},
		{"setup.csv", "lehr-b,", "lehr-b,T2,2215,,,x", "not an entry hex of formation lehr", ""},

		{"turns.csv", "3,", "-", "turn 3 has no row", "turn,"},
		{"turns.csv", "3,", "2,24 Dec,night,4,2,x", "duplicate of line", ""},
		{"turns.csv", "3,", "3,24 Dec,noon,4,2,x", "none of day, night", ""},
		{"turns.csv", "3,", "3,24 Jan,night,4,2,x", "not a day of December", ""},
		{"turns.csv", "3,", "3,23 Dec,night,4,2,x", "does not come after turn 2", ""},
		{"turns.csv", "3,", "3,24 Dec,night,10,2,x", "10 is not between 0 and 9", ""},

		{"action_chits.csv", "24 Dec,german,fbb", "24 Dec,german,10pz,0,x", "unknown formation", ""},
		{"action_chits.csv", "24 Dec,german,fbb", "24 Dec,allied,fbb,0,x", "is not of side allied", ""},
		{"action_chits.csv", "24 Dec,german,fbb", "28 Dec,german,fbb,0,x", "not on the turn track", ""},
		{"action_chits.csv", "24 Dec,german,fbb", "-", "formation fbb has no row for 24 Dec", "date,"},
		{"action_chits.csv", "24 Dec,german,fbb", "+24 Dec,german,fbb,0,x", "duplicate of line", ""},

		{"tactical_chits.csv", "german,combat", "german,allied_air,1,x", "has no aircraft", ""},
		{"tactical_chits.csv", "german,combat", "german,bombs,1,x", "none of combat", ""},
		{"tactical_chits.csv", "german,combat", "-", "side german has no row for combat", "side,"},
		{"tactical_chits.csv", "german,combat", "+german,combat,1,x", "duplicate of line", ""},

		{"places.csv", "Ciney,1602,victory", "Ciney,,victory,1,0,x", "has no hex", ""},
		{"places.csv", "Ciney,1602,victory", "Ciney,1602,harbour,1,0,x", "none of victory", ""},
		{"places.csv", "Ciney,1602,victory", "+Ciney,1602,victory,1,0,x", "duplicate of line", ""},
		{"places.csv", "Ciney,1602,town", "Ciney,1602,town,1,0,x", "scores only", ""},
		{"places.csv", "Ciney,1602,town", "Ciney,1603,town,0,0,x", "terrain of hex 1603 is not", ""},
		{"places.csv", "Thynes,", "Thynes,1602,village,0,0,x", "hex 1602 has none", ""},

		{"movement.csv", "rough,", "rough,2.4,2,x", "not a multiple of 1/6", ""},
		{"movement.csv", "rough,", "rough,-3,2,x", "from 0 to 99", ""},
		{"movement.csv", "rough,", "rough,much,2,x", "not a number of movement points", ""},
		{"movement.csv", "rough,", "-", "no row for rough", "item,"},
		{"movement.csv", "rough,", "+rough,3,2,x", "duplicate of line", ""},
		{"movement.csv", "rough,", "+swamp,3,2,x", `"swamp" is not known`, ""},
		{"movement.csv", "meuse,", "meuse,3,prohibited,x", `the rules know only "prohibited"`, ""},

		{"combat_results.csv", "3-1,5,", "3-1,5,,DR,x", "is not a result", ""},
		{"combat_results.csv", "3-1,5,", "-", "odds 3-1 have no row for die 5", "odds,"},
		{"combat_results.csv", "3-1,5,", "+3-1,5,,D,x", "duplicate of line", ""},
		{"combat_results.csv", "3-1,5,", "3:1,5,,D,x", "not a column of odds", ""},
		{"combat_results.csv", "3-1,5,", "3-1,14,,D,x", "not between -4 and 13", ""},

		{"combat_modifiers.csv", "defender,woods", "-", "no row for defender woods", "side,"},
		{"combat_modifiers.csv", "defender,woods", "defender,woods,,x", "not a whole number", ""},
		{"infiltration.csv", "3,5", "4,5,F,x,x", "leaves a gap", ""},
		{"infiltration.csv", "night,", "-", "no row for night", "low,"},
		{"air_attack.csv", "1,4", "1,3,disrupted,x", "leaves a gap", "5,"},
		{"air_attack.csv", "5,", "5,8,step,x", "the rules know only", ""},
		{"truck.csv", "count,", "count,2,x", `the rules know only "1"`, ""},
		{"truck.csv", "available_from,", "available_from,later,x", "is no turn", ""},
		{"truck.csv", "formation,", "formation,85,x", "unknown formation", ""},
	} {
		t.Run(c.File+"/"+c.Want, func(t *testing.T) { set.Spoil(t, csvtabletest.Spoilt(c)) })
	}
}

// TestDataSet: the data set passes what every one has to.
func TestDataSet(t *testing.T) { set.Test(t) }

// set is the built-in data set.
var set = csvtabletest.Set{Files: builtIn, Load: func(files fs.FS) (string, error) {
	d, err := Load(files)
	if err != nil {
		return "", err
	}
	return d.Hash, nil
}}
