package celles

import (
	"strconv"
	"strings"
)

// turns reads turns.csv: the turn track and its actions (table B).
func (l *loader) turns() {
	t := l.table("turns.csv")
	lines := map[int]int{}
	turns := map[int]turnData{}
	for _, r := range t.rows {
		n := r.number("turn", 1, 99)
		if lines[n] > 0 {
			r.report("turn %d is a duplicate of line %d", n, lines[n])
			continue
		}
		lines[n] = r.line
		turn := turnData{Date: r.text("date"), Night: r.choice("period", "day", "night") == 1}
		turn.Day = r.day()
		turn.Actions = [2]int8{int8(r.number("german_actions", 0, 9)), int8(r.number("allied_actions", 0, 9))}
		turns[n] = turn
	}
	for n := 1; n <= len(turns); n++ {
		turn, ok := turns[n]
		if !ok {
			t.whole("turn %d has no row, but a later one has", n)
			return
		}
		if n > 1 && !turn.follows(l.data.Turns[n-2]) {
			l.report(t.file, lines[n], "turn %d does not come after turn %d", n, n-1)
		}
		for s := range turn.Cup {
			turn.Cup[s] = make([]int8, len(l.data.Formations))
		}
		l.data.Turns = append(l.data.Turns, turn)
	}
}

// day reads the day of a date in December.
func (r row) day() int {
	n, err := strconv.Atoi(strings.TrimSuffix(r.text("date"), " Dec"))
	if err != nil || n < 1 || n > 31 || !strings.HasSuffix(r.text("date"), " Dec") {
		r.report("date: %q is no day of December: 24 Dec", r.text("date"))
		return 0
	}
	return n
}

func (t turnData) follows(before turnData) bool {
	return t.Day > before.Day || t.Day == before.Day && t.Night && !before.Night
}

// actionChits reads action_chits.csv: the action chits of each day (table A). A
// formation that has a row for one date has one for each.
func (l *loader) actionChits() {
	t := l.table("action_chits.csv")
	type chitsOf struct {
		day  int
		form formIx
	}
	lines := map[chitsOf]int{}
	listed := make([]bool, len(l.data.Formations))
	for _, r := range t.rows {
		day, f := r.day(), r.formation("formation")
		s := r.choice("side", "german", "allied")
		count := r.number("count", 0, 9)
		if f == noForm {
			continue
		}
		at := chitsOf{day, f}
		if lines[at] > 0 {
			r.report("formation %s on %s is a duplicate of line %d", r.text("formation"), r.text("date"), lines[at])
			continue
		}
		lines[at] = r.line
		listed[f] = true
		if s >= 0 && side(s) != l.data.Formations[f].Side {
			r.report("side: formation %s is not of side %s", r.text("formation"), r.text("side"))
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
			r.report("date: %s is not on the turn track", r.text("date"))
		}
	}
	for i, turn := range l.data.Turns {
		if i > 0 && turn.Day == l.data.Turns[i-1].Day {
			continue
		}
		for f, form := range l.data.Formations {
			if listed[f] && lines[chitsOf{turn.Day, formIx(f)}] == 0 {
				t.whole("formation %s has no row for %s", form.ID, turn.Date)
			}
		}
	}
}

// tacticalChits reads tactical_chits.csv (13).
func (l *loader) tacticalChits() {
	t := l.table("tactical_chits.csv")
	var lines [2][tacticals]int
	for _, r := range t.rows {
		s, k := r.choice("side", "german", "allied"), r.choice("kind", tacticalIDs[:]...)
		count := r.number("count", 0, 9)
		if s < 0 || k < 0 {
			continue
		}
		if lines[s][k] > 0 {
			r.report("%s of side %s is a duplicate of line %d", r.text("kind"), r.text("side"), lines[s][k])
			continue
		}
		lines[s][k] = r.line
		if side(s) == german && tactical(k) == chitAir {
			r.report("kind: the German side has no aircraft")
		}
		l.data.Tactical[s][k] = int8(count)
	}
	for s, name := range []string{"german", "allied"} {
		for k, kind := range tacticalIDs {
			if lines[s][k] == 0 && !(side(s) == german && tactical(k) == chitAir) {
				t.whole("side %s has no row for %s", name, kind)
			}
		}
	}
}
