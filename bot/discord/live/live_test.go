package live

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"referee/bot/discord/gateway"
	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
)

// server is a simulated Discord with a test server.
type server struct {
	*discordtest.Discord
	guild *discordtest.Guild
}

// everything is what the bot may do on the test server: each thing, but not as an administrator.
const everything = discordtest.Permission(1<<53-1) &^ discordgo.PermissionAdministrator

func newServer(t *testing.T, o discordtest.Options) *server {
	t.Helper()
	d := discordtest.New(t, o)
	s := &server{d, d.Guild("The Secret Club")}
	s.guild.Permit(everything)
	return s
}

// config is that of an examination of a server, with less patience than in service.
func (s *server) config() Config {
	return Config{
		Token: s.Token(), Guild: s.guild.ID, Commands: commands, Version: "test", Transport: s.Transport(),
		Timing: Timing{Step: 5 * time.Second, Gateway: 10 * time.Second, Press: 10 * time.Second, Clean: 10 * time.Second},
		Wire:   wire.Timing{Defer: 100 * time.Millisecond, Gateway: gateway.Timing{Ready: 2 * time.Second, Identify: 30 * time.Millisecond, Retry: 10 * time.Millisecond}},
	}
}

// commands are a few.
var commands = []*discordgo.ApplicationCommand{{
	Name: "match", Description: "Play a match.", DefaultMemberPermissions: new(int64(discordgo.PermissionManageGuild)),
	DescriptionLocalizations: &map[discordgo.Locale]string{discordgo.French: "Jouer une partie."},
	Options:                  []*discordgo.ApplicationCommandOption{{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "new", Description: "Begin a match."}},
}, {Type: discordgo.UserApplicationCommand, Name: "Challenge"}}

