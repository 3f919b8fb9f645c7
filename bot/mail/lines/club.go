package lines

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"referee/bot/locale"
	"referee/bot/typed"
)

// What may stand behind "league": the words are those of the commands of leagues elsewhere, and the catalogue spells
// them as "mail.typed.league."+name. A reader gives what it has read; false: the line is prose.
var ofLeagues = map[string]func(g *Grammar, lang string, args []string) ([]string, bool){
	"standings": bare, "leave": bare, "rules": bare, "log": bare,
	"pairings": func(_ *Grammar, _ string, args []string) ([]string, bool) {
		return args, len(args) == 0 || len(args) == 1 && count(args[0])
	},
	"wish": func(_ *Grammar, _ string, args []string) ([]string, bool) {
		return args, len(args) == 1 && count(args[0])
	},
	"vacation": func(_ *Grammar, _ string, args []string) ([]string, bool) {
		return args, len(args) == 2 && isDay(args[0]) && isDay(args[1])
	},
	"challenge": whom,
	"join":      joining,
	"withdraw":  sure,
	"block":     blocking,
	"bid":       bidding,
	"report":    reporting,
}

// questions are the words of leagues that only ask.
var questions = map[string]bool{"": true, "standings": true, "pairings": true, "rules": true, "log": true}

var (
	dayText  = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	decided  = regexp.MustCompile(`^#?(\d{1,6})(?:-#?(\d{1,6}))?$`)
	ruleText = regexp.MustCompile(`^§?\d[0-9.]*$`)
)

func isDay(w string) bool { return dayText.MatchString(w) }

// count reports whether a word is a small number, with the mark of one or without.
func count(w string) bool {
	n, err := strconv.Atoi(strings.TrimPrefix(w, "#"))
	return err == nil && n >= 0 && n < 10_000
}

func bare(_ *Grammar, _ string, args []string) ([]string, bool) { return nil, len(args) == 0 }

// mostNamed is how many words the name of a player has in a line; more are prose.
const mostNamed = 5

func whom(_ *Grammar, _ string, args []string) ([]string, bool) {
	return []string{strings.Join(args, " ")}, len(args) > 0 && len(args) <= mostNamed
}

// blocking reads a player, and whether it is taken back.
func blocking(g *Grammar, lang string, args []string) ([]string, bool) {
	last := ""
	if n := len(args); n > 1 && off(args[n-1]) {
		args, last = args[:n-1], "off"
	}
	name, ok := whom(g, lang, args)
	return append(name, last), ok
}

// sure reads what has to be meant: "yes" behind it says so.
func sure(g *Grammar, lang string, args []string) ([]string, bool) {
	if len(args) == 1 && g.yes(lang, args[0]) {
		return []string{"yes"}, true
	}
	return nil, len(args) == 0
}

func (g *Grammar) yes(lang, word string) bool {
	return g.meant(lang, typed.Fold(word)) == "yes" || on(word)
}

// joining reads the id of a league, which is not known otherwise to who is in none.
func joining(_ *Grammar, _ string, args []string) ([]string, bool) {
	return args, len(args) == 0 || len(args) == 1 && matchID.MatchString(strings.ToLower(args[0]))
}

// bidding reads a side, a number of VP and, behind "match", a match: "red 2", "2 VP for red match 3".
func bidding(g *Grammar, lang string, args []string) ([]string, bool) {
	out := []string{"", "", ""} // side, VP, match
	match := false
	for _, a := range args {
		w := typed.Fold(a)
		switch {
		case g.spells(lang, "match", w):
			match = true
		case g.spells(lang, "vp", w):
		case count(a) && match:
			out[2], match = strings.TrimPrefix(a, "#"), false
		case count(a) && out[1] == "":
			out[1] = a
		case !count(a) && out[0] == "":
			out[0] = a
		default:
			return nil, false
		}
	}
	return out, out[0] != "" && out[1] != "" && !match
}

// Words of a report: how it ended for who writes.
const (
	Won      = "won"
	Lost     = "lost"
	Draw     = "draw"
	Forfeit  = "forfeit"
	Decisive = "decisive"
)

// reporting reads a match, how it ended for who writes, and the margin: "3 won 5 decisive".
func reporting(g *Grammar, lang string, args []string) ([]string, bool) {
	out := []string{"", "", "", "", ""} // match, outcome, margin, how, yes
	put := func(i int, what string) bool {
		free := out[i] == ""
		out[i] = what
		return free
	}
	for i, a := range args {
		w, ok := typed.Fold(a), false
		for _, outcome := range []string{Won, Lost, Draw} {
			ok = ok || g.spells(lang, outcome, w) && put(1, outcome)
		}
		for _, how := range []string{Forfeit, Decisive} {
			ok = ok || g.spells(lang, how, w) && put(3, how)
		}
		switch {
		case ok:
		case i == 0 && count(a):
			ok = put(0, strings.TrimPrefix(a, "#"))
		case count(a):
			ok = put(2, a)
		case i == len(args)-1 && g.yes(lang, w):
			ok = put(4, "yes")
		}
		if !ok {
			return nil, false
		}
	}
	return out, out[0] != "" && out[1] != ""
}

// spells reports whether a folded word is one of ours, in a language or in English.
func (g *Grammar) spells(lang, name, word string) bool {
	return spelled(g.words, lang, "mail.typed."+name)[word] || spelled(g.words, locale.Languages[0], "mail.typed."+name)[word]
}

