package referee_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
)

// thoughtful is a player that tells why, and first does what a test wants.
func thoughtful(name string, first func()) play.Player {
	p := play.Recruit(nil)
	p.Name = name
	walk := p.Think
	p.Think = func(q *play.Question) (play.Answer, error) {
		if first != nil {
			first()
		}
		a, err := walk(q)
		a.Why.Lines = []engine.Msg{engine.Say("referee.told.resume")}
		return a, err
	}
	return p
}

// against opens a match in which a person plays red, and a program of the roster blue.
func against(t *testing.T, roster ...play.Player) (*bench, match.ID) {
	t.Helper()
	b := newBench(t)
	b.game.Players = roster
	b.restart()
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{
		Setup: engine.Setup{"weather": "off"}, Place: "here", Program: roster[0].Name,
		Settings: map[string]string{schedule.SettingClock: "reserve 10d +12h grace 6h remind 50 80 then caretaker"},
	})
	b.must(err)
	_, err = b.Join(b.t.Context(), command(r.Match, "red"))
	b.must(err)
	return b, r.Match
}

// think has the program answer.
func (b *bench) think(id match.ID) referee.Reply {
	b.t.Helper()
	r, done, err := b.Programs.Think(context.Background(), id)
	if err != nil || !done {
		b.t.Fatalf("thought: %v, %v", done, err)
	}
	return r
}

// matchOf is a match as it stands.
func (b *bench) matchOf(id match.ID) *match.Match {
	b.t.Helper()
	s, err := b.Referee.Snapshot(b.t.Context(), id)
	b.must(err)
	return s.Match()
}

// decided hears of decisions.
type decided chan match.Kind

func (d decided) Decided(_ string, kind match.Kind, _ bool) { d <- kind }
func (decided) Refused(string, string)                      {}

func TestAProgramTakesTheOtherSeat(t *testing.T) {
	b, id := against(t, thoughtful("captain", nil))
	m := b.matchOf(id)
	if about, is := m.Program("blue"); !is || about.Name != "captain" || !m.Started() {
		t.Fatalf("blue is held by %v, %v; begun: %v", about, is, m.Started())
	}
	if _, is := m.Program("red"); is {
		t.Fatal("a person is a program")
	}
	people, err := b.store.People(b.t.Context(), id)
	b.must(err)
	if len(people) != 2 || people[1].Account != "program:captain" || !referee.IsProgram(people[1].Account) || referee.IsProgram(people[0].Account) {
		t.Fatalf("who plays: %+v", people)
	}
	r := b.think(id)
	if _, again, err := b.Programs.Think(context.Background(), id); again || err != nil {
		t.Fatalf("it was asked nothing, and thought: %v, %v", again, err)
	}
	if r.To != r.From+1 || b.matchOf(id).Log()[r.To-1].Decision.Seat != "blue" {
		t.Errorf("its plan: decisions %d to %d", r.From+1, r.To)
	}
	posts, err := b.Outbox.Posts(b.t.Context(), "here")
	b.must(err)
	last := posts[len(posts)-1]
	if of, seq := last.Match(); of != id || seq != r.To {
		t.Errorf("told: %+v", last)
	}
}

