package mail_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"referee/bot/mail/outgoing"
	"referee/engine"
	"referee/engine/match"
)

// Whoever wants a digest gets one mail when they wake, for all matches that wait for them: the answers and the link of each carry a
// token of that match, and move it alone. Asleep they get none.
func TestDigest(t *testing.T) {
	for _, plus := range []bool{true, false} {
		b := newBench(t)
		b.plus = plus
		b.restart()
		b.write(anna, "new toy against "+ben+" clock=7d\nnew toy against carl@example.net clock=7d\nnight 23-7\ndigest on")
		b.write(anna, b.code(anna))
		b.reply(ben, b.code(ben))
		b.reply("carl@example.net", b.code("carl@example.net"))
		list, err := b.play.Index.Matches(b.t.Context())
		b.must(err)
		if len(list) != 2 {
			t.Fatalf("%d matches", len(list))
		}
		b.now = b.now.Add(2 * time.Minute)
		b.deliver()
		before := len(b.got[anna])
		b.now = time.Date(2026, 1, 6, 6, 55, 0, 0, time.UTC)
		b.must(b.play.Schedule.RunDue(b.t.Context(), b.now))
		b.deliver()
		if len(b.got[anna]) != before {
			t.Errorf("%d mails come while Anna sleeps", len(b.got[anna])-before)
		}
		b.now = b.now.Add(10 * time.Minute)
		b.must(b.play.Schedule.RunDue(b.t.Context(), b.now))
		b.deliver()
		if len(b.got[anna]) != before+1 {
			t.Fatalf("%d mails when Anna wakes", len(b.got[anna])-before)
		}
		digest := b.last(anna)
		if digest.Subject != english("mail.subject-digest", engine.Num("n", 2)) {
			t.Errorf("it is about %q", digest.Subject)
		}
		b.says(anna, "# Three Hexes against Ben, match ", "# Three Hexes against Carl, match ", "what is your plan?", "1: ", part("mail.until"))
		var links []outgoing.Link
		var answers outgoing.Answers
		for _, x := range digest.Blocks {
			switch {
			case x.Answers != nil:
				answers = x.Answers
			case x.Link != nil:
				links = append(links, *x.Link)
				if to, subject := mailto(t, x.Link.URL); len(answers) != 3 || answers[0].To != "" && answers[0].To != to || subject != "Re: "+answers[0].Subject {
					t.Errorf("the answers go to %v, the link to %q, %q", answers, to, subject)
				}
			}
		}
		if len(links) != 2 {
			t.Fatalf("it has %d links", len(links))
		}
		seq := func() map[match.ID]int {
			return map[match.ID]int{list[0].ID: b.seq(list[0].ID), list[1].ID: b.seq(list[1].ID)}
		}
		// An answer to the digest itself moves nothing, and brings the mails of both.
		at := seq()
		b.reply(anna, "plan hold")
		if now := seq(); now[list[0].ID] != at[list[0].ID] || now[list[1].ID] != at[list[1].ID] || len(b.got[anna]) != before+3 {
			t.Errorf("an answer to it moves the matches from %v to %v, and brings %d mails", at, now, len(b.got[anna])-before-1)
		}
		moved := map[match.ID]bool{}
		for _, link := range links {
			at := seq()
			to, subject := mailto(t, link.URL)
			b.receive(b.written(anna, to, subject, "plan hold"))
			for id, was := range at {
				if b.seq(id) != was {
					moved[id] = true
					if !strings.Contains(subject, string(id)) {
						t.Errorf("what answers %q moves %s", subject, id)
					}
				}
			}
		}
		if len(moved) != 2 {
			t.Errorf("the answers move %v", moved)
		}
		if page := digest.HTML(); plus != strings.Contains(page, `href="mailto:referee%2B`) || !strings.Contains(page, "body=1") {
			t.Errorf("its page:\n%s", page)
		}
	}
}

// mailto is where a link writes to, and its subject.
func mailto(t *testing.T, link string) (to, subject string) {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "mailto" {
		t.Fatalf("%q: %v", link, err)
	}
	to, err = url.PathUnescape(u.Opaque)
	if err != nil {
		t.Fatal(err)
	}
	return to, u.Query().Get("subject")
}
