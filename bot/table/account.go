package table

import "strings"

// cells is how long the bar of chances is.
const cells = 20

// forecast prints how likely either side is to win: a bar, and a sentence.
func forecast(q *request, _ []string) error {
	list, shown := q.seen.Chance(q.viewer())
	if !shown {
		return refused("chance.hidden")
	}
	if !q.Plain {
		n := (list[0].Percent*cells + 50) / 100
		q.write("   " + strings.Repeat("█", n) + strings.Repeat("░", cells-n))
	}
	tellAll(q, q.seen.TellChance(list))
	return nil
}

// account prints where the margin of a match came from that is over.
func account(q *request, _ []string) error {
	if q.seen.Match().Over() {
		q.say("table.account-wait")
	}
	said, err := q.seen.Account(q.ctx)
	tellAll(q, said)
	return err
}
