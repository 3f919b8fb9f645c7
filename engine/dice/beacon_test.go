package dice_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cloudflare/circl/sign/bls"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/dice/beacon"
	"referee/engine/match"
)

// localChain is a beacon with a key of its own.
type localChain struct {
	t   testing.TB
	key *bls.PrivateKey[bls.KeyG2SigG1]
	// away says that rounds cannot be had just now.
	away bool
}

func newLocalChain(t testing.TB) *localChain {
	t.Helper()
	key, err := bls.KeyGen[bls.KeyG2SigG1]([]byte(strings.Repeat("local", 10)), nil, nil)
	must(t, err)
	return &localChain{t: t, key: key}
}

func (c *localChain) Chain() beacon.Chain {
	public, err := c.key.PublicKey().MarshalBinary()
	must(c.t, err)
	return beacon.Chain{
		Hash: sha256.Sum256(public), Key: [beacon.KeySize]byte(public),
		Genesis: time.Unix(1_600_000_000, 0).UTC(), Period: 3 * time.Second,
	}
}

func (c *localChain) Pulse(round uint64) (beacon.Pulse, error) {
	if c.away {
		return beacon.Pulse{}, fmt.Errorf("no way there: %w", match.ErrNoRoll)
	}
	message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
	return beacon.Pulse{Round: round, Signature: [beacon.SignatureSize]byte(bls.Sign(c.key, message[:]))}, nil
}

// TestARollWaitsForTheBeacon plays two rounds with a beacon: no roll is made, and
// none can be avoided, between its order and the round.
func TestARollWaitsForTheBeacon(t *testing.T) {
	source := newLocalChain(t)
	p := newPlayer(t, 8, dice.NewServer([32]byte{8}).WithBeacon(source, 5*time.Second))
	waits := 0
	for p.m.DiceInputs().Rolls < 3 {
		p.answer()
		ordered := p.m.Log()[p.m.Seq()-1].Decision
		next, err := p.m.Follow(match.By{At: p.at, Door: p.door}, p.dice)
		var await *match.AwaitError
		if err == nil {
			p.m = next
			continue
		}
		if !errors.As(err, &await) || !errors.Is(err, match.ErrNoRoll) {
			t.Fatal(err)
		}
		p.m = next
		if wait := await.At - ordered.At; wait <= 5000 || wait > 8000 {
			t.Errorf("%d ms from the order to its round", wait)
		}
		if to, ok := p.m.Undo(p.m.Player(ordered.Seat)).Free(); ok {
			t.Errorf("may go back to %d while a roll is awaited", to)
		}
		if _, awaits := p.m.Awaits(p.at); !awaits {
			t.Error("no roll is awaited")
		}
		if _, err := p.m.Follow(match.By{At: await.At - 1, Door: p.door}, p.dice); !errors.As(err, &await) {
			t.Errorf("rolled too early: %v", err)
		}
		source.away = true
		if _, err := p.m.Follow(match.By{At: await.At, Door: p.door}, p.dice); !errors.Is(err, match.ErrNoRoll) {
			t.Errorf("rolled without a round: %v", err)
		}
		source.away = false
		p.at = await.At
		p.follow()
		waits++
	}
	if waits < 2 {
		t.Fatalf("%d rolls were awaited", waits)
	}
	_, text := fileOf(t, p.m, engine.Judge)
	if r, err := verify(text); err != nil || r.Proven != 3 {
		t.Fatalf("%+v, %v", r, err)
	}
	forgedRounds(t, p.m, source)
}

// forgedRounds gives a roll the rounds beside its own, with their true
// signatures, and its own with another's.
func forgedRounds(t *testing.T, m *match.Match, source *localChain) {
	t.Helper()
	made := m.VisibleTo(engine.Judge).Rolls()[1]
	before, err := source.Pulse(made.Rolled.Pulse.Round - 1)
	must(t, err)
	after, err := source.Pulse(made.Rolled.Pulse.Round + 1)
	must(t, err)
	for _, c := range []struct {
		pulse match.Pulse
		want  string
	}{
		{match.Pulse{Round: before.Round, Signature: fmt.Sprintf("%x", before.Signature)}, "is the first after its order"},
		{match.Pulse{Round: after.Round, Signature: fmt.Sprintf("%x", after.Signature)}, "is the first after its order"},
		{match.Pulse{Round: before.Round + 1, Signature: fmt.Sprintf("%x", after.Signature)}, "another signature"},
		{match.Pulse{Round: before.Round + 1, Signature: "00"}, "1 bytes"},
	} {
		text, err := json.Marshal(c.pulse)
		must(t, err)
		was, err := json.Marshal(made.Rolled.Pulse)
		must(t, err)
		raw := rawOf(m)
		raw[made.Seq-1].Line = respellIn(t, raw[made.Seq-1].Line, string(was), string(text))
		var bad *chain.BadEntryError
		if err := verifyLines(t, raw); !errors.As(err, &bad) || bad.Seq != made.Seq || !strings.Contains(err.Error(), c.want) {
			t.Errorf("round %d: %v, want %q", c.pulse.Round, err, c.want)
		}
	}
}

func TestAnotherKeyOrBeaconRollsNot(t *testing.T) {
	r := attack(server(1), 1)
	if _, err := server(2).Roll(r); !errors.Is(err, match.ErrKey) {
		t.Errorf("another key: %v", err)
	}
	s := server(1).WithBeacon(newLocalChain(t), 0)
	if _, err := server(1).Roll(attack(s, 1)); err == nil || errors.Is(err, match.ErrNoRoll) {
		t.Errorf("without the beacon: %v", err)
	}
}

func TestQuicknetIsKnown(t *testing.T) {
	s := server(1).WithBeacon(quicknet{}, 10*time.Second)
	if b := s.Dice("m").Beacon; dice.Source(b) != "quicknet" || b.Margin != 10 || b.Period != 3 {
		t.Errorf("%+v is %q", b, dice.Source(b))
	}
	if b := server(1).WithBeacon(newLocalChain(t), 0).Dice("m").Beacon; dice.Source(b) != "" {
		t.Error("a beacon of our own is one that the world watches")
	}
}

type quicknet struct{}

func (quicknet) Chain() beacon.Chain                { return beacon.Quicknet() }
func (quicknet) Pulse(uint64) (beacon.Pulse, error) { return beacon.Pulse{}, match.ErrNoRoll }
