package league

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
)

var played = flag.Int("leagues", 60, "how many Swiss leagues with results by chance are played")

// TestSwissRoundsAreFull plays leagues of 4 to 24 players with as many rounds as they may have: of an even number
// nobody is left without an opponent, and of an odd number nobody twice.
func TestSwissRoundsAreFull(t *testing.T) {
	for seed := range *played {
		players := 4 + seed%21
		random := rand.New(rand.NewPCG(34, uint64(seed)))
		rounds := FullRounds(players) - random.IntN(2)
		if rounds < 1 {
			rounds = 1
		}
		t.Run(fmt.Sprintf("%d of %d rounds, seed %d", players, rounds, seed), func(t *testing.T) {
			t.Parallel()
			s := found(t, Rules{Format: FormatSwiss, Rounds: rounds}, players)
			s.begin()
			had := map[Player]bool{}
			for round := 1; round <= rounds; round++ {
				if !s.next() {
					t.Fatalf("round %d is not paired", round)
				}
				a, _ := s.Log()[s.Seq()-1].Decision.Act.(ActPair)
				if len(a.Byes) != players%2 || len(a.Byes) == 1 && had[a.Byes[0]] {
					t.Fatalf("round %d has byes %v", round, a.Byes)
				}
				for _, p := range a.Byes {
					had[p] = true
				}
				for _, m := range s.running() {
					result := Result{How: Played, Winner: Side(random.IntN(3))}
					s.do(Decision{Act: ActResult{Match: m.No, Result: &result}})
				}
			}
		})
	}
}

// TestARoundRobinBySwiss: a league that was begun when it could still have as many rounds as players less one is
// paired so that its last rounds are full.
func TestARoundRobinBySwiss(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(6, seed))
		s := found(t, Rules{Format: FormatSwiss, Rounds: 5}, 6)
		s.do(Decision{Act: ActStart{Order: []Player{1, 2, 3, 4, 5, 6}}})
		for s.next() {
			if a, _ := s.Log()[s.Seq()-1].Decision.Act.(ActPair); len(a.Byes) > 0 {
				t.Errorf("seed %d, round %d: byes %v", seed, a.Round, a.Byes)
			}
			for _, m := range s.running() {
				s.do(Decision{Act: ActResult{Match: m.No, Result: &Result{How: Played, Winner: Side(1 + random.IntN(2))}}})
			}
		}
		if len(s.Matches()) != 15 {
			t.Errorf("seed %d: %d matches", seed, len(s.Matches()))
		}
	}
}

func TestFullRounds(t *testing.T) {
	for players, want := range map[int]int{2: 1, 3: 2, 4: 3, 5: 3, 6: 3, 7: 5, 8: 5, 9: 7, 24: 21} {
		if got := FullRounds(players); got != want {
			t.Errorf("%d players: %d rounds, want %d", players, got, want)
		}
	}
	for rounds, want := range map[int]int{1: 2, 2: 3, 3: 4, 4: 7, 5: 7, 6: 9, 30: 33} {
		if got := FullWith(rounds); got != want {
			t.Errorf("%d rounds: %d players, want %d", rounds, got, want)
		}
	}
}
