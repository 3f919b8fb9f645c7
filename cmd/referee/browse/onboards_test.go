package browse

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	netmail "net/mail"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"referee/bot/authority"
	"referee/bot/boardfile"
	"referee/bot/club"
	"referee/bot/mail"
	"referee/bot/mail/incoming"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/cmd/games"
	"referee/engine"
	rolls "referee/engine/dice"
	"referee/engine/enginetest"
	"referee/engine/league"
	"referee/engine/match"
	"referee/store"
)

// TestAPrintedBoardIsPlayed: a board file with every difference of the printed map is played on.
func TestAPrintedBoardIsPlayed(t *testing.T) {
	p := printMap(t, printedDifferences)
	game, err := games.Celles().Board()
	if err != nil {
		t.Fatal(err)
	}
	f, err := boardfile.New(game, match.Data(p.facts.Files()), engine.BoardID{Name: "Printed", Version: 1, Author: "Test"})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		t.Fatal(err)
	}
	playOn(t, readBoard(t, text.Bytes()))
}

// readBoard reads a board file of Celles.
func readBoard(t *testing.T, text []byte) *boardfile.File {
	t.Helper()
	f, err := boardfile.Read(text, func(string) (boardfile.Game, error) { return games.Celles().Board() })
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// playOn has a match, a league and a match by mail played on a board of Celles, beside others on the board built in, in one process. All
// are exported and verified, and replayed when the process starts again.
func playOn(t *testing.T, board *boardfile.File) {
	t.Helper()
	h := &hall{t: t, file: filepath.Join(t.TempDir(), "referee.db"), now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), random: rand.NewChaCha8([32]byte{39})}
	h.open()
	defer func() { h.must(h.store.Close()) }()
	h.must(h.store.PutBoard(t.Context(), board.Board, board.Files))
	h.must(h.Games.ReadShelf(t.Context()))
	built, err := games.Known().Open("celles", nil)
	h.must(err)
	want := map[match.ID]string{}
	var leagues []league.ID
	for _, on := range []struct{ called, data string }{{engine.BoardWord(board.Name), board.Data}, {engine.BoardBuiltIn, built.Info().Data}} {
		id, opened := h.inLeague(on.called)
		leagues = append(leagues, id)
		for _, m := range []match.ID{opened, h.match(on.called), h.byMail(on.called)} {
			want[m] = on.data
		}
	}
	for range 2 {
		for id, data := range want {
			var file bytes.Buffer
			h.must(h.Files.Export(t.Context(), &file, id, engine.Judge))
			_, _, report, err := games.Known().Verifier().Read(&file)
			h.must(err)
			s := refereetest.Current(t.Context(), h.Referee, id)
			if report.Opening.Data != data || s.Info().Data != data || report.Judged != s.Match().Seq() {
				t.Errorf("match %s is on %.8s, not on %.8s; %d of %d decisions were judged again", id, report.Opening.Data, data, report.Judged, s.Match().Seq())
			}
			if like := slices.Equal(s.Info().Board.Hexes, built.Info().Board.Hexes); like != (data == built.Info().Data) {
				t.Errorf("match %s on %.8s has the hexes built in: %t", id, data, like)
			}
		}
		for _, id := range leagues {
			files := fstest.MapFS{}
			h.must(h.clubs.Leagues.Write(t.Context(), id, true, func(name string, write func(io.Writer) error) error {
				var out bytes.Buffer
				err := write(&out)
				files[name] = &fstest.MapFile{Data: out.Bytes()}
				return err
			}))
			if held, err := club.Verifier(games.Known().Verifier()).League(files); held != 1 || err != nil {
				t.Errorf("%d matches of league %s hold: %v", held, id, err)
			}
			look, err := h.clubs.Leagues.Look(t.Context(), id)
			h.must(err)
			if m := look.Matches[0]; m.Result == nil || len(look.Table.Lines) != 2 || look.Table.Lines[0].Points+look.Table.Lines[1].Points != 2 {
				t.Errorf("the match of league %s does not count: %+v, %+v", id, m.Result, look.Table.Lines)
			}
		}
		h.restart()
	}
}

