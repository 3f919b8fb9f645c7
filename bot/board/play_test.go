package board_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/america"
	"referee/engine/enginetest"
	"referee/engine/enginetest/patience"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/engine/play"
)

var patienceGame = referee.Game{ID: "patience", Law: 1, Data: patience.Files(), Open: patience.Open}

// clicker plays by what a page shows, and by nothing else.
type clicker struct {
	*site
	*http.Client
	rand  *rand.Rand
	rolls bool // the match has some
	keys  int
}

// state is what a page shows of the match to a seat, all of it in words.
func (c *clicker) state(query string) board.State {
	c.Helper()
	answer, text := sent(c, c.Client, request(c, c.url+"/m/"+string(c.id)+"/state?"+query))
	if answer.StatusCode != http.StatusOK || strings.Contains(text, `"[`) || strings.Contains(text, " [") {
		at := max(0, strings.Index(text, `[web`)-100)
		c.Fatalf("%s, or a word is missing: %.600s", answer.Status, text[at:])
	}
	return decoded[board.State](c, text)
}

// action is an action under a key of its own.
func (c *clicker) action(st board.State, d board.Action) board.Action {
	c.keys++
	d.Key, d.Seen = fmt.Sprintf("key-%06d", c.keys), st.Seen
	return d
}

// click takes one option of what a seat is asked, or gives what is whole.
func (c *clicker) click(st board.State, seat engine.Seat) {
	c.Helper()
	i := slices.IndexFunc(st.Asks, func(a board.Ask) bool { return a.Mine })
	if i < 0 {
		c.Fatalf("%s is not asked: %+v", seat, st.Asks)
	}
	n := st.Asks[i].Node
	d := board.Action{Seat: seat, Do: "pick", Prompt: st.Asks[i].Prompt, Path: slices.Clone(n.Path)}
	if n.Done && (len(n.Options) == 0 || c.rand.IntN(2) == 0) {
		d.Do = "answer"
	} else {
		d.Path = append(d.Path, n.Options[c.rand.IntN(len(n.Options))].ID)
	}
	done := c.does(c.Client, c.action(st, d), http.StatusOK)
	if done.Unsure != nil || done.Refusal != nil {
		c.Errorf("what was offered is refused: %+v %+v", done.Refusal, done.Unsure)
	}
}

// TestMatchesByClicks: in every language matches are played to their end by what may be clicked alone, with a map and
// without, and every text is there.
func TestMatchesByClicks(t *testing.T) {
	for _, g := range []referee.Game{toyGame, patienceGame} {
		for i, lang := range locale.Languages {
			screen := board.NewScreen("table:", lang)
			s := newSiteOf(t, screen, playing(g))
			s.screen = screen
			c := &clicker{site: s, Client: s.browser(), rand: rand.New(rand.NewPCG(5, uint64(i))), rolls: g.ID == "toy"}
			for n := 0; ; n++ {
				st := c.state("")
				if len(st.Result) > 0 {
					if len(st.Asks) > 0 || st.Queries == nil {
						t.Errorf("at the end: %+v", st)
					}
					break
				}
				if n == 300 {
					t.Fatalf("%s does not come to its end: %s", g.ID, st.Status)
				}
				seat := st.Asks[0].Seat
				if st.Viewer.HandOver != "" {
					seat = st.Viewer.HandOver
				}
				st = c.state("seat=" + string(seat))
				if g.ID == "patience" && (st.Layers != board.Layers{} || strings.Contains(st.Text, "Hex")) || g.ID == "toy" && st.Layers.Pieces == "" {
					t.Errorf("%s has the map %.60q", g.ID, st.Layers.Pieces)
				}
				c.click(st, seat)
			}
			last := c.state("").Last
			for seq := 1; seq <= last; seq++ {
				if past := c.state(fmt.Sprintf("seq=%d", seq)); past.Seq != seq || past.Last != last || seq < last && (past.Seen != "" || len(past.Asks)+len(past.Acts) > 0) {
					t.Errorf("decision %d of %d looks like %+v", seq, last, past)
				}
			}
			c.reads(last)
		}
	}
}

