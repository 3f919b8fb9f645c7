package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	netmail "net/mail"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/mail"
	"referee/bot/mail/incoming"
	"referee/bot/mail/mailbox"
	"referee/bot/mail/outgoing"
	mailserver "referee/bot/mail/server"
	"referee/bot/metrics"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/render"
)

// mailServers are the servers that mails come from and go to.
func mailServers(c config.Values) (in, out mailserver.Server, err error) {
	if c.MailIMAP == "" || c.MailSMTP == "" {
		return in, out, cli.Misused("mail.address is set: set mail.imap and mail.smtp, too; your provider names both servers")
	}
	password, err := mailPassword(c)
	if err != nil {
		return in, out, err
	}
	user := cmp.Or(c.MailUser, c.MailAddress)
	in = mailserver.Server{Address: c.MailIMAP, Security: mailserver.Security(c.MailIMAPSecurity), User: user, Password: password}
	out = mailserver.Server{Address: c.MailSMTP, Security: mailserver.Security(c.MailSMTPSecurity), User: user, Password: password}
	for setting, s := range map[string]mailserver.Server{"mail.imap": in, "mail.smtp": out} {
		if err := s.Check(); err != nil {
			return in, out, cli.Misused("%s: %w", setting, err)
		}
	}
	return in, out, nil
}

// mailPassword is the password for mail: the one in the configuration, or the text of the file that it names.
func mailPassword(c config.Values) (string, error) {
	if c.MailPasswordFile == "" {
		if c.MailPassword == "" {
			return "", cli.Misused("no password for email: set REFEREE_MAIL_PASSWORD in the environment, or name a file in mail.passwordfile")
		}
		return c.MailPassword, nil
	}
	password, err := secretIn(c.MailPasswordFile, "the password for mail")
	if err != nil {
		return "", err
	}
	if password == "" {
		return "", fmt.Errorf("%s contains no email password", c.MailPasswordFile)
	}
	return password, nil
}

// mailReader reads the mailbox. Whoever runs it says who takes the mails in.
func mailReader(c config.Values, in mailserver.Server) *mailbox.Reader {
	return &mailbox.Reader{Server: in, Folder: c.MailFolder, Done: c.MailDone, Limit: int64(c.MailSize) << 10, Log: slog.New(slog.DiscardHandler)}
}

// mailIncoming is what the reader of mails knows of the mailbox.
func mailIncoming(c config.Values) incoming.Config {
	return incoming.Config{AuthServ: c.MailAuthserv, Border: c.MailAuthHost, Below: c.MailAuthBelow == "on"}
}

// letters is the door of mail while it runs.
type letters struct {
	door   *mail.Door
	reader *mailbox.Reader
	sender *outgoing.Sender
}

// mailDoor makes the door of mail of a house; nil: nobody plays by mail. browsers is its board in the browser; nil: it has none.
func mailDoor(c config.Values, h *house, browsers *boards, log *slog.Logger) (*letters, error) {
	if c.MailAddress == "" {
		return nil, nil
	}
	in, out, err := mailServers(c)
	if err != nil {
		return nil, err
	}
	_, host, _ := strings.Cut(c.MailAddress, "@")
	l := &letters{reader: mailReader(c, in), sender: &outgoing.Sender{Server: out, Host: host}}
	settings := mail.Config{
		Referee: h.Referee, Club: h.clubs, Store: h.store, Send: l.sender.Send, From: netmail.Address{Name: "Referee", Address: c.MailAddress}, Plus: c.MailPlus != "off",
		Web: c.WebURL, Incoming: mailIncoming(c), Language: c.Lang, Paint: mailPainter(h.draw), Log: log,
	}
	if browsers != nil {
		settings.Browsers = browsers.book
	}
	l.door, err = mail.New(settings)
	l.reader.Log = log
	l.reader.Handle = func(ctx context.Context, m mailbox.Mail) error { return l.door.Receive(ctx, m.Bytes, m.Whole) }
	return l, err
}

// mailPainter draws a map, or the part of it that a mail shows.
func mailPainter(r *render.Renderer) mail.Painter {
	return func(w io.Writer, p mail.Picture) error {
		out := render.Picture{Board: p.Board, View: p.View, Overlay: p.Overlay, Portrait: p.Portrait, Say: p.Say}
		if len(p.At) > 0 {
			out.Crop = &render.Crop{At: p.At, Radius: 1}
		}
		return r.PNG(w, out)
	}
}

// pages are what mails name at web.url; nil: none do.
func (l *letters) pages(c config.Values) http.Handler {
	if l == nil || c.WebURL == "" {
		return nil
	}
	return l.door.Pages()
}

// run plays by mail until ctx ends.
func (l *letters) run(ctx context.Context) error {
	var running sync.WaitGroup
	running.Go(func() { l.reader.Run(ctx) })
	running.Go(func() { l.door.Run(ctx) })
	running.Wait()
	l.sender.Close()
	return nil
}

// beside runs the door of mail, if there is one, for as long as another runs.
func (l *letters) beside(other func(context.Context) error) func(context.Context) error {
	if l == nil {
		return other
	}
	return func(ctx context.Context) error {
		ctx, stop := context.WithCancel(ctx)
		var running sync.WaitGroup
		running.Go(func() { _ = l.run(ctx) }) // it has no errors
		err := other(ctx)
		stop()
		running.Wait()
		return err
	}
}

// serveMail plays by mail alone, until the command is cancelled: people can be reached while mail comes in.
func serveMail(cmd *cobra.Command, c config.Values) (err error) {
	counts := metrics.New(revision())
	log := slog.New(counts.Log(logTo(cmd.ErrOrStderr(), c)))
	_, absent := os.Stat(c.DB)
	h, err := openHouse(c, fixed{counts: counts})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	tellStore(log, c.DB, errors.Is(absent, fs.ErrNotExist))
	browsers, err := openBoards(cmd.Context(), c, h, log)
	if err != nil {
		return err
	}
	l, err := mailDoor(c, h, browsers, log)
	if err != nil {
		return err
	}
	l.reader.Trouble = func(err error) {
		at := h.Schedule().Up
		if err != nil {
			at = h.Schedule().Down
		}
		if err := at(time.Now()); err != nil {
			log.Error("cannot record whether people can be reached", "error", err)
		}
	}
	end, err := listening(cmd.Context(), &holder{house: h, db: c.DB, backups: scheduled(c, h.store, log)}, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	closePages, err := pages(cmd.Context(), c, served{off: l.pages(c), board: browsers.handler()}, log)
	if err != nil {
		return err
	}
	defer closePages()
	log.Info("no bot token: matches are played only by email")
	if err := tended(cmd.Context(), h, l.run); err != nil {
		return err
	}
	log.Info("stopped cleanly: every answered command is stored")
	return nil
}
