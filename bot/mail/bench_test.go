package mail_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	netmail "net/mail"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"referee/bot/board/links"
	"referee/bot/club"
	"referee/bot/mail"
	"referee/bot/mail/incoming"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/test/callpath"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/celles"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/play"
	"referee/store"
)

var (
	toyGame    = referee.Game{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}
	cellesGame = referee.Game{ID: "celles", Law: 1, Data: celles.Files(), Open: referee.OpenOnce(celles.Files, celles.Open)}
)

// bench is a door with people who write to it, and a mail server that keeps what it is handed.
type bench struct {
	*mail.Door
	t     testing.TB
	play  *referee.Referee
	club  *club.Club
	store *store.Store
	file  string
	now   time.Time
	got   map[string][]outgoing.Mail // by address
	fails map[string]error           // what the server says of an address
	wrote int
	plus  bool
	lang  string
	paint mail.Painter // nil: mails have no pictures
	// breaks is how many times from now on the store does not keep what the door must remember.
	breaks int
	// stops is how many decisions the store keeps before it does not keep one; 0: it keeps all.
	stops int
	// stall has the disk stand still, and within is how long a mail may take; 0: as in service.
	stall  refereetest.Stall
	within time.Duration
	// web is where its pages are reached.
	web string
	// site is where the board is in the browser, and browsers who is let in there; "": nowhere.
	site     string
	browsers *links.Book
	// unsent is how many times from now on the store does not take a post out of the outbox.
	unsent int
	// most is the most records that were kept or deleted in one transaction.
	most int
	// looks counts how often what waits was read.
	looks int
	// via is how mails are sent; nil: they are kept here.
	via func(context.Context, outgoing.Mail) error
	// runs is how far the clock goes on whenever somebody looks at it, and gone how far it has.
	runs time.Duration
	gone atomic.Int64
	// writes says that each write waits for the disk.
	writes bool
	// random is the same in each run, and goes on over a restart.
	random *rand.ChaCha8
	// seed is that of the dice.
	seed byte
	// games are those that can be played.
	games []referee.Game
	// players are the programs that play the toy, and generals those that play Celles.
	players, generals play.Roster
	// worth says what positions of the toy are worth.
	worth *play.Judge
}

const (
	anna = "anna@example.org"
	ben  = "ben@example.net"
	us   = "referee@example.com"
)

func newBench(t testing.TB) *bench {
	t.Helper()
	return benchOf(t, toyGame, cellesGame)
}

// benchOf is a bench on which some games can be played.
func benchOf(t testing.TB, games ...referee.Game) *bench {
	t.Helper()
	b := &bench{
		t: t, games: games, file: filepath.Join(t.TempDir(), "referee.db"), now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC),
		got: map[string][]outgoing.Mail{}, fails: map[string]error{}, plus: true, lang: "en", seed: 8, random: rand.NewChaCha8([32]byte{8}),
	}
	b.start()
	t.Cleanup(func() { b.must(errors.Join(b.store.Check(context.Background()), b.store.Close())) })
	return b
}

// start is the start of the process.
func (b *bench) start() {
	b.t.Helper()
	var err error
	b.store, err = store.Open(b.t.Context(), b.file, store.Options{NoSync: !b.writes, Now: b.clock, Written: b.stall.Written})
	b.must(err)
	log := slog.New(slog.DiscardHandler)
	games := slices.Clone(b.games)
	for i := range games {
		g := &games[i]
		if players := map[string]play.Roster{"toy": b.players, "celles": b.generals}[g.ID]; players != nil {
			g.Players = players
		}
		if g.ID == "toy" {
			g.Judge = b.worth
		}
	}
	b.club, err = club.New(referee.Config{
		Games: games, Store: breaking{b.store, b}, Dice: dice.NewServer([32]byte{b.seed}), Log: log, Apart: mail.Apart,
		Now: b.clock, Random: b.random, Faults: b.t.TempDir(),
	}, b.store.Leagues())
	b.must(err)
	b.play = b.club.Referee
	b.must(b.play.Schedule.Up(b.t.Context(), b.now))
	c := mail.Config{
		Referee: b.play, Club: b.club, Store: breakingShelf{b.store.Mail(), b}, Notes: b.store, Send: b.send, From: netAddress(us), Plus: b.plus, Web: b.web, Paint: b.paint, Language: b.lang,
		Incoming: incoming.Config{AuthServ: "mx.example.com"}, Settle: time.Minute, Poll: 10 * time.Millisecond, Within: b.within, Now: b.clock, Random: b.random, Log: log,
	}
	if b.site != "" {
		b.browsers = links.New(links.Config{Store: b.store.Board(), Matches: b.play, Site: b.site, Now: b.clock, Random: b.random, Log: log})
		c.Browsers = b.browsers
	}
	b.Door, err = mail.New(c)
	b.must(err)
}

