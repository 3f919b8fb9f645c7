package board_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"referee/bot/authority"
	"referee/bot/board"
	"referee/bot/club"
	"referee/bot/test/browsertest"
	"referee/bot/test/localetest"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/league"
)

// notarised is a match of the notary, with the browsers of both players and of somebody who looks on.
type notarised struct {
	*site
	by map[engine.Seat]*clicker // "" looks on
}

func newNotarised(t *testing.T, title string) *notarised {
	t.Helper()
	g := &guests{by: map[string]board.Visitor{}}
	m := &notarised{newSiteOf(t, g, playing(notaryGame)), map[engine.Seat]*clicker{}}
	m.begin("notary", engine.Setup{"title": title})
	for _, seat := range []engine.Seat{"blue", "red", ""} {
		g.by["the "+string(seat)] = guest(m.id, seat)
		m.by[seat] = &clicker{site: m.site, Client: m.client("the " + string(seat))}
	}
	g.by["a stranger"] = guest("another", "blue")
	return m
}

// sends hands in a file for a seat.
func (m *notarised) sends(by *http.Client, seat engine.Seat, name string, body io.Reader) (*http.Response, string) {
	m.Helper()
	q := url.Values{"seat": {string(seat)}, "name": {name}}
	r, err := http.NewRequestWithContext(m.Context(), http.MethodPost, m.url+"/m/"+string(m.id)+"/file?"+q.Encode(), body)
	must(m, err)
	return sent(m, by, r)
}

// sees is what a page shows to a seat of its browser; files are named in brackets there.
func (m *notarised) sees(seat engine.Seat, query string) board.State {
	m.Helper()
	return get[board.State](m.site, m.by[seat].Client, "/m/"+string(m.id)+"/state?"+query, http.StatusOK)
}

// gives answers what a seat is asked, with a file behind the last element; "": with none.
func (m *notarised) gives(seat engine.Seat, name, body string, path ...string) board.Outcome {
	m.Helper()
	c := m.by[seat]
	if name != "" {
		_, text := m.sends(c.Client, seat, name, strings.NewReader(body))
		path[len(path)-1] += decoded[board.Received](m, text).Mark
	}
	st := m.sees(seat, "seat="+string(seat))
	i := slices.IndexFunc(st.Asks, func(a board.Ask) bool { return a.Mine })
	done := m.does(c.Client, c.action(st, board.Action{Seat: seat, Do: "pick", Prompt: st.Asks[i].Prompt, Path: path}), http.StatusOK)
	if done.Refusal != nil {
		m.Fatalf("%s %q: %+v", seat, path, done.Refusal)
	}
	return done
}

// TestFilesAreServed: a file that goes with a text is in the list of who sees the text, and of nobody else; it is served for download,
// and never as anything that a browser runs: what begins like a picture is shown as that, whatever its name says.
func TestFilesAreServed(t *testing.T) {
	m := newNotarised(t, "title")
	for _, x := range []struct{ name, body, kind, shown string }{
		{"turn 1.vsav", "PK\x03\x04log", "application/octet-stream", "attachment"},
		{"map.png", "\x89PNG\r\n\x1a\n…", "image/png", "inline"},
		{"photo.jpeg", "\xff\xd8\xff…", "image/jpeg", "inline"},
		{"old.gif", "GIF89a…", "image/gif", "inline"},
		{"new.webp", "RIFF\x00\x00\x00\x00WEBPVP8 …", "image/webp", "inline"},
		{"bare", "\x89PNG\r\n\x1a\n…", "image/png", "inline"},
		{"page.png", "<html><script>alert(1)</script>", "application/octet-stream", "attachment"},
		{"drawing.svg", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "application/octet-stream", "attachment"},
		{"<b>é\u202e\".html", "<b>", "application/octet-stream", "attachment"},
	} {
		seat := m.sees("", "").Asks[0].Seat
		m.gives(seat, x.name, x.body, "pass", engine.TextMark+"Your move.")
		if note := m.sees("", "").Boxes; !strings.HasPrefix(note[len(note)-1].Markers[0].Label, "Your move. [") {
			t.Errorf("with %s the text is %+v", x.name, note[len(note)-1])
		}
		for viewer, c := range m.by {
			f := m.sees(viewer, "").Files[0]
			answer, body := sent(t, c.Client, request(t, m.url+f.At))
			h := answer.Header
			if kind := h.Get("Content-Type"); kind != x.kind || body != x.body || f.Size != int64(len(x.body)) || h.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s gets %+v as %q: %q", viewer, f, kind, body)
			}
			if how := h.Get("Content-Disposition"); !strings.HasPrefix(how, x.shown+"; filename") || strings.ContainsAny(f.Name, "\u202e/") || h.Get("Content-Security-Policy") == "" {
				t.Errorf("%s gets %+v %s", viewer, f, how)
			}
		}
		answer, _ := sent(t, m.client("a stranger"), request(t, m.url+m.sees("red", "").Files[0].At))
		if answer.StatusCode != http.StatusNotFound {
			t.Errorf("a stranger gets %s: %s", x.name, answer.Status)
		}
	}
	files := m.sees("red", "").Files
	if len(files) != 9 || files[3].Alt != "" || files[2].Alt != m.says("web.picture", engine.Text("name", "page.png")) {
		t.Errorf("of %+v one is the board", files)
	}
	if past := m.sees("red", "seq=5").Files; len(past) >= len(files) {
		t.Errorf("the past has %d files", len(past))
	}
}

