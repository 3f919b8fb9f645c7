package mail_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/bot/club"
	"referee/bot/locale"
	"referee/bot/mail/outgoing"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/test/localetest"
	"referee/bot/test/refereetest/offered"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// writing is a match by mail, each line that is offered in which is written.
type writing struct {
	*bench
	of    *offered.Case
	id    match.ID
	rand  *rand.Rand
	saved []byte // the store as the match was prepared
	news  map[string][]outgoing.Mail
	mails int // received since
	head  string
	tried map[string]int
}

const (
	cid  = "cid@example.org"  // known, without a seat
	fred = "fred@example.org" // a stranger
)

// begin prepares the match, and has those who play ask how it stands.
func (w *writing) begin(ctx context.Context, n int) {
	w.t.Helper()
	w.rand, w.lang = rand.New(rand.NewPCG(uint64(n), 5)), []string{"en", "fr", "es"}[n%3]
	for _, who := range []string{anna, ben, cid} {
		name, _, _ := strings.Cut(who, "@")
		code, _, err := w.Bind(ctx, "mail:"+name, name, w.lang)
		w.must(err)
		w.write(who, code)
	}
	info, err := w.play.Games.Info(w.of.Game.ID)
	w.must(err)
	w.id = w.of.Prepare(w.t, offered.World{
		Referee: w.play, Place: thread, Home: home,
		Account: func(s engine.Seat) string {
			return []string{"mail:anna", "mail:ben"}[max(0, slices.Index(info.Seats, s))]
		},
		Appeal: func(ctx context.Context, c referee.Command) error {
			_, err := w.club.Judges.Appeal(ctx, c, club.Appeal{Text: "Hm."})
			return err
		},
	})
	w.deliver()
	for _, who := range w.sitting() {
		w.reply(who, "status")
	}
	w.must(w.store.Close())
	w.saved, err = os.ReadFile(w.file)
	w.must(err)
	w.start()
	w.news, w.mails, w.head = maps.Clone(w.got), 0, w.now()
}

// again is the match as it was prepared.
func (w *writing) again() {
	w.t.Helper()
	w.must(w.store.Close())
	w.must(os.WriteFile(w.file, w.saved, 0o600))
	w.start()
	w.got, w.mails = maps.Clone(w.news), 0
	if w.now() != w.head {
		w.t.Fatal("the match is not as it was")
	}
}

// sitting are the people who have seats.
func (w *writing) sitting() (out []string) {
	l := w.look(w.id)
	for _, who := range []string{anna, ben} {
		if len(l.Seats(accountOf(who))) > 0 {
			out = append(out, who)
		}
	}
	return out
}

func accountOf(who string) string {
	name, _, _ := strings.Cut(who, "@")
	return "mail:" + name
}

// now is all that is decided or half built.
func (w *writing) now() string {
	w.t.Helper()
	return offered.State(w.t, w.play, w.id)
}

// line is one that can be written.
type line struct {
	text string
	does bool // it changes the match
}

var (
	quoted = regexp.MustCompile(`[“«][\s\x{a0}\x{202f}]*([^”»]+?)[\s\x{a0}\x{202f}]*[”»]`)
	named  = regexp.MustCompile(`\(([^()]+)\)$`)
	// below is what stands below a line that has something there.
	below = map[string]string{
		"try": "status", "essayer": "status", "probar": "status", "appeal": "Hm.", "appel": "Hm.", "apelación": "Hm.",
	}
	asTyped = regexp.MustCompile(`(?:type|tapez|escriba)[\s\x{a0}\x{202f}]?: ([\pL-]+)$`)
	// sureLine is the line that does what was asked back, at the end of what asks.
	sureLine = regexp.MustCompile(`(?m)^» resign\n.*: ([^:\n]+)$`)
)

