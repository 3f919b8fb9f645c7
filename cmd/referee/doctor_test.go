package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/spf13/cobra"

	"referee/bot/discord/gateway"
	"referee/bot/test/discordtest"
	"referee/bot/test/mailtest"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine/enginetest/thorough"
)

// examined is what the doctor finds, by where it looks; sick reports whether it ends with 1.
func examined(t *testing.T, c config.Values, line http.RoundTripper) (found map[string]finding, sick bool) {
	t.Helper()
	var out bytes.Buffer
	cmd := &cobra.Command{}
	config.Flag(cmd, known.IDs()...)
	cmd.SetContext(t.Context())
	cmd.SetOut(&out)
	err := examine(cmd, c, nil, line, true)
	if err != nil && !errors.Is(err, cli.ErrFound) {
		t.Fatal(err)
	}
	var said struct {
		Well     bool      `json:"well"`
		Findings []finding `json:"findings"`
	}
	if err := json.Unmarshal(out.Bytes(), &said); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	if said.Well != (err == nil) {
		t.Errorf("it says well: %t, and ends with %v", said.Well, err)
	}
	if c.Discord.Token != "" && strings.Contains(out.String(), c.Discord.Token) {
		t.Error("the token is shown")
	}
	found = map[string]finding{}
	for _, f := range said.Findings {
		found[f.What] = f
	}
	return found, err != nil
}

// examinable is a configuration that nothing is wrong with.
func examinable(t *testing.T, d *discordtest.Discord) config.Values {
	t.Helper()
	dir := t.TempDir()
	return config.Values{
		General: config.General{DB: filepath.Join(dir, "data", "r.db"), Game: "toy", Lang: "en"},
		Dice:    config.Dice{Key: filepath.Join(dir, "data", "r.key")},
		Discord: config.Discord{Token: d.Token(), Interactions: "gateway"},
		Backup:  config.Backup{Dir: filepath.Join(dir, "b"), Every: time.Hour},
		Ops:     config.Ops{Listen: "127.0.0.1:0"},
	}
}

// TestTheDoctorInDiscord: what is wrong with the bot at Discord is found there, with what to do.
func TestTheDoctorInDiscord(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil      func(d *discordtest.Discord, c *config.Values)
		what, said string
		sick       bool
	}{
		"nothing":     {what: "discord", said: "referee; servers: 1; connections recommended: 1"},
		"all allowed": {what: "permissions", said: "all that are needed; servers: 1"},
		"token":       {func(_ *discordtest.Discord, c *config.Values) { c.Discord.Token = "wrong" }, "discord", "Discord does not accept the token", true},
		"no token":    {func(_ *discordtest.Discord, c *config.Values) { c.Discord.Token = "" }, "discord", "no token is set", false},
		"ahead": {func(d *discordtest.Discord, _ *config.Values) {
			d.Dates(discordtest.Dates{Ahead: -time.Hour})
		}, "clock", "ahead of Discord's", true},
		"behind": {func(d *discordtest.Discord, _ *config.Values) {
			d.Dates(discordtest.Dates{Ahead: time.Hour})
		}, "clock", "behind Discord's", true},
		"on time": {what: "clock", said: "agrees with Discord's"},
		"permissions": {func(d *discordtest.Discord, _ *config.Values) {
			d.Guild("other").Permit(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
		}, "permissions", "other (Attach Files, Read Message History, Create Public Threads", false},
		"administrator": {func(d *discordtest.Discord, _ *config.Values) {
			d.Guild("other").Permit(1 << 3)
		}, "permissions", "all that are needed; servers: 2", false},
		"no endpoint": {func(_ *discordtest.Discord, c *config.Values) { c.Discord.Interactions = "http" }, "discord", "has no Interactions Endpoint URL", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, discordtest.Options{})
			d.Guild("club").Permit(discordtest.Invited)
			set := examinable(t, d)
			if c.spoil != nil {
				c.spoil(d, &set)
			}
			found, sick := examined(t, set, d.Transport())
			f := found[c.what]
			if !strings.Contains(f.Said, c.said) || sick != c.sick || (f.State == problem) != c.sick || c.sick && f.Do == "" {
				t.Errorf("it found %+v; problems: %t", found, sick)
			}
			d.Complaints()
		})
	}
}

// TestTheDoctorBesideARunningReferee asks it, and disturbs nothing.
func TestTheDoctorBesideARunningReferee(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	c := examinable(t, d)
	runs(t, c)
	found, sick := examined(t, c, d.Transport())
	if sick || !strings.Contains(found["store"].Said, "matches: 0 under way, 0 in all") || !strings.Contains(found["store"].Said, "running since") {
		t.Errorf("it found %+v", found)
	}
}

// TestTheDoctorWithoutANetwork does not wait for it.
func TestTheDoctorWithoutANetwork(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	c := examinable(t, d)
	found, sick := examined(t, c, silent{})
	if f := found["discord"]; !sick || f.State != problem || f.Do == "" {
		t.Errorf("it found %+v", found)
	}
	if found["game"].State != well {
		t.Errorf("what is here was not looked at: %+v", found)
	}
}

// silent is a network that never answers.
type silent struct{}

func (silent) RoundTrip(q *http.Request) (*http.Response, error) {
	<-q.Context().Done()
	return nil, q.Context().Err()
}

