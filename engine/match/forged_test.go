package match_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/clock"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/play"
)

// forge writes a decision to the end of a record as whoever changes a file would:
// numbered and chained as it ought to be. A secret is sealed. It returns what the
// record says then.
func forge(t *testing.T, m *match.Match, d match.Decision, secret string) (*match.Match, error) {
	t.Helper()
	d.Seq, d.At = m.Seq()+1, start
	last := chain.Raw{}
	if secret != "" {
		d.Sealed, last.Secret = chain.Seal([]byte(secret)), []byte(secret)
	}
	var err error
	if last.Line, err = json.Marshal(d); err != nil {
		t.Fatal(err)
	}
	entries, err := match.Read(chaintest.Rechain(append(chaintest.Raws(m.Log()), last)))
	if err != nil {
		return nil, err
	}
	return match.Fold(m.Game(), entries)
}

// spelt is the decision of a line, whose fields may be another kind's.
func spelt(t *testing.T, line string) match.Decision {
	t.Helper()
	var d match.Decision
	if err := json.Unmarshal([]byte(line), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// wantRefused fails unless an error is the one wanted, or says the text wanted.
func wantRefused(t *testing.T, err, want error, says string) {
	t.Helper()
	switch {
	case err == nil:
		t.Error("it was taken")
	case want != nil && !errors.Is(err, want):
		t.Errorf("got %v, want %v", err, want)
	case !strings.Contains(err.Error(), says):
		t.Errorf("got %v, want %q", err, says)
	}
}

// TestForgedDecisionsAreRefused puts decisions at the end of a record that no command
// makes: by somebody who may not, about what is not so, or at a wrong time. What
// checks a command is not asked; what folds the record must refuse.
func TestForgedDecisionsAreRefused(t *testing.T) {
	playing := newTable(t, 5)
	playing.until(asked("march"))
	m := playing.m
	does := func(m *match.Match, err error) *match.Match {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	var (
		free    = does(m.Leave(playing.by(match.Referee), "blue"))
		left    = does(m.Leave(playing.by(match.Referee), "red"))
		program = does(m.Leave(playing.by(match.Referee), "blue"))
		asking  = does(m.Appeal(playing.by(1), "red", match.Adjudication{From: 2, To: 3}))
		drawn   = does(m.Offer(playing.by(1), "red", match.ActOffer{Offer: match.Draw}))
		back    = does(m.Offer(playing.by(1), "red", match.ActOffer{Offer: match.TakeBack, To: m.Line()[1].Decision.Seq}))
		newer   = does(m.Offer(playing.by(1), "red", match.ActOffer{Offer: match.Law, To: 2}))
		stood   = does(m.StandingOrders("blue").Set(playing.by(2), match.ThisMatch, order))
		number  = stood.Seq()
		gone    = does(stood.StandingOrders("blue").Revoke(playing.by(2), number))
	)
	sits := playing.by(3)
	sits.Program = &play.About{Name: "recruit", Version: 1, Nodes: 9}
	program = does(does(program.Join(sits, "blue")).Leave(playing.by(match.Referee), "blue"))
	const sealed = `{"salt":"00","path":["match","1","march-red","lose units blue-a"],"events":null}`
	open := m.Opening()
	bench := func(b match.Adjudication) *match.Adjudication { return &b }
	for _, c := range []struct {
		name   string
		on     *match.Match
		d      match.Decision
		secret string
		want   error
		says   string
	}{
		{"the match is opened a second time", m, match.Decision{Act: match.ActOpen{Opening: &open}}, "", nil, "opened a second time"},
		{"a rewind to itself", m, match.Decision{Act: match.ActRewind{To: m.Seq() + 1}}, "", nil, "none before it"},
		{"a player goes back while judges are asked", asking, match.Decision{Author: 1, Act: match.ActRewind{To: 3}}, "", match.ErrAppealed, ""},
		{"an answer of a seat is a roll", m, match.Decision{Author: 1, Seat: "red", Act: match.ActAnswer{Roll: &match.Rolled{No: 1, For: "x", Faces: 6}}}, "", nil, "if and only if it is a roll"},
		{"an answer of chance is no roll", m, match.Decision{Seat: engine.Chance, Act: match.ActAnswer{}}, "", nil, "if and only if it is a roll"},
		{"an answer of who does not hold the seat", m, match.Decision{Author: 2, Seat: "red", Act: match.ActAnswer{}}, "", match.ErrPlayer, ""},
		{"the referee takes a seat", free, match.Decision{Seat: "blue", Act: match.ActJoin{}}, "", match.ErrNumber, ""},
		{"a person becomes a program", left, match.Decision{Author: 1, Seat: "red", Act: match.ActJoin{Program: &play.About{Name: "recruit", Version: 1, Nodes: 9}}}, "", nil, "of one program"},
		{"a program becomes a person", program, match.Decision{Author: 3, Seat: "blue", Act: match.ActJoin{}}, "", nil, "of one program"},
		{"a program becomes another", program, match.Decision{Author: 3, Seat: "blue", Act: match.ActJoin{Program: &play.About{Name: "recruit", Version: 2, Nodes: 9}}}, "", nil, "of one program"},
		{"a program without a name", free, match.Decision{Author: 3, Seat: "blue", Act: match.ActJoin{Program: &play.About{Nodes: 9}}}, "", nil, "is not a program"},
		{"a person answers as a program", m, match.Decision{Author: 1, Seat: "red", Act: match.ActAnswer{Program: &play.About{Name: "recruit", Version: 1, Nodes: 9}}}, "", nil, "in the referee's name"},
		{"the referee resigns for a seat", m, match.Decision{Seat: "red", Act: match.ActResign{}}, "", match.ErrPlayer, ""},
		{"the referee accepts for a seat", drawn, match.Decision{Seat: "blue", Act: match.ActAccept{Offer: match.Draw}}, "", match.ErrPlayer, ""},
		{"another decision to go back to is accepted", back, match.Decision{Author: 2, Seat: "blue", Act: match.ActAccept{Offer: match.TakeBack, To: 1}}, "", match.ErrNoOffer, ""},
		{"another offer is declined", drawn, match.Decision{Author: 2, Seat: "blue", Act: match.ActDecline{Offer: match.NewSettings}}, "", match.ErrNoOffer, ""},
		{"an unknown offer", m, match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: "bribe"}}, "", nil, "unknown offer"},
		{"settings with a draw", m, match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: match.Draw, Settings: map[string]string{"a": "b"}}}, "", nil, "settings are offered"},
		{"no settings in a proposal", m, match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: match.NewSettings}}, "", nil, "settings are offered"},
		{"to go back to what is to come", m, match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: match.TakeBack, To: m.Seq() + 1}}, "", nil, "to go back to"},
		{"a draw with a decision to go back to", m, match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: match.Draw, To: 3}}, "", nil, "to go back to"},
		{"the first law is offered", m, match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: match.Law, To: 1}}, "", nil, "newer than none"},
		{"settings with a law", m, match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: match.Law, To: 2, Settings: map[string]string{"a": "b"}}}, "", nil, "settings are offered"},
		{"another law is accepted than the one offered", newer, match.Decision{Author: 2, Seat: "blue", Act: match.ActAccept{Offer: match.Law, To: 3}}, "", match.ErrNoOffer, ""},
		{"the referee adopts a law for a seat", newer, match.Decision{Seat: "blue", Act: match.ActAccept{Offer: match.Law, To: 2}}, "", match.ErrPlayer, ""},
		{"a law is adopted that nobody has offered", m, match.Decision{Author: 2, Seat: "blue", Act: match.ActAccept{Offer: match.Law, To: 2}}, "", match.ErrNoOffer, ""},
		{"a player says that time is up", m, match.Decision{Author: 1, Seat: "blue", Act: match.ActExpire{Expired: &match.Expired{Then: clock.Loss}}}, "", match.ErrPlayer, ""},
		{"time is up for a free seat", free, match.Decision{Seat: "blue", Act: match.ActExpire{Expired: &match.Expired{Then: clock.Loss}}}, "", match.ErrPlayer, ""},
		{"a loss on time names who wins", m, match.Decision{Seat: "blue", Act: match.ActExpire{Expired: &match.Expired{Then: clock.Loss, Winner: "blue"}}}, "", nil, "names a winner"},
		{"a program cares where nobody does", m, match.Decision{Seat: "blue", Act: match.ActExpire{Expired: &match.Expired{Then: clock.Loss, Program: &play.About{Name: "recruit", Version: 1, Nodes: 9}}}}, "", nil, "as the caretaker"},
		{"a caretaker without a name", m, match.Decision{Seat: "blue", Act: match.ActExpire{Expired: &match.Expired{Then: clock.Caretaker, Program: &play.About{Nodes: 9}}}}, "", nil, "as the caretaker"},
		{"a player rules", asking, match.Decision{Author: 1, Act: match.ActRuling{Adjudication: bench(match.Adjudication{Judgement: match.Upheld})}}, "", match.ErrPlayer, ""},
		{"a ruling goes back to nowhere", asking, match.Decision{Act: match.ActRuling{Adjudication: bench(match.Adjudication{Judgement: match.GoneBack})}}, "", match.ErrAppealRange, ""},
		{"a ruling replays the opening", asking, match.Decision{Act: match.ActRuling{Adjudication: bench(match.Adjudication{Judgement: match.Replayed, From: 1, To: 1})}}, "", match.ErrAppealRange, ""},
		{"an appeal ends before it begins", m, match.Decision{Author: 1, Seat: "red", Act: match.ActAppeal{Adjudication: bench(match.Adjudication{From: 3, To: 2})}}, "", match.ErrAppealRange, ""},
		{"a standing order that is no secret", m, match.Decision{Author: 2, Seat: "blue", Act: match.ActStand{}}, "", nil, "sealed answer to nothing"},
		{"a standing order that changes the position", m, match.Decision{Author: 2, Seat: "blue", Act: match.ActStand{}}, strings.Replace(sealed, "null", `[{"kind":"passed"}]`, 1), nil, "sealed answer to nothing"},
		{"a standing order that answers a question", m, spelt(t, `{"kind":"stand","by":2,"seat":"blue","prompt":"march@5"}`), sealed, nil, "sealed answer to nothing"},
		{"a standing order of who does not hold the seat", m, match.Decision{Author: 1, Seat: "blue", Act: match.ActStand{}}, sealed, match.ErrPlayer, ""},
		{"who does not hold the seat revokes", stood, match.Decision{Author: 1, Seat: "blue", Act: match.ActRevoke{To: number}}, "", match.ErrPlayer, ""},
		{"an order that was revoked answers", gone, match.Decision{Seat: "blue", Act: match.ActAnswer{Auto: true, Standing: number}}, "", nil, "has not armed"},
		{"an order of another seat answers", stood, match.Decision{Seat: "red", Act: match.ActAnswer{Auto: true, Standing: number}}, "", nil, "has not armed"},
		{"a player answers by an order", stood, match.Decision{Author: 2, Seat: "blue", Act: match.ActAnswer{Auto: true, Standing: number}}, "", nil, "has not armed"},
		{"an order answers as if somebody had chosen", stood, match.Decision{Seat: "blue", Act: match.ActAnswer{Standing: number}}, "", nil, "has not armed"},
		{"a sealed line shows its path", m, match.Decision{Author: 2, Seat: "blue", Act: match.ActStand{Path: []string{"match"}}}, sealed, nil, "shows what it seals"},
		{"a sealed line shows its events", m, spelt(t, `{"kind":"stand","by":2,"seat":"blue","events":[{"kind":"passed"}]}`), sealed, nil, "shows what it seals"},
		{"a secret of two values", m, match.Decision{Author: 2, Seat: "blue", Act: match.ActStand{}}, sealed + "{}", nil, "something follows its end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := forge(t, c.on, c.d, c.secret)
			wantRefused(t, err, c.want, c.says)
		})
	}
	// The forgery itself is sound: what may be done is taken.
	for name, d := range map[string]match.Decision{
		"a resignation": {Author: 1, Seat: "red", Act: match.ActResign{}},
		"a ruling":      {Act: match.ActRuling{Adjudication: bench(match.Adjudication{Judgement: match.Upheld})}},
		"a rewind":      {Act: match.ActRewind{To: 3}},
	} {
		if _, err := forge(t, m, d, ""); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := forge(t, m, match.Decision{Author: 2, Seat: "blue", Act: match.ActStand{}}, sealed); err != nil {
		t.Errorf("a standing order: %v", err)
	}
}

