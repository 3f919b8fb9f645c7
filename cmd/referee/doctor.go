package main

import (
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
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "look at all that the referee needs, and say what to do about what is wrong",
		Long: "Looks at the configuration, the file of the matches, the keys of the dice, backups, disk, pictures, clock,\n" +
			"the token, the way to Discord and the bot's permissions there, mail, and the beacon. It changes nothing, also\n" +
			"beside a running referee. Nothing outside is waited for longer than 5 seconds. Exit code 1 on a problem.",
		Example: "  referee doctor\n  referee doctor --config config.yaml --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Read(cmd)
			return examine(cmd, c, err, nil, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as one line of JSON")
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
	found := []finding{d.settings(cmd, unread)}
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
func (d *doctor) settings(cmd *cobra.Command, unread error) finding {
	f := fine("%s", config.Source(cmd))
	if unread != nil {
		f = wrong("put it right; nothing else is looked at before", "%v", unread)
	}
	f.What = "configuration"
	return f
}

// all looks at everything but the configuration.
func (d *doctor) all(ctx context.Context) []finding {
	if client, err := control.Dial(d.DB); err == nil {
		asked, stop := context.WithTimeout(ctx, outsideWithin)
		if s, err := client.Status(asked); err == nil {
			d.running = &s
		}
		stop()
	}
	if d.running == nil {
		d.stored = d.read()
	}
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
	if d.WebURL != "" || d.WebCert != "" || d.WebCertKey != "" {
		looks = append(looks, look{"board", d.board})
	}
	if d.TokenFile != "" {
		looks = append(looks, look{"token", d.token})
	}
	if d.MailAddress != "" {
		looks = append(looks, look{"mail in", d.mailIn}, look{"mail out", d.mailOut}, look{"mail links", d.mailLinks})
	}
	if d.MailPasswordFile != "" {
		looks = append(looks, look{"mail password", d.mailPassword})
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
		return wrong("say \"referee check\": it names file and line", "%v", err)
	}
	var said []string
	for _, info := range infos {
		said = append(said, fmt.Sprintf("%s, law %d, data %.8s", info.Title, info.Law, info.Data))
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
		return noted("", "%s is not there yet: the first start makes it", dir)
	}
	if err != nil {
		return wrong("run this as the user of the referee", "%s: %v", dir, files.Reason(err))
	}
	f, err := os.CreateTemp(dir, ".referee-doctor-")
	if err != nil {
		return wrong("let the user of the referee write there, and run this as that user", "nothing can be written in %s: %v", dir, files.Reason(err))
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
		return wrong("make room, or move the directory to a larger disk", "%s: %d MB are free, too few for two more copies of the matches", dir, free>>20)
	case info.Mode().Perm()&0o077 != 0:
		return noted("chmod 700 "+dir, "%s, %d MB free; other users of this machine may look into it", dir, free>>20)
	default:
		return fine("%s, %d MB free", dir, free>>20)
	}
}

// store says what was read of the file of the matches, or what who holds it says.
func (d *doctor) store(context.Context) finding {
	if r := d.running; r != nil {
		said := fmt.Sprintf("%s: %d matches under way, %d in all; %d places wait for a post; version %s runs since %s as process %d",
			d.DB, r.Open, r.Matches, r.Outbox, r.Version, r.Since.UTC().Format(time.RFC3339), r.Pid)
		return fine("%s", said)
	}
	return d.stored.found
}

// read opens the store to be read, and closes it again: a referee may be about to start on it.
func (d *doctor) read() stored {
	if _, err := os.Stat(d.DB); errors.Is(err, fs.ErrNotExist) {
		return stored{found: noted("", "%s is not there yet: the first start makes it", d.DB)}
	}
	s, err := store.Open(d.DB, store.Options{ReadOnly: true})
	switch {
	case errors.Is(err, store.ErrOlder):
		return stored{found: noted("make a backup with the older version before you start this one", "%s was written by an older version: the next start brings it up to date", d.DB)}
	case errors.Is(err, store.ErrHeld):
		return stored{found: noted("run this as the user of the referee", "%s is in use, and the process that holds it does not answer", d.DB)}
	case errors.Is(err, store.ErrNewer):
		return stored{found: wrong("use the newer version, or restore a backup from before it: \"referee restore FILE\"", "%v", err)}
	case err != nil:
		return stored{found: wrong("put a backup in its place: \"referee restore FILE\"", "%v", err)}
	}
	out, err := d.readFrom(s)
	if err = errors.Join(err, s.Close()); err != nil {
		return stored{found: wrong("say \"referee store check\"", "%v", err)}
	}
	return out
}

// readFrom reads what all need of an open store.
func (d *doctor) readFrom(s *store.Store) (out stored, err error) {
	matches, err := s.Matches()
	leagues, errLeagues := s.Leagues()
	if err := errors.Join(err, errLeagues, inUse(s, d.DB)); err != nil {
		return out, err
	}
	out.found = fine("%s: %d matches, %d leagues; no referee runs on it", d.DB, len(matches), len(leagues))
	if lost := d.unplayable(matches); len(lost) > 0 {
		out.found = wrong("start a version that has them", "%s holds matches under way of games that are not here: %s", d.DB, strings.Join(lost, ", "))
	}
	if k, err := readKeys(d.Values); err == nil { // if not, keys says why
		h, err := k.hang(s)
		if err == nil {
			err = k.missing(h)
		}
		out.keys = err
	}
	if d.Backups != "" {
		if out.backups, err = scheduled(d.Values, s, nil).State(); err != nil {
			return out, err
		}
	}
	if token, err := discordToken(d.Values); err == nil { // if not, discord says why
		if out.refused, err = refusedBefore(s, token, time.Now()); err != nil {
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
	k, err := readKeys(d.Values)
	if err != nil {
		return wrong("", "%v", err)
	}
	if d.running != nil && d.running.Keys != "" {
		return wrong("", "the next start would fail: %s", d.running.Keys)
	}
	if d.stored.keys != nil {
		return wrong("", "%v", d.stored.keys)
	}
	info, err := os.Stat(d.Key)
	switch {
	case len(k.ring) == 0:
		return noted("", "%s is not there yet: the first start makes it", d.Key)
	case err == nil && info.Mode().Perm()&0o077 != 0:
		return wrong("chmod 600 "+d.Key, "%s can be read by other users of this machine, and who has it foresees rolls", d.Key)
	default:
		return noted("keep a copy of it elsewhere: backups do not hold it", "%s: %d keys", d.Key, len(k.ring))
	}
}

// backups looks at when the last one was made.
func (d *doctor) backups(context.Context) finding {
	if d.Backups == "" {
		return noted("name a directory, rather on another disk, in backup.dir", "none are made")
	}
	state := d.stored.backups
	if d.running != nil && d.running.Backups != nil {
		b := d.running.Backups
		state.Last.At, state.Last.Path, state.Failed, state.Fault = b.Last, b.File, b.Failed, b.Fault
	}
	switch {
	case state.Fault != "":
		return wrong("see what it says; \"referee backup FILE\" makes one by hand", "the last try failed at %s: %s", state.Failed.UTC().Format(time.RFC3339), state.Fault)
	case state.Last.At.IsZero():
		return noted("", "none yet in %s: referee serve makes one every %s", d.Backups, d.BackupEvery)
	case time.Now().After((&backup.Schedule{Every: d.BackupEvery}).Late(state)):
		return wrong("start the referee, or say \"referee backup FILE\"", "the last one is of %s", state.Last.At.UTC().Format(time.RFC3339))
	case d.gone(state.Last.Path):
		return wrong("make another by \"referee backup FILE\", and name a directory on another disk in backup.dir",
			"the last one, of %s, is not there any more: %s", state.Last.At.UTC().Format(time.RFC3339), state.Last.Path)
	case onOneDisk(filepath.Dir(d.DB), d.Backups):
		return noted("name a directory on another disk in backup.dir", "the last one is of %s, proven: %s; a disk that is lost takes the matches and the backups",
			state.Last.At.UTC().Format(time.RFC3339), state.Last.Path)
	default:
		return fine("the last one is of %s, proven: %s", state.Last.At.UTC().Format(time.RFC3339), state.Last.Path)
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
		return wrong("run this as the user of the referee", "%v", files.Reason(err))
	}
	if len(found) == 0 {
		return fine("no file of one")
	}
	var said []string
	for _, f := range found[max(0, len(found)-mostFaults):] {
		said = append(said, f.path+" of "+f.at.UTC().Format(time.RFC3339))
	}
	return noted("send the file, with the line of the log that has its number, to whoever maintains the program, and to nobody who plays that match: "+
		"it holds the plans that are sealed in it. Then move it away; the referee needs it no more",
		"%d, the newest last: %s", len(found), strings.Join(said, ", "))
}

// mostFaults is how many files are named.
const mostFaults = 5

// doctorScale is the scale of the map that the doctor draws; 0: the usual one, which takes
// seconds with the race detector.
var doctorScale float64

// pictures draws a map with its fonts.
func (d *doctor) pictures(context.Context) (f finding) {
	defer func() {
		if p := recover(); p != nil {
			f = wrong("report it, with the version", "no map can be drawn: %v", p)
		}
	}()
	infos, err := d.games()
	if err != nil {
		return noted("", "not tried without the data of the game")
	}
	var said []string
	for _, info := range infos {
		if info.Board == nil {
			continue
		}
		begun := time.Now()
		drawn := render.Picture{Board: info.Board, Scale: doctorScale, Say: func(m engine.Msg) string { return m.Key }}
		if err := render.New(render.Options{}).PNG(io.Discard, drawn); err != nil {
			return wrong("report it, with the version", "no map of %s can be drawn: %v", info.Title, err)
		}
		said = append(said, fmt.Sprintf("of %s is drawn in %d ms", info.Title, time.Since(begun).Milliseconds()))
	}
	if len(said) == 0 {
		return fine("no game has a map")
	}
	return fine("a whole map %s", strings.Join(said, ", "))
}

// addresses tries to listen where the referee would.
func (d *doctor) addresses(ctx context.Context) finding {
	want := map[string]string{"ops.listen": d.OpsListen}
	if d.DiscordInteractions != "gateway" || d.WebURL != "" {
		want["web.listen"] = d.WebListen
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
				return wrong("stop what listens there, or choose another address", "%s: %v", setting, err)
			}
			if err := l.Close(); err != nil {
				return wrong("", "%s: %v", setting, err)
			}
		}
		said = append(said, setting+" "+at)
	}
	if len(said) == 0 {
		return fine("nothing listens")
	}
	return fine("%s", strings.Join(said, ", "))
}

// beacon asks the relay for the newest round.
func (d *doctor) beacon(ctx context.Context) finding {
	if d.Beacon == "" {
		return fine("none is used")
	}
	chain := beacon.Quicknet()
	round := chain.RoundAt(time.Now().Add(-2 * chain.Period))
	if _, err := newRelay(chain, d.Beacon).pulse(ctx, round); err != nil {
		return wrong("matches wait with their rolls until it answers: try another relay in dice.beacon", "%v", err)
	}
	return fine("%s brings round %d, and its signature holds", d.Beacon, round)
}

// token looks at who may read the file of the token. Its group may: systemd shows it so.
func (d *doctor) token(context.Context) finding {
	return secretFile(d.TokenFile, "make a new token", "who has it is the bot")
}

// mailPassword looks at who may read the file of the password for mail.
func (d *doctor) mailPassword(context.Context) finding {
	return secretFile(d.MailPasswordFile, "make a new password", "who has it is the referee")
}

// secretFile looks at who may read a file; anew is what to do where others did, and what they could do with it is why.
func secretFile(path, anew, why string) finding {
	switch info, err := os.Stat(path); {
	case err != nil:
		return wrong("", "%s: %v", path, files.Reason(err))
	case info.Mode().Perm()&0o007 != 0:
		return wrong("chmod 600 "+path+"; if others were here, "+anew, "%s can be read by other users of this machine, and %s", path, why)
	}
	return fine("%s", path)
}

// mailIn logs in where mails are read, and counts those that wait.
func (d *doctor) mailIn(ctx context.Context) finding {
	in, _, err := mailServers(d.Values)
	if err != nil {
		return wrong("", "%v", err)
	}
	found, err := mailReader(d.Values, in).Look(ctx)
	switch {
	case errors.Is(err, mailbox.ErrLogin):
		return wrong("look at mail.user and at the password; many providers want one made for a program", "%v", err)
	case err != nil:
		return wrong("look at mail.imap, mail.imapsecurity and mail.folder, then at the network", "%v", err)
	case !found.Keywords && d.MailDone == "":
		return noted("name a folder in mail.done", "%s, %d mails wait; the server keeps no marks of the referee, so a mail that somebody opens counts as read", d.MailIMAP, found.Waiting)
	case d.MailAuthserv == "":
		return noted("set mail.authserv; docs/mail.md says where its name is found", "%s, %d mails wait; whether a mail is from whom it says it is nobody tells", d.MailIMAP, found.Waiting)
	}
	return fine("%s, %d mails wait", d.MailIMAP, found.Waiting)
}

// mailOut logs in where mails are sent.
func (d *doctor) mailOut(ctx context.Context) finding {
	_, out, err := mailServers(d.Values)
	if err != nil {
		return wrong("", "%v", err)
	}
	found, err := outgoing.Look(ctx, out)
	if err != nil {
		return wrong("look at mail.smtp, mail.smtpsecurity, mail.user and the password, then at the network", "%v", err)
	}
	said := d.MailSMTP
	if found.MaxSize > 0 {
		said += fmt.Sprintf(", mails up to %d kB", found.MaxSize>>10)
	}
	return fine("%s", said)
}

// endsSoon is how long before its end a certificate should have been renewed.
const endsSoon = 14 * 24 * time.Hour

// board looks at the way to the board in the browser, and asks for it there as people do.
func (d *doctor) board(ctx context.Context) finding {
	way := webWay(d.Values)
	if d.WebURL != "" && d.WebListen == "" {
		return wrong("set web.listen, or take web.url away", "links to boards name %s, and nothing serves them", d.WebURL)
	}
	if err := way.Check(); err != nil {
		return wrong("", "%v", err)
	}
	switch ends, err := way.CheckCertificate(); {
	case err != nil:
		return wrong("have both files be of one certificate for the host of web.url, and readable", "%v", err)
	case ends.IsZero():
	case ends.Before(time.Now()):
		return wrong("renew the certificate: a running referee reads its files again", "the certificate in %s ended on %s", d.WebCert, ends.Format(time.DateOnly))
	case time.Until(ends) < endsSoon:
		return noted("renew it: a running referee reads its files again", "the certificate in %s ends on %s", d.WebCert, ends.Format(time.DateOnly))
	}
	if d.running == nil || d.WebURL == "" {
		return fine("%s, which is asked while the referee runs", d.WebURL)
	}
	answer, f := d.page(ctx, d.WebURL+"/")
	switch {
	case answer == nil:
		return f
	case answer.StatusCode == http.StatusMisdirectedRequest:
		return wrong("name the address from which your proxy sends in web.proxy, and have it say https in X-Forwarded-Proto, or nothing",
			"the referee does not take what comes by %s for the requests of its proxy", d.WebURL)
	case answer.Header.Get("Content-Security-Policy") == "" || answer.Header.Get("Referrer-Policy") != "no-referrer": // as our pages have them
		return wrong("have the proxy hand everything under that host to web.listen", "%s answers %s, and is not of the referee", d.WebURL, answer.Status)
	}
	return fine("%s", d.WebURL)
}

// page asks for a page from outside; nil: nobody answers, and the finding says so. Its body is closed.
func (d *doctor) page(ctx context.Context, page string) (*http.Response, finding) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return nil, wrong("look at web.url", "%v", err)
	}
	answer, err := (&http.Client{Transport: d.transport}).Do(r)
	if err != nil {
		return nil, wrong("look at web.url, and at the proxy that hands its requests to web.listen", "%v", err)
	}
	if err := answer.Body.Close(); err != nil {
		return nil, wrong("", "%v", err)
	}
	return answer, finding{}
}

