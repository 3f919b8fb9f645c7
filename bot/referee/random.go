package referee

import (
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/match"
)

// randomness is where ids, salts and the numbers of faults come from.
type randomness struct{ from io.Reader }

// id makes the id of a match or league: 8 small letters and digits that none has, for which known returns
// match.ErrUnknown. It returns match.ErrExists where the source of randomness repeats itself.
func (r randomness) id(known func(id string) error) (string, error) {
	raw := make([]byte, 5)
	for range 100 {
		if _, err := io.ReadFull(r.from, raw); err != nil {
			return "", fmt.Errorf("referee: new id: %w", err)
		}
		id := strings.ToLower(base32.StdEncoding.EncodeToString(raw))
		if err := known(id); !errors.Is(err, match.ErrUnknown) {
			if err != nil {
				return "", err
			}
			continue
		}
		return id, nil
	}
	return "", match.ErrExists
}

// salt is fresh randomness for a secret.
func (r randomness) salt() ([]byte, error) {
	s := make([]byte, 16)
	if _, err := io.ReadFull(r.from, s); err != nil {
		return nil, fmt.Errorf("referee: salt: %w", err)
	}
	return s, nil
}

// follow is the match after what follows a command by itself, with a salt for what standing orders, if there are any,
// answer in secret, and for what is rolled in secret.
func (r randomness) follow(m *match.Match, by match.By, dice match.Roller) (_ *match.Match, err error) {
	by.Salt, err = nil, match.ErrNoSalt
	if !slices.ContainsFunc(m.Game().Info().Seats, func(s engine.Seat) bool { return m.StandingOrders(s).Any() }) {
		m, err = m.Follow(by, dice)
	}
	if !errors.Is(err, match.ErrNoSalt) {
		return m, err
	}
	if by.Salt, err = r.salt(); err != nil {
		return m, err
	}
	return m.Follow(by, dice)
}

// fault is the number of a fault.
func (r randomness) fault() string {
	raw := make([]byte, 4)
	if _, err := io.ReadFull(r.from, raw); err != nil {
		return "00000000"
	}
	return hex.EncodeToString(raw)
}

// phrase is what the author of a command adds to the dice of a match that they join.
func (r randomness) phrase(c Command) (string, error) {
	if c.Phrase != "" {
		return c.Phrase, nil
	}
	if c.Key != "" {
		return c.Key, nil
	}
	raw, err := r.salt()
	return hex.EncodeToString(raw), err
}
