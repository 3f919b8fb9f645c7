package mail

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"referee/cmd/lab/moves"
	"referee/cmd/lab/study"
)

// presser plays in Discord, by what they are shown.
type presser struct {
	moves.Person
	house   *house
	presses int
}

func newPresser(h *house, seed uint64) *presser {
	g := h.discord.Guild("club")
	person := moves.Person{Channel: g.Channel("games"), User: g.Member("dora", "en-GB"), Random: rand.New(rand.NewPCG(seed, 2))}
	return &presser{Person: person, house: h}
}

// patience is how long a presser waits for an answer.
const patience = 5 * time.Second

// opens opens a match and takes the first side, and returns the id of the match.
func (u *presser) opens(ctx context.Context, game string) (string, error) {
	u.house.discord.Until("the commands", func() bool { return len(u.house.discord.Commands()) > 0 && u.house.discord.Gateway.Connected() > 0 })
	side := map[string]string{"celles": "german", "toy": "red"}[game]
	u.Await(ctx, u.Slash("match new", "game:"+game, "side:"+side), patience)
	for {
		for _, m := range u.Channel.Messages(nil) {
			if match, _, _ := moves.Footer(m.Text()); match != "" {
				return match, nil
			}
		}
		if err := u.pause(ctx); err != nil {
			return "", errors.Join(errors.New("no match is open"), err)
		}
	}
}

// pause waits as people do before they press again.
func (u *presser) pause(ctx context.Context) error {
	return study.Pause(ctx, time.Duration(u.Random.IntN(100)+20)*time.Millisecond)
}

// plays plays until the context ends, and sends a value for every third press.
func (u *presser) plays(ctx context.Context, did chan<- struct{}) {
	for u.pause(ctx) == nil {
		if !u.house.up.Load() {
			continue
		}
		offered := len(moves.Of(u.Panel)) > 0
		pressed := u.Next()
		if offered {
			if u.presses++; u.presses%3 == 0 {
				did <- struct{}{}
			}
		}
		u.Await(ctx, pressed, patience)
	}
}
