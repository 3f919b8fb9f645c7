package scenario

import (
	"strconv"
	"strings"

	"referee/engine/kit/csvtable"
)

// turns reads turns.csv: the turn track and its actions (table B).
func (l *loader) turns() {
	t := l.files.Sheet("turns.csv")
	rows, once := map[int]csvtable.Row{}, csvtable.Once[int]{}
	turns := map[int]Turn{}
	for _, r := range t.Rows {
		n := r.Number("turn", 1, 99)
		if once.Twice(r, n, "turn %d", n) {
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

// turn reads a turn of the track, as in T4, or reports that a cell is none.
func (l *loader) turn(r csvtable.Row, column, no string) int {
	word, ok := strings.CutPrefix(r.Text(column), "T")
	n, err := strconv.Atoi(word)
	if !ok || err != nil || n < 1 || n > len(l.data.Turns) {
		r.Report("%s: %q is %s turn (T1 to T%d)", column, r.Text(column), no, len(l.data.Turns))
		return 0
	}
	return n
}

// dayOf reads the day of a date in December.
func dayOf(r csvtable.Row) int {
	n, err := strconv.Atoi(strings.TrimSuffix(r.Text("date"), " Dec"))
	if err != nil || n < 1 || n > 31 || !strings.HasSuffix(r.Text("date"), " Dec") {
		r.Report("date: %q is not a day of December, for example 24 Dec", r.Text("date"))
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
	once := csvtable.Once[chitsOf]{}
	listed := make([]bool, len(l.data.Formations))
	for _, r := range t.Rows {
		day, f := dayOf(r), l.formation(r, "formation")
		s := r.Choice("side", "german", "allied")
		count := r.Number("count", 0, 9)
		if f == NoForm {
			continue
		}
		at := chitsOf{day, f}
		if once.Twice(r, at, "formation %s on %s", r.Text("formation"), r.Text("date")) {
			continue
		}
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
			if listed[f] && once[chitsOf{turn.Day, FormIx(f)}] == 0 {
				t.Report("formation %s has no row for %s", form.ID, turn.Date)
			}
		}
	}
}

// tacticalChits reads tactical_chits.csv (13).
func (l *loader) tacticalChits() {
	t := l.files.Sheet("tactical_chits.csv")
	once := csvtable.Once[[2]int]{}
	for _, r := range t.Rows {
		s, k := r.Choice("side", "german", "allied"), r.Choice("kind", TacticalIDs[:]...)
		count := r.Number("count", 0, 9)
		if s < 0 || k < 0 {
			continue
		}
		if once.Twice(r, [2]int{s, k}, "%s of side %s", r.Text("kind"), r.Text("side")) {
			continue
		}
		if Side(s) == German && Tactical(k) == ChitAir {
			r.Report("kind: the German side has no aircraft")
		}
		l.data.Tactical[s][k] = int8(count)
	}
	for s, name := range []string{"german", "allied"} {
		for k, kind := range TacticalIDs {
			if once[[2]int{s, k}] == 0 && !(Side(s) == German && Tactical(k) == ChitAir) {
				t.Report("side %s has no row for %s", name, kind)
			}
		}
	}
}