func TestUnauthorisedProgramsRefused(t *testing.T) {
	b := newBench(t)
	b.game.Players = play.Roster{play.Recruit(nil)}
	b.restart()
	for name, c := range map[string]struct {
		o    referee.Opening
		want error
	}{
		"no such program": {referee.Opening{Program: "general"}, referee.ErrNoProgram},
		"and a person":    {referee.Opening{Program: "recruit", Opponent: match.Challenger{Account: "test:x"}}, referee.ErrOpponents},
		"by a setting":    {referee.Opening{Settings: map[string]string{referee.SettingProgram: "general"}}, referee.ErrNoProgram},
		"into a league, by a setting": {referee.Opening{Settings: map[string]string{
			referee.SettingOwner: "league/1", referee.SettingProgram: "recruit",
		}}, referee.ErrOpponents},
		"into a league": {referee.Opening{Program: "recruit", Settings: map[string]string{referee.SettingOwner: "league/1"}}, referee.ErrOpponents},
	} {
		if _, err := b.Open(b.t.Context(), command("", ""), c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	id := b.open()
	if _, err := b.ChangeSettings(b.t.Context(), command(id, "red"), map[string]string{referee.SettingProgram: "recruit"}); !errors.Is(err, referee.ErrAgree) {
		t.Errorf("a player makes the other a program: %v", err)
	}
	if _, err := b.ProposeSettings(b.t.Context(), command(id, "red"), map[string]string{referee.SettingProgram: "recruit"}); !errors.Is(err, referee.ErrAgree) {
		t.Errorf("a player proposes a program: %v", err)
	}
}

// TestProgramAccountsCannotPlay: whoever comes under its account neither sits nor answers.
func TestProgramAccountsCannotPlay(t *testing.T) {
	b, id := against(t, thoughtful("captain", nil))
	as := func(id match.ID, seat engine.Seat) referee.Command {
		return referee.Command{Match: id, Seat: seat, Account: "program:captain", Door: "test"}
	}
	refused := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, match.ErrPlayer) {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err := b.Order(b.t.Context(), as(id, "blue"), "plan march")
	refused("it plans", err)
	_, err = b.Resign(b.t.Context(), as(id, "blue"))
	refused("it resigns", err)
	free, err := b.Open(b.t.Context(), command("", ""), referee.Opening{})
	b.must(err)
	_, err = b.Join(b.t.Context(), as(free.Match, "red"))
	refused("it joins", err)
	b.must(b.Erase(b.t.Context(), "test:red"))
	refused("it claims the seat of who was erased", b.Claim(b.t.Context(), as(id, "red"), ""))
}

// TestAProgramIsFoundAfterAStop: what it is asked is due in the store, and no clock runs for it.
func TestAProgramIsFoundAfterAStop(t *testing.T) {
	b, id := against(t, thoughtful("captain", nil))
	b.order(id, "red", "plan march")
	heard := make(decided, 100)
	b.observer = heard
	b.restart()
	b.must(b.Up(b.t.Context(), time.UnixMilli(1_000_000)))
	ctx, stop := context.WithCancel(context.Background())
	ran := make(chan struct{})
	go func() { b.Programs.Run(ctx); close(ran) }()
	b.must(b.RunDue(ctx, time.UnixMilli(1_000_000)))
	<-heard
	stop()
	<-ran
	times, err := b.Times(t.Context(), id)
	b.must(err)
	for _, c := range times.Clocks {
		if c.Player != 1 {
			t.Errorf("a clock runs for the program: %+v", c)
		}
	}
	b.must(b.RunDue(t.Context(), time.UnixMilli(1_000_000)))
	if at, due, err := b.store.NextDue(t.Context()); err != nil || due && at <= 1_000_000 {
		t.Errorf("it is still due: %d %v %v", at, due, err)
	}
}

// interrupted is a context of [referee.Programs.Run]. Somebody does something when that asks for the first time whether it
// has ended, and it ends when that waits for something to do after it.
type interrupted struct {
	context.Context
	end  context.CancelFunc
	do   func()
	done bool
}

// asked reports whether it is Run itself that asks, and not what it calls.
func asked() bool {
	at, _, _, _ := runtime.Caller(2)
	return strings.HasSuffix(runtime.FuncForPC(at).Name(), ".(*Programs).Run")
}

func (c *interrupted) Err() error {
	if asked() && !c.done {
		c.done = true
		c.do()
	}
	return c.Context.Err()
}

func (c *interrupted) Done() <-chan struct{} {
	if asked() && c.done {
		c.end()
	}
	return c.Context.Done()
}

// TestAProgramIsAskedWhileItEnds: what somebody asks of a program after it has looked at the match, and before it is done
// with it, is neither lost nor left until the next command: it stays due, and is answered once it is found.
func TestAProgramIsAskedWhileItEnds(t *testing.T) {
	for name, answered := range map[string]bool{"it has answered": true, "it was asked nothing": false} {
		for _, found := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, found %t", name, found), func(t *testing.T) {
				b, id := against(t, thoughtful("captain", nil))
				now := time.UnixMilli(1_000_000)
				b.must(b.Up(b.t.Context(), now))
				b.must(b.RunDue(b.t.Context(), now))
				if !answered {
					b.think(id)
				}
				ctx, end := context.WithCancel(t.Context())
				defer end()
				b.Programs.Run(&interrupted{Context: ctx, end: end, do: func() {
					_, err := b.OfferDraw(b.t.Context(), command(id, "red"))
					b.must(err)
					if found {
						b.must(b.RunDue(b.t.Context(), now))
					}
				}})
				offer := b.matchOf(id).Offered().What
				due, err := b.store.Due(b.t.Context(), now.UnixMilli())
				b.must(err)
				if (offer == "") != found || (len(due) == 0) != found {
					t.Errorf("offered is %q, and due %+v", offer, due)
				}
			})
		}
	}
}

