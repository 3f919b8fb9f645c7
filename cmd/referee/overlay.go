package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/bot/locale"
	"referee/cmd/cli"
	"referee/engine"
)

// overlay asks the query NAME or NAME:ARGUMENT,ARGUMENT. A query about one seat is asked
// about every seat if none is named.
func overlay(on subject, s string) (*engine.Answer, error) {
	info := on.game.Info()
	name, value, given := strings.Cut(s, ":")
	q, answered := info.Query(name)
	if !answered {
		var known []string
		for _, q := range info.Queries {
			known = append(known, q.Name)
		}
		return nil, cli.Misused("--overlay %s: %s answers %s", s, info.Game, strings.Join(known, ", "))
	}
	values := []string{value}
	switch {
	case len(q.Args) == 0 && given:
		return nil, cli.Misused("--overlay %s: %s has no argument", s, name)
	case len(q.Args) > 0 && !given && !q.Args[0].Optional:
		if values = seatWords(info, q.Args[0].Kind); values == nil {
			return nil, cli.Misused("--overlay %s: name a %s after it, for example %s:%s", s, q.Args[0].Name, name, strings.ToUpper(q.Args[0].Name))
		}
	}
	var all engine.Answer
	for _, v := range values {
		query := engine.Query{Name: name, Args: arguments(info, q, v)}
		a, err := on.pos.Ask(on.as, query)
		if err != nil {
			return nil, fmt.Errorf("--overlay %s: %w", s, spoken(err, on.words, on.lang))
		}
		all.Lines = append(all.Lines, a.DrawnLines()...)
		all.Marks = append(all.Marks, a.Marks...)
		all.Bars = append(all.Bars, a.Bars...)
		all.Paths = append(all.Paths, a.Paths...)
	}
	return &all, nil
}

// arguments puts words between commas into the arguments of a query, in their order; a
// repeated one takes all that are left, and an optional one takes none that do not fit
// it.
func arguments(info *engine.Info, q engine.QueryInfo, list string) map[string][]string {
	out := map[string][]string{}
	if list == "" {
		return out
	}
	at := 0
	for word := range strings.SplitSeq(list, ",") {
		for at+1 < len(q.Args) && q.Args[at].Optional && !slices.Contains(info.Words[q.Args[at].Kind], word) {
			at++
		}
		if at < len(q.Args) {
			out[q.Args[at].Name] = append(out[q.Args[at].Name], word)
			if !q.Args[at].Repeat {
				at++
			}
		}
	}
	return out
}

// seatWords lists the words of a kind if they are the names of the seats.
func seatWords(info *engine.Info, kind engine.WordKind) []string {
	seats := seatNames(info.Seats)
	if words := info.Words[kind]; len(words) == len(seats) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(seats, w) }) {
		return seats
	}
	return nil
}

// spoken puts a refusal into words; other errors are not changed.
func spoken(err error, words *locale.Words, lang string) error {
	var illegal *engine.Illegal
	if errors.As(err, &illegal) {
		return fmt.Errorf("rule %s: %s", illegal.Rule, words.Say(lang, illegal.Why))
	}
	return err
}
