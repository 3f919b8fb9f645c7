package wire

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/test/discordtest"
)

// refusals are how Discord may refuse an answer: for its form, and for its size, with a
// code or without.
var refusals = map[string]struct{ status, code int }{
	"form": {400, discordgo.ErrCodeInvalidFormBody}, "size": {413, discordgo.ErrCodeRequestEntityTooLarge}, "size, without a code": {413, 0}, "permission": {403, discordgo.ErrCodeMissingPermissions},
	"size as a wrong request": {400, discordgo.ErrCodeRequestEntityTooLarge},
}

// isAnswer reports whether a request brings an answer that the tests below have refused.
func isAnswer(q discordtest.Request) bool { return strings.Contains(q.Body, "hello") }

// quickly has a bot defer no answer, where yes says so: however slow the machine is.
func quickly(yes bool) func(c *Config) {
	return func(c *Config) {
		if yes {
			c.Timing.Defer = time.Minute
		}
	}
}

// TestAnAnswerThatIsRefusedIsSaid: nobody is left with "thinking…", or with an application
// that did not respond, and what one person asked nobody else reads.
func TestAnAnswerThatIsRefusedIsSaid(t *testing.T) {
	t.Parallel()
	for name, why := range refusals {
		for _, slow := range []bool{false, true} {
			for _, private := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, slow %t, private %t", name, slow, private), func(t *testing.T) {
					t.Parallel()
					deferred := make(chan bool)
					n := startWith(t, discordtest.New(t, patient), &player{
						defers: Deferral{Private: private},
						handle: func(Interaction) Response {
							if slow {
								<-deferred
							}
							return Response{Kind: Say, Private: private, Message: says("hello")}
						},
					}, nil, quickly(!slow))
					n.d.Refuse(isAnswer, why.status, why.code)
					p := n.anna.Slash(n.ch, "go")
					n.untilDeferred(p)
					if slow {
						close(deferred)
					}
					n.bot.WaitAnswered()
					s := p.Shown()
					if s.Message == nil || s.Message.Text() != "refused" || s.Message.Private() != private {
						t.Errorf("%+v", s)
					}
					if all := n.ch.Messages(n.anna); len(all) != 1 {
						t.Errorf("there stands %v", all)
					}
				})
			}
		}
	}
}

// TestAPressedMessageStaysWhereItsAnswerIsRefused: who pressed hears of it beside.
func TestAPressedMessageStaysWhereItsAnswerIsRefused(t *testing.T) {
	t.Parallel()
	for _, slow := range []bool{false, true} {
		t.Run(fmt.Sprintf("slow %t", slow), func(t *testing.T) {
			t.Parallel()
			deferred := make(chan bool)
			n := startWith(t, discordtest.New(t, patient), &player{
				announce: func(i Interaction) Deferral {
					return Deferral{Update: i.Kind == discordgo.InteractionMessageComponent, Private: true}
				},
				handle: func(i Interaction) Response {
					if i.Kind == discordgo.InteractionApplicationCommand {
						return Response{Kind: Say, Private: true, Message: says("press")}
					}
					if slow {
						<-deferred
					}
					return Response{Kind: Update, Message: says("hello")}
				},
			}, nil, quickly(!slow))
			m := n.anna.Slash(n.ch, "go").Wait().Message
			n.d.Refuse(isAnswer, 400, discordgo.ErrCodeInvalidFormBody)
			p := n.anna.Click(m, "1/go")
			n.untilDeferred(p)
			if slow {
				close(deferred)
			}
			n.bot.WaitAnswered()
			all := n.ch.Messages(n.anna)
			if len(all) != 2 || all[0].Text() != "press" || all[1].Text() != "refused" || !all[1].Private() {
				t.Errorf("there stands %v", all)
			}
		})
	}
}

// TestADeferredAnswerWithoutAWayBack: where Discord knows the interaction no more, or refuses
// whatever is answered, the channel says what became of it, and nothing that is for one.
func TestADeferredAnswerWithoutAWayBack(t *testing.T) {
	t.Parallel()
	answers := func(q discordtest.Request) bool { return strings.HasPrefix(q.Path, "/webhooks/") }
	for name, c := range map[string]struct {
		status, code int
		done         bool
		want         string
	}{
		"token is dead":                      {status: 401, code: discordgo.ErrCodeInvalidWebhookTokenProvided, want: "lost"},
		"token is dead, and it was done":     {status: 401, code: discordgo.ErrCodeInvalidWebhookTokenProvided, done: true, want: "it was done"},
		"webhook is gone":                    {status: 404, code: discordgo.ErrCodeUnknownWebhook, want: "lost"},
		"interaction is gone":                {status: 404, code: discordgo.ErrCodeUnknownInteraction, want: "lost"},
		"nothing is good enough":             {status: 400, code: discordgo.ErrCodeInvalidFormBody, want: "refused"},
		"put away":                           {status: 404, code: discordgo.ErrCodeUnknownMessage},
		"put away, and it was done":          {status: 404, code: discordgo.ErrCodeUnknownMessage, done: true, want: "it was done"},
		"nothing is small enough, or so say": {status: 413, code: discordgo.ErrCodeRequestEntityTooLarge, want: "refused"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deferred := make(chan bool)
			p := &player{defers: Deferral{Private: true}, handle: func(Interaction) Response {
				<-deferred
				return Response{Kind: Say, Private: true, Message: says("secret")}
			}}
			if c.done {
				m := says("it was done")
				p.unheard = &m
			}
			n := start(t, discordtest.New(t, patient), p, nil)
			press := n.anna.Slash(n.ch, "go")
			n.untilDeferred(press)
			n.d.Refuse(answers, c.status, c.code)
			close(deferred)
			n.bot.WaitAnswered()
			var said []string
			for _, m := range n.ch.Messages(nil) {
				if !m.Private() {
					said = append(said, m.Text())
				}
			}
			want := []string{c.want}
			if c.want == "" {
				want = nil
			}
			if !slices.Equal(said, want) {
				t.Errorf("everybody reads %q", said)
			}
		})
	}
}

