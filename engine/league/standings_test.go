package league

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// table reads "1>2 5" (first wins by 5 VP), "1=2", "3<4 -2", one a line; "!" is
// a forfeit, "?" open.
func table(t *testing.T, players int, text string) Table {
	t.Helper()
	out := Table{Scoring: PlainScoring()}
	for i := range players {
		out.Players = append(out.Players, Player(i+1))
	}
	for line := range strings.Lines(text) {
		m := Match{No: len(out.Matches) + 1}
		var sign rune
		vp := 0
		if n, _ := fmt.Sscanf(line, "%d%c%d %d", &m.Pair[0], &sign, &m.Pair[1], &vp); n < 3 {
			t.Fatalf("%q", line)
		}
		m.Seats = m.Pair
		if sign != '?' {
			m.Result = &Result{How: Played, VP: vp, Winner: Side(strings.IndexRune("=><", sign))}
		}
		if strings.Contains(line, "!") {
			m.Result.How = Forfeited
		}
		out.Matches = append(out.Matches, m)
	}
	return out
}

// order lists the players with their places: "1.3 2.1 2.4".
func order(lines []Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, fmt.Sprintf("%d.%d", l.Place, l.Player))
	}
	return strings.Join(out, " ")
}

// TestTieBreaks takes the tie-breaks one by one: each case is equal in all those
// before.
func TestTieBreaks(t *testing.T) {
	late := table(t, 4, "1=2\n3=4\n")
	late.Matches[0].Result.Timeouts = [2]int{2, 1}
	late.Matches[1].Result.Timeouts = [2]int{0, 1}
	cases := []struct {
		name   string
		t      Table
		want   string
		parted string
	}{
		{"points", table(t, 3, "1>2\n3>1\n3=2\n"), "1.3 2.1 3.2", "- -"},
		{"head-to-head before Sonneborn-Berger", table(t, 5, "2>1\n2>5\n3>2\n4>2\n1>3\n1>4\n5>1\n3=4\n3>5\n4>5\n"), "1.3 1.4 3.2 4.1 5.5", "- - head-to-head -"},
		{"Sonneborn-Berger where not all have met", table(t, 6, "3>2\n1>4\n2>5\n6>4\n6>5\n"), "1.6 2.3 3.1 3.2 5.4 5.5", "- sonneborn-berger - - -"},
		{"a match among those who have not all met", table(t, 6, "1>2\n2>5\n5>4\n5>6\n3>4\n"), "1.5 2.2 3.1 4.3 5.4 5.6", "- sonneborn-berger sonneborn-berger - -"},
		{"VP", table(t, 4, "1>3 9\n2>4 2\n"), "1.1 2.2 3.4 4.3", "vp - vp"},
		{"timeouts", late, "1.3 2.2 2.4 4.1", "timeouts - timeouts"},
		{"shared", table(t, 4, "1=2\n3=4\n"), "1.1 1.2 1.3 1.4", "- - -"},
	}
	for _, c := range cases {
		if got := order(Standings(c.t)); got != c.want {
			t.Errorf("%s: %s, want %s\n%+v", c.name, got, c.want, Standings(c.t))
		}
		if got := parted(Standings(c.t)); got != c.parted {
			t.Errorf("%s: parted by %q, want %q", c.name, got, c.parted)
		}
	}
}

// parted lists what parts each line from the next: "-" where points do, or nothing.
func parted(lines []Line) string {
	var out []string
	for i := range len(lines) - 1 {
		out = append(out, cmp.Or(string(lines[i].Parted(lines[i+1])), "-"))
	}
	return strings.Join(out, " ")
}

// TestStandingsNumbers counts one table by hand: 1 beat 2 and 3, drew with 4; 2
// beat 3, lost to 4 by forfeit; 3 and 4 are still at it; 3 had a bye.
func TestStandingsNumbers(t *testing.T) {
	tb := table(t, 4, "1>2 4\n3<1 -6\n1=4\n2>3 1\n4>2 0 !\n3?4\n")
	tb.Byes = []Player{3}
	tb.Matches[3].Marked = true
	want := []Line{
		{Place: 1, Player: 1, Points: 5, Played: 3, Won: 2, Drawn: 1, Berger: 2*2 + 2*2 + 3, VP: 10},
		{Place: 2, Player: 4, Points: 3, Played: 2, Won: 1, Drawn: 1, Berger: 2*2 + 5},
		{Place: 3, Player: 2, Points: 2, Played: 3, Won: 1, Lost: 2, Mutual: 2, Berger: 2 * 2, VP: -3, Marked: 1},
		{Place: 4, Player: 3, Points: 2, Played: 2, Lost: 2, Byes: 1, VP: -7, Marked: 1},
	}
	if got := Standings(tb); !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	c := Cross(tb)
	if got := c.Cells[1][2]; !reflect.DeepEqual(got, []Cell{{Match: 5, Side: First, Points: 2, Forfeit: true}}) {
		t.Errorf("4 against 2: %+v", got)
	}
	if got := c.Cells[3][1]; !reflect.DeepEqual(got, []Cell{{Match: 6, Side: First, Open: true}}) {
		t.Errorf("3 against 4: %+v", got)
	}
	if got := c.Cells[3][2]; len(got) != 1 || !got[0].Marked {
		t.Errorf("3 against 2: %+v", got)
	}
}

