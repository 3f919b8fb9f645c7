package board_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/board"
	"referee/bot/limit"
	"referee/bot/locale"
	"referee/engine"
)

// sent sends a request and returns the status and the whole answer.
func sent(t testing.TB, c *http.Client, r *http.Request) (*http.Response, string) {
	t.Helper()
	answer, err := c.Do(r)
	must(t, err)
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	must(t, answer.Body.Close())
	return answer, string(text)
}

// TestRoutesRefuseUninvitedVisitors: without a cookie, with one that was made up, from another site or under another name,
// nothing is told and nothing done, at any route.
func TestRoutesRefuseUninvitedVisitors(t *testing.T) {
	s := newSite(t)
	known := s.browser()
	before := get[board.State](s, known, "/m/"+string(s.id)+"/state", http.StatusOK).Last
	for _, r := range slices.Concat(matchRoutes, otherRoutes) {
		open := strings.HasPrefix(r.path, "/enter") || strings.HasPrefix(r.path, "/static")
		preview := r.path == "/m/ID" // which says that the board is private, and is tried in preview_test.go
		for _, cookie := range []string{"", "made-up", s.screen.Token} {
			answer, text := sent(t, s.client(cookie), r.to(t, s.url, s.id))
			if !open && !preview && answer.StatusCode != http.StatusUnauthorized || !preview && answer.StatusCode == http.StatusOK || strings.Contains(text, "plan") {
				t.Errorf("%s %s with cookie %q: %s %s", r.method, r.path, cookie, answer.Status, text)
			}
		}
		q := r.to(t, s.url, s.id)
		q.Host = "evil.example"
		if answer, _ := sent(t, known, q); answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s %s under another name: %s", r.method, r.path, answer.Status)
		}
		if r.method != http.MethodPost {
			continue
		}
		for _, site := range []string{"cross-site", "same-site"} {
			q := r.to(t, s.url, s.id)
			q.Header.Set("Sec-Fetch-Site", site)
			if answer, _ := sent(t, known, q); answer.StatusCode != http.StatusForbidden {
				t.Errorf("%s sent by a page elsewhere (%s): %s", r.path, site, answer.Status)
			}
		}
		q = r.to(t, s.url, s.id)
		q.Header.Set("Origin", "https://evil.example")
		if answer, _ := sent(t, known, q); answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s sent by a page elsewhere: %s", r.path, answer.Status)
		}
	}
	if after := get[board.State](s, known, "/m/"+string(s.id)+"/state", http.StatusOK).Last; after != before {
		t.Errorf("something was done: %d, %d", before, after)
	}
}

// TestALinkIsNotSpentByFetchingIt: its page has a button, which spends it once; the cookie that a browser gets by it is
// out of reach for scripts and for other sites.
func TestALinkIsNotSpentByFetchingIt(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}, invited: "INVITED"}
	s := newSiteOf(t, g)
	g.to = s.id
	c := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for range 2 {
		answer, text := sent(t, c, request(t, s.url+"/enter/INVITED"))
		if answer.StatusCode != http.StatusOK || len(answer.Cookies()) != 0 || !strings.Contains(text, `value="INVITED"`) {
			t.Errorf("%s %v: %s", answer.Status, answer.Cookies(), text)
		}
	}
	enter := func(token string) *http.Response {
		answer, err := c.PostForm(s.url+"/enter", url.Values{"token": {token}})
		must(t, err)
		must(t, answer.Body.Close())
		return answer
	}
	for _, token := range []string{"", "x", "INVITEDx", strings.Repeat("x", 5000)} {
		if no := enter(token); no.StatusCode != http.StatusForbidden || len(no.Cookies()) != 0 {
			t.Errorf("by %.10q: %s", token, no.Status)
		}
	}
	entered := enter("INVITED")
	cookies := entered.Cookies()
	if entered.StatusCode != http.StatusSeeOther || entered.Header.Get("Location") != "/m/"+string(s.id) || len(cookies) != 1 ||
		!cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode || cookies[0].Path != "/" {
		t.Errorf("%s %+v", entered.Status, cookies)
	}
	if again := enter("INVITED"); again.StatusCode != http.StatusForbidden {
		t.Errorf("a link is used twice: %s", again.Status)
	}
}

