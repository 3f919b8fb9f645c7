package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
)

// quoted finds what a text puts in quotation marks.
var quoted = regexp.MustCompile("“([^”]+)”")

// TestQuestionsOnTheBoard follows random matches of both games through every step of their answers: no question speaks of a word that
// is on none of its buttons, a whole answer says what it does, and what is shown as closed is refused for the reason that is shown.
func TestQuestionsOnTheBoard(t *testing.T) {
	t.Parallel()
	for game, set := range map[string]engine.Setup{"celles": nil, "america-triumphant": {"scenario": "breakthrough"}} {
		t.Run(game, func(t *testing.T) {
			c := newClicked(t, game, set)
			entry, err := games.Known().Find(game)
			check(t, err)
			player := enginetest.NewPlayer(11, enginetest.Bias(entry.Weights))
			seen := map[string]int{}
			for range thorough.Or(48, 400) {
				pos, p := c.asked()
				path, err := player.Answer(pos, p)
				check(t, err)
				for n := range len(path) + 1 {
					ask := c.does("draft", p.Seat, p.ID, path[:n]...)
					if n > 0 || ask.Prompt == p.ID {
						c.readable(ask, seen)
					}
				}
				_, err = c.Answer(c.Context(), c.by[p.Seat], p.ID, path)
				check(t, err)
			}
			t.Log(seen)
			if seen["closed"] == 0 || seen["whole"] == 0 {
				t.Errorf("too little was seen: %v", seen)
			}
		})
	}
}

// readable checks one question as it is shown.
func (c *clicked) readable(ask board.Ask, seen map[string]int) {
	c.Helper()
	node := ask.Node
	buttons := []string{node.Give}
	for _, o := range node.Options {
		buttons = append(buttons, o.Label)
	}
	for _, text := range append([]string{ask.Ask, node.Say}, node.Warnings...) {
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			if !slices.ContainsFunc(buttons, func(label string) bool { return strings.HasPrefix(label, m[1]) }) {
				c.Errorf("%s: %q speaks of %q, and the buttons are %q", ask.Prompt, text, m[1], buttons)
			}
		}
	}
	if node.Done && len(node.Path) > 0 {
		seen["whole"]++
		if node.Give == "" || !strings.HasSuffix(node.Say, "?") || strings.Contains(node.Give, "[") {
			c.Errorf("%s: after %q the question is %q, and the button %q", ask.Prompt, node.Path, node.Say, node.Give)
		}
	}
	for _, o := range node.Closed {
		seen["closed"]++
		refused := c.tries(board.Action{Seat: ask.Seat, Do: "draft", Prompt: ask.Prompt, Path: append(slices.Clone(node.Path), o.ID)})
		if refused == nil || !strings.HasPrefix(refused.Text, strings.TrimSuffix(o.Why, ".")) || refused.Rule != o.Rule || o.Label == "" {
			c.Errorf("%s: after %q, %q is closed by %q, and refused by %+v", ask.Prompt, node.Path, o.ID, o.Why, refused)
		}
	}
}

// tries does something, and returns how it was refused; nil: it was not.
func (c *clicked) tries(d board.Action) *board.Refusal {
	c.Helper()
	c.keys++
	d.Key = fmt.Sprint("pressed-", c.keys)
	text, err := json.Marshal(d)
	check(c, err)
	answer, err := c.Post(c.url+"/m/"+string(c.match)+"/do", "application/json", bytes.NewReader(text))
	check(c, err)
	var done board.Outcome
	check(c, errors.Join(json.NewDecoder(answer.Body).Decode(&done), answer.Body.Close()))
	return done.Refusal
}

// TestTheDropIsWorded: what has been chosen of the drop is said by its labels, also a turn whose number is that of a division,
// each stage asks its own question, and the button names the turn.
func TestTheDropIsWorded(t *testing.T) {
	t.Parallel()
	c := newClicked(t, "america-triumphant", nil)
	_, p := c.asked()
	for p.Kind != "drop" {
		_, err := c.Answer(c.Context(), c.by[p.Seat], p.ID, []string{"standard"})
		check(t, err)
		_, p = c.asked()
	}
	var said, asked []string
	for n, path := range [][]string{{"2"}, {"2", "column-21"}, {"2", "column-21", "2107"}} {
		options := c.does("draft", p.Seat, p.ID, path[:n]...).Node.Options
		i := slices.IndexFunc(options, func(o board.Option) bool { return o.ID == path[n] })
		if i < 0 {
			t.Fatalf("%q is not among %+v", path[n], options)
		}
		said = append(said, options[i].Label)
		node := c.does("draft", p.Seat, p.ID, path...).Node
		if !slices.Equal(node.Said[:min(n+1, 2)], said[:min(n+1, 2)]) {
			t.Errorf("of %q is said %q, want %q", path, node.Said, said)
		}
		if slices.Contains(asked, node.Say) {
			t.Errorf("after %q the question is %q again", path, node.Say)
		}
		asked = append(asked, node.Say)
		if n == 2 && (strings.Count(node.Give, "2107") != 1 || !strings.HasSuffix(node.Give, " 2")) {
			t.Errorf("the button says %q", node.Give)
		}
	}
}