// undone reports whether a mail says that something, or all, was refused.
func undone(said string) bool {
	return says(said, "mail.not-done", "mail.nothing", "mail.nothing-own", "mail.nothing-to-try", "mail.nothing-written",
		"mail.refused.spent", "mail.refused.stale", "mail.refused.unknown", "mail.refused.elsewhere")
}

// surely reports whether a mail asks whether something is meant.
func surely(said string) bool { return says(said, "mail.sure") }

// says reports whether a mail has one of the messages in one of the languages.
func says(said string, keys ...string) bool {
	return slices.ContainsFunc(locale.Languages, func(lang string) bool {
		return slices.ContainsFunc(keys, func(key string) bool { return strings.Contains(said, localetest.Part(lang, key)) })
	})
}

// word is what can be written of an answer.
func word(text string) string {
	if in := named.FindStringSubmatch(text); in != nil {
		return in[1]
	}
	return text
}

// offers are the lines that a mail offers: numbers, the words of answers where it says so, and what stands in quotation marks.
func (w *writing) offers(m outgoing.Mail, words bool) (out []line) {
	for _, b := range m.Blocks {
		switch {
		case b.Answers != nil:
			for _, a := range b.Answers {
				out = append(out, line{a.Say, true})
				if words {
					out = append(out, line{word(a.Text), true})
				}
			}
		case b.Paragraph != "":
			if strings.HasPrefix(b.Paragraph, "» ") { // what was asked
				continue
			}
			if in := asTyped.FindStringSubmatch(b.Paragraph); in != nil {
				out = append(out, line{in[1], true})
			}
			for _, in := range quoted.FindAllStringSubmatch(b.Paragraph, -1) {
				if more := below[in[1]]; more != "" {
					in[1] += "\n" + more
				}
				out = append(out, line{in[1], false})
			}
		}
	}
	return out
}

// orders are orders, one for each verb that a mail names.
func (w *writing) orders(ctx context.Context, seat engine.Seat) (out []line) {
	w.t.Helper()
	s := w.look(w.id).Snapshot
	verbs, err := s.Complete(seat, "")
	w.must(err)
	for _, verb := range verbs {
		if !verb.Verb || verb.Anew {
			continue
		}
		looked := 0
		if order, found := w.order(ctx, s, seat, verb.Word, &looked); found {
			out = append(out, line{order, true})
		} else if looked < mostLooked && !repeats(s.Info(), verb.Word) { // else it may need a way that nobody has looked for
			w.t.Errorf("%s is offered %q, and nothing makes an order of it", seat, verb.Word)
		}
	}
	return out
}

// repeats reports whether a verb has as many words as one likes.
func repeats(info *engine.Info, verb string) bool {
	v, _ := info.Verb(verb)
	return slices.ContainsFunc(v.Slots, func(s engine.Slot) bool { return s.Repeat })
}

// mostLooked is how many words are tried, one behind the other, to make an order of a verb.
const mostLooked = 100

// order is an order that begins with some words and changes something.
func (w *writing) order(ctx context.Context, s *referee.Snapshot, seat engine.Seat, text string, looked *int) (string, bool) {
	w.t.Helper()
	if *looked++; *looked > mostLooked {
		return "", false
	}
	l, err := s.Look(ctx, engine.Viewer(seat))
	w.must(err)
	var held orders.Held
	if l.Draft != nil {
		held = l.Draft.Held
	}
	if read, err := orders.New(s.Info()).Read(s.Match().Position(), seat, held, text); err == nil && (read.Whole || !slices.Equal(read.Path, held.Path)) {
		return text, true // and it is more than what is unfinished already
	}
	next, err := s.Complete(seat, text+" ")
	w.must(err)
	for _, i := range w.rand.Perm(len(next)) {
		if order, found := w.order(ctx, s, seat, text+" "+next[i].Word, looked); found {
			return order, true
		}
	}
	return "", false
}

// says has somebody answer the newest mail to them, and is what comes back; "": nothing.
func (w *writing) answers(who, text string) string {
	w.t.Helper()
	before := len(w.got[who])
	w.reply(who, text)
	w.mails++
	if len(w.got[who]) == before {
		return ""
	}
	return plain(w.last(who))
}

