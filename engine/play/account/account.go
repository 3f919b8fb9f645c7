package account

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
	"referee/engine/refusal"
)

// ErrUnderWay says that a match is not over: an account would be advice.
var ErrUnderWay = refusal.New("referee.refuse.account-live", "account: the match is under way")

// ErrNoJudge says that there is no account of matches of a game.
var ErrNoJudge = errors.New("account: nobody says what positions of the game are worth")

// Account is where the margin of a match came from, in the points of its game. What is of a side is by its
// place in Seats; margins are those of the first seat.
type Account struct {
	Match match.ID       `json:"match"`
	Judge play.About     `json:"judge"` // by whose judgement
	Seats [2]engine.Seat `json:"seats"`
	Begin float64        `json:"begin"` // what the beginning let expect
	// Chance is what the chance of the first seat to win was at the beginning.
	Chance float64 `json:"chance"`
	Final  float64 `json:"final"` // at the end; as it stood, where the match was given up
	Luck   []Luck  `json:"luck"`  // by kind of roll, in the order of the first of each
	// Looked is how many decisions of a side were looked at, and Cost what they cost it, from 0.
	Looked [2]int     `json:"looked"`
	Cost   [2]float64 `json:"cost"`
	Left   float64    `json:"left"` // the margin as it stood, against what it let expect
	Rest   float64    `json:"rest"`
	Turns  []Turn     `json:"turns"` // in their order
}

// Luck is what the rolls of a kind brought: each helped one side, or neither.
type Luck struct {
	Kind   string     `json:"kind"` // of the question to Chance
	Rolls  int        `json:"rolls"`
	Helped [2]float64 `json:"helped"` // from 0
}

// Turn is a turning point: a decision that cost much.
type Turn struct {
	Seq    int             `json:"seq"` // its number
	Seat   engine.Seat     `json:"seat"`
	Cost   float64         `json:"cost"`
	Prompt engine.PromptID `json:"prompt"`
	Path   []string        `json:"path"`
	Better []string        `json:"better"` // the better answer
	Why    engine.Answer   `json:"-"`      // what a player says of it
	Before engine.Position `json:"-"`
}

// A decision that costs more than notable is a turning point; of a side so many are told at most.
const (
	notable = 1.5
	most    = 3
)

// Sum is what the parts of the account add up to: Final, to within rounding.
func (a *Account) Sum() float64 {
	sum := a.Begin - a.Cost[0] + a.Cost[1] + a.Left + a.Rest
	for _, l := range a.Luck {
		sum += l.Helped[0] - l.Helped[1]
	}
	return sum
}

// Of is the account of a match that is over. It asks the judge about each decision for which there was a choice, which
// takes as long as the nodes of the judge last; done, which may be nil, hears after each step of the line how many of all are
// done. It returns ErrUnderWay, ErrNoJudge, the error of ctx, and those of the game and the judge.
func Of(ctx context.Context, m *match.Match, j *play.Judge, done func(n, all int)) (*Account, error) {
	seats := m.Game().Info().Seats
	final, scored := m.Position().Tally()
	switch {
	case !m.Over():
		return nil, ErrUnderWay
	case j == nil || len(seats) != 2 || !scored:
		return nil, ErrNoJudge
	}
	c := &course{
		Account: Account{Match: m.ID(), Judge: j.About, Seats: [2]engine.Seat(seats), Luck: []Luck{}, Turns: []Turn{}},
		ctx:     ctx, judge: j, places: map[engine.Seat]play.Place{}, secret: m.VisibleTo(engine.Spectator).Incomplete(),
	}
	for _, s := range final.Score {
		c.Final += c.forFirst(s.Seat, float64(s.Points))
	}
	for _, seat := range seats {
		c.places[seat] = play.At(string(m.ID()), seat)
	}
	after := map[int]engine.Position{}
	if err := m.History().Walk(func(now *match.Match) error {
		after[now.Seq()] = now.Position()
		return ctx.Err()
	}); err != nil {
		return nil, err
	}
	for i, e := range m.Line() {
		if err := c.step(&e.Decision, after[e.Decision.Seq]); err != nil {
			return nil, err
		}
		if done != nil {
			done(i+1, len(m.Line()))
		}
	}
	c.Left = c.Final - c.value
	c.choose()
	return &c.Account, nil
}

// course is an account under way.
type course struct {
	Account
	ctx    context.Context
	judge  *play.Judge
	places map[engine.Seat]play.Place
	secret bool            // an answer is still secret: what would have been better might tell it
	pos    engine.Position // the one that was reached; nil: none
	roll   *roll           // that it awaits; nil: none
	value  float64         // of pos
}

// roll is a roll that can be made.
type roll struct {
	prompt engine.PromptID
	faces  map[string]float64 // what the position is worth after each
	mean   float64
}

