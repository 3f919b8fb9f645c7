package enginetest

import (
	"fmt"
	"slices"
	"strings"

	"referee/engine"
)

// checkText: the position text parses back to the same position, whatever the
// order of its facts, and with comments.
func checkText(t *tour) error {
	r := t.rand("text")
	for _, s := range t.spots() {
		text := s.texts[s.at]
		again, err := t.Game.Parse(s.next(), text)
		if err != nil {
			return s.fail(fmt.Errorf("its text is refused: %w", err))
		}
		if err := difference("text and text read back", again.String(), text); err != nil {
			return s.fail(err)
		}
		if err := samePosition(t, s.pos().Reopen(s.next()), again); err != nil {
			return s.fail(err)
		}
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		facts := slices.Clone(lines[1:])
		r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
		mixed := "# a comment\n\n" + lines[0] + " # the game\n" + strings.Join(facts, "\n")
		other, err := t.Game.Parse(s.next(), mixed)
		if err != nil {
			return s.fail(fmt.Errorf("with its facts in another order it is refused: %w\n%s", err, mixed))
		}
		if err := difference("text and the same in another order", other.String(), text); err != nil {
			return s.fail(fmt.Errorf("%w\n%s", err, mixed))
		}
	}
	for _, text := range []string{"", "\n", "nonsense 1\n"} {
		if _, err := t.Game.Parse(0, text); err == nil {
			return fmt.Errorf("the text %q is read as a position", text)
		}
	}
	return nil
}

// samePosition says where two positions, whose questions were opened by the
// same decision, differ.
func samePosition(t *tour, live, parsed engine.Position) error {
	prompts := live.Prompts()
	if err := difference("prompts and prompts of the text", parsed.Prompts(), prompts); err != nil {
		return err
	}
	for _, q := range prompts {
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
