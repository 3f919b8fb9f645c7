package america

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// TestOpenPromptsKeepSecrets: what is asked or rolled next within an impulse does not depend on what the other side decided in
// secret, where a prompt says so: the plan of the drop, and air cover until all is shown.
func TestOpenPromptsKeepSecrets(t *testing.T) {
	t.Parallel()
	game, compared := opened(t), map[string]int{}
	for seed := range uint64(thorough.Or(1, 6)) {
		_, err := enginetest.Play(game, nil, 50+seed, bias, enginetest.Hooks{Decided: func(s enginetest.Step) error {
			if !s.Prompt.Open || s.Prompt.Secret {
				return nil
			}
			want, err := nextWithin(s.Before, s)
			if err != nil {
				return err
			}
			for _, text := range otherSecrets(s.Before.String(), s.Prompt.Seat) {
				pos, err := game.Parse(law, text)
				if err != nil {
					return err
				}
				got, err := nextWithin(pos, s)
				if err != nil || got != want {
					return fmt.Errorf("%s %q: next is %s, and %s with another secret (%w) in\n%s", s.Prompt.ID, s.Path, want, got, err, text)
				}
				compared[s.Prompt.Kind]++
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{kindMove, kindAttack, kindSupport, kindLoss, kindRetreat} {
		if compared[kind] < 5 {
			t.Errorf("of %s too few were compared: %v", kind, compared)
		}
	}
}

// nextWithin is who is asked what once a decision is given at a position and all is done that is forced, "" if its moment is over.
func nextWithin(pos engine.Position, s enginetest.Step) (string, error) {
	moment, next, path := pos.Moment(), s.Prompt, s.Path
	for n := s.N; ; n++ {
		here := pos.Prompts()
		i := slices.IndexFunc(here, func(p engine.Prompt) bool { return p.Seat == next.Seat && p.Kind == next.Kind })
		if i < 0 {
			return "", fmt.Errorf("%s is not asked %s", next.Seat, next.Kind)
		}
		out, err := pos.Submit(n, next.Seat, here[i].ID, path)
		if err != nil || out.Position.Moment() != moment {
			return "", err
		}
		pos = out.Position
		if next, path, err = match.Forced(pos); err != nil || next.ID == "" || next.Seat == engine.Chance {
			return whoIsAsked(pos), err
		}
	}
}

// whoIsAsked lists who is asked what.
func whoIsAsked(pos engine.Position) string {
	var out []string
	for _, p := range pos.Prompts() {
		out = append(out, string(p.Seat)+" "+p.Kind)
	}
	return strings.Join(out, ", ")
}

var (
	turnOf   = regexp.MustCompile(`(?m)^turn (\d+)`)
	dropLine = regexp.MustCompile(`(?m)^drop .*$`)
	coverOf  = regexp.MustCompile(`(?m)^(attack \w+.*?)( cover \d+)(.*)$`)
)

// otherSecrets are positions that a seat cannot tell from a position.
func otherSecrets(text string, seat engine.Seat) (out []string) {
	turn, _ := strconv.Atoi(turnOf.FindStringSubmatch(text)[1])
	if seat == allied.Seat() && dropLine.MatchString(text) && strings.Contains(text, "pending") {
		out = append(out, dropLine.ReplaceAllString(text, "drop none"))
		for _, hex := range []string{"1909", "2409"} {
			plan := "drop " + hex + " " + strconv.Itoa(max(dropFrom, turn))
			out = append(out, dropLine.ReplaceAllString(text, plan))
		}
	}
	if seat == german.Seat() && strings.Contains(text, "step support") {
		out = append(out, coverOf.ReplaceAllString(text, "$1$3"))
	}
	return out
}