// TestTheDefaultAnswerAtOnce: an answer that names several things is kept half built by one click as its default has it,
// and is not offered so once something is.
func TestTheDefaultAnswerAtOnce(t *testing.T) {
	screen := board.NewScreen("table:", "en")
	s := newSiteOf(t, screen, playing(referee.Game{ID: "america-triumphant", Law: 1, Data: america.Files(), Open: america.Open}))
	s.screen = screen
	s.begin("america-triumphant", engine.Setup{"scenario": "breakthrough"})
	for _, given := range []struct {
		seat  engine.Seat
		order string
	}{{"allied", "standard"}, {"german", "standard"}, {"german", "none"}} {
		_, err := s.Order(s.Context(), s.command(given.seat), given.order)
		must(t, err)
	}
	c := &clicker{site: s, Client: s.browser()}
	st := c.state("seat=german")
	ask := st.Asks[0]
	done := c.does(c.Client, c.action(st, board.Action{Seat: "german", Do: "draft", Prompt: ask.Prompt, Path: ask.Usual}), http.StatusOK)
	if now := done.State.Asks[0]; len(ask.Usual) < 3 || !now.Node.Done || !slices.Equal(now.Node.Path, ask.Usual) || now.Usual != nil {
		t.Errorf("of %v: %+v", ask.Usual, now)
	}
}

// TestCoversSecretsAlone: of two at one screen nobody need look away from a side that is asked nothing in secret and sees
// no more than everybody, also while something of the other side is secret.
func TestCoversSecretsAlone(t *testing.T) {
	covered, open, beside := 0, 0, 0
	for _, seed := range []uint64{10, 22} { // of those in which a trap is sprung and the other is not
		screen := board.NewScreen("table:", "en")
		s := newSiteOf(t, screen, playing(toyGame))
		s.screen = screen
		s.begin("toy", engine.Setup{"traps": "on", "rounds": "5"})
		c := &clicker{site: s, Client: s.browser(), rand: rand.New(rand.NewPCG(seed, 0)), rolls: true}
		for st := c.state(""); len(st.Result) == 0; st = c.state("") {
			seat := st.Viewer.HandOver
			if seat != "" {
				covered++
			} else {
				seat = st.Viewer.Seat
				if i := slices.IndexFunc(st.Asks, func(a board.Ask) bool { return a.Mine }); len(st.Asks[i].Node.Path) == 0 {
					open++
					if public := c.state("seat=" + string(engine.Spectator)); st.Text != public.Text || st.Asks[i].Secret {
						t.Fatalf("seed %d: without a cover %s sees\n%s\nand everybody\n%s", seed, seat, st.Text, public.Text)
					}
					now, err := s.Snapshot(c.Context(), s.id)
					must(t, err)
					if now.Match().VisibleTo(engine.Spectator).Incomplete() {
						beside++
					}
				}
			}
			c.click(c.state("seat="+string(seat)), seat)
		}
	}
	if covered == 0 || open == 0 || beside == 0 {
		t.Errorf("%d states were covered, %d were open, %d of these beside a secret", covered, open, beside)
	}
}

// reads reads the record in all its forms.
func (c *clicker) reads(last int) {
	c.Helper()
	at := "/m/" + string(c.id)
	record := get[[]board.Entry](c.site, c.Client, at+"/log", http.StatusOK)
	rolls, headings := 0, 0
	for _, e := range record {
		rolls += len(e.Rolls)
		if e.Turn != "" {
			headings++
		}
	}
	if c.rolls && headings < 3 { // a heading for each round at least
		c.Errorf("%d headings", headings)
	}
	if len(record) != last || c.rolls && rolls == 0 {
		c.Errorf("%d decisions, and %d rolls, in the log of %d", len(record), rolls, last)
	}
	if part := get[[]board.Entry](c.site, c.Client, at+"/log?from=1&to=3", http.StatusOK); len(part) != 2 || part[0].Seq != 2 {
		c.Errorf("decisions 2 and 3: %+v", part)
	}
	if scenes := get[[]board.Scene](c.site, c.Client, at+"/scenes", http.StatusOK); len(scenes) == 0 || scenes[len(scenes)-1].To != last {
		c.Errorf("%d scenes", len(scenes))
	}
	for _, q := range c.state("").Queries {
		if q.Takes != "" {
			continue
		}
		if a := get[board.Answer](c.site, c.Client, at+"/ask?q="+url.QueryEscape(q.Name), http.StatusOK); len(a.Lines) == 0 || strings.Contains(strings.Join(a.Lines, ""), "[") {
			c.Errorf("%s is answered by %q", q.Name, a.Lines)
		}
	}
}

