package matchtest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// start is when the matches begin, as Unix time in milliseconds.
const start = 1_700_000_000_000

// Count is how often an act was done.
type Count map[string]int

// Conduct opens a match and does so many acts in it, all from one seed. It
// counts them by name, and returns the first promise that does not hold.
func Conduct(g engine.Game, setup engine.Setup, policy enginetest.Policy, seed uint64, acts int) (Count, error) {
	c := &conduct{
		rand: rand.New(rand.NewPCG(seed, 2)), dice: dice.NewSeeded(fmt.Sprint("conduct ", seed)),
		player: enginetest.NewPlayer(seed, policy), count: Count{},
	}
	m, err := match.Open(c.by(match.Referee), "conduct", g, setup, nil)
	if err != nil {
		return nil, err
	}
	for i, seat := range g.Info().Seats {
		if m, err = m.Join(c.by(match.Player(i+1)), seat); err != nil {
			return nil, err
		}
	}
	c.m = m
	if err := c.follow(); err != nil {
		return nil, err
	}
	for _, clause := range g.Info().Clauses {
		for _, seat := range g.Info().Seats {
			if err := c.stand(seat, match.ThisMatch, clause); err != nil {
				return nil, err
			}
		}
	}
	for i := range acts {
		if err := c.act(); err != nil {
			return c.count, fmt.Errorf("seed %d, act %d, decision %d: %w\n%s", seed, i, c.m.Seq(), err, c.m.Position())
		}
	}
	return c.count, c.checkRecord()
}

type conduct struct {
	rand   *rand.Rand
	dice   *dice.Seeded
	player *enginetest.Player
	m      *match.Match
	count  Count
}

// by is a command of a player, a second after the last.
func (c *conduct) by(p match.Player) match.By {
	at := int64(start)
	if c.m != nil {
		at += 1000 * int64(c.m.Seq())
	}
	salt := binary.BigEndian.AppendUint64(nil, c.rand.Uint64())
	return match.By{Player: p, At: at, Door: "test", Salt: append(salt, salt...)}
}

// act does something that somebody could do now.
func (c *conduct) act() error {
	seat := c.seat()
	kind := c.rand.IntN(100)
	switch {
	case c.m.Over() || kind < 2:
		return c.rewind(match.Referee, c.target(), "judge")
	case kind < 20:
		return c.undo(seat)
	case kind < 26:
		return c.requestTakeBack(seat)
	case kind < 34:
		return c.standSomething(seat)
	case kind < 36:
		return c.revoke(seat)
	case kind < 37:
		return c.change(seat)
	case kind < 39:
		return c.restore()
	case kind < 42:
		return c.adopt(seat)
	}
	return c.answer()
}

func (c *conduct) seat() engine.Seat {
	seats := c.m.Game().Info().Seats
	return seats[c.rand.IntN(len(seats))]
}

// target is a decision of the line.
func (c *conduct) target() int {
	line := c.m.Line()
	return line[c.rand.IntN(len(line))].Decision.Seq
}

// answer answers an open question, and lets follow what does.
func (c *conduct) answer() error {
	prompts := c.m.Position().Prompts()
	p := prompts[c.rand.IntN(len(prompts))]
	path, err := c.player.Answer(c.m.Position(), p)
	if err != nil {
		return err
	}
	next, err := c.m.Answer(c.by(c.m.Player(p.Seat)), p.Seat, p.ID, slices.Clone(path))
	if err != nil {
		return fmt.Errorf("%s %s: %w", p.ID, strings.Join(path, " "), err)
	}
	c.m = next
	c.count["answer"]++
	return c.follow()
}

// follow lets follow what does, and checks that each answer that a standing
// order gave is one that its seat could have given.
func (c *conduct) follow() error {
	from := c.m.Seq()
	next, err := c.m.Follow(c.by(match.Referee), c.dice)
	if err != nil {
		return err
	}
	c.m = next
	for _, e := range next.After(from) {
		if a, ok := e.Decision.Act.(match.ActAnswer); ok && a.Standing != 0 {
			c.count["fired"]++
		}
	}
	return next.Position().Check()
}

// undo takes back what is free, if anything is.
func (c *conduct) undo(seat engine.Seat) error {
	p := c.m.Player(seat)
	farthest, ok := c.m.Undo(p).Free()
	if !ok {
		to := c.target()
		if _, err := c.m.Rewind(c.by(p), to); p != match.Referee && !errors.Is(err, match.ErrUndo) {
			return fmt.Errorf("nothing is free for %s to take back, who goes back to %d: %w", seat, to, err)
		}
		return nil
	}
	before := c.m
	if err := c.rewind(p, farthest, "undo"); err != nil {
		return err
	}
	return crossed(before, c.m, p)
}

