package enginetest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"referee/engine"
)

// checkFold: folding the stored events gives the live position after every
// decision.
func checkFold(t *tour) error {
	return t.eachTrail(func(tr *trail, pos engine.Position) (int, error) {
		for i := range tr.texts {
			if i > 0 {
				step := tr.steps[i-1]
				events, err := engine.Decode(t.Game, encoded(step.Outcome.Events))
				if err != nil {
					return i, err
				}
				if pos, err = pos.Fold(step.N, step.Prompt.ID, events); err != nil {
					return i, err
				}
			}
			if err := cmp.Or(difference("folded and live position", pos.String(), tr.texts[i]),
				difference("folded and live prompts", pos.Prompts(), tr.position(i).Prompts())); err != nil {
				return i, err
			}
		}
		return 0, nil
	})
}

// eachTrail calls check for each trail that has begun, with its start out of its stored events; it returns the position
// at which an error was met.
func (t *tour) eachTrail(check func(tr *trail, start engine.Position) (int, error)) error {
	for _, tr := range t.trails {
		if len(tr.texts) == 0 {
			continue
		}
		at := 0
		pos, err := tr.refold(t.Game)
		if err == nil {
			at, err = check(tr, pos)
		}
		if err != nil {
			return spot{tr, at}.fail(err)
		}
	}
	return nil
}

// refold is the start of a trail, out of its stored events.
func (t *trail) refold(g engine.Game) (engine.Position, error) {
	if t.text != "" {
		return g.Parse(0, t.text)
	}
	events, err := engine.Decode(g, encoded(t.begun.Events))
	if err != nil {
		return nil, err
	}
	return g.Empty().Fold(0, "", events)
}

// checkRejudge: the recorded commands, judged again, give the same events.
func checkRejudge(t *tour) error {
	return t.eachTrail(func(tr *trail, pos engine.Position) (int, error) {
		if tr.text == "" {
			out, err := t.Game.Begin(0, tr.setup)
			if err != nil {
				return 0, err
			}
			if err := difference("events of Begin", encoded(out.Events), encoded(tr.begun.Events)); err != nil {
				return 0, err
			}
			pos = out.Position
		}
		for i, step := range tr.steps {
			out, err := pos.Submit(step.N, step.Prompt.Seat, step.Prompt.ID, step.Path)
			if err != nil {
				return i, fmt.Errorf("judged again, %s: %w", step.Prompt.ID, err)
			}
			if err := cmp.Or(difference("paths judged again", out.Path, step.Path),
				difference("events judged again", encoded(out.Events), encoded(step.Outcome.Events))); err != nil {
				return i, err
			}
			pos = out.Position
		}
		return 0, nil
	})
}

// checkUnchanged: nothing that is done with a position changes it, whether it is
// accepted, refused or only read.
func checkUnchanged(t *tour) error {
	r := t.rand("unchanged")
	if err := each(t.spots(), func(s spot) error {
		return difference("a position, and the same before the match went on,", s.pos().String(), s.texts[s.at])
	}); err != nil {
		return err
	}
	player := NewPlayer(t.Seed, t.Policy)
	return t.eachPrompt("unchanged", func(s spot, q engine.Prompt) error {
		prompts, view := s.pos().Prompts(), canonical(s.pos().View(engine.Judge))
		same := func(after string) error {
			return cmp.Or(difference("positions before and after "+after, s.texts[s.at], s.pos().String()),
				difference("views before and after "+after, string(view), string(canonical(s.pos().View(engine.Judge)))),
				difference("prompts before and after "+after, prompts, s.pos().Prompts()))
		}
		path, err := player.Answer(s.pos(), q)
		if err != nil {
			return nil // "offered answers are accepted" reports it
		}
		path = slices.Clone(path)
		if err := same("listing options"); err != nil {
			return err
		}
		out, err := s.pos().Submit(s.next(), q.Seat, q.ID, path)
		if err != nil {
			return fmt.Errorf("%q: %w", strings.Join(path, " "), err)
		}
		led := out.Position.String()
		if _, err := player.Answer(s.pos(), q); err != nil {
			return err
		}
		if err := cmp.Or(difference("what an answer led to, before and after listing others,", led, out.Position.String()),
			same(fmt.Sprintf("%q", strings.Join(path, " ")))); err != nil {
			return err
		}
		for i := range path {
			wrong := append(slices.Clone(path[:i]), "nonsense")
			if _, err := s.pos().Submit(s.next(), q.Seat, q.ID, wrong); err == nil {
				continue
			}
			if err := same(fmt.Sprintf("refusing %q", strings.Join(wrong, " "))); err != nil {
				return err
			}
		}
		for _, v := range viewers(t.Game.Info()) {
			s.pos().View(v)
			for _, query := range queries(t.Game.Info(), r) {
				_, _ = s.pos().Ask(v, query) // refused or not
			}
		}
		return same("looking and asking")
	})
}

