package turnfile

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/engine/refusal"
)

// ErrOther says that a reply was sealed for another match or seat than that for which it is handed in.
var ErrOther = refusal.New("referee.turn.other", "turnfile: the reply was sealed for another match or side")

// Order is one order of a reply: the answer to the question of a kind that the seat is then asked.
type Order struct {
	Kind string   `json:"kind"`
	Path []string `json:"path"`
}

// Reply is what a seat orders, in reply to a file. Its JSON is the first line of a reply: the order of its fields stays.
type Reply struct {
	Format    string      `json:"format"`
	Match     match.ID    `json:"match"`
	Seat      engine.Seat `json:"seat"`
	Seq       int         `json:"n"` // as of the file, and so is Head
	Head      chain.Head  `json:"head"`
	File      string      `json:"file"`      // SHA-256 of what is signed in the file
	Signature string      `json:"signature"` // of the file
	Orders    []Order     `json:"answers"`

	key string // names the reply
}

type sealJSON struct {
	Seal string `json:"seal"`
}

// Bounds of a reply.
const (
	MostOrders = 200
	mostPath   = 500
	mostWord   = 200 // bytes
)

// Seal writes the reply to a file. It refuses with ErrLarge one that nobody would read.
func (f *File) Seal(orders []Order) ([]byte, error) {
	body, err := chain.Encode(Reply{
		Format: FormatReply, Match: f.Match, Seat: f.Seat, Seq: f.Seq, Head: f.Head, File: f.id, Signature: f.proof, Orders: orders,
	})
	if err != nil {
		return nil, err
	}
	end, err := chain.Encode(sealJSON{hashed(body)})
	if err != nil {
		return nil, err
	}
	text := fmt.Appendf(body, "\n%s\n", end)
	_, err = ReadReply(text)
	return text, err
}

// ReadReply reads a reply, and checks that it is whole. It refuses with ErrLarge, ErrDamaged, ErrVersion and
// ErrTurn. Whether it answers a file of the referee, [Obey] checks.
func ReadReply(text []byte) (*Reply, error) {
	reply := &Reply{}
	var seal sealJSON
	body, err := decode(text, FormatReply, MostReply, reply, &seal)
	if err != nil {
		return nil, err
	}
	if seal.Seal != hashed(body) || !reply.Match.Valid() || len(reply.Orders) == 0 {
		return nil, ErrDamaged
	}
	long := func(a Order) bool {
		return len(a.Path) > mostPath || slices.ContainsFunc(append([]string{a.Kind}, a.Path...), func(w string) bool { return len(w) > mostWord })
	}
	if len(reply.Orders) > MostOrders || slices.ContainsFunc(reply.Orders, long) {
		return nil, ErrLarge
	}
	reply.key = seal.Seal
	return reply, nil
}

// StaleError says that a match has gone on since a file was made.
type StaleError struct {
	Seq int // the decision after which it was made; 0: the record has none such any more
	Now int // the last decision now
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("turnfile: the match has moved on from decision %d to %d", e.Seq, e.Now)
}

// Explain says so to who has sent the reply.
func (e *StaleError) Explain() engine.Msg {
	if e.Seq == 0 {
		return engine.Say("referee.turn.stale-restored", engine.Num("now", e.Now))
	}
	return engine.Say("referee.turn.stale", engine.Num("n", e.Seq), engine.Num("now", e.Now))
}

// Obeyed is what came of a reply: of its answers those that were obeyed, in order, and why the next was not.
type Obeyed struct {
	Done    []referee.Reply
	Refused error // of the next answer; nil: all were obeyed
	// Repeated says that the reply had come in before, and was obeyed then.
	Repeated bool
}

// Obey obeys a reply for the seat and account of a command, answer by answer, until one is refused. It is done
// once: the same reply gets the same answer through whichever door it comes again. It refuses with ErrOther a reply for
// another match or seat, with match.ErrPlayer who does not hold the seat, with ErrForged what answers no file of the referee,
// and with *StaleError what answers one of another moment.
func Obey(ctx context.Context, r *referee.Referee, c referee.Command, reply *Reply) (Obeyed, error) {
	var out Obeyed
	if reply.Match != c.Match || reply.Seat != c.Seat {
		return out, ErrOther
	}
	s, err := r.Snapshot(ctx, c.Match)
	if err != nil {
		return out, err
	}
	if l, err := s.Look(ctx, engine.Spectator); err != nil {
		return out, err
	} else if !slices.Contains(l.Seats(c.Account), c.Seat) {
		return out, match.ErrPlayer
	}
	d := s.Match().Opening().Dice
	if d == nil {
		return out, ErrForged
	}
	if err := dice.CheckVoucher(*d, vouched(reply.Match, reply.Seat, reply.Seq, reply.Head, reply.File), reply.Signature); err != nil {
		return out, errors.Join(ErrForged, err)
	}
	if out.Repeated, err = r.Replied(ctx, reply.name(0)); err != nil {
		return out, err
	}
	if !out.Repeated && s.Match().Head() != reply.Head {
		return out, reply.stale(s)
	}
	for i, a := range reply.Orders {
		c.Key, c.Seen = reply.name(i), s
		done, err := reply.step(ctx, r, c, a, out.Done)
		if errors.Is(err, referee.ErrChanged) { // between two looks at it
			var now *referee.Snapshot
			if now, err = r.Snapshot(ctx, c.Match); err == nil {
				err = &StaleError{s.Match().Seq(), now.Match().Seq()}
			}
		}
		if err != nil {
			out.Refused = err
			return out, nil
		}
		out.Done = append(out.Done, done)
		s = done.Now
	}
	return out, nil
}

// step gives one answer after those that were given.
func (reply *Reply) step(ctx context.Context, r *referee.Referee, c referee.Command, a Order, before []referee.Reply) (referee.Reply, error) {
	now := c.Seen.Match()
	if n := len(before); n > 0 && now.Seq() != before[n-1].To {
		// This reply was obeyed up to here at another time, and the match has gone on since.
		if done, err := r.Replied(ctx, c.Key); err != nil {
			return referee.Reply{}, err
		} else if !done {
			return referee.Reply{}, &StaleError{before[n-1].To, now.Seq()}
		}
	}
	prompt := engine.PromptID(a.Kind) // of none: it is refused, or was done before
	for _, p := range now.Position().Prompts() {
		if p.Seat == c.Seat && p.Kind == a.Kind {
			prompt = p.ID
		}
	}
	return r.Answer(ctx, c, prompt, a.Path)
}

// stale says from where the match has gone on.
func (reply *Reply) stale(s *referee.Snapshot) error {
	log := s.Match().Log()
	if n := reply.Seq; n >= 1 && n <= len(log) && log[n-1].Head == reply.Head {
		return &StaleError{n, len(log)}
	}
	return &StaleError{0, len(log)}
}

// name is the key of what an answer does, as all keys of commands are.
func (reply *Reply) name(i int) string { return fmt.Sprintf("turn:%s/%d", reply.key, i+1) }

// Since tells what has happened since the file of a stale reply was made, as its seat may know it.
func (e *StaleError) Since(s *referee.Snapshot, seat engine.Seat) ([]referee.Line, error) {
	return s.Lines(engine.Viewer(seat), min(e.Seq, s.Match().Seq()), 0)
}