// mailLinks asks for a page that mails name, as their readers do.
func (d *doctor) mailLinks(ctx context.Context) finding {
	switch {
	case d.WebURL == "":
		return fine("none: reminders are switched off by a mail")
	case d.WebListen == "":
		return wrong("set web.listen, or take web.url away", "mails name pages at %s, and nothing serves them", d.WebURL)
	case d.running == nil:
		return fine("%s, which is asked while the referee runs", d.WebURL)
	}
	page := d.WebURL + mail.OffPath + "doctor"
	answer, f := d.page(ctx, page)
	if answer == nil {
		return f
	}
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Referrer-Policy") != "no-referrer" { // as our pages have it
		return wrong("have the proxy hand "+mail.OffPath+" to web.listen", "%s answers %s, and is not of the referee", page, answer.Status)
	}
	return fine("%s", d.WebURL)
}

// discord looks at the token, the way to Discord, the clock and the bot's permissions.
func (d *doctor) discord(ctx context.Context) []finding {
	token, err := discordToken(d.Values)
	var misused *cli.UsageError
	if errors.As(err, &misused) {
		return []finding{named("discord", d.without())}
	}
	if err != nil {
		return []finding{named("discord", wrong("", "%v", err))}
	}
	const anew = "make a new token on the page Bot of your application, and configure it"
	if at := d.stored.refused; !at.IsZero() {
		return []finding{named("discord", wrong(anew, "the token is not accepted: %s", notAgain(at)))}
	}
	x, err := wire.Examine(ctx, token, d.transport)
	if errors.Is(err, gateway.ErrToken) {
		return []finding{named("discord", wrong(anew, "Discord does not accept the token"))}
	}
	if err != nil {
		return []finding{named("discord", wrong("look at the network, a proxy or a firewall: https://discord.com must be reached", "%v", err))}
	}
	return []finding{named("discord", d.sends(x)), named("clock", onTime(x.Ahead)), named("permissions", permitted(x.Guilds))}
}

