package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/spf13/cobra"

	"referee/bot/backup"
	"referee/bot/control"
	"referee/bot/discord/gateway"
	"referee/bot/discord/wire"
	"referee/bot/files"
	"referee/bot/mail"
	"referee/bot/mail/mailbox"
	"referee/bot/mail/outgoing"
	"referee/bot/timekeeper"
	"referee/bot/web"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/dice/beacon"
	"referee/engine/match"
	"referee/render"
	"referee/store"
)

func newDoctor() *cobra.Command {
	var asJSON bool
	var l liveFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "check the installation and say how to fix problems",
		Long: "Checks the configuration, the match database, the dice keys, backups, disk, pictures, clock, the token, the\n" +
			"connection to Discord and the bot's permissions there, email, and the beacon. It changes nothing, and can be\n" +
			"used while a referee runs. It waits at most 5 seconds for other servers. Exit code 1 if there is a problem.\n\n" +
			"With --live it compares Discord itself with what the referee expects, on a test server. It makes channels, threads,\n" +
			"messages, commands and an emoji there, and removes them. The report has no names, ids or tokens: send it to the\n" +
			"maintainers. The bot needs Manage Channels on that server, and no referee may run with its token.",
		Example: "  referee doctor\n  referee doctor --config config.yaml --json\n  referee doctor --live --guild 123456789012345678",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Read(cmd)
			if l.live {
				return compareLive(cmd, c, err, l, nil, asJSON)
			}
			if l != (liveFlags{}) {
				return cli.Misused("--guild, --press and --yes belong to --live: add it")
			}
			return examine(cmd, c, err, nil, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as one line of JSON")
	cmd.Flags().BoolVar(&l.live, "live", false, "compare Discord with what the referee expects")
	cmd.Flags().StringVar(&l.guild, "guild", "", "the id of the test server for --live")
	cmd.Flags().BoolVar(&l.press, "press", false, "with --live: ask you to press buttons and send forms, too")
	cmd.Flags().BoolVar(&l.yes, "yes", false, "with --live: begin without asking")
	config.Use(cmd, "db", "key", "data", "game", "lang", "backups")
	return cmd
}

// outsideWithin is how long anything outside this machine may take.
const outsideWithin = 5 * time.Second

// The states of a finding.
const (
	well    = "ok"
	notable = "note"    // to be known; nothing has to be done
	problem = "problem" // something has to be done
)

// finding is what was found where one looked.
type finding struct {
	What  string `json:"what"`
	State string `json:"state"`
	Said  string `json:"said"`
	Do    string `json:"do,omitempty"`
}

// fine, noted and wrong make findings. Names are given by who looks.
func fine(format string, args ...any) finding {
	return finding{State: well, Said: fmt.Sprintf(format, args...)}
}

func noted(do, format string, args ...any) finding {
	return finding{State: notable, Said: fmt.Sprintf(format, args...), Do: do}
}

func wrong(do, format string, args ...any) finding {
	return finding{State: problem, Said: fmt.Sprintf(format, args...), Do: do}
}

// doctor looks at what a configuration says. transport carries requests; nil: the usual one.
type doctor struct {
	config.Values
	transport http.RoundTripper
	running   *control.Status // of the process that holds the store; nil: none does, or none answers
	stored    stored
}

// stored is what was read of the store, which is opened once for all who look. It is empty
// where a process holds the store, or none can be read.
type stored struct {
	found   finding       // of the store itself
	keys    error         // why matches in it cannot go on
	backups backup.Status // of those made by referee serve
	refused time.Time     // when Discord refused the token; zero: not lately
}

// examine looks at everything at once, and says what was found in a fixed order. unread is
// why the configuration could not be read.
func examine(cmd *cobra.Command, c config.Values, unread error, transport http.RoundTripper, asJSON bool) error {
	d := &doctor{Values: c, transport: transport}
	found := []finding{d.settings(unread)}
	if unread == nil {
		found = append(found, d.all(cmd.Context())...)
	}
	sick := slices.ContainsFunc(found, func(f finding) bool { return f.State == problem })
	out := cmd.OutOrStdout()
	if asJSON {
		if err := json.NewEncoder(out).Encode(map[string]any{"well": !sick, "version": revision(), "findings": found}); err != nil {
			return err
		}
	} else if err := printFindings(out, found); err != nil {
		return err
	}
	if sick {
		return cli.ErrFound
	}
	return nil
}

// printFindings prints what was found, a line each, and below it what to do.
func printFindings(out io.Writer, found []finding) error {
	fmt.Fprintf(out, "referee %s\n\n", revision())
	problems := 0
	for _, f := range found {
		if f.State == problem {
			problems++
		}
		fmt.Fprintf(out, "%-8s %-13s %s\n", f.State, f.What, f.Said)
		if f.Do != "" {
			fmt.Fprintf(out, "%-8s %-13s → %s\n", "", "", f.Do)
		}
	}
	said := "Nothing is wrong."
	switch {
	case problems == 1:
		said = "1 problem."
	case problems > 1:
		said = fmt.Sprintf("%d problems.", problems)
	}
	_, err := fmt.Fprintf(out, "\n%s\n", said)
	return err
}

// settings says which file was read.
func (d *doctor) settings(unread error) finding {
	f := fine("%s", cmp.Or(d.File, "no file: defaults, environment and flags"))
	if unread != nil {
		f = wrong("correct it first; nothing else was checked", "%v", unread)
	}
	f.What = "configuration"
	return f
}

// begin asks the process that holds the store, or reads it where none does.
func (d *doctor) begin(ctx context.Context) {
	if client, err := control.Dial(d.DB); err == nil {
		asked, stop := context.WithTimeout(ctx, outsideWithin)
		if s, err := client.Status(asked); err == nil {
			d.running = &s
		}
		stop()
	}
	if d.running == nil {
		d.stored = d.read(ctx)
	}
}

// all looks at everything but the configuration.
func (d *doctor) all(ctx context.Context) []finding {
	d.begin(ctx)
	type look struct {
		what string
		look func(context.Context) finding
	}
	looks := []look{
		{"game", d.game},
		{"directory", d.directory},
		{"store", d.store},
		{"keys", d.keys},
		{"backups", d.backups},
		{"faults", d.faults},
		{"pictures", d.pictures},
		{"addresses", d.addresses},
		{"beacon", d.beacon},
	}
	if d.Web.URL != "" || d.Web.Cert != "" || d.Web.CertKey != "" {
		looks = append(looks, look{"board", d.board})
	}
	if d.Discord.TokenFile != "" {
		looks = append(looks, look{"token", secretFile(d.Discord.TokenFile, "make a new token", "anyone who has it controls the bot")})
	}
	if d.Mail.Address != "" {
		looks = append(looks, look{"mail in", d.mailIn}, look{"mail out", d.mailOut}, look{"mail links", d.mailLinks})
	}
	if d.Mail.PasswordFile != "" {
		looks = append(looks, look{"mail password", secretFile(d.Mail.PasswordFile, "make a new password", "anyone who has it controls the mailbox")})
	}
	found := make([]finding, len(looks))
	var inDiscord []finding
	var looking sync.WaitGroup
	for i, l := range looks {
		looking.Go(func() {
			ctx, stop := context.WithTimeout(ctx, outsideWithin)
			defer stop()
			found[i] = l.look(ctx)
			found[i].What = l.what
		})
	}
	looking.Go(func() {
		ctx, stop := context.WithTimeout(ctx, outsideWithin)
		defer stop()
		inDiscord = d.discord(ctx)
	})
	looking.Wait()
	return append(found, inDiscord...)
}

// named is a finding with the name of where one looked.
func named(what string, f finding) finding {
	f.What = what
	return f
}

// game reads the data of the games.
func (d *doctor) game(context.Context) finding {
	infos, err := d.games()
	if err != nil {
		return wrong("run \"referee check\": it names the file and line", "%v", err)
	}
	var said []string
	for _, info := range infos {
		said = append(said, fmt.Sprintf("%s, rules version %d, data %.8s", info.Title, info.Law, info.Data))
	}
	return fine("%s", strings.Join(said, "; "))
}

// games are what the games say of themselves.
func (d *doctor) games() ([]*engine.Info, error) {
	listed, err := known.Listed(d.Game)
	if err != nil {
		return nil, err
	}
	var infos []*engine.Info
	for _, g := range listed {
		opened, err := known.Open(g.ID, d.Data)
		if err != nil {
			return nil, err
		}
		infos = append(infos, opened.Info())
	}
	return infos, nil
}

// directory looks at where everything is kept.
func (d *doctor) directory(context.Context) finding {
	dir := filepath.Dir(d.DB)
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return noted("", "%s does not exist yet: the first start creates it", dir)
	}
	if err != nil {
		return wrong("run this as the referee's user", "%s: %v", dir, files.Reason(err))
	}
	f, err := os.CreateTemp(dir, ".referee-doctor-")
	if err != nil {
		return wrong("give the referee's user write access, and run this as that user", "%s is not writable: %v", dir, files.Reason(err))
	}
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
		return wrong("", "%s: %v", dir, err)
	}
	var size int64
	if db, err := os.Stat(d.DB); err == nil {
		size = db.Size()
	}
	switch free, err := diskFree(dir); {
	case err != nil:
		return noted("", "%v", err)
	case tooFull(free, size):
		return wrong("free some space, or move the directory to a larger disk", "%s: %d MB free, too little for two more copies of the match database", dir, free>>20)
	case info.Mode().Perm()&0o077 != 0:
		return noted("chmod 700 "+dir, "%s, %d MB free; other users of this machine can look into it", dir, free>>20)
	default:
		return fine("%s, %d MB free", dir, free>>20)
	}
}