// TestASealedFile: until orders are opened their file is their owner's alone: it is in no list of others, and its address leads nowhere.
func TestASealedFile(t *testing.T) {
	m := newNotarised(t, "title")
	m.gives("blue", "", "", "orders", "later")
	m.gives("blue", "plan.png", "secret", engine.TextMark+"I attack.")
	at := m.sees("blue", "").Files[0].At
	may := func(want ...engine.Seat) {
		t.Helper()
		for viewer, c := range m.by {
			for _, seat := range []string{"", "?seat=blue", "?seat=" + string(viewer)} {
				answer, body := sent(t, c.Client, request(t, m.url+strings.TrimSuffix(at, "?seat=blue")+seat))
				if sees := slices.Contains(want, viewer); sees != (body == "secret") && !(sees && answer.StatusCode == http.StatusForbidden) {
					t.Errorf("%q asks for the file%s: %s, %q", viewer, seat, answer.Status, body)
				}
			}
			if n := len(m.sees(viewer, "").Files); n > 0 != slices.Contains(want, viewer) {
				t.Errorf("%q is told of %d files", viewer, n)
			}
		}
	}
	may("blue")
	m.gives("red", "", "", "none")
	may("blue")
	m.gives("blue", "", "", "open")
	may("blue", "red", "")
}

// TestRefusedFiles: a file that is too long, empty, torn off, of somebody else's seat or in a game that takes none is refused with
// words, without being read to its end, and one account sends one file at once. What is refused is kept nowhere.
func TestRefusedFiles(t *testing.T) {
	m := newNotarised(t, "title")
	blue := m.by["blue"].Client
	refuses := func(by *http.Client, seat engine.Seat, body io.Reader, key string) {
		t.Helper()
		_, text := m.sends(by, seat, "a.vsav", body)
		if done := decoded[board.Outcome](t, text); done.Refusal == nil || done.Refusal.Text != m.says(key) {
			t.Errorf("%s: %.300s", key, text)
		}
	}
	refuses(blue, "blue", strings.NewReader(""), "referee.refuse.file-empty")
	refuses(blue, "blue", bytes.NewReader(make([]byte, engine.MostFile+1)), "referee.refuse.file-long")
	refuses(blue, "blue", io.LimitReader(zeros{}, engine.MostFile+1), "referee.refuse.file-long") // whose length is not said
	refuses(blue, "red", strings.NewReader("x"), "web.refuse.seat")
	refuses(m.by[""].Client, "blue", strings.NewReader("x"), "web.refuse.seat")

	come, send := io.Pipe()
	ended := make(chan error)
	go func() {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, m.url+"/m/"+string(m.id)+"/file?seat=blue&name=slow", come)
		if err == nil {
			_, err = blue.Do(r) //nolint:bodyclose // it is never answered
		}
		ended <- err
	}()
	_, err := send.Write([]byte("a part"))
	must(t, err)
	soon(t, func() bool { // it has begun to be read
		_, text := m.sends(blue, "blue", "b.vsav", strings.NewReader("y"))
		done := decoded[board.Outcome](t, text)
		return done.Refusal != nil && done.Refusal.Text == m.says("web.refuse.receiving")
	})
	must(t, send.CloseWithError(errors.New("torn off")))
	if <-ended == nil {
		t.Error("a torn off file was answered")
	}
	soon(t, func() bool {
		answer, text := m.sends(blue, "blue", "b.vsav", strings.NewReader("y"))
		return answer.StatusCode == http.StatusOK && decoded[board.Received](t, text).Mark != ""
	})

	toy := newSite(t)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, toy.url+"/m/"+string(toy.id)+"/file?seat=red&name=a", strings.NewReader("x"))
	must(t, err)
	if _, text := sent(t, toy.browser(), r); !strings.Contains(text, toy.says("referee.refuse.no-files")) {
		t.Errorf("a game that takes no files: %s", text)
	}
}

