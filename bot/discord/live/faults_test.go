package live

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/test/discordtest"
)

// answer is what comes back for a request, to be changed.
type answer struct {
	route  string
	sent   any // the JSON of the request
	status int
	text   []byte
	header http.Header
}

// change changes the JSON of an answer, if it can be read.
func (a *answer) change(do func(back any) any) {
	var back any
	if json.Unmarshal(a.text, &back) == nil {
		a.text, _ = json.Marshal(do(back))
	}
}

// object changes an object that comes back.
func (a *answer) object(do func(back map[string]any)) {
	a.change(func(back any) any {
		if m, ok := back.(map[string]any); ok {
			do(m)
		}
		return back
	})
}

// spoiler changes what a Discord answers.
type spoiler struct {
	next  http.RoundTripper
	spoil func(a *answer)
}

func (s spoiler) RoundTrip(q *http.Request) (*http.Response, error) {
	a := answer{sent: payload(q)}
	_, path, _ := strings.Cut(strings.TrimPrefix(q.URL.EscapedPath(), "/api/"), "/")
	a.route, _ = rest.Route(q.Method, "/"+path)
	back, err := s.next.RoundTrip(q)
	if err != nil {
		return nil, err
	}
	a.text, err = io.ReadAll(back.Body)
	if err != nil {
		return nil, err
	}
	a.status, a.header = back.StatusCode, back.Header
	s.spoil(&a)
	back.StatusCode, back.Status, back.Header = a.status, strconv.Itoa(a.status), a.header
	back.Body, back.ContentLength = io.NopCloser(bytes.NewReader(a.text)), int64(len(a.text))
	return back, nil
}

// on spoils the answers to some routes that were obeyed.
func on(spoil func(a *answer), routes ...string) func(*server, *Config) {
	return func(_ *server, c *Config) {
		c.Transport = spoiler{c.Transport, func(a *answer) {
			if a.status < http.StatusMultipleChoices && slices.Contains(routes, a.route) {
				spoil(a)
			}
		}}
	}
}

// without spoils an object by taking members away.
func without(names ...string) func(*answer) {
	return func(a *answer) {
		a.object(func(back map[string]any) {
			for _, n := range names {
				delete(back, n)
			}
		})
	}
}

// refusing has requests refused, with a status and a code.
func refusing(status, code int, which func(discordtest.Request) bool) func(*server, *Config) {
	return func(s *server, _ *Config) { s.Refuse(which, status, code) }
}

// cutDescriptions cuts the descriptions of commands.
func cutDescriptions(a *answer) {
	a.change(func(back any) any {
		list, _ := back.([]any)
		for _, c := range list {
			if c, ok := c.(map[string]any); ok {
				text, _ := c["description"].(string)
				c["description"] = text[:len(text)/2]
			}
		}
		return back
	})
}

// fault is a change of Discord, and what is found then.
type fault struct {
	name   string
	spoil  func(*server, *Config)
	found  []string // names of findings, or their beginnings, that differ
	where  string   // in one of their differences
	others bool     // more may be found
	unsure bool     // the report may say that something is left
}

