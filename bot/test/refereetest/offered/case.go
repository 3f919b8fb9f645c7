package offered

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

var (
	most = flag.Int("offers", 0, "matches of each game in which all that is offered is done; 0: few")
	only = flag.String("offer", "", "the one match of -offers to look at: game/number")
)

// Case is a match that can be prepared, as often as is wanted: it comes out the same.
type Case struct {
	Game  referee.Game // matches of it begin as that of the case does
	Apart bool         // nobody has two seats
	name  string
	of    *Game
	setup engine.Setup
	seed  uint64
	tale  []string // what was done to prepare it
}

// World is where a match is prepared.
type World struct {
	*referee.Referee
	Place, Home string
	// Account is of who sits in a seat.
	Account func(engine.Seat) string
	// Appeal has somebody ask the judges; nil: there are none.
	Appeal func(context.Context, referee.Command) error
}

// Each does something with each of some matches of a game: a few, or as many as the flag -offers says. Of other games
// than the toy there are some with -slow or -offers only.
func Each(t *testing.T, g Game, few int, do func(t *testing.T, c *Case)) {
	t.Helper()
	if *most == 0 && !g.whole && thorough.Brief() {
		return
	}
	n := cmp.Or(*most, few)
	for _, c := range cases(t, g, n) {
		if *only != "" && *only != c.name {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if t.Failed() {
					t.Logf("-offers %d -offer %s: %s", n, c.name, strings.Join(c.tale, ", "))
				}
			}()
			do(t, c)
		})
	}
}

// perMatch is how many positions are taken of one random match.
const perMatch = 10

// cases are so many matches of a game.
func cases(t *testing.T, g Game, n int) []*Case {
	t.Helper()
	game, err := g.Open(g.Data, g.Law)
	must(t, err)
	var out []*Case
	for seed := uint64(0); len(out) < n; seed++ {
		setup := g.setups[int(seed)%len(g.setups)]
		texts := []string{""}
		if !g.whole {
			texts = append(texts, positions(t, game, setup, seed, g.weights, min(n, perMatch)-1)...)
		}
		for i, text := range texts[:min(len(texts), n-len(out))] {
			c := &Case{Game: g.Game, name: fmt.Sprintf("%s/%d", g.ID, len(out)), of: &g, setup: setup, seed: seed*1000 + uint64(i)}
			if text != "" {
				c.Game = refereetest.From(g.Game, text)
			}
			out = append(out, c)
		}
	}
	return out
}

// longest is how many decisions of a random match positions are taken of.
const longest = 1500

// positions are so many of a random match, in which a seat is asked.
func positions(t *testing.T, g engine.Game, set engine.Setup, seed uint64, weights map[string]int, n int) []string {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 7))
	kept, seen := make([]string, 0, n), 0
	_, err := enginetest.Play(g, set, seed, enginetest.Bias(weights), enginetest.Hooks{Limit: longest, Decided: func(s enginetest.Step) error {
		for _, p := range s.Before.Prompts() {
			if p.Seat == engine.Chance || p.Secret { // secrets are of the matches that are played from their beginnings
				return nil
			}
		}
		seen++
		if len(kept) < n {
			kept = append(kept, s.Before.String())
		} else if at := random.IntN(seen); at < n {
			kept[at] = s.Before.String()
		}
		return nil
	}})
	if !errors.Is(err, enginetest.ErrEndless) {
		must(t, err)
	}
	return kept
}

// errFound: a position is the one that is wanted.
var errFound = errors.New("found")

// Midway is a game whose matches begin in the first position of a random match that is wanted.
func Midway(t testing.TB, g Game, wanted func(of engine.Game, pos engine.Position) bool) referee.Game {
	t.Helper()
	of, err := g.Open(g.Data, g.Law)
	must(t, err)
	text := ""
	_, err = enginetest.Play(of, g.setups[0], 1, enginetest.Bias(g.weights), enginetest.Hooks{Limit: longest, Decided: func(s enginetest.Step) error {
		if !wanted(of, s.Before) {
			return nil
		}
		text = s.Before.String()
		return errFound
	}})
	if !errors.Is(err, errFound) {
		t.Fatalf("no such position: %v", err)
	}
	return refereetest.From(g.Game, text)
}