func netAddress(address string) netmail.Address {
	return netmail.Address{Name: "Referee", Address: address}
}

// clock is what time it is.
func (b *bench) clock() time.Time {
	callpath.Note()
	return b.now.Add(time.Duration(b.gone.Add(int64(b.runs))))
}

// restart is the end of the process and its next start.
func (b *bench) restart() {
	b.t.Helper()
	b.must(errors.Join(b.store.Check(b.t.Context()), b.store.Close()))
	b.start()
}

func (b *bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) send(ctx context.Context, m outgoing.Mail) error {
	if b.via != nil {
		return b.via(ctx, m)
	}
	if err := b.fails[m.To]; err != nil {
		return err
	}
	if _, err := m.Bytes(); err != nil {
		return err
	}
	b.got[m.To] = append(b.got[m.To], m)
	return nil
}

// breaking is a store whose disk fails.
type breaking struct {
	*store.Store
	b *bench
}

var errDisk = errors.New("the disk is full")

// breakingShelf is what the mail door keeps on a disk that fails.
type breakingShelf struct {
	*store.Shelf
	b *bench
}

func (s breakingShelf) Keep(ctx context.Context, bodies map[string][]byte, owners map[string]string) error {
	if s.b.breaks > 0 {
		s.b.breaks--
		return errDisk
	}
	s.b.most = max(s.b.most, len(bodies))
	return s.Shelf.Keep(ctx, bodies, owners)
}

func (s breakingShelf) After(ctx context.Context, prefix, after string, most int) ([]string, [][]byte, error) {
	if prefix == "waiting " {
		s.b.looks++
	}
	return s.Shelf.After(ctx, prefix, after, most)
}

func (s breaking) Sent(ctx context.Context, place string, no uint64) error {
	if s.b.unsent > 0 {
		s.b.unsent--
		return errDisk
	}
	return s.Store.Sent(ctx, place, no)
}

func (s breaking) Commit(ctx context.Context, b match.Batch) ([]byte, bool, error) {
	if s.b.stops > 0 {
		if s.b.stops--; s.b.stops == 0 {
			return nil, false, errDisk
		}
	}
	return s.Store.Commit(ctx, b)
}

// deliver sends what waits.
func (b *bench) deliver() {
	b.t.Helper()
	b.must(b.Deliver(b.t.Context()))
}

// receive takes in a mail, and sends what waits.
func (b *bench) receive(octets string) {
	b.t.Helper()
	b.must(b.Receive(b.t.Context(), []byte(strings.ReplaceAll(octets, "\n", "\r\n")), true))
	b.deliver()
}

// written is a mail; more are further fields of its header.
func (b *bench) written(from, to, subject, text string, more ...string) string {
	b.wrote++
	name, _, _ := strings.Cut(from, "@")
	head := []string{
		"Authentication-Results: mx.example.com; dmarc=pass header.from=" + from[strings.Index(from, "@")+1:],
		"Received: from x by mx.example.com; Mon, 05 Jan 2026 12:00:00 +0000",
		"From: " + strings.ToUpper(name[:1]) + name[1:] + " <" + from + ">", "To: " + to, "Subject: " + subject,
		"Date: " + b.now.Format(time.RFC1123Z), fmt.Sprintf("Message-ID: <m%d@%s>", b.wrote, from[strings.Index(from, "@")+1:]),
		"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit",
	}
	for _, field := range more {
		name, _, _ := strings.Cut(field, ":")
		i := slices.IndexFunc(head, func(old string) bool { return strings.HasPrefix(old, name+":") })
		if i < 0 {
			head = append(head, field)
		} else {
			head[i] = field
		}
	}
	var out []string
	for _, field := range head {
		if field != "" && !strings.HasSuffix(field, ": -") {
			out = append(out, field)
		}
	}
	return strings.Join(out, "\n") + "\n\n" + text + "\n"
}

// joinElsewhere has Anna join by mail a match of the toy that Dora, who plays red, has opened in Discord; it is a
// command of Dora's.
func (b *bench) joinElsewhere() referee.Command {
	b.t.Helper()
	there := referee.Command{Account: "discord:7", Name: "Dora", Door: "discord"}
	opened, err := b.play.Open(b.t.Context(), there, referee.Opening{Game: "toy", Place: "discord:1"})
	b.must(err)
	there.Match, there.Seat = opened.Match, "red"
	_, err = b.play.Join(b.t.Context(), there)
	b.must(err)
	b.write(anna, "join "+string(opened.Match))
	b.write(anna, b.code(anna))
	return there
}

