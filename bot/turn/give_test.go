package turn_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/bot/test/refereetest/offered"
	"referee/bot/turn"
	"referee/engine"
)

// ending is a turn file whose orders end with every answer.
type ending struct{}

func (ending) Ends(*referee.Snapshot, engine.PromptID, []string) bool { return true }

// unending is a turn file whose orders go on.
type unending struct{}

func (unending) Ends(*referee.Snapshot, engine.PromptID, []string) bool { return false }

// TestChoose: what a door wishes decides whether an answer that is whole is given, or held, and why.
func TestChoose(t *testing.T) {
	const attack, step = "+red-a go 0201 stop", "+red-a go 0201 stop"
	panel := turn.Wishes{Panel: true, Odds: true}
	for _, c := range []struct {
		name   string
		begin  func(*testing.T) *bench
		path   string
		silent bool
		wishes turn.Wishes
		held   turn.Reason
		built  string // "": the answer is given
	}{
		{"an attack where its odds are not asked for", alone, attack, false, turn.Wishes{}, "", ""},
		{"an attack where its odds are", alone, attack, false, turn.Wishes{Odds: true}, turn.Odds, attack},
		{"an attack that is marked", alone, attack, false, turn.Wishes{Odds: true, Marks: true}, "", ""},
		{"an attack in a panel", alone, attack, false, panel, turn.Odds, attack},
		{"an attack in a panel that does not ask for odds", alone, attack, false, turn.Wishes{Panel: true}, turn.Steps, attack},
		{"the beginning of what is forced", alone, "+red-a", false, turn.Wishes{Odds: true}, "", "+red-a"},
		{"the beginning of what is forced, in a panel", alone, "+red-a", false, panel, turn.Odds, attack},
		{"the same where it is marked", alone, "+red-a", false, turn.Wishes{Panel: true, Odds: true, Marks: true}, "", ""},
		{"the same on the map", alone, "+red-a", true, turn.Wishes{Panel: true, Odds: true, Marks: true}, turn.Final, attack},
		{"several steps", free, step, false, turn.Wishes{Odds: true}, "", ""},
		{"several steps in a panel", free, step, false, panel, turn.Steps, step},
		{"a part in a panel", free, "+red-a", false, panel, "", "+red-a"},
		{"a part", free, "+red-a +red-b", false, turn.Wishes{}, "", "+red-a +red-b"},
		{"one step", alone, "stay", false, panel, "", ""},
		{"one step on the map that can be taken back", alone, "stay", true, panel, "", ""},
		{"one step that cannot be", free, "stay", false, panel, "", ""},
		{"one step on the map that cannot be", free, "stay", true, panel, turn.Final, "stay"},
		{"the same without a panel", free, "stay", true, turn.Wishes{Odds: true}, "", ""},
		{"the last answer of a turn file", free, "stay", false, turn.Wishes{File: ending{}}, turn.Sealed, "stay"},
		{"the same in a panel", alone, "+red-a", false, turn.Wishes{Panel: true, Odds: true, File: ending{}}, turn.Sealed, attack},
		{"another answer of a turn file", free, "stay", false, turn.Wishes{File: unending{}}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := c.begin(t)
			before, p := b.seq(), b.prompt()
			done, err := b.turn("red", c.wishes).Choose(b.Context(), p, strings.Fields(c.path), c.silent)
			must(t, err)
			if done.Held != c.held || len(done.Aside) > 0 {
				t.Errorf("held: %q, %q set aside; want %q", done.Held, done.Aside, c.held)
			}
			if given := b.seq() > before; given != (c.built == "") {
				t.Fatalf("given: %t", given)
			} else if !given {
				b.holds(c.built)
			}
		})
	}
}

// TestChooseRefuses what is not there, and does nothing then.
func TestChooseRefuses(t *testing.T) {
	for _, w := range []turn.Wishes{{}, {Panel: true, Odds: true}} {
		b := free(t)
		for _, path := range [][]string{{"nowhere"}, {"+red-a", "nowhere"}, {"stay", "stay"}} {
			if done, err := b.turn("red", w).Choose(b.Context(), b.prompt(), path, false); !referee.IsRefusal(err) {
				t.Errorf("%q: %+v, %v", path, done, err)
			}
		}
		b.holds("")
	}
}