// TestTheDoctorDoesNotAskAgain with a token that was refused within the hour, as serve does not;
// with another it does.
func TestTheDoctorDoesNotAskAgain(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	d.Guild("club")
	c := examinable(t, d)
	right := c.Discord.Token
	c.Discord.Token = "wrong"
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	cmd.SetErr(&servedLog{})
	if err := serve(cmd, c, d.Transport()); !errors.Is(err, gateway.ErrToken) {
		t.Fatalf("it ended with %v", err)
	}
	before := len(d.Requests())
	found, sick := examined(t, c, d.Transport())
	f := found["discord"]
	if !sick || f.State != problem || !strings.Contains(f.Said, "is not asked again before") || !strings.Contains(f.Do, "make a new token") {
		t.Errorf("it found %+v", f)
	}
	if asked := len(d.Requests()) - before; asked > 0 {
		t.Errorf("Discord was asked %d times", asked)
	}
	c.Discord.Token = right
	if found, _ := examined(t, c, d.Transport()); found["discord"].State != well {
		t.Errorf("with the right token it found %+v", found["discord"])
	}
	d.Complaints()
}

// TestTheDoctorMissesABackup that is not where it was made, and says where one disk holds all.
func TestTheDoctorMissesABackup(t *testing.T) {
	t.Parallel()
	c := examinable(t, discordtest.New(t, discordtest.Options{}))
	c.Discord.Token = ""
	h := opened(t, c)
	backups := scheduled(t.Context(), c.Backup, h.store, slog.New(slog.DiscardHandler))
	err := backups.Step(t.Context())
	state, unread := backups.State(t.Context())
	if err := errors.Join(err, unread, h.close()); err != nil {
		t.Fatal(err)
	}
	made := state.Last.Path
	found, sick := examined(t, c, silent{}) // without a token nothing is asked
	if f := found["backups"]; sick || !strings.Contains(f.Said, "verified: "+made) {
		t.Errorf("it found %+v", f)
	}
	if err := os.Remove(made); err != nil {
		t.Fatal(err)
	}
	found, sick = examined(t, c, silent{})
	if f := found["backups"]; !sick || f.State != problem || !strings.Contains(f.Said, "no longer exists: "+made) || f.Do == "" {
		t.Errorf("without the file it found %+v", f)
	}
}

// TestTheDoctorOfMail: what is wrong with the servers of mail is found there, with what to do, and the password is not shown.
func TestTheDoctorOfMail(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options mailtest.Options
		spoil   func(p *mailtest.Post, c *config.Values)
		in, out string
		state   string // of the worse of both
	}{
		"nothing":     {in: "emails waiting: 2", out: "127.0.0.1", state: well},
		"no keywords": {options: mailtest.Options{NoKeywords: true}, in: "counts as read", out: "127.0.0.1", state: notable},
		"no authserv": {spoil: func(_ *mailtest.Post, c *config.Values) { c.Mail.AuthServ = "" }, in: "no server vouches", out: "127.0.0.1", state: notable},
		"password":    {spoil: func(p *mailtest.Post, _ *config.Values) { p.User("ref@club.test", "changed") }, in: "does not accept the user or the password", out: "535", state: problem},
		"down":        {spoil: func(p *mailtest.Post, _ *config.Values) { p.Stop() }, in: "connection closed before greeting", out: "EOF", state: problem},
		"folder":      {spoil: func(_ *mailtest.Post, c *config.Values) { c.Mail.Folder = "Games" }, in: `open the folder "Games"`, out: "127.0.0.1", state: problem},
		"no smtp":     {spoil: func(_ *mailtest.Post, c *config.Values) { c.Mail.SMTP = "" }, in: "set mail.imap and mail.smtp", out: "set mail.imap and mail.smtp", state: problem},
		"no password": {spoil: func(_ *mailtest.Post, c *config.Values) { c.Mail.Password = "" }, in: "no password for email", out: "REFEREE_MAIL_PASSWORD", state: problem},
		"in the clear": {
			spoil: func(_ *mailtest.Post, c *config.Values) { c.Mail.IMAP = "imap.club.test:143" }, in: "only a server on this machine",
			out: "mail.imap: imap.club.test:143", state: problem,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			post, err := mailtest.New(c.options)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(post.Close)
			post.User("ref@club.test", "secret-of-ref")
			for range 2 {
				if err := post.Put("ref@club.test", []byte("Subject: x\r\n\r\nx\r\n")); err != nil {
					t.Fatal(err)
				}
			}
			set := examinable(t, discordtest.New(t, discordtest.Options{}))
			set.Discord.Token = ""
			set.Mail.Address, set.Mail.Password, set.Mail.AuthServ, set.Mail.Folder = "ref@club.test", "secret-of-ref", "mx.club.test", "INBOX"
			set.Mail.IMAP, set.Mail.IMAPSecurity = post.IMAP("").Address, "none"
			set.Mail.SMTP, set.Mail.SMTPSecurity = post.SMTP("").Address, "none"
			if c.spoil != nil {
				c.spoil(post, &set)
			}
			found, sick := examined(t, set, silent{})
			in, out := found["mail in"], found["mail out"]
			if !strings.Contains(in.Said, c.in) || !strings.Contains(out.Said, c.out) || in.State != c.state && out.State != c.state || sick != (c.state == problem) {
				t.Errorf("it found %+v and %+v; problems: %t", in, out, sick)
			}
			if all := fmt.Sprint(found); strings.Contains(all, "secret-of-ref") {
				t.Error("the password is shown")
			}
		})
	}
}
