package table

import (
	"fmt"

	"referee/bot/turn"
	"referee/engine"
)

// law says which law judges the match, and what the newest judges otherwise; repeated with
// yes it offers that.
func law(t *Session, words []string) error {
	if n := len(words) - 1; n >= 0 && words[n] == "yes" {
		return offerLaw(t, words[:n])
	}
	look, err := t.look()
	if err != nil {
		return err
	}
	info := look.Info
	t.say("table.law", engine.Num("law", info.Law), engine.Text("game", info.Title))
	if info.Law == info.Newest {
		t.say("table.law-none")
		return nil
	}
	t.say("table.law-newer", engine.Num("law", info.Newest))
	for _, r := range info.Changes(info.Law, info.Newest) {
		t.say("table.reading", engine.Text("number", number(info, r)), engine.Sub("text", engine.Say(r.Key)))
	}
	t.say("table.law-sure", engine.Text("order", t.path(append([]string{"law"}, append(words, "yes")...))))
	return nil
}

// offerLaw offers the newest law. A program accepts it.
func offerLaw(t *Session, words []string) error {
	if err := t.seatDoes(words, turn.Law); err != nil {
		return err
	}
	look, err := t.look()
	if err != nil {
		return err
	}
	if look.OfferedLaw != 0 {
		t.say("table.offered")
		return nil
	}
	return t.retake()
}

// retake goes on with what the game says of itself under the law that the match has by now.
func (t *Session) retake() error {
	look, err := t.look()
	if err != nil || look.Info.Law == t.info.Law {
		return err
	}
	return t.take(look.Info)
}

// number is that of a reading: 11/2 is the second of paragraph 11.
func number(info *engine.Info, of engine.Reading) string {
	n := 0
	for _, r := range info.Readings {
		if r.Rule == of.Rule {
			n++
		}
		if r.Key == of.Key {
			break
		}
	}
	return fmt.Sprintf("%s/%d", of.Rule, n)
}
