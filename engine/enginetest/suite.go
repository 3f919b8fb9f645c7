package enginetest

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Suite is what the conformance suite needs to know of a game.
type Suite struct {
	Game   engine.Game // as it is played
	Strict engine.Game // the same, sealed by engine.SealStrict
	// Setups are the set-ups to play; none: the defaults alone.
	Setups []engine.Setup
	// Positions are position texts to start from, in addition to the set-ups.
	Positions []string
	// Events are the kinds of event that logs may hold, for ever; none: they are not
	// compared.
	Events []string
	// Typing are the keys of refusals that are a matter of typing, and cite no rule.
	Typing []string
	Policy Policy
	Seed   uint64 // of everything random
	Games  int    // for each set-up and position; 0: 3
	Limit  int    // of decisions in a match; 0: DefaultLimit
	// Samples bounds the positions that a costly property looks at; 0: 150.
	Samples int
	// Nodes bounds the tree of answers that is walked wholly; a bigger one is
	// sampled by dives. 0: 200.
	Nodes int
}

func (s Suite) withDefaults() Suite {
	s.Games = cmp.Or(s.Games, 3)
	s.Samples = cmp.Or(s.Samples, 150)
	s.Nodes = cmp.Or(s.Nodes, 200)
	if len(s.Setups) == 0 {
		s.Setups = []engine.Setup{nil}
	}
	return s
}

// Run checks every property of the contract, each as a subtest.
func Run(t *testing.T, s Suite) {
	t.Helper()
	tour := s.tour()
	t.Logf("seed %d: %d positions", tour.Seed, len(tour.spots()))
	for _, lack := range tour.next() {
		t.Log(lack)
	}
	for _, p := range properties {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			if err := p.check(tour); err != nil {
				t.Error(err)
			}
		})
	}
}

// property is one promise of the contract.
type property struct {
	name  string
	check func(*tour) error
}

var properties = []property{
	{"info is sound", checkInfo},
	{"a match comes to its end", checkEnds},
	{"offered answers are accepted", checkOffered},
	{"other answers are refused", checkRefused},
	{"what is closed is refused", checkExplained},
	{"open questions are independent", checkIndependent},
	{"prompts are well formed", checkPrompts},
	{"closed questions are stale", checkStale},
	{"folding gives the live position", checkFold},
	{"judging again gives the same events", checkRejudge},
	{"a position never changes", checkUnchanged},
	{"invariants hold", checkInvariants},
	{"events keep their bytes", checkEvents},
	{"the same input gives the same bytes", checkRepeat},
	{"position text is the position", checkText},
	{"another law takes the position over", checkLaws},
	{"pictures use the vocabulary", checkPictures},
	{"secrets do not leak", checkSecrets},
	{"standing orders answer legally", checkStanding},
	{"every face has its costs", checkCosts},
	{"reach is on the board", checkReach},
	{"odds are told where there are some", checkOdds},
	{"the table of a roll has all its faces", checkRollTables},
	{"messages exist in every language", checkMessages},
	{"words to type stand in their own form", checkForms},
	{"a button repeats the verb of its question", checkVerbs},
	{"few options follow at once", checkFew},
}

// tour is the set of matches that the properties are checked on.
type tour struct {
	Suite
	trails []*trail
}

// trail is one random match, up to where it stopped.
type trail struct {
	seed  uint64
	setup engine.Setup
	text  string         // the position text it starts from; empty: begun by setup
	begun engine.Outcome // its Position is where the match starts
	steps []Step
	texts []string // of each position, as it was when the match was played
	err   error    // what stopped the match before its end
}

// position is the position in which decision i+1 is taken; position 0 is the start.
func (t *trail) position(i int) engine.Position {
	if i == 0 {
		return t.begun.Position
	}
	return t.steps[i-1].Outcome.Position
}

// spot is one position of a trail.
type spot struct {
	*trail
	at int
}

func (s spot) pos() engine.Position { return s.position(s.at) }

// next is the number of the next decision.
func (s spot) next() int { return s.at + 1 }

// events are those that led to the position.
func (s spot) events() []engine.Event {
	if s.at == 0 {
		return s.begun.Events
	}
	return s.steps[s.at-1].Outcome.Events
}

// fail says where an error was met.
func (s spot) fail(err error) error {
	m := match{log: lists.Map(s.steps[:s.at], func(step Step) command { return command{step.Prompt.ID, step.Path} })}
	return &PlayError{Seed: s.seed, Commands: m.commands(), Position: s.texts[s.at], Err: err}
}

