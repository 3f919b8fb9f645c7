package match

import (
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/chain"
)

// Open begins a match of a game, pinned to the game's law and data, and to the dice that roll for
// it: nil for dice that prove nothing. It returns *engine.Illegal for an option that the game
// refuses.
func Open(by By, id ID, g engine.Game, set engine.Setup, dice *Dice) (*Match, error) {
	if !id.Valid() {
		return nil, fmt.Errorf("match: %q is not a match id", id)
	}
	out, err := g.Begin(1, set)
	if err != nil {
		return nil, err
	}
	events, err := engine.Encode(out.Events)
	if err != nil {
		return nil, err
	}
	info := g.Info()
	o := &Opening{Match: id, Game: info.Game, Law: info.Law, Data: info.Data, Setup: set}
	if dice != nil {
		with := *dice
		with.Seats = info.Seats
		o.Dice = &with
	}
	m := &Match{first: g, game: g, record: newRecord(g)}
	return m.append(by, Decision{Act: ActOpen{Opening: o, Events: events}}, out.Position, nil)
}

// Join seats by.Player: a number already known, or Players()+1 for a new person. If the dice have a
// key, by.Phrase enters the players' seed, provided that the seat is still theirs when the match
// starts. If by.Program names a program, it takes the seat: a number always belongs to one person
// or one program. Join returns ErrTaken, ErrNoSeat or ErrNumber.
func (m *Match) Join(by By, seat engine.Seat) (*Match, error) {
	a := ActJoin{Program: by.Program}
	if m.record.dice.keyed() {
		a.Phrase = PhraseHash(by.Phrase)
	}
	return m.append(by, Decision{Seat: seat, Act: a}, m.pos, nil)
}

// Leave frees by.Player's seat; the referee may free any that is held.
func (m *Match) Leave(by By, seat engine.Seat) (*Match, error) {
	return m.append(by, Decision{Seat: seat, Act: ActLeave{}}, m.pos, nil)
}

// Answer gives by.Player's answer to a prompt of their seat. It returns engine.ErrStale, ErrSeat,
// ErrOver, ErrIncomplete or *engine.Illegal if the answer is refused, ErrPlayer, ErrWaiting or
// ErrNoSalt if the command is.
func (m *Match) Answer(by By, seat engine.Seat, prompt engine.PromptID, path []string) (*Match, error) {
	if seat == engine.Chance {
		return nil, engine.ErrSeat
	}
	a := ActAnswer{Prompt: prompt, Path: path}
	if by.Player == Referee {
		a.Program = by.Program
	}
	if _, err := m.record.answered(&Decision{Author: by.Player, Seat: seat}, a); err != nil { // before the rules judge it
		return nil, err
	}
	return m.answer(by, seat, a, Face{})
}

// AnswerChance gives the face of a die, or the result of a draw. If the dice have a key, the face
// must come with its proof, which is not checked here. It returns ErrNoSalt if a secret roll has no salt.
func (m *Match) AnswerChance(by By, prompt engine.PromptID, face Face) (*Match, error) {
	return m.answer(by, engine.Chance, ActAnswer{Prompt: prompt, Path: []string{face.ID}}, face)
}

// answer judges an answer of a seat and appends it; face is that of an answer of Chance.
func (m *Match) answer(by By, seat engine.Seat, a ActAnswer, face Face) (*Match, error) {
	if err := m.open(); err != nil {
		return nil, err
	}
	prompt, err := m.pos.Prompt(a.Prompt)
	if err != nil {
		return nil, err
	}
	out, err := m.pos.Submit(m.Seq()+1, seat, a.Prompt, a.Path)
	if err != nil {
		return nil, err
	}
	a.Path = out.Path
	if a.Events, err = engine.Encode(out.Events); err != nil {
		return nil, err
	}
	if seat == engine.Chance {
		if a.Roll, err = m.record.dice.described(m.pos, prompt, face); err != nil {
			return nil, err
		}
	}
	if prompt.Dealt {
		if a.Deals = drawn(m.log); a.Deals == 0 {
			return nil, errNotDrawn
		}
	}
	revealed := reveals(out.Events)
	secret := hides(prompt, revealed)
	a.Opens = opens(m.log, a, secret, revealed)
	d := Decision{Seat: seat, Act: a}
	if !secret {
		return m.append(by, d, out.Position, nil)
	}
	if len(by.Salt) < minSalt {
		return nil, ErrNoSalt
	}
	return m.append(by, d, out.Position, by.Salt)
}