// TestEveryAnswerIsGuarded: whatever is answered, a browser is told what a page may do, and to keep nothing that
// is not for all.
func TestEveryAnswerIsGuarded(t *testing.T) {
	s := newSite(t)
	c := s.browser()
	for _, r := range slices.Concat(matchRoutes, otherRoutes) {
		if r.path == "/events" {
			continue // it does not end
		}
		answer, _ := sent(t, c, r.to(t, s.url, s.id))
		h := answer.Header
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s %s: the policy is %q", r.method, r.path, csp)
			}
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if r.path == "/m/ID/facts" && name == "Cache-Control" && answer.StatusCode == http.StatusOK {
				want = "private, max-age=3600" // which are the same for whoever may see the match
			}
			if got := h.Get(name); got != want {
				t.Errorf("%s %s: %s is %q", r.method, r.path, name, got)
			}
		}
		if strings.Contains(csp, "unsafe") {
			t.Errorf("%s %s: the policy is %q", r.method, r.path, csp)
		}
	}
}

// TestHostileRequests: what is too long, no JSON, of no such match, prompt or seat is refused with what to do next,
// in the visitor's language, and changes nothing.
func TestHostileRequests(t *testing.T) {
	s := newSite(t)
	c := s.browser()
	at := s.url + "/m/" + string(s.id)
	before := get[board.State](s, c, "/m/"+string(s.id)+"/state?seat=red", http.StatusOK)
	prompt := before.Asks[0].Prompt
	long := strings.Repeat("x", 70<<10)
	action := func(change func(*board.Action)) string {
		d := board.Action{Key: "abcdefgh", Seat: "red", Do: "answer", Prompt: prompt, Path: []string{"hold"}}
		change(&d)
		text, err := json.Marshal(d)
		must(t, err)
		return string(text)
	}
	many := make([]string, 201)
	for name, x := range map[string]struct {
		body string
		want int
	}{
		"no JSON":         {"hello", 400},
		"an array":        {"[]", 400},
		"unknown":         {`{"key":"abcdefgh","seat":"red","do":"answer","admin":true}`, 400},
		"too long":        {action(func(d *board.Action) { d.Text = long }), 413},
		"no key":          {action(func(d *board.Action) { d.Key = "" }), 400},
		"a short key":     {action(func(d *board.Action) { d.Key = "a" }), 400},
		"a key of others": {action(func(d *board.Action) { d.Key = "a:b:c:d:e" }), 400},
		"no action":       {action(func(d *board.Action) { d.Do = "win" }), 400},
		"a long path":     {action(func(d *board.Action) { d.Path = many }), 400},
		"a long element":  {action(func(d *board.Action) { d.Path = []string{long[:200]} }), 400},
		"a long order":    {action(func(d *board.Action) { d.Do, d.Text = "order", long[:3000] }), 400},
		"a seat of none":  {action(func(d *board.Action) { d.Seat = "green" }), 403},
		"chance":          {action(func(d *board.Action) { d.Seat = "chance" }), 403},
		"another's":       {action(func(d *board.Action) { d.Seat = "blue" }), 200},
		"no such prompt":  {action(func(d *board.Action) { d.Prompt = "plan@99" }), 200},
		"no such option":  {action(func(d *board.Action) { d.Path = []string{"fly"} }), 200},
		"half an answer":  {action(func(d *board.Action) { d.Path = []string{"rush"} }), 200},
		"no offer":        {action(func(d *board.Action) { d.Do = "accept" }), 200},
		"nonsense":        {action(func(d *board.Action) { d.Do, d.Text = "order", "plan \x1b[2J\u202e" }), 200},
		"no order":        {action(func(d *board.Action) { d.Do, d.Text = "order", "" }), 200},
		"nothing to undo": {action(func(d *board.Action) { d.Do = "undo" }), 200},
		"back to nowhere": {action(func(d *board.Action) { d.Do, d.N = "take-back", -5 }), 200},
		"no sandbox":      {action(func(d *board.Action) { d.Sandbox = true }), 200},
		"stale":           {action(func(d *board.Action) { d.Seen = "0123456789abcdef" }), 409},
	} {
		for _, lang := range locale.Languages {
			q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at+"/do", strings.NewReader(x.body))
			must(t, err)
			q.Header.Set("Content-Type", "application/json")
			q.Header.Set("Accept-Language", lang)
			screen := s.client(cookieOf(t, s, c))
			answer, text := sent(t, screen, q)
			var done board.Outcome
			must(t, json.Unmarshal([]byte(text), &done))
			if answer.StatusCode != x.want || done.Refusal == nil || done.Refusal.Text == "" || done.Refusal.Next == "" || strings.Contains(text, `"[`) {
				t.Errorf("%s: %s %.300s", name, answer.Status, text)
			}
		}
	}
	for _, path := range []string{"/ask?q=win", "/ask?q=reach+%00", "/proof/99"} {
		if no := get[board.Outcome](s, c, "/m/"+string(s.id)+path, http.StatusOK); no.Refusal == nil || no.Refusal.Text == "" || no.Refusal.Next == "" {
			t.Errorf("%s: %+v", path, no)
		}
	}
	for _, path := range []string{
		"/state?seq=-1", "/state?seq=x", "/state?seq=99", "/state?seat=green", "/ask", "/ask?q=%ff", "/ask?q=" + long[:3000],
		"/complete?text=" + long[:3000], "/log?from=9&to=2", "/log?from=x", "/scenes?from=-1", "/proof/x", "/base/x", "/base/..%2f..%2fetc", "/nothing",
	} {
		answer, text := sent(t, c, request(t, at+path))
		if answer.StatusCode < 400 || answer.StatusCode >= 500 || !strings.Contains(text, `"next":"`) {
			t.Errorf("%s: %s %.300s", path, answer.Status, text)
		}
	}
	form := "--x\r\nContent-Disposition: form-data; name=\"game\"\r\n\r\ntoy\r\n--x--\r\n"
	for kind, body := range map[string]string{"application/x-www-form-urlencoded": "", "multipart/form-data; boundary=x": form, "text/plain": "game=toy"} {
		no, err := c.Post(s.url+"/new", kind, strings.NewReader(body))
		must(t, err)
		read[board.Outcome](s, no, http.StatusBadRequest)
	}
	if all, err := s.Index.Matches(s.Context()); err != nil || len(all) != 1 {
		t.Errorf("%d matches: %v", len(all), err)
	}
	for path, next := range map[string]string{
		"/nothing": "list", "/m/none": "screen", "/m/" + string(s.id) + "/log?from=x": "load", "/enter/old": "screen",
	} {
		no := get[board.Outcome](s, c, path, 0).Refusal
		if no.Next != s.says("web.next."+next) {
			t.Errorf("%s: %s %s", path, no.Text, no.Next)
		}
	}
	for _, path := range []string{"/m/..%2f..", "/m/%00", "/m/" + long[:2000], "/static/x/..%2fpage.go", "/static/" + "x/style.css", "/nothing"} {
		if answer, text := sent(t, c, request(t, s.url+path)); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%.40s: %s %.300s", path, answer.Status, text)
		}
	}
	after := get[board.State](s, c, "/m/"+string(s.id)+"/state?seat=red", http.StatusOK)
	if after.Last != before.Last || after.Seen != before.Seen {
		t.Errorf("something was done: %d %s, %d %s", before.Last, before.Seen, after.Last, after.Seen)
	}
}

