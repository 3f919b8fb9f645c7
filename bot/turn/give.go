package turn

import (
	"slices"
	"strings"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
)

// Reason says why a whole answer is held until it is confirmed.
type Reason string

// The reasons.
const (
	Steps  Reason = "steps"  // it took more than one choice
	Odds   Reason = "odds"   // it is an attack whose odds are told
	Warned Reason = "warned" // the rules warn of it
	Final  Reason = "final"  // it may not be undone, and the player was not told so yet
	Sealed Reason = "sealed" // the orders of a turn file end with it
)

// Choose takes a choice: the path of answers that leads to it. A panel takes what leaves no alternative with it; without one
// [Turn.Choices] has passed it. An answer that is whole then is given, or held. silent says that nothing where the choice was made says what it does: on the map, where there
// are no buttons. It refuses like [referee.Referee.Answer], and with *referee.UnsureError where a door without a panel is to
// ask first.
func (t Turn) Choose(prompt engine.PromptID, path []string, silent bool) (Done, error) {
	long := len(path) > 1
	path = slices.Clone(path)
	node, err := t.Look.Snapshot.Options(t.By, prompt, path)
	for err == nil && t.Panel && forced(node) {
		path = append(path, node.Options[0].ID)
		node, err = t.Look.Snapshot.Options(t.By, prompt, path)
	}
	if err != nil {
		return Done{}, err
	}
	whole := node.Done && len(node.Options) == 0
	var done Done
	if whole {
		if done.Held, err = t.holds(prompt, path, long, silent); err != nil {
			return Done{}, err
		}
	}
	give := t.Orders.Choose
	switch {
	case t.Panel && (done.Held != "" || !whole):
		give = t.Orders.Draft
		if d := t.HalfBuilt(prompt); len(d) > 1 && !slices.Equal(d, path[:min(len(d), len(path))]) {
			done.Aside = d
		}
	case done.Held != "":
		give = t.Orders.HoldChoice
	}
	done.Reply, err = give(t.By, prompt, path)
	return done, err
}

// holds says why a whole answer is held; "": it is given.
func (t Turn) holds(prompt engine.PromptID, path []string, long, silent bool) (Reason, error) {
	switch {
	case t.ends(prompt, path):
		return Sealed, nil
	case t.Odds && t.Look.Snapshot.CanPreviewOdds(prompt, path):
		return Odds, nil
	case !t.Panel:
		return "", nil
	case long:
		return Steps, nil
	}
	warnings, err := engine.Warnings(t.Look.Snapshot.Match().Position(), prompt, path)
	if err != nil || len(warnings) > 0 {
		return Warned, err
	}
	if silent {
		if final, err := t.Look.Snapshot.MayBeFinal(t.By, prompt, path); err != nil || final {
			return Final, err
		}
	}
	return "", nil
}

func (t Turn) ends(prompt engine.PromptID, path []string) bool {
	return t.File != nil && t.File.Ends(t.Look.Snapshot, prompt, path)
}

// Confirm gives what is half built, once it is whole. The last answer of a turn file stays held.
func (t Turn) Confirm(prompt engine.PromptID, path []string) (Done, error) {
	if t.ends(prompt, path) {
		reply, err := t.Orders.Draft(t.By, prompt, path)
		return Done{Reply: reply, Held: Sealed}, err
	}
	reply, err := t.Orders.Answer(t.By, prompt, path)
	return Done{Reply: reply}, err
}

// Type obeys a typed order: a whole answer is given, or held; typed once more, or with a "!" behind it, one that is held for
// its odds is given. It refuses like [referee.Referee.Order].
func (t Turn) Type(text string) (Done, error) {
	o, err := t.Look.Snapshot.Read(t.By, text)
	if err != nil || !o.Whole {
		reply, err := t.Orders.Order(t.By, text) // which says what is wrong with it
		return Done{Reply: reply}, err
	}
	held, text, err := t.holdsTyped(o, text)
	if err != nil {
		return Done{}, err
	}
	give := t.Orders.Order
	if held != "" {
		give = t.Orders.Hold
	}
	reply, err := give(t.By, text)
	return Done{Reply: reply, Held: held}, err
}

// holdsTyped says why a whole answer that was typed is held, and how it is meant.
func (t Turn) holdsTyped(o orders.Order, text string) (Reason, string, error) {
	bare, meant := strings.CutSuffix(strings.TrimSpace(text), referee.SureMark)
	meant = meant || t.Ready() && !o.Loses(t.Look.Draft.Path)
	var warnings []engine.Msg
	var err error
	if t.Warn && !meant && !o.Loses(t.HalfBuilt(o.Prompt)) {
		warnings, err = engine.Warnings(t.Look.Snapshot.Match().Position(), o.Prompt, o.Path)
	}
	switch {
	case err != nil:
		return "", "", err
	case t.ends(o.Prompt, o.Path):
		return Sealed, text, nil
	case meant:
		return "", bare + referee.SureMark, nil
	case len(warnings) > 0:
		return Warned, bare + referee.SureMark, nil // the panel has the warnings
	case t.Odds && t.Look.Snapshot.CanPreviewOdds(o.Prompt, o.Path):
		return Odds, text, nil
	}
	return "", text, nil
}
