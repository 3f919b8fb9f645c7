package clock

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"referee/engine/refusal"
)

// Mode is how time is given.
type Mode string

// The modes. A hand-off is over when somebody else is waited for.
const (
	None    Mode = "none"    // there is no clock
	Limit   Mode = "limit"   // Settings.Time for each hand-off
	Reserve Mode = "reserve" // Settings.Time for the match, and Increment for each hand-off but the first
)

// Consequence is what follows when a player's time is up.
type Consequence string

// The consequences.
const (
	Remind     Consequence = "remind"     // both are told, nothing else
	Caretaker  Consequence = "caretaker"  // somebody answers for them until somebody else is waited for
	Adjudicate Consequence = "adjudicate" // the match ends by the score as it stands
	Loss       Consequence = "loss"       // the match is lost
)

// What may be set at most.
const (
	maxTime      = 365 * day
	maxReminders = 5
	maxVacation  = 60
)

// Settings are how the clocks of a match run. The zero Settings are no clock.
type Settings struct {
	Mode      Mode
	Time      time.Duration // at least a minute
	Increment time.Duration // only with Reserve
	Cap       time.Duration // increments do not raise a reserve above it; 0: no bound
	// Grace is how long nothing happens yet when the time is up. It runs like
	// the clock does, and is there in every hand-off.
	Grace time.Duration
	// Remind lists when to remind, rising: per cent of what there was when the
	// hand-off began.
	Remind   []int
	Vacation int // days for each player
	Then     Consequence
	// Program is the name of the program that answers as the [Caretaker]; "": the defaults are
	// answered. Whether there is such a program is for the caller to know.
	Program string
}

// Runs reports whether there is a clock.
func (s Settings) Runs() bool { return s.Mode == Limit || s.Mode == Reserve }

// Parse reads settings as [Settings.String] writes them:
//
//	none
//	limit 3d remind 50 80 then remind
//	reserve 10d +12h cap 15d grace 6h remind 50 80 vacation 14 then caretaker
//	limit 3d then caretaker sergeant
//	2d
//
// A time alone is a limit for each hand-off. The parts after the first may come in any order or be missing; without a
// consequence it is remind. An empty text is none. It returns ErrSettings.
func Parse(text string) (Settings, error) {
	s, ok := parse(strings.Fields(strings.ToLower(text)))
	if !ok || !s.valid() {
		return Settings{}, fmt.Errorf("%w: %q", ErrSettings, text)
	}
	return s, nil
}

func parse(words []string) (s Settings, ok bool) {
	if len(words) == 0 || len(words) == 1 && words[0] == string(None) {
		return Settings{}, true
	}
	if _, isTime := parseLength(words[0]); isTime {
		words = append([]string{string(Limit)}, words...)
	}
	if len(words) < 2 {
		return s, false
	}
	s.Mode, s.Then = Mode(words[0]), Remind
	if s.Time, ok = parseLength(words[1]); !ok {
		return s, false
	}
	for words = words[2:]; len(words) > 0; {
		if words, ok = s.part(words); !ok {
			return s, false
		}
	}
	return s, true
}

// part reads one part of settings, and returns the words behind it.
func (s *Settings) part(words []string) (rest []string, ok bool) {
	if plus, is := strings.CutPrefix(words[0], "+"); is {
		s.Increment, ok = parseLength(plus)
		return words[1:], ok
	}
	if len(words) < 2 {
		return nil, false
	}
	value := words[1]
	rest = words[2:]
	switch words[0] {
	case "cap":
		s.Cap, ok = parseLength(value)
	case "grace":
		s.Grace, ok = parseLength(value)
	case "vacation":
		s.Vacation, ok = number(value)
	case "then":
		s.Then, s.Program, ok = Consequence(value), "", true
		if s.Then == Caretaker && len(rest) > 0 && isName(rest[0]) {
			s.Program, rest = rest[0], rest[1:]
		}
	case "remind":
		for rest = words[1:]; len(rest) > 0; rest = rest[1:] {
			n, is := number(rest[0])
			if !is {
				break
			}
			s.Remind, ok = append(s.Remind, n), true
		}
	}
	return rest, ok
}

// parts are the words with which a part of settings begins.
var parts = []string{"cap", "grace", "vacation", "then", "remind"}

// isName reports whether a word can be the name of a program: it is of letters, and begins no part.
func isName(word string) bool {
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" && !slices.Contains(parts, word)
}

func number(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// valid reports whether the parts fit together.
func (s Settings) valid() bool {
	if s.Mode == "" {
		return true
	}
	last := 0
	for _, p := range s.Remind {
		if p <= last || p >= 100 {
			return false
		}
		last = p
	}
	switch s.Then {
	case Remind, Caretaker, Adjudicate, Loss:
	default:
		return false
	}
	return s.Runs() && s.Time >= time.Minute && s.Time <= maxTime && s.Increment <= maxTime && s.Grace <= maxTime &&
		(s.Cap == 0 || s.Cap >= s.Time) && (s.Mode == Reserve || s.Increment == 0 && s.Cap == 0) &&
		len(s.Remind) <= maxReminders && s.Vacation >= 0 && s.Vacation <= maxVacation
}

// String is what Parse reads.
func (s Settings) String() string {
	if !s.Runs() {
		return string(None)
	}
	words := []string{string(s.Mode), writeLength(s.Time)}
	if s.Increment > 0 {
		words = append(words, "+"+writeLength(s.Increment))
	}
	if s.Cap > 0 {
		words = append(words, "cap", writeLength(s.Cap))
	}
	if s.Grace > 0 {
		words = append(words, "grace", writeLength(s.Grace))
	}
	for i, p := range s.Remind {
		if i == 0 {
			words = append(words, "remind")
		}
		words = append(words, strconv.Itoa(p))
	}
	if s.Vacation > 0 {
		words = append(words, "vacation", strconv.Itoa(s.Vacation))
	}
	words = append(words, "then", string(s.Then))
	if s.Program != "" {
		words = append(words, s.Program)
	}
	return strings.Join(words, " ")
}

// Errors of what people type. The text that was wrong stands behind them.
var (
	ErrSleep    = refusal.New("referee.refuse.sleep", "clock: hours of sleep are written 23:00-07:30, 12 hours at most")
	ErrSettings = refusal.New("referee.refuse.clock", "clock: settings are written reserve 10d +12h grace 6h remind 50 80 then caretaker")
	ErrVacation = refusal.New("referee.refuse.vacation", "clock: a vacation is written 2026-12-24..2026-12-28")
)