// obeyed writes a line that is offered; what is asked back is written again.
func (w *writing) obeyed(ctx context.Context, who string, x line) {
	w.t.Helper()
	said := w.answers(who, x.text)
	for range 2 {
		if undone(said) && surely(said) {
			said = w.answers(who, x.text+referee.SureMark)
		}
	}
	if said == "" || undone(said) || x.does && w.now() == w.head {
		w.t.Errorf("%s is offered %q, and it is refused:\n%s\noffered:\n%s", who, x.text, brief(said), brief(plain(w.shown(who))))
	}
	w.afresh(ctx, who)
}

// shown is the mail to somebody of which all is tried.
func (w *writing) shown(who string) outgoing.Mail { return w.news[who][len(w.news[who])-1] }

// brief is a mail without the map.
func brief(said string) string {
	said, _, _ = strings.Cut(said, "# The map in words")
	return said
}

// mostMails is after how many mails it is begun again: so many are answered in an hour that do nothing.
const mostMails = 25

// afresh is the match as it was prepared, with a mail to who has written that can be answered: what was begun is dropped, or else it
// is prepared anew.
func (w *writing) afresh(ctx context.Context, who string) {
	w.t.Helper()
	now := w.now()
	if now != w.head && w.mails < mostMails {
		w.drops(ctx)
	}
	switch {
	case w.mails >= mostMails || w.now() != w.head:
		w.again()
	case now != w.head:
		w.answers(who, "status")
	}
}

// drops drops what is half built.
func (w *writing) drops(ctx context.Context) {
	w.t.Helper()
	l := w.look(w.id)
	for _, a := range l.Asks {
		c := referee.Command{Match: w.id, Seat: a.Seat, Account: l.Holder(a.Seat).Account, Door: "test"}
		if _, err := w.play.Draft(ctx, c, a.Prompt, nil); err != nil && !referee.IsRefusal(err) {
			w.must(err)
		}
	}
}

// refused writes a line that is not offered.
func (w *writing) refused(who, octets, text string) {
	w.t.Helper()
	w.receive(octets)
	w.mails++
	if w.now() != w.head {
		said := "nothing"
		if len(w.got[who]) > 0 {
			said = brief(plain(w.last(who)))
		}
		w.t.Errorf("%s is not offered %q, and obeyed:\n%s", who, text, said)
		w.again()
	} else if w.mails >= mostMails {
		w.again()
	}
}

// forged are lines that somebody may write at some time, and that move nothing now.
func (w *writing) forged(ctx context.Context, who string, n int) (out []string) {
	w.t.Helper()
	l := w.look(w.id)
	s := l.Snapshot
	seat := s.Seat(accountOf(who))
	x, err := turn.Of(ctx, w.play, s, referee.Command{Match: w.id, Seat: seat}, turn.Wishes{})
	w.must(err)
	may := func(act turn.Act) bool {
		may, err := x.May(ctx, act)
		w.must(err)
		return may
	}
	for _, x := range []struct {
		text string
		may  bool
	}{
		{"0", false},
		{fmt.Sprint(n + 1), false},
		{"999", false},
		{"try\n1", false},
		{"plan nothing", false},
		{"accept", may(turn.Accept)},
		{"decline", may(turn.Decline)},
		{"undo", may(turn.Undo)},
		{"offer", may(turn.Draw)},
		{"law yes", may(turn.Law)},
		{"hint", may(turn.Hint)},
		{"pause", may(turn.Pause)},
		{"end the pause", may(turn.Unpause)},
		{"go on", may(turn.GoOn)},
		{"clock 3d", may(turn.Clock)},
		{"leave", !l.Started},
		{"ask-back 1", may(turn.Draw) && !l.Appealed},
		{"ask-back " + fmt.Sprint(l.Seq), false},
		{"ask-back 9999", false},
		{"revoke 999", false},
		{"standing arm", false},
		{"resign yes", false},
		{"ruling stands", false},
	} {
		if !x.may {
			out = append(out, x.text)
		}
	}
	words, err := s.Complete(seat, "")
	w.must(err)
	of := x.Look
	for _, v := range s.Info().Verbs { // of other questions, or of none
		repeats := of.Draft != nil && slices.Contains(of.Draft.Held.Path, v.Name) // it gives what waits
		if !repeats && !slices.ContainsFunc(words, func(n orders.Next) bool { return n.Word == v.Name }) {
			out = append(out, v.Example)
		}
	}
	return out
}

