package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"referee/bot/mail/mailbox"
	"referee/cmd/lab/program"
	"referee/store"
)

const ben = "ben@players.test"

// house is the real program, which plays by mail alone.
type house struct {
	servers *servers
	dir     string
	proc    *program.Process
	log     *os.File
}

// start starts the program, on what the last one has left.
func (h *house) start() error {
	cmd := exec.Command(filepath.Join(h.dir, "referee"), "serve")
	cmd.Dir, cmd.Stdout, cmd.Stderr = h.dir, h.log, h.log
	s := h.servers
	cmd.Env = []string{
		"HOME=" + h.dir, "SSL_CERT_FILE=" + filepath.Join(s.Dir, "cert.pem"), // whose certificates are believed
		"REFEREE_DB=data/referee.db", "REFEREE_DICE_KEY=data/referee.key", "REFEREE_BACKUP_DIR=", "REFEREE_OPS_LISTEN=", "REFEREE_GAME=toy",
		"REFEREE_MAIL_ADDRESS=" + ref, "REFEREE_MAIL_PASSWORD=" + s.Password, "REFEREE_MAIL_DONE=Handled",
		"REFEREE_MAIL_IMAP=" + s.imap(ref).Address, "REFEREE_MAIL_IMAPSECURITY=starttls",
		"REFEREE_MAIL_SMTP=" + s.smtp(ref).Address, "REFEREE_MAIL_SMTPSECURITY=starttls",
	}
	var err error
	h.proc, err = program.Start(cmd)
	return err
}

// play plays a match of the toy between two people who have nothing but mail, while the program is killed so often and both
// servers are restarted once.
func play(ctx context.Context, out io.Writer, s *servers, kills int) (err error) {
	h := &house{servers: s, dir: filepath.Join(s.Dir, "house")}
	if err := os.MkdirAll(h.dir, 0o700); err != nil {
		return err
	}
	if h.log, err = os.Create(filepath.Join(h.dir, "referee.log")); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.log.Close()) }()
	if err := program.Build(ctx, filepath.Join(h.dir, "referee"), "toy"); err != nil {
		return err
	}
	if err := h.start(); err != nil {
		return err
	}
	defer func() { h.proc.Kill() }()

	begun := time.Now()
	reading, end := context.WithCancel(ctx)
	var readers sync.WaitGroup
	defer readers.Wait()
	defer end()
	replied := make(chan struct{}, 1000)
	players := map[string]*player{}
	for _, who := range []string{anna, ben} {
		p := &player{who: who, servers: s, replied: replied, seen: map[string]bool{}, over: make(chan struct{})}
		players[who] = p
		r := &mailbox.Reader{Server: s.imap(who), Done: "Read", Handle: p.handle, Log: slog.New(slog.DiscardHandler)}
		readers.Go(func() { r.Run(reading) })
	}
	if err := players[anna].write(ctx, ref, "A match", "begin@players.test", "", "new toy against "+ben); err != nil {
		return err
	}
	killed, replies := 0, 0
	for _, p := range players {
		for over := false; !over; {
			select {
			case <-p.over:
				over = true
			case <-replied:
				replies++
				if killed < kills {
					h.proc.Kill()
					killed++
					if err := h.start(); err != nil {
						return err
					}
				}
				if replies == 6 {
					if err := errors.Join(s.stop(), s.start(ctx)); err != nil {
						return err
					}
				}
			case <-h.proc.Ended():
				return fmt.Errorf("the program has ended; see %s", h.log.Name())
			case <-ctx.Done():
				return fmt.Errorf("the match does not end: %w; see %s", ctx.Err(), h.dir)
			}
		}
	}
	end()
	if err := h.proc.Stop(); err != nil {
		return err
	}
	return h.judge(out, replies, killed, time.Since(begun))
}

// judge looks at what the program has left.
func (h *house) judge(out io.Writer, replies, killed int, took time.Duration) (err error) {
	file, err := store.Open(filepath.Join(h.dir, "data", "referee.db"), store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	matches, err := file.Matches()
	if err := errors.Join(err, file.Check()); err != nil {
		return err
	}
	if len(matches) != 1 || !matches[0].Over {
		return fmt.Errorf("there are %d matches, and one was to be over: %+v", len(matches), matches)
	}
	_, err = fmt.Fprintf(out, "a whole match by mail alone: %d mails of the players, the program killed %d times, both servers restarted: over in %v, and the store is sound\n",
		replies, killed, took.Round(time.Second))
	return err
}

// player answers each mail as a person does.
type player struct {
	who     string
	servers *servers
	replied chan<- struct{}
	over    chan struct{} // closed when the match is

	seen map[string]bool
}

// code is how a code looks that an invitation is accepted by.
var code = regexp.MustCompile(`\b[0-9A-Z]{5}-[0-9A-Z]{5}\b`)

func (p *player) handle(ctx context.Context, m mailbox.Mail) error {
	read, err := mail.ReadMessage(bytes.NewReader(m.Octets))
	if err != nil {
		return err
	}
	id := strings.Trim(read.Header.Get("Message-ID"), "<>")
	if p.seen[id] {
		return nil
	}
	text, err := plain(read)
	if err != nil {
		return err
	}
	say := ""
	switch asked := strings.Contains(text, "You are asked"); {
	case strings.Contains(text, "The last decision is"):
		p.seen[id] = true
		select {
		case <-p.over:
		default:
			close(p.over)
		}
		return nil
	case asked && strings.Contains(text, "what is your plan?"):
		say = "plan march"
	case asked && strings.Contains(text, "which units march"):
		say = "stay"
	case asked:
		say = "1"
	default:
		say = code.FindString(text)
	}
	if say == "" {
		p.seen[id] = true
		return nil
	}
	to, err := mail.ParseAddress(read.Header.Get("Reply-To"))
	if err != nil {
		if to, err = mail.ParseAddress(read.Header.Get("From")); err != nil {
			return err
		}
	}
	quoted := "\n\n> " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> ")
	if err := p.write(ctx, to.Address, "Re: "+read.Header.Get("Subject"), "re."+id, id, say+quoted); err != nil {
		return err
	}
	p.seen[id] = true
	p.replied <- struct{}{}
	return nil
}

// write sends a mail as a program for mail does.
func (p *player) write(ctx context.Context, to, subject, id, answers, text string) error {
	at := p.servers.smtp(p.who)
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

// plain is the plain text of a mail, which is the first of its parts.
func plain(m *mail.Message) (string, error) {
	kind, body := m.Header.Get("Content-Type"), m.Body
	for {
		media, params, err := mime.ParseMediaType(kind)
		if err != nil {
			return "", err
		}
		if !strings.HasPrefix(media, "multipart/") {
			text, err := io.ReadAll(body)
			return strings.ReplaceAll(string(text), "\r\n", "\n"), err
		}
		part, err := multipart.NewReader(body, params["boundary"]).NextPart()
		if err != nil {
			return "", err
		}
		kind, body = part.Header.Get("Content-Type"), part
	}
}
