package discord

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// reworded is what somebody does in a script, with the label that a button or an option has now. Where nothing is called
// as the script calls it, what is meant has the place now which that label has in what the script shows before.
func (s *stage) reworded(who, what string, before []string) string {
	label, presses := strings.CutPrefix(strings.TrimSuffix(what, "]"), "[")
	has := func(m wire.Message) bool { return slices.Contains(labelsOf(m), label) }
	if !presses || slices.ContainsFunc(s.seen(who), has) {
		return what
	}
	shown := []struct {
		prefix string
		now    wire.Message
	}{{"  ", s.shown[who]}, {"  |B| ", s.board}, {"  || ", s.news}}
	if s.rooms != nil {
		posted := s.rooms.posted(s.channel)
		shown[1].prefix, shown[1].now = "  ["+string(s.channel)+" B] ", posted[0]
		shown[2].prefix = "  [" + string(s.channel) + "] "
		if i := slices.IndexFunc(posted[1:], func(m wire.Message) bool { return len(labelsOf(m)) > 0 }); i >= 0 {
			shown[2].now = posted[1+i]
		}
	}
	for _, m := range shown {
		i, now := placeOf(label, lastBlock(before, who, m.prefix)), labelsOf(m.now)
		if i >= 0 && i < len(now) {
			return "[" + now[i] + "]"
		}
	}
	return what
}

// lastBlock is the last of the blocks of a script that begin so and have something to press; what one person is shown
// follows what they did.
func lastBlock(lines []string, who, prefix string) []string {
	var block, last []string
	mine := false
	for _, line := range append(lines, "") {
		if by, _, ok := actIn(line); ok {
			mine = by == who
		}
		text, found := strings.CutPrefix(line, prefix)
		if found = found && (prefix != "  " || mine && !inRoom.MatchString(text)); found {
			block = append(block, text)
			continue
		}
		if slices.ContainsFunc(block, func(text string) bool { return row.MatchString(text) }) {
			last = block
		}
		block = nil
	}
	return last
}

// row is a line with buttons or a menu, and inRow one of them; inRoom is a line that everybody sees.
var (
	row    = regexp.MustCompile(`^[\[{]`)
	inRow  = regexp.MustCompile(`\[([^\]]*)\]|\{([^{}]*)\}`)
	inRoom = regexp.MustCompile(`^(\||\[\d+( B)?\] )`)
)

// placeOf is the place of a label among all in a block; -1: it is not there.
func placeOf(label string, block []string) int {
	n := 0
	for _, line := range block {
		if !row.MatchString(line) {
			continue
		}
		for _, m := range inRow.FindAllStringSubmatch(line, -1) {
			for _, l := range strings.Split(m[1]+m[2], " | ") {
				if l == label || m[2] != "" && strings.HasSuffix(l, ": "+label) { // the first of a menu follows its name
					return n
				}
				n++
			}
		}
	}
	return -1
}

// labelsOf are the labels of the buttons and options of a message.
func labelsOf(m wire.Message) []string {
	var out []string
	for _, c := range inside(m.Components) {
		if c.Type == discordgo.ButtonComponent {
			out = append(out, c.Label)
		}
		for _, o := range c.Options {
			out = append(out, inMenu(o))
		}
	}
	return out
}