// tour plays the matches. An error that stops one is kept for the property that reports
// it.
func (s Suite) tour() *tour {
	t := &tour{Suite: s.withDefaults()}
	for i := range t.Games {
		for _, set := range t.Setups {
			tr := &trail{seed: t.Seed + uint64(i), setup: set}
			if tr.begun, tr.err = t.Strict.Begin(0, set); tr.err == nil {
				t.follow(tr)
			}
			t.trails = append(t.trails, tr)
		}
		for _, text := range t.Positions {
			tr := &trail{seed: t.Seed + uint64(i), text: text}
			if tr.begun.Position, tr.err = t.Strict.Parse(0, text); tr.err == nil {
				t.follow(tr)
			}
			t.trails = append(t.trails, tr)
		}
	}
	return t
}

func (t *tour) follow(tr *trail) {
	tr.texts = []string{tr.begun.Position.String()}
	_, tr.err = PlayFrom(tr.begun.Position, tr.seed, t.Policy, Hooks{Limit: t.Limit, Decided: func(s Step) error {
		tr.steps = append(tr.steps, s)
		tr.texts = append(tr.texts, s.Outcome.Position.String())
		return nil
	}})
}

// spots lists every position of every trail.
func (t *tour) spots() []spot {
	var all []spot
	for _, tr := range t.trails {
		for i := range tr.texts {
			all = append(all, spot{tr, i})
		}
	}
	return all
}

// sample picks positions at random, all if there are few, the same at each call
// by one property.
func (t *tour) sample(property string) []spot {
	all := t.spots()
	if len(all) <= t.Samples {
		return all
	}
	t.rand(property).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:t.Samples]
}

// rand is a source of randomness for one property; it does not depend on the order in
// which properties run.
func (t *tour) rand(property string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(property))
	return rand.New(rand.NewPCG(t.Seed, h.Sum64()))
}

// each calls check for positions, and says where an error was met.
func each(list []spot, check func(spot) error) error {
	for _, s := range list {
		if err := check(s); err != nil {
			return s.fail(err)
		}
	}
	return nil
}

// eachPrompt calls check for every open question of sampled positions.
func (t *tour) eachPrompt(property string, check func(spot, engine.Prompt) error) error {
	return each(t.sample(property), func(s spot) error {
		for _, q := range s.pos().Prompts() {
			if err := check(s, q); err != nil {
				return fmt.Errorf("%s %s: %w", q.Seat, q.ID, err)
			}
		}
		return nil
	})
}

// eachAnswer calls check for a random answer to every open question of sampled positions. Where there is none,
// "offered answers are accepted" reports it.
func (t *tour) eachAnswer(property string, check func(s spot, q engine.Prompt, path []string) error) error {
	player := NewPlayer(t.Seed, t.Policy)
	return t.eachPrompt(property, func(s spot, q engine.Prompt) error {
		path, err := player.Answer(s.pos(), q)
		if err != nil {
			return nil
		}
		return check(s, q, slices.Clone(path))
	})
}

// unlike describes an error that is not want.
func unlike(err, want error) error {
	switch {
	case errors.Is(err, want):
		return nil
	case err == nil:
		return fmt.Errorf("is accepted, and should get %q", want.Error())
	}
	return fmt.Errorf("gets %q, and should get %q", err.Error(), want.Error())
}

// illegal checks that an error is a refusal with a reason, that cites a rule unless its
// reason is a matter of typing.
func illegal(err error, typing ...string) error {
	var no *engine.Illegal
	switch {
	case err == nil:
		return errors.New("is accepted")
	case !errors.As(err, &no):
		return fmt.Errorf("is refused by %w, which is no *engine.Illegal", err)
	case no.Why.Key == "" || no.Rule == "" && !slices.Contains(typing, no.Why.Key):
		return fmt.Errorf("is refused without a rule or a reason: rule %q, %q", no.Rule, no.Why.Key)
	}
	return nil
}

// checkEnds: somebody is asked until there is a result, and there is one in the end.
func checkEnds(t *tour) error {
	for _, tr := range t.trails {
		var broken *engine.InvariantError
		var deadEnd *DeadEndError
		// These two have properties of their own.
		if tr.err != nil && !errors.As(tr.err, &broken) && !errors.As(tr.err, &deadEnd) {
			return tr.err
		}
	}
	return each(t.spots(), func(s spot) error {
		asked := len(s.pos().Prompts()) > 0
		result := s.pos().View(engine.Judge).Result
		over := result != nil
		if asked == over {
			return fmt.Errorf("somebody is asked: %t, and there is a result: %t", asked, over)
		}
		if over && result.Winner == "" && (result.Degree != "" || result.Decisive) {
			return fmt.Errorf("nobody has won, and the victory is %q, decisive: %t", result.Degree, result.Decisive)
		}
		return nil
	})
}

// checkInvariants: Check holds after every event of strict play.
func checkInvariants(t *tour) error {
	for _, tr := range t.trails {
		var broken *engine.InvariantError
		if errors.As(tr.err, &broken) {
			return tr.err
		}
	}
	return each(t.spots(), func(s spot) error { return s.pos().Check() })
}