// ofProgram are the commands of the program.
func ofProgram(t *testing.T) (out []*discordgo.ApplicationCommand) {
	t.Helper()
	text, err := os.ReadFile("../testdata/commands.json")
	if err == nil {
		err = json.Unmarshal(permissions.ReplaceAll(text, []byte(`$1"$2"`)), &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// permissions are written as a number, and read by discordgo as a text.
var permissions = regexp.MustCompile(`("default_member_permissions": )([0-9]+)`)

// examined is the report of an examination.
func (s *server) examined(t *testing.T, c Config) *Report {
	t.Helper()
	x, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return x.Run(t.Context())
}

// left is what of an examination is still there.
func (s *server) left() []string {
	var out []string
	for _, ch := range s.guild.Channels() {
		out = append(out, ch.NameNow())
	}
	for _, e := range s.Emoji() {
		out = append(out, e.Name)
	}
	return out
}

// TestAHealthyDiscord is in everything as expected, and nothing is left there.
func TestAHealthyDiscord(t *testing.T) {
	t.Parallel()
	s := newServer(t, discordtest.Options{})
	r := s.examined(t, s.config())
	if !r.Well() {
		t.Errorf("it is not as expected:\n%s", r)
	}
	s.keepsSecrets(t, r)
	if left := s.left(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

var update = flag.Bool("update", false, "write the files that the tests compare with")

// TestKinds: what an examination sends, with somebody who presses, is what testdata/kinds.txt says. Tests of package discord hold
// what the program sends against it.
func TestKinds(t *testing.T) {
	t.Parallel()
	s := newServer(t, discordtest.Options{})
	c := s.config()
	c.Commands, c.Wire.Defer = ofProgram(t), 700*time.Millisecond // so that an answer that is not slow is not announced
	anna := s.guild.Member("anna", "en-GB")
	s.guild.Role("judges", anna)
	pressed := make(chan bool, 2)
	c.Press = func(name string) { go func() { pressed <- pressAll(s, anna, name) }() }
	r := s.examined(t, c)
	if !r.Well() || r.count(Unlooked) > 1 || !<-pressed || !<-pressed { // heartbeats
		t.Errorf("it is not as expected:\n%s", r)
	}
	sent := map[string]bool{}
	for _, q := range s.Requests() {
		if q.Status < http.StatusMultipleChoices {
			for _, k := range q.Kinds() {
				sent[k] = true
			}
		}
	}
	got := strings.Join(slices.Sorted(maps.Keys(sent)), "\n") + "\n"
	const file = "testdata/kinds.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: -want +got:\n%s", file, diff)
	}
}

// pressAll has somebody do in a channel what an examination asks a person for, and reports whether they came to the end. They
// fill in the field of a file, and leave the others as they are.
func pressAll(s *server, who *discordtest.User, name string) bool {
	list := s.guild.Channels()
	shown := list[slices.IndexFunc(list, func(c *discordtest.Channel) bool { return c.NameNow() == name })].Last(nil)
	for shown != nil && len(shown.Buttons()) > 0 {
		got := who.Click(shown, shown.Buttons()[0].CustomID).Wait()
		if form := got.Modal; form != nil {
			values := map[string]string{}
			if slices.ContainsFunc(form.Fields(), func(f discordtest.Component) bool { return f.CustomID == "file" }) {
				values["file"] = s.Attach("small.txt", []byte("small"))
			}
			got = who.Submit(form, values).Wait()
		}
		shown = got.Message
	}
	return shown != nil
}

// TestAFormComesBackOtherwise: fields that are missing or of another type, and values that are not of their kind, are named.
func TestAFormComesBackOtherwise(t *testing.T) {
	t.Parallel()
	fields := chosen(wire.Interaction{User: wire.User{ID: "5"}, Channel: "6", Roles: []wire.ID{"8"}})
	for name, c := range map[string]struct {
		spoil func(i *wire.Interaction, form []any)
		want  string // where it differs
	}{
		"as it was shown":  {func(*wire.Interaction, []any) {}, ""},
		"no file":          {func(i *wire.Interaction, _ []any) { i.Options["file"] = "" }, ""},
		"another type":     {func(_ *wire.Interaction, form []any) { form[1] = form[0] }, "fields[1].component.custom_id fields[1].component.type"},
		"no field":         {func(_ *wire.Interaction, form []any) { form[3] = nil }, "fields[3]"},
		"unknown person":   {func(i *wire.Interaction, _ []any) { i.Options["person"] = "5 9" }, "field person"},
		"channel by name":  {func(i *wire.Interaction, _ []any) { i.Options["channel"] = "general" }, "field channel"},
		"file without URL": {func(i *wire.Interaction, _ []any) { i.Files["7"].URL = "" }, "field file"},
	} {
		i := wire.Interaction{
			Options: map[string]string{"person": "5", "role": "8", "channel": "6", "file": "7"},
			Chosen:  map[wire.ID]wire.Chosen{"5": {}}, Files: map[wire.ID]*discordgo.MessageAttachment{"7": {URL: "https://example.com"}},
		}
		var form []any
		for _, f := range fields {
			form = append(form, map[string]any{"type": 18.0, "id": 1.0, "component": map[string]any{"type": float64(f.Type), "custom_id": f.CustomID}})
		}
		c.spoil(&i, form)
		r := &run{Examination: &Examination{conn: &connection{form: form}}, found: &Finding{}}
		r.filled(i, fields)
		var where []string
		for _, d := range r.found.Differences {
			where = append(where, d.Where)
		}
		if got := strings.Join(where, " "); got != c.want {
			t.Errorf("%s: it differs in %q, not %q", name, got, c.want)
		}
	}
}

// keepsSecrets checks that a report has no token, names or ids, as text and as JSON.
func (s *server) keepsSecrets(t *testing.T, r *Report) {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	all := r.String() + string(text)
	for _, secret := range []string{s.Token(), s.guild.Name, s.guild.ID, s.AppID(), s.Bot().Name + "#", "anna", "127.0.0.1"} {
		if strings.Contains(all, secret) {
			t.Errorf("%q is in the report:\n%s", secret, all)
		}
	}
	if id := longNumber.FindString(all); id != "" {
		t.Errorf("%s may be an id, and is in the report:\n%s", id, all)
	}
}

// TestWhatIsOfOthersStays: channels, emoji and commands with similar names, which no examination has made.
func TestWhatIsOfOthersStays(t *testing.T) {
	t.Parallel()
	s := newServer(t, discordtest.Options{})
	names := []string{"general", Prefix + "0a1b2c3d", Prefix + "notes"}
	for _, name := range names {
		s.guild.Channel(name)
	}
	s.Upload(s.guild.Member("anna", "en-GB"), emojiPrefix+"0a1b2c3d")
	trial, err := wire.NewTrial(wire.Config{Token: s.Token(), Transport: s.Transport(), Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		_, err = trial.Identify(t.Context())
	}
	if err == nil {
		err = trial.Register(t.Context(), s.guild.ID, commands[:1])
	}
	if err != nil {
		t.Fatal(err)
	}
	r := s.examined(t, s.config())
	if left := s.left(); !r.Well() || !slices.Equal(left, append(names, emojiPrefix+"0a1b2c3d")) {
		t.Errorf("there are %v\n%s", left, r)
	}
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return strings.HasPrefix(f.Name, "commands are registered") })
	if f := r.Findings[i]; f.State != Unlooked || f.Said == "" {
		t.Errorf("of commands it says %+v", f)
	}
	if there := s.Shown(s.guild.Channels()[0]); len(there) != 1 || there[0].Name != "match" {
		t.Errorf("the commands are %v", there)
	}
}

// TestStopped: one that is interrupted, or whose time is over, says so, and removes everything.
func TestStopped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		whole time.Duration
		said  string
	}{"interrupted": {time.Minute, "interrupted"}, "time over": {100 * time.Millisecond, "100ms were over"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, discordtest.Options{})
			set := s.config()
			set.Timing.Whole = c.whole
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			x, err := Open(ctx, set)
			if err != nil {
				t.Fatal(err)
			}
			x.tape.next = spoiler{x.tape.next, func(a *answer) {
				if a.route == postRoute {
					if name == "interrupted" {
						stop()
					} else {
						time.Sleep(2 * c.whole)
					}
				}
			}}
			r := x.Run(ctx)
			if left := s.left(); r.Stopped != c.said || r.Well() || r.count(Unlooked) < 10 || len(left) > 0 || r.After > 0 {
				t.Errorf("left: %v; it stopped for %q\n%s", left, r.Stopped, r)
			}
		})
	}
}