// TestChooseDropsWhatIsHeld once it is chosen again, whatever a door wishes.
func TestChooseDropsWhatIsHeld(t *testing.T) {
	for _, w := range []turn.Wishes{{Odds: true}, {Panel: true, Odds: true}} {
		b := free(t)
		before, p := b.seq(), b.prompt()
		_, err := b.turn("red", w).Choose(b.Context(), p, []string{"+red-a", "+red-b"}, false)
		must(t, err)
		var unsure *referee.UnsureError
		if done, err := b.turn("red", w).Choose(b.Context(), p, []string{"stay"}, false); !errors.As(err, &unsure) || len(unsure.Held) == 0 || b.seq() > before {
			t.Fatalf("what drops a march: %+v, %v", done, err)
		}
		if done, err := b.turn("red", w).Choose(b.Context(), p, []string{"stay"}, false); err != nil || done.Held != "" || b.seq() == before {
			t.Errorf("chosen again: %+v, %v", done, err)
		}
	}
}

// TestChooseKeepsThePath of its caller as it was.
func TestChooseKeepsThePath(t *testing.T) {
	b := alone(t)
	room := append(make([]string, 0, 8), "+red-a")
	_, err := b.turn("red", turn.Wishes{Panel: true, Odds: true}).Choose(b.Context(), b.prompt(), room, false)
	must(t, err)
	if got := room[:2]; got[1] != "" {
		t.Errorf("written behind the path: %q", got)
	}
}

// TestAside: a panel says what was half built that a choice does not go on with; one element alone is nothing to mention.
func TestAside(t *testing.T) {
	b := free(t)
	panel := turn.Wishes{Panel: true, Odds: true}
	for _, c := range []struct{ path, aside string }{
		{"+red-a", ""},
		{"+red-a +red-b", ""}, // and on to the only hex
		{"+red-a +red-b go 0201 stop", ""},
		{"+red-a +red-b", "+red-a +red-b go 0201 stop"},
		{"+red-b", "+red-a +red-b go 0201"},
		{"+red-a", "+red-b go 0201"},
		{"+red-b go 0201 stop", ""},
	} {
		done, err := b.turn("red", panel).Choose(b.Context(), b.prompt(), strings.Fields(c.path), false)
		must(t, err)
		if got := strings.Join(done.Aside, " "); got != c.aside {
			t.Errorf("%s sets %q aside, want %q", c.path, got, c.aside)
		}
	}
	b = free(t)
	_, err := b.turn("red", turn.Wishes{}).Choose(b.Context(), b.prompt(), []string{"+red-a", "+red-b"}, false)
	must(t, err)
	done, err := b.turn("red", panel).Choose(b.Context(), b.prompt(), []string{"stay"}, true)
	must(t, err)
	if len(done.Aside) != 2 {
		t.Errorf("two elements are not set aside: %q", done.Aside)
	}
}

func TestConfirm(t *testing.T) {
	for _, c := range []struct {
		wishes turn.Wishes
		path   string
		held   turn.Reason
		given  bool
	}{
		{turn.Wishes{}, "+red-a go 0201 stop", "", true},
		{turn.Wishes{Panel: true, Odds: true}, "+red-a go 0201 stop", "", true},
		{turn.Wishes{Panel: true, Odds: true, File: unending{}}, "stay", "", true},
		{turn.Wishes{File: ending{}}, "stay", turn.Sealed, false},
	} {
		b := alone(t)
		before := b.seq()
		done, err := b.turn("red", c.wishes).Confirm(b.Context(), b.prompt(), strings.Fields(c.path))
		must(t, err)
		if given := b.seq() > before; done.Held != c.held || given != c.given {
			t.Errorf("%s: held: %q, given: %t; want %q and %t", c.path, done.Held, given, c.held, c.given)
		}
		if !c.given {
			b.holds(c.path)
		}
	}
	b := alone(t)
	if _, err := b.turn("red", turn.Wishes{}).Confirm(b.Context(), b.prompt(), []string{"+red-a"}); !errors.Is(err, engine.ErrIncomplete) {
		t.Errorf("an answer that is not whole: %v", err)
	}
}

