package enginetest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"

	"referee/engine"
)

// checkText: the position text of every position parses back to the same text
// and questions; of sampled ones, to the same answers and views, and with
// comments and its facts in another order to the same text.
func checkText(t *tour) error {
	r := t.rand("text order")
	if err := cmp.Or(each(t.spots(), func(s spot) error {
		again, err := t.Game.Parse(s.next(), s.texts[s.at])
		if err != nil {
			return fmt.Errorf("its text is refused: %w", err)
		}
		return cmp.Or(difference("text and text read back", again.String(), s.texts[s.at]),
			difference("prompts and prompts of the text", again.Prompts(), s.pos().Reopen(s.next()).Prompts()))
	}), each(t.sample("text"), func(s spot) error {
		again, err := t.Game.Parse(s.next(), s.texts[s.at])
		if err != nil {
			return err
		}
		return cmp.Or(samePosition(t, s.pos().Reopen(s.next()), again), anyOrder(t, s, r))
	})); err != nil {
		return err
	}
	for _, text := range []string{"", "\n", "nonsense 1\n"} {
		if _, err := t.Game.Parse(0, text); err == nil {
			return fmt.Errorf("the text %q is read as a position", text)
		}
	}
	return nil
}

// anyOrder checks that the facts of a text may stand in any order.
func anyOrder(t *tour, s spot, r *rand.Rand) error {
	lines := strings.Split(strings.TrimRight(s.texts[s.at], "\n"), "\n")
	facts := lines[1:]
	r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	mixed := "# a comment\n\n" + lines[0] + " # the game\n" + strings.Join(facts, "\n")
	other, err := t.Game.Parse(s.next(), mixed)
	if err != nil {
		return fmt.Errorf("with its facts in another order it is refused: %w\n%s", err, mixed)
	}
	if err := difference("text and the same in another order", other.String(), s.texts[s.at]); err != nil {
		return fmt.Errorf("%w\n%s", err, mixed)
	}
	return nil
}

// samePosition says where two positions, whose questions were opened by the
// same decision, differ.
func samePosition(t *tour, live, parsed engine.Position) error {
	for _, q := range live.Prompts() {
		if err := sameTree(t.Seed, 1, live, q.ID, parsed, q.ID); err != nil {
			return fmt.Errorf("live position and its text: the answers to %s: %w", q.ID, err)
		}
	}
	for _, v := range viewers(t.Game.Info()) {
		if err := difference(fmt.Sprintf("views of %s, live and of the text,", v), live.View(v), parsed.View(v)); err != nil {
			return err
		}
	}
	return nil
}