// TestActs: what is offered beside answering can be done, by who it is offered to.
func TestActs(t *testing.T) {
	s := newSite(t)
	c := &clicker{site: s, Client: s.browser()}
	red, blue := "seat=red", "seat=blue"
	act := func(query, do string) {
		t.Helper()
		st := c.state(query)
		i := slices.IndexFunc(st.Acts, func(a board.Button) bool { return a.Do == do })
		if i < 0 {
			t.Fatalf("%s is not among %+v", do, st.Acts)
		}
		text := ""
		switch do {
		case "note":
			text = "hold the ford"
		case "stand":
			info, err := s.Games.Info("")
			must(t, err)
			text = info.Clauses[0].Example
		}
		d := board.Action{Seat: st.Viewer.Seat, Do: do, N: st.Acts[i].N, Text: text}
		if done := c.does(c.Client, c.action(st, d), http.StatusOK); done.Refusal != nil || done.Unsure != nil || done.State == nil {
			t.Fatalf("%s: %+v %+v", do, done.Refusal, done.Unsure)
		}
	}
	act(red, "note")
	if st := c.state(red); st.Note != "hold the ford" || c.state("").Note != st.Note {
		t.Errorf("noted: %q", st.Note)
	}
	if st := c.state(red); st.Seats[0].Who != "" {
		t.Errorf("who plays Red at this screen is called %q", st.Seats[0].Who)
	} else if i := slices.IndexFunc(st.Acts, func(a board.Button) bool { return a.Do == "draw" }); st.Acts[i].Word != "offer" {
		t.Errorf("a draw is offered by typing %q", st.Acts[i].Word)
	}
	act(red, "draw")
	if st := c.state(blue); len(st.Offers) != 1 || !slices.ContainsFunc(st.Acts, func(a board.Button) bool { return a.Do == "accept" && a.N > 0 }) {
		t.Errorf("an offer: %v %+v", st.Offers, st.Acts)
	}
	act(blue, "decline")
	act(red, "draw")
	act(red, "decline") // it is taken back
	act(red, "stand")
	act(red, "revoke")
	c.does(c.Client, c.action(c.state(red), board.Action{Seat: "red", Do: "pick", Prompt: c.state(red).Asks[0].Prompt, Path: []string{"rush"}}), http.StatusOK)
	act(red, "undo")
	if path := c.state(red).Asks[0].Node.Path; len(path) != 0 {
		t.Errorf("after undo: %q", path)
	}
	for _, seat := range []engine.Seat{"red", "blue"} {
		st := c.state("seat=" + string(seat))
		c.does(c.Client, c.action(st, board.Action{Seat: seat, Do: "order", Text: "plan hold"}), http.StatusOK)
	}
	act(red, "take-back")
	act(blue, "accept")
	act(blue, "resign")
	if st := c.state(red); len(st.Result) == 0 || !strings.HasPrefix(st.Result[0], "Red wins") {
		t.Errorf("%q", st.Result)
	}
}

