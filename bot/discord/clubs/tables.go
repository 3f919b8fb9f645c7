package clubs

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/league"
)

// mostColumns is how many columns of a cross table a telephone shows.
const mostColumns = 12

// crossTable adds what everybody made against everybody: as wide as a telephone, or
// else as a file.
func crossTable(v command.Voice, out *command.Card, l club.LeagueLook) {
	n := len(l.Table.Lines)
	switch {
	case n == 0:
		out.Text(v.Say("league.nobody"))
	case n > mostColumns:
		out.Text(v.Say("league.cross-file", engine.Num("most", mostColumns)))
		out.Files = []wire.File{{Name: "cross-table.txt", Type: "text/plain; charset=utf-8", Body: []byte(grid(v, l, len(strconv.Itoa(n))+1))}}
	default:
		wide := 2
		if l.Rules.Double {
			wide = 3
		}
		out.Text("```\n" + grid(v, l, wide) + "\n```")
	}
	if n > 0 {
		out.Text("-# " + v.Say("league.cross-key"))
	}
}

// grid is a cross table for letters of one width, its columns so many of them wide.
func grid(v command.Voice, l club.LeagueLook, wide int) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", 14))
	for j := range l.Table.Lines {
		fmt.Fprintf(&b, "%*d", wide, j+1)
	}
	for i, x := range l.Table.Lines {
		name := strings.ReplaceAll(command.Cut(v.Raw(l.Name(x.Player)), 10), "`", "'")
		fmt.Fprintf(&b, "\n%2d %-10s ", i+1, name)
		for j := range l.Table.Lines {
			fmt.Fprintf(&b, "%*s", wide, cells(l.Table.Cells[i][j], i == j))
		}
	}
	return b.String()
}

// cells is what a player made against another, a sign for each match.
func cells(list []league.Cell, self bool) string {
	text := ""
	for _, x := range list {
		if x.Open {
			text += "·"
		} else {
			text += strconv.Itoa(x.Points)
		}
	}
	if self {
		return "×"
	}
	return cmp.Or(text, ".")
}

// leagueLuck says what the dice brought to each player of the league.
func leagueLuck(q *leagueRequest) ([]string, error) {
	said, err := q.Club.Statistics.Luck(q.Context(), q.look.Card.ID, func(p league.Player) string { return playerName(q.Request.Voice, q.look, p) })
	if err != nil {
		return nil, err
	}
	lines := lists.Map(said, q.Tell)
	return append(lines, "-# "+q.Say("luck-how")), nil
}

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
