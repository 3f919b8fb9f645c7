package referee

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
	"referee/engine/refusal"
)

// SettingProgram is the setting, of the record too, in which whoever opens a match says
// which program takes the seats that are left once a person has taken one: "captain".
const SettingProgram = "program"

// Errors of programs, for players.
var (
	ErrNoProgram = refusal.New("referee.refuse.no-program", "referee: the game has no such computer player")
	ErrSide      = refusal.New("referee.refuse.program-side", "referee: the computer player does not play that side")
	ErrOpponents = refusal.New("referee.refuse.opponents", "referee: the opponent is either the computer or a player, not both")
)

// doorProgram is the door of what programs do.
const doorProgram = "program"

// programAccounts begins the accounts of programs: "program:captain".
const programAccounts = doorProgram + ":"

// IsProgram reports whether an account is a program's.
func IsProgram(account string) bool { return strings.HasPrefix(account, programAccounts) }

// ProgramNamed names a program among people: "captain (computer)".
func ProgramNamed(name string) engine.Msg {
	return engine.Say("referee.computer", engine.Noun("name", name))
}

// Programs are the names of those who can take a seat of a game, from the weakest to the
// strongest. An empty id is the first game. It returns ErrNoGame.
func (gs *Games) Programs(game string) ([]string, error) {
	g, err := gs.find(game)
	if err != nil {
		return nil, err
	}
	return g.Players.Names(), nil
}

// PlaysOnly are the seats that a program of a game can take, if it cannot take every one.
func (gs *Games) PlaysOnly(game, program string) []engine.Seat {
	if g, err := gs.find(game); err == nil {
		p, _ := g.Players.Find(program)
		return p.Seats
	}
	return nil
}

// CheckCaretaker refuses a program that cannot stand in for whoever is absent: ErrNoProgram if it does not play the game, ErrSide if
// it does not play every side. It returns ErrNoGame.
func (gs *Games) CheckCaretaker(game, program string) error {
	g, err := gs.find(game)
	p, known := g.Players.Find(program)
	switch {
	case err != nil:
		return err
	case !known:
		return ErrNoProgram
	case len(p.Seats) > 0:
		return ErrSide
	}
	return nil
}

// DefaultProgram is the program that plays and advises in a game where none is named. It returns
// ErrNoGame, and ErrNoProgram where the game has none.
func (gs *Games) DefaultProgram(game string) (string, error) {
	g, err := gs.find(game)
	if err != nil {
		return "", err
	}
	p, ok := g.Players.Usual()
	if !ok {
		return "", ErrNoProgram
	}
	return p.Name, nil
}

// ProgramFor is the program that a person plays against where they name none: the weakest, until one of their accounts has
// played a match to its end, and then [Games.DefaultProgram]. It returns what that does.
func (r *Referee) ProgramFor(ctx context.Context, game string, accounts ...string) (string, error) {
	names, err := r.Games.Programs(game)
	if err != nil {
		return "", err
	}
	for _, account := range accounts {
		list, err := r.Index.MatchesOf(ctx, account)
		if err != nil {
			return "", err
		}
		if slices.ContainsFunc(list, func(m match.Summary) bool { return m.Over }) {
			return r.Games.DefaultProgram(game)
		}
	}
	if len(names) == 0 {
		return "", ErrNoProgram
	}
	return names[0], nil
}

// checkProgram checks the program with which a match is opened.
func (gs *Games) checkProgram(info *engine.Info, o Opening) error {
	if o.Program == "" {
		return nil
	}
	g, err := gs.find(info.Game)
	if err != nil {
		return err
	}
	p, known := g.Players.Find(o.Program)
	left := slices.DeleteFunc(slices.Clone(info.Seats), func(s engine.Seat) bool { return s == o.Seat && !o.Watched })
	switch {
	case !known || len(info.Seats) < 2:
		return ErrNoProgram
	case (o.Seat != "" || o.Watched) && slices.ContainsFunc(left, func(s engine.Seat) bool { return !p.Sits(s) }):
		return ErrSide
	case o.Opponent.Account != "" || o.Settings[SettingOwner] != "":
		return ErrOpponents
	}
	return nil
}

