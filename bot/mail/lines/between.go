package lines

import (
	"regexp"
	"strings"

	"referee/bot/locale"
)

// between are acts of a match of which the table has no word: pauses, vacations, and requests to go back. The catalogue spells them as
// "mail.typed."+name, as the commands are called elsewhere.
var between = map[string]fields{
	"pause":     optional(func(_ *Grammar, _, w string) bool { return fewDays.MatchString(w) }),
	"end-pause": none,
	"ask-back":  one(func(_ *Grammar, _, w string) bool { return ordinal.MatchString(w) }),
	"away-match": func(_ *Grammar, _ string, args []string) bool {
		if len(args) == 1 {
			args = strings.Split(args[0], "..") // as the refusal of one shows it
		}
		return (len(args) == 1 || len(args) == 2) && isDay(args[0]) && isDay(args[len(args)-1])
	},
}

var fewDays = regexp.MustCompile(`^[1-9]\d{0,2}d?$`)

// betweenEntries adds them to the words that begin a line.
func betweenEntries(words *locale.Words, lang string, out map[string]entry) {
	for name, args := range between {
		for way := range spelled(words, lang, "mail.typed."+name) {
			out[way] = entry{name, Act, args}
		}
	}
}
