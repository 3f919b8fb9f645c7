package mail_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
)

// captain plays the toy as a recruit, and says why.
func captain() play.Player {
	p := play.Recruit(nil)
	p.Name = "captain"
	walk := p.Think
	p.Think = func(q *play.Question) (play.Answer, error) {
		a, err := walk(q)
		a.Why.Lines = []engine.Msg{engine.Say("mail.nobody")}
		return a, err
	}
	return p
}

// against has Anna open a match against a program by a line, in a language.
func against(t *testing.T, lang, line string) (*bench, match.ID) {
	t.Helper()
	b := newBench(t)
	b.lang, b.players = lang, play.Roster{play.Recruit(nil), captain()}
	b.restart()
	b.write(anna, line)
	b.reply(anna, b.code(anna))
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	if len(list) != 1 {
		t.Fatalf("%q: %d matches:\n%s", line, len(list), plain(b.last(anna)))
	}
	return b, list[0].ID
}

// thinks has programs answer, and sends what that leads to.
func (b *bench) thinks(id match.ID) {
	b.t.Helper()
	_, _, err := b.play.Programs.Think(b.t.Context(), id)
	b.must(err)
	b.deliver()
}

// noneToPrograms checks that nothing is sent to programs, or waits for them.
func (b *bench) noneToPrograms() {
	b.t.Helper()
	for address := range b.got {
		if address != anna {
			b.t.Errorf("a mail to %s: %s", address, plain(b.last(address)))
		}
	}
	places, err := b.play.Outbox.Places(b.t.Context())
	b.must(err)
	for place := range places {
		if strings.Contains(place, "program:") {
			b.t.Errorf("something waits at %s", place)
		}
	}
}

// TestAgainstTheComputer plays a whole match against a program by mail: each phase of it is one mail.
func TestAgainstTheComputer(t *testing.T) {
	b, id := against(t, "en", "new toy against captain as blue clock=3d")
	s, err := b.play.Snapshot(b.t.Context(), id)
	b.must(err)
	if about, is := s.Match().Program("red"); !is || about.Name != "captain" || !s.Match().Started() || s.Seat(b.look(id).Holder("blue").Account) != "blue" {
		t.Fatalf("red is held by %s: %v; begun: %v", about, is, s.Match().Started())
	}
	b.write(anna, "digest on")
	for turn := 0; b.look(id).Ending == nil; turn++ {
		if turn == 60 {
			t.Fatal("it does not end")
		}
		before := len(b.got[anna])
		b.thinks(id)
		if n := len(b.got[anna]) - before; n > 1 {
			t.Fatalf("%d mails of one phase", n)
		}
		if b.look(id).Ending == nil {
			if !strings.Contains(plain(b.last(anna)), part("mail.asked")) {
				b.now = b.now.Add(1e12) // a digest comes when she wakes
				b.must(b.play.Schedule.RunDue(b.t.Context(), b.now))
				b.deliver()
			}
			b.reply(anna, "1")
		}
	}
	if m := b.last(anna); !strings.Contains(m.Subject, "Captain (computer)") {
		t.Errorf("the subject is %q", m.Subject)
	}
	s, err = b.play.Snapshot(b.t.Context(), id)
	b.must(err)
	asked, found, err := match.AskAgain(s.Match().Game(), s.Match().Log(), b.players)
	if err != nil || len(found) > 0 || asked.Answers == 0 {
		t.Errorf("asked again: %+v %+v %v", asked, found, err)
	}
	b.noneToPrograms()
}

// TestReasonsByMail: a phase of the program is told with its reasons, below what is asked; "why" tells them, too.
func TestReasonsByMail(t *testing.T) {
	b := newBench(t)
	b.generals = play.Roster{captain()}
	b.restart()
	b.write(anna, "new celles against captain as german")
	b.reply(anna, b.code(anna))
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	id := list[0].ID
	told := false
	for turn := 0; !told; turn++ {
		if turn == 30 {
			t.Fatal("no mail says why")
		}
		before := len(b.got[anna])
		b.thinks(id)
		if len(b.got[anna]) > before {
			said := plain(b.last(anna))
			asked, why := strings.Index(said, "# "+english("mail.asked")), strings.Index(said, "# "+english("mail.reasons")+"\n")
			told = why >= 0
			if told && (asked < 0 || why < asked) {
				t.Errorf("the reasons stand above what is asked:\n%s", said)
			}
			if told && strings.Contains(said[why:], ": \n   ") {
				t.Errorf("a reason does not say for what it is:\n%s", said)
			}
			if told && strings.Index(said, "# What has happened") > asked {
				t.Errorf("what it did does not come first:\n%s", said)
			}
			if told {
				m := b.look(id).Snapshot.Match()
				for seq := m.Seq(); ; seq-- {
					if _, program := m.History().Answerer(seq); program {
						b.still(id, "why", func() { b.reply(anna, fmt.Sprintf("why\nwhy %d", seq)) })
						b.says(anna, "» why\n", fmt.Sprintf("» why %d", seq), "captain: "+english("mail.nobody"))
						break
					}
				}
			}
		}
		if !told && strings.Contains(plain(b.last(anna)), part("mail.asked")) {
			b.reply(anna, "1")
		}
	}
	b.noneToPrograms()
}

