package scenario

import (
	"strconv"
	"strings"

	"referee/engine/kit/csvtable"
)

// turns reads turns.csv: the turn track and its actions (table B).
func (l *loader) turns() {
	t := l.files.Sheet("turns.csv")
	rows := map[int]csvtable.Row{}
	turns := map[int]Turn{}
	for _, r := range t.Rows {
		n := r.Number("turn", 1, 99)
		if first, twice := rows[n]; twice {
			r.Report("turn %d is a duplicate of line %d", n, first.Line)
			continue
		}
		rows[n] = r
		turn := Turn{Date: r.Text("date"), Night: r.Choice("period", "day", "night") == 1}
		turn.Day = dayOf(r)
		turn.Actions = [2]int8{int8(r.Number("german_actions", 0, 9)), int8(r.Number("allied_actions", 0, 9))}
		turns[n] = turn
	}
	for n := 1; n <= len(turns); n++ {
		turn, ok := turns[n]
		if !ok {
			t.Report("turn %d has no row, but a later one has", n)
			return
		}
		if n > 1 && !turn.follows(l.data.Turns[n-2]) {
			rows[n].Report("turn %d does not come after turn %d", n, n-1)
		}
		for s := range turn.Cup {
			turn.Cup[s] = make([]int8, len(l.data.Formations))
		}
		l.data.Turns = append(l.data.Turns, turn)
	}
}

// dayOf reads the day of a date in December.
func dayOf(r csvtable.Row) int {
	n, err := strconv.Atoi(strings.TrimSuffix(r.Text("date"), " Dec"))
	if err != nil || n < 1 || n > 31 || !strings.HasSuffix(r.Text("date"), " Dec") {
		r.Report("date: %q is no day of December: 24 Dec", r.Text("date"))
		return 0
	}
	return n
}

func (t Turn) follows(before Turn) bool {
	return t.Day > before.Day || t.Day == before.Day && t.Night && !before.Night
}

// actionChits reads action_chits.csv: the action chits of each day (table A). A
// formation that has a row for one date has one for each.
func (l *loader) actionChits() {
	t := l.files.Sheet("action_chits.csv")
	type chitsOf struct {
		day  int
		form FormIx
	}
	lines := map[chitsOf]int{}
	listed := make([]bool, len(l.data.Formations))
	for _, r := range t.Rows {
		day, f := dayOf(r), l.formation(r, "formation")
		s := r.Choice("side", "german", "allied")
		count := r.Number("count", 0, 9)
		if f == NoForm {
			continue
		}
		at := chitsOf{day, f}
		if lines[at] > 0 {
			r.Report("formation %s on %s is a duplicate of line %d", r.Text("formation"), r.Text("date"), lines[at])
			continue
		}
		lines[at] = r.Line
		listed[f] = true
		if s >= 0 && Side(s) != l.data.Formations[f].Side {
			r.Report("side: formation %s is not of side %s", r.Text("formation"), r.Text("side"))
			continue
		}
		found := false
		for i := range l.data.Turns {
			if turn := &l.data.Turns[i]; turn.Day == day {
				turn.Cup[l.data.Formations[f].Side][f] = int8(count)
				found = true
			}
		}
		if !found {
			r.Report("date: %s is not on the turn track", r.Text("date"))
		}
	}
	for i, turn := range l.data.Turns {
		if i > 0 && turn.Day == l.data.Turns[i-1].Day {
			continue
		}
		for f, form := range l.data.Formations {
			if listed[f] && lines[chitsOf{turn.Day, FormIx(f)}] == 0 {
				t.Report("formation %s has no row for %s", form.ID, turn.Date)
			}
		}
	}
}

// tacticalChits reads tactical_chits.csv (13).
func (l *loader) tacticalChits() {
	t := l.files.Sheet("tactical_chits.csv")
	var lines [2][Tacticals]int
	for _, r := range t.Rows {
		s, k := r.Choice("side", "german", "allied"), r.Choice("kind", TacticalIDs[:]...)
		count := r.Number("count", 0, 9)
		if s < 0 || k < 0 {
			continue
		}
		if lines[s][k] > 0 {
			r.Report("%s of side %s is a duplicate of line %d", r.Text("kind"), r.Text("side"), lines[s][k])
			continue
		}
		lines[s][k] = r.Line
		if Side(s) == German && Tactical(k) == ChitAir {
			r.Report("kind: the German side has no aircraft")
		}
		l.data.Tactical[s][k] = int8(count)
	}
	for s, name := range []string{"german", "allied"} {
		for k, kind := range TacticalIDs {
			if lines[s][k] == 0 && !(Side(s) == German && Tactical(k) == ChitAir) {
				t.Report("side %s has no row for %s", name, kind)
			}
		}
	}
}
