package enginetest

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"referee/engine"
)

// checkInfo: what a game says about itself is consistent, and a set-up that it does not
// offer is refused.
func checkInfo(t *tour) error {
	info := t.Game.Info()
	sum, err := hex.DecodeString(info.Data)
	switch {
	case info.Game == "" || info.Title == "" || info.Law < 1:
		return fmt.Errorf("game %q, title %q, law %d", info.Game, info.Title, info.Law)
	case err != nil || len(sum) != 32:
		return fmt.Errorf("the data's hash is %q", info.Data)
	case len(info.Seats) == 0:
		return errors.New("nobody plays")
	case info.Catalogues == nil:
		return errors.New("there are no catalogues")
	}
	for i, s := range info.Seats {
		taken := slices.Contains(info.Seats[:i], s)
		if v := engine.Viewer(s); s == "" || s == engine.Chance || v == engine.Spectator || v == engine.Judge || taken {
			return fmt.Errorf("%q is no name for a seat", s)
		}
	}
	for _, v := range info.Verbs {
		for _, s := range v.Slots {
			if (s.Literal == "") == (s.Arg == "") {
				return fmt.Errorf("verb %s: a slot is either a literal or typed: %+v", v.Name, s)
			}
		}
		if v.Name == "" || v.Example == "" || len(v.Kinds) == 0 {
			return fmt.Errorf("verb %q has no example or answers nothing", v.Name)
		}
	}
	return checkSetups(t)
}

// checkSetups: every value offered begins a match, every other is refused.
func checkSetups(t *tour) error {
	for _, o := range t.Game.Info().Options {
		if !slices.Contains(o.Values, o.Default) {
			return fmt.Errorf("set-up option %s: the default %q is none of its values", o.ID, o.Default)
		}
		if err := checkBid(t.Game.Info(), o); err != nil {
			return err
		}
		for _, v := range o.Values {
			if _, err := t.Strict.Begin(0, engine.Setup{o.ID: v}); err != nil {
				return fmt.Errorf("set-up %s %s: %w", o.ID, v, err)
			}
		}
		if _, err := t.Game.Begin(0, engine.Setup{o.ID: "nonsense"}); illegal(err) != nil {
			return fmt.Errorf("set-up %s nonsense %w", o.ID, illegal(err))
		}
	}
	if _, err := t.Game.Begin(0, engine.Setup{"nonsense": "on"}); illegal(err) != nil {
		return fmt.Errorf("the set-up option nonsense %w", illegal(err))
	}
	for _, tr := range t.trails {
		if tr.err != nil && len(tr.texts) == 0 {
			return fmt.Errorf("a match cannot begin (set-up %v): %w\n%s", tr.setup, tr.err, tr.text)
		}
	}
	return nil
}

// checkBid: the values of a bid are those of [engine.BidOption], for seats of the
// game, and none is its default.
func checkBid(info *engine.Info, o engine.SetupOption) error {
	if !o.Bid {
		return nil
	}
	for _, v := range o.Values {
		seat, vp := engine.ParseBid(v)
		if v != engine.BidValue(seat, vp) || vp > 0 && !slices.Contains(info.Seats, seat) {
			return fmt.Errorf("set-up option %s: %q is no bid for a seat", o.ID, v)
		}
	}
	if _, vp := engine.ParseBid(o.Default); vp != 0 {
		return fmt.Errorf("set-up option %s: without a bid %q is given", o.ID, o.Default)
	}
	return nil
}