// checkEvents: events come back from storage byte for byte, and so does what viewers
// may know of them; their kinds are those of Suite.Events.
func checkEvents(t *tour) error {
	g := t.Game
	if e, err := g.Decode("no such kind", []byte("{}")); err == nil {
		return fmt.Errorf("an event of an unknown kind is decoded as %v", e)
	}
	for _, kind := range t.Events {
		if _, err := g.Decode(kind, []byte("{}")); err != nil {
			return fmt.Errorf("events of kind %q can be read no longer: %w", kind, err)
		}
	}
	return each(t.spots(), func(s spot) error {
		for _, e := range s.events() {
			if len(t.Events) > 0 && !slices.Contains(t.Events, e.Kind()) {
				return fmt.Errorf("an event of kind %q, which is not listed", e.Kind())
			}
			if err := difference("event and what the judge knows of it", known([]engine.Event{e}, engine.Judge),
				encoded([]engine.Event{e})); err != nil {
				return err
			}
			for _, v := range viewers(g.Info()) {
				if err := storable(g, engine.Known(e, v)); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// storable checks that an event, if there is one, comes back from storage.
func storable(g engine.Game, e engine.Event) error {
	if e == nil {
		return nil
	}
	stored, err := engine.Encode([]engine.Event{e})
	if err != nil {
		return err
	}
	back, err := engine.Decode(g, stored)
	if err != nil {
		return err
	}
	return cmp.Or(difference("event "+e.Kind()+" before and after storing", encoded(back), stored),
		difference("words of "+e.Kind()+" before and after storing", back[0].Tell(), e.Tell()))
}

// repeats is how often the same input is given: enough for map iteration to
// show another order.
const repeats = 20

// checkRepeat: the same input gives the same bytes.
func checkRepeat(t *tour) error {
	r := t.rand("repeat")
	for _, s := range t.sample("repeat")[:min(len(t.spots()), t.Samples/10+1)] {
		asked := queries(t.Game.Info(), r)
		first := t.everything(s, asked)
		for range repeats {
			if err := difference("the same asked twice", t.everything(s, asked), first); err != nil {
				return s.fail(err)
			}
		}
	}
	return nil
}

// everything is all that a position says.
func (t *tour) everything(s spot, asked []engine.Query) []string {
	pos, err := t.Game.Parse(0, s.texts[s.at])
	if err != nil {
		return []string{err.Error()}
	}
	says := []string{s.pos().String(), pos.String(), string(canonical(s.pos().Prompts()))}
	for _, v := range viewers(t.Game.Info()) {
		says = append(says, string(canonical(s.pos().View(v))))
		for _, q := range asked {
			a, err := s.pos().Ask(v, q)
			says = append(says, string(canonical(a)), fmt.Sprint(err))
		}
	}
	for _, q := range s.pos().Prompts() {
		node, err := s.pos().Options(q.ID, nil)
		says = append(says, string(canonical(node)), fmt.Sprint(err))
		_, err = s.pos().Submit(s.next(), q.Seat, q.ID, []string{"nonsense"})
		says = append(says, fmt.Sprintf("%v %s", err, canonical(err)))
	}
	if s.at < len(s.steps) {
		step := s.steps[s.at]
		out, err := s.pos().Submit(s.next(), step.Prompt.Seat, step.Prompt.ID, step.Path)
		says = append(says, string(canonical(encoded(out.Events))), fmt.Sprint(err))
		if err == nil {
			says = append(says, out.Position.String())
		}
	}
	return says
}
