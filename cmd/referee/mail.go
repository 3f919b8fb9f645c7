package main

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"referee/bot/files"
	"referee/bot/mail/mailbox"
	mailserver "referee/bot/mail/server"
	"referee/cmd/cli"
	"referee/cmd/config"
)

// mailServers are the servers that mails come from and go to.
func mailServers(c config.Values) (in, out mailserver.Server, err error) {
	if c.MailIMAP == "" || c.MailSMTP == "" {
		return in, out, cli.Misused("mail.address is set, so mail.imap and mail.smtp are needed, too: your provider names both servers")
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
			return "", cli.Misused("no password for mail: put it into the environment as REFEREE_MAIL_PASSWORD, or into a file named by mail.passwordfile in the configuration")
		}
		return c.MailPassword, nil
	}
	text, err := os.ReadFile(c.MailPasswordFile)
	if err != nil {
		return "", fmt.Errorf("read the password for mail from %s: %w", c.MailPasswordFile, files.Reason(err))
	}
	password := strings.TrimRight(string(text), "\r\n")
	if password == "" {
		return "", fmt.Errorf("%s is to hold the password for mail, and is empty", c.MailPasswordFile)
	}
	return password, nil
}

// mailReader reads the mailbox. Whoever runs it says who takes the mails in.
func mailReader(c config.Values, in mailserver.Server) *mailbox.Reader {
	return &mailbox.Reader{Server: in, Folder: c.MailFolder, Done: c.MailDone, Limit: int64(c.MailSize) << 10, Log: slog.New(slog.DiscardHandler)}
}