// store says what was read of the file of the matches, or what who holds it says.
func (d *doctor) store(context.Context) finding {
	if r := d.running; r != nil {
		said := fmt.Sprintf("%s: matches: %d under way, %d in all; channels waiting for a post: %d; version %s has been running since %s as process %d",
			d.DB, r.Open, r.Matches, r.Outbox, r.Version, r.Since.UTC().Format(time.RFC3339), r.Pid)
		return fine("%s", said)
	}
	return d.stored.found
}

// read opens the store to be read, and closes it again: a referee may be about to start on it.
func (d *doctor) read(ctx context.Context) stored {
	if _, err := os.Stat(d.DB); errors.Is(err, fs.ErrNotExist) {
		return stored{found: noted("", "%s does not exist yet: the first start creates it", d.DB)}
	}
	s, err := store.Open(ctx, d.DB, store.Options{ReadOnly: true})
	switch {
	case errors.Is(err, store.ErrOlder):
		return stored{found: noted("make a backup with the older version before you start this one", "%s was written by an older version: the next start updates it", d.DB)}
	case errors.Is(err, store.ErrHeld):
		return stored{found: noted("run this as the referee's user", "%s is in use, and the process that uses it does not answer", d.DB)}
	case errors.Is(err, store.ErrNewer):
		return stored{found: wrong("use the newer version, or restore a backup from before it: \"referee restore FILE\"", "%v", err)}
	case err != nil:
		return stored{found: wrong("restore a backup: \"referee restore FILE\"", "%v", err)}
	}
	out, err := d.readFrom(ctx, s)
	if err = errors.Join(err, s.Close()); err != nil {
		return stored{found: wrong("run \"referee store check\"", "%v", err)}
	}
	return out
}