// write has somebody write a mail that answers none.
func (b *bench) write(from, text string, more ...string) {
	b.t.Helper()
	b.receive(b.written(from, us, "Hello", text, more...))
}

// last is the newest mail to somebody.
func (b *bench) last(to string) outgoing.Mail {
	b.t.Helper()
	if len(b.got[to]) == 0 {
		b.t.Fatalf("nothing came to %s", to)
	}
	return b.got[to][len(b.got[to])-1]
}

// answer is an answer to a mail, which is quoted below.
func (b *bench) answer(from string, to outgoing.Mail, text string, more ...string) string {
	address := to.ReplyTo
	if address == "" {
		address = us
	}
	more = append([]string{"In-Reply-To: <" + to.ID + ">", "References: <" + to.ID + ">"}, more...)
	quoted := "> " + strings.ReplaceAll(strings.TrimSpace(plain(to)), "\n", "\n> ")
	return b.written(from, address, "Re: "+to.Subject, text+"\n\nOn Mon, 5 Jan 2026 at 12:00, Referee <"+us+"> wrote:\n"+quoted, more...)
}

// reply answers the newest mail to somebody.
func (b *bench) reply(from, text string, more ...string) {
	b.t.Helper()
	b.receive(b.answer(from, b.last(from), text, more...))
}

// plain is what a mail says, as text: its blocks one below the other.
func plain(m outgoing.Mail) string {
	var out []string
	for _, block := range m.Blocks {
		switch x := block; {
		case x.Heading != "":
			out = append(out, "# "+x.Heading)
		case x.Paragraph+x.Preformatted != "":
			out = append(out, x.Paragraph+x.Preformatted)
		case x.Footer != "":
			out = append(out, "-- "+x.Footer)
		case x.Link != nil:
			out = append(out, x.Link.Text+" "+x.Link.URL)
		case x.Picture != nil:
			out = append(out, "[picture: "+x.Picture.Alt+"]")
		}
		for _, a := range block.Answers {
			out = append(out, a.Say+": "+a.Text)
		}
	}
	return strings.Join(out, "\n")
}

// says checks that the newest mail to somebody has texts.
func (b *bench) says(to string, texts ...string) {
	b.t.Helper()
	said := plain(b.last(to))
	for _, text := range texts {
		if !strings.Contains(said, text) {
			b.t.Errorf("the mail to %s does not say %q:\n%s", to, text, said)
		}
	}
}

// code is the code that the newest mail to somebody asks for.
func (b *bench) code(to string) string {
	b.t.Helper()
	for _, block := range b.last(to).Blocks {
		if a := block.Answers; a != nil {
			return a[0].Say
		}
	}
	b.t.Fatalf("no code for %s", to)
	return ""
}

// begin has Anna open a match of a game and Ben accept it, both by mail alone.
func (b *bench) begin(game string) match.ID {
	b.t.Helper()
	return b.opens("new " + game + " against " + ben)
}

// opens is begin with the line by which Anna opens the match.
func (b *bench) opens(line string) match.ID {
	b.t.Helper()
	b.write(anna, line, "Authentication-Results: -")
	b.reply(anna, b.code(anna))
	if b.lang == "en" {
		b.says(anna, part("mail.invited"))
	}
	b.reply(ben, b.code(ben))
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	if len(list) != 1 {
		b.t.Fatalf("%d matches", len(list))
	}
	return list[0].ID
}

// beginClocked opens a match of the toy by mail, with three days for each answer. The server vouches for both who write.
func (b *bench) beginClocked() match.ID {
	b.t.Helper()
	b.write(anna, "new toy against "+ben+" clock=3d")
	b.write(anna, b.code(anna))
	b.reply(ben, b.code(ben))
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	return list[0].ID
}

// look is what everybody sees of a match.
func (b *bench) look(id match.ID) referee.Look {
	b.t.Helper()
	s, err := b.play.Snapshot(b.t.Context(), id)
	b.must(err)
	l, err := s.Look(b.t.Context(), engine.Spectator)
	b.must(err)
	return l
}

// seq is the last decision of a match.
func (b *bench) seq(id match.ID) int { b.t.Helper(); return b.look(id).Seq }

// still checks that a match does not go on when something is done.
func (b *bench) still(id match.ID, what string, do func()) {
	b.t.Helper()
	before := b.look(id).Whole
	do()
	if after := b.look(id).Whole; after != before {
		b.t.Errorf("%s moved the match", what)
	}
}