// TestTypedOrders: they are completed, tell what they do, ask where they would throw something away, and are
// refused with the paragraph and words that fit; questions are answered in the same line.
func TestTypedOrders(t *testing.T) {
	s := newSite(t)
	c := &clicker{site: s, Client: s.browser()}
	next := get[[]board.Completion](s, c.Client, "/m/"+string(s.id)+"/complete?seat=red&text=pl", http.StatusOK)
	if len(next) == 0 || next[0].Word != "plan" {
		t.Errorf("pl…: %+v", next)
	}
	order := func(text string, status int) board.Outcome {
		t.Helper()
		return c.does(c.Client, c.action(c.state("seat=red"), board.Action{Seat: "red", Do: "order", Text: text}), status)
	}
	if no := order("plan runs", http.StatusOK).Refusal; no.Text == "" || len(no.Words) == 0 || no.Next == "" {
		t.Errorf("a word that cannot stand there: %+v", no)
	}
	if no := order("fly", http.StatusOK).Refusal; !strings.Contains(no.Text, "Possible: plan, hold, march and rush.") || len(no.Words) > 0 {
		t.Errorf("a word that means nothing: %+v", no)
	}
	if a := order("reach red-a", http.StatusOK).Answer; a == nil || len(a.Lines) == 0 || a.Overlay == "" {
		t.Errorf("a question: %+v", a)
	}
	if a := order("status", http.StatusOK).Answer; a == nil || !strings.Contains(a.Lines[0], "Round 1") {
		t.Errorf("a question of the table: %+v", a)
	}
	if a := order("luck", http.StatusOK).Answer; a == nil || len(a.Lines) == 0 {
		t.Errorf("a question by its second word: %+v", a)
	}
	order("“plan” – rush, # as agreed", http.StatusOK) // begun
	unsure := order("plan hold", http.StatusOK)
	if unsure.Unsure == nil || unsure.Unsure.Text == "" || len(unsure.State.Asks[0].Node.Path) == 0 {
		t.Fatalf("what is half built would be thrown away: %+v", unsure)
	}
	if done := order("plan hold", http.StatusOK); done.State.Last != unsure.State.Last+1 {
		t.Errorf("given again it is not obeyed: %+v", done)
	}
}

// TestRuleWarningsNeedConfirmation waits half built when it is chosen, with the warning, and is done when it is confirmed; typed, it is
// asked about once.
func TestRuleWarningsNeedConfirmation(t *testing.T) {
	for _, how := range []string{"pick", "order"} {
		s := newSite(t, playing(cellesGame))
		c := &clicker{site: s, Client: s.browser()}
		player := enginetest.NewPlayer(3, nil)
		warned := func(o board.Option) bool { return o.Warn != "" && o.Hex+o.Piece == "" }
		st := c.state("")
		for i := 0; !slices.ContainsFunc(st.Asks[0].Node.Options, warned); i++ {
			if i == 100 {
				t.Fatal("nothing is warned of")
			}
			snap, err := s.Snapshot(c.Context(), s.id)
			must(t, err)
			p := snap.Match().Position().Prompts()[0]
			path, err := player.Answer(snap.Match().Position(), p)
			must(t, err)
			_, err = s.Answer(c.Context(), s.command(p.Seat), p.ID, path)
			must(t, err)
			st = c.state("")
		}
		ask := st.Asks[0]
		word := ask.Node.Options[slices.IndexFunc(ask.Node.Options, warned)].ID
		first := board.Action{Seat: ask.Seat, Do: how, Prompt: ask.Prompt, Path: []string{word}, Text: word}
		second := board.Action{Seat: ask.Seat, Do: "answer", Prompt: ask.Prompt, Path: []string{word}}
		if how == "pick" {
			done := c.does(c.Client, c.action(st, first), http.StatusOK)
			n := done.State.Asks[0].Node
			if done.State.Last != st.Last || !slices.Equal(n.Path, first.Path) || !n.Done || len(n.Warnings) == 0 {
				t.Fatalf("%s, of which the rules warn: %+v", word, n)
			}
			st = *done.State
		} else {
			done := c.does(c.Client, c.action(st, first), http.StatusOK)
			if done.State.Last != st.Last || done.Unsure == nil || len(done.Unsure.Warnings) == 0 {
				t.Fatalf("%s, of which the rules warn: %+v", word, done)
			}
			st, second = *done.State, first
		}
		if done := c.does(c.Client, c.action(st, second), http.StatusOK); done.State.Last == st.Last {
			t.Errorf("%s is not done when it comes again: %+v", word, done)
		}
	}
}