// without says that there is no token to ask with.
func (d *doctor) without() finding {
	if d.running != nil {
		return noted("give doctor the same settings as serve", "no token is set here, so nothing is asked there; the referee that runs has its own")
	}
	return noted("docs/install.md says where a token is from; the table needs none", "no token is set, so nothing is asked there")
}

// sends says whether interactions come the way that is configured, and new sessions can be begun.
func (d *doctor) sends(x wire.Examined) finding {
	switch {
	case d.DiscordInteractions == "gateway" && x.Endpoint != "":
		return wrong("empty it there, or set discord.interactions to http", "%s: Discord sends commands to %s, its Interactions Endpoint URL, and not over the gateway", x.Name, x.Endpoint)
	case d.DiscordInteractions == "http" && x.Endpoint == "":
		return wrong("enter the public address there, or set discord.interactions to gateway", "%s has no Interactions Endpoint URL: Discord sends no commands over HTTP", x.Name)
	case x.Sessions < 25:
		return wrong("find out what starts the referee again and again, and wait", "%s: Discord allows only %d more connections within %s", x.Name, x.Sessions, x.Renewed.Round(time.Minute))
	}
	return fine("%s, in %d servers; %d connections recommended, %d may be begun", x.Name, len(x.Guilds), x.Shards, x.Sessions)
}

// onTime says whether the clock agrees with Discord's.
func onTime(ahead time.Duration) finding {
	if ahead.Abs() > timekeeper.Tolerance {
		side := "ahead of"
		if ahead < 0 {
			side = "behind"
		}
		return wrong("let the machine set its clock: timedatectl set-ntp true; until then the clocks of all matches stand", "%s %s Discord's", ahead.Abs().Round(time.Second), side)
	}
	return fine("agrees with Discord's")
}

// permitted says where the bot lacks permissions.
func permitted(guilds []wire.ExaminedGuild) finding {
	var lacking []string
	for _, g := range guilds {
		if l := g.Lacks(); len(l) > 0 {
			lacking = append(lacking, fmt.Sprintf("%s (%s)", g.Name, strings.Join(l, ", ")))
		}
	}
	if len(lacking) > 0 {
		return noted("give them to the bot's role there, or in the channels in which it plays; or invite it anew", "lacking in %s", strings.Join(lacking, "; "))
	}
	return fine("all that it needs, in %d servers", len(guilds))
}
