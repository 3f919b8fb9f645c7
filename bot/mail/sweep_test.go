package mail_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const days = 24 * time.Hour

// has is what is kept under a prefix.
func (b *bench) has(prefix string) []string {
	b.t.Helper()
	names, _, err := b.store.Mail().After(b.t.Context(), prefix, "", 0)
	b.must(err)
	return names
}

// later lets time pass, and sweeps.
func (b *bench) later(long time.Duration) {
	b.t.Helper()
	b.now = b.now.Add(long)
	b.must(b.Sweep(b.t.Context()))
}

// What was known of mails is deleted when its time is over, and not before: a mail that comes again then moves
// nothing by itself, whatever it asks for.
func TestSwept(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	open := b.last(ben)
	order := b.answer(anna, b.last(anna), "plan hold")
	b.receive(order)
	night := b.answer(anna, b.last(anna), "night 23-7") // spends no token
	b.receive(night)
	anew := b.written(anna, us, "Another", "new toy against carl@example.org")
	b.receive(anew)
	matches := func() int { list, err := b.play.Index.Matches(b.t.Context()); b.must(err); return len(list) }
	account := b.look(id).Holder("red").Account
	sleep := func() string {
		p, err := b.play.Schedule.Preferences(b.t.Context(), account)
		b.must(err)
		return p.Sleep
	}
	if matches() != 2 || sleep() == "" {
		t.Fatalf("%d matches, sleep %q", matches(), sleep())
	}
	b.reply(anna, "night off") // it has no token: the newest mail is about herself
	again := func(when string) {
		t.Helper()
		b.still(id, "an old mail "+when, func() {
			for _, old := range []string{order, night, anew} {
				b.receive(old)
			}
		})
		if matches() != 2 || sleep() != "" {
			t.Errorf("%s: %d matches, sleep %q", when, matches(), sleep())
		}
	}
	handled, sent, tokens := b.has("handled "), b.has("sent "), b.has("token ")
	b.later(90 * days)
	if a, s, k := b.has("handled "), b.has("sent "), b.has("token "); !slices.Equal(a, handled) || !slices.Equal(s, sent) || !slices.Equal(k, tokens) {
		t.Errorf("after 90 days there are %d of %d keys, %d of %d ids and %d of %d tokens", len(a), len(handled), len(s), len(sent), len(k), len(tokens))
	}
	n := len(b.got[anna])
	again("whose key is kept")
	if len(b.got[anna]) != n {
		t.Errorf("a mail whose key is kept was answered:\n%s", plain(b.last(anna)))
	}
	b.later(time.Second)
	if a, s, k := b.has("handled "), b.has("sent "), b.has("token "); len(a) != 0 || len(s) != 0 || len(k) != len(tokens)-1 {
		t.Errorf("after more there are %d keys, %d ids, %d of %d tokens", len(a), len(s), len(k), len(tokens))
	}
	again("whose key is swept")
	b.says(anna, part("mail.confirm"), "new toy against carl")
	before := b.seq(id)
	b.receive(b.answer(ben, open, "plan hold"))
	if b.seq(id) == before {
		t.Errorf("the answer to an old mail, which is still asked, moves nothing:\n%s", plain(b.last(ben)))
	}
	b.write(anna, "night 22-6", "Date: Mon, 05 Jan 2037 12:00:00 +0000")
	if sleep() != "" {
		t.Errorf("a mail of the future was obeyed: sleep %q", sleep())
	}
	b.write(anna, "night 22-6")
	if sleep() == "" {
		t.Error("one of today was not")
	}
}

