package scenario

import (
	"strconv"
	"strings"

	"referee/engine/ardennes"
	"referee/engine/kit/csvtable"
)

// dateOf reads a date, as in 12-16; not ok: it is none.
func dateOf(r csvtable.Row, column string) (month, day int, ok bool) {
	m, d, _ := strings.Cut(r.Text(column), "-")
	month, errM := strconv.Atoi(m)
	day, errD := strconv.Atoi(d)
	if errM != nil || errD != nil || month < 1 || month > 12 || day < 1 || day > 31 {
		r.Report("%s: %q is not a date: month and day, for example 12-16", column, r.Text(column))
		return 0, 0, false
	}
	return month, day, true
}

// turn reads a date of the turn track as its turn.
func (l *loader) turn(r csvtable.Row, column string) int {
	month, day, ok := dateOf(r, column)
	for i, t := range l.data.Turns {
		if ok && t.Month == month && t.Day == day {
			return i + 1
		}
	}
	if ok {
		r.Report("%s: %s is not on the turn track", column, r.Text(column))
	}
	return 1
}

// turns reads turns.csv, the turn track.
func (l *loader) turns() {
	t := l.sheet("turns.csv")
	for i, r := range t.Rows {
		r.Fixed("turn", strconv.Itoa(i+1))
		turn := Turn{
			Supply: r.Number("supply", 0, 99), SupplyClear: r.Number("supply_clear", 0, 99),
			GroundModifier: r.Number("ground_modifier", -9, 9),
			NoPause:        yes(r, "no_pause"), RebuildGerman: yes(r, "rebuild"), Origin: r.Origin(),
		}
		turn.Month, turn.Day, _ = dateOf(r, "date")
		if i > 0 && !turn.after(&l.data.Turns[i-1]) {
			r.Report("date: %s does not come after turn %d", r.Text("date"), i)
		}
		if turn.SupplyClear > turn.Supply {
			r.Report("supply_clear: a clear day brings the smaller number")
		}
		if turn.Fixed = r.Text("weather") != "" || r.Text("ground") != ""; turn.Fixed {
			turn.Weather = one[Weather](r, "weather", WeatherIDs[:]...)
			turn.Ground = one[Ground](r, "ground", GroundIDs[:]...)
		}
		if turn.PutBack = Any; r.Text("put_back") != "any" {
			turn.PutBack, _ = r.Optional("put_back", 0, Any-1)
		}
		l.data.Turns = append(l.data.Turns, turn)
	}
	if len(t.Rows) > MaxTurns {
		t.Report("%d turns; at most %d are possible", len(t.Rows), MaxTurns)
	}
	if len(l.data.Turns) > 0 && !l.data.Turns[0].Fixed {
		t.Rows[0].Report("weather: the first turn has its own, without a roll")
	}
}

// after reports whether a turn is the day after another; the year ends between them.
func (t *Turn) after(before *Turn) bool {
	switch {
	case before.Month == 12 && before.Day == 31:
		return t.Month == 1 && t.Day == 1
	default:
		return t.Month == before.Month && t.Day == before.Day+1
	}
}

// scenarios reads scenarios.csv (13.2 to 13.4).
func (l *loader) scenarios() {
	rows, ok := l.sheet("scenarios.csv").Keyed(ScenarioIDs[:], "id")
	if !ok {
		return
	}
	for i, id := range ScenarioIDs {
		r := rows[id]
		l.data.Scenarios[i] = ScenarioRow{
			ID: id, Name: r.Text("name"), Rule: r.Text("rule"), Last: l.turn(r, "last"), Supply: r.Number("supply", 0, 99),
			Reserve: r.Choice("reserve", "choice", "request") == 0,
		}
	}
}

// impulseTrack reads impulse_track.csv (8.3).
func (l *loader) impulseTrack() {
	t := l.sheet("impulse_track.csv")
	for _, r := range t.Rows {
		side := one[Side](r, "side", ardennes.SideIDs[:]...)
		r.Fixed("impulse", strconv.Itoa(len(l.data.Track[side])+1))
		l.data.Track[side] = append(l.data.Track[side], int8(r.Number("number", 0, 6)))
		l.data.TrackFrom[side] = append(l.data.TrackFrom[side], r.Origin())
	}
	for s, id := range ardennes.SideIDs {
		if len(l.data.Track[s]) == 0 {
			t.Report("side %s has no row", id)
		}
	}
}