// TestWithdrawn: with two results of four a player's results stand and the rest
// is won by the others; with one of four they count for nobody. What they lost by
// forfeit they did not finish.
func TestWithdrawn(t *testing.T) {
	half := table(t, 5, "5>1\n5>2\n5?3\n1=2\n3=4\n")
	half.Planned, half.Gone = []Pair{{4, 5}, {1, 3}}, []Player{5}
	if got := order(Standings(half)); got != "1.5 2.3 2.4 4.1 4.2" {
		t.Errorf("half: %s\n%+v", got, Standings(half))
	}
	if got := Cross(half).Cells[2][0]; len(got) != 1 || got[0].Points != 2 || !got[0].Forfeit {
		t.Errorf("the pair never opened: %+v", got)
	}
	if got := Cross(half).Cells[1][0]; len(got) != 1 || got[0].Points != 2 || !got[0].Forfeit || got[0].Open {
		t.Errorf("the match under way: %+v", got)
	}
	less := table(t, 5, "5>1\n2>5 0 !\n5?3\n1=2\n3=4\n")
	less.Planned, less.Gone = half.Planned, half.Gone
	lines := Standings(less)
	if got := order(lines); got != "1.1 1.2 1.3 1.4 0.5" || !lines[4].Annulled || lines[4].Points != 0 {
		t.Errorf("less: %s", got)
	}
	both := table(t, 3, "1?2\n1>3\n2>3\n")
	both.Gone = []Player{1, 2}
	if got := Standings(both); got[0].Lost != 1 || got[1].Lost != 1 || got[0].Points != 2 {
		t.Errorf("both gone: %+v", got)
	}
}

func TestScoring(t *testing.T) {
	s := Scoring{Decisive: 4, Win: 3, Draw: 1, Loss: 0, Bye: 3}
	for _, c := range []struct {
		r             Result
		first, second int
	}{
		{Result{How: Played, Winner: First, Decisive: true}, 4, 0},
		{Result{How: Adjudicated, Winner: Second}, 0, 3},
		{Result{How: Played}, 1, 1},
		{Result{How: Forfeited}, 0, 0},
	} {
		if a, b := s.Of(c.r, First), s.Of(c.r, Second); a != c.first || b != c.second {
			t.Errorf("%+v: %d and %d", c.r, a, b)
		}
	}
}

func TestSides(t *testing.T) {
	list := func(first, draws, second int) []Result {
		out := []Result{{How: Forfeited, Winner: Second, VP: -99}, {How: Adjudicated, Winner: Second, VP: -99}}
		for range first {
			out = append(out, Result{How: Played, Winner: First, VP: 3})
		}
		for range draws {
			out = append(out, Result{How: Played})
		}
		for range second {
			out = append(out, Result{How: Played, Winner: Second, VP: -1})
		}
		return out
	}
	for _, c := range []struct {
		results []Result
		want    Leaning
	}{
		{nil, TooFew},
		{list(9, 0, 0), TooFew},
		{list(10, 0, 0), FirstEasier},
		{list(6, 2, 4), Even},
		{list(30, 4, 12), FirstEasier},
		{list(8, 2, 26), SecondEasier},
	} {
		if got := Sides(c.results); got.Leaning != c.want {
			t.Errorf("%+v, want %s", got, c.want)
		}
	}
	// Wilson's interval for 15 of 20 is 0.531 to 0.888.
	r := Sides(list(15, 0, 5))
	if got := fmt.Sprintf("%.3f %.3f %.3f %.1f", r.Share, r.Low, r.High, r.Margin); got != "0.750 0.531 0.888 2.0" {
		t.Error(got)
	}
}

func TestResponses(t *testing.T) {
	if _, ok := Responses(nil); ok {
		t.Error("quartiles of nothing")
	}
	if q, _ := Responses([]time.Duration{7}); q != (Quartiles{7, 7, 7}) {
		t.Error(q)
	}
	if q, _ := Responses([]time.Duration{40, 10, 30, 20}); q != (Quartiles{17, 25, 32}) {
		t.Error(q)
	}
	if q, _ := Responses([]time.Duration{5, 1, 4, 2, 3}); q != (Quartiles{2, 3, 4}) {
		t.Error(q)
	}
}
