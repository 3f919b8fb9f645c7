package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"referee/bot/board"
	"referee/bot/test/discordtest"
	"referee/cmd/config"
)

// proxied carries requests for a site to where the referee listens, as a proxy on its machine does.
type proxied struct{ to string }

func (p proxied) RoundTrip(r *http.Request) (*http.Response, error) {
	to, err := url.Parse(p.to)
	if err != nil {
		return nil, err
	}
	on := r.Clone(r.Context())
	on.Host, on.URL.Scheme, on.URL.Host = r.URL.Host, to.Scheme, to.Host
	on.Header.Set("X-Forwarded-Proto", "https")
	on.Header.Set("X-Forwarded-For", "203.0.113.9")
	answer, err := http.DefaultTransport.RoundTrip(on)
	if err == nil {
		answer.Request = r
	}
	return answer, err
}

// linkOf is the page that a button of a message opens; "": none does.
func linkOf(list []discordtest.Component) string {
	for _, c := range list {
		if at := c.URL + linkOf(c.Components); at != "" {
			return at
		}
	}
	return ""
}

// TestServeTheBoard: a player opens the board in the browser by the button of the match, and what they do there is told in the
// channel, once, as what is pressed there.
func TestServeTheBoard(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{Patience: time.Minute, Deadline: time.Minute})
	const site = "https://referee.example.org"
	said := serves(t, config.Values{Discord: config.Discord{Token: d.Token()}, Web: config.Web{URL: site, Listen: "127.0.0.1:0"}}, d.Transport())
	d.Ready()
	at := listensAt(d, said, "web.listen")

	g := d.Guild("club")
	ch := g.Channel("games")
	anna, ben := g.Member("anna", "en-GB"), g.Member("ben", "fr")
	anna.Slash(ch, "match new", "thread:no").Wait()
	anna.Slash(ch, "match join", "side:german").Wait()
	ben.Slash(ch, "match join", "side:allied").Wait()
	var posted *discordtest.Message
	var press discordtest.Component
	d.Until("a board with its button", func() bool {
		for _, m := range ch.Messages(nil) {
			if b, ok := m.Button("Board"); ok {
				posted, press = m, b
			}
		}
		return posted != nil
	})
	link := linkOf(anna.Click(posted, press.CustomID).Wait().Message.Components)
	if !strings.HasPrefix(link, site+"/enter/") || strings.Contains(said.String(), link) {
		t.Fatalf("the link is %q; it said:\n%s", link, said)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &http.Client{Jar: jar, Transport: proxied{at}}
	ask := func(answer *http.Response, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if err := answer.Body.Close(); err != nil {
			t.Fatal(err)
		}
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s %s: %s", answer.Request.URL, answer.Status, text)
		}
		return string(text)
	}
	ask(c.Get(link))
	answer, err := c.PostForm(site+"/enter", url.Values{"token": {link[strings.LastIndex(link, "/")+1:]}})
	ask(answer, err)
	of := answer.Request.URL.String()
	var state board.State
	if err := json.Unmarshal([]byte(ask(c.Get(of+"/state?seat=german"))), &state); err != nil || state.Viewer.Seat != "german" {
		t.Fatalf("%+v, %v", state.Viewer, err)
	}
	if !strings.Contains(state.Layers.Pieces, "<svg") {
		t.Error("nothing is drawn of the map")
	}
	body, err := json.Marshal(board.Action{Key: "draw-0001", Seen: state.Seen, Seat: "german", Do: "draw"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // as a browser does that has heard no answer
		ask(c.Post(of+"/do", "application/json", bytes.NewReader(body)))
	}
	ben.Slash(ch, "match status").Wait()
	offers := 0
	d.Until("the channel to hear of it", func() bool {
		offers = 0
		for _, m := range ch.Messages(nil) {
			if _, ok := m.Button("Accept the draw"); ok {
				posted, offers = m, offers+1
			}
		}
		return offers > 0
	})
	accept, _ := posted.Button("Accept the draw")
	if said := ben.Click(posted, accept.CustomID).Wait().Message.Text(); offers != 1 || !strings.Contains(said, "nul") {
		t.Errorf("%d offers are posted; Ben, who accepts, is told %s", offers, said)
	}
	if !strings.Contains(said.String(), "a link was used") {
		t.Errorf("it said:\n%s", said)
	}
	// who comes by another way is told where the site is
	plain, err := http.Get(at + "/")
	if err != nil {
		t.Fatal(err)
	}
	if plain.StatusCode != http.StatusUnauthorized && plain.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("without a cookie: %s", plain.Status)
	}
	_ = plain.Body.Close()
}
