package incoming

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first used: to compile them all takes some milliseconds,
// and most commands of the program read no mail.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
