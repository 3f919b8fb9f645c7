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

// checkProgram checks the program with which a match is opened.
func (gs *Games) checkProgram(info *engine.Info, o Opening) error {
	if o.Program == "" {
		return nil
	}
	g, err := gs.find(info.Game)
	if err != nil {
		return err
	}
	_, known := g.Players.Find(o.Program)
	switch {
	case !known || len(info.Seats) < 2:
		return ErrNoProgram
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
		if m, err = join(m, by, seat, p.About); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// join seats a program under a number of its own. What it adds to the dice is known to
// everybody; what people add is not.
func join(m *match.Match, by match.By, seat engine.Seat, p play.About) (*match.Match, error) {
	return m.Join(match.By{
		Player: match.Player(m.Players() + 1), At: by.At, Door: doorProgram, Phrase: p.String(), Program: &p,
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

// thinker has programs answer.
type thinker struct {
	roster  play.Roster
	judge   *play.Judge // nil: nobody knows who is ahead but by the score
	dice    roller
	random  randomness
	reasons *reasons
}

// asked is the first seat of a program that has something to do; false where none has. A
// program waits while judges are asked, and for a roll.
func (t thinker) asked(m *match.Match) (engine.Seat, bool) {
	if _, appealed := m.Appealed(); appealed || m.Over() || !m.Started() {
		return "", false
	}
	if _, awaits := m.Awaits(0); awaits {
		return "", false
	}
	restored, stands := m.Restored()
	what, by := m.Offered()
	for _, seat := range m.Game().Info().Seats {
		_, cared := m.CaretakerOf(seat)
		if _, program := m.Program(seat); !program && (!cared || stands) {
			continue
		}
		switch {
		case cared:
			return seat, true
		case stands:
			if !slices.Contains(restored.Agreed, seat) {
				return seat, true
			}
		case what != "" && by != seat:
			return seat, true
		case slices.ContainsFunc(m.Position().Prompts(), func(p engine.Prompt) bool { return p.Seat == seat }):
			return seat, true
		}
	}
	return "", false
}

// think is the match once its programs have done all that they are asked, as far as rolls
// can be made.
func (t thinker) think(ctx context.Context, m *match.Match, at int64) (*match.Match, error) {
	for range mostCare {
		seat, asked := t.asked(m)
		if !asked {
			return m, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		if m, err = t.act(m, seat, at); err != nil {
			return m, err
		}
		next, err := t.random.follow(m, match.By{At: at, Door: doorProgram}, t.dice)
		if errors.Is(err, match.ErrNoRoll) {
			return next, nil
		}
		if err != nil {
			return next, err
		}
		m = next
	}
	return m, match.ErrEndless
}

// act has the program at a seat do the first thing that it is asked.
func (t thinker) act(m *match.Match, seat engine.Seat, at int64) (*match.Match, error) {
	if about, cared := m.CaretakerOf(seat); cared {
		return t.care(m, seat, about, at)
	}
	by := match.By{Player: m.Player(seat), At: at, Door: doorProgram}
	if _, stands := m.Restored(); stands {
		return m.Resume(by, seat)
	}
	about, _ := m.Program(seat)
	player, there := t.roster.Same(about)
	if !there {
		return t.renew(m, seat, at)
	}
	if what, whose := m.Offered(); what != "" && whose != seat {
		if t.agrees(m, seat, what) {
			return m.Accept(by, seat, what)
		}
		return m.Decline(by, seat, what)
	}
	if m.Setting(SettingOwner) == "" && t.chance(m, seat) < player.GivesUp {
		return m.Resign(by, seat)
	}
	return t.answer(m, by, seat, player)
}

// answer has a program answer the first question that its seat is asked.
func (t thinker) answer(m *match.Match, by match.By, seat engine.Seat, player play.Player) (*match.Match, error) {
	for _, p := range m.Position().Prompts() {
		if p.Seat != seat {
			continue
		}
		q, err := m.Question(p.ID)
		if err != nil {
			return m, err
		}
		answer, err := player.Answer(q)
		if err != nil {
			return m, err
		}
		if by.Salt, err = t.random.salt(); err != nil {
			return m, err
		}
		next, err := m.Answer(by, seat, p.ID, answer.Path)
		if err == nil {
			t.reasons.put(next.Head(), answer.Why)
		}
		return next, err
	}
	return m, engine.ErrSeat
}

// care has a program answer the first question of a seat in the referee's name, whose holder has
// run out of time: that of today where the one that was named is not there any more, and where
// none has its name the defaults of the hand-off.
func (t thinker) care(m *match.Match, seat engine.Seat, about play.About, at int64) (*match.Match, error) {
	by := match.By{Player: match.Referee, At: at, Door: doorProgram}
	player, there := t.roster.Find(about.Name)
	if !there {
		return caretaker{t.dice, t.random}.answer(m, by, func(s engine.Seat) bool { return s == seat })
	}
	by.Program = &player.About
	return t.answer(m, by, seat, player)
}

// renew has the program of today take the seat of one that is not there any more: its answers
// are another's from now on.
func (t thinker) renew(m *match.Match, seat engine.Seat, at int64) (*match.Match, error) {
	was, _ := m.Program(seat)
	now, ok := t.roster.Find(was.Name)
	if !ok {
		return m, ErrNoProgram
	}
	left, err := m.Leave(match.By{Player: m.Player(seat), At: at, Door: doorProgram}, seat)
	if err != nil {
		return m, err
	}
	return join(left, match.By{At: at}, seat, now.About)
}

// agrees says how a program answers what another seat offers. Other clocks, pauses and a
// newer law it accepts, hints only where the match counts for nothing. It lets a match go back, but over a roll only where the match counts
// for nothing. A draw it accepts where its chance to win is below two in five; in a game
// without a judge, where it is not ahead by the score as it stands.
func (t thinker) agrees(m *match.Match, seat engine.Seat, what match.Offer) bool {
	switch what {
	case match.TakeBack:
		return m.Setting(SettingOwner) == "" || !rolledAfter(m, m.RequestedTakeBack())
	case match.Draw:
		if t.judge != nil {
			return t.chance(m, seat) < 0.4
		}
		score, scored := engine.Tally(m.Position())
		return scored && score.Winner != seat
	case match.Conduct:
		_, hints := m.Proposed()[SettingHints]
		return !hints || m.Setting(SettingOwner) == ""
	default:
		return true
	}
}

// chance is the chance of a seat to win, from 0 to 1, as it sees the match; 1 where nobody can say.
func (t thinker) chance(m *match.Match, seat engine.Seat) float64 {
	if t.judge == nil {
		return 1
	}
	first := t.judge.Chance(engine.WindowOf(m.Position(), engine.Viewer(seat)))
	if seat == m.Game().Info().Seats[0] {
		return first
	}
	return 1 - first
}

// rolledAfter reports whether the position rests on a roll that was made after decision seq.
func rolledAfter(m *match.Match, seq int) bool {
	return slices.ContainsFunc(m.Line(), func(e *match.Entry) bool {
		return e.Decision.Seq > seq && e.Decision.Seat == engine.Chance
	})
}

// thinkerOf is who has the programs of a match answer.
func (r *Referee) thinkerOf(m *match.Match) (thinker, error) {
	g, err := r.Games.find(m.Opening().Game)
	return thinker{roster: g.Players, judge: judgeOf(g, m), dice: r.dice, random: r.random, reasons: r.reasons}, err
}

// Think has the programs of a match do all that they are asked, until a person is asked, a
// roll is awaited or the match is over: in one step, which is stored and told as one. It
// returns false where none is asked anything. It thinks while others may use the match, and
// anew where they have changed it, so long that a person should not be kept waiting: up to the
// budgets of the programs for each answer.
func (r *Referee) Think(ctx context.Context, id match.ID) (Reply, bool, error) {
	for {
		reply, done, err := r.thinkOnce(ctx, id)
		if !errors.Is(err, ErrChanged) {
			return reply, done, err
		}
	}
}

func (r *Referee) thinkOnce(ctx context.Context, id match.ID) (Reply, bool, error) {
	s, err := r.Snapshot(id)
	if err != nil {
		return Reply{}, false, err
	}
	t, err := r.thinkerOf(s.m)
	if err != nil {
		return Reply{}, false, err
	}
	if _, asked := t.asked(s.m); !asked {
		return Reply{}, false, nil
	}
	c := Command{Match: id, Door: doorProgram, due: true, Seen: s}
	log := s.m.Log()
	at := NotBefore(r.now().UnixMilli(), log[len(log)-1].Decision.At)
	next := s.m
	err = guard(func() (err error) {
		next, err = t.think(ctx, s.m, at)
		return err
	})
	if ctx.Err() != nil {
		return Reply{}, false, ctx.Err()
	}
	if err != nil {
		return Reply{}, false, r.faults.classify(err, c, newest(next, s.m))
	}
	reply, err := r.do(c, func(*match.Match, match.By) (*match.Match, error) { return next, nil })
	return reply, err == nil, err
}

// dueProgram is the name of the deadline at which a program is asked something.
const dueProgram = "program"

// programRetry is how long to wait, in milliseconds, where a program has failed.
const programRetry = 60_000

// programDue sets the deadline of a program that is asked something, or clears that of one
// which was.
func (r *Referee) programDue(before, next *match.Match) ([]match.Deadline, error) {
	t, err := r.thinkerOf(next)
	if err != nil {
		return nil, err
	}
	_, is := t.asked(next)
	was := false
	if before != nil {
		_, was = t.asked(before)
	}
	switch {
	case is:
		return []match.Deadline{{Name: dueProgram, At: r.now().UnixMilli()}}, nil
	case was:
		return []match.Deadline{{Name: dueProgram}}, nil
	}
	return nil, nil
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

// RunPrograms has programs answer, one match at a time and so on one core, until ctx ends. What
// is asked of them is due in the store: it is found anew by [schedule.Scheduler.RunDue] after a
// stop.
func (r *Referee) RunPrograms(ctx context.Context) {
	for {
		id, ok := r.waiting.next()
		if !ok {
			select {
			case <-ctx.Done():
				return
			case <-r.waiting.wake:
			}
			continue
		}
		_, done, err := r.Think(ctx, id)
		if ctx.Err() != nil {
			return
		}
		if !done {
			r.putOff(id, err)
		}
	}
}

// putOff sets the deadline of a program that has failed later, and clears that of one which
// is asked nothing.
func (r *Referee) putOff(id match.ID, failed error) {
	lk, err := r.lock(id)
	if err == nil {
		defer lk.release()
		err = lk.putOff(failed)
	}
	if err := errors.Join(failed, err); err != nil {
		r.log.Error("a program has not answered", "match", id, "error", err)
	}
}

func (lk *matchLock) putOff(failed error) error {
	d := match.Deadline{Name: dueProgram}
	if failed != nil {
		d.At = lk.r.now().Add(programRetry * time.Millisecond).UnixMilli()
	} else if t, err := lk.r.thinkerOf(lk.m); err != nil {
		return err
	} else if _, asked := t.asked(lk.m); asked {
		return nil // since it was looked at: it is due
	}
	return lk.note(match.Batch{Deadlines: []match.Deadline{d}})
}