// TestNewAgainstAProgram in the words of each language; one that plays another game is refused.
func TestNewAgainstAProgram(t *testing.T) {
	for _, c := range [][3]string{
		{"en", "new toy vs Captain as blue", "captain"},
		{"en", "new toy against computer", "captain"},
		{"en", "new toy recruit", "recruit"},
		{"fr", "nouvelle toy contre capitaine", "captain"},
		{"fr", "nouvelle toy contre ordinateur", "captain"},
		{"es", "nueva toy contra Capitán", "captain"},
		{"es", "nueva toy contra ordenador", "captain"},
	} {
		b, id := against(t, c[0], c[1])
		names := b.look(id).Sitting
		if !slices.ContainsFunc(names, func(s referee.Sitting) bool { return s.Program == c[2] }) {
			t.Errorf("%q: %+v", c[1], names)
		}
		b.noneToPrograms()
	}
	b, _ := against(t, "en", "new toy against captain")
	for line, want := range map[string]string{
		"new celles against captain":       part("referee.refuse.no-program"),
		"new toy against captain " + ben:   part("referee.refuse.opponents"),
		"new toy against colonel":          part("mail.refused.unknown"),
		"new toy against captain as green": "green",
	} {
		b.write(anna, line)
		b.says(anna, want)
	}
	if list, err := b.play.Index.Matches(b.t.Context()); err != nil || len(list) != 1 {
		t.Errorf("%d matches: %v", len(list), err)
	}
	for range 10 {
		b.write(anna, "new toy against captain")
	}
	b.says(anna, "10")
	if list, err := b.play.Index.Matches(b.t.Context()); err != nil || len(list) != 10 {
		t.Errorf("%d matches in a day: %v", len(list), err)
	}
}

// TestHintsByMail: a hint is told with its reasons and recorded; it moves nothing, and the mail that asked can still be answered.
func TestHintsByMail(t *testing.T) {
	b, id := against(t, "en", "new toy against captain")
	asked := b.last(anna)
	b.receive(b.answer(anna, asked, "hint"))
	b.says(anna, english("mail.hint", engine.Text("program", "Captain (computer)"), engine.Text("order", "")), part("mail.hint-recorded"))
	log := b.look(id).Snapshot.Match().Log()
	if last := log[len(log)-1].Decision; last.Kind() != match.KindHint || last.Seat != "red" {
		t.Errorf("the last decision: %+v", last)
	}
	hinted := b.look(id).Seq
	b.receive(b.answer(anna, asked, "hint", "Message-ID: -"))
	b.receive(b.answer(anna, asked, "1"))
	if b.look(id).Seq <= hinted {
		t.Errorf("the mail that asked is not obeyed:\n%s", plain(b.last(anna)))
	}
	b.reply(anna, "try\nhint")
	b.says(anna, part("mail.try-only"))
	b.reply(anna, "account\nforecast")
	b.says(anna, english("mail.not-done", engine.Text("line", "account")))
	people := newBench(t)
	people.begin("toy")
	people.reply(anna, "hint")
	people.says(anna, part("referee.refuse.no-hints"))

	rated := newBench(t)
	rated.players = play.Roster{captain()}
	rated.restart()
	_, counts := rated.disputed()
	rated.still(counts, "a hint in a match that counts", func() {
		rated.reply(anna, "hint")
		rated.says(anna, part("referee.refuse.hints"))
		rated.reply(anna, "forecast")
		rated.says(anna, english("mail.not-done", engine.Text("line", "forecast")))
	})
}

// TestTurnFileAgainstTheComputer: the reply to a file is obeyed, and the program answers after it; it gets no file.
func TestTurnFileAgainstTheComputer(t *testing.T) {
	b, id := against(t, "en", "new toy against captain")
	b.reply(anna, "turn file on")
	f := b.turn(anna)
	reply := b.sealed(f, "plan march")
	b.encloses(anna, "My turn.", reply)
	b.says(anna, "» march")
	own := b.look(id).Seq
	b.thinks(id)
	m := b.look(id).Snapshot.Match()
	if about, program := m.History().Answerer(own + 1); !program || about.Name != "captain" || m.Log()[own-1].Decision.Author != 1 {
		t.Errorf("decision %d is of %s, after %+v", own+1, about, m.Log()[own-1].Decision)
	}
	b.still(id, "a reply to what the program has answered since", func() { b.encloses(anna, "Again.", b.sealed(f, "plan hold")) })
	b.noneToPrograms()
}

// TestForecastOnAnotherBoard: it says that win chances were not measured on the board of the match.
func TestForecastOnAnotherBoard(t *testing.T) {
	other := toyGame
	other.Measured = "another board"
	b := benchOf(t, other, cellesGame)
	b.worth = &play.Judge{Chance: func(any) float64 { return 0.7 }}
	b.restart()
	b.begin("toy")
	b.reply(anna, "forecast")
	b.says(anna, "» forecast", part("chance.told"), english("measured.chance", engine.Sub("board", engine.Say("measured.own"))))
}

// TestAccountByMail: how likely each side is to win is told while a match goes on, and where its margin came from once it is
// over. Neither moves anything.
func TestAccountByMail(t *testing.T) {
	b := newBench(t)
	b.worth = &play.Judge{
		About: play.About{Name: "judge", Version: 1, Nodes: 1},
		Value: func(any) float64 { return 1.5 }, Chance: func(any) float64 { return 0.7 },
		Answer: func(*play.Question, []string) (play.Answer, float64, error) { return play.Answer{}, 0, nil },
	}
	b.restart()
	id := b.begin("toy")
	b.still(id, "a forecast", func() {
		b.reply(anna, "forecast")
		b.says(anna, "» forecast", english("chance.told", engine.Noun("first", "red"), engine.Num("p", 70), engine.Noun("second", "blue"), engine.Num("q", 30)))
		b.reply(anna, "account")
		b.says(anna, english("mail.not-done", engine.Text("line", "account")), part("referee.refuse.account-live"))
	})
	b.reply(anna, "resign")
	b.reply(anna, "resign yes")
	b.reply(anna, "account")
	b.says(anna, "» account", part("account.head"), "+1.5"+part("account.begin"))
	b.reply(ben, "account")
	b.says(ben, part("account.head"))
}
