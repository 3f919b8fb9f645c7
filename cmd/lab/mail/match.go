package mail

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"referee/bot/mail/mailbox"
	"referee/bot/test/discordtest"
	"referee/bot/test/mailtest"
	"referee/cmd/games"
	"referee/cmd/lab/program"
	"referee/cmd/lab/study"
)

const ben = "ben@players.test"

// house is the real program, which plays by mail, and in a stand-in for Discord where there is one.
type house struct {
	servers *servers
	dir     string
	game    string
	discord *discordtest.Discord // nil: there is mail alone
	way     *discordtest.Proxy
	proc    *program.Process
	up      atomic.Bool
}

// start starts the program, on what the last one has left.
func (h *house) start() error {
	cmd := exec.Command(filepath.Join(h.servers.Dir, "referee"), "serve")
	cmd.Dir = h.dir
	s := h.servers
	certs := filepath.Join(s.Dir, "cert.pem") // whose certificates are believed
	cmd.Env = []string{
		"HOME=" + h.dir, "REFEREE_DB=" + program.DBFile, "REFEREE_DICE_KEY=" + keyFile, "REFEREE_BACKUP_DIR=", "REFEREE_OPS_LISTEN=off", "REFEREE_GAME=" + h.game,
		"REFEREE_MAIL_ADDRESS=" + ref, "REFEREE_MAIL_PASSWORD=" + s.Password, "REFEREE_MAIL_DONE=Handled",
		"REFEREE_MAIL_IMAP=" + s.imap(ref).Address, "REFEREE_MAIL_IMAPSECURITY=starttls",
		"REFEREE_MAIL_SMTP=" + s.smtp(ref).Address, "REFEREE_MAIL_SMTPSECURITY=starttls",
	}
	if h.discord != nil {
		h.way = h.discord.Proxy()
		cmd.Env = append(cmd.Env, h.way.Env()...)
		cmd.Env = append(cmd.Env, "REFEREE_TOKEN="+h.discord.Token(), "REFEREE_LIMITS_COMMANDS=0") // who presses does it as fast as a program
		both := filepath.Join(h.dir, "certs.pem")
		if err := joined(both, certs, filepath.Join(h.dir, "discord.pem")); err != nil {
			return err
		}
		certs = both
	}
	cmd.Env = append(cmd.Env, "SSL_CERT_FILE="+certs)
	proc, err := program.Serve(cmd)
	if err != nil {
		return err
	}
	h.proc = proc
	h.up.Store(true)
	return nil
}

// joined writes files into one, one behind the other.
func joined(into string, from ...string) error {
	var all []byte
	for _, name := range from {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		all = append(all, text...)
	}
	return os.WriteFile(into, all, 0o600)
}

// keyFile is the key of the dice, in the directory of a house.
const keyFile = program.DataDir + "/referee.key"

// kill kills the program.
func (h *house) kill() error {
	if !h.proc.Kill() {
		return h.proc.Lost()
	}
	h.up.Store(false)
	if h.way != nil {
		h.way.Cut()
	}
	return nil
}

// evening is what is played.
type evening struct {
	known   games.List
	game    string
	kills   int
	discord bool
	seed    uint64
}

// count is what came of it.
type count struct {
	matches, replies, presses, killed, restarts, decisions, rolls int
}

// play plays matches until the program was killed so often, at least one, and restarts both servers once in each.
func (e *evening) play(ctx context.Context, out io.Writer, s *servers) error {
	if err := program.Build(ctx, filepath.Join(s.Dir, "referee"), "toy"); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(e.seed, 0))
	begun := time.Now()
	var c count
	for c.matches == 0 || c.killed < e.kills {
		if err := e.match(ctx, s, random, &c); err != nil {
			return fmt.Errorf("match %d of seed %d, after %d kills: %w", c.matches+1, e.seed, c.killed, err)
		}
		c.matches++
	}
	against := "by mail alone"
	if e.discord {
		against = "between mail and Discord"
	}
	_, err := fmt.Fprintf(out, "%d whole matches of %s %s: %d emails of the players, %d presses, %d decisions, %d rolls; the program killed %d times, both servers restarted %d times: "+
		"over in %v, the stores are sound, and the records are those of the same orders at a table\n",
		c.matches, e.game, against, c.replies, c.presses, c.decisions, c.rolls, c.killed, c.restarts, time.Since(begun).Round(time.Second))
	return err
}

