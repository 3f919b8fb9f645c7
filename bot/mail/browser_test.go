package mail_test

import (
	"errors"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/board/links"
	"referee/bot/mail/outgoing"
)

// token is that of the link to the board in a mail; "": it has none.
func (b *bench) token(m outgoing.Mail) string {
	for _, block := range m.Blocks {
		if l := block.Link; l != nil {
			return strings.TrimPrefix(l.URL, b.site+"/enter/")
		}
	}
	return ""
}

// A mail about a match has a link to the board for who it is to, which is good once; each mail has another, and its reader ends all.
func TestTheBoardByMail(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	if got := b.token(b.last(anna)); got != "" {
		t.Errorf("there is no board, and a link to it: %s", got)
	}
	b.reply(anna, "browser")
	b.says(anna, part("mail.browser-none"))
	b.site = "https://referee.example.com"
	b.restart()
	b.reply(anna, "browser")
	b.says(anna, part("mail.browser-below"), "within 7 days", b.site+"/enter/", "browser off")
	annas := b.token(b.last(anna))
	b.reply(ben, "Navigateur")
	bens := b.token(b.last(ben))
	if annas == "" || bens == "" || annas == bens || strings.Contains(b.last(anna).ReplyTo, annas) {
		t.Fatalf("Anna's link is %q, Ben's %q", annas, bens)
	}
	l := b.look(id)
	enter := func(token, account string) string {
		t.Helper()
		b.must(b.browsers.Look(b.t.Context(), token))
		cookie, to, err := b.browsers.Enter(b.t.Context(), token, "")
		b.must(err)
		who, known, err := b.browsers.Visit(b.t.Context(), cookie)
		b.must(err)
		if seats := l.Seats(account); to != id || !known || who.Account != account || len(who.Rooms) != 1 || who.Rooms[0] != (board.Room{Match: id, Seat: seats[0]}) {
			t.Errorf("the link leads to %s: %+v, %t", to, who, known)
		}
		return cookie
	}
	a, bn := l.Sitting[0].Account, l.Sitting[1].Account
	if l.Sitting[0].Name != "Anna" {
		a, bn = bn, a
	}
	hers, his := enter(annas, a), enter(bens, bn)
	if _, _, err := b.browsers.Enter(b.t.Context(), annas, ""); !errors.Is(err, links.ErrSpent) {
		t.Errorf("the link of a mail is good twice: %v", err)
	}
	b.reply(anna, "browser off")
	b.says(anna, part("mail.browser-ended"))
	if got := b.token(b.last(anna)); got != "" {
		t.Error("the answer that ends all links has one")
	}
	for cookie, want := range map[string]bool{hers: false, his: true} {
		if _, known, err := b.browsers.Visit(b.t.Context(), cookie); known != want || err != nil {
			t.Errorf("a browser is in: %t, %v, want %t", known, err, want)
		}
	}
	// elsewhere than in a match there is none, and who is forgotten is out
	b.write(anna, "browser")
	b.says(anna, part("mail.browser-match"))
	b.write(ben, "oubliez-moi")
	if _, known, err := b.browsers.Visit(b.t.Context(), his); known || err != nil {
		t.Errorf("who was forgotten is in: %t, %v", known, err)
	}
}