// ofLeague is which word of leagues a word is in a language; "": none.
func (g *Grammar) ofLeague(lang, word string) string {
	word = typed.Fold(word)
	for name := range ofLeagues {
		if spelled(g.words, lang, "mail.typed.league."+name)[word] {
			return name
		}
	}
	return ""
}

// league reads what stands behind "league": an id where there may be several, a word, and what belongs to that. Without a
// word it asks which leagues there are.
func (r *reading) league(lang string, args []string) ([]Step, bool) {
	g, s := r.grammar, Step{Kind: League}
	if len(args) > 0 && g.ofLeague(lang, args[0]) == "" && matchID.MatchString(strings.ToLower(args[0])) {
		s.Of, args = strings.ToLower(args[0]), args[1:]
	}
	if len(args) == 0 {
		return []Step{s}, true
	}
	if s.Word = g.ofLeague(lang, args[0]); s.Word == "" {
		return nil, false
	}
	var ok bool
	if s.Args, ok = ofLeagues[s.Word](g, lang, args[1:]); ok && s.Word == "join" && len(s.Args) == 1 {
		s.Of, s.Args = strings.ToLower(s.Args[0]), nil
	}
	return []Step{s}, ok
}

// Rulings are what a judge may rule. The catalogue spells them as "mail.typed.ruling."+name.
const (
	Stands = "stands"
	Rewind = "rewind" // to a decision
	Replay = "replay" // of a decision
	Win    = "win"    // of a seat
	Score  = "score"
)

// plea reads a line with which a text for the judges begins, or one of theirs: "appeal 12-14 rule 8.4: …", "ruling
// stands § 8.4". What stands below it is of that text, too.
func (r *reading) plea(line string) (Step, bool) {
	head, tail, _ := strings.Cut(line, ":")
	c := clean(head)
	if c.quoted || len(c.parts) == 0 {
		return Step{}, false
	}
	words := strings.Fields(strings.Join(c.parts, " "))
	first := typed.Fold(words[0])
	for _, lang := range r.languages {
		g := r.grammar
		if g.says(g.meant(lang, first)) {
			continue
		}
		for kind, name := range map[Kind]string{Appeal: "appeal", Ruling: "ruling"} {
			if !spelled(g.words, lang, "mail.typed."+name)[first] {
				continue
			}
			s := Step{Kind: kind, Word: name, Args: []string{"", ""}}
			if tail = strings.TrimSpace(tail); tail != "" {
				s.Below = []string{tail}
			}
			if g.parseAppeal(lang, words[1:], &s) {
				return s, true
			}
		}
	}
	return Step{}, false
}

// parseAppeal reads the decisions that an appeal is about, or what is ruled, and behind "rule" the numbers of rules.
func (g *Grammar) parseAppeal(lang string, words []string, s *Step) bool {
	rules := false
	for i, w := range words {
		folded := typed.Fold(w)
		switch {
		case s.Kind == Ruling && i == 0:
			for _, name := range []string{Stands, Rewind, Replay, Win, Draw, Score} {
				if g.spells(lang, "ruling."+name, folded) {
					s.Args[0] = name
				}
			}
			if s.Args[0] == "" {
				return false
			}
		case g.spells(lang, "rule", folded):
			rules = true
		case rules && ruleText.MatchString(w):
			s.Rules = append(s.Rules, strings.Trim(w, "§."))
		case !rules && s.Kind == Appeal && i == 0 && decided.MatchString(w):
			s.Args = decided.FindStringSubmatch(w)[1:]
		case !rules && i == 1 && (s.Args[0] == Win || (s.Args[0] == Rewind || s.Args[0] == Replay) && ordinal.MatchString(w)):
			s.Args[1] = strings.TrimPrefix(folded, "#")
		case !rules && i == 2 && s.Args[0] == Win && ordinal.MatchString(w):
			s.Args = append(s.Args, strings.TrimPrefix(folded, "#"))
		default:
			return false
		}
	}
	return s.Kind == Appeal || s.Args[0] != ""
}

// pleading adds a line to the text that an appeal has begun; false where none has.
func (p *Plan) pleading(line string) bool {
	n := len(p.Steps)
	if n == 0 || p.Steps[n-1].Kind != Appeal && p.Steps[n-1].Kind != Ruling {
		return false
	}
	s := &p.Steps[n-1]
	if c := clean(line); !c.quoted {
		s.Below = append(s.Below, strings.TrimSpace(line))
	}
	return true
}

// leagueEntries adds the words of leagues to those that begin a line.
func leagueEntries(words *locale.Words, lang string, out map[string]entry) {
	for way := range spelled(words, lang, "mail.typed.league") {
		out[way] = entry{"league", League, none}
	}
	for way := range spelled(words, lang, "mail.typed.case") {
		out[way] = entry{"case", Reads, none}
	}
}

// LeagueLine is how a line about a league is written first in a language; id may be "".
func LeagueLine(words *locale.Words, lang, id, name string, args ...string) string {
	out := []string{Spelled(words, lang, "league"), id}
	if name != "" {
		out = append(out, Spelled(words, lang, "league."+name))
	}
	return strings.Join(slices.DeleteFunc(append(out, args...), func(s string) bool { return s == "" }), " ")
}