// match plays one match, in a directory of its own.
func (e *evening) match(ctx context.Context, s *servers, random *rand.Rand, c *count) (err error) {
	h := &house{servers: s, game: e.game, dir: filepath.Join(s.Dir, fmt.Sprint("house-", c.matches+1))}
	if err := os.MkdirAll(h.dir, 0o700); err != nil {
		return err
	}
	if e.discord {
		stage, end := program.Stage(h.dir)
		defer func() {
			if said := end(); len(said) > 0 {
				err = errors.Join(err, fmt.Errorf("the stand-in for Discord complains: %s", strings.Join(said, "; ")))
			}
		}()
		// It is begun more often than Discord lets a bot begin in an hour, which is a 25th of what it lets in a day.
		h.discord = discordtest.New(stage, discordtest.Options{Patience: time.Hour, Lean: true, Sessions: 25 * 1000})
	}
	if err := h.start(); err != nil {
		return err
	}
	defer func() { h.proc.Kill() }()
	p := newPeople(h, c.matches+1, random)
	defer p.playing.Wait()
	playing, end := context.WithCancel(ctx)
	defer end()
	if err := p.begin(playing); err != nil {
		return err
	}
	if err := e.disturb(ctx, h, p, random, c); err != nil {
		return err
	}
	end()
	p.playing.Wait()
	if err := h.kill(); err != nil {
		return err
	}
	for _, x := range p.players {
		c.replies += x.wrote
	}
	if p.visitor != nil {
		c.presses += p.visitor.presses
	}
	return e.judge(ctx, h, c)
}

// people play a match: two by mail, or one by mail and one in Discord.
type people struct {
	players []*player
	visitor *presser // nil: both play by mail
	playing sync.WaitGroup
	did     chan struct{} // gets a value for a mail, and for every third press
	ended   chan struct{} // gets a value for each player by mail who has read that the match is over
}

func newPeople(h *house, match int, random *rand.Rand) *people {
	p := &people{did: make(chan struct{}, 10000), ended: make(chan struct{}, 2)}
	names := []string{ben, anna}
	if h.discord != nil {
		p.visitor = newPresser(h, random.Uint64())
		names = names[:1]
	}
	for _, who := range names {
		p.players = append(p.players, &player{
			who: who, match: match, house: h, did: p.did, ended: p.ended, random: rand.New(rand.NewPCG(random.Uint64(), 1)), seen: map[string]bool{},
		})
	}
	return p
}

// begin has a match opened and joined; from then on they play until the context ends.
func (p *people) begin(ctx context.Context) error {
	for _, x := range p.players {
		r := &mailbox.Reader{Server: x.house.servers.imap(x.who), Done: "Read", Handle: x.handle, Log: slog.New(slog.DiscardHandler)}
		p.playing.Go(func() { r.Run(ctx) })
	}
	writer := p.players[len(p.players)-1]
	text := "new " + writer.house.game + " against " + ben
	if p.visitor != nil {
		id, err := p.visitor.opens(ctx, writer.house.game)
		if err != nil {
			return err
		}
		p.playing.Go(func() { p.visitor.plays(ctx, p.did) })
		text = "join " + id
	}
	return writer.write(ctx, ref, "A match", fmt.Sprintf("begin%d@players.test", writer.match), "", text)
}

// disturb kills the program while people play, and restarts the mail servers once, until the match is over.
func (e *evening) disturb(ctx context.Context, h *house, p *people, random *rand.Rand, c *count) error {
	for n, left := 0, len(p.players); left > 0; {
		select {
		case <-p.ended:
			left--
			continue
		case <-p.did:
			n++
		case <-h.proc.Ended():
			return h.proc.Lost()
		case <-ctx.Done():
			return fmt.Errorf("the match does not end: %w; see %s", ctx.Err(), h.dir)
		}
		if c.killed < e.kills {
			// In the middle of whatever follows from what a player did.
			if err := study.Pause(ctx, time.Duration(random.IntN(600))*time.Millisecond); err != nil {
				return err
			}
			if err := errors.Join(h.kill(), h.start()); err != nil {
				return err
			}
			c.killed++
		}
		if n == 8 {
			if err := errors.Join(h.servers.stop(), h.servers.start(ctx)); err != nil {
				return err
			}
			c.restarts++
		}
	}
	return nil
}

// player answers each mail as a person does who likes to be done: now and then their mail comes twice, or they have lost the
// one that they were to answer, and send once more what they have sent last.
type player struct {
	who    string
	match  int
	house  *house
	did    chan<- struct{}
	ended  chan<- struct{}
	random *rand.Rand

	seen  map[string]bool
	over  bool
	wrote int
	lost  int
	seq   int                                        // the last decision that a mail told which they have answered
	id    string                                     // of their last mail
	last  func(ctx context.Context, id string) error // sends the last mail once more, as another
}