// faults are changes of Discord, each alone.
var faults = []fault{
	{name: "another status of a post", spoil: on(func(a *answer) { a.status = http.StatusCreated }, postRoute), found: []string{"a message with words", "a private thread"}, where: "status", others: true},
	{name: "a status that is no success", spoil: on(func(a *answer) { a.status = http.StatusTeapot }, postRoute), found: []string{"a message with words"}, others: true},
	{name: "a field missing", spoil: on(without("flags"), postRoute), found: []string{"a message with words"}, where: "flags", others: true},
	{name: "no id", spoil: on(without("id"), postRoute), found: []string{"a message with words"}, others: true},
	{name: "edits drop attachments", spoil: on(func(a *answer) {
		a.object(func(back map[string]any) { back["attachments"] = []any{} })
	}, editRoute), found: []string{"an edit replaces the picture", "an edit with the same picture"}, where: "attachments"},
	{name: "edits drop the picture", spoil: on(func(a *answer) {
		a.object(func(back map[string]any) { back["components"] = back["components"].([]any)[:1] })
	}, editRoute), found: []string{"an edit replaces the picture", "an edit with the same picture", "an edit changes words"}, where: "components"},
	{name: "descriptions cut", spoil: on(cutDescriptions, registerRoute), found: []string{"commands are registered"}, where: "description"},
	{name: "descriptions cut in lists", spoil: on(cutDescriptions, "GET /applications/:id/guilds/:id/commands"), found: []string{"commands are listed"}, where: "description"},
	{
		name: "a component refused", spoil: refusing(400, 50035, func(q discordtest.Request) bool {
			return strings.Contains(q.Body, `"type":12`) && strings.HasSuffix(q.Operation, "/messages")
		}),
		found: []string{"a message with a frame", "a message with a picture", "a message with a film"}, where: "outcome",
	},
	{name: "a field of a form refused", spoil: func(s *server, c *Config) {
		s.Refuse(func(q discordtest.Request) bool {
			return strings.HasSuffix(q.Operation, "/callback") && strings.Contains(q.Body, `"type":19`)
		}, 400, 50035)
		anna := s.guild.Member("anna", "en-GB")
		c.Wire.Defer = 700 * time.Millisecond
		c.Press = func(name string) { go pressAll(s, anna, name) }
	}, found: []string{"a form with people"}, where: "outcome"},
	{name: "events in another order", spoil: func(s *server, c *Config) {
		s.Gateway.Swap()
		c.Timing.Gateway = time.Second
	}, found: []string{"the gateway", "a dropped connection"}, where: "first event"},
	{name: "slower", spoil: func(s *server, c *Config) {
		on(func(*answer) { time.Sleep(250 * time.Millisecond) }, "GET /gateway/bot", threadRoute)(s, c)
		c.Timing.Soon = 200 * time.Millisecond
	}, found: []string{"answers come soon"}, where: "median of " + threadRoute},
	{name: "429s", spoil: func(s *server, _ *Config) { s.Faults(discordtest.Faults{TooMany: 0.3}) }, found: []string{"requests are let through"}, where: "answers 429"},
	{name: "429 for long", spoil: func(s *server, c *Config) {
		c.Timing.Step = 900 * time.Millisecond
		s.Refuse(func(q discordtest.Request) bool {
			return q.Operation == "POST /channels/{channel_id}/messages/{message_id}/threads"
		}, 429, 0)
	}, found: []string{"a thread at a message"}, where: "outcome", others: true},
	{name: "resume refused", spoil: func(s *server, c *Config) {
		c.Transport = spoiler{c.Transport, func(a *answer) {
			if a.route == makeRoute { // the second is made while the connection is dropped
				s.Gateway.Forget()
			}
		}}
	}, found: []string{"a dropped connection"}, where: "session", others: true},
	{
		name: "a thread of another name", spoil: on(func(a *answer) { a.object(func(back map[string]any) { back["name"] = "Other" }) }, threadRoute),
		found: []string{"a thread at a message"}, where: "name",
	},
	{name: "the silent flag lost", spoil: on(func(a *answer) {
		a.object(func(back map[string]any) { back["flags"] = float64(discordgo.MessageFlagsIsComponentsV2) })
	}, postRoute, readRoute), found: []string{"a message with no sound"}, where: "flags: silent", others: true},
	{
		name: "tags refused", spoil: refusing(403, 50013, func(q discordtest.Request) bool { return strings.Contains(q.Body, "available_tags") }),
		found: []string{"a forum takes tags"}, where: "tags", others: true,
	},
	{name: "deleted, and said not to be there", spoil: on(func(a *answer) {
		a.status, a.text = http.StatusNotFound, []byte(`{"code":10008,"message":"Unknown Message"}`)
	}, "DELETE /channels/:id/messages/:id", "DELETE /channels/:id"), found: []string{"a message can be deleted", "a board is pinned"}, where: "outcome"},
	{name: "garbage", spoil: on(func(a *answer) { a.text = []byte(`{"id": <html>`) }, postRoute, editRoute, makeRoute), found: []string{"a channel can be made"}, others: true},
	{name: "garbage of the right form", spoil: on(func(a *answer) {
		a.text = []byte(`{"id":7,"components":"x","attachments":{},"mentions":3,"flags":"y"}`)
	}, postRoute, readRoute), found: []string{"a message with words"}, others: true},
	{name: "lists of nothing", spoil: on(func(a *answer) { a.text = []byte(`[null]`) }, registerRoute), found: []string{"commands are registered"}, others: true},
	{name: "empty answers", spoil: on(func(a *answer) { a.text = nil }, postRoute, threadRoute, startRoute, registerRoute), found: []string{"a message with words", "commands are registered"}, others: true},
	{name: "server errors", spoil: on(func(a *answer) { a.status = http.StatusBadGateway }, threadRoute), found: []string{"a thread at a message"}, where: "status"},
	{name: "somebody is called who is not to be", spoil: on(func(a *answer) {
		a.object(func(back map[string]any) { back["mention_everyone"] = true })
	}, postRoute), found: []string{"a message with words"}, where: "mention_everyone", others: true},
	{name: "a refusal with another code", spoil: func(_ *server, c *Config) {
		c.Transport = spoiler{c.Transport, func(a *answer) { a.text = bytes.ReplaceAll(a.text, []byte(`"code":10008`), []byte(`"code":10009`)) }}
	}, found: []string{"a message can be deleted", "an edit of a message that is gone"}, where: "code"},
	{name: "no forum", spoil: refusing(400, 50035, func(q discordtest.Request) bool { return strings.Contains(q.Body, `"type":15`) }), found: []string{"a forum can be made"}, where: "outcome", others: true},
	{name: "connections closed", spoil: func(s *server, _ *Config) {
		s.Faults(discordtest.Faults{DropAnswer: 0.2, ServerError: 0.1, ErrorPage: 0.1})
	}, others: true},
	{name: "silence", spoil: func(_ *server, c *Config) {
		c.Transport, c.Timing.Step = silence{c.Transport}, 200*time.Millisecond
	}, found: []string{"a message with words"}, where: "outcome", others: true},
	{
		name: "an answer without end", spoil: on(func(a *answer) { a.text = bytes.Repeat([]byte("x"), 2*mostAnswer) }, postRoute),
		found: []string{"a message with words"}, where: "outcome", others: true,
	},
	{name: "pins refused", spoil: refusing(403, 50013, func(q discordtest.Request) bool { return strings.Contains(q.Operation, "/pins/") }), found: []string{"a board is pinned"}, where: "outcome"},
	{
		name: "no list of channels", spoil: on(func(a *answer) { a.text = []byte("<html>") }, "GET /guilds/:id/channels"),
		found: []string{"what an earlier run left", "what was made is removed"}, where: "outcome", unsure: true,
	},
	{name: "no emoji", spoil: refusing(403, 50013, func(q discordtest.Request) bool { return strings.HasPrefix(q.Operation, "POST /applications") }), found: []string{"an emoji can be made"}, others: true},
}