// readFrom reads what all need of an open store.
func (d *doctor) readFrom(ctx context.Context, s *store.Store) (out stored, err error) {
	matches, err := s.Matches(ctx)
	leagues, errLeagues := s.Leagues().All(ctx)
	if err := errors.Join(err, errLeagues, inUse(ctx, s, d.DB)); err != nil {
		return out, err
	}
	out.found = fine("%s: matches: %d; leagues: %d; no referee is running on it", d.DB, len(matches), len(leagues))
	if lost := d.unplayable(matches); len(lost) > 0 {
		out.found = wrong("start a version of the referee that includes these games", "%s holds matches under way of games that this version does not include: %s", d.DB, strings.Join(lost, ", "))
	}
	if k, err := readKeys(d.Dice); err == nil { // if not, keys says why
		_, out.keys = k.check(ctx, s)
	}
	if d.Backup.Dir != "" {
		if out.backups, err = scheduled(ctx, d.Backup, s, nil).State(ctx); err != nil {
			return out, err
		}
	}
	if token, err := discordToken(d.Discord); err == nil { // if not, discord says why
		if out.refused, err = refusedBefore(ctx, s, token, time.Now()); err != nil {
			return out, err
		}
	}
	return out, nil
}

// unplayable are the games of matches under way that are not among those of the program.
func (d *doctor) unplayable(matches []match.Summary) []string {
	listed, err := known.Listed(d.Game)
	if err != nil {
		return nil // game says so
	}
	var lost []string
	for _, m := range matches {
		if !m.Over && !slices.Contains(lost, m.Game) && !slices.Contains(listed.IDs(), m.Game) {
			lost = append(lost, m.Game)
		}
	}
	return lost
}