// TestAProgramThinksAnew: who changes the match while it thinks is not kept waiting, and it answers
// to how the match stands then.
func TestAProgramThinksAnew(t *testing.T) {
	var b *bench
	var id match.ID
	var once bool
	b, id = against(t, thoughtful("captain", func() {
		if once {
			return
		}
		once = true
		b.order(id, "red", "plan march")
	}))
	b.think(id)
	m := b.matchOf(id)
	var answered []engine.Seat
	for _, e := range m.Log() {
		if e.Decision.Kind() == match.KindAnswer {
			answered = append(answered, e.Decision.Seat)
		}
	}
	if len(answered) < 2 || !slices.Equal(answered[:2], []engine.Seat{"red", "blue"}) {
		t.Errorf("answered: %q", answered)
	}
}

func TestHowAProgramAnswersOffers(t *testing.T) {
	b, id := against(t, thoughtful("captain", nil))
	b.order(id, "red", "plan march")
	b.think(id)
	_, err := b.ProposeSettings(b.t.Context(), command(id, "red"), map[string]string{schedule.SettingPause: "on"})
	b.must(err)
	b.think(id)
	if m := b.matchOf(id); m.Setting(schedule.SettingPause) != "on" {
		t.Error("a pause is not agreed")
	}
	if back, err := refereetest.Current(b.t.Context(), b.Referee, id).BackTo(b.t.Context(), "red", 1); err != nil || len(back) != 1 {
		t.Fatalf("back to: %+v %v", back, err)
	} else if _, err := b.RequestTakeBack(b.t.Context(), command(id, "red"), back[0].Seq); err != nil {
		t.Fatal(err)
	}
	b.think(id)
	if offer := b.matchOf(id).Offered().What; offer != "" || b.matchOf(id).Log()[b.matchOf(id).Seq()-1].Decision.Seat == "" {
		t.Errorf("it neither went back nor answered anew: %q", offer)
	}
}

// TestAnImportedMatchAgainstAProgram: nobody claims the program's seat, and it goes on once a person has
// claimed theirs.
func TestAnImportedMatchAgainstAProgram(t *testing.T) {
	from, id := against(t, thoughtful("captain", nil))
	var file bytes.Buffer
	from.must(from.store.Export(from.t.Context(), id, &file))
	b := newBench(t)
	b.game.Players = from.game.Players
	b.restart()
	_, err := b.Files.Import(b.t.Context(), &file)
	b.must(err)
	stranger := command(id, "blue")
	stranger.Account = "test:stranger"
	if err := b.Claim(b.t.Context(), stranger, "here"); !errors.Is(err, match.ErrTaken) {
		t.Errorf("a stranger claims the program's seat: %v", err)
	}
	b.must(b.Claim(b.t.Context(), command(id, "red"), "here"))
	if due, err := b.store.Due(b.t.Context(), 1_000_000); err != nil || len(due) != 1 || due[0].Name != "program" {
		t.Errorf("due: %+v %v", due, err)
	}
	b.think(id)
}

func TestWhyAProgramAnswered(t *testing.T) {
	b, id := against(t, thoughtful("captain", nil))
	b.order(id, "red", "plan march")
	r := b.think(id)
	why := func(v engine.Viewer) []referee.Reason {
		t.Helper()
		s, err := b.Referee.Snapshot(b.t.Context(), id)
		b.must(err)
		out, err := s.Why(b.t.Context(), v, 0, s.Match().Seq())
		b.must(err)
		return out
	}
	if got := why(engine.Judge); len(got) == 0 || got[0].Seat != "blue" || got[0].Seq <= r.From || len(got[0].Why.Lines) != 1 {
		t.Fatalf("reasons: %+v", got)
	}
	b.restart() // nothing is in memory
	asked := why(engine.Judge)
	if len(asked) == 0 || asked[0].Gone || len(asked[0].Why.Lines) != 1 {
		t.Fatalf("reasons asked for again: %+v", asked)
	}
	newer := thoughtful("captain", nil)
	newer.Version = 7
	b.game.Players = play.Roster{newer}
	b.restart()
	if gone := why(engine.Judge); len(gone) == 0 || !gone[0].Gone {
		t.Fatalf("reasons of another version: %+v", gone)
	}
}

// TestAnotherVersionTakesTheSeat: after an update the match goes on with the program of today, and
// the record says from when.
func TestAnotherVersionTakesTheSeat(t *testing.T) {
	b, id := against(t, thoughtful("captain", nil))
	newer := thoughtful("captain", nil)
	newer.Version = 2
	b.game.Players = play.Roster{newer}
	b.restart()
	b.think(id)
	m := b.matchOf(id)
	if about, is := m.Program("blue"); !is || about.Version != 2 || m.Player("blue") != 3 {
		t.Errorf("blue is played by %s (%v), player %d", about, is, m.Player("blue"))
	}
}