// TestAClickOnTheBoardIsTakenBackOrConfirmed: what one click on the board gives at once, undo takes back; all else waits half
// built until it is confirmed, among it what rolls and what is secret.
func TestAClickOnTheBoardIsTakenBackOrConfirmed(t *testing.T) {
	waited := map[string]bool{}
	given := 0
	for i, g := range []referee.Game{toyGame, cellesGame} {
		s := newSite(t, playing(g))
		if g.ID == "toy" {
			s.begin("toy", engine.Setup{"traps": "on"})
		}
		c := &clicker{site: s, Client: s.browser()}
		player := enginetest.NewPlayer(uint64(4+i), nil)
		for range thorough.Or(30, 120) {
			snap, err := s.Snapshot(c.Context(), s.id)
			must(t, err)
			prompts := snap.Match().Position().Prompts()
			if len(prompts) == 0 {
				break
			}
			p := prompts[0]
			st := c.state("seat=" + string(p.Seat))
			ask := st.Asks[slices.IndexFunc(st.Asks, func(a board.Ask) bool { return a.Prompt == p.ID })]
			at := slices.IndexFunc(ask.Node.Options, func(o board.Option) bool { return o.Hex+o.Piece != "" })
			if at >= 0 {
				pick := board.Action{Seat: p.Seat, Do: "pick", Prompt: p.ID, Path: []string{ask.Node.Options[at].ID}}
				done := c.does(c.Client, c.action(st, pick), http.StatusOK).State
				if done.Last > st.Last {
					given++
					if !slices.ContainsFunc(done.Acts, func(a board.Button) bool { return a.Do == "undo" }) {
						t.Fatalf("%s: %q was given at once, and cannot be taken back: %+v", p.ID, pick.Path, done.Asks)
					}
				} else if n := done.Asks[slices.IndexFunc(done.Asks, func(a board.Ask) bool { return a.Prompt == p.ID })].Node; n.Done && len(n.Options) == 0 {
					waited[g.ID+" "+p.Kind] = true
					if n.Rolls {
						waited["a roll"] = true
					}
				}
				c.does(c.Client, c.action(*done, board.Action{Seat: p.Seat, Do: "undo"}), http.StatusOK)
				snap, err = s.Snapshot(c.Context(), s.id)
				must(t, err)
				p = snap.Match().Position().Prompts()[0]
			}
			path, err := player.Answer(snap.Match().Position(), p)
			must(t, err)
			_, err = s.Answer(c.Context(), s.command(p.Seat), p.ID, path)
			must(t, err)
		}
	}
	if given == 0 || !waited["toy trap"] || !waited["a roll"] {
		t.Errorf("%d clicks gave an answer; what waited to be confirmed: %v", given, waited)
	}
}

// TestAButtonGivesItsAnswer: one that stands nowhere on the board says what it does, and is not asked about, though a draw
// follows.
func TestAButtonGivesItsAnswer(t *testing.T) {
	s := newSite(t, playing(cellesGame))
	c := &clicker{site: s, Client: s.browser()}
	player := enginetest.NewPlayer(3, nil)
	st := c.state("")
	for i := 0; st.Asks[0].Prompt.Kind() != "draw"; i++ {
		if i == 10 {
			t.Fatalf("nobody draws: %+v", st.Asks)
		}
		m, p, _ := (&watched{site: s}).asked()
		path, err := player.Answer(m.Position(), p)
		must(t, err)
		_, err = s.Answer(c.Context(), s.command(p.Seat), p.ID, path)
		must(t, err)
		st = c.state("")
	}
	done := c.does(c.Client, c.action(st, board.Action{Seat: st.Asks[0].Seat, Do: "pick", Prompt: st.Asks[0].Prompt, Path: []string{"draw"}}), http.StatusOK)
	if done.State.Last == st.Last {
		t.Errorf("who presses “Draw” is asked again: %+v", done.State.Asks)
	}
}