// hall is a process in which Celles is played, also in leagues and by mail.
type hall struct {
	*referee.Referee
	t      *testing.T
	file   string
	now    time.Time
	random *rand.ChaCha8
	store  *store.Store
	clubs  *club.Club
	mail   *mail.Door
	got    []outgoing.Mail
	wrote  int
}

func (h *hall) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// open is the start of the process.
func (h *hall) open() {
	h.t.Helper()
	var err error
	h.store, err = store.Open(h.t.Context(), h.file, store.Options{NoSync: true})
	h.must(err)
	list, err := games.Known().Referee("celles", nil)
	h.must(err)
	now, log := func() time.Time { return h.now }, slog.New(slog.DiscardHandler)
	h.clubs, err = club.New(referee.Config{
		Games: list, Store: h.store, Dice: rolls.NewServer([32]byte{39}), Log: log, Apart: mail.Apart, Now: now, Random: h.random, Faults: h.t.TempDir(),
	}, h.store.Leagues())
	h.must(err)
	h.Referee = h.clubs.Referee
	h.must(h.Schedule.Up(h.t.Context(), h.now))
	h.mail, err = mail.New(mail.Config{
		Referee: h.Referee, Club: h.clubs, Store: h.store.Mail(), Notes: h.store, From: netmail.Address{Name: "Referee", Address: "referee@example.com"},
		Plus: true, Language: "en", Incoming: incoming.Config{AuthServ: "mx.example.com"}, Settle: time.Minute, Now: now, Random: h.random, Log: log,
		Send: func(_ context.Context, m outgoing.Mail) error { h.got = append(h.got, m); return nil },
	})
	h.must(err)
}

// restart is the end of the process and its next start, which replays what it holds.
func (h *hall) restart() {
	h.t.Helper()
	h.must(errors.Join(h.store.Check(h.t.Context()), h.store.Close()))
	h.open()
}

// Players give so many answers in a match before one of them resigns, and by mail.
const (
	decisions = 120
	mails     = 12
)

// play has both players of a match answer at random; then one resigns.
func (h *hall) play(id match.ID) {
	h.t.Helper()
	player := enginetest.NewPlayer(39, enginetest.Bias(games.Celles().Weights))
	look, err := refereetest.Current(h.t.Context(), h.Referee, id).Look(h.t.Context(), engine.Judge)
	h.must(err)
	as := func(seat engine.Seat) referee.Command {
		return referee.Command{Match: id, Seat: seat, Account: look.Holder(seat).Account, Door: "test", Powers: authority.Powers{Home: "club"}}
	}
	for range decisions {
		pos := refereetest.Current(h.t.Context(), h.Referee, id).Match().Position()
		q := pos.Prompts()[0]
		path, err := player.Answer(pos, q)
		h.must(err)
		_, err = h.Answer(h.t.Context(), as(q.Seat), q.ID, path)
		h.must(err)
	}
	_, err = h.Resign(h.t.Context(), as("allied"))
	h.must(err)
}

// match is a match of two.
func (h *hall) match(board string) match.ID {
	h.t.Helper()
	german := referee.Command{Account: "test:a", Name: "A", Door: "test"}
	opened, err := h.Open(h.t.Context(), german, referee.Opening{Game: "celles", Setup: engine.Setup{referee.OptionBoard: board}})
	h.must(err)
	for seat, account := range map[engine.Seat]string{"german": "test:a", "allied": "test:b"} {
		_, err := h.Join(h.t.Context(), referee.Command{Match: opened.Match, Seat: seat, Account: account, Name: account[5:], Door: "test"})
		h.must(err)
	}
	h.play(opened.Match)
	return opened.Match
}