// keys looks at the file of the keys, and whether the matches under way have theirs.
func (d *doctor) keys(context.Context) finding {
	k, err := readKeys(d.Dice)
	if err != nil {
		return wrong("", "%v", err)
	}
	if d.running != nil && d.running.Keys != "" {
		return wrong("", "the next start would fail: %s", d.running.Keys)
	}
	if d.stored.keys != nil {
		return wrong("", "%v", d.stored.keys)
	}
	info, err := os.Stat(d.Dice.Key)
	switch {
	case len(k.ring) == 0:
		return noted("", "%s does not exist yet: the first start creates it", d.Dice.Key)
	case err == nil && info.Mode().Perm()&0o077 != 0:
		return wrong("chmod 600 "+d.Dice.Key, "%s is readable by other users of this machine; anyone who has it can predict rolls", d.Dice.Key)
	default:
		return noted("keep a copy elsewhere: backups do not contain it", "%s: dice keys: %d", d.Dice.Key, len(k.ring))
	}
}

// backups looks at when the last one was made.
func (d *doctor) backups(context.Context) finding {
	if d.Backup.Dir == "" {
		return noted("name a directory in backup.dir, ideally on another disk", "none are configured")
	}
	state := d.stored.backups
	if d.running != nil && d.running.Backups != nil {
		b := d.running.Backups
		state.Last.At, state.Last.Path, state.Failed, state.Fault = b.Last, b.File, b.Failed, b.Fault
	}
	switch {
	case state.Fault != "":
		return wrong("fix the cause; \"referee backup FILE\" makes a backup by hand", "the last attempt failed at %s: %s", state.Failed.UTC().Format(time.RFC3339), state.Fault)
	case state.Last.At.IsZero():
		return noted("", "no backup in %s yet: referee serve makes one every %s", d.Backup.Dir, d.Backup.Every)
	case time.Now().After((&backup.Schedule{Every: d.Backup.Every}).Late(state)):
		return wrong("start the referee, or run \"referee backup FILE\"", "the last backup is from %s", state.Last.At.UTC().Format(time.RFC3339))
	case d.gone(state.Last.Path):
		return wrong("make a new one with \"referee backup FILE\", and name a directory on another disk in backup.dir",
			"the last backup, from %s, no longer exists: %s", state.Last.At.UTC().Format(time.RFC3339), state.Last.Path)
	case onOneDisk(filepath.Dir(d.DB), d.Backup.Dir):
		return noted("name a directory on another disk in backup.dir", "the last backup is from %s, verified: %s; if this disk fails, both the matches and the backups are lost",
			state.Last.At.UTC().Format(time.RFC3339), state.Last.Path)
	default:
		return fine("the last backup is from %s, verified: %s", state.Last.At.UTC().Format(time.RFC3339), state.Last.Path)
	}
}

