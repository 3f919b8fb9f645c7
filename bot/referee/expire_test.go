package referee_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
)

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		then string
		want *match.Ending
	}{
		{"caretaker", nil},
		{"loss", &match.Ending{How: match.TimedOut, Winner: "red"}},
		{"adjudicate", &match.Ending{How: match.Adjudicated}},
	} {
		t.Run(c.then, func(t *testing.T) {
			w := newWatch(t)
			id := w.start("limit 10h then " + c.then)
			w.order(id, "red", "plan march")
			w.hours(10)
			l, err := refereetest.Current(t.Context(), w.Referee, id).Look(t.Context(), engine.Judge)
			w.must(err)
			if (l.Ending == nil) != (c.want == nil) || c.want != nil && *l.Ending != *c.want {
				t.Errorf("ending: %+v, want %+v", l.Ending, c.want)
			}
			if c.want == nil && (len(l.Asks) != 1 || l.Asks[0].Seat != "red") {
				t.Errorf("the caretaker did not go on: %+v", l.Asks)
			}
			if _, ok, err := w.store.NextDue(t.Context()); err != nil || ok != (c.want == nil) {
				t.Errorf("something due: %v, %v", ok, err)
			}
			record, err := w.store.Load(t.Context(), id)
			w.must(err)
			for _, e := range record {
				if d := &e.Decision; d.Kind() == match.KindAnswer && d.Seat == "blue" && d.Author != match.Referee {
					t.Errorf("decision %d of the caretaker is recorded as player %d's own", d.Seq, d.Author)
				}
			}
			lines, err := refereetest.Current(t.Context(), w.Referee, id).Lines(engine.Spectator, 0, 0)
			w.must(err)
			if text := said(t, lines); !strings.Contains(text, "Blue has run out of time") {
				t.Errorf("told:\n%s", text)
			}
		})
	}
}

// late is a match in which blue's time is up, and a program is to answer for it.
func late(t *testing.T, roster ...play.Player) (*watch, match.ID) {
	t.Helper()
	w := newWatch(t)
	w.game.Players = roster
	w.crash(t.Context(), 0)
	id := w.start("limit 10h then caretaker captain")
	w.order(id, "red", "plan march")
	w.now = began.Add(10 * time.Hour)
	w.must(w.RunDue(t.Context(), w.now))
	w.deliver()
	return w, id
}

// caredFor lists the answers that a program has given in the referee's name.
func caredFor(m *match.Match) (seqs []int) {
	for _, e := range m.Log() {
		if a, ok := e.Decision.Act.(match.ActAnswer); ok && e.Decision.Author == match.Referee && a.Program != nil {
			seqs = append(seqs, e.Decision.Seq)
		}
	}
	return seqs
}

// TestProgramAnswersAfterTimeout: the hand-off, and no more; the record says which program, so
// that it can be asked again and say why.
func TestProgramAnswersAfterTimeout(t *testing.T) {
	captain := thoughtful("captain", nil)
	w, id := late(t, captain)
	if n := len(caredFor(w.matchOf(id))); n != 0 {
		t.Fatalf("%d answers before it thought", n)
	}
	if c := w.clock(id, 2); c.Runs {
		t.Errorf("the clock runs on: %+v", c)
	}
	w.crash(t.Context(), time.Minute) // what it is asked is due in the store
	w.think(id)
	m := w.matchOf(id)
	cared := caredFor(m)
	if len(cared) == 0 {
		t.Fatal("it has answered nothing")
	}
	for _, p := range m.Position().Prompts() {
		if p.Seat == "blue" {
			t.Errorf("blue is still asked %s", p.ID)
		}
	}
	asked, found, err := match.AskAgain(m.Game(), m.Log(), w.game.Players)
	if err != nil || len(found) > 0 || asked.Answers != len(cared) {
		t.Errorf("asked again: %+v %+v %v", asked, found, err)
	}
	s, err := w.Referee.Snapshot(t.Context(), id)
	w.must(err)
	if why, err := s.Why(t.Context(), engine.Judge, 0, m.Seq()); err != nil || len(why) != len(cared) || why[0].Seat != "blue" {
		t.Errorf("why: %+v %v", why, err)
	}
	lines, err := refereetest.Current(t.Context(), w.Referee, id).Lines(engine.Spectator, 0, 0)
	w.must(err)
	if text := said(t, lines); !strings.Contains(text, english("referee.told.expire-program", engine.Noun("seat", "blue"), engine.Noun("program", "captain"))) {
		t.Errorf("told:\n%s", text)
	}
	// The next hand-off is blue's own again, with a clock.
	for w.matchOf(id).Position().Prompts()[0].Seat != "blue" {
		l, err := refereetest.Current(t.Context(), w.Referee, id).Look(t.Context(), engine.Judge)
		w.must(err)
		p := l.View.Waiting[0]
		_, err = w.Answer(t.Context(), command(id, p.Seat), p.ID, p.Default)
		w.must(err)
		w.deliver()
	}
	if _, again, err := w.Programs.Think(context.Background(), id); again || err != nil {
		t.Errorf("it answers the next hand-off, too: %v", err)
	}
	if c := w.clock(id, 2); !c.Waited || !c.Runs {
		t.Errorf("the clock of who is back: %+v", c)
	}
}

