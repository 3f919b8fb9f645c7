package mail_test

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"referee/bot/club"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/kit/csvtable"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/play"
)

// boardsOf puts versions of a board of the toy on the shelf, the last with other facts, and starts the process again. It returns their
// hashes, and that of the data set built in.
func (b *bench) boardsOf(versions int) (hashes []string, builtIn string) {
	b.t.Helper()
	built, err := match.LoadData(toy.Files())
	b.must(err)
	hash := func(data match.Data) string {
		g, err := toy.Open(data, 1)
		b.must(err)
		return g.Info().Data
	}
	for v := 1; v <= versions; v++ {
		data := maps.Clone(built)
		id := engine.BoardID{Name: "Anna's box", Version: v, Author: "Anna"}
		data[csvtable.BoardFile] = csvtable.WriteBoard(id)
		data["toy.csv"] = strings.Replace(data["toy.csv"], "effort,", "# read on the box\neffort,", 1)
		shelved := match.Board{BoardID: id, Game: "toy", Data: hash(data), Signatures: []match.BoardSignature{{By: "Ben"}, {By: "Dora"}}}
		b.must(b.store.PutBoard(b.t.Context(), shelved, data))
		hashes = append(hashes, shelved.Data)
	}
	b.players = play.Roster{play.Recruit(nil)}
	b.restart()
	return hashes, hash(built)
}

// TestBoardsByName: matches by mail, of programs and of leagues are played on a named board beside others on the one built in, in one
// process; all can be verified by what they carry, and are replayed.
func TestBoardsByName(t *testing.T) {
	b := newBench(t)
	hashes, builtIn := b.boardsOf(2)
	want := map[match.ID]string{}
	newest := func(data string) {
		t.Helper()
		list, err := b.play.Index.Matches(t.Context())
		b.must(err)
		for _, m := range list {
			if _, known := want[m.ID]; !known {
				want[m.ID] = data
			}
		}
	}
	open := func(line, data string) {
		t.Helper()
		b.write(anna, line)
		if len(want) == 0 {
			b.write(anna, b.code(anna))
		}
		newest(data)
	}
	open("new toy open board=annas-box", hashes[1])
	open("new toy open", builtIn)
	open("new toy open board=annas-box-1", hashes[0])
	open("new toy open board=built-in", builtIn)
	if len(want) != 4 {
		t.Fatalf("%d matches were opened by mail", len(want))
	}
	b.write(anna, "new toy open board=bens-box")
	refused := &referee.NoBoardError{Given: "bens-box", Known: []string{"built-in", "Anna's box 2"}}
	if text := plain(b.last(anna)); !strings.Contains(text, "bens-box") || !strings.Contains(text, refused.Known[1]) {
		t.Errorf("a board that there is not: %s", text)
	}
	for board, data := range map[string]string{"Anna's box": hashes[1], "": builtIn} {
		reply, err := b.play.Open(t.Context(), referee.Command{Door: "test"}, referee.Opening{
			Game: "toy", Setup: engine.Setup{"weather": "off", referee.OptionBoard: board}, Program: "recruit", Watched: true,
		})
		b.must(err)
		want[reply.Match] = data
	}
	for board, data := range map[string]string{"annas-box-1": hashes[0], "": builtIn} {
		id := b.leagueOn(board)
		_, err := b.club.Leagues.Start(t.Context(), organiser(id), nil)
		b.must(err)
		want[b.opened(id)] = data
		look, err := b.club.Leagues.Look(t.Context(), id)
		b.must(err)
		other := look.Rules
		other.Settings = map[string]string{club.SetupPrefix + referee.OptionBoard: "annas-box"}
		_, err = b.club.Leagues.Amend(t.Context(), organiser(id), other)
		b.must(err)
		if look, err = b.club.Leagues.Look(t.Context(), id); err != nil || look.Rules.Settings["data"] != data {
			t.Errorf("a league has another board: %v, %v", look.Rules.Settings, err)
		}
	}
	v := match.Verifier{Open: func(o match.Opening, data match.Data) (engine.Game, error) { return toy.Open(data, o.Law) }, Roll: dice.Check}
	for range 2 {
		for id, data := range want {
			var file bytes.Buffer
			b.must(b.play.Files.Export(t.Context(), &file, id, engine.Judge))
			_, _, report, err := v.Read(&file)
			b.must(err)
			s, err := b.play.Snapshot(t.Context(), id)
			b.must(err)
			_, chosen := s.Match().Opening().Setup[referee.OptionBoard]
			if o := report.Opening; o.Data != data || chosen {
				t.Errorf("match %s is played on %.8s, want %.8s; set-up %v", id, o.Data, data, s.Match().Opening().Setup)
			}
			said := map[bool]string{true: "board.built", false: "board.checked"}[data == builtIn]
			if m := s.Board(); m.Key != said {
				t.Errorf("match %s: %+v, want %s", id, m, said)
			}
			if again := s.SetupAgain()[referee.OptionBoard]; (again == "") != (data == builtIn) {
				t.Errorf("match %s again is on %q", id, again)
			}
		}
		b.restart() // and all is replayed
	}
}

