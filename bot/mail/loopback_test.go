package mail_test

import (
	"bytes"
	"context"
	"encoding/base32"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	netmail "net/mail"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"referee/bot/locale"
	"referee/bot/mail/mailbox"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/test/mailtest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/store"
)

// TestOverIMAPAndSMTP plays a whole match of the toy between two people who have nothing but mail, through IMAP and
// SMTP. Mails are lost, arrive twice, late and in another order, connections break after a mail was taken, the servers and
// the referee are restarted in the middle. The record is that of the same orders given at a table, nobody is asked
// anything twice that was answered, and each answer is one to a mail that asked for it.
func TestOverIMAPAndSMTP(t *testing.T) {
	b := newBench(t)
	post, err := mailtest.New(mailtest.Options{Name: "mx.example.com"})
	b.must(err)
	defer post.Stop()
	for _, who := range []string{us, anna, ben} {
		post.User(who, "secret")
	}
	people := map[string]*player{
		anna: {address: anna, march: "plan march", missed: make(chan struct{}, 1), over: make(chan struct{})},
		ben:  {address: ben, march: "2", missed: make(chan struct{}, 1), over: make(chan struct{})},
	}
	trouble := &trouble{random: rand.New(rand.NewPCG(8, 18)), people: people}
	post.SetFaults(mailtest.Faults{Mail: trouble.fate})
	sender := &outgoing.Sender{Server: post.SMTP(us)}
	defer sender.Close()
	b.via, b.runs = sender.Send, 10*time.Second
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var playing sync.WaitGroup
	restart := make(chan struct{}, 8)
	for _, p := range people {
		playing.Go(func() {
			defer close(p.over)
			if err := p.plays(ctx, post, restart); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
	}
	playing.Go(func() { arrives(ctx, t, post) })
	b.must(post.Accept(mailtest.Envelope{User: anna, From: anna, To: us, Bytes: []byte(strings.ReplaceAll(
		b.written(anna, us, "A match", "new toy against "+ben), "\n", "\r\n"))}))
	ended := make(chan struct{})
	go func() {
		<-people[anna].over
		<-people[ben].over
		close(ended)
	}()
	for run := 0; ; run++ {
		if run > 0 {
			b.restart()
			post.Stop()
			post.Start()
		}
		if serves(ctx, b, post, restart, ended) {
			break
		}
	}
	stop()
	playing.Wait()
	if trouble.lost < 3 || trouble.held < 6 || trouble.doubled < 3 || trouble.cut < 3 {
		t.Errorf("too little went wrong: %d mails were lost, %d late, %d doubled, %d cut", trouble.lost, trouble.held, trouble.doubled, trouble.cut)
	}
	list, err := b.play.Index.Matches(t.Context())
	b.must(err)
	if len(list) != 1 || !list[0].Over {
		t.Fatalf("%d matches: %+v", len(list), list)
	}
	b.sameAtTheTable(b.look(list[0].ID), map[engine.Seat]*player{"red": people[anna], "blue": people[ben]})
}

// trouble is what goes wrong with mails once both people play.
type trouble struct {
	random                   *rand.Rand
	people                   map[string]*player
	begun                    bool
	lost, held, doubled, cut int
}

// fate is what becomes of a mail. Of one that does not arrive, or not soon, its author or reader hears nothing.
func (x *trouble) fate(e mailtest.Envelope) mailtest.Fate {
	if !x.begun {
		x.begun = e.From == ben // of an invitation there is one
		return mailtest.Fate{}
	}
	var f mailtest.Fate
	switch n := x.random.IntN(12); {
	case n < 2:
		f.Lose = true
		x.lost++
	case n < 5:
		f.Hold = true
		x.held++
	case n < 8:
		f.Double = true
		x.doubled++
	}
	if x.random.IntN(5) == 0 {
		f.Cut = true
		x.cut++
	}
	if f.Lose || f.Hold {
		p := x.people[e.To]
		if p == nil {
			p = x.people[e.From]
		}
		select {
		case p.missed <- struct{}{}:
		default: // they have not done anything since they heard nothing of another
		}
	}
	return f
}

// arrives delivers mails that are late, always two of three, the newer first. The third comes after many that were
// written later.
func arrives(ctx context.Context, t *testing.T, post *mailtest.Post) {
	for post.AwaitHeld(ctx, 3) == nil {
		if err := post.Release(2, 1); err != nil {
			t.Error(err)
			return
		}
	}
}

// step is a decision, as far as it does not hang on when and where it came in.
func step(d *match.Decision) string {
	a, is := d.Act.(match.ActAnswer)
	if !is {
		return fmt.Sprintf("%d %s %s", d.Seq, d.Kind(), d.Seat)
	}
	return fmt.Sprintf("%d %s %s %s %q", d.Seq, d.Kind(), d.Seat, a.Prompt, a.Path)
}

// sameAtTheTable gives the orders of a match that was played by mail again, at a table with the same dice: the record must be
// the same. Each order must have been the answer to a mail that asked what it answers.
func (b *bench) sameAtTheTable(l referee.Look, people map[engine.Seat]*player) {
	b.t.Helper()
	id, err := base32.StdEncoding.DecodeString(strings.ToUpper(string(l.Match)))
	b.must(err)
	kept, err := store.Open(b.t.Context(), filepath.Join(b.t.TempDir(), "table.db"), store.Options{NoSync: true})
	b.must(err)
	defer func() { b.must(kept.Close()) }()
	table, err := referee.New(referee.Config{
		Games: []referee.Game{toyGame}, Store: kept, Dice: dice.NewServer([32]byte{8}), Log: slog.New(slog.DiscardHandler),
		Random: io.MultiReader(bytes.NewReader(id), rand.NewChaCha8([32]byte{18})), Faults: b.t.TempDir(),
	})
	b.must(err)
	_, err = table.Open(b.t.Context(), referee.Command{Account: "table:red", Door: "table"}, referee.Opening{Game: "toy"})
	b.must(err)
	at := func(seat engine.Seat) referee.Command {
		return referee.Command{Match: l.Match, Seat: seat, Account: "table:" + string(seat), Name: string(seat), Door: "table"}
	}
	for _, x := range l.Sitting {
		c := at(x.Seat)
		c.Phrase = x.Phrase // the dice hang on it
		_, err := table.Join(b.t.Context(), c)
		b.must(err)
	}
	words, err := locale.New(l.Info)
	b.must(err)
	answers := 0
	asks := map[int][]referee.Ask{} // after each decision
	look := func() referee.Look {
		s, err := table.Snapshot(b.t.Context(), l.Match)
		b.must(err)
		var now referee.Look
		for _, x := range l.Sitting {
			now, err = s.Look(b.t.Context(), engine.Viewer(x.Seat))
			b.must(err)
			for _, ask := range now.Asks {
				if ask.Seat == x.Seat {
					asks[now.Seq] = append(asks[now.Seq], ask)
				}
			}
		}
		return now
	}
	now := look()
	log := l.Snapshot.Match().Log()
	for _, e := range log {
		d := e.Decision
		a, is := d.Act.(match.ActAnswer)
		if !is || d.Author == match.Referee {
			continue
		}
		answers++
		i := slices.IndexFunc(people[d.Seat].wrote, func(w wrote) bool {
			_, asked, _ := strings.Cut(strings.Join(strings.Fields(w.asked), " "), part("mail.asked"))
			asked, _, _ = strings.Cut(asked, part("mail.twin"))
			return slices.ContainsFunc(asks[w.seq], func(ask referee.Ask) bool {
				return ask.Prompt == a.Prompt && strings.Contains(asked, words.Say("en", ask.Ask))
			})
		})
		if i < 0 {
			b.t.Fatalf("%s: no mail asked it", step(&d))
		}
		_, err := table.Order(b.t.Context(), at(d.Seat), people[d.Seat].wrote[i].means)
		b.must(err)
		now = look()
	}
	var mailed, typed []string
	for i := range log {
		mailed = append(mailed, step(&log[i].Decision))
	}
	again := now.Snapshot.Match().Log()
	for i := range again {
		typed = append(typed, step(&again[i].Decision))
	}
	if !slices.Equal(mailed, typed) {
		b.t.Errorf("by mail:\n%s\nat the table:\n%s", strings.Join(mailed, "\n"), strings.Join(typed, "\n"))
	}
	if answers < 10 {
		b.t.Errorf("only %d answers", answers)
	}
}

// serves runs the door until it is to be restarted, or the match has ended: then true.
func serves(ctx context.Context, b *bench, post *mailtest.Post, restart, ended <-chan struct{}) bool {
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	reader := &mailbox.Reader{Server: post.IMAP(us), Log: slog.New(slog.DiscardHandler), Handle: func(ctx context.Context, m mailbox.Mail) error {
		return b.Receive(ctx, m.Bytes, m.Whole)
	}}
	running.Go(func() { reader.Run(ctx) })
	running.Go(func() { b.Run(ctx) })
	select {
	case <-restart:
		return false
	case <-ended:
		return true
	case <-ctx.Done():
		return true
	}
}

// player is somebody who plays by mail.
type player struct {
	address string
	march   string        // how they say that they plan to march
	missed  chan struct{} // they have heard nothing for long
	over    chan struct{} // closed when they know how the match ended
	wrote   []wrote
	sent    int
}

// wrote is a mail of theirs.
type wrote struct {
	to    *netmail.Message // that it answers
	seq   int              // the decision after which that was written
	asked string           // its text
	say   string
	means string // as it is said at a table
}

// plays answers each mail that asks something new, as a person does, until the match has ended. Who hears nothing sends
// once more what they have sent last. Sometimes the referee is restarted after an answer was sent.
func (p *player) plays(ctx context.Context, post *mailtest.Post, restart chan<- struct{}) error {
	came := make(chan []byte)
	failed := make(chan error, 1)
	go func() {
		for n := 0; ; n++ {
			got, err := post.Await(ctx, p.address, n+1)
			if err != nil {
				failed <- err
				return
			}
			select {
			case came <- got[n]:
			case <-ctx.Done():
				failed <- ctx.Err()
				return
			}
		}
	}()
	seen := map[string]bool{}
	for {
		select {
		case err := <-failed:
			return err
		case <-p.missed:
			if err := p.send(post, p.wrote[len(p.wrote)-1]); err != nil {
				return err
			}
		case octets := <-came:
			m, text, err := mailtest.Read(octets)
			if err != nil {
				return err
			}
			if id := m.Header.Get("Message-ID"); seen[id] {
				continue // the post brought it twice
			} else {
				seen[id] = true
			}
			if strings.Contains(strings.Join(strings.Fields(text), " "), part("mail.last-head")) {
				return nil
			}
			w, answers := p.answer(m, text)
			if !answers {
				continue
			}
			if p.sent%4 == 2 {
				select {
				case restart <- struct{}{}:
				default:
				}
			}
			p.wrote = append(p.wrote, w)
			if err := p.send(post, w); err != nil {
				return err
			}
		}
	}
}

var foot = regexp.MustCompile(`#(\d+)·`)

// answer is what somebody answers to a mail; false: nothing. What is older than a mail that they have answered is
// not read any more.
func (p *player) answer(m *netmail.Message, text string) (w wrote, answers bool) {
	w = wrote{to: m, asked: text}
	whole := strings.Join(strings.Fields(text), " ") // a sentence may go over lines
	if strings.Contains(whole, part("mail.confirm-first")) || strings.Contains(whole, english("mail.invitation-accept")) {
		for _, word := range strings.Fields(text) {
			if word = strings.Trim(word, ":"); len(word) == 11 && word[5] == '-' {
				w.say = word
			}
		}
		return w, w.say != ""
	}
	at := foot.FindAllStringSubmatch(text, -1)
	if !strings.Contains(whole, part("mail.asked")) || len(at) == 0 {
		return w, false
	}
	w.seq, _ = strconv.Atoi(at[len(at)-1][1]) // it is of digits
	if slices.ContainsFunc(p.wrote, func(old wrote) bool { return old.seq >= w.seq }) {
		return w, false
	}
	switch {
	case strings.Contains(whole, "what is your plan?"):
		w.say, w.means = p.march, "plan march"
	case strings.Contains(whole, "which units march"):
		w.say, w.means = "stay", "stay"
	}
	return w, w.say != ""
}

// send sends a mail; the same once more is another mail to every server.
func (p *player) send(post *mailtest.Post, w wrote) error {
	to := w.to.Header.Get("Reply-To")
	if to == "" {
		to = us
	}
	p.sent++
	id, quoted := w.to.Header.Get("Message-ID"), "> "+strings.ReplaceAll(strings.TrimSpace(w.asked), "\n", "\n> ")
	octets := fmt.Sprintf("From: <%s>\nTo: %s\nSubject: Re: %s\nIn-Reply-To: %s\nReferences: %s\nMessage-ID: <%d.%s>\nDate: Mon, 05 Jan 2026 12:00:00 +0000\n"+
		"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n%s\n\n%s\n", p.address, to, w.to.Header.Get("Subject"), id, id, p.sent, p.address, w.say, quoted)
	address, err := netmail.ParseAddress(to)
	if err != nil {
		return err
	}
	return post.Accept(mailtest.Envelope{User: p.address, From: p.address, To: address.Address, Bytes: []byte(strings.ReplaceAll(octets, "\n", "\r\n"))})
}