// TestRollIsAnnounced: before an answer is confirmed that leads to a roll, and before no other; not where that hangs on what the
// other side has planned in secret.
func TestRollIsAnnounced(t *testing.T) {
	s := newSite(t)
	s.begin("toy", engine.Setup{"weather": "off"})
	c := &clicker{site: s, Client: s.browser()}
	rolls := func(seat engine.Seat, path ...string) bool {
		t.Helper()
		st := c.state("seat=" + string(seat))
		i := slices.IndexFunc(st.Asks, func(a board.Ask) bool { return a.Mine })
		done := c.does(c.Client, c.action(st, board.Action{Seat: seat, Do: "draft", Prompt: st.Asks[i].Prompt, Path: path}), http.StatusOK)
		n := done.State.Asks[slices.IndexFunc(done.State.Asks, func(a board.Ask) bool { return a.Mine })].Node
		if !n.Done {
			t.Fatalf("%q is no whole answer: %+v", path, n)
		}
		return n.Rolls
	}
	_, err := s.Order(c.Context(), s.command("red"), "plan march")
	must(t, err)
	if rolls("blue", "march") || rolls("blue", "hold") { // a die says who goes first where both march
		t.Error("who plans second is told what the other has planned")
	}
	_, err = s.Order(c.Context(), s.command("blue"), "plan hold!")
	must(t, err)
	if !rolls("red", "+red-a", "go", "0201", "0301", "stop") {
		t.Error("an attack rolls, and does not say so")
	}
	if rolls("red", "stay") {
		t.Error("to stay rolls nothing, and says it does")
	}
}

// TestButtonsMarkRolls: in random matches the button that rolls a die says so, and no other does, where nothing is secret from
// the player who presses it: its label where it answers at once, else the one that confirms.
func TestButtonsMarkRolls(t *testing.T) {
	found := map[string]int{}
	triumphant := referee.Game{ID: "america-triumphant", Law: 1, Data: america.Files(), Open: america.Open}
	for i, g := range []struct {
		referee.Game
		answers int
	}{{toyGame, 60}, {cellesGame, 60}, {triumphant, 15}} {
		if g.Game.ID != "toy" && thorough.Brief() {
			break
		}
		s := newSite(t, playing(g.Game))
		c := &clicker{site: s, Client: s.browser()}
		player := enginetest.NewPlayer(uint64(6+i), nil)
		mark := s.says("option.rolls", engine.Text("label", ""))
		for range thorough.Or(g.answers, 300) {
			m, p, asked := (&watched{site: s}).asked()
			if !asked {
				break
			}
			path, err := player.Answer(m.Position(), p)
			must(t, err)
			st := c.state("seat=" + string(p.Seat))
			label := labelOf(t, st, p.ID, path[0])
			done := c.does(c.Client, c.action(st, board.Action{Seat: p.Seat, Do: "pick", Prompt: p.ID, Path: path[:1]}), http.StatusOK).State
			says, how := strings.Contains(label, mark), "at once"
			if done.Last == st.Last {
				if says {
					t.Errorf("%s: %q says that it rolls, and is asked about", p.ID, label)
				}
				draft := c.does(c.Client, c.action(*done, board.Action{Seat: p.Seat, Do: "draft", Prompt: p.ID, Path: path}), http.StatusOK).State
				says, how = draft.Asks[slices.IndexFunc(draft.Asks, func(a board.Ask) bool { return a.Prompt == p.ID })].Node.Rolls, "confirmed"
				_, err = s.Answer(c.Context(), s.command(p.Seat), p.ID, path)
				must(t, err)
			}
			rolled := s.rolled(m.Seq())
			if !m.VisibleTo(engine.Viewer(p.Seat)).Incomplete() {
				found[fmt.Sprintf("%s: %v", how, rolled)]++
				if says != rolled {
					t.Errorf("%s %q, %q: it says that it rolls: %v; it does: %v", p.ID, path, label, says, rolled)
				}
			}
		}
	}
	for _, how := range []string{"at once: false", "confirmed: true", "confirmed: false"} {
		if found[how] == 0 {
			t.Errorf("no such button was pressed, %s: %v", how, found)
		}
	}
}