// leagueOn is a league of two on a board, which has not begun.
func (b *bench) leagueOn(board string) league.ID {
	b.t.Helper()
	settings := map[string]string{"setup.weather": "off"}
	if board != "" {
		settings[club.SetupPrefix+referee.OptionBoard] = board
	}
	reply, err := b.club.Leagues.Found(b.t.Context(), organiser(""), club.Founding{Home: home, Name: "Winter", Place: posts, Game: "toy", Rules: league.Rules{
		Format: league.FormatRoundRobin, Slots: 1, Scoring: league.PlainScoring(), RoundTime: 7 * 24 * 3600 * 1000, Settings: settings,
	}})
	b.must(err)
	for _, x := range []club.Someone{{Account: "test:a", Name: "A"}, {Account: "test:b", Name: "B"}} {
		_, err := b.club.Leagues.Enter(b.t.Context(), organiser(reply.League), x, 0, league.Waking{})
		b.must(err)
	}
	return reply.League
}

// TestTheBoardIsToldByMail: an invitation and the first mail of a match say on which board it is played.
func TestTheBoardIsToldByMail(t *testing.T) {
	b := newBench(t)
	b.boardsOf(1)
	b.write(anna, "new toy board=annas-box against "+ben)
	b.write(anna, b.code(anna))
	told := func(m outgoing.Mail) {
		t.Helper()
		if text := plain(m); strings.Count(text, "Anna's box 1") != 1 {
			t.Errorf("it does not say the board once: %s", text)
		}
	}
	told(b.last(ben))
	b.reply(ben, b.code(ben))
	told(b.last(ben))
}

// TestABoardIsAdoptedByMail: a line offers a newer board, the other player reads what it changes, and accepts it by a line. Somebody
// without a seat, a board of another game, and the player who offers it change nothing.
func TestABoardIsAdoptedByMail(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	hashes, builtIn := b.boardsOf(1)
	others := match.Board{BoardID: engine.BoardID{Name: "Bens map", Version: 2, Author: "Ben"}, Game: "celles", Data: strings.Repeat("b", 64)}
	b.must(b.store.PutBoard(t.Context(), others, match.Data{}))
	b.must(b.play.Games.ReadShelf(t.Context()))
	seatless := func(line string) func() {
		return func() { b.receive(b.answer("eve@example.org", b.last(anna), line)) }
	}
	b.still(id, "an offer of somebody without a seat", seatless("law annas-box yes"))
	b.still(id, "a board of another game", func() { b.reply(anna, "law bens-map yes") })
	b.says(anna, english("referee.refuse.board-same"))
	b.reply(anna, "law annas-box yes")
	b.says(ben, english("referee.told.offer-board", engine.Noun("seat", "red"), engine.Text("board", "Anna's box 1")), english("referee.board.untouched"))
	b.still(id, "her own answer", func() { b.reply(anna, "accept") })
	b.still(id, "an answer of somebody without a seat", seatless("accept"))
	if on := b.look(id).Info.Data; on != builtIn {
		t.Errorf("before it is accepted the match is on %.8s", on)
	}
	b.reply(ben, "accept")
	if on := b.look(id).Info.Data; on != hashes[0] {
		t.Errorf("once it is accepted the match is on %.8s:\n%s", on, plain(b.last(ben)))
	}
}