// hides reports whether an answer to a prompt stays secret, though its events reveal what they do.
func hides(p engine.Prompt, revealed []engine.Secret) bool {
	return p.Secret && !slices.Contains(revealed, engine.Secret{Seat: p.Seat, Kind: p.Kind})
}

// reveals lists the secrets that events make public.
func reveals(events []engine.Event) []engine.Secret {
	var out []engine.Secret
	for _, e := range events {
		if r, ok := e.(engine.Revealer); ok {
			out = append(out, r.Reveals()...)
		}
	}
	return out
}

// opened lists the sealed decisions that the position after log rests on and that
// are secret no longer once some secrets are revealed. What was opened and then rewound is
// public already.
func opened(log []*Entry, revealed []engine.Secret) []int {
	if len(revealed) == 0 {
		return nil
	}
	var out []int
	revealed = slices.Clone(revealed)
	for _, e := range trace(log, len(log)) {
		d := &e.Decision
		if d.Sealed == "" || isOpen(log, d.Seq) {
			continue
		}
		i := slices.IndexFunc(revealed, func(s engine.Secret) bool { return s.Covers(d.Seat, d.prompt().Kind(), d.path()) })
		if i < 0 {
			continue
		}
		out = append(out, d.Seq)
		if revealed[i].Answer != "" { // it is one of several alike
			revealed = slices.Delete(revealed, i, i+1)
		}
	}
	return out
}

// Resign resigns by.Player's seat: the match is over.
func (m *Match) Resign(by By, seat engine.Seat) (*Match, error) {
	return m.agree(by, Decision{Seat: seat, Act: ActResign{}})
}

// Abandon ends the match without a result. A player may before it has started,
// the referee at any time.
func (m *Match) Abandon(by By) (*Match, error) {
	if m.Over() {
		return nil, engine.ErrOver
	}
	return m.append(by, Decision{Act: ActAbandon{}}, m.pos, nil)
}

// Set chooses settings of the match: a player of it, or the referee.
func (m *Match) Set(by By, settings map[string]string) (*Match, error) {
	return m.append(by, Decision{Act: ActSet{settings}}, m.pos, nil)
}

// SetAs is like Set for the settings of one seat of by.Player.
func (m *Match) SetAs(by By, seat engine.Seat, settings map[string]string) (*Match, error) {
	if err := m.record.holds(by.Player, seat); err != nil {
		return nil, err
	}
	return m.append(by, Decision{Seat: seat, Act: ActSet{settings}}, m.pos, nil)
}

func (m *Match) agree(by By, d Decision) (*Match, error) {
	if err := m.open(); err != nil {
		return nil, err
	}
	return m.append(by, d, m.pos, nil)
}

// open checks that the match is under way, and does not wait to go on after a backup.
func (m *Match) open() error {
	if m.Over() {
		return engine.ErrOver
	}
	if m.record.restored.from > 0 {
		return ErrRestored
	}
	if !m.record.started {
		return ErrWaiting
	}
	return nil
}

// goesOn is open, and checks that it does not wait for the judges.
func (m *Match) goesOn() error {
	if err := m.open(); err != nil {
		return err
	}
	return m.stopped()
}

// append is the match after one more decision, which led to pos. A salt seals it.
func (m *Match) append(by By, d Decision, pos engine.Position, salt []byte) (*Match, error) {
	d.Seq, d.Author, d.At, d.Door = len(m.log)+1, by.Player, by.At, by.Door
	var head chain.Head
	if len(m.log) > 0 {
		head = m.Head()
	}
	e, err := write(head, d, salt)
	if err != nil {
		return nil, fmt.Errorf("match: decision %d: %w", d.Seq, err)
	}
	rec, err := m.record.after(m.log, &e.Decision)
	if err == nil {
		err = m.record.room(m.log, &e.Decision)
	}
	if err != nil {
		return nil, err
	}
	return &Match{first: m.first, game: current(m.game, pos), log: append(m.Log(), e), pos: pos, record: rec}, nil
}
