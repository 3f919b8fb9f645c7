package live

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/gateway"
	"referee/bot/discord/rest"
	"referee/bot/discord/wire"
)

// Config is what an examination works with.
type Config struct {
	Token    string
	Guild    wire.ID                         // the test server
	Commands []*discordgo.ApplicationCommand // that the program registers
	Version  string                          // of the program
	Timing   Timing
	// Wire is how long the program waits for what; the zero value: as in service.
	Wire wire.Timing
	// Press asks a person to press a button in a channel; nil: nobody is asked.
	Press func(channel string)
	// Transport carries requests, and Dial connects to the gateway; nil: as everybody does.
	Transport http.RoundTripper
	Dial      func(ctx context.Context, network, address string) (net.Conn, error)
}

// Timing bounds an examination. 0 stands for the time that holds in service.
type Timing struct {
	Whole   time.Duration // without what is removed at the end: 5 min
	Step    time.Duration // for one finding: 20 s
	Gateway time.Duration // for a connection: 45 s
	Press   time.Duration // for a person: 60 s
	Clean   time.Duration // for what is removed: 1 min
	Soon    time.Duration // for what players wait for, usually: 1.5 s
}

func (t Timing) filled() Timing {
	return Timing{
		Whole: cmp.Or(t.Whole, 5*time.Minute), Step: cmp.Or(t.Step, 20*time.Second), Gateway: cmp.Or(t.Gateway, 45*time.Second),
		Press: cmp.Or(t.Press, time.Minute), Clean: cmp.Or(t.Clean, time.Minute),
		Soon: cmp.Or(t.Soon, 1500*time.Millisecond),
	}
}

// Examination is one examination of Discord.
type Examination struct {
	Config
	// Server is the name of the test server, for the question whether to begin. No report has it.
	Server string

	trial   *wire.Trial
	tape    *tape
	conn    *connection
	presser *presser
	app     wire.ID
}

// ErrGuild is that the id of the test server is not one.
var ErrGuild = errors.New("the id of the test server is a number: copy it with Discord's developer mode on")

