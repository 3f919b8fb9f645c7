package browse

import (
	"math/rand/v2"
	"net"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/bot/test/browsertest"
	"referee/bot/test/discordtest"
	"referee/cmd/lab/moves"
	"referee/cmd/lab/program"
	"referee/engine/enginetest/thorough"
)

// TestBrowsersAndDiscord: of two people in one match one plays in a browser, the other in Discord with a browser open
// beside it; what each does is seen by the other, wherever they look.
func TestBrowsersAndDiscord(t *testing.T) {
	thorough.Only(t)
	browsertest.Program(t, "chromium")
	file, err := built()
	if err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	inside := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	outside := httptest.NewTLSServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: inside})
		r.Out.Host = r.In.Host
		r.SetXForwarded()
	}})
	t.Cleanup(outside.Close)

	d := discordtest.New(t, discordtest.Options{Patience: 10 * time.Minute, Deadline: 10 * time.Minute})
	dir := t.TempDir()
	cmd := exec.Command(file, "serve")
	cmd.Dir, cmd.Stderr = dir, t.Output()
	cmd.Env = append(d.Proxy().Env(), "HOME="+dir, "REFEREE_DB="+filepath.Join(dir, "referee.db"), "REFEREE_DICE_KEY="+filepath.Join(dir, "referee.key"),
		"REFEREE_TOKEN="+d.Token(), "REFEREE_GAME=toy", "REFEREE_BACKUP_DIR=", "REFEREE_OPS_LISTEN=off", "REFEREE_WEB_URL="+outside.URL, "REFEREE_WEB_LISTEN="+inside)
	p, err := program.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // before the browsers' tabs are closed, which hold streams open
		if err := p.Stop(); err != nil {
			t.Error(err)
		}
	})
	d.Until("the commands", func() bool { return len(d.Commands()) > 0 && d.Gateway.Connected() > 0 })
	g := d.Guild("club")
	ch := g.Channel("games")
	anna, ben := g.Member("anna", "en-GB"), g.Member("ben", "en-GB")
	anna.Slash(ch, "match new", "game:toy", "side:red").Wait()
	ben.Slash(ch, "match join", "side:blue").Wait()
	sits := func(u *discordtest.User, options ...browsertest.Option) *person {
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
		link := linkOf(u.Click(posted, press.CustomID).Wait().Message.Components)
		if !strings.HasPrefix(link, outside.URL) {
			t.Fatalf("the link is %q", link)
		}
		tab := browsertest.Open(t, options...)
		b := &person{Tab: tab, does: tab.Click}
		if options != nil {
			b.does = tab.Tap
		}
		b.Visit(link)
		b.does("button.primary") // a link that is only looked at is not used up
		b.ready()
		return b
	}
	atDesk, onPhone := sits(anna), sits(ben, browsertest.Phone)
	for atDesk.There("#asks .mine") > 0 { // until Anna has ordered, and Ben is waited for
		if atDesk.There("#confirm") > 0 {
			atDesk.does("#confirm")
		} else {
			atDesk.does("#asks .option, #asks summary")
		}
		atDesk.rest()
	}
	random := rand.New(rand.NewPCG(1, 1))
	for panel := ben.Slash(ch, "choose").Wait().Message; onPhone.There("#asks .mine") > 0; {
		all := moves.Of(panel)
		if len(all) == 0 {
			break
		}
		m := moves.Prefer(random, all)
		if m.Value != "" {
			panel = ben.Select(m.Message, m.ID, m.Value).Wait().Message
		} else {
			panel = ben.Click(m.Message, m.ID).Wait().Message
		}
		onPhone.rest()
	}
	// Both have ordered: what both did is in both browsers.
	for _, b := range []*person{atDesk, onPhone} {
		b.Wait(`document.querySelector("#log").textContent.includes("Red") && document.querySelector("#log").textContent.includes("Blue")`)
	}
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
