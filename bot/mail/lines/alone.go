package lines

import (
	"slices"
	"strings"

	"referee/bot/typed"
)

// A mail program wraps paragraphs, and one word of a sentence may be left alone on a line: "… call it a⏎draw." So a line whose
// words are all of everyday language is obeyed only where it stands by itself.

// surroundings is what is known of the lines around the one that is read.
type surroundings struct {
	free bool   // above is an empty line, the beginning of the mail, a greeting that begins it, or another order or question
	last string // the line above
	// looked is the line up to which below has looked, and open what it has found.
	looked int
	open   bool
}

// passed notes that a line was read: whether it says something, and does so wherever it stands.
func (r *reading) passed(c cleaned, read, strong bool) {
	r.last = strings.TrimSpace(r.own[r.at])
	greeting := r.line == 1 && !read && c.called && len(strings.Fields(r.last)) <= longestGreeting
	r.free = c.quoted || strong || read && r.free || greeting
}

// longestGreeting is how many words a greeting has at most.
const longestGreeting = 4

// meant refuses what a line would do that has a question mark, or that does not stand by itself though it must.
func (r *reading) meant(steps []Step, c cleaned) []Step {
	switch {
	case c.asked && slices.ContainsFunc(steps, func(s Step) bool { return s.Kind != Refused && !s.Asks() && !s.Writes() }):
		return []Step{refused("mail.lines.asked", c)}
	case lone(steps, c) && !r.alone(steps, c):
		return []Step{refused("mail.lines.alone", c)}
	}
	return steps
}

// lone reports whether a line does something, and sentences have all of its words too.
func lone(steps []Step, c cleaned) bool {
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s Step) bool {
		switch s.Kind {
		case Order:
			return slices.ContainsFunc(s.Orders, func(o string) bool { return strings.Contains(o, " ") || hasShape(o) && !isHex(o) })
		case Account, League:
			return s.Asks() || strings.ContainsAny(strings.Join(c.parts, " "), "0123456789@=/")
		case Appeal:
			return s.Args[0] != "" || len(s.Rules) > 0
		case Act:
			return len(s.Args) > 0 && s.Word != "resign"
		case Number, Ruling:
			return false
		default:
			return true
		}
	})
}

// alone reports whether the line that is read stands by itself: no prose is right above it nor, of a verb or with a comma at its
// end, right below. Above a number a sentence may have ended.
func (r *reading) alone(steps []Step, c cleaned) bool {
	switch {
	case r.free:
		return !c.called && !slices.ContainsFunc(steps, r.verb) || r.below()
	case steps[0].Kind == Number:
		return strings.ContainsAny(r.last[len(r.last)-1:], ".!?:,;)")
	default:
		return false
	}
}

// verb reports whether a step says what is done, rather than yes or no or who plays how.
func (r *reading) verb(s Step) bool {
	return s.Kind == Act || slices.ContainsFunc(s.Orders, func(o string) bool { return r.grammar.verbs[o].words != nil && !on(o) && !off(o) })
}

// below reports whether an empty line, the end of the mail, or another order or question is below the line that is read. Others
// that must stand by themselves may be in between.
func (r *reading) below() bool {
	if r.at < r.looked {
		return r.open
	}
	for r.looked = r.at + 1; r.looked < min(len(r.own), r.at+mostSteps); r.looked++ {
		text := strings.TrimSpace(r.own[r.looked])
		c := clean(text)
		if c.quoted || len(c.parts) == 0 {
			break
		}
		steps, try := r.read(text, c)
		r.open = try || len(steps) > 0 && !(r.prose && begins(text)) && (steps[0].Kind != Refused || r.commands(c))
		if !r.open || try || !lone(steps, c) {
			return r.open
		}
	}
	r.open = true
	return true
}

// commands reports whether a line that cannot be read begins as an order all the same: "move unit-x 2316", but not "because unit-a
// is lost".
func (r *reading) commands(c cleaned) bool {
	first, _, _ := strings.Cut(typed.Fold(c.parts[0]), " ")
	return slices.ContainsFunc(r.languages, func(lang string) bool { return r.grammar.says(r.grammar.meant(lang, first)) })
}