// given is what red types, in order, and what comes of each.
type given struct {
	text  string
	held  turn.Reason
	built string // "": the answer is given
}

// TestType: an attack is held for its odds until it is meant; it is not asked about where nobody asks for odds.
func TestType(t *testing.T) {
	const order, path = "march red-a 0201 stop", "+red-a go 0201 stop"
	for _, c := range []struct {
		name   string
		wishes turn.Wishes
		typed  []given
	}{
		{"without odds", turn.Wishes{}, []given{{order, "", ""}}},
		{"held and typed again", turn.Wishes{Odds: true}, []given{{order, turn.Odds, path}, {order, "", ""}}},
		{"held, and the rest typed again", turn.Wishes{Odds: true}, []given{{"march red-a", "", "+red-a"}, {"0201 stop", turn.Odds, path}, {order, "", ""}}},
		{"one word after the other", turn.Wishes{Odds: true}, []given{{"march red-a", "", "+red-a"}, {"0201", "", "+red-a go 0201"}, {"stop", turn.Odds, path}, {order, "", ""}}},
		{"meant", turn.Wishes{Odds: true}, []given{{order + "!", "", ""}}},
		{"meant, with blanks", turn.Wishes{Odds: true}, []given{{" " + order + " ! ", "", ""}}},
		{"held and meant", turn.Wishes{Odds: true}, []given{{order, turn.Odds, path}, {order + "!", "", ""}}},
		{"where a panel confirms", turn.Wishes{Panel: true, Warn: true, Odds: true, Marks: true}, []given{{order, turn.Odds, path}, {order, turn.Odds, path}, {order + "!", "", ""}}},
		{"no attack", turn.Wishes{Panel: true, Odds: true}, []given{{"stay", "", ""}}},
		{"an end of a turn file", turn.Wishes{Odds: true, File: ending{}}, []given{{order, turn.Sealed, path}, {order + "!", turn.Sealed, path}}},
		{"no end of a turn file", turn.Wishes{File: unending{}}, []given{{order, "", ""}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := alone(t)
			for _, g := range c.typed {
				before := b.seq()
				done, err := b.turn("red", c.wishes).Type(b.Context(), g.text)
				must(t, err)
				if given := b.seq() > before; done.Held != g.held || given != (g.built == "") {
					t.Fatalf("%s: held: %q, given: %t; want %q", g.text, done.Held, given, g.held)
				} else if !given {
					b.holds(g.built)
				}
			}
		})
	}
}

// TestTypeRefuses what cannot be read, and says what is wrong with it.
func TestTypeRefuses(t *testing.T) {
	b := alone(t)
	for _, text := range []string{"", "!", "march nowhere", "plan hold"} {
		if done, err := b.turn("red", turn.Wishes{Odds: true}).Type(b.Context(), text); !referee.IsRefusal(err) {
			t.Errorf("%q: %+v, %v", text, done, err)
		}
	}
	b.holds("")
}

// TestTypeDropsWhatIsHeld once it is typed again, or meant: another order than the one that waits to be confirmed is none that was
// typed once more. A panel has no button for that, either.
func TestTypeDropsWhatIsHeld(t *testing.T) {
	for _, w := range []turn.Wishes{{Odds: true}, {Panel: true, Warn: true, Odds: true, Marks: true}} {
		for _, again := range []string{"stay", "stay!"} {
			b := alone(t)
			before := b.seq()
			_, err := b.turn("red", w).Type(b.Context(), "march red-a 0201 stop")
			must(t, err)
			var unsure *referee.UnsureError
			if done, err := b.turn("red", w).Type(b.Context(), "stay"); !errors.As(err, &unsure) || len(unsure.Held) == 0 || done.Held != "" || b.seq() > before {
				t.Fatalf("what drops an attack: %+v, %v", done, err)
			}
			if done, err := b.turn("red", w).Type(b.Context(), again); err != nil || done.Held != "" || b.seq() == before {
				t.Errorf("%s after that: %+v, %v", again, done, err)
			}
		}
	}
}