// zeros never end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// soon waits until something is so.
func soon(t *testing.T, is func() bool) {
	t.Helper()
	for range 500 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it never is")
}

// TestAFileInABrowser: the field says before how large a file may be; one that is refused loses no text; a picture that was handed over
// is the board, with a text for those who do not see it, and stays the same element when the board is shown again.
func TestAFileInABrowser(t *testing.T) {
	browsertest.Module(t, "axe-core/axe.min.js")
	dir := t.TempDir()
	file := func(name string, body []byte) string {
		must(t, os.WriteFile(filepath.Join(dir, name), body, 0o600))
		return filepath.Join(dir, name)
	}
	var picture bytes.Buffer
	must(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 30))))
	for _, screen := range []browsertest.Option{browsertest.Sized(1280, 800, false), browsertest.Phone} {
		s := newSite(t, playing(notaryGame))
		p := s.sits(t, browsertest.Still, screen)
		p.does(`#asks [data-option="pass"]`)
		p.Type("#asks .write textarea", "Look at this.")
		label := strings.ReplaceAll(localetest.Told("en", "web.page.file"), "{mb}", "8")
		p.Wait(`[...document.querySelectorAll("#asks .write label")].some(l => l.textContent === ` + strconv.Quote(label) + ` && l.control.type === "file")`)
		p.Choose("#asks .write [type=file]", file("huge.vsav", make([]byte, engine.MostFile+1)))
		p.does("#asks .write button")
		p.Wait(`document.querySelector("#asks .write .refusal")?.textContent.includes("huge.vsav")`)
		p.Choose("#asks .write [type=file]", file("empty.vsav", nil))
		p.does("#asks .write button")
		p.Wait(`document.querySelector("#asks .write .refusal")?.textContent.includes(` + strconv.Quote(s.says("referee.refuse.file-empty")) + `)`)
		if text := browsertest.Eval[string](p.Tab, `document.querySelector("#asks .write textarea").value`); text != "Look at this." {
			t.Errorf("after refusals the text is %q", text)
		}
		for _, found := range p.Axe() {
			t.Error(found)
		}
		p.Choose("#asks .write [type=file]", file("the map.png", picture.Bytes()))
		p.does("#asks .write button")
		const shown = `document.querySelector(".nomap img")`
		p.Wait(shown + `?.naturalWidth === 40 && ` + shown + `.checkVisibility() && ` + shown + `.alt.includes("the map.png")`)
		p.Wait(`document.querySelector(".nomap li a")?.textContent === "the map.png"`)
		p.Wait(`(window.was = ` + shown + `, true)`)
		p.does(`#asks [data-option="phase"]`)
		p.rest()
		p.Wait(shown + ` === window.was`)
		for _, found := range p.Axe() {
			t.Error(found)
		}
		p.does(`#asks [data-option="pass"]`) // a file without a text
		p.Choose("#asks .write [type=file]", file("text.png", []byte("<svg/>")))
		p.does("#asks .write button")
		p.Wait(`document.querySelector(".nomap li a")?.textContent === "text.png" && !` + shown)
	}
}

