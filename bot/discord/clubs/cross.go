package clubs

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine"
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