// code is how a code looks that an invitation is accepted by.
var code = regexp.MustCompile(`\b[0-9A-Z]{5}-[0-9A-Z]{5}\b`)

// mostLost is how many mails a player loses: of mails that do nothing the referee answers 30 in an hour.
const mostLost = 12

func (p *player) handle(ctx context.Context, m mailbox.Mail) error {
	read, text, err := mailtest.Read(m.Bytes)
	if err != nil {
		return err
	}
	id := strings.Trim(read.Header.Get("Message-ID"), "<>")
	if p.seen[id] {
		return nil
	}
	if say := p.answer(read, text); say != "" {
		if err := p.reply(ctx, read, text, say); err != nil {
			return err
		}
		p.seq = max(p.seq, told(text))
		p.did <- struct{}{}
	}
	p.seen[id] = true
	return nil
}

// answer is what they say to a mail; "": nothing.
func (p *player) answer(read *mail.Message, text string) string {
	switch {
	case strings.Contains(text, "The last decision is"):
		if !p.over {
			p.over = true
			p.ended <- struct{}{}
		}
		return ""
	case !strings.Contains(text, "It is your move"):
		return code.FindString(text)
	// Of several mails that ask they answer the newest, and what comes as an answer to their last.
	case told(text) > p.seq || strings.Trim(read.Header.Get("In-Reply-To"), "<>") == p.id:
		return p.picks(text)
	}
	return ""
}

// reply sends the answer to a mail: once, twice, or their last mail instead.
func (p *player) reply(ctx context.Context, read *mail.Message, text, say string) error {
	to, err := mail.ParseAddress(read.Header.Get("Reply-To"))
	if err != nil {
		if to, err = mail.ParseAddress(read.Header.Get("From")); err != nil {
			return err
		}
	}
	id := strings.Trim(read.Header.Get("Message-ID"), "<>")
	if p.last != nil && p.lost < mostLost && p.random.IntN(12) == 0 {
		p.lost++
		return p.last(ctx, fmt.Sprintf("again%d.%s", p.lost, id))
	}
	quoted := "\n\n> " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> ")
	send := func(ctx context.Context, as string) error {
		err := p.write(ctx, to.Address, "Re: "+read.Header.Get("Subject"), as, id, say+quoted)
		if err == nil {
			p.wrote++
			p.id = as
		}
		return err
	}
	for range 1 + p.random.IntN(4)/3 { // one of four comes twice
		if err := send(ctx, "re."+id); err != nil {
			return err
		}
	}
	if told(text) > 0 { // about no match it would bring no match again
		p.last = send
	}
	return nil
}

var foot = regexp.MustCompile(`#(\d+)·`)

// told is the last decision that a mail tells.
func told(text string) int {
	at := foot.FindAllStringSubmatch(text, -1)
	if at == nil {
		return 0
	}
	seq, _ := strconv.Atoi(at[len(at)-1][1]) // it is of digits
	return seq
}

// listed are the answers that a mail lists, and done those that end something.
var (
	listed = regexp.MustCompile(`(?m)^ +(\d+)  \S.*$`)
	done   = regexp.MustCompile(`\((end|stop|stay|go|standard)\)`)
)

// picks picks an answer from a list by its number.
func (p *player) picks(text string) string {
	var all, ends []string
	for _, found := range listed.FindAllStringSubmatch(text, -1) {
		all = append(all, found[1])
		if done.MatchString(found[0]) {
			ends = append(ends, found[1])
		}
	}
	if len(ends) > 0 && p.random.IntN(3) == 0 {
		all = ends
	}
	if len(all) == 0 {
		return ""
	}
	return all[p.random.IntN(len(all))]
}

// write sends a mail as a program for mail does.
func (p *player) write(ctx context.Context, to, subject, id, answers, text string) error {
	at := p.house.servers.smtp(p.who)
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", at.Address)
	if err != nil {
		return err
	}
	client, err := smtp.NewClientStartTLS(conn, at.Config())
	if err != nil {
		return err
	}
	defer func() { _ = client.Close() }() // the mail is taken, or not
	if err := client.Auth(sasl.NewPlainClient("", at.User, at.Password)); err != nil {
		return err
	}
	head := fmt.Sprintf("From: <%s>\nTo: <%s>\nSubject: %s\nMessage-ID: <%s>\nDate: %s\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n",
		p.who, to, subject, id, time.Now().Format(time.RFC1123Z))
	if answers != "" {
		head += fmt.Sprintf("In-Reply-To: <%s>\nReferences: <%s>\n", answers, answers)
	}
	return client.SendMail(p.who, []string{to}, strings.NewReader(strings.ReplaceAll(head+"\n"+text+"\n", "\n", "\r\n")))
}