// labelOf is the label of an option of a question.
func labelOf(t *testing.T, st board.State, prompt engine.PromptID, id string) string {
	t.Helper()
	ask := st.Asks[slices.IndexFunc(st.Asks, func(a board.Ask) bool { return a.Prompt == prompt })]
	i := slices.IndexFunc(ask.Node.Options, func(o board.Option) bool { return o.ID == id })
	if i < 0 {
		t.Fatalf("%s does not offer %q: %+v", prompt, id, ask.Node)
	}
	return ask.Node.Options[i].Label
}

// rolled reports whether the first that chance did after a decision is the roll of a die.
func (s *site) rolled(seq int) bool {
	s.Helper()
	snap, err := s.Snapshot(s.Context(), s.id)
	must(s, err)
	for _, made := range snap.Match().VisibleTo(engine.Judge).Rolls() {
		if made.Seq > seq {
			what, _, _ := strings.Cut(made.Rolled.For, " ")
			return what != "draw" && (what != "weather" || snap.Info().Game != "toy") // which draws its weather
		}
	}
	return false
}

// TestASandboxTouchesNothing: orders of all seats are tried in it; the match does not change, and who has none is told so.
func TestASandboxTouchesNothing(t *testing.T) {
	s := newSite(t)
	c := &clicker{site: s, Client: s.browser()}
	before := c.state("seat=red")
	try := func(d board.Action) board.Outcome {
		t.Helper()
		d.Seat, d.Sandbox = "red", d.Do != "try"
		return c.does(c.Client, c.action(before, d), http.StatusOK)
	}
	st := try(board.Action{Do: "try"}).State
	if !st.Sandbox || len(st.Asks) != 2 || st.Asks[0].Node == nil {
		t.Fatalf("%+v", st)
	}
	try(board.Action{Do: "pick", Prompt: st.Asks[0].Prompt, Path: []string{"hold"}})
	st = try(board.Action{Do: "order", Text: "plan march"}).State
	if len(st.Asks) == 0 || st.Asks[0].Seat != "blue" {
		t.Fatalf("%+v", st.Asks)
	}
	asked := try(board.Action{Do: "order", Text: "reach red-a"})
	if asked.Answer == nil || len(asked.Answer.Lines) == 0 || !asked.State.Sandbox { // how far it goes hangs on chance
		t.Errorf("what is asked in it: %+v", asked.Answer)
	}
	if a := try(board.Action{Do: "order", Text: "rules 1"}).Answer; a == nil || len(a.Lines) == 0 {
		t.Errorf("a paragraph asked for in it: %+v", a)
	}
	for _, text := range []string{"reach nobody", "status"} { // the status is that of the match
		if no := try(board.Action{Do: "order", Text: text}); no.Refusal == nil {
			t.Errorf("%s: %+v", text, no.Answer)
		}
	}
	back := try(board.Action{Do: "undo"}).State
	if len(back.Asks) != 1 {
		t.Errorf("one order back: %+v", back.Asks)
	}
	try(board.Action{Do: "dice", Text: "6 1"})
	if shown := c.state("seat=red&sandbox=1"); !shown.Sandbox || shown.Chance == "" {
		t.Errorf("loaded dice: %+v", shown.Chance)
	}
	here := s.id
	s.begin("toy", nil)
	none := func() {
		t.Helper()
		if no := get[board.Outcome](s, c.Client, "/m/"+string(s.id)+"/state?seat=red&sandbox=1", http.StatusOK); no.Refusal == nil || no.State != nil {
			t.Errorf("a sandbox that there is not: %+v", no)
		}
	}
	none() // it is of another match
	s.id = here
	if after := try(board.Action{Do: "away"}).State; after.Sandbox || after.Last != before.Last || after.Seen != before.Seen {
		t.Errorf("the match has changed: %+v", after)
	}
	none()
}