// Open asks Discord who the bot is and what it may do on the test server, and changes nothing there. It returns
// gateway.ErrToken where the token is not accepted, and ErrGuild.
func Open(ctx context.Context, c Config) (*Examination, error) {
	if _, err := strconv.ParseUint(c.Guild, 10, 64); err != nil {
		return nil, fmt.Errorf("%q: %w", c.Guild, ErrGuild)
	}
	c.Timing = c.Timing.filled()
	x := &Examination{Config: c, tape: newTape(c.Transport), conn: newConnection(c.Dial), presser: newPresser(newMark(), c.Wire)}
	var err error
	x.trial, err = wire.NewTrial(wire.Config{
		Token: c.Token, Transport: x.tape, Dial: x.conn.dial, Notes: &notes{}, Handler: x.presser, Observer: x.conn, Timing: c.Wire, Commands: c.Commands,
		Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(ctx, c.Timing.Step)
	defer stop()
	if x.app, err = x.trial.Identify(ctx); err != nil {
		return nil, failed("ask Discord who the bot is", err)
	}
	if err := x.permitted(ctx); err != nil {
		return nil, err
	}
	return x, nil
}

// failed is an error of what was to be done, without what it may quote of Discord.
func failed(what string, err error) error {
	if errors.Is(err, gateway.ErrToken) {
		return err
	}
	return fmt.Errorf("%s: %s", what, reason(err))
}

// permitted returns an error where the bot is not on the test server, or lacks there what an examination needs.
func (x *Examination) permitted(ctx context.Context) error {
	n, _ := strconv.ParseUint(x.Guild, 10, 64)
	list, err := x.trial.Session(ctx).UserGuilds(1, "", strconv.FormatUint(n-1, 10), false)
	if err != nil {
		return failed("ask Discord for the servers of the bot", err)
	}
	i := slices.IndexFunc(list, func(g *discordgo.UserGuild) bool { return g.ID == x.Guild })
	if i < 0 {
		return fmt.Errorf("the bot is not on the server %s: invite it: %s", x.Guild, wire.Invite(x.app))
	}
	x.Server = list[i].Name
	lacks := wire.Lacks(list[i])
	if list[i].Permissions&(discordgo.PermissionManageChannels|discordgo.PermissionAdministrator) == 0 {
		lacks = append(lacks, "Manage Channels")
	}
	if len(lacks) > 0 {
		return fmt.Errorf("the bot needs more permissions on that server: %s: give them to its role there, and run this again", strings.Join(lacks, ", "))
	}
	return nil
}

// reason says why something failed, without a word of Discord's, an id or an address.
func reason(err error) string {
	var network net.Error
	var refused *discordgo.RESTError
	switch after := rest.After(err); {
	case errors.Is(err, errTooMany):
		return errTooMany.Error()
	case errors.Is(err, errRefused):
		return errRefused.Error()
	case errors.Is(err, errPanic):
		return errPanic.Error()
	case errors.As(err, &refused) && refused.Message != nil:
		return fmt.Sprintf("refused with %d, code %d", refused.Response.StatusCode, refused.Message.Code)
	case refused != nil:
		return fmt.Sprintf("refused with %d", refused.Response.StatusCode)
	case after > 0:
		return fmt.Sprintf("Discord takes no such request for %v", after.Round(time.Millisecond))
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer in time"
	case errors.Is(err, discordgo.ErrJSONUnmarshal), strings.Contains(err.Error(), "JSON"), strings.Contains(err.Error(), "cannot read"), strings.Contains(err.Error(), "no id"):
		return "the answer cannot be read"
	case strings.Contains(err.Error(), "server error"):
		return "Discord answers with a server error"
	case errors.As(err, &network), strings.Contains(err.Error(), "cannot be reached"):
		return "Discord cannot be reached"
	}
	return "it failed"
}

// run is an examination under way.
type run struct {
	*Examination
	report *Report
	found  *Finding // that is being made
	made   made
	posted map[string]wire.ID // messages, by the name of what they show
}

// errUnlooked is why something cannot be looked at.
type errUnlooked string

func (e errUnlooked) Error() string { return string(e) }

// Run examines, until ctx ends or the time is over, and removes what it has made.
func (x *Examination) Run(ctx context.Context) *Report {
	began := time.Now()
	r := &run{Examination: x, report: &Report{Version: x.Version}, made: made{mark: x.presser.mark}, posted: map[string]wire.ID{}}
	whole, stop := context.WithTimeout(ctx, x.Timing.Whole)
	defer stop()
	end := x.conn.listen(whole, x.trial)
	for _, b := range beliefs() {
		r.look(whole, b)
	}
	end()
	switch {
	case ctx.Err() != nil:
		r.report.Stopped = "interrupted"
	case whole.Err() != nil:
		r.report.Stopped = fmt.Sprintf("%v were over", x.Timing.Whole)
	}
	x.tape.allow(mostRequests)
	again, done := context.WithTimeout(context.WithoutCancel(ctx), x.Timing.Clean)
	defer done()
	r.found = &Finding{Name: "what was made is removed", Means: "Channels, commands or emoji of this examination are left on the test server."}
	r.close(r.safely(func() error { _, err := r.clean(again); return err }))
	r.report.After = r.made.count()
	r.report.Gateway = x.conn.measured()
	r.report.Routes, r.report.Requests = x.tape.measured()
	r.report.Took = ms(time.Since(began))
	return r.report
}

// look makes a finding.
func (r *run) look(ctx context.Context, b belief) {
	r.found = &Finding{Name: b.name, Means: b.means}
	switch {
	case ctx.Err() != nil:
		r.close(errUnlooked("no time was left for it"))
		return
	case r.tape.spent():
		r.close(errUnlooked("too many requests were sent before"))
		return
	}
	within := r.Timing.Step
	if b.within != nil {
		within = b.within(r.Timing)
	}
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	r.close(r.safely(func() error { return b.do(ctx, r) }))
}

// errPanic is that an answer has made the program fail.
var errPanic = errors.New("the program fails at the answer")

// safely makes an error of a panic, which an answer may bring about that Discord's description does not allow.
func (r *run) safely(do func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errPanic
		}
	}()
	return do()
}

// close notes what was found.
func (r *run) close(err error) {
	f := r.found
	var unlooked errUnlooked
	switch {
	case errors.As(err, &unlooked):
		f.State, f.Said, f.Means = Unlooked, unlooked.Error(), ""
	case err != nil:
		r.differs("outcome", "success", reason(err))
		fallthrough
	case len(f.Differences) > 0:
		f.State = Differs
		if !slices.ContainsFunc(f.Differences, func(d Difference) bool { return d.Where != "status" }) {
			f.Means = "Nothing, as long as the status alone differs."
		}
	default:
		f.State, f.Means = Expected, ""
	}
	r.report.Findings = append(r.report.Findings, *f)
}

// newMark is a part of names that no other examination uses.
func newMark() string {
	raw := make([]byte, 4)
	_, _ = rand.Read(raw) // never fails
	return hex.EncodeToString(raw)
}