func request(t testing.TB, address string) *http.Request {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	must(t, err)
	return q
}

// cookieOf is the cookie that a browser was given.
func cookieOf(t *testing.T, s *site, c *http.Client) string {
	t.Helper()
	at, err := url.Parse(s.url)
	must(t, err)
	return c.Jar.Cookies(at)[0].Value
}

// TestAFloodIsMet: a visitor who asks for too much is told when to go on, and others are served meanwhile; who sits at
// the screen is not limited.
func TestAFloodIsMet(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteWith(t, g, limit.New(limit.Config{PerSecond: 5}))
	g.by["the red"], g.by["the blue"] = guest(s.id, "red"), guest(s.id, "blue")
	flood := func(cookie string) (refused *http.Response) {
		for range 60 {
			answer, _ := sent(t, s.client(cookie), request(t, s.url+"/m/"+string(s.id)+"/complete?text=p"))
			if answer.StatusCode == http.StatusTooManyRequests {
				return answer
			}
		}
		return nil
	}
	if no := flood("the red"); no == nil || no.Header.Get("Retry-After") == "" {
		t.Errorf("a flood is met with %v", no)
	}
	if flood("nobody") == nil {
		t.Error("strangers may ask for as much as they like")
	}
	get[board.State](s, s.client("the blue"), "/m/"+string(s.id)+"/state", http.StatusOK)
	v := guest(s.id, "red")
	v.Table = "test:"
	g.by["the screen"] = v
	if flood("the screen") != nil {
		t.Error("who sits at the screen is limited")
	}
}