// TestReplyBelongsToItsAction: what another seat, such as a program, has done before the reply goes out is not in the state that goes with
// it: the page would take it for what its own action led to, and never tell it as news.
func TestReplyBelongsToItsAction(t *testing.T) {
	s := newSite(t)
	c := s.browser()
	st := get[board.State](s, c, "/m/"+string(s.id)+"/state?seat=red", http.StatusOK)
	var after int
	t.Cleanup(board.After("answer", func() {
		snap, err := s.Snapshot(s.Context(), s.id)
		must(t, err)
		after = snap.Match().Seq()
		s.play(1)
	}))
	done := s.does(c, board.Action{
		Key: "key-0001", Seen: st.Seen, Seat: "red", Do: "answer", Prompt: st.Asks[0].Prompt, Path: []string{"hold"},
	}, http.StatusOK)
	if now := get[board.State](s, c, "/m/"+string(s.id)+"/state?seat=red", http.StatusOK); done.State.Last != after || now.Last <= after {
		t.Errorf("the reply shows decision %d, the action led to %d, and the match is at %d", done.State.Last, after, now.Last)
	}
}

// TestAMatchAgainstAProgram is opened at the screen, by a form; the program's answers are told with their reasons, and
// it gives hints, which the record says.
func TestAMatchAgainstAProgram(t *testing.T) {
	g := toyGame
	g.Players = play.Roster{play.Recruit(nil)}
	s := newSite(t, playing(g))
	c := &clicker{site: s, Client: s.browser()}
	answer, err := c.PostForm(s.url+"/new", url.Values{"game": {"toy"}, "side": {"blue"}, "option-weather": {"off"}})
	must(t, err)
	must(t, answer.Body.Close())
	at := answer.Request.URL.Path
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(at, "/m/") || at == "/m/"+string(s.id) {
		t.Fatalf("a new match is at %s: %s", at, answer.Status)
	}
	s.id = match.ID(strings.TrimPrefix(at, "/m/"))
	st := c.state("")
	if st.Viewer.Seat != "blue" || st.Thinks == "" || !strings.Contains(st.Seats[0].Who, "computer") || !strings.Contains(st.Seats[0].Who, "ecruit") {
		t.Fatalf("%+v %q %+v", st.Viewer, st.Thinks, st.Seats)
	}
	hint := c.does(c.Client, c.action(st, board.Action{Seat: "blue", Do: "hint"}), http.StatusOK)
	if hint.Answer == nil || len(hint.Answer.Path) == 0 || hint.Answer.Title == "" || hint.State.Last != st.Last+1 {
		t.Errorf("a hint: %+v", hint.Answer)
	}
	if _, did, err := s.Programs.Think(t.Context(), s.id); err != nil || !did {
		t.Fatal(did, err)
	}
	if st = c.state(""); st.Thinks != "" {
		t.Errorf("after it has thought: %q", st.Thinks)
	}
	c.does(c.Client, c.action(st, board.Action{Seat: "blue", Do: "order", Text: "plan hold"}), http.StatusOK)
	why := get[board.Answer](s, c.Client, "/m/"+string(s.id)+"/ask?q=why+"+fmt.Sprint(c.state("").Last), http.StatusOK)
	if len(why.Lines) == 0 {
		t.Error("no reason is told")
	}
	before, err := s.Index.Matches(c.Context())
	must(t, err)
	for _, form := range []url.Values{{"game": {"none"}}, {"game": {"toy"}, "side": {"green"}}, {"game": {"toy"}, "opponent": {"oracle"}}, {"game": {"toy"}, "option-x": {"y"}}} {
		no, err := c.PostForm(s.url+"/new", form)
		must(t, err)
		if refusal := read[board.Outcome](s, no, http.StatusOK).Refusal; strings.Contains(refusal.Text, "[") {
			t.Errorf("%v is refused without words: %s", form, refusal.Text)
		}
	}
	if after, err := s.Index.Matches(c.Context()); err != nil || len(after) != len(before) {
		t.Errorf("of what was refused %d matches are left: %v", len(after)-len(before), err)
	}
}
