package turn

import (
	"context"
	"errors"
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
// [Turn.Choices] has passed it. An answer that is whole then is given, or held. silent says that nothing where the choice
// was made says what it does: on the map, where there are no buttons. It refuses like [referee.Orders.Answer], and with
// *referee.UnsureError where the answer would discard what is half built or, without a panel, the rules warn of it.
func (t Turn) Choose(ctx context.Context, prompt engine.PromptID, path []string, silent bool) (Outcome, error) {
	long := len(path) > 1
	path = slices.Clone(path)
	node, err := t.Look.Snapshot.Options(ctx, t.By, prompt, path)
	for err == nil && t.Panel && forced(node) {
		path = append(path, node.Options[0].ID)
		node, err = t.Look.Snapshot.Options(ctx, t.By, prompt, path)
	}
	if err != nil {
		return Outcome{}, err
	}
	whole := node.Done && len(node.Options) == 0
	var done Outcome
	if whole {
		if done.Held, err = t.holds(ctx, prompt, path, long, silent); err != nil {
			return Outcome{}, err
		}
	}
	give, by := t.Orders.Choose, t.By
	switch {
	case t.Panel && (done.Held != "" || !whole):
		give = t.Orders.Draft
		if d := t.HalfBuilt(prompt); len(d) > 1 && !slices.Equal(d, path[:min(len(d), len(path))]) {
			done.Aside = d
		}
	case done.Held != "":
		by.Hold = true
	}
	done.Reply, err = give(ctx, by, prompt, path)
	return done, err
}

// holds says why a whole answer is held; "": it is given.
func (t Turn) holds(ctx context.Context, prompt engine.PromptID, path []string, long, silent bool) (Reason, error) {
	switch {
	case t.ends(prompt, path):
		return Sealed, nil
	case t.Odds && !t.Marks && t.Look.Snapshot.CanPreviewOdds(prompt, path):
		return Odds, nil
	case !t.Panel:
		return "", nil
	case long && !t.direct(prompt):
		return Steps, nil
	}
	warnings, err := engine.Warnings(t.Look.Snapshot.Match().Position(), prompt, path)
	if err != nil || len(warnings) > 0 {
		return Warned, err
	}
	if silent {
		if final, err := t.Look.Snapshot.MayBeFinal(ctx, t.By, prompt, path); err != nil || final {
			return Final, err
		}
	}
	return "", nil
}

// direct reports whether an answer is given with its last element, however many it has.
func (t Turn) direct(prompt engine.PromptID) bool {
	p, err := t.Look.Snapshot.Match().Position().Prompt(prompt)
	return err == nil && p.Direct
}

func (t Turn) ends(prompt engine.PromptID, path []string) bool {
	return t.File != nil && t.File.Ends(t.Look.Snapshot, prompt, path)
}

// Confirm gives what is half built, once it is whole. The last answer of a turn file stays held.
func (t Turn) Confirm(ctx context.Context, prompt engine.PromptID, path []string) (Outcome, error) {
	if t.ends(prompt, path) {
		reply, err := t.Orders.Draft(ctx, t.By, prompt, path)
		return Outcome{Reply: reply, Held: Sealed}, err
	}
	reply, err := t.Orders.Answer(ctx, t.By, prompt, path)
	return Outcome{Reply: reply}, err
}

// Type obeys a typed order: a whole answer is given, or held. With a "!" behind it, or typed once more where it is not for a
// panel to confirm, one that is held for its odds is given. It refuses like [referee.Orders.Order].
func (t Turn) Type(ctx context.Context, text string) (Outcome, error) {
	var o orders.Order
	var err error
	holds := t.Odds || t.Warn || t.File != nil
	if holds {
		o, err = t.Look.Snapshot.Read(ctx, t.By, text)
	}
	if !holds || err != nil || !o.Whole {
		reply, err := t.Orders.Order(ctx, t.By, text) // which says what is wrong with it
		return Outcome{Reply: reply}, err
	}
	bare, meant := strings.CutSuffix(strings.TrimSpace(text), referee.SureMark)
	var held Reason
	switch {
	case t.ends(o.Prompt, o.Path):
		held = Sealed
	case meant || !t.Warn && t.Ready() && !o.Loses(t.Look.Draft.Path):
		text = bare + referee.SureMark
	case t.Odds && t.Look.Snapshot.CanPreviewOdds(o.Prompt, o.Path):
		held = Odds
	}
	by := t.By
	by.Hold = held != ""
	reply, err := t.Orders.Order(ctx, by, text)
	var unsure *referee.UnsureError
	if t.Warn && errors.As(err, &unsure) && unsure.Held == nil { // the panel has the warnings
		by.Hold, by.Seen, by.SeenAs = true, nil, "" // that it was refused is kept with what is half built
		held = Warned
		reply, err = t.Orders.Order(ctx, by, bare+referee.SureMark)
	}
	return Outcome{Reply: reply, Held: held}, err
}