// inLeague is a league of two, whose only match is played.
func (h *hall) inLeague(board string) (league.ID, match.ID) {
	h.t.Helper()
	c := club.LeagueCommand{Account: "test:o", Name: "Olga", Door: "test", Powers: authority.Powers{Home: "club", Organiser: true}}
	founded, err := h.clubs.Leagues.Found(h.t.Context(), c, club.Founding{Home: "club", Name: "Winter", Place: "news", Game: "celles", Rules: league.Rules{
		Format: league.FormatRoundRobin, Slots: 1, Scoring: league.PlainScoring(), RoundTime: 7 * 24 * 3600 * 1000,
		Settings: map[string]string{club.SetupPrefix + referee.OptionBoard: board},
	}})
	h.must(err)
	c.League = founded.League
	for _, account := range []string{"test:a", "test:b"} {
		_, err := h.clubs.Leagues.Enter(h.t.Context(), c, club.Someone{Account: account, Name: account[5:]}, 0, league.Waking{})
		h.must(err)
	}
	_, err = h.clubs.Leagues.Start(h.t.Context(), c, nil)
	h.must(err)
	id, err := h.clubs.Leagues.OpenPairing(h.t.Context(), c, 1, "thread")
	h.must(err)
	h.play(id)
	h.now = h.now.Add(time.Minute)
	h.must(h.Schedule.RunDue(h.t.Context(), h.now)) // the league hears of it
	return c.League, id
}

// byMail is a match that Anna opens by mail and Ben accepts, in which both answer by mail.
func (h *hall) byMail(board string) match.ID {
	h.t.Helper()
	before, err := h.Index.Matches(h.t.Context())
	h.must(err)
	anna, ben := "anna."+board+"@example.org", "ben."+board+"@example.net"
	h.writes(anna, "new celles board="+board+" against "+ben)
	h.writes(anna, h.offered(anna))
	h.writes(ben, h.offered(ben))
	h.writes(ben, "standard")
	list, err := h.Index.Matches(h.t.Context())
	h.must(err)
	list = slices.DeleteFunc(list, func(m match.Summary) bool {
		return slices.ContainsFunc(before, func(b match.Summary) bool { return b.ID == m.ID })
	})
	if len(list) != 1 {
		h.t.Fatalf("%d matches were opened by mail on %s: %+v", len(list), board, h.last(anna).Blocks)
	}
	for range mails {
		who := map[engine.Seat]string{"german": anna, "allied": ben}[refereetest.Current(h.t.Context(), h.Referee, list[0].ID).Match().Position().Prompts()[0].Seat]
		h.writes(who, h.offered(who))
	}
	return list[0].ID
}

// last is the newest mail to somebody.
func (h *hall) last(to string) (last outgoing.Mail) {
	for _, m := range h.got {
		if m.To == to {
			last = m
		}
	}
	return last
}

// offered is the first answer that the newest mail to somebody offers: also a code.
func (h *hall) offered(to string) string {
	h.t.Helper()
	for _, block := range h.last(to).Blocks {
		if len(block.Answers) > 0 {
			return block.Answers[0].Say
		}
	}
	h.t.Fatalf("nothing is offered to %s: %+v", to, h.last(to).Blocks)
	return ""
}

// writes has somebody answer the newest mail that they have.
func (h *hall) writes(from, text string) {
	h.t.Helper()
	h.wrote++
	to := h.last(from)
	domain := from[strings.Index(from, "@")+1:]
	head := []string{
		"Authentication-Results: mx.example.com; dmarc=pass header.from=" + domain, "From: " + from, "To: " + cmp.Or(to.ReplyTo, "referee@example.com"),
		"Subject: Re: " + to.Subject, "In-Reply-To: <" + to.ID + ">", "Date: " + h.now.Format(time.RFC1123Z), fmt.Sprintf("Message-ID: <%d@%s>", h.wrote, domain),
		"Content-Type: text/plain; charset=utf-8", "", text, "",
	}
	h.must(h.mail.Receive(h.t.Context(), []byte(strings.Join(head, "\r\n")), true))
	h.must(h.mail.Deliver(h.t.Context()))
}