// TestASecretIsSpelledInOneWay: one that is read alike and spelled otherwise is no
// referee's.
func TestASecretIsSpelledInOneWay(t *testing.T) {
	playing := newTable(t, 5)
	playing.until(asked("march"))
	for secret, good := range map[string]bool{
		`{"salt":"00","path":["match","1","march-red","lose units blue-a"],"events":null}`:  true,
		`{"salt":"00", "path":["match","1","march-red","lose units blue-a"],"events":null}`: false,
		`{"path":["match","1","march-red","lose units blue-a"],"salt":"00","events":null}`:  false,
	} {
		m, err := forge(t, playing.m, match.Decision{Author: 2, Seat: "blue", Act: match.ActStand{}}, secret)
		if err != nil {
			t.Fatal(err)
		}
		_, err = match.Verify(&match.File{Entries: m.Log()}, m.Game(), nil)
		var bad *chain.BadEntryError
		switch {
		case good && err != nil:
			t.Errorf("%s: %v", secret, err)
		case !good && (!errors.As(err, &bad) || bad.Seq != m.Seq() || !strings.Contains(err.Error(), "spelled")):
			t.Errorf("%s: %v", secret, err)
		}
	}
}

// TestBeaconsThatCannotBe: with rounds that take no time nobody could say which round a
// roll waits for.
func TestBeaconsThatCannotBe(t *testing.T) {
	g := toy.Strict()
	open := func(change func(b *match.Beacon)) error {
		b := &match.Beacon{Chain: "01", Key: "02", Scheme: "x", Genesis: 1000, Period: 3, Margin: 10}
		change(b)
		_, err := match.Open(match.By{At: start, Door: "test"}, "toy-1", g, nil, &match.Dice{Suite: "s", Key: "03", Seats: g.Info().Seats, Beacon: b})
		return err
	}
	if err := open(func(*match.Beacon) {}); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(b *match.Beacon){
		"no period":             func(b *match.Beacon) { b.Period = 0 },
		"a period for ages":     func(b *match.Beacon) { b.Period = 1 << 41 },
		"a negative margin":     func(b *match.Beacon) { b.Margin = -1 },
		"a beginning before it": func(b *match.Beacon) { b.Genesis = -1 },
		"no chain":              func(b *match.Beacon) { b.Chain = "" },
		"a key in capitals":     func(b *match.Beacon) { b.Key = "AB" },
	} {
		if err := open(change); err == nil {
			t.Errorf("%s: it was taken", name)
		}
	}
}

