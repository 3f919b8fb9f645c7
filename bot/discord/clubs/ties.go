package clubs

import (
	"slices"

	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/engine"
)

// ties says what parts players with the same points, as soon as nothing is left to
// play: before, most are parted by what will not last.
func ties(v command.Voice, l club.LeagueLook) []string {
	if l.Planned > 0 || slices.ContainsFunc(l.Matches, func(m club.LeagueMatch) bool { return m.Result == nil }) {
		return nil
	}
	var lines []string
	for i, x := range l.Table.Lines[1:] {
		before := l.Table.Lines[i]
		if by := before.Parted(x); by != "" {
			lines = append(lines, "-# "+v.Say("league.tie."+string(by),
				engine.Text("first", playerName(v, l, before.Player)), engine.Text("second", playerName(v, l, x.Player))))
		}
	}
	return lines
}