// seatPrograms seats the program of a match in the seats that are free, once a person sits.
func (g Game) seatPrograms(m *match.Match, by match.By) (*match.Match, error) {
	name := m.Setting(SettingProgram)
	if name == "" || m.Started() || m.Players() == 0 {
		return m, nil
	}
	p, ok := g.Players.Find(name)
	if !ok {
		return nil, ErrNoProgram
	}
	for _, seat := range m.Game().Info().Seats {
		if m.Player(seat) != match.Referee {
			continue
		}
		var err error
		if m, err = join(m, by, seat, p); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// join seats a program under a number of its own. What it adds to the dice is known to
// everybody; what people add is not. It refuses a seat that the program does not play with ErrSide.
func join(m *match.Match, by match.By, seat engine.Seat, p play.Player) (*match.Match, error) {
	if !p.Sits(seat) {
		return nil, ErrSide
	}
	return m.Join(match.By{
		Player: match.Player(m.Players() + 1), At: by.At, Door: doorProgram, Phrase: p.String(), Program: &p.About,
	}, seat)
}

// programsJoined are the programs that have joined after decision from, beside the record.
func programsJoined(m *match.Match, from int) []match.Person {
	var out []match.Person
	for _, e := range m.After(from) {
		if a, ok := e.Decision.Act.(match.ActJoin); ok && a.Program != nil {
			name := a.Program.Name
			out = append(out, match.Person{Player: e.Decision.Author, Account: programAccounts + name, Name: name, Phrase: a.Program.String()})
		}
	}
	return out
}

// Programs has programs play the seats that they hold.
type Programs struct {
	r       *Referee
	reasons *reasons
	waiting waiting
}

func newPrograms(r *Referee, why *reasons) *Programs {
	return &Programs{r: r, reasons: why, waiting: waiting{wake: make(chan struct{}, 1)}}
}

// TakeSeat has a program take the seat of the author of a command, who leaves it, also in the
// middle of a match. It returns ErrNoProgram, match.ErrPlayer, and what refuses [FreeSeats].
func (ps *Programs) TakeSeat(ctx context.Context, c Command, program string) (Reply, error) {
	return ps.r.doFree(ctx, c, FreeSeats, func(m *match.Match, by match.By) (*match.Match, error) {
		p, ok := ps.r.Games.spec(m).Players.Find(program)
		if !ok {
			return nil, ErrNoProgram
		}
		m, err := m.Leave(by, c.Seat)
		if err != nil {
			return nil, err
		}
		return join(m, match.By{At: by.At}, c.Seat, p)
	})
}

// of is who has the programs of a match answer.
func (ps *Programs) of(m *match.Match) thinker {
	games := ps.r.Games
	return thinker{roster: games.spec(m).Players, judge: games.judge(m), dice: ps.r.dice, random: ps.r.random, reasons: ps.reasons}
}

// Think has the programs of a match do all that they are asked, until a person is asked, a
// roll is awaited or the match is over: in one step, which is stored and told as one. It
// returns false where none is asked anything. It thinks while others may use the match, and
// anew where they have changed it, so long that a person should not be kept waiting: up to the
// budgets of the programs for each answer.
func (ps *Programs) Think(ctx context.Context, id match.ID) (Reply, bool, error) {
	for {
		reply, done, err := ps.thinkOnce(ctx, id)
		if !errors.Is(err, ErrChanged) {
			return reply, done, err
		}
	}
}

func (ps *Programs) thinkOnce(ctx context.Context, id match.ID) (Reply, bool, error) {
	s, err := ps.r.Snapshot(ctx, id)
	if err != nil {
		return Reply{}, false, err
	}
	t := ps.of(s.m)
	if _, asked := t.asked(s.m); !asked {
		return Reply{}, false, nil
	}
	c := Command{Match: id, Door: doorProgram, due: true, Seen: s}
	log := s.m.Log()
	at := NotBefore(ps.r.now().UnixMilli(), log[len(log)-1].Decision.At)
	next := s.m
	err = guard(func() (err error) {
		next, err = t.think(ctx, s.m, at)
		return err
	})
	if ctx.Err() != nil {
		return Reply{}, false, ctx.Err()
	}
	if err != nil {
		return Reply{}, false, ps.r.faults.classify(ctx, err, c, newest(next, s.m))
	}
	reply, err := ps.r.do(ctx, c, func(*match.Match, match.By) (*match.Match, error) { return next, nil })
	return reply, err == nil, err
}

// dueProgram is the name of the deadline at which a program is asked something.
const dueProgram = "program"

// programRetry is how long to wait, in milliseconds, where a program has failed.
const programRetry = 60_000

// due sets the deadline of a program that is asked something, or clears that of one
// which was.
func (ps *Programs) due(before, next *match.Match) []match.Deadline {
	t := ps.of(next)
	_, is := t.asked(next)
	was := false
	if before != nil {
		_, was = t.asked(before)
	}
	switch {
	case is:
		return []match.Deadline{{Name: dueProgram, At: ps.r.now().UnixMilli()}}
	case was:
		return []match.Deadline{{Name: dueProgram}}
	}
	return nil
}

// waiting are the matches in which a program is asked something, in the order in which they
// were heard of.
type waiting struct {
	mu   sync.Mutex
	ids  []match.ID
	wake chan struct{}
}

// add adds a match, once.
func (w *waiting) add(id match.ID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.ids, id) {
		w.ids = append(w.ids, id)
	}
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// next takes out the match that has waited longest; false where none waits. What is added
// from then on waits anew.
func (w *waiting) next() (match.ID, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.ids) == 0 {
		return "", false
	}
	id := w.ids[0]
	w.ids = w.ids[1:]
	return id, true
}

// Run has programs answer, one match at a time and so on one core, until ctx ends. What
// is asked of them is due in the store: it is found anew by [schedule.Scheduler.RunDue] after a
// stop.
func (ps *Programs) Run(ctx context.Context) {
	for {
		id, ok := ps.waiting.next()
		if !ok {
			select {
			case <-ctx.Done():
				return
			case <-ps.waiting.wake:
			}
			continue
		}
		_, done, err := ps.Think(ctx, id)
		if ctx.Err() != nil {
			return
		}
		if !done {
			ps.putOff(ctx, id, err)
		}
	}
}

// putOff sets the deadline of a program that has failed later, and clears that of one which
// is asked nothing.
func (ps *Programs) putOff(ctx context.Context, id match.ID, failed error) {
	err := ps.r.holding(ctx, id, func(lk *matchLock) error { return lk.putOff(ctx, failed) })
	if err := errors.Join(failed, err); err != nil {
		ps.r.log.Error("a program has not answered", "match", id, "error", err)
	}
}

func (lk *matchLock) putOff(ctx context.Context, failed error) error {
	d := match.Deadline{Name: dueProgram}
	if failed != nil {
		d.At = lk.r.now().Add(programRetry * time.Millisecond).UnixMilli()
	} else if _, asked := lk.r.Programs.of(lk.m).asked(lk.m); asked {
		return nil // since it was looked at: it is due
	}
	return lk.note(ctx, match.Batch{Deadlines: []match.Deadline{d}})
}