// The tokens of a match are kept while it lasts, and for a while after it is over; those of none at all are not.
func TestTokensOfAMatchThatIsOver(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	b.later(200 * days)
	if n := len(b.has("token ")); n < 2 {
		t.Fatalf("of a match under way there are %d tokens", n)
	}
	b.reply(anna, "resign")
	b.reply(anna, "resign yes")
	if b.look(id).Ending == nil {
		t.Fatalf("it is not over:\n%s", plain(b.last(anna)))
	}
	b.later(90 * days)
	if n := len(b.has("token ")); n < 2 {
		t.Errorf("90 days after the end there are %d tokens", n)
	}
	b.later(time.Second)
	if names := b.has("token "); len(names) != 0 {
		t.Errorf("tokens are kept for ever: %q", names)
	}
	b.must(b.store.Mail().Keep(b.t.Context(), map[string][]byte{"token x": []byte(`{"account":"mail:a","match":"k3j5x2qa"}`)}, nil))
	b.later(0)
	if names := b.has("token "); len(names) != 0 {
		t.Errorf("the token of no match is kept: %q", names)
	}
}

// Notes about strangers and codes that nobody has sent go sooner.
func TestStrangersAreForgotten(t *testing.T) {
	b := newBench(t)
	b.write("carl@example.org", "Hello")
	b.write("dora@example.org", "new toy against "+ben)
	code := b.code("dora@example.org")
	b.write(anna, "new toy against "+ben)
	b.write(anna, b.code(anna))
	b.later(36 * time.Hour) // two days have not passed since that of the note began
	if got := b.has("told "); len(got) != 3 {
		t.Errorf("the notes of a day and a half: %q", got)
	}
	b.later(time.Second)
	if got := b.has("told "); len(got) != 0 {
		t.Errorf("the notes of two days: %q", got)
	}
	b.now = b.now.Add(14*days - 36*time.Hour - time.Second)
	b.later(0)
	if got := b.has("code "); len(got) != 2 {
		t.Errorf("after 14 days there are codes %q", got)
	}
	b.later(time.Second)
	if got := b.has("code "); len(got) != 1 {
		t.Errorf("after more than 14 days there are codes %q", got)
	}
	b.write(ben, "new toy against dora@example.org") // with it he becomes who was invited
	b.write(ben, b.code(ben))
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	if len(list) != 2 || list[0].Challenge == nil || list[1].Challenge == nil {
		t.Fatalf("%d matches", len(list))
	}
	if one, other := list[0].Challenge, list[1].Challenge; one.To.Account != other.By.Account && other.To.Account != one.By.Account {
		t.Error("who was invited is somebody else")
	}
	b.write("dora@example.org", code)
	b.says("dora@example.org", part("mail.stranger"))
}

// What is swept is deleted in steps, between which mails come in; a step that fails is made again the next time.
func TestSweptInSteps(t *testing.T) {
	b := newBench(t)
	old, err := json.Marshal(b.now)
	b.must(err)
	young, err := json.Marshal(b.now.Add(days))
	b.must(err)
	bodies := map[string][]byte{}
	for i := range 1000 {
		bodies[fmt.Sprintf("handled %04d", i)] = old
		if i%10 == 3 {
			bodies[fmt.Sprintf("handled %04d", i)] = young
		}
	}
	b.must(b.store.Mail().Keep(b.t.Context(), bodies, nil))
	b.now = b.now.Add(90*days + time.Hour)
	b.breaks = 1
	if err := b.Sweep(t.Context()); err == nil {
		t.Error("a disk that fails is not told of")
	}
	b.later(0)
	left := b.has("handled ")
	if len(left) != 100 || slices.ContainsFunc(left, func(name string) bool { return !strings.HasSuffix(name, "3") }) {
		t.Errorf("there are %d: %q", len(left), left)
	}
	if b.most == 0 || b.most > 200 {
		t.Errorf("%d were deleted at once", b.most)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	b.now = b.now.Add(days)
	if err := b.Sweep(ctx); err == nil || len(b.has("handled ")) != 100 {
		t.Errorf("what is stopped goes on: %v", err)
	}
}

// Run sweeps again each day.
func TestRunSweeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.write("carl@example.org", "Hello")
		b.runs = time.Minute
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); b.Run(ctx) }()
		for b.clock().Before(b.now.Add(4 * days)) {
			time.Sleep(10 * time.Millisecond) // of the time of the test, in which nobody waits
		}
		synctest.Wait()
		stop()
		<-ended
		if got := b.has("told "); len(got) != 0 {
			t.Errorf("after four days there are %q", got)
		}
	})
}