// silence lets no message be read.
type silence struct{ next http.RoundTripper }

func (s silence) RoundTrip(q *http.Request) (*http.Response, error) {
	if q.Method == http.MethodGet && strings.Contains(q.URL.Path, "/messages/") {
		<-q.Context().Done()
		return nil, q.Context().Err()
	}
	return s.next.RoundTrip(q)
}

// TestFaults: each change of Discord is named, with what it means, and everything is removed.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, discordtest.Options{Unchecked: true}) // that requests are right is looked at without faults
			c := s.config()
			f.spoil(s, &c)
			r := s.examined(t, c)
			var differ []Finding
			for _, found := range r.Findings {
				if found.State == Differs {
					differ = append(differ, found)
				}
			}
			has := func(begins string) bool {
				return slices.ContainsFunc(differ, func(d Finding) bool {
					return strings.HasPrefix(d.Name, begins) && d.Means != "" && len(d.Differences) > 0
				})
			}
			for _, name := range f.found {
				if !has(name) {
					t.Errorf("it is not found that %q differs", name)
				}
			}
			where := f.where == ""
			for _, d := range differ {
				where = where || slices.ContainsFunc(d.Differences, func(x Difference) bool { return strings.Contains(x.Where, f.where) })
				if !f.others && !slices.ContainsFunc(f.found, func(name string) bool { return strings.HasPrefix(d.Name, name) }) {
					t.Errorf("%q differs, too", d.Name)
				}
			}
			if !where {
				t.Errorf("no difference in %q", f.where)
			}
			if left := s.left(); len(left) > 0 || r.After > 0 && !f.unsure {
				t.Errorf("left: %v, and by the report %d", left, r.After)
			}
			s.keepsSecrets(t, r)
			if t.Failed() || testing.Verbose() {
				t.Log(r)
			}
			s.Complaints() // a spoilt answer can make the next request wrong
		})
	}
}