// gone reports whether a backup is not where it was made. Of a running referee, which may have been started in
// another directory, that is known of whole paths alone.
func (d *doctor) gone(path string) bool {
	if d.running != nil && !filepath.IsAbs(path) {
		return false
	}
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// faults lists the files of matches in which a fault of the program was met.
func (d *doctor) faults(context.Context) finding {
	found, err := faultFiles(filepath.Dir(d.DB))
	if err != nil {
		return wrong("run this as the referee's user", "%v", files.Reason(err))
	}
	if len(found) == 0 {
		return fine("none")
	}
	var said []string
	for _, f := range found[max(0, len(found)-mostFaults):] {
		said = append(said, f.path+" from "+f.at.UTC().Format(time.RFC3339))
	}
	return noted("send the file, with the log line that has its number, to the maintainers of the program, but not to a player of that match: "+
		"it contains the match's sealed plans. Then move it elsewhere; the referee no longer needs it",
		"%d, newest last: %s", len(found), strings.Join(said, ", "))
}

// mostFaults is how many files are named.
const mostFaults = 5

// doctorDraws draws the whole map of a game, which takes seconds on a slow machine: tests draw less.
var doctorDraws = func(info *engine.Info) error {
	drawn := render.Picture{Board: info.Board, Say: func(m engine.Msg) string { return m.Key }}
	return render.New(render.Options{}).PNG(io.Discard, drawn)
}

// pictures draws a map with its fonts.
func (d *doctor) pictures(context.Context) (f finding) {
	defer func() {
		if p := recover(); p != nil {
			f = wrong("report it, with the version", "a map cannot be drawn: %v", p)
		}
	}()
	infos, err := d.games()
	if err != nil {
		return noted("", "not checked: the game data cannot be read")
	}
	var said []string
	for _, info := range infos {
		if info.Board == nil {
			continue
		}
		begun := time.Now()
		if err := doctorDraws(info); err != nil {
			return wrong("report it, with the version", "the map of %s cannot be drawn: %v", info.Title, err)
		}
		said = append(said, fmt.Sprintf("%s in %d ms", info.Title, time.Since(begun).Milliseconds()))
	}
	if len(said) == 0 {
		return fine("no game has a map")
	}
	return fine("whole maps drawn: %s", strings.Join(said, ", "))
}

// addresses tries to listen where the referee would.
func (d *doctor) addresses(ctx context.Context) finding {
	want := map[string]string{"ops.listen": d.Ops.Listen}
	if d.Discord.Interactions != "gateway" || d.Web.URL != "" {
		want["web.listen"] = d.Web.Listen
	}
	var said []string
	for _, setting := range []string{"web.listen", "ops.listen"} {
		at := want[setting]
		if at == "" {
			continue
		}
		if d.running == nil {
			l, err := web.Listen(ctx, at)
			if err != nil {
				return wrong("stop the program that listens there, or choose another address", "%s: %v", setting, err)
			}
			if err := l.Close(); err != nil {
				return wrong("", "%s: %v", setting, err)
			}
		}
		said = append(said, setting+" "+at)
	}
	if len(said) == 0 {
		return fine("no listener is configured")
	}
	return fine("%s", strings.Join(said, ", "))
}

// beacon asks the relay for the newest round.
func (d *doctor) beacon(ctx context.Context) finding {
	if d.Dice.Beacon == "" {
		return fine("no beacon is configured")
	}
	chain := beacon.Quicknet()
	round := chain.RoundAt(time.Now().Add(-2 * chain.Period))
	if _, err := newRelay(chain, d.Dice.Beacon).pulse(ctx, round); err != nil {
		return wrong("rolls wait until the relay answers: try another relay in dice.beacon", "%v", err)
	}
	return fine("%s answers with round %d, and its signature is valid", d.Dice.Beacon, round)
}

// secretFile looks at who may read a file; its group may, as systemd shows it so. anew is what to do where others did, and
// what they could do with it is why.
func secretFile(path, anew, why string) func(context.Context) finding {
	return func(context.Context) finding {
		switch info, err := os.Stat(path); {
		case err != nil:
			return wrong("", "%s: %v", path, files.Reason(err))
		case info.Mode().Perm()&0o007 != 0:
			return wrong("chmod 600 "+path+"; if others have used this machine, "+anew, "%s is readable by other users of this machine; %s", path, why)
		}
		return fine("%s", path)
	}
}

// mailIn logs in where mails are read, and counts those that wait.
func (d *doctor) mailIn(ctx context.Context) finding {
	in, _, err := mailServers(d.Mail)
	if err != nil {
		return wrong("", "%v", err)
	}
	found, err := mailReader(d.Mail, in).Look(ctx)
	switch {
	case errors.Is(err, mailbox.ErrLogin):
		return wrong("check mail.user and the password; many providers require an app password", "%v", err)
	case err != nil:
		return wrong("check mail.imap, mail.imapsecurity and mail.folder, then the network", "%v", err)
	case !found.Keywords && d.Mail.Done == "":
		return noted("name a folder in mail.done", "%s, emails waiting: %d; the server cannot keep the referee's marks, so an email that somebody opens counts as read", d.Mail.IMAP, found.Waiting)
	case d.Mail.AuthServ == "":
		return noted("set mail.authserv; docs/email-setup.md says where to find the name", "%s, emails waiting: %d; no server vouches for their senders", d.Mail.IMAP, found.Waiting)
	}
	return fine("%s, emails waiting: %d", d.Mail.IMAP, found.Waiting)
}

// mailOut logs in where mails are sent.
func (d *doctor) mailOut(ctx context.Context) finding {
	_, out, err := mailServers(d.Mail)
	if err != nil {
		return wrong("", "%v", err)
	}
	found, err := outgoing.Look(ctx, out)
	if err != nil {
		return wrong("check mail.smtp, mail.smtpsecurity, mail.user and the password, then the network", "%v", err)
	}
	said := d.Mail.SMTP
	if found.MaxSize > 0 {
		said += fmt.Sprintf(", emails up to %d kB", found.MaxSize>>10)
	}
	return fine("%s", said)
}

// endsSoon is how long before its end a certificate should have been renewed.
const endsSoon = 14 * 24 * time.Hour

// board looks at the way to the board in the browser, and asks for it there as people do.
func (d *doctor) board(ctx context.Context) finding {
	way := webWay(d.Web)
	if d.Web.URL != "" && d.Web.Listen == "" {
		return wrong("set web.listen, or remove web.url", "links to boards name %s, but no server is configured for them", d.Web.URL)
	}
	if err := way.Check(); err != nil {
		return wrong("", "%v", err)
	}
	switch ends, err := way.CheckCertificate(); {
	case err != nil:
		return wrong("name readable files with one certificate for the host of web.url and its key", "%v", err)
	case ends.IsZero():
	case ends.Before(time.Now()):
		return wrong("renew the certificate: a running referee reads its files again", "the certificate in %s expired on %s", d.Web.Cert, ends.Format(time.DateOnly))
	case time.Until(ends) < endsSoon:
		return noted("renew it: a running referee reads its files again", "the certificate in %s expires on %s", d.Web.Cert, ends.Format(time.DateOnly))
	}
	if d.running == nil || d.Web.URL == "" {
		return fine("%s; checked only while the referee is running", d.Web.URL)
	}
	answer, f := d.page(ctx, d.Web.URL+"/")
	switch {
	case answer == nil:
		return f
	case answer.StatusCode == http.StatusMisdirectedRequest:
		return wrong("set web.proxy to the address of your proxy, and let the proxy set X-Forwarded-Proto to https, or omit it",
			"the referee does not recognise requests to %s as coming from its proxy", d.Web.URL)
	case answer.Header.Get("Content-Security-Policy") == "" || answer.Header.Get("Referrer-Policy") != "no-referrer": // as our pages have them
		return wrong("let the proxy forward everything under that host to web.listen", "%s answers %s, which is not from the referee", d.Web.URL, answer.Status)
	}
	return fine("%s", d.Web.URL)
}

// page asks for a page from outside; nil: nobody answers, and the finding says so. Its body is closed.
func (d *doctor) page(ctx context.Context, page string) (*http.Response, finding) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return nil, wrong("check web.url", "%v", err)
	}
	answer, err := (&http.Client{Transport: d.transport}).Do(r)
	if err != nil {
		return nil, wrong("check web.url, and the proxy that forwards its requests to web.listen", "%v", err)
	}
	if err := answer.Body.Close(); err != nil {
		return nil, wrong("", "%v", err)
	}
	return answer, finding{}
}

