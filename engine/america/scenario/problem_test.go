package scenario

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine/enginetest/csvtabletest"
)

// TestProblems spoils one line of the built-in data at a time. The line is found
// by its beginning; the problem must be reported there, or where "at" says.
func TestProblems(t *testing.T) {
	for _, c := range []struct{ File, Line, With, Want, At string }{
		{"hexes.csv", "2409,", "249,clear,,,0,0,allied,0,fact,x", "is not a hex", ""},
		{"hexes.csv", "2409,", "1131,clear,,,0,0,allied,0,fact,x", "is not on the map", ""},
		{"hexes.csv", "2409,", "2408,clear,,,0,0,allied,0,fact,x", "duplicate of line", ""},
		{"hexes.csv", "2409,", "2409,swamp,,,0,0,allied,0,fact,x", "none of clear, woods, hill", ""},
		{"hexes.csv", "2409,", "2409,clear,city,St. Vith,0,0,allied,0,fact,x", "none of , village, town", ""},
		{"hexes.csv", "2409,", "2409,clear,town,,0,0,allied,0,fact,x", "without a name", ""},
		{"hexes.csv", "2409,", "2409,clear,,Losheim,0,0,allied,0,fact,x", "name without either", ""},
		{"hexes.csv", "2409,", "2409,clear,town,St. Vith,2,0,allied,0,fact,x", "none of 0, 1", ""},
		{"hexes.csv", "2409,", "2409,clear,town,St. Vith,0,1,allied,0,fact,x", "is not on the east edge", ""},
		{"hexes.csv", "2409,", "2409,clear,town,St. Vith,0,0,swiss,0,fact,x", "none of german, allied", ""},
		{"hexes.csv", "2409,", "2409,clear,town,St. Vith,0,0,allied,0,hearsay,x", "none of fact, derived, geography", ""},
		{"hexes.csv", "2409,", "2409,clear,town,Sankt Vith,0,0,allied,0,fact,x", "no hex is named St. Vith", "hex,"},
		{"hexes.csv", "2409,", "-", "1 hexes have no row: 2409", "hex,"},
		{
			"hexes.csv", "hex,", "hex,terrain,site,name,wall,cross,control,north_of_meuse,basis,src", `unknown column "wall"`,
			"",
		},

		{"hexsides.csv", "1114,1115,", "1114,1116,major,Meuse,0,,fact,x", "not adjacent", ""},
		{"hexsides.csv", "1114,1115,", "1130,1131,major,Meuse,0,,fact,x", "is not on the map", ""},
		{"hexsides.csv", "1114,1115,", "+1115,1114,major,Meuse,0,,fact,x", "duplicate of line", ""},
		{"hexsides.csv", "1114,1115,", "1114,1115,wide,Meuse,0,,fact,x", "none of , minor, major", ""},
		{"hexsides.csv", "1114,1115,", "1114,1115,major,Meuse,1,,fact,x", "where a road crosses a river", ""},
		{"hexsides.csv", "1114,1115,", "1114,1115,major,Meuse,0,standing,fact,x", "where a road crosses a river", ""},
		{"hexsides.csv", "1114,1115,", "1114,1115,,,0,,fact,x", "neither river nor road", ""},
		{"hexsides.csv", "1215,1216,", "1215,1216,major,Meuse,1,burning,fact,x", "none of , standing, destroyed", ""},

		{"zones.csv", "LIII,", "LIII,seventh,3901 4001 4404,fact,x", "is not on the map", ""},
		{"zones.csv", "LIII,", "LIII,seventh,3901 3901,fact,x", "stands twice", ""},
		{"zones.csv", "LIII,", "LIII,seventh,3802,fact,x", "hex 3802 is a duplicate of line", ""},
		{"zones.csv", "LIII,", "LIII,seventh,2409,fact,x", "is not German at the start", ""},
		{"zones.csv", "LIII,", "LXXX,seventh,3901,fact,x", "corps LXXX is a duplicate of line", ""},

		{"objectives.csv", "Spa,", "Spa,1812,0,fact,x", `is named "" in hexes.csv, not "Spa"`, ""},
		{"objectives.csv", "Spa,", "+Spa,1813,0,fact,x", "duplicate of line", ""},
		{"objectives.csv", "Spa,", "Spa,4413,0,fact,x", "is not on the map", ""},
		{"supply_sources.csv", "german,", "german,up,fact,x", "none of north, east", ""},
		{"supply_sources.csv", "german,", "-", "there is no row for german", "side,"},

		{"formations.csv", "2pz,", "2 pz,german,2nd Panzer Division,,fact,x", "small letters", ""},
		{"formations.csv", "2pz,", "+2pz,german,2nd Panzer Division,,fact,x", "duplicate of line", ""},
		{"formations.csv", "2pz,", "2pz,dutch,2nd Panzer Division,,fact,x", "none of german, us, british", ""},
		{"formations.csv", "2pz,", "2pz,german,2nd Panzer Division,navy,fact,x", "none of , inf, mech", ""},
		{"formations.csv", "2pz,", "+3pz,german,3rd Panzer Division,,fact,x", "formation 3pz has no unit", "units.csv id,"},

		{"units.csv", "70-c,", "70-c,70th,85,us,tank,II,1,2,,10,0,fact,x", `unknown formation "85"`, ""},
		{"units.csv", "70-c,", "70-c,70th,2pz,us,tank,II,1,2,,10,0,fact,x", "formation 2pz is not of nation us", ""},
		{"units.csv", "70-c,", "70-c,70th,,us,cavalry,II,1,2,,10,0,fact,x", "none of hq, infantry", ""},
		{"units.csv", "70-c,", "70-c,70th,,us,tank,IV,1,2,,10,0,fact,x", "none of HQ, II, III, X", ""},
		{"units.csv", "70-c,", "70-c,70th,,us,tank,HQ,1,2,,10,0,fact,x", "of type hq and of size HQ", ""},
		{"units.csv", "70-c,", "70-c,70th,,us,tank,II,2,2,1,10,0,fact,x", "a battalion or headquarters one", ""},
		{"units.csv", "70-c,", "70-c,70th,,us,tank,II,1,2,1,10,0,fact,x", "has one step and no reduced side", ""},
		{"units.csv", "8-4,", "8-4,8th,4,us,infantry,III,2,3,,7,0,fact,x", "needs the strength of its reduced side", ""},
		{"units.csv", "70-c,", "70-c,70th,,us,tank,II,1,two,,10,0,fact,x", "not a whole number", ""},
		{"units.csv", "70-c,", "70-c,70th,,us,tank,II,1,2,,100,0,fact,x", "100 is not between 0 and 99", ""},
		{"units.csv", "70-c,", "+70-c,70th,,us,tank,II,1,2,,10,0,fact,x", "duplicate of line", ""},
		{"units.csv", "150-c,", "151-c,151st,,german,tank,X,2,3,1,10,0,fact,x", "there is no unit 150-c", "id,"},
		{"units.csv", "vdh,", "-", "there is no unit vdh", "id,"},

		{"hqs.csv", "hq-v,", "hq-vi,us,6,2,2,0,fact,x", `unknown unit "hq-vi"`, ""},
		{"hqs.csv", "hq-v,", "70-c,us,6,2,2,0,fact,x", "70-c is not a headquarters", ""},
		{"hqs.csv", "hq-v,", "+hq-v,us,6,2,2,0,fact,x", "or is listed twice", ""},
		{"hqs.csv", "hq-v,", "hq-v,german,6,2,2,0,fact,x", "is of the other side", ""},
		{"hqs.csv", "hq-v,", "-", "unit hq-v has no row", "unit,"},
		{"hqs.csv", "hq-v,", "hq-v,us,0,2,2,0,fact,x", "0 is not between 1 and 99", ""},
		{"hqs.csv", "hq-xxx,", "hq-xxx,us,6,2,2,0,fact,x", "the British have no headquarters", "unit,"},

		{"turns.csv", "3,", "4,12-18,6,4,,,0,0,,1,fact,x", `the rules know only "3"`, ""},
		{"turns.csv", "3,", "3,18 Dec,6,4,,,0,0,,1,fact,x", "is not a date", ""},
		{"turns.csv", "3,", "3,12-19,6,4,,,0,0,,1,fact,x", "does not come after turn 2", ""},
		{"turns.csv", "17,", "17,12-32,3,1,,,0,0,,0,fact,x", "is not a date", ""},
		{"turns.csv", "3,", "3,12-18,6,7,,,0,0,,1,fact,x", "brings the smaller number", ""},
		{"turns.csv", "3,", "3,12-18,6,4,rain,,0,0,,1,fact,x", "none of clear, cloudy", ""},
		{"turns.csv", "3,", "3,12-18,6,4,clear,,0,0,,1,fact,x", "none of frost, snow", ""},
		{"turns.csv", "3,", "3,12-18,6,4,,,0,0,some,1,fact,x", "not a whole number", ""},
		{"turns.csv", "1,", "1,12-16,9,9,,,0,1,any,1,fact,x", "the first turn has its own", ""},

		{"scenarios.csv", "plan,", "plan,13.3,The Plan,02-06,19,request,fact,x", "is not on the turn track", ""},
		{"scenarios.csv", "plan,", "plan,13.3,The Plan,01-06,19,maybe,fact,x", "none of choice, request", ""},
		{"scenarios.csv", "plan,", "-", "there is no row for plan", "id,"},
		{"impulse_track.csv", "allied,3,", "allied,4,2,fact,x", `the rules know only "3"`, ""},
		{"impulse_track.csv", "allied,3,", "allied,3,7,fact,x", "7 is not between 0 and 6", ""},

		{"setup.csv", "70-c,", "71-c,stack,viii,,fact,x", `unknown unit "71-c"`, ""},
		{"setup.csv", "70-c,", "+70-c,stack,viii,,fact,x", "duplicate of line", ""},
		{"setup.csv", "70-c,", "70-c,stack,ix,,fact,x", "is not a place for unit 70-c", ""},
		{"setup.csv", "70-c,", "70-c,zone,IX,,fact,x", "is not a place for unit 70-c", ""},
		{"setup.csv", "70-c,", "70-c,hex,4409,,fact,x", "is not on the map", ""},
		{"setup.csv", "70-c,", "70-c,anywhere,,,fact,x", "none of hex, stack, zone, army", ""},
		{"setup.csv", "70-c,", "-", "unit 70-c is neither here nor in setup.csv", "arrivals.csv unit,"},
		{"corps.csv", "v,", "v,hq-v 9-9,fact,x", `unknown unit "9-9"`, ""},

		{"arrivals.csv", "ccr-5a,", "ccr-5b,12-16,north,,fact,x", `unknown unit "ccr-5b"`, ""},
		{"arrivals.csv", "ccr-5a,", "70-c,12-16,north,,fact,x", "70-c is set up at the start", ""},
		{"arrivals.csv", "ccr-5a,", "+ccr-5a,12-16,north,,fact,x", "duplicate of line", ""},
		{"arrivals.csv", "ccr-5a,", "ccr-5a,12-15,north,,fact,x", "is not on the turn track", ""},
		{"arrivals.csv", "ccr-5a,", "ccr-5a,12-16,up,,fact,x", "none of north, east", ""},
		{"arrivals.csv", "ccr-5a,", "ccr-5a,12-16,east,,fact,x", "has no entry hex on the east edge", ""},
		{"arrivals.csv", "ccr-5a,", "ccr-5a,12-16,north,calendar,fact,x", "for the formations of the reserve", ""},
		{"arrivals.csv", "ccr-5a,", "ccr-5a,12-16,,drop,fact,x", "drop is only for unit vdh", ""},
		{"arrivals.csv", "ccr-5a,", "ccr-5a,12-16,north,soon,fact,x", "none of , calendar, event, drop", ""},
		{"arrivals.csv", "33-ukc,", "33-ukc,12-17,north,event,fact,x", `the rules know only ""`, ""},

		{"crt.csv", "3:1,4,", "3:2,4,1,1,fact,x", "are not odds such as 3:1 or 1:2", ""},
		{"crt.csv", "3:1,4,", "3:1,7,1,1,fact,x", "7 is not between 1 and 6", ""},
		{"crt.csv", "3:1,4,", "3:1,3,1,1,fact,x", "3:1, die 3 is a duplicate of line", ""},
		{"crt.csv", "3:1,4,", "-", "odds 3:1 have no row for die 4", "odds,"},
		{"crt.csv", "3:1,4,", "+12:1,4,1,1,fact,x", "odds 12:1 come after 10:1: there is a gap", "odds,"},

		{"terrain.csv", "woods,", "woods,2,+3,-1,,fact,x", "is not a cost such as 2", ""},
		{"terrain.csv", "woods,", "woods,2,0.25,-1,,fact,x", "is not a cost", ""},
		{"terrain.csv", "minor,", "minor,1,no,,2,fact,x", "is not a cost such as +2", ""},
		{"terrain.csv", "minor,", "minor,+1,no,,0,fact,x", "0 is not between 1 and 9", ""},
		{"terrain.csv", "woods,", "woods,2,3,1,,fact,x", "1 is not between -9 and 0", ""},
		{"terrain.csv", "woods,", "-", "there is no row for woods", "item,"},
		{"terrain.csv", "snow,", "snow,2,2,,,fact,x", "is not a factor", ""},
		{"terrain.csv", "snow,", "snow,x2,x3,,,fact,x", `the rules know only "x2"`, ""},
		{"modifiers.csv", "tanks,", "guns,1,9.53,,fact,x", "is not known here", ""},
		{"modifiers.csv", "tanks,", "-", "there is no row for tanks", "condition,"},
		{"weather.csv", "3,", "4,4,cloudy,3,fact,x", "leaves a gap", ""},
		{"weather.csv", "3,", "3,4,cloudy,lots,fact,x", "not a whole number", ""},
		{"ground.csv", "after_snow,", "-", "half of the table is missing", "low,"},
		{"reserve.csv", "5,", "6,5,0,1,fact,x", `the rules know only "5"`, ""},
		{"reserve_modifiers.csv", "near_", "near_liege_amay_namur,1,,far,fact,x", "not a whole number", ""},
		{"reserve_modifiers.csv", "bastogne", "bastogne_and_st_vith,1,02-20,,fact,x", "is not on the turn track", ""},
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

// TestTooMuch: more than the bounds is refused.
func TestTooMuch(t *testing.T) {
	more := func(name, row string, n int) fstest.MapFS {
		m := set.Copy(t)
		var b strings.Builder
		b.Write(m[name].Data)
		for i := range n {
			fmt.Fprintf(&b, row+"\n", i)
		}
		m[name] = &fstest.MapFile{Data: []byte(b.String())}
		return m
	}
	set.Expect(t, more("units.csv", "more-%d,More,,us,tank,II,1,2,,10,0,fact,x", MaxUnits), "units.csv:",
		"at most 320 are possible")
	set.Expect(t, more("formations.csv", "more-%d,us,More,,fact,x", MaxFormations), "formations.csv:",
		"at most 80 are possible")
	set.Expect(t, more("turns.csv", "29,01-%d,3,1,,,1,0,,0,fact,x", 1), "turns.csv:", "at most 28 are possible")
}