// TestPlayerAnswersBeforeProgram: a player whose time is up answers before the program has, or while it
// thinks; nobody waits for it, as it thinks beside the match.
func TestPlayerAnswersBeforeProgram(t *testing.T) {
	var w *watch
	var id match.ID
	back := func() {
		if l, err := refereetest.Current(t.Context(), w.Referee, id).Look(t.Context(), engine.Judge); err == nil && len(l.Asks) > 0 && l.Asks[0].Seat == "blue" {
			w.order(id, "blue", "plan hold")
		}
	}
	w, id = late(t, thoughtful("captain", nil))
	back()
	if _, thought, err := w.Programs.Think(context.Background(), id); thought || err != nil {
		t.Errorf("before it thinks: %v, %v", thought, err)
	}
	w, id = late(t, thoughtful("captain", back))
	if _, thought, err := w.Programs.Think(context.Background(), id); thought || err != nil {
		t.Errorf("while it thinks: %v, %v", thought, err)
	}
	if n := len(caredFor(w.matchOf(id))); n != 0 {
		t.Errorf("%d answers in place of theirs", n)
	}
}

// TestACaretakerThatIsGone: after an update the defaults are answered where no program has the name
// of the one that was chosen, before its time was up or after; one of another version answers itself.
func TestACaretakerThatIsGone(t *testing.T) {
	w, id := late(t, thoughtful("captain", nil))
	newer := thoughtful("captain", nil)
	newer.Version = 9
	w.game.Players = play.Roster{newer}
	w.crash(t.Context(), time.Minute)
	w.think(id)
	m := w.matchOf(id)
	if about, ok := m.History().Answerer(caredFor(m)[0]); !ok || about.Version != 9 {
		t.Errorf("answered by %s", about)
	}

	w, id = late(t, thoughtful("captain", nil))
	w.game.Players = nil
	w.crash(t.Context(), time.Minute)
	w.think(id)
	if m := w.matchOf(id); len(caredFor(m)) != 0 || m.Position().Prompts()[0].Seat != "red" {
		t.Errorf("after it has gone: %+v", m.Position().Prompts())
	}

	w = newWatch(t)
	w.game.Players = play.Roster{thoughtful("captain", nil)}
	w.crash(t.Context(), 0)
	id = w.start("limit 10h then caretaker captain")
	w.order(id, "red", "plan march")
	w.game.Players = nil
	w.crash(t.Context(), 0)
	w.hours(10)
	if m := w.matchOf(id); len(caredFor(m)) != 0 || m.Position().Prompts()[0].Seat != "red" {
		t.Errorf("it was gone before: %+v", m.Position().Prompts())
	}
}

// TestClocksWithAnUnknownCaretaker are refused wherever they are chosen.
func TestClocksWithAnUnknownCaretaker(t *testing.T) {
	w := newWatch(t)
	w.game.Players = play.Roster{thoughtful("captain", nil)}
	w.crash(t.Context(), 0)
	with := func(who string) map[string]string {
		return map[string]string{schedule.SettingClock: "limit 10h then caretaker " + who}
	}
	if _, err := w.Open(t.Context(), command("", ""), referee.Opening{Settings: with("general")}); !errors.Is(err, referee.ErrNoProgram) {
		t.Errorf("opened: %v", err)
	}
	opened, err := w.Open(t.Context(), command("", ""), referee.Opening{})
	w.must(err)
	_, err = w.Join(t.Context(), command(opened.Match, "red"))
	w.must(err)
	if _, err := w.ChangeSettings(t.Context(), command(opened.Match, "red"), with("general")); !errors.Is(err, referee.ErrNoProgram) {
		t.Errorf("set before it begins: %v", err)
	}
	_, err = w.ChangeSettings(t.Context(), command(opened.Match, "red"), with("captain"))
	w.must(err)
	_, err = w.Join(t.Context(), command(opened.Match, "blue"))
	w.must(err)
	if _, err := w.ProposeSettings(t.Context(), command(opened.Match, "red"), with("general")); !errors.Is(err, referee.ErrNoProgram) {
		t.Errorf("proposed: %v", err)
	}
	w.game.Players = nil
	w.crash(t.Context(), 0)
	if _, err := w.ProposeSettings(t.Context(), command(opened.Match, "red"), with("captain")); !errors.Is(err, referee.ErrNoProgram) {
		t.Errorf("in a game without programs: %v", err)
	}
}
