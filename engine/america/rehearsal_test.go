package america

import (
	"strings"
	"testing"

	"referee/engine"
)

// TestRehearsals: the dry run of an order says for each attack that the enemy could make what the order would answer; one for air
// is asked before the die, and only while points are left.
func TestRehearsals(t *testing.T) {
	const fight = `america-triumphant 1
turn 4 step declare hq hq-fifth weather cloudy ground frost air %
unit hq-fifth 3204
unit 39-26vg 1627 acts
unit 77-26vg 1625 acts
unit 16-1 1626
unit 18-1 1524
unit hq-v 1609
`
	for _, c := range []struct{ air, order, want string }{
		{"3", "put-back hqs hq-v hq-viii", "answer.rehearsal-drawn.put-back hq-v hq-viii"},
		{"3", "let-play", "answer.rehearsal-drawn.let-play hq-v"}, // of who is on the map
		{"3", "air in 2409 1524", "1524: answer.rehearsal-before standing.fired.air; 1626: answer.rehearsal-before standing.not.attacked"},
		{"3", "keep-air", "1524: answer.rehearsal-before standing.fired.keep-air; 1626: answer.rehearsal-before standing.fired.keep-air"},
		{"3", "keep-air in 1626", "1524: answer.rehearsal-before standing.not.elsewhere; 1626: answer.rehearsal-before standing.fired.keep-air"},
		{"1", "keep-air", "answer.rehearsal-none"}, // one point covers nothing
		{"3", "losses by listed", "1524: answer.rehearsal; 1626: answer.rehearsal"},
	} {
		g := opened(t)
		pos, err := g.Parse(1, strings.Replace(fight, "%", c.air, 1))
		if err != nil {
			t.Fatal(err)
		}
		st, err := g.Info().ParseStanding(c.order)
		if err != nil {
			t.Fatal(err)
		}
		seat := engine.Seat("allied")
		if strings.Contains(c.want, "drawn") {
			seat = "german"
		}
		a, err := pos.DryRun(seat, st)
		if err != nil {
			t.Fatal(err)
		}
		if got := rehearsed(a); got != c.want {
			t.Errorf("%s air points, %s:\n got %s\nwant %s", c.air, c.order, got, c.want)
		}
	}
}

// rehearsed are the sentences of a dry run in short: hex, sentence, reason.
func rehearsed(a engine.Answer) string {
	var out []string
	for _, line := range a.Lines {
		text := line.Key
		for _, arg := range line.Args {
			switch {
			case arg.Name == "hex":
				text = arg.Text + ": " + text
			case arg.Msg != nil:
				text += " " + arg.Msg.Key
			case arg.Name == "hqs":
				for _, x := range arg.List {
					text += " " + x.Text
				}
			}
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}
