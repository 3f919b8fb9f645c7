package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/match"
)

// TestStoriesAddUp: in the short story of a match, the modifier that is told with the odds of an attack and the one of
// its die differ by what is told in between; and no die is told without its odds.
func TestStoriesAddUp(t *testing.T) {
	for name, path := range old(t, "match-*.json.zst") {
		t.Run(name, func(t *testing.T) {
			m := foldFile(t, path)
			scenes, err := m.VisibleTo(engine.Spectator).Scenes(0, m.Seq(), m.Seq())
			if err != nil {
				t.Fatal(err)
			}
			rolls := 0
			told := arithmetic{}
			for _, deed := range match.MergeScenes(scenes).Deeds {
				if fault := told.hear(deed); fault != "" {
					t.Error(fault)
				}
				rolls = told.rolls
			}
			if rolls == 0 && m.Seq() > 100 {
				t.Error("no roll of an attack is told")
			}
		})
	}
}

// arithmetic is what a reader of a story knows of the attack that is told.
type arithmetic struct {
	odds  bool // they have been told
	net   int
	chits int // have been played since
	rolls int
}

// hear returns what does not add up, or "".
func (a *arithmetic) hear(m engine.Msg) string {
	arg := func(name string) engine.Arg {
		for _, x := range m.Args {
			if x.Name == name {
				return x
			}
		}
		return engine.Arg{}
	}
	number := func(name string) int {
		n, _ := strconv.Atoi(strings.NewReplacer("−", "-", "+", "").Replace(arg(name).Text))
		return n
	}
	switch m.Key {
	case "event.odds-set", "event.odds-set-plain":
		a.odds, a.net, a.chits = true, number("net"), 0
	case "event.combat-began", "event.combat-began.plain", "event.combat-began.helpless":
		a.odds = true
	case "event.combat-chit-played":
		a.chits++ // for either side
	case "event.attack-rolled":
		a.rolls++
		by := number("drm") - a.net
		if fair := by >= -a.chits && by <= a.chits && (by+a.chits)%2 == 0; !a.odds || !fair {
			return fmt.Sprintf("DRM %d with the odds (told: %t), %d Combat chits, then DRM %d", a.net, a.odds, a.chits, a.net+by)
		}
		a.odds = false
	case "event.combat-rolled":
		a.rolls++
		defer func() { a.odds = false }()
		if !a.odds {
			return "a die without odds"
		}
	}
	return ""
}