// crossed checks that what a player took back by themselves was their own orders in
// one seat, without chance, a secret, or an answer of another, or by a standing
// order.
func crossed(before, after *match.Match, p match.Player) error {
	kept := map[int]bool{}
	for _, e := range after.Line() {
		kept[e.Decision.Seq] = true
	}
	var seat engine.Seat
	for _, e := range before.Line() {
		d := &e.Decision
		a, answers := d.Act.(match.ActAnswer)
		if kept[d.Seq] || d.Kind() == match.KindRewind {
			continue
		}
		if seat == "" {
			seat = d.Seat
		}
		switch {
		case !answers:
			return fmt.Errorf("free undo crosses decision %d, a %s", d.Seq, d.Kind())
		case d.Seat == engine.Chance:
			return fmt.Errorf("free undo crosses chance in decision %d", d.Seq)
		case d.Sealed != "" || len(a.Opens) > 0:
			return fmt.Errorf("free undo crosses a secret in decision %d", d.Seq)
		case a.Standing != 0:
			return fmt.Errorf("free undo crosses the answer of a standing order in decision %d", d.Seq)
		case d.Seat != seat || before.Player(d.Seat) != p || d.Author != p && !a.Auto:
			return fmt.Errorf("free undo crosses decision %d of %s", d.Seq, d.Seat)
		}
	}
	return nil
}

// rewind goes back, and checks that it went there and left alone what no rewind
// touches.
func (c *conduct) rewind(p match.Player, to int, name string) error {
	before := c.m
	then, err := before.At(to)
	if err != nil {
		return err
	}
	if c.m, err = before.Rewind(c.by(p), to); err != nil {
		return fmt.Errorf("%s goes back to %d: %w", name, to, err)
	}
	c.count[name]++
	if err := untouched(before, c.m, then); err != nil {
		return fmt.Errorf("%s went back to %d: %w", name, to, err)
	}
	return c.follow()
}

// untouched checks a rewind from before to after, whose target was then.
func untouched(before, after, then *match.Match) error {
	switch {
	case after.Position().String() != then.Position().String():
		return fmt.Errorf("the position is\n%s\nwant\n%s", after.Position(), then.Position())
	case after.DiceInputs().Rolls != before.DiceInputs().Rolls:
		return fmt.Errorf("the count of rolls went from %d to %d", before.DiceInputs().Rolls, after.DiceInputs().Rolls)
	case after.DiceInputs().Orders != before.DiceInputs().Orders:
		return errors.New("the digest of orders went back")
	case after.Players() != before.Players():
		return fmt.Errorf("the count of players went from %d to %d", before.Players(), after.Players())
	}
	for _, seat := range after.Game().Info().Seats {
		if after.Player(seat) != before.Player(seat) {
			return fmt.Errorf("%s went from player %d to %d", seat, before.Player(seat), after.Player(seat))
		}
		if after.StandingOrders(seat).Any() != (before.StandingOrders(seat).Any() && after.Position().Law() == before.Position().Law()) {
			return fmt.Errorf("the standing orders of %s were armed or revoked", seat)
		}
	}
	if !slices.Equal(before.Log(), after.Log()[:before.Seq()]) {
		return errors.New("the record before was changed")
	}
	return nil
}

// restore puts the record back from a backup of itself, tries what is not to be done
// then, and has everybody agree to go on.
func (c *conduct) restore() error {
	before := c.m
	m, err := before.Restore(c.by(match.Referee))
	if err != nil {
		return err
	}
	if m, err = m.Follow(c.by(match.Referee), c.dice); err != nil || m.Seq() != before.Seq()+1 {
		return fmt.Errorf("something follows a restoration: %w", err)
	}
	for _, p := range m.Position().Prompts() {
		if _, err := m.Answer(c.by(match.Referee), p.Seat, p.ID, p.Default); p.Seat != engine.Chance && !errors.Is(err, match.ErrRestored) {
			return fmt.Errorf("%s is answered before the match is resumed: %w", p.ID, err)
		}
	}
	for _, seat := range m.Game().Info().Seats {
		if m.Player(seat) == match.Referee {
			continue
		}
		if m, err = m.Resume(c.by(m.Player(seat)), seat); err != nil {
			return err
		}
	}
	if _, waits := m.Restored(); waits || m.DiceInputs().Orders != before.DiceInputs().Orders || m.DiceInputs().Rolls != before.DiceInputs().Rolls {
		return errors.New("all have agreed, but the match does not resume as it was")
	}
	c.m = m
	c.count["restore"]++
	return c.follow()
}

// requestTakeBack asks to go back, and another seat grants it or not.
func (c *conduct) requestTakeBack(seat engine.Seat) error {
	if c.m.Offered().By != "" || c.m.Player(seat) == match.Referee {
		return nil
	}
	to := c.target()
	asked, err := c.m.Offer(c.by(c.m.Player(seat)), seat, match.ActOffer{Offer: match.TakeBack, To: to})
	if errors.Is(err, match.ErrUndo) || bounded(err) { // to where it stands
		return nil
	}
	if err != nil {
		return err
	}
	c.m = asked
	c.count["ask back"]++
	other := c.seat()
	if other == seat || c.m.Player(other) == match.Referee || c.rand.IntN(2) == 0 {
		return nil
	}
	then, err := c.m.At(to)
	if err != nil {
		return err
	}
	before := c.m
	if c.m, err = c.m.Accept(c.by(c.m.Player(other)), other, match.TakeBack); err != nil {
		return err
	}
	c.count["grant"]++
	if err := untouched(before, c.m, then); err != nil {
		return fmt.Errorf("went back to %d on request: %w", to, err)
	}
	return c.follow()
}