func TestHints(t *testing.T) {
	b, id := against(t, thoughtful("captain", nil))
	h, reply, err := b.Hint(b.t.Context(), command(id, "red"))
	b.must(err)
	if h.Program.Name != "captain" || len(h.Path) == 0 || len(h.Why.Lines) != 1 || b.matchOf(id).Log()[reply.To-1].Decision.Kind() != match.KindHint {
		t.Errorf("hint: %+v", h)
	}
	if o, err := refereetest.Current(b.t.Context(), b.Referee, id).Read(b.t.Context(), command(id, "red"), strings.Join(h.Order, " ")); err != nil || o.Prompt != h.Prompt || !slices.Equal(o.Path, h.Path) {
		t.Errorf("typed, %q is %+v, %v", h.Order, o, err)
	}
	_, err = b.Choose(b.t.Context(), command(id, "red"), h.Prompt, h.Path)
	b.must(err)
	if _, _, err := b.Hint(b.t.Context(), command(id, "red")); !errors.Is(err, engine.ErrSeat) {
		t.Errorf("asked nothing: %v", err)
	}
	if _, _, err := b.Hint(b.t.Context(), command(id, "blue")); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("for the program's seat: %v", err)
	}

	rated, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Settings: map[string]string{referee.SettingOwner: "league/1"}})
	b.must(err)
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := b.Join(b.t.Context(), command(rated.Match, seat))
		b.must(err)
	}
	if _, _, err := b.Hint(b.t.Context(), command(rated.Match, "red")); !errors.Is(err, referee.ErrHints) {
		t.Errorf("in a match that counts: %v", err)
	}
	on := map[string]string{referee.SettingHints: "on"}
	if _, err := b.ChangeSettings(b.t.Context(), command(rated.Match, "red"), on); !errors.Is(err, referee.ErrAgree) {
		t.Errorf("one player allows hints alone: %v", err)
	}
	_, err = b.ProposeSettings(b.t.Context(), command(rated.Match, "red"), on)
	b.must(err)
	_, err = b.Accept(b.t.Context(), command(rated.Match, "blue"), match.NewSettings)
	b.must(err)
	if _, _, err := b.Hint(b.t.Context(), command(rated.Match, "red")); err != nil {
		t.Errorf("both have agreed: %v", err)
	}
}

func TestAProgramThatFails(t *testing.T) {
	b, id := against(t, thoughtful("captain", func() { panic("out of ideas") }))
	var fault *referee.Fault
	if _, done, err := b.Programs.Think(context.Background(), id); done || !errors.As(err, &fault) {
		t.Errorf("thought: %v, %v", done, err)
	}
	b.order(id, "red", "plan march") // nobody else is kept from playing
}

// ownerless is the hook of clubs to which no match belongs.
type ownerless struct{}

func (ownerless) Subject(ctx context.Context, s authority.Subject, _ match.ID, _ string) (authority.Subject, error) {
	return s, nil
}
func (ownerless) Refuse(context.Context, match.ID, referee.Freedom) error { return nil }
func (ownerless) Commit(context.Context, *match.Batch, *match.Match, *match.Match, string) error {
	return nil
}

// TestProgramResignsLostPositions: by the chance to win, but to the end in a league's match; a draw is accepted by it, too.
func TestProgramResignsLostPositions(t *testing.T) {
	for name, c := range map[string]struct {
		chance float64 // of red, who sits first
		league bool
		offer  bool
		want   match.How // "": it plays on
	}{
		"lost":                  {chance: 0.99, want: match.Resigned},
		"not yet":               {chance: 0.97},
		"lost, but in a league": {chance: 0.99, league: true},
		"a draw, being behind":  {chance: 0.7, offer: true, want: match.Agreed},
		"a draw, being ahead":   {chance: 0.5, offer: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := thoughtful("captain", nil)
			p.GivesUp = 0.02
			b := newBench(t)
			b.game.Players = play.Roster{p}
			b.game.Judge = &play.Judge{Chance: func(any) float64 { return c.chance }}
			var office referee.Office
			b.clubs = func(_ *referee.Referee, o referee.Office) referee.Hook { office = o; return ownerless{} }
			b.restart()
			r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{"weather": "off"}, Program: "captain"})
			b.must(err)
			_, err = b.Join(b.t.Context(), command(r.Match, "red"))
			b.must(err)
			if c.league {
				_, err = office.ChangeSettings(b.t.Context(), command(r.Match, ""), map[string]string{referee.SettingOwner: "league/1"})
				b.must(err)
			}
			if c.offer {
				_, err = b.OfferDraw(b.t.Context(), command(r.Match, "red"))
				b.must(err)
			}
			b.think(r.Match)
			if e, _ := b.matchOf(r.Match).Ending(); e.How != c.want || c.want == match.Resigned && e.Winner != "red" {
				t.Errorf("it ends %+v, want %q", e, c.want)
			}
		})
	}
}
