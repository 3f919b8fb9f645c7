package table

import (
	"referee/bot/rulebook"
	"referee/bot/turn"
	"referee/engine"
)

// law says which law judges the match, and what the newest judges otherwise; repeated with
// yes it offers that.
func law(q *request, words []string) error {
	if n := len(words) - 1; n >= 0 && words[n] == "yes" {
		return offerLaw(q, words[:n])
	}
	info := q.look.Info
	q.say("table.law", engine.Num("law", info.Law), engine.Text("game", info.Title))
	if info.Law == info.Newest {
		q.say("table.law-none")
		return nil
	}
	q.say("table.law-newer", engine.Num("law", info.Newest))
	for _, r := range info.Changes(info.Law, info.Newest) {
		q.say("table.reading", engine.Text("number", rulebook.Number(info, r)), engine.Sub("text", engine.Say(r.Key)))
	}
	q.say("table.law-sure", engine.Text("order", q.path(append([]string{"law"}, append(words, "yes")...))))
	return nil
}

// offerLaw offers the newest law. A program accepts it.
func offerLaw(q *request, words []string) error {
	if err := q.seatDoes(words, turn.Law); err != nil {
		return err
	}
	if q.look.OfferedLaw != 0 {
		q.say("table.offered")
		return nil
	}
	return q.adoptRules()
}

// adoptRules takes over the words and rules of the law that the match has now.
func (q *request) adoptRules() error {
	if q.look.Info.Law == q.info.Law {
		return nil
	}
	return q.take(q.look.Info)
}