// mailLinks asks for a page that mails name, as their readers do.
func (d *doctor) mailLinks(ctx context.Context) finding {
	switch {
	case d.Web.URL == "":
		return fine("none: players switch reminders off by email")
	case d.Web.Listen == "":
		return wrong("set web.listen, or remove web.url", "emails name pages at %s, but no server is configured for them", d.Web.URL)
	case d.running == nil:
		return fine("%s; checked only while the referee is running", d.Web.URL)
	}
	page := d.Web.URL + mail.OffPath + "doctor"
	answer, f := d.page(ctx, page)
	if answer == nil {
		return f
	}
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Referrer-Policy") != "no-referrer" { // as our pages have it
		return wrong("let the proxy forward "+mail.OffPath+" to web.listen", "%s answers %s, which is not from the referee", page, answer.Status)
	}
	return fine("%s", d.Web.URL)
}

// discord looks at the token, the way to Discord, the clock and the bot's permissions.
func (d *doctor) discord(ctx context.Context) []finding {
	token, err := discordToken(d.Discord)
	var misused *cli.UsageError
	if errors.As(err, &misused) {
		return []finding{named("discord", d.without())}
	}
	if err != nil {
		return []finding{named("discord", wrong("", "%v", err))}
	}
	const anew = "make a new token on your application's Bot page, and configure it"
	if at := d.stored.refused; !at.IsZero() {
		return []finding{named("discord", wrong(anew, "the token is not accepted: %s", notAgain(at)))}
	}
	x, err := wire.Examine(ctx, token, d.transport)
	if errors.Is(err, gateway.ErrToken) {
		return []finding{named("discord", wrong(anew, "Discord does not accept the token"))}
	}
	if err != nil {
		return []finding{named("discord", wrong("check the network, proxy and firewall: https://discord.com must be reachable", "%v", err))}
	}
	return []finding{named("discord", d.sends(x)), named("clock", onTime(x.Ahead)), named("permissions", permitted(x.Guilds))}
}