// TestTwoBrowsers: two people play a league match of the notary, each in a browser of their own. What one does is shown to the other at
// once: a hand-off with its picture, and that orders are sealed, but not what they are, nor the cards of a hand, until they are opened.
// They agree on the result, which counts, and the export of the league is verified.
func TestTwoBrowsers(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}, invited: "INVITED"}
	s := newSiteOf(t, g, playing(notaryGame))
	ofLeague := s.inLeague("notary", map[string]string{club.SetupPrefix + "title": "card-driven"})
	look := s.look(s.id)
	sits := func(seat engine.Seat, screen browsertest.Option) *clicking {
		t.Helper()
		g.mu.Lock()
		g.by[string(seat)] = board.Visitor{Account: look.Holder(seat).Account, Name: string(seat), Rooms: []board.Room{{Match: s.id, Seat: seat}}}
		g.mu.Unlock()
		p := &clicking{Tab: browsertest.Open(t, browsertest.Still, screen)}
		if p.does = p.Click; seat == "red" {
			p.does = p.Tap
		}
		p.Visit(s.url + "/enter/INVITED")
		p.Wait(`(document.cookie = "referee" + location.port + "=` + string(seat) + `; path=/", true)`)
		p.Visit(s.url + "/m/" + string(s.id))
		p.Wait(`document.querySelector("#log li")`)
		return p
	}
	blue, red := sits("blue", browsertest.Sized(1280, 800, false)), sits("red", browsertest.Phone)
	picks := func(p *clicking, options ...string) {
		t.Helper()
		for _, id := range options {
			p.does(`#asks [data-option="` + id + `"]`)
			p.Wait(`!document.body.classList.contains("busy")`)
		}
	}
	writes := func(p *clicking, text string) {
		t.Helper()
		p.Type("#asks .write textarea", text)
		p.does("#asks .write button")
	}
	reads := func(p *clicking, text string) {
		t.Helper()
		p.Wait(`document.querySelector("#happened").textContent.includes(` + strconv.Quote(text) + `)`)
	}
	said := func(key string, seat engine.Seat, args ...engine.Arg) string {
		return s.says(key, append(args, engine.Noun("seat", string(seat)))...)
	}
	picks(blue, "draw", "2")
	hidden := said("event.taken-hidden", "blue", engine.Text("cup", "blue-deck"))
	reads(red, hidden)
	picks(blue, "orders", "now")
	red.Wait(`document.querySelector("#asks .mine textarea")`)
	red.Type("#asks .write textarea", "I wait") // which stays when Blue has sealed theirs
	writes(blue, "By night.")
	reads(red, said("event.sealed-hidden", "blue"))
	if held := browsertest.Eval[string](red.Tab, `document.documentElement.outerHTML`); strings.Contains(held, "By night") {
		t.Error("Red’s page has what Blue has sealed")
	}
	writes(red, " and see.")
	for _, p := range []*clicking{blue, red} {
		reads(p, "By night.")
		reads(p, "I wait and see.")
	}
	picks(blue, "pass")
	var picture bytes.Buffer
	must(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))))
	file := filepath.Join(t.TempDir(), "map.png")
	must(t, os.WriteFile(file, picture.Bytes(), 0o600))
	blue.Choose("#asks .write [type=file]", file)
	writes(blue, "Your move.")
	reads(red, "Your move.")
	red.Wait(`document.querySelector(".nomap img")?.naturalWidth === 8 && document.querySelector("#asks .mine")`)
	if n := browsertest.Eval[int](red.Tab, `document.querySelectorAll("dialog").length`); n > 0 {
		t.Error("a player alone at a screen is told to look away")
	}
	picks(red, "result", "blue")
	blue.Wait(`document.querySelector('#asks [data-option="agree"]')`)
	picks(blue, "agree")
	won := said("event.ended", "blue", engine.Sub("winner", engine.Say("winner.player", engine.Noun("seat", "blue"))))
	for _, p := range []*clicking{blue, red} {
		reads(p, won)
	}
	if played := ofLeague().Matches[0]; played.Result == nil || played.Result.Winner == 0 {
		t.Errorf("the match does not count: %+v", played)
	}
}

// inLeague opens the match of a league of two; what it returns looks at the league when the match has ended, and verifies its export.
func (s *site) inLeague(game string, settings map[string]string) (ended func() club.LeagueLook) {
	s.Helper()
	ctx := s.Context()
	c := club.LeagueCommand{Account: "test:o", Name: "Olga", Door: "test", Powers: authority.Powers{Home: "club", Organiser: true}}
	founded, err := s.clubs.Leagues.Found(ctx, c, club.Founding{Home: "club", Name: "Winter", Place: "news", Game: game, Rules: league.Rules{
		Format: league.FormatRoundRobin, Slots: 1, Scoring: league.PlainScoring(), RoundTime: 7 * 24 * 3600 * 1000, Settings: settings,
	}})
	must(s, err)
	c.League = founded.League
	for _, name := range []string{"ann", "ben"} {
		_, err := s.clubs.Leagues.Enter(ctx, c, club.Someone{Account: "test:" + name, Name: name}, 0, league.Waking{})
		must(s, err)
	}
	_, err = s.clubs.Leagues.Start(ctx, c, nil)
	must(s, err)
	s.id, err = s.clubs.Leagues.OpenPairing(ctx, c, 1, "thread")
	must(s, err)
	return func() club.LeagueLook {
		s.Helper()
		must(s, s.Schedule.Up(ctx, time.UnixMilli(1_000_000)))
		must(s, s.Schedule.RunDue(ctx, time.UnixMilli(1_000_000).Add(time.Minute))) // the league hears of it
		files := fstest.MapFS{}
		must(s, s.clubs.Leagues.Write(ctx, c.League, true, func(name string, write func(io.Writer) error) error {
			var out bytes.Buffer
			err := write(&out)
			files[name] = &fstest.MapFile{Data: out.Bytes()}
			return err
		}))
		if held, err := club.Verifier(games.Known().Verifier()).League(files); held != 1 || err != nil {
			s.Errorf("%d matches of the league hold: %v", held, err)
		}
		look, err := s.clubs.Leagues.Look(ctx, c.League)
		must(s, err)
		return look
	}
}
