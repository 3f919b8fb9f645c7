package mail_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/bot/test/authoritytest"
	"referee/engine/league"
	"referee/engine/match"
)

// casual is a match of a server that Dora has opened and Anna has joined by mail; Ben is told of as a judge.
func (b *bench) casual() match.ID {
	b.t.Helper()
	there := referee.Command{Account: "discord:7", Name: "Dora", Door: "discord"}
	opened, err := b.play.Open(b.t.Context(), there, referee.Opening{Game: "toy", Place: thread, Home: home})
	b.must(err)
	there.Match, there.Seat = opened.Match, "red"
	_, err = b.play.Join(b.t.Context(), there)
	b.must(err)
	b.write(anna, "join "+string(opened.Match))
	b.write(anna, b.code(anna))
	b.judge("discord:5")
	return opened.Match
}

// acts are those of the table that can be written by mail: what is done to a match or a league, of which the state follows.
var acts = map[string]func(b *bench, m match.ID){
	"clock": func(b *bench, m match.ID) { b.reply(anna, "clock 3d") },
	"browse": func(b *bench, m match.ID) {
		b.site = "https://referee.example.com"
		b.restart()
		b.reply(anna, "browser")
	},
	"appeal": func(b *bench, m match.ID) { b.reply(anna, "appeal: He saw my plan.") },
	"read-case": func(b *bench, m match.ID) {
		b.reply(anna, "appeal: He saw my plan.")
		b.reply(ben, "case")
	},
	"rule": func(b *bench, m match.ID) {
		b.reply(anna, "appeal: He saw my plan.")
		b.reply(ben, "ruling win red\nSo it is.")
	},
	"join": func(b *bench, m match.ID) {
		b.write("carl@example.org", "join "+string(m))
		b.write("carl@example.org", b.code("carl@example.org"))
	},
	"go-on": func(b *bench, m match.ID) {
		b.must(b.play.Suspend(b.t.Context(), m))
		link, of, err := b.club.Leagues.LinkOf(b.t.Context(), m)
		if b.must(err); of {
			b.must(b.club.Leagues.StandStill(b.t.Context(), link.League))
		}
		b.deliver()
		b.reply(anna, "go-on")
	},
	"report": func(b *bench, m match.ID) {
		b.reply(anna, "league report 1 won 3")
		b.reply(anna, "league report 1 won 3 yes")
	},
}

// done are what has changed once an act of the table is done, and asked once others are asked.
var (
	doneActs = map[string]func(b *bench, m match.ID) bool{
		"clock":     func(b *bench, m match.ID) bool { return strings.Contains(b.look(m).Settings["clock"], "3d") },
		"appeal":    func(b *bench, m match.ID) bool { return b.look(m).Appealed },
		"browse":    func(b *bench, m match.ID) bool { return b.token(b.last(anna)) != "" },
		"read-case": func(b *bench, m match.ID) bool { return strings.Contains(plain(b.last(ben)), "He saw my plan.") },
		"rule":      func(b *bench, m match.ID) bool { return b.look(m).Ending != nil },
		"join": func(b *bench, m match.ID) bool {
			return slices.ContainsFunc(b.look(m).Sitting, func(s referee.Sitting) bool { return s.Name == "Carl" })
		},
		"go-on": func(b *bench, m match.ID) bool { return b.look(m).Restored == nil },
		"report": func(b *bench, m match.ID) bool {
			link, _, err := b.club.Leagues.LinkOf(b.t.Context(), m)
			b.must(err)
			l, err := b.club.Leagues.Look(b.t.Context(), link.League)
			b.must(err)
			return l.Matches[0].Result != nil
		},
	}
	askedActs = map[string]func(b *bench, m match.ID) bool{
		"clock": func(b *bench, m match.ID) bool { return b.look(m).Offer != "" },
		"go-on": func(b *bench, m match.ID) bool { r := b.look(m).Restored; return r != nil && len(r.Agreed) > 0 },
	}
)

// TestAuthority tries the acts of docs/data/permissions.csv by mail: those that its column has, and that no line means any other.
func TestAuthority(t *testing.T) {
	for _, row := range authoritytest.Read(t, "../../docs/data/permissions.csv", authoritytest.Columns) {
		t.Run(row.Name(), func(t *testing.T) {
			b := newBench(t)
			var m match.ID
			var id league.ID
			if row.On == "casual" {
				m = b.casual()
			} else {
				id, m = b.disputed()
				b.judge("discord:5")
			}
			if row.Act == "join" && row.On == "casual" { // a seat is free
				there := referee.Command{Account: "discord:7", Name: "Dora", Door: "discord"}
				opened, err := b.play.Open(b.t.Context(), there, referee.Opening{Game: "toy", Place: posts, Home: home})
				b.must(err)
				m, there.Match, there.Seat = opened.Match, opened.Match, "red"
				_, err = b.play.Join(b.t.Context(), there)
				b.must(err)
			}
			says, why, _ := strings.Cut(row.Cells["mail"], ": ")
			if why == "command" {
				b.noLine(row.Act, m, id)
				return
			}
			if acts[row.Act] == nil {
				t.Fatalf("the cell says %q", row.Cells["mail"])
			}
			acts[row.Act](b, m)
			if changed := doneActs[row.Act](b, m); changed != (says == "home" || says == "anywhere") {
				t.Errorf("the cell says %q; it changed: %t\n%s", row.Cells["mail"], changed, plain(b.last(anna)))
			}
			asked := askedActs[row.Act] != nil && askedActs[row.Act](b, m)
			if asked != (says == "asks") {
				t.Errorf("the cell says %q; others are asked: %t\n%s", row.Cells["mail"], asked, plain(b.last(anna)))
			}
		})
	}
}

// noLine checks that nothing that begins with the name of an act does anything, of a match or of a league.
func (b *bench) noLine(act string, m match.ID, id league.ID) {
	b.t.Helper()
	b.still(m, act, func() {
		before := ""
		state := func() string {
			if id == "" {
				return ""
			}
			return fmt.Sprint(b.seqOf(id))
		}
		before = state()
		for _, line := range []string{act, act + " 3", act + " Dora", act + " Dora yes", act + " yes", "league " + act + " 1", "league " + act + " Dora", "league " + act + " Dora yes"} {
			if act == "block" { // whom oneself does not want to meet anybody says
				line += " Anna"
			}
			b.write(anna, line)
			b.reply(anna, line)
			if now := state(); now != before {
				b.t.Errorf("%q changed the league:\n%s", line, plain(b.last(anna)))
				before = now
			}
			b.now = b.now.Add(1e12)
		}
	})
	if l, err := b.club.Leagues.Look(b.t.Context(), id); id != "" && (err != nil || l.Card.Over || l.Card.Place != posts) {
		b.t.Errorf("%s: the league is %+v, %v", act, l.Card, err)
	}
}