// everything writes each line that somebody is offered, and others; it returns the former.
func (w *writing) everything(ctx context.Context, who string) (shown []line) {
	w.t.Helper()
	l := w.look(w.id)
	seat := l.Snapshot.Seat(accountOf(who))
	orders := w.orders(ctx, seat)
	shown = w.offers(w.last(who), len(orders) == 0)
	for _, x := range append(slices.Clone(shown), orders...) {
		w.tried[kindOf(x)]++
		w.obeyed(ctx, who, x)
	}
	if _, stands := l.Snapshot.Match().Restored(); l.Started && l.Ending == nil && !stands {
		w.resigns(ctx, who)
	}
	n := 0
	for _, x := range shown {
		if _, err := strconv.Atoi(x.text); err == nil {
			n++
		}
	}
	for _, text := range w.forged(ctx, who, n) {
		w.tried["not "+strings.Fields(text)[0]]++
		w.refused(who, w.answer(who, w.last(who), text), text)
	}
	return shown
}

// resigns has somebody resign, which is asked back with the line that does it.
func (w *writing) resigns(ctx context.Context, who string) {
	w.t.Helper()
	w.tried["resign"]++
	said := w.answers(who, "resign")
	if w.now() != w.head {
		w.t.Errorf("nobody asks %s whether they mean to resign:\n%s", who, brief(said))
	}
	in := sureLine.FindStringSubmatch(said)
	if in == nil {
		w.t.Fatalf("no line resigns:\n%s", brief(said))
	}
	w.obeyed(ctx, who, line{in[1], true})
}

func kindOf(x line) string {
	if _, err := strconv.Atoi(x.text); err == nil {
		return "number"
	}
	if x.does {
		return "order"
	}
	return x.text
}

// others has people who were not offered a line write it, with a token that is not theirs, or with none.
func (w *writing) others(to string, shown []line) {
	w.t.Helper()
	for _, who := range []string{anna, ben, cid, fred} {
		if len(shown) == 0 {
			return
		}
		text := shown[w.rand.IntN(len(shown))].text
		w.tried["not without a token"]++
		w.refused(who, w.written(who, us, "Re: "+w.last(to).Subject, text), text)
		if who != to {
			w.tried["not of another"]++
			w.refused(who, w.answer(who, w.last(to), text), text)
			w.again() // the token is void
		}
	}
}

// TestMailOffersAreObeyed: each number, word and line that a mail offers is obeyed or asked back; what it does not offer changes
// nothing, whoever writes it.
func TestMailOffersAreObeyed(t *testing.T) {
	tried := map[string]int{}
	for _, g := range offered.Games() {
		offered.Each(t, g, 1, func(t *testing.T, c *offered.Case) {
			n, err := strconv.Atoi(path.Base(t.Name()))
			if err != nil {
				t.Fatal(err)
			}
			w := &writing{bench: benchOf(t, c.Game), of: c, tried: tried}
			w.begin(t.Context(), n)
			for _, who := range w.sitting() {
				w.others(who, w.everything(t.Context(), who))
			}
			if n := len(w.got[cid]); n > 1 {
				t.Errorf("who has no seat got %d mails: %s", n, plain(w.last(cid)))
			}
		})
	}
	t.Logf("tried: %v", tried)
}
