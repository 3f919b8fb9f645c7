package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"referee/bot/board"
	"referee/bot/referee"
	"referee/bot/test/localetest"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/store"
)

// clicked is a board on which seats are played by clicks.
type clicked struct {
	*testing.T
	*referee.Referee
	*http.Client
	match match.ID
	url   string
	by    map[engine.Seat]referee.Command
	keys  int
}

// newClicked opens a match of a game on a board.
func newClicked(t *testing.T, game string, set engine.Setup) *clicked {
	kept, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "referee.db"), store.Options{NoSync: true})
	check(t, err)
	t.Cleanup(func() { check(t, kept.Close()) })
	list, err := games.Known().Referee(game, nil)
	check(t, err)
	r, err := referee.New(referee.Config{Games: list, Store: kept, Dice: dice.NewSeeded(t.Name())})
	check(t, err)
	screen := board.NewScreen("table:", "en")
	b, err := board.New(t.Context(), board.Config{Referee: r, Visitors: screen})
	check(t, err)
	served := httptest.NewServer(b)
	t.Cleanup(served.Close)
	opened, err := r.Open(t.Context(), referee.Command{Door: "test"}, referee.Opening{Game: game, Setup: set, Place: "table"})
	check(t, err)
	jar, err := cookiejar.New(nil)
	check(t, err)
	c := &clicked{
		T: t, Referee: r, Client: &http.Client{Jar: jar}, match: opened.Match, url: served.URL, by: map[engine.Seat]referee.Command{},
	}
	for _, seat := range []engine.Seat{"german", "allied"} {
		c.by[seat] = referee.Command{Match: c.match, Seat: seat, Account: "table:" + string(seat), Name: string(seat), Door: "test"}
		_, err = r.Join(c.Context(), c.by[seat])
		check(t, err)
	}
	in, err := c.Get(served.URL + screen.Path())
	check(t, err)
	check(t, in.Body.Close())
	return c
}

// does does something for a seat, and returns what it is asked then.
func (c *clicked) does(do string, seat engine.Seat, prompt engine.PromptID, path ...string) board.Ask {
	c.Helper()
	c.keys++
	text, err := json.Marshal(board.Action{Key: fmt.Sprint("pressed-", c.keys), Seat: seat, Do: do, Prompt: prompt, Path: path})
	check(c, err)
	answer, err := c.Post(c.url+"/m/"+string(c.match)+"/do", "application/json", bytes.NewReader(text))
	check(c, err)
	var done board.Outcome
	check(c, errors.Join(json.NewDecoder(answer.Body).Decode(&done), answer.Body.Close()))
	if done.Refusal != nil || done.State == nil {
		c.Fatalf("%s %v: %+v", do, path, done)
	}
	return done.State.Asks[0]
}

// asked is the position and its question.
func (c *clicked) asked() (engine.Position, engine.Prompt) {
	s, err := c.Snapshot(c.Context(), c.match)
	check(c, err)
	pos := s.Match().Position()
	prompts := pos.Prompts()
	if len(prompts) == 0 {
		c.Fatal("no question is open: the match is over")
	}
	return pos, prompts[0]
}

