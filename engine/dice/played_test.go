package dice_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// player plays a match of the toy game at random, from one seed.
type player struct {
	t     testing.TB
	rand  *rand.Rand
	dice  match.Prover
	m     *match.Match
	at    int64
	pause int64 // from one decision to the next, in milliseconds
	door  string
}

// newPlayer opens a match with proven dice and seats two players.
func newPlayer(t testing.TB, seed uint64, by match.Prover) *player {
	t.Helper()
	p := unbegun(t, seed, by)
	p.begin()
	p.join(1, "red", "red's phrase")
	p.join(2, "blue", "blue's phrase")
	p.follow()
	return p
}

// unbegun is a player before a match.
func unbegun(t testing.TB, seed uint64, by match.Prover) *player {
	return &player{t: t, rand: rand.New(rand.NewPCG(seed, 9)), dice: by, at: 1_700_000_000_000, pause: 1000, door: "test"}
}

func (p *player) begin() {
	p.t.Helper()
	d := p.dice.Dice("toy-1")
	p.take(match.Open(p.by(match.Referee), "toy-1", toy.Strict(), engine.Setup{"rounds": "5"}, &d))
}

func (p *player) by(who match.Player) match.By {
	p.at += p.pause
	return match.By{Player: who, At: p.at, Door: p.door, Salt: bytes.Repeat([]byte{7}, 16)}
}

func (p *player) join(who match.Player, seat engine.Seat, phrase string) {
	p.t.Helper()
	by := p.by(who)
	by.Phrase = phrase
	p.take(p.m.Join(by, seat))
}

func (p *player) take(m *match.Match, err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	p.m = m
}

func (p *player) follow() {
	p.t.Helper()
	p.take(p.m.Follow(p.by(0), p.dice))
}

// answer answers one open question at random, without what follows.
func (p *player) answer() {
	p.t.Helper()
	q := p.m.Position().Prompts()[0]
	var path []string
	for {
		node, err := p.m.Position().Options(q.ID, path)
		if err != nil {
			p.t.Fatal(err)
		}
		if node.Done && (len(node.Options) == 0 || p.rand.IntN(2) == 0) {
			break
		}
		path = append(path, node.Options[p.rand.IntN(len(node.Options))].ID)
	}
	p.take(p.m.Answer(p.by(p.m.Player(q.Seat)), q.Seat, q.ID, path))
}

// until plays until done says so, or the match is over.
func (p *player) until(done func(m *match.Match) bool) {
	p.t.Helper()
	for !p.m.Over() && !done(p.m) {
		p.answer()
		p.follow()
	}
}

func (p *player) finish() *match.Match {
	p.t.Helper()
	p.until(func(*match.Match) bool { return false })
	return p.m
}

// eventful plays a match with all that can happen to dice: secrets, an undo, a
// rewind over rolls, a substitute, an offer, settings.
func eventful(t testing.TB, seed uint64, by match.Prover) *match.Match {
	t.Helper()
	p := newPlayer(t, seed, by)
	p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 1 })
	p.take(p.m.Set(p.by(1), map[string]string{"language": "fr"}))
	p.take(p.m.Offer(p.by(1), "red", match.ActOffer{Offer: match.Draw}))
	p.take(p.m.Decline(p.by(2), "blue", match.Draw))
	p.take(p.m.Rewind(p.by(match.Referee), firstRoll(t, p.m)-1))
	p.follow()
	p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 4 })
	p.take(p.m.Leave(p.by(2), "blue"))
	p.join(3, "blue", "a substitute's phrase")
	return p.finish()
}

func firstRoll(t testing.TB, m *match.Match) int {
	t.Helper()
	for _, e := range m.Log() {
		if a, _ := e.Decision.Act.(match.ActAnswer); a.Roll != nil {
			return e.Decision.Seq
		}
	}
	t.Fatal("no roll")
	return 0
}

// fileOf is a match as a file, and its text.
func fileOf(t testing.TB, m *match.Match, v engine.Viewer) (*match.File, []byte) {
	t.Helper()
	data, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	f := (&match.File{Data: data, Entries: m.Log()}).For(v)
	var b bytes.Buffer
	if err := match.Encode(&b, f); err != nil {
		t.Fatal(err)
	}
	return f, b.Bytes()
}

// verify verifies the text of a file as the command does.
func verify(text []byte) (match.Report, error) {
	f, err := match.DecodeExact(bytes.NewReader(text))
	if err != nil {
		return match.Report{}, err
	}
	g, err := toy.Open(f.Data, 1)
	if err != nil {
		return match.Report{}, &chain.BadEntryError{Seq: 1, Err: err}
	}
	return match.Verify(f, g, dice.Check)
}

// verifyLines verifies a record of which the lines were changed and every hash
// was reckoned anew.
func verifyLines(t testing.TB, raw []chain.Raw) error {
	t.Helper()
	var head chain.Head
	for i := range raw {
		head = head.Next(raw[i].Line)
		raw[i].Head = head
	}
	entries, err := match.Read(raw)
	if err != nil {
		return err
	}
	_, err = match.Verify(&match.File{Entries: entries}, toy.Strict(), dice.Check)
	return err
}

func rawOf(m *match.Match) []chain.Raw {
	var out []chain.Raw
	for _, e := range m.Log() {
		out = append(out, chain.Raw{Line: slices.Clone(e.Line), Head: e.Head, Secret: slices.Clone(e.Secret)})
	}
	return out
}
