package discord

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	netmail "net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/mail"
	"referee/bot/mail/incoming"
	"referee/bot/mail/mailbox"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/bot/test/mailtest"
	"referee/bot/test/refereetest"
	"referee/engine"
	americaWeights "referee/engine/america/weights"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// us is the address of the referee of a club, and benAt that of somebody who has no account in Discord.
const (
	us    = "referee@club.test"
	benAt = "ben@players.test"
	annAt = "anna@players.test"
)

// postOffice has the mailboxes of a club and its players, on servers of IMAP and SMTP. Mails get lost there, come twice, days late and
// in another order, and connections break after a mail was taken.
type postOffice struct {
	*mailtest.Post
	t     *testing.T
	ahead atomic.Int64 // how far the clock has gone on

	mu      sync.Mutex
	random  *rand.Rand
	bad     bool // things go wrong
	handed  []handed
	changed chan struct{} // closed when a mail is handed in
	arrived bool          // the mail that a player handed in last goes on its way at once
	// What went wrong, and how many mails there were of players and of the referee.
	lost, late, doubled, cut, mails int
}

// handed is a mail of the referee that was handed in, whatever becomes of it.
type handed struct {
	to, answers string
	seq         int // the last decision that it tells
	asks        bool
}

// newPost opens a post office, with a mailbox for the referee and some players.
func newPost(t *testing.T, seed uint64, people ...string) *postOffice {
	t.Helper()
	o := &postOffice{t: t, random: rand.New(rand.NewPCG(seed, 2)), changed: make(chan struct{})}
	var err error
	if o.Post, err = mailtest.New(mailtest.Options{Name: "mx.club.test", Now: o.now}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.Close)
	for _, who := range append(people, us) {
		o.User(who, "secret")
	}
	o.SetFaults(mailtest.Faults{Mail: o.fate})
	return o
}

// now is a clock that goes on by some seconds whenever somebody looks at it, as what is tried again waits for it.
func (o *postOffice) now() time.Time {
	return clubTime().Add(time.Duration(o.ahead.Add(int64(2 * time.Second))))
}

// pass lets time pass.
func (o *postOffice) pass(d time.Duration) { o.ahead.Add(int64(d)) }

var footOfMail = regexp.MustCompile(`#(\d+)·`)