// adopt offers the next law, where there is one, and another seat accepts it or not.
func (c *conduct) adopt(seat engine.Seat) error {
	law := c.m.Game().Info().Law + 1
	if c.m.Offered().By != "" || law > c.m.Game().Info().Newest || c.m.Player(seat) == match.Referee {
		return nil
	}
	before, err := c.m.Offer(c.by(c.m.Player(seat)), seat, match.ActOffer{Offer: match.Law, To: law})
	if err != nil {
		if bounded(err) {
			return nil
		}
		return err
	}
	other := c.seat()
	if other == seat || c.m.Player(other) == match.Referee {
		c.m, err = before.Decline(c.by(c.m.Player(seat)), seat, match.Law)
		return err
	}
	if c.m, err = before.Accept(c.by(before.Player(other)), other, match.Law); err != nil {
		return err
	}
	c.count["adopt"]++
	for _, q := range before.Position().Prompts() {
		if _, err := c.m.Position().Prompt(q.ID); err == nil {
			return fmt.Errorf("%s is open as it was under the older law", q.ID)
		}
	}
	if c.m.Game().Info().Law != law || before.Game().Info().Law >= law {
		return fmt.Errorf("it is judged under law %d, and before under law %d", c.m.Game().Info().Law, before.Game().Info().Law)
	}
	return c.follow()
}

// standSomething leaves a standing order of any clause.
func (c *conduct) standSomething(seat engine.Seat) error {
	clauses := c.m.Game().Info().Clauses
	if len(clauses) == 0 || c.m.Player(seat) == match.Referee {
		return nil
	}
	return c.stand(seat, match.Untils[c.rand.IntN(len(match.Untils))], clauses[c.rand.IntN(len(clauses))])
}

// stand leaves the example of a clause as a standing order, unless the game
// refuses it.
func (c *conduct) stand(seat engine.Seat, until match.Until, clause engine.ClauseInfo) error {
	info := c.m.Game().Info()
	st, err := info.ParseStanding(clause.Example)
	if err != nil {
		return err
	}
	next, err := c.m.StandingOrders(seat).Set(c.by(c.m.Player(seat)), until, st)
	var no *engine.Illegal
	if errors.As(err, &no) || bounded(err) {
		return nil
	}
	if err != nil {
		return err
	}
	c.m = next
	c.count["stand"]++
	if text := info.PrintStanding(st); strings.Contains(string(next.Log()[next.Seq()-1].Line), text) {
		return fmt.Errorf("the line of a standing order gives it away: %s", text)
	}
	return c.follow()
}

func (c *conduct) revoke(seat engine.Seat) error {
	list, err := c.m.StandingOrders(seat).Valid()
	if err != nil || len(list) == 0 || c.m.Player(seat) == match.Referee {
		return err
	}
	next, err := c.m.StandingOrders(seat).Revoke(c.by(c.m.Player(seat)), list[c.rand.IntN(len(list))].Seq)
	if err != nil {
		if bounded(err) {
			return nil
		}
		return err
	}
	c.m = next
	c.count["revoke"]++
	return nil
}

// bounded reports whether a match takes no more of what was tried.
func bounded(err error) bool {
	return slices.ContainsFunc([]error{match.ErrIdle, match.ErrIdleInAll, match.ErrFull, match.ErrStanding, match.ErrEqual},
		func(bound error) bool { return errors.Is(err, bound) })
}

// change puts somebody else on a seat, who has left no standing orders.
func (c *conduct) change(seat engine.Seat) error {
	p := c.m.Player(seat)
	if p != match.Referee {
		next, err := c.m.Leave(c.by(match.Referee), seat)
		if err != nil {
			return err
		}
		if c.m = next; c.m.StandingOrders(seat).Any() {
			return errors.New("a seat that was left has standing orders")
		}
	}
	next, err := c.m.Join(c.by(match.Player(c.m.Players()+1)), seat)
	if err != nil {
		return err
	}
	c.m = next
	c.count["substitute"]++
	return nil
}

// checkRecord checks the record: folded it is the same match, judged again it is the
// same record.
func (c *conduct) checkRecord() error {
	raw := lists.Map(c.m.Log(), (*match.Entry).Raw)
	entries, err := match.Read(raw)
	if err != nil {
		return err
	}
	folded, err := match.Fold(c.m.Opened(), entries)
	if err != nil {
		return err
	}
	if folded.Position().String() != c.m.Position().String() || folded.DiceInputs().Orders != c.m.DiceInputs().Orders {
		return errors.New("folded, it is another match")
	}
	found, err := match.Rejudge(c.m.Opened(), entries)
	if err == nil && len(found) > 0 {
		err = fmt.Errorf("judged again, decision %d differs: %s", found[0].Seq, found[0].What)
	}
	return err
}