// worth is what everybody may know a position to be worth.
func (c *course) worth(pos engine.Position) float64 {
	return c.judge.Value(pos.Window(engine.Spectator))
}

// forFirst is what a seat has of something, as the first seat sees it.
func (c *course) forFirst(seat engine.Seat, x float64) float64 {
	if seat == c.Seats[0] {
		return x
	}
	return -x
}

// reach goes on to a position. Before a roll it is worth the mean of what the faces bring; else by
// itself, which may be known.
func (c *course) reach(pos engine.Position, known *float64) (err error) {
	c.pos, c.roll = pos, nil
	for _, p := range pos.Prompts() {
		if p.Seat == engine.Chance {
			if c.roll, err = c.awaited(pos, p.ID); err == nil {
				c.value = c.roll.mean
			}
			return err
		}
	}
	if known == nil {
		v := c.worth(pos)
		known = &v
	}
	c.value = *known
	return nil
}

// awaited is a roll that a position awaits.
func (c *course) awaited(pos engine.Position, id engine.PromptID) (*roll, error) {
	node, err := pos.Options(id, nil)
	if err != nil {
		return nil, err
	}
	r, all := &roll{prompt: id, faces: map[string]float64{}}, 0.0
	for _, o := range node.Options {
		out, err := pos.Submit(0, engine.Chance, id, []string{o.ID})
		if err != nil {
			return nil, err
		}
		weight := float64(max(1, o.Weight))
		r.faces[o.ID] = c.worth(out.Position)
		r.mean += weight * r.faces[o.ID]
		all += weight
	}
	r.mean /= all
	return r, nil
}

// step is the next decision of the line.
func (c *course) step(d *match.Decision, next engine.Position) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if c.pos == nil {
		err := c.reach(next, nil)
		c.Begin, c.Chance = c.value, c.judge.Chance(next.Window(engine.Spectator))
		return err
	}
	before, was, awaited := c.pos, c.value, c.roll
	thanks := 0.0 // what somebody is to thank for, or chance
	var known *float64
	a, answers := d.Act.(match.ActAnswer)
	switch {
	case !answers:
	case d.Seat == engine.Chance:
		if awaited == nil || awaited.prompt != a.Prompt || len(a.Path) != 1 {
			break
		}
		if v, ok := awaited.faces[a.Path[0]]; ok {
			thanks, known = v-awaited.mean, &v
			c.lucky(a.Prompt.Kind(), thanks)
		}
	default:
		place := c.places[d.Seat]
		c.places[d.Seat] = place.After(a.Prompt.Kind(), a.Path)
		cost, err := c.decided(before, place, d, a)
		if err != nil {
			return err
		}
		thanks = -c.forFirst(d.Seat, cost)
	}
	err := c.reach(next, known)
	c.Rest += c.value - was - thanks
	return err
}

// lucky counts a roll.
func (c *course) lucky(kind string, gained float64) {
	i := slices.IndexFunc(c.Luck, func(l Luck) bool { return l.Kind == kind })
	if i < 0 {
		i = len(c.Luck)
		c.Luck = append(c.Luck, Luck{Kind: kind})
	}
	l := &c.Luck[i]
	l.Rolls++
	l.Helped[0] += max(0, gained)
	l.Helped[1] += max(0, -gained)
}

// decided is what an answer of a seat cost it, from 0: nothing where there was no choice.
func (c *course) decided(before engine.Position, place play.Place, d *match.Decision, a match.ActAnswer) (float64, error) {
	if a.Auto {
		return 0, nil
	}
	prompt, err := before.Prompt(a.Prompt)
	if err != nil {
		return 0, err
	}
	prompt.Keep = false // a question that is kept for its seat may have but one answer
	if _, single, err := match.Single(before, prompt); single || err != nil {
		return 0, err
	}
	q, err := place.Ask(before, a.Prompt)
	if err != nil {
		return 0, err
	}
	better, by, err := c.judge.Better(q, a.Path)
	if err != nil {
		return 0, err
	}
	i := slices.Index(c.Seats[:], d.Seat)
	c.Looked[i]++
	c.Cost[i] += by
	if by > notable && !c.secret {
		c.Turns = append(c.Turns, Turn{d.Seq, d.Seat, by, a.Prompt, a.Path, better.Path, better.Why, before})
	}
	return by, nil
}

// choose leaves the greatest turning points of each side.
func (c *course) choose() {
	all := c.Turns
	slices.SortStableFunc(all, func(a, b Turn) int { return cmp.Compare(b.Cost, a.Cost) })
	told := map[engine.Seat]int{}
	c.Turns = slices.DeleteFunc(all, func(t Turn) bool { told[t.Seat]++; return told[t.Seat] > most })
	slices.SortFunc(c.Turns, func(a, b Turn) int { return cmp.Compare(a.Seq, b.Seq) })
}
