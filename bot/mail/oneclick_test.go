package mail_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"referee/bot/test/localetest"
)

// asks asks a page of the door for an answer.
func (b *bench) asks(method, link string) (status int, page string) {
	b.t.Helper()
	at, err := url.Parse(link)
	b.must(err)
	w := httptest.NewRecorder()
	r := httptest.NewRequest(method, at.Path, strings.NewReader("List-Unsubscribe=One-Click"))
	r.Header.Set("Accept-Language", "fr-CA,fr;q=0.8")
	b.Pages().ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// Programs for mail switch reminders off by one request (RFC 8058), for the address that the mail went to and no other; to look at the page
// changes nothing, and the link moves nothing.
func TestOneClick(t *testing.T) {
	b := newBench(t)
	b.web = "https://referee.example.com"
	b.restart()
	b.write(anna, "new toy against "+ben+" clock=3d")
	b.write(anna, b.code(anna))
	b.reply(ben, b.code(ben))
	b.deliver()
	annas, bens := b.last(anna).Unsubscribe, b.last(ben).Unsubscribe
	if !strings.HasPrefix(annas.Web, b.web+"/mail/off/") || annas.Web == bens.Web || annas.Mail == "" {
		t.Fatalf("Anna unsubscribes by %+v, Ben by %+v", annas, bens)
	}
	if strings.Contains(annas.Web, strings.TrimSuffix(strings.TrimPrefix(b.last(anna).ReplyTo, "referee+"), "@example.com")) {
		t.Error("the link has the token that moves")
	}
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	off := func() bool {
		t.Helper()
		for _, kept := range b.kept() {
			if strings.HasPrefix(kept, "person ") && strings.Contains(kept, anna) {
				return strings.Contains(kept, `"off":true`)
			}
		}
		t.Fatal("Anna is not kept")
		return false
	}
	if status, page := b.asks(http.MethodGet, annas.Web); status != http.StatusOK || !strings.Contains(page, "<button>"+localetest.Part("fr", "mail.off-button")+"</button>") || off() {
		t.Errorf("looked at: %d, off %t\n%s", status, off(), page)
	}
	b.still(list[0].ID, "the link", func() {
		for range 2 {
			if status, page := b.asks(http.MethodPost, annas.Web); status != http.StatusOK || !off() || strings.Contains(page, "<form") {
				t.Errorf("pressed: %d, off %t\n%s", status, off(), page)
			}
		}
	})
	if status, _ := b.asks(http.MethodPost, b.web+"/mail/off/"+strings.Repeat("a", 24)); status != http.StatusNotFound {
		t.Errorf("a link that was never sent: %d", status)
	}
	b.now = b.now.Add(2 * time.Minute)
	b.deliver()
	n, other := len(b.got[anna]), len(b.got[ben])
	b.now = b.now.Add(40 * time.Hour)
	b.must(b.play.Schedule.RunDue(b.t.Context(), b.now))
	b.deliver()
	if len(b.got[anna]) != n || len(b.got[ben]) == other {
		t.Errorf("then %d reminders to Anna, and %d to Ben", len(b.got[anna])-n, len(b.got[ben])-other)
	}
	b.write(anna, "reminders on")
	if off() {
		t.Error("reminders cannot be switched on again")
	}
	b.write(anna, "address anna@example.net")
	b.write("anna@example.net", b.code("anna@example.net"))
	if status, _ := b.asks(http.MethodPost, annas.Web); status != http.StatusOK || strings.Contains(strings.Join(b.kept(), " "), `"off":true`) {
		t.Errorf("the link of an address that was left: %d", status)
	}
}

// Who is invited is rid of the referee by one request, too: nobody invites them again.
func TestOneClickOfAnInvitation(t *testing.T) {
	b := newBench(t)
	b.web = "https://referee.example.com"
	b.restart()
	dora := b.dorasMatch()
	b.invites(dora, ben, "")
	if status, _ := b.asks(http.MethodPost, b.last(ben).Unsubscribe.Web); status != http.StatusOK {
		t.Errorf("pressed: %d", status)
	}
	b.invites(b.dorasMatch(), ben, "off")
}

// Strangers who press links that were never sent, and who press theirs again and again, keep nobody from theirs, and nothing is written for them.
func TestOneClickOfMany(t *testing.T) {
	b := newBench(t)
	b.web = "https://referee.example.com"
	b.restart()
	b.invites(b.dorasMatch(), ben, "")
	b.write(anna, "new toy against carla@example.org")
	b.write(anna, b.code(anna))
	pages := b.Pages()
	press := func(link string) int {
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, httptest.NewRequest(http.MethodPost, strings.TrimPrefix(link, b.web), nil))
		return w.Code
	}
	bens := b.last(ben).Unsubscribe.Web
	if status := press(bens); status != http.StatusOK {
		t.Fatalf("pressed: %d", status)
	}
	b.breaks = 1
	for n := range 300 {
		if status := press("/mail/off/x"); status != http.StatusNotFound {
			t.Fatalf("press %d of a link that was never sent: %d", n, status)
		}
		if status := press(bens); status != http.StatusOK {
			t.Fatalf("press %d of one that was: %d", n, status)
		}
	}
	if b.breaks == 0 {
		t.Error("something was written")
	}
	b.breaks = 0
	if status := press(b.last(anna).Unsubscribe.Web); status != http.StatusOK {
		t.Errorf("somebody else's: %d", status)
	}
}