// badLine loses what Discord says to the first answer to an interaction, and lets nobody give it
// again.
type badLine struct {
	http.RoundTripper
	begins atomic.Bool  // it is good until then
	deaf   bool         // nor does it bring what Discord says to questions
	passes atomic.Int32 // how many such requests still come to Discord
}

func (u *badLine) RoundTrip(q *http.Request) (*http.Response, error) {
	if u.deaf && q.Method == http.MethodGet && strings.HasSuffix(q.URL.Path, "/@original") {
		return nil, io.ErrUnexpectedEOF
	}
	if !u.begins.Load() || !strings.HasSuffix(q.URL.Path, "/callback") {
		return u.RoundTripper.RoundTrip(q)
	}
	if u.passes.Add(-1) < 0 {
		body := io.NopCloser(strings.NewReader(`{"retry_after":3600,"global":false}`))
		return &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{}, Body: body, Request: q}, nil
	}
	if a, err := u.RoundTripper.RoundTrip(q); err == nil {
		_ = a.Body.Close() // what it says is lost
	}
	return nil, io.ErrUnexpectedEOF
}

// TestADeferralOfWhichNothingIsHeard: who sees "thinking…" gets the answer in its place, though
// Discord's word that it knows of one is lost and there is no time to ask for it again. Where
// it does not know of one, the answer comes late.
func TestADeferralOfWhichNothingIsHeard(t *testing.T) {
	t.Parallel()
	for n := range 8 {
		known, pressed, deaf := n&1 > 0, n&2 > 0, n&4 > 0
		t.Run(fmt.Sprintf("known %t, pressed %t, deaf %t", known, pressed, deaf), func(t *testing.T) {
			t.Parallel()
			deferred, line := make(chan bool), &badLine{deaf: deaf}
			n := startWith(t, discordtest.New(t, patient), &player{
				announce: func(i Interaction) Deferral { return Deferral{Update: i.Kind == discordgo.InteractionMessageComponent} },
				handle: func(i Interaction) Response {
					if pressed && i.Kind == discordgo.InteractionApplicationCommand {
						return Response{Kind: Say, Message: says("press")}
					}
					<-deferred
					if pressed {
						return Response{Kind: Update, Message: says("hello")}
					}
					return Response{Kind: Say, Message: says("hello")}
				},
			}, nil, func(c *Config) {
				line.RoundTripper, c.Transport, c.Timing.Post = c.Transport, line, 2*time.Second
			})
			press := func() *discordtest.Press { return n.anna.Slash(n.ch, "go") }
			if pressed {
				m := press().Wait().Message
				press = func() *discordtest.Press { return n.anna.Click(m, "1/go") }
			}
			if known {
				line.passes.Store(1)
			}
			line.begins.Store(true)
			p := press()
			n.d.Until("a deferral that cannot be said again", func() bool { return line.passes.Load() < 0 })
			close(deferred)
			n.bot.WaitAnswered()
			if s := p.Shown(); known && (s.Message == nil || s.Message.Text() != "hello") || !known && s.Message != nil {
				t.Errorf("anna is shown %v", s.Message)
			}
			if all := n.ch.Messages(nil); len(all) == 0 || all[len(all)-1].Text() != "hello" || known && len(all) != 1 {
				t.Errorf("there stands %v", all)
			}
		})
	}
}

// TestALateAnswerThatIsRefused: a public one that Discord takes neither as an answer nor as a
// post is told of.
func TestALateAnswerThatIsRefused(t *testing.T) {
	t.Parallel()
	deferred := make(chan bool)
	n := start(t, discordtest.New(t, patient), &player{handle: func(Interaction) Response {
		<-deferred
		return Response{Kind: Say, Message: says("hello")}
	}}, nil)
	n.untilDeferred(n.anna.Slash(n.ch, "go"))
	n.d.Advance(16 * time.Minute)
	n.d.Refuse(func(q discordtest.Request) bool { return isAnswer(q) && strings.HasPrefix(q.Path, "/channels/") }, 400, discordgo.ErrCodeInvalidFormBody)
	close(deferred)
	n.bot.WaitAnswered()
	if got := texts(n.ch); !strings.HasSuffix(got, "refused") {
		t.Errorf("there stands %s", got)
	}
}

// TestASecondThreadIsAFault: it is said.
func TestASecondThreadIsAFault(t *testing.T) {
	t.Parallel()
	n := start(t, discordtest.New(t, patient), &player{handle: func(Interaction) Response { return Response{Kind: OpenThread, Name: "again"} }}, nil)
	if s := n.anna.Slash(n.ch, "go").Wait(); s.Message == nil || s.Message.Text() != "refused" {
		t.Errorf("%+v", s)
	}
}