// State is all that can be changed of a match, as a text that differs where anything does: the whole head of its record, other
// matches that were opened, and what is half built and by whom.
func State(t testing.TB, r *referee.Referee, id match.ID) string {
	t.Helper()
	s, err := r.Snapshot(t.Context(), id)
	must(t, err)
	list, err := r.Index.Matches(t.Context())
	must(t, err)
	out := s.Match().Head().String()
	if n := len(list) - 1; n > 0 {
		out += fmt.Sprintf(" and %d other matches", n)
	}
	for _, seat := range s.Info().Seats {
		l, err := s.Look(t.Context(), engine.Viewer(seat))
		must(t, err)
		if l.Draft != nil {
			out += fmt.Sprint(l.Draft.Held)
		}
	}
	return out
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// preparing is a match that is being prepared.
type preparing struct {
	testing.TB
	*Case
	World
	rand   *rand.Rand
	player *enginetest.Player
	id     match.ID
	both   bool // one person has both seats
}

// Prepare makes the match of a case.
func (c *Case) Prepare(t testing.TB, w World) match.ID {
	t.Helper()
	p := &preparing{TB: t, Case: c, World: w, rand: rand.New(rand.NewPCG(c.seed, 11)), player: enginetest.NewPlayer(c.seed, enginetest.Bias(c.of.weights))}
	c.tale = nil
	p.open()
	for range p.rand.IntN(8) {
		p.answer()
	}
	for _, do := range []struct {
		of100 int
		what  string
		do    func() error
	}{
		{25, "standing order", p.stands},
		{10, "pause", p.pauses},
		{10, "hints agreed", p.agreesHints},
		{30, "unfinished", p.builds},
		{45, "offer", p.offers},
		{12, "appeal", p.appeals},
		{8, "restored", func() error { return p.Suspend(p.Context(), p.id) }},
		{8, "resigned", p.resigns},
	} {
		if p.rand.IntN(100) >= do.of100 {
			continue
		}
		err := do.do()
		if err != nil && !referee.IsRefusal(err) {
			p.Fatalf("%s: %v", do.what, err)
		}
		p.note(do.what, err)
		p.thinks()
	}
	return p.id
}

func (p *preparing) note(what string, err error) {
	if err != nil {
		what += " (refused)"
	}
	p.tale = append(p.tale, what)
}

// open opens the match, which may be of a league, against a program, of one person, and have a clock.
func (p *preparing) open() {
	p.Helper()
	o := referee.Opening{Game: p.Case.Game.ID, Setup: p.setup, Place: p.Place, Home: p.Home, Settings: map[string]string{}}
	p.both = p.rand.IntN(6) == 0 && !p.Apart
	if p.rand.IntN(4) == 0 {
		o.Settings[referee.SettingOwner] = "k3j5x2qa/17"
		p.note("league", nil)
	}
	if p.rand.IntN(3) == 0 {
		o.Settings[schedule.SettingClock] = "limit 1d12h remind 75 then loss"
		p.note("clock", nil)
	}
	if p.rand.IntN(5) == 0 && !p.both && o.Settings[referee.SettingOwner] == "" {
		o.Program = "recruit"
		p.note("program", nil)
	}
	opened, err := p.Open(p.Context(), referee.Command{Account: p.Account(""), Door: "test"}, o)
	must(p, err)
	p.id = opened.Match
	info, err := p.Games.Info(o.Game)
	must(p, err)
	seats := info.Seats
	if o.Program != "" {
		seats = seats[p.rand.IntN(len(seats)):][:1]
	}
	if p.both {
		p.note("one person", nil)
	}
	for _, seat := range seats {
		_, err := p.Join(p.Context(), p.by(seat))
		must(p, err)
	}
	p.thinks()
}

// by is a command of who sits in a seat.
func (p *preparing) by(seat engine.Seat) referee.Command {
	of := seat
	if s, err := p.Snapshot(p.Context(), p.id); err == nil && p.both {
		of = s.Info().Seats[0]
	}
	return referee.Command{Match: p.id, Seat: seat, Account: p.Account(of), Name: string(of), Door: "test"}
}

// thinks has the program answer all that it is asked.
func (p *preparing) thinks() {
	p.Helper()
	for range 1000 {
		_, again, err := p.Programs.Think(context.Background(), p.id)
		must(p, err)
		if !again {
			return
		}
	}
}

// match is the match as it stands.
func (p *preparing) match() *match.Match {
	p.Helper()
	s, err := p.Snapshot(p.Context(), p.id)
	must(p, err)
	return s.Match()
}

// asked is a question to a person; false: nobody is asked.
func (p *preparing) asked() (engine.Prompt, bool) {
	m := p.match()
	var open []engine.Prompt
	for _, q := range m.Position().Prompts() {
		if _, program := m.Program(q.Seat); !program && q.Seat != engine.Chance && !m.Over() {
			open = append(open, q)
		}
	}
	if len(open) == 0 {
		return engine.Prompt{}, false
	}
	return p.player.Pick(open), true
}

// answer answers something at random.
func (p *preparing) answer() {
	p.Helper()
	q, open := p.asked()
	if !open {
		return
	}
	path, err := p.player.Answer(p.match().Position(), q)
	must(p, err)
	_, err = p.Answer(p.Context(), p.by(q.Seat), q.ID, path)
	must(p, err)
	p.note(string(q.ID)+" "+strings.Join(path, " "), nil)
	p.thinks()
}

// builds takes some elements of an answer.
func (p *preparing) builds() error {
	q, open := p.asked()
	if !open {
		return nil
	}
	path, err := p.player.Answer(p.match().Position(), q)
	must(p, err)
	for n := range 1 + p.rand.IntN(len(path)) {
		if _, err := p.Draft(p.Context(), p.by(q.Seat), q.ID, path[:n+1]); err != nil {
			return err
		}
	}
	return nil
}

// person is the seat of a person.
func (p *preparing) person() engine.Seat {
	m := p.match()
	seats := m.Game().Info().Seats
	for {
		seat := seats[p.rand.IntN(len(seats))]
		if _, program := m.Program(seat); !program {
			return seat
		}
	}
}

func (p *preparing) stands() error {
	clauses := p.match().Game().Info().Clauses
	if len(clauses) == 0 {
		return nil
	}
	text := string(match.Untils[p.rand.IntN(len(match.Untils))]) + " " + clauses[p.rand.IntN(len(clauses))].Example
	_, err := p.AddStanding(p.Context(), p.by(p.person()), text)
	return err
}

// proposes proposes settings, which the other seat accepts.
func (p *preparing) proposes(settings map[string]string) error {
	seat := p.person()
	if _, err := p.ProposeSettings(p.Context(), p.by(seat), settings); err != nil {
		return err
	}
	for _, other := range p.match().Game().Info().Seats {
		if other == seat {
			continue
		}
		if _, program := p.match().Program(other); program {
			return nil // it answers by itself
		}
		_, err := p.Accept(p.Context(), p.by(other), match.NewSettings)
		return err
	}
	return nil
}

func (p *preparing) pauses() error {
	return p.proposes(map[string]string{schedule.SettingPause: "on"})
}

func (p *preparing) agreesHints() error {
	return p.proposes(map[string]string{referee.SettingHints: "on"})
}

// offers has a seat offer the other something.
func (p *preparing) offers() error {
	seat := p.person()
	c := p.by(seat)
	var err error
	switch p.rand.IntN(6) {
	case 0:
		_, err = p.OfferDraw(p.Context(), c)
	case 1:
		_, err = p.Pause(p.Context(), c, time.Time{})
	case 2:
		_, err = p.ProposeSettings(p.Context(), c, map[string]string{referee.SettingHints: "on"})
	case 3:
		_, err = p.OfferLaw(p.Context(), c)
	default:
		s, e := p.Snapshot(p.Context(), p.id)
		must(p, e)
		back, e := s.BackTo(p.Context(), seat, 3)
		must(p, e)
		if len(back) == 0 {
			return nil
		}
		_, err = p.RequestTakeBack(p.Context(), c, back[p.rand.IntN(len(back))].Seq)
	}
	return err
}

func (p *preparing) appeals() error {
	if p.Appeal == nil {
		return nil
	}
	return p.Appeal(p.Context(), p.by(p.person()))
}

func (p *preparing) resigns() error {
	_, err := p.Resign(p.Context(), p.by(p.person()))
	return err
}