// TestTooManyRequests: an examination that sends more than it may ends, says so, and removes everything.
func TestTooManyRequests(t *testing.T) {
	t.Parallel()
	s := newServer(t, discordtest.Options{})
	c := s.config()
	c.Timing.Step = 300 * time.Millisecond
	x, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	x.tape.allow(20)
	r := x.Run(t.Context())
	if left := s.left(); r.count(Unlooked) < 10 || !strings.Contains(r.String(), "too many requests") || len(left) > 0 || r.After > 0 {
		t.Errorf("left: %v\n%s", left, r)
	}
}

// TestKilled: what one leaves that is killed is found and removed by the next. The real process is killed in cmd/referee.
func TestKilled(t *testing.T) {
	t.Parallel()
	s := newServer(t, discordtest.Options{})
	line := s.Transport()
	line.CutWhen(func(q discordtest.Request) bool { return q.Operation == "POST /channels/{channel_id}/threads" })
	c := s.config()
	c.Transport, c.Timing.Step, c.Timing.Gateway, c.Timing.Clean = line, 300*time.Millisecond, 300*time.Millisecond, 300*time.Millisecond
	if r := s.examined(t, c); r.Well() || r.After == 0 || len(s.left()) != r.After-1 { // and the commands
		t.Errorf("left: %v\n%s", s.left(), r)
	}
	r := s.examined(t, s.config())
	if left := s.left(); !r.Well() || r.Before == 0 || len(left) > 0 {
		t.Errorf("left: %v\n%s", left, r)
	}
}

// TestOpen: what is missing is said before anything is made.
func TestOpen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(*server, *Config)
		want  string
	}{
		"token":     {func(_ *server, c *Config) { c.Token = "wrong" }, gateway.ErrToken.Error()},
		"no number": {func(_ *server, c *Config) { c.Guild = "club" }, ErrGuild.Error()},
		"absent":    {func(s *server, c *Config) { c.Guild = s.Uninvited("elsewhere", "fr").ID }, "invite it: https://discord.com/oauth2"},
		"permissions": {func(s *server, _ *Config) {
			s.guild.Permit(everything &^ discordgo.PermissionManageChannels &^ discordgo.PermissionAttachFiles)
		}, "needs more permissions on that server: Attach Files, Manage Channels"},
		"garbage":    {on(func(a *answer) { a.text = []byte("<html>") }, "GET /users/@me/guilds"), "the answer cannot be read"},
		"no Discord": {func(_ *server, c *Config) { c.Transport = nowhere{} }, "Discord cannot be reached"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, discordtest.Options{})
			set := s.config()
			set.Timing.Step = 300 * time.Millisecond
			c.spoil(s, &set)
			if _, err := Open(t.Context(), set); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it ends with %v", err)
			}
			s.Complaints()
			if left := s.left(); len(left) > 0 {
				t.Errorf("made: %v", left)
			}
		})
	}
}

// nowhere is a network without Discord.
type nowhere struct{}

func (nowhere) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "dial", Err: errors.New("no route to 10.0.0.1")}
}
