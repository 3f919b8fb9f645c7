package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/referee"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/dice"
	"referee/store"
)

// TestFarHexes: a unit that was clicked can be sent to every hex in its reach with one click, over the way that the game
// finds, and all that is offered is accepted.
func TestFarHexes(t *testing.T) {
	kept, err := store.Open(filepath.Join(t.TempDir(), "referee.db"), store.Options{NoSync: true})
	check(t, err)
	t.Cleanup(func() { check(t, kept.Close()) })
	list, err := games.Known().Referee("celles", nil)
	check(t, err)
	r, err := referee.New(referee.Config{Games: list, Store: kept, Dice: dice.NewSeeded(t.Name())})
	check(t, err)
	screen := board.NewScreen("table:", "en")
	b, err := board.New(t.Context(), board.Config{Referee: r, Visitors: screen})
	check(t, err)
	served := httptest.NewServer(b)
	t.Cleanup(served.Close)
	opened, err := r.Open(referee.Command{Door: "test"}, referee.Opening{Place: "table"})
	check(t, err)
	by := map[engine.Seat]referee.Command{}
	for _, seat := range []engine.Seat{"german", "allied"} {
		by[seat] = referee.Command{Match: opened.Match, Seat: seat, Account: "table:" + string(seat), Name: string(seat), Door: "test"}
		_, err = r.Join(by[seat])
		check(t, err)
	}
	for _, typed := range []struct{ seat, text string }{{"allied", "standard"}, {"german", "draw"}} {
		_, err = r.Order(by[engine.Seat(typed.seat)], typed.text)
		check(t, err)
	}
	jar, err := cookiejar.New(nil)
	check(t, err)
	c := &http.Client{Jar: jar}
	in, err := c.Get(served.URL + screen.Path())
	check(t, err)
	check(t, in.Body.Close())
	key := byte('a')
	pick := func(prompt engine.PromptID, path ...string) *board.State {
		t.Helper()
		text, err := json.Marshal(board.Deed{Key: "pressed-" + string(key), Seat: "german", Do: "pick", Prompt: prompt, Path: path})
		check(t, err)
		key++
		answer, err := c.Post(served.URL+"/m/"+string(opened.Match)+"/do", "application/json", bytes.NewReader(text))
		check(t, err)
		var done board.Done
		check(t, errors.Join(json.NewDecoder(answer.Body).Decode(&done), answer.Body.Close()))
		if done.Refusal != nil || done.State == nil {
			t.Fatalf("%v: %+v", path, done)
		}
		return done.State
	}
	l, err := r.Snapshot(opened.Match)
	check(t, err)
	now, err := l.Look("german")
	check(t, err)
	st := pick(now.Asks[0].Prompt, "2pz-a")
	for range 3 { // what else is asked first
		if st.Asks[0].Prompt.Kind() == "move" {
			break
		}
		st = pick(st.Asks[0].Prompt, "done")
	}
	prompt := st.Asks[0].Prompt
	st = pick(prompt, "2pz-a")
	var far []board.Option
	for _, o := range st.Asks[0].Node.Options {
		if o.Far {
			far = append(far, o)
		}
		if o.Hex != "" && !strings.Contains(o.Label, " left there") {
			t.Errorf("%s does not say what is left there", o.Label)
		}
	}
	if len(far) == 0 || far[0].Cost == "" || far[0].Label == "" {
		t.Fatalf("nothing is offered beyond the next hexes: %+v", st.Asks[0].Node.Options)
	}
	last := far[len(far)-1]
	st = pick(prompt, "2pz-a", last.ID)
	path := st.Asks[0].Node.Path
	if len(path) < 3 || slices.Contains(path, last.ID) || path[len(path)-1] != last.Hex {
		t.Errorf("%+v leads to %v: not over hexes", last, path)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
