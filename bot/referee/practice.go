package referee

import (
	"context"
	"fmt"
	"log/slog"
	"maps"

	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
)

// Practising is how a [Practice] begins.
type Practising struct {
	Game     string // "": the first
	Position string // position text; of the data set built in
	Dice     match.Roller
	By       Command // who practises, with their seat
}

// Practice is a match that nothing keeps and nobody else sees, from a position on: one person
// plays one seat, and the weakest program of the game the others, at once. What may be ordered, and how it is read and
// refused, is as in any match; no clock, offer or standing order has anything to do with it. It
// is for one goroutine.
type Practice struct {
	// Orders are those of who practises. What is half built is taken back by them, and orders by [Practice.Return].
	Orders
	r      *Referee
	open   *open
	m      *match.Match
	people []match.Person
	drafts map[engine.Seat][]byte
	rival  thinker
	by     Command
}

// Practise begins a practice. The error is one of what it begins with.
func (r *Referee) Practise(ctx context.Context, o Practising) (*Practice, error) {
	g, err := r.Games.find(o.Game)
	if err != nil {
		return nil, err
	}
	if len(g.Players) == 0 {
		return nil, fmt.Errorf("referee: no program plays %s", g.ID)
	}
	rival := g.Players[0]
	rival.GivesUp = 0 // a pupil plays on
	of, err := r.Games.built(g, g.Law)
	if err != nil {
		return nil, err
	}
	pos, err := of.game.Parse(0, o.Position)
	if err != nil {
		return nil, err
	}
	own := &Referee{
		Games: r.Games, dice: roller{o.Dice, slog.New(slog.DiscardHandler)}, paint: r.paint, now: r.now, random: r.random, log: r.log,
		faults: r.faults, rights: r.rights, observer: observer{unobserved{}},
	}
	own.Programs = newPrograms(own, r.Programs.reasons)
	p := &Practice{
		r: own, open: &open{game: engine.BeginAt(of.game, pos), orders: of.orders}, by: o.By,
		rival: thinker{roster: play.Roster{rival}, dice: own.dice, random: r.random, reasons: r.Programs.reasons},
	}
	p.Orders = Orders{at: p.run, before: func(*match.Match, engine.Seat) (int, error) { return 0, match.ErrUndo }}
	at := match.By{Player: 1, At: r.now().UnixMilli(), Door: o.By.Door}
	if p.m, err = match.Open(at, o.By.Match, p.open.game, nil, nil); err != nil {
		return nil, err
	}
	if p.m, err = p.m.Join(at, o.By.Seat); err != nil {
		return nil, err
	}
	for _, seat := range of.game.Info().Seats {
		if seat == o.By.Seat {
			continue
		}
		if p.m, err = join(p.m, at, seat, rival); err != nil {
			return nil, err
		}
	}
	p.people = append([]match.Person{{Player: 1, Account: o.By.Account, Name: o.By.Name}}, programsJoined(p.m, 0)...)
	_, err = p.commit(ctx, request{p.Snapshot(), p.by}, func(m *match.Match, _ match.By) (*match.Match, error) { return m, nil })
	return p, err
}

// Snapshot is the match as it stands.
func (p *Practice) Snapshot() *Snapshot {
	return newSnapshot(p.r, p.open, workedOn(p.m), Seats{m: p.m, people: p.people}, drafts{bodies: maps.Clone(p.drafts)})
}

// run does something with the match as it stands, and keeps what is half built then.
func (p *Practice) run(ctx context.Context, c Command, do func(q request, commit committing) (Reply, error)) (Reply, error) {
	s := p.Snapshot()
	reply, err := do(request{s, c}, func(q request, d changing) (Reply, error) { return p.commit(ctx, q, d) })
	if s.m == p.m {
		p.drafts = s.drafts.bodies
	}
	return reply, p.r.faults.classify(ctx, err, c, p.m)
}

// Match is the record.
func (p *Practice) Match() *match.Match { return p.m }

// Return goes back to the match as it was, with nothing half built.
func (p *Practice) Return(to *match.Match) {
	p.m = to
	p.drafts = nil
}

// commit does a command, and has the program answer until the person is asked.
func (p *Practice) commit(ctx context.Context, q request, d changing) (Reply, error) {
	c, next := q.c, p.m
	t, err := q.attempt(d)
	if err == nil {
		next = t.next
		err = guard(func() (err error) {
			next, err = p.rival.think(ctx, next, p.r.now().UnixMilli())
			return err
		})
	}
	if err != nil {
		return Reply{}, p.r.faults.classify(ctx, err, c, newest(t.next, p.m))
	}
	from := p.m.Seq()
	p.Return(next)
	reply, err := p.Snapshot().reply(c.Seat, from)
	return reply, p.r.faults.classify(ctx, err, c, p.m)
}