// TestRulingsByTheScoreAreComparedWithIt: judged anew, a ruling that says it goes by
// the score must name who is ahead.
func TestRulingsByTheScoreAreComparedWithIt(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	ahead, ok := tb.m.Position().Tally()
	if !ok {
		t.Fatal("the toy has a score")
	}
	for _, winner := range []engine.Seat{"red", "blue", ""} {
		m, err := forge(t, tb.m, match.Decision{Act: match.ActRuling{Adjudication: &match.Adjudication{Judgement: match.Decided, Tally: true, Winner: winner}}}, "")
		if err != nil {
			t.Fatal(err)
		}
		found, err := match.Rejudge(toy.Strict(), m.Log())
		if err != nil {
			t.Fatal(err)
		}
		if wrong := len(found) > 0; wrong != (winner != ahead.Winner) {
			t.Errorf("%q is ahead, the ruling says %q: found %+v", ahead.Winner, winner, found)
		}
	}
}

// TestAnOrderThatDoesNotFireAnswersNothing: an answer that its seat gave is recorded
// as that of a standing order which had nothing to say.
func TestAnOrderThatDoesNotFireAnswersNothing(t *testing.T) {
	for seed := range uint64(60) {
		tb := newTable(t, seed)
		tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, engine.Standing{
			Clause: "lose", Args: map[string][]string{"units": {"blue-b"}},
		}))
		left := tb.m.Seq()
		m := tb.finish()
		for _, e := range m.Log() {
			d := e.Decision
			a, ok := d.Act.(match.ActAnswer)
			if !ok || d.Seat != "blue" || a.Standing != 0 || !strings.HasPrefix(string(a.Prompt), "loss@") {
				continue
			}
			before, err := m.At(d.Seq - 1)
			if err != nil {
				t.Fatal(err)
			}
			a.Auto, a.Standing, a.Opens = true, left, []int{left}
			d.Author, d.Act = match.Referee, a
			forged, err := forge(t, before, d, "")
			if err != nil {
				t.Fatal(err)
			}
			found, err := match.Rejudge(toy.Strict(), forged.Log())
			if err != nil || len(found) != 1 || !strings.Contains(found[0].What, "did not fire") {
				t.Errorf("seed %d, decision %d: found %+v, %v", seed, d.Seq, found, err)
			}
			return
		}
	}
	t.Fatal("blue answered every such question by its order")
}