// TestFarHexes: a unit that was clicked can be sent to every hex in its reach with one click, over the way that the game
// finds, and all that is offered is accepted.
func TestFarHexes(t *testing.T) {
	c := newClicked(t, "celles", nil)
	for _, typed := range []struct{ seat, text string }{{"allied", "standard"}, {"german", "draw"}} {
		_, err := c.Order(c.Context(), c.by[engine.Seat(typed.seat)], typed.text)
		check(t, err)
	}
	_, p := c.asked()
	ask := c.does("pick", "german", p.ID, "2pz-a")
	for range 3 { // what else is asked first
		if ask.Prompt.Kind() == "move" {
			break
		}
		ask = c.does("pick", "german", ask.Prompt, "done")
	}
	prompt := ask.Prompt
	ask = c.does("pick", "german", prompt, "2pz-a")
	var far []board.Option
	for _, o := range ask.Node.Options {
		if o.Far {
			far = append(far, o)
		}
		if o.Hex != "" && !leftThere().MatchString(o.Label) {
			t.Errorf("%s does not say what is left there", o.Label)
		}
	}
	if !slices.ContainsFunc(far, func(o board.Option) bool { return o.Label == "To 2711 by 2811: 2.5 MP, 6.5 MP left" }) {
		t.Errorf("the next hex is not offered by the way that leaves most: %+v", far)
	}
	if len(far) == 0 || far[0].Cost == "" || far[0].Label == "" {
		t.Fatalf("nothing is offered beyond the next hexes: %+v", ask.Node.Options)
	}
	last := far[len(far)-1]
	path := c.does("pick", "german", prompt, "2pz-a", last.ID).Node.Path
	if len(path) < 3 || slices.Contains(path, last.ID) || path[len(path)-1] != last.Hex {
		t.Errorf("%+v leads to %v: not over hexes", last, path)
	}
}

var labelled = flag.Int("labels", 0, "moves in each game of which every hex is clicked (0: 2 of them, 6 with -slow)")

// leftThere finds the MP that a label says are left there.
var leftThere = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`([0-9./]+)` + regexp.QuoteMeta(localetest.Part("en", "web.far.left")))
})

// leftNow finds the MP that a unit has in the question afterwards.
var leftNow = regexp.MustCompile(`([0-9./]+) MP`)

// TestMoveLabelsMatchClicks: in positions out of random play every hex that is offered to a unit says what is left
// there, and a click on it leaves just that, as if there were no better way.
func TestMoveLabelsMatchClicks(t *testing.T) {
	t.Parallel()
	want := *labelled
	if want == 0 {
		want = 6
		if thorough.Brief() {
			want = 2
		}
	}
	for game, set := range map[string]engine.Setup{"celles": nil, "america-triumphant": {"scenario": "breakthrough"}} {
		t.Run(game, func(t *testing.T) {
			c := newClicked(t, game, set)
			entry, err := games.Known().Find(game)
			check(t, err)
			player := enginetest.NewPlayer(7, enginetest.Bias(entry.Weights))
			clicks := 0
			for moves := 0; moves < want; {
				pos, p := c.asked()
				if p.Kind == "move" && clicks%3 == 0 {
					if c.clickEach(pos, p) {
						moves++
					}
				}
				clicks++
				path, err := player.Answer(pos, p)
				check(t, err)
				_, err = c.Answer(c.Context(), c.by[p.Seat], p.ID, path)
				check(t, err)
			}
		})
	}
}

// clickEach clicks every hex that is offered to the first unit that can move, and to it a hex further on; false: none can.
func (c *clicked) clickEach(pos engine.Position, p engine.Prompt) bool {
	node, err := pos.Options(p.ID, nil)
	check(c, err)
	for _, o := range node.Options {
		if next, err := pos.Options(p.ID, []string{o.ID}); err != nil || next.Done && len(next.Options) == 0 {
			continue
		}
		if at := c.clickAll(p, []string{o.ID}); len(at) > 0 {
			c.clickAll(p, at)
			return true
		}
	}
	return false
}

// clickAll clicks every hex that is offered after a path, and returns where the last led.
func (c *clicked) clickAll(p engine.Prompt, path []string) (on []string) {
	ask := c.does("draft", p.Seat, p.ID, path...)
	for _, o := range ask.Node.Options {
		said := leftThere().FindStringSubmatch(o.Label)
		if o.Hex == "" || said == nil {
			continue
		}
		then := c.does("draft", p.Seat, p.ID, append(slices.Clone(path), o.ID)...).Node
		if at := then.Path[len(then.Path)-1]; strings.TrimPrefix(at, "to:") != o.Hex {
			c.Errorf("after %v %q leads to %s", path, o.Label, at)
		}
		if left := leftNow.FindStringSubmatch(then.Say); left != nil {
			on = then.Path
			if left[1] != said[1] {
				c.Errorf("after %v %q: %s", path, o.Label, then.Say)
			}
		}
	}
	return on
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
