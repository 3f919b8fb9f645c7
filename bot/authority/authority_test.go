package authority_test

import (
	"errors"
	"testing"

	"referee/bot/authority"
)

// TestMay: what no table of a door can reach, the package refuses by itself.
func TestMay(t *testing.T) {
	all := authority.Powers{Home: "club", Place: "here", Moderator: true, Organiser: true, Judge: true}
	nowhere := all
	nowhere.Home = ""
	for name, c := range map[string]struct {
		powers authority.Powers
		act    authority.Right
		about  authority.Subject
		role   authority.Role
		want   error
	}{
		"at home":                {all, authority.TakeBack, authority.Subject{Home: "club"}, authority.Moderator, nil},
		"an act nobody knows":    {all, "rig", authority.Subject{Home: "club"}, "", authority.ErrModerator},
		"a match of nowhere":     {all, authority.TakeBack, authority.Subject{}, "", authority.ErrElsewhere},
		"powers of nowhere":      {nowhere, authority.TakeBack, authority.Subject{Place: "here"}, "", authority.ErrElsewhere},
		"an old match, here":     {all, authority.TakeBack, authority.Subject{Place: "here"}, authority.Moderator, nil},
		"an old match, there":    {all, authority.TakeBack, authority.Subject{Place: "there"}, "", authority.ErrElsewhere},
		"a place that has moved": {all, authority.TakeBack, authority.Subject{Home: "other", Place: "here"}, "", authority.ErrElsewhere},
		"a casual match decided": {all, authority.Adjudicate, authority.Subject{Home: "club"}, "", authority.ErrCasual},
		"a seat, while it goes on": {
			all, authority.Unseat, authority.Subject{Home: "club", League: true}, "", authority.ErrSeats,
		},
		"a seat, once the league is over": {
			all, authority.Unseat, authority.Subject{Home: "club", League: true, Ended: true}, authority.Moderator, nil,
		},
		"a reader": {authority.Powers{}, authority.Sit, authority.Subject{Read: true}, "", authority.ErrRead},
	} {
		if role, err := c.powers.May(c.act, c.about); role != c.role || !errors.Is(err, c.want) {
			t.Errorf("%s: %q, %v", name, role, err)
		}
	}
}