// fate is what becomes of a mail.
func (o *postOffice) fate(e mailtest.Envelope) (f mailtest.Fate) {
	m, text, err := mailtest.Read(e.Bytes)
	if err != nil {
		o.t.Errorf("a mail to %s: %v", e.To, err)
		return f
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mails++
	if o.bad {
		switch n := o.random.IntN(12); {
		case n == 0:
			f.Lose = true
			o.lost++
		case n < 3:
			f.Hold = true
			o.late++
		case n < 6:
			f.Double = true
			o.doubled++
		}
		if f.Cut = o.random.IntN(8) == 0; f.Cut {
			o.cut++
		}
	}
	if e.User != us {
		o.arrived = !f.Lose && !f.Hold
		return f
	}
	h := handed{to: e.To, answers: m.Header.Get("In-Reply-To"), asks: says(text, "mail.asked")}
	if at := footOfMail.FindAllStringSubmatch(text, -1); at != nil {
		h.seq, _ = strconv.Atoi(at[len(at)-1][1]) // it is of digits
	}
	o.handed = append(o.handed, h)
	close(o.changed)
	o.changed = make(chan struct{})
	return f
}

// until waits until the referee has handed in a mail of a kind.
func (o *postOffice) until(what string, is func(handed) bool) {
	o.t.Helper()
	patience := time.After(time.Minute)
	for {
		o.mu.Lock()
		found, changed := slices.ContainsFunc(o.handed, is), o.changed
		o.mu.Unlock()
		if found {
			return
		}
		select {
		case <-changed:
		case <-patience:
			o.t.Fatalf("waited for %s", what)
		}
	}
}

// mails opens the door of mail in a run of the program.
func (p *process) mails(c *clubhouse) *mail.Door {
	sender := &outgoing.Sender{Server: c.post.SMTP(us)}
	d, err := mail.New(mail.Config{
		Referee: p.ref, Store: p.store.Mail(), Notes: p.store, Send: sender.Send, From: netmail.Address{Name: "Referee", Address: us}, Plus: true, Language: "en",
		Incoming: incoming.Config{AuthServ: "mx.club.test"}, Settle: time.Minute, Poll: 10 * time.Millisecond, Now: c.clock, Log: c.logger,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	reader := &mailbox.Reader{Server: c.post.IMAP(us), Log: slog.New(slog.DiscardHandler), Handle: func(ctx context.Context, m mailbox.Mail) error {
		return d.Receive(ctx, m.Bytes, m.Whole)
	}}
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { reader.Run(ctx) })
	running.Go(func() { d.Run(ctx) })
	p.stop = func() {
		stop()
		running.Wait()
		sender.Close()
	}
	return d
}

// correspondent is somebody who plays by mail: they know what has come into their mailbox.
type correspondent struct {
	*clubhouse
	name, address, account string
	read                   int // mails
	seen                   map[string]bool
	newest                 letter // of those that ask something
	wrote, kills           int
	told                   bool // of what is new, by mail; otherwise they ask how it stands
	weights                map[string]int
}

// letter is a mail of the referee.
type letter struct {
	id, subject, reply, text string
	seq                      int
	asks                     bool
}

func newCorrespondent(c *clubhouse, name, address string) *correspondent {
	return &correspondent{clubhouse: c, name: name, address: address, told: true, seen: map[string]bool{}}
}

// reads reads what has come. What is older than what was read before is not looked at any more.
func (m *correspondent) reads() letter {
	m.t.Helper()
	var last letter
	all := m.post.Got(m.address)
	for _, octets := range all[m.read:] {
		read, text, err := mailtest.Read(octets)
		if err != nil {
			m.t.Fatal(err)
		}
		l := letter{id: read.Header.Get("Message-ID"), subject: read.Header.Get("Subject"), reply: us, text: text, asks: says(text, "mail.asked")}
		if to, err := netmail.ParseAddress(read.Header.Get("Reply-To")); err == nil {
			l.reply = to.Address
		}
		if at := footOfMail.FindAllStringSubmatch(text, -1); at != nil {
			l.seq, _ = strconv.Atoi(at[len(at)-1][1]) // it is of digits
		}
		if last = l; m.seen[l.id] {
			continue
		}
		m.seen[l.id] = true
		if l.asks && l.seq >= m.newest.seq {
			m.newest = l
		}
	}
	m.read = len(all)
	return last
}

// writes sends a mail, and waits for the answer to it, if it is on its way. Now and then the program is killed meanwhile.
func (m *correspondent) writes(to letter, text string) {
	m.t.Helper()
	id, arrives := m.sends(to, text)
	m.post.mu.Lock()
	bad := m.post.bad
	m.post.mu.Unlock()
	if bad && m.rand.IntN(10) == 0 {
		if m.rand.IntN(2) == 0 {
			m.post.Stop()
			m.post.Start()
		}
		m.kill()
		m.kills++
	}
	if arrives {
		m.post.until("an answer to "+text, func(h handed) bool { return h.answers == id })
	}
}

// sends sends a mail, and says whether it is on its way.
func (m *correspondent) sends(to letter, text string) (id string, arrives bool) {
	m.t.Helper()
	m.wrote++
	id = fmt.Sprintf("<%d.%s>", m.wrote, m.address)
	head := fmt.Sprintf("From: %s <%s>\nTo: <%s>\nSubject: Re: %s\nMessage-ID: %s\nDate: %s\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n",
		m.name, m.address, cmp.Or(to.reply, us), cmp.Or(to.subject, "a match"), id, m.clock().Format(time.RFC1123Z))
	if to.id != "" {
		head += "In-Reply-To: " + to.id + "\nReferences: " + to.id + "\n"
		text += "\n\n> " + strings.ReplaceAll(strings.TrimSpace(to.text), "\n", "\n> ")
	}
	octets := []byte(strings.ReplaceAll(head+"\n"+text+"\n", "\n", "\r\n"))
	if err := m.post.Accept(mailtest.Envelope{User: m.address, From: m.address, To: cmp.Or(to.reply, us), Bytes: octets}); err != nil {
		m.t.Fatal(err)
	}
	m.post.mu.Lock()
	defer m.post.mu.Unlock()
	return id, m.post.arrived
}

// answer does something about a question that is put to them.
func (m *correspondent) answer(ctx context.Context, ask referee.Ask, id match.ID) {
	m.t.Helper()
	seq := m.look(id).Seq
	if m.reads(); !m.told && m.newest.seq < seq {
		m.writes(letter{}, "How does it stand?")
	}
	m.post.until(fmt.Sprintf("a mail that asks after decision %d", seq), func(h handed) bool { return h.to == m.address && h.asks && h.seq == seq })
	m.post.pass(time.Duration(m.rand.IntN(120)) * time.Minute)
	if m.reads(); m.newest.seq < seq {
		m.days()
		return
	}
	text := m.orders(ctx, ask, id)
	if m.rand.IntN(3) == 0 {
		text = "Hello,\n\n" + text + "\n\nYours,\n" + m.name
	}
	m.writes(m.newest, text)
}

// days pass while somebody waits for a mail. Then those that were late come, the newest first; or who waits asks how it stands.
func (m *correspondent) days() {
	m.t.Helper()
	m.post.pass(time.Duration(24+m.rand.IntN(96)) * time.Hour)
	if m.rand.IntN(2) == 0 {
		m.post.deliversLate()
		return
	}
	m.writes(letter{}, "I have heard nothing. How does it stand?")
}

// deliversLate delivers all mails that are late, the newest first.
func (o *postOffice) deliversLate() {
	o.t.Helper()
	var numbers []int
	for n := o.Held(); n > 0; n-- {
		numbers = append(numbers, n-1)
	}
	if len(numbers) == 0 {
		return
	}
	if err := o.Release(numbers...); err != nil {
		o.t.Fatal(err)
	}
}

// says is a question as it is put in a mail.
func (m *correspondent) says(ask referee.Ask) string {
	m.t.Helper()
	info, err := m.ref.Games.Info(m.games[0].ID)
	if err != nil {
		m.t.Fatal(err)
	}
	w, err := locale.New(info)
	if err != nil {
		m.t.Fatal(err)
	}
	return strings.Join(strings.Fields(w.ForTyping().Say("en", ask.Ask)), " ")
}

var numbered = regexp.MustCompile(`(?m)^ +(\d+)  `)

// orders is what they order: an answer by its number, or a whole order.
func (m *correspondent) orders(ctx context.Context, ask referee.Ask, id match.ID) string {
	m.t.Helper()
	p := person{clubhouse: m.clubhouse, weights: m.weights}
	by := referee.Command{Match: id, Seat: ask.Seat, Account: m.account}
	l, err := refereetest.Current(ctx, m.ref, id).Look(ctx, engine.Viewer(ask.Seat))
	if err != nil {
		m.t.Fatal(err)
	}
	var path []string
	if l.Draft != nil && l.Draft.Prompt == ask.Prompt {
		path = l.Draft.Path // and the mail asks how it goes on
	} else if what := m.says(ask); !strings.Contains(strings.Join(strings.Fields(m.newest.text), " "), what) {
		m.t.Errorf("the mail does not ask %q:\n%s", what, m.newest.text)
	}
	if list := numbered.FindAllStringSubmatch(m.newest.text, -1); len(list) > 0 && m.rand.IntN(4) == 0 {
		return list[m.rand.IntN(len(list))][1]
	}
	held := len(path)
	for near := p.near(ask, id); ; {
		node, err := refereetest.Current(ctx, m.ref, by.Match).Options(ctx, by, ask.Prompt, path)
		if err != nil {
			m.t.Fatal(err)
		}
		if node.Done || len(node.Options) == 0 {
			return strings.Join(path[held:], " ") + []string{"", referee.SureMark}[m.rand.IntN(2)]
		}
		path = append(slices.Clone(path), node.Options[p.pick(len(node.Options), func(i int) int {
			o := node.Options[i]
			return p.likes(map[string]string{o.ID: o.Kind}, o.ID) * near(o.ID)
		})].ID)
	}
}

// bothDoors is a match between Discord and mail: of which game, opened with which options, by people who like what, the kind of
// event that tells a fight, and after how many decisions it is left; 0: it is played to its end.
type bothDoors struct {
	game    referee.Game
	options []string
	weights map[string]int
	fight   string
	upTo    int
}

// TestAMatchOfBothDoors plays the toy, with its fights, between somebody in Discord and somebody who has mail alone. Mails are
// lost, doubled, days late and in another order, Discord is at its worst, the servers of mail and the program are stopped again and again. It
// is the match that the same answers make at a table; whoever is asked gets a mail that asks it; and Discord shows who plays by mail by their name alone.
func TestAMatchOfBothDoors(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	bothDoors{toyGame, []string{"side:red", "rounds:5"}, likes, "fought", 0}.untilAFight(t)
}

// TestCellesOfBothDoors is [TestAMatchOfBothDoors] with Celles.
func TestCellesOfBothDoors(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	m := bothDoors{cellesGame, []string{"side:german"}, likes, "attack-rolled", 0}
	if fights := m.plays(t, *seed); fights < 3 {
		t.Errorf("seed %d: %d fights", *seed, fights)
	}
}

// TestAmericaOfBothDoors is [TestAMatchOfBothDoors] with the short scenario of America Triumphant.
func TestAmericaOfBothDoors(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	m := bothDoors{americaGame, []string{"side:german", "scenario:breakthrough"}, americaWeights.Solo(), "combat-rolled", 0}
	m.untilAFight(t)
}

// untilAFight plays a match, and others where chance and the moments of faults bring no fight.
func (m bothDoors) untilAFight(t *testing.T) {
	t.Helper()
	for n := range uint64(5) {
		if fights := m.plays(t, *seed+n); fights > 0 {
			return
		}
	}
	t.Errorf("seed %d: five matches without a fight", *seed)
}

// plays plays and checks a match, and returns how many fights there were.
func (m bothDoors) plays(t *testing.T, seed uint64) (fights int) {
	t.Helper()
	c := newClubWithPost(t, seed, m.game)
	anna, ben := c.people[0], newCorrespondent(c, "Ben", benAt)
	anna.weights, anna.double, ben.weights = m.weights, 0.03, m.weights
	id := c.opensAlone(m.options...)
	ben.joins(id)
	c.post.bad = true
	c.discord.Faults(weather)
	kills, steps := 0, 0
	disasters := c.disasters(&kills)
	l := c.look(id)
	for ; l.Ending == nil && (m.upTo == 0 || l.Seq < m.upTo); l = c.look(id) {
		if steps++; steps > 20000 {
			t.Fatalf("seed %d: no end after %d steps: %v", seed, steps, l.Asks)
		}
		disasters(steps)
		if ask := l.Asks[c.rand.IntN(len(l.Asks))]; l.Holder(ask.Seat).Account == ben.account {
			ben.answer(c.t.Context(), ask, id)
		} else {
			anna.answer(c.t.Context(), ask, id)
		}
	}
	c.discord.Faults(discordtest.Faults{})
	c.post.bad = false
	c.told(id)
	if l.Ending != nil {
		c.post.until("the mail that tells the end", func(h handed) bool { return h.seq == l.Seq })
	}
	before := c.look(id).Whole
	c.post.deliversLate()
	ben.writes(letter{}, "Is it over?")
	if after := c.look(id).Whole; after != before {
		t.Error("mails that came after the end have changed the match")
	}
	c.checkMatch(id)
	c.namesAlone("Ben")
	fights = countOf(c.log(id), m.fight)
	p := c.post
	t.Logf("seed %d: %d steps, %d decisions, %d fights; %d mails, %d of Ben’s: %d lost, %d late, %d doubled, %d cut; %d kills; %v passed",
		seed, steps, l.Seq, fights, p.mails, ben.wrote, p.lost, p.late, p.doubled, p.cut, kills+ben.kills, time.Duration(p.ahead.Load()).Round(time.Hour))
	return fights
}

// newClubWithPost opens a club with one member, and a post office for mailboxes of hers and Ben's.
func newClubWithPost(t *testing.T, seed uint64, game referee.Game) *clubhouse {
	t.Helper()
	c := newClubIn(t, discordtest.New(t, discordtest.Options{Seed: seed, Limit: 200}), seed, paintNothing, game, "en-GB")
	c.end()
	c.post = newPost(t, seed, annAt, benAt)
	c.now = c.post.now
	c.start()
	return c
}

// opensAlone has the first member open a match and take a side of it.
func (c *clubhouse) opensAlone(options ...string) match.ID {
	c.t.Helper()
	anna := c.people[0]
	anna.does(func() *discordtest.Press { return anna.user.Slash(c.channel, "match new", options...) })
	c.discord.Until("the card of the match", func() bool { return c.board() != nil })
	id, err := c.ref.Index.LatestAt(c.t.Context(), wire.PlaceOf(wire.ID(c.channel.ID)), match.UnderWay)
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

// TestDiscordIsGone: a match is begun between somebody in Discord who has bound an address and somebody who has mail alone. Then there
// is no bot any more, and it is finished by mail, by the same accounts.
func TestDiscordIsGone(t *testing.T) {
	t.Parallel()
	c := newClubWithPost(t, *seed, toyGame)
	anna, ben := newCorrespondent(c, "Anna", annAt), newCorrespondent(c, "Ben", benAt)
	anna.account, anna.told = wire.AccountOf(wire.ID(c.people[0].user.ID)), false
	given := c.people[0].does(func() *discordtest.Press { return c.people[0].user.Slash(c.channel, "me settings", "where:mail") })
	anna.writes(letter{}, codeIn.FindString(given.Message.Text()))
	id := c.opensAlone("side:red", "rounds:5")
	ben.isInvited(id)
	answers := func(anna func(ask referee.Ask), enough func(l referee.Look) bool) {
		t.Helper()
		for l := c.look(id); l.Ending == nil && !enough(l); l = c.look(id) {
			if ask := l.Asks[c.rand.IntN(len(l.Asks))]; l.Holder(ask.Seat).Account == ben.account {
				ben.answer(c.t.Context(), ask, id)
			} else {
				anna(ask)
			}
		}
	}
	answers(func(ask referee.Ask) { c.people[0].answer(c.t.Context(), ask, id) }, func(l referee.Look) bool { return l.Seq > 8 })
	begun := c.look(id)
	c.gone = true
	c.line.Cut()
	c.kill()
	answers(func(ask referee.Ask) { anna.answer(c.t.Context(), ask, id) }, func(referee.Look) bool { return false })
	over := c.look(id)
	if begun.Ending != nil || over.Seq < begun.Seq+4 || len(over.Sitting) != 2 {
		t.Errorf("of %d decisions %d were made without Discord, by %+v", over.Seq, over.Seq-begun.Seq, over.Sitting)
	}
	for _, e := range c.log(id)[begun.Seq:] {
		if d := e.Decision; d.Author != match.Referee && d.Door != "mail" {
			t.Errorf("decision %d came through %s", d.Seq, d.Door)
		}
	}
	c.sameAtTheTable(id, c.log(id))
}

// isInvited accepts an invitation that the first member sends by the button of the match's card.
func (m *correspondent) isInvited(id match.ID) {
	m.t.Helper()
	anna := m.people[0]
	button := wire.Path{"match", "invite", string(id)}.CustomID()
	form := anna.does(func() *discordtest.Press { return anna.user.Click(m.board(), button) }).Modal
	said := anna.does(func() *discordtest.Press { return anna.user.Submit(form, map[string]string{"address": m.address}) }).Message
	if !said.Private() || !strings.Contains(said.Text(), say("discord.invited", engine.Text("address", m.address))) {
		m.t.Errorf("she is told %v", said)
	}
	m.post.until("the invitation", func(h handed) bool { return h.to == m.address })
	invitation := m.reads()
	if !says(invitation.text, "mail.in-discord") || !strings.Contains(invitation.text, "anna") {
		m.t.Errorf("the invitation says\n%s", invitation.text)
	}
	m.accepts(invitation, id)
}

// accepts sends the code of a mail, which seats them, and takes in who they are.
func (m *correspondent) accepts(to letter, id match.ID) {
	m.t.Helper()
	m.sends(to, codeIn.FindString(to.text))
	m.post.until("a mail about the match", func(h handed) bool { return h.to == m.address && h.seq > 0 })
	for _, x := range m.look(id).Sitting {
		if strings.HasPrefix(x.Account, "mail:") {
			m.account = x.Account
		}
	}
	if m.account == "" {
		m.t.Fatalf("%s has not joined:\n%s", m.name, m.reads().text)
	}
}

// TestOpenedByMail: a match that somebody has opened to all by mail is taken in a channel by its id, and played there and by mail.
func TestOpenedByMail(t *testing.T) {
	t.Parallel()
	c := newClubWithPost(t, *seed, toyGame)
	anna, ben := c.people[0], newCorrespondent(c, "Ben", benAt)
	ben.writes(letter{}, "new toy open")
	ben.writes(letter{}, codeIn.FindString(ben.reads().text))
	told := ben.reads().text
	list, err := c.ref.Index.Matches(c.t.Context())
	if err != nil || len(list) != 1 || !strings.Contains(strings.Join(strings.Fields(told), " "), "/match join match:"+string(list[0].ID)) {
		t.Fatalf("%d matches, %v; Ben is told\n%s", len(list), err, told)
	}
	id := list[0].ID
	anna.does(func() *discordtest.Press { return anna.user.Slash(c.channel, "match join", "match:"+string(id)) })
	c.told(id)
	l := c.look(id)
	ben.account = l.Holder("red").Account
	for n := 0; l.Ending == nil && n < 8; l, n = c.look(id), n+1 {
		if ask := l.Asks[c.rand.IntN(len(l.Asks))]; l.Holder(ask.Seat).Account == ben.account {
			ben.answer(c.t.Context(), ask, id)
		} else {
			anna.answer(c.t.Context(), ask, id)
		}
	}
	c.told(id)
	c.namesAlone("Ben")
}

// joins joins a match that was opened in Discord, by its id, and takes in who they are.
func (m *correspondent) joins(id match.ID) {
	m.t.Helper()
	m.writes(letter{}, "join "+string(id))
	m.accepts(letter{text: m.reads().text}, id)
}

var codeIn = regexp.MustCompile(`\b[0-9A-Z]{5}-[0-9A-Z]{5}\b`)

// namesAlone: in Discord everybody is called by their name, and nobody by an address.
func (c *clubhouse) namesAlone(name string) {
	c.t.Helper()
	named := false
	for _, m := range c.channel.Messages(nil) {
		text := m.Text()
		named = named || strings.Contains(text, name)
		if strings.Contains(text, "@players.test") {
			c.t.Errorf("the channel tells an address:\n%s", m)
		}
	}
	if !named {
		c.t.Errorf("the channel never names %s", name)
	}
}
