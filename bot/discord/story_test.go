package discord

import (
	"encoding/binary"
	"flag"
	"slices"
	"strconv"
	"testing"

	"referee/engine/dice"
	"referee/engine/match"
)

var seek = flag.Bool("seek", false, "look for keys of dice by which the transcripts go as they should; takes minutes")

// storyKeys are the keys, as numbers, by whose dice the stories of the
// transcripts come out. Rolls are proven, so they cannot be chosen, and where a
// story, a phrase or the way to a roll changes, other keys are to be found: -seek.
var storyKeys = map[string]uint64{"en": 149509, "fr": 169772, "es": 154330}

// story is what the dice and the cups of a transcript are to bring. The last two
// are for the initiative, which the first of them wins.
var story = []string{"extra_move", "2pz", "6", "combat", "2arm", "lehr", "9", "6", "3"}

// storyDice are the dice of a transcript.
func storyDice(lang string) match.Roller {
	if *seek {
		return &storyteller{Server: storyServer(0)}
	}
	return storyServer(storyKeys[lang])
}

// storyServer rolls by a key that is a number.
func storyServer(n uint64) *dice.Server {
	var key [32]byte
	binary.BigEndian.PutUint64(key[24:], n)
	return dice.NewServer(key)
}

// storyteller brings what the story wants, proves nothing, and remembers what it
// was asked.
type storyteller struct {
	*dice.Server
	asked []match.Roll
}

func (s *storyteller) Roll(r match.Roll) (match.Face, error) {
	s.asked = append(s.asked[:r.No-1], r)
	return match.Face{ID: story[r.No-1], Proof: "00"}, nil
}

// key finds the first key by which the story comes out. What a roll hangs on is
// the same under every key.
func (s *storyteller) key(t *testing.T) uint64 {
	t.Helper()
	for n := uint64(1); ; n++ {
		server := storyServer(n)
		var came []string
		for i, r := range s.asked {
			r.Dice = nil // it names another key
			face, err := server.Roll(r)
			if err != nil {
				t.Fatal(err)
			}
			if came = append(came, face.ID); i < len(story)-2 && face.ID != story[i] {
				break
			}
		}
		if len(came) == len(story) && slices.Equal(came[:len(story)-2], story[:len(story)-2]) && wins(came) {
			return n
		}
	}
}

// wins reports whether the first of the last two dice is higher.
func wins(came []string) bool {
	first, err := strconv.Atoi(came[len(came)-2])
	second, wrong := strconv.Atoi(came[len(came)-1])
	return err == nil && wrong == nil && first > second
}