// without says that there is no token to ask with.
func (d *doctor) without() finding {
	if d.running != nil {
		return noted("give doctor the same settings as serve", "no token is set here, so Discord is not checked; the running referee has its own token")
	}
	return noted("docs/install.md says how to get a token; the local table does not need one", "no token is set, so Discord is not checked")
}

// sends says whether interactions come the way that is configured, and new sessions can be begun.
func (d *doctor) sends(x wire.Examined) finding {
	switch {
	case d.Discord.Interactions == "gateway" && x.Endpoint != "":
		return wrong("clear it on the page of your application, or set discord.interactions to http", "%s: Discord sends commands to its Interactions Endpoint URL, %s, and not over the gateway", x.Name, x.Endpoint)
	case d.Discord.Interactions == "http" && x.Endpoint == "":
		return wrong("enter the public address on the page of your application, or set discord.interactions to gateway", "%s has no Interactions Endpoint URL: Discord sends no commands over HTTP", x.Name)
	case x.Sessions < 25:
		return wrong("find out why the referee restarts again and again, and wait", "%s: connections that Discord still allows within %[3]s: %[2]d", x.Name, x.Sessions, x.Renewed.Round(time.Minute))
	}
	return fine("%s; servers: %d; connections recommended: %d, still allowed: %d", x.Name, len(x.Guilds), x.Shards, x.Sessions)
}

// onTime says whether the clock agrees with Discord's.
func onTime(ahead time.Duration) finding {
	if ahead.Abs() > timekeeper.Tolerance {
		side := "ahead of"
		if ahead < 0 {
			side = "behind"
		}
		return wrong("let the machine set its clock: timedatectl set-ntp true; until then the clocks of all matches are stopped", "%s %s Discord's", ahead.Abs().Round(time.Second), side)
	}
	return fine("agrees with Discord's")
}

// permitted says where the bot lacks permissions.
func permitted(guilds []*discordgo.UserGuild) finding {
	var lacking []string
	for _, g := range guilds {
		if l := wire.Lacks(g); len(l) > 0 {
			lacking = append(lacking, fmt.Sprintf("%s (%s)", g.Name, strings.Join(l, ", ")))
		}
	}
	if len(lacking) > 0 {
		return noted("give them to the bot's role there, or in the channels it plays in; or invite the bot again", "missing in %s", strings.Join(lacking, "; "))
	}
	return fine("all that are needed; servers: %d", len(guilds))
}