// TestAKeyIsOfItsVisitor: the same key in the hands of the other player is another command, and neither is answered
// what the other was.
func TestAKeyIsOfItsVisitor(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, g)
	g.by["the red"], g.by["the blue"] = guest(s.id, "red"), guest(s.id, "blue")
	for _, seat := range []engine.Seat{"red", "blue"} {
		d := board.Action{Key: "the-same-key", Seat: seat, Do: "order", Text: "plan hold"}
		done := s.does(s.client("the "+string(seat)), d, http.StatusOK)
		if done.Repeated || len(done.Lines) == 0 {
			t.Errorf("%s: %+v", seat, done)
		}
		again := s.does(s.client("the "+string(seat)), d, http.StatusOK)
		if !again.Repeated || !slices.Equal(again.Lines, done.Lines) {
			t.Errorf("%s again: %+v", seat, again.Lines)
		}
	}
}

// TestGuessFloodDoesNotBlockVisitors: a thousand wrong requests a second, from one network of IPv6 and from thousands, are met with
// refusals, of which only so many say why. Who has a link is let in meanwhile, from the same network too, and who was let in goes on.
func TestGuessFloodDoesNotBlockVisitors(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	now := time.Unix(1_700_000_000, 0)
	limits := limit.New(limit.Config{PerSecond: 5, Now: func() time.Time { return now }})
	s := newSiteWith(t, g, limits)
	g.to = s.id
	b, err := board.New(t.Context(), board.Config{Referee: s.Referee, Visitors: g, Log: slog.New(slog.DiscardHandler), Limits: limits})
	must(t, err)
	r := rand.New(rand.NewPCG(1, 1))
	ask := func(method, path, from, cookie, body string) int {
		q := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
		q.RemoteAddr = net.JoinHostPort(from, "4711")
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		q.AddCookie(&http.Cookie{Name: "referee", Value: cookie})
		w := httptest.NewRecorder()
		b.ServeHTTP(w, q)
		return w.Code
	}
	home := func() string { return fmt.Sprintf("2001:db8::%x:%x", r.IntN(1<<16), r.IntN(1<<16)) }
	anywhere := func() string { return fmt.Sprintf("2001:db8:%x:%x::1", r.IntN(1<<16), r.IntN(1<<16)) }
	state := "/m/" + string(s.id) + "/state"
	for name, from := range map[string]func() string{"one network": home, "everywhere": anywhere} {
		now = now.Add(time.Hour)
		met := map[int]int{}
		for second := range 10 {
			for i := range 1000 {
				switch guess := fmt.Sprint(second*1000 + i); i % 4 {
				case 0:
					met[ask("GET", "/enter/"+guess, from(), "", "")]++
				case 1:
					met[ask("POST", "/enter", from(), "", "token="+guess)]++
				case 2:
					met[ask("GET", state, from(), guess, "")]++
				default:
					met[ask("GET", "/"+guess, from(), "", "")]++
				}
			}
			link := fmt.Sprint("link ", name, second)
			g.invited = link
			for what, code := range map[string]int{
				"to look at the link": ask("GET", "/enter/"+url.PathEscape(link), home(), "", "") - http.StatusOK,
				"to use it":           ask("POST", "/enter", home(), "", "token="+url.QueryEscape(link)) - http.StatusSeeOther,
				"to go on":            ask("GET", state, home(), "the invited", "") - http.StatusOK,
			} {
				if code != 0 {
					t.Errorf("%s, second %d, %s: not as it should be, by %d", name, second, what, code)
				}
			}
			now = now.Add(time.Second)
		}
		answered := 10_000 - met[http.StatusTooManyRequests]
		most := 40 + 10*10 // of one network
		if name == "everywhere" {
			most = 400 + 10*100
		}
		if answered > most || answered < most/2 {
			t.Errorf("%s: of 10000 guesses %d were answered, and at most %d are: %v", name, answered, most, met)
		}
	}
}