// warned is a match of Celles in which the rules warn of an answer to a question, which is one choice and no attack.
func warned(t *testing.T) (b *bench, seat engine.Seat, p engine.PromptID, path []string) {
	t.Helper()
	game := offered.Midway(t, offered.Games()[0], func(_ engine.Game, pos engine.Position) bool {
		for _, q := range pos.Prompts() {
			node, err := pos.Options(q.ID, nil)
			must(t, err)
			for _, o := range node.Options {
				next, err := pos.Options(q.ID, []string{o.ID})
				must(t, err)
				if o.Warn != nil && next.Done && len(next.Options) == 0 && !pos.CanPreviewOdds(q.ID, []string{o.ID}) {
					seat, path = q.Seat, []string{o.ID}
					return true
				}
			}
		}
		return false
	})
	info, err := game.Open(game.Data, game.Law)
	must(t, err)
	b = newBench(t, game, nil, info.Info().Seats...)
	return b, seat, b.turn(seat, turn.Wishes{}).Asks()[0].Prompt, path
}

// TestWarned: what the rules warn of is held by a panel, with its warnings; a door without one refuses it until it is given again.
func TestWarned(t *testing.T) {
	b, seat, p, path := warned(t)
	text := path[0]
	before := b.turn(seat, turn.Wishes{}).Look.Seq
	seq := func() int { return b.turn(seat, turn.Wishes{}).Look.Seq }
	held := func(what string, done turn.Outcome, err error) {
		t.Helper()
		must(t, err)
		l := b.turn(seat, turn.Wishes{}).Look
		if done.Held != turn.Warned || l.Seq != before || l.Draft == nil || !slices.Equal(l.Draft.Path, path) || len(l.Draft.Warnings) == 0 {
			t.Fatalf("%s, of which the rules warn: %+v, %+v", what, done, l.Draft)
		}
		_, err = b.Referee.Draft(b.Context(), b.by(seat), p, nil) // throws it away
		must(t, err)
	}
	for _, silent := range []bool{false, true} {
		done, err := b.turn(seat, turn.Wishes{Panel: true, Odds: true}).Choose(b.Context(), p, path, silent)
		held("chosen", done, err)
	}
	x := b.turn(seat, turn.Wishes{Panel: true, Warn: true, Odds: true, Marks: true})
	x.By.Seen, x.By.SeenAs = x.Look.Snapshot, x.Look.Snapshot.Fingerprint(seat)
	done, err := x.Type(b.Context(), text)
	held("typed", done, err)
	for what, give := range map[string]func(turn.Turn) (turn.Outcome, error){
		"typed":  func(x turn.Turn) (turn.Outcome, error) { return x.Type(b.Context(), text) },
		"chosen": func(x turn.Turn) (turn.Outcome, error) { return x.Choose(b.Context(), p, path, false) },
	} {
		var unsure *referee.UnsureError
		done, err := give(b.turn(seat, turn.Wishes{Odds: true}))
		if !errors.As(err, &unsure) || len(unsure.Warnings) == 0 || done.Held != "" || seq() != before {
			t.Fatalf("%s without a panel: %+v, %v", what, done, err)
		}
		_, err = b.Referee.Draft(b.Context(), b.by(seat), p, nil)
		must(t, err)
	}
	for range 2 {
		done, err = b.turn(seat, turn.Wishes{Odds: true}).Type(b.Context(), text)
	}
	if err != nil || done.Held != "" || seq() == before {
		t.Errorf("typed again without a panel: %+v, %v", done, err)
	}
}

// TestWarnedOfAndMeant is given at once.
func TestWarnedOfAndMeant(t *testing.T) {
	for _, w := range []turn.Wishes{{Odds: true}, {Panel: true, Warn: true, Odds: true, Marks: true}} {
		b, seat, _, path := warned(t)
		before := b.turn(seat, w).Look.Seq
		done, err := b.turn(seat, w).Type(b.Context(), path[0]+"!")
		if err != nil || done.Held != "" || b.turn(seat, w).Look.Seq == before {
			t.Errorf("%s!: %+v, %v", path[0], done, err)
		}
	}
}
