package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	netmail "net/mail"
	"strings"
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
func mailServers(c config.Mail) (in, out mailserver.Server, err error) {
	if c.IMAP == "" || c.SMTP == "" {
		return in, out, cli.Misused("mail.address is set: set mail.imap and mail.smtp, too; your provider names both servers")
	}
	password, err := mailPassword(c)
	if err != nil {
		return in, out, err
	}
	user := cmp.Or(c.User, c.Address)
	in = mailserver.Server{Address: c.IMAP, Security: mailserver.Security(c.IMAPSecurity), User: user, Password: password}
	out = mailserver.Server{Address: c.SMTP, Security: mailserver.Security(c.SMTPSecurity), User: user, Password: password}
	for setting, s := range map[string]mailserver.Server{"mail.imap": in, "mail.smtp": out} {
		if err := s.Check(); err != nil {
			return in, out, cli.Misused("%s: %w", setting, err)
		}
	}
	return in, out, nil
}

// mailPassword returns the password for mail.
func mailPassword(c config.Mail) (string, error) {
	password, err := secret(c.Password, c.PasswordFile, "the password for mail", "email password")
	if err == nil && password == "" {
		err = cli.Misused("no password for email: set REFEREE_MAIL_PASSWORD in the environment, or name a file in mail.passwordfile")
	}
	return password, err
}

// mailReader reads the mailbox. Whoever runs it says who takes the mails in.
func mailReader(c config.Mail, in mailserver.Server) *mailbox.Reader {
	return &mailbox.Reader{Server: in, Folder: c.Folder, Done: c.Done, Limit: int64(c.Size) << 10, Log: slog.New(slog.DiscardHandler)}
}

// mailIncoming is what the reader of mails knows of the mailbox.
func mailIncoming(c config.Mail) incoming.Config {
	return incoming.Config{AuthServ: c.AuthServ, Border: c.AuthHost, Below: c.AuthBelow}
}

// mailDoor is the door of mail while it runs.
type mailDoor struct {
	door   *mail.Door
	reader *mailbox.Reader
	sender *outgoing.Sender
}

// newMailDoor makes the door of mail of a house; nil: nobody plays by mail. browsers is its board in the browser; nil: it has none.
func newMailDoor(c config.Mail, site, lang string, h *house, browsers *boards, log *slog.Logger) (*mailDoor, error) {
	if c.Address == "" {
		return nil, nil
	}
	in, out, err := mailServers(c)
	if err != nil {
		return nil, err
	}
	_, host, _ := strings.Cut(c.Address, "@")
	l := &mailDoor{reader: mailReader(c, in), sender: &outgoing.Sender{Server: out, Host: host}}
	settings := mail.Config{
		Referee: h.Referee, Club: h.clubs, Store: h.store.Mail(), Notes: h.store, Send: l.sender.Send, From: netmail.Address{Name: "Referee", Address: c.Address}, Plus: c.Plus,
		Web: site, Incoming: mailIncoming(c), Language: lang, Paint: mailPainter(h.draw), Log: log,
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

// pages serves what mails name at a site; nil: they name nothing.
func (l *mailDoor) pages(site string) http.Handler {
	if l == nil || site == "" {
		return nil
	}
	return l.door.Pages()
}

// run plays by mail until ctx ends.
func (l *mailDoor) run(ctx context.Context) error {
	defer l.sender.Close()
	return together(ctx, func(ctx context.Context) error { l.reader.Run(ctx); return nil }, l.door.Run)
}

// beside runs the door of mail, if there is one, for as long as another runs.
func (l *mailDoor) beside(other func(context.Context) error) func(context.Context) error {
	if l == nil {
		return other
	}
	return func(ctx context.Context) error {
		return together(ctx, other, func(ctx context.Context) { _ = l.run(ctx) }) // it has no errors
	}
}

// serveMail plays by mail alone, until the command is cancelled: people can be reached while mail comes in.
func serveMail(cmd *cobra.Command, c config.Values) (err error) {
	d, err := openDoors(cmd, c, metrics.New(revision()), false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	h, l, log := d.house, d.mail, d.log
	l.reader.Trouble = func(err error) {
		at := h.Schedule.Up
		if err != nil {
			at = h.Schedule.Down
		}
		if err := at(cmd.Context(), time.Now()); err != nil && cmd.Context().Err() == nil {
			log.Error("cannot record whether people can be reached", "error", err)
		}
	}
	end, err := listening(cmd.Context(), &holder{house: h, db: c.DB, backups: scheduled(cmd.Context(), c.Backup, h.store, log)}, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	closePages, err := pages(cmd.Context(), c.Web, c.Ops, served{off: l.pages(c.Web.URL), board: d.browsers.handler()}, log)
	if err != nil {
		return err
	}
	defer closePages()
	log.Info("no bot token: matches are played only by email")
	if err := runWithScheduler(cmd.Context(), h, l.run); err != nil {
		return err
	}
	log.Info("stopped cleanly: every answered command is stored")
	return nil
}
