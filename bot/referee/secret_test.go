package referee_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

// TestATrapIsNowhereBeforeItIsSprung: two matches that differ in nothing but where Red has set a
// trap are one and the same to everybody else, while plans are made and shown: in what is
// posted, in how the match looks, in what has changed and what may be exported.
func TestATrapIsNowhereBeforeItIsSprung(t *testing.T) {
	told := func(at string) (out []string, own string) {
		b := newBench(t)
		r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{"weather": "off", "traps": "on"}, Place: "here"})
		b.must(err)
		for _, seat := range []engine.Seat{"red", "blue"} {
			_, err := b.Join(b.t.Context(), command(r.Match, seat))
			b.must(err)
		}
		note := func() {
			posts, err := b.Outbox.Posts(b.t.Context(), "here")
			b.must(err)
			out = append(out, public(t, r.Match, posts))
			for _, v := range []engine.Viewer{"blue", engine.Spectator} {
				l, err := refereetest.Current(b.t.Context(), b.Referee, r.Match).Look(b.t.Context(), v)
				b.must(err)
				l.Snapshot, l.Info = nil, nil
				out = append(out, public(t, r.Match, l))
				changes, err := refereetest.Current(b.t.Context(), b.Referee, r.Match).Match().VisibleTo(v).Changes(1, l.Seq)
				b.must(err)
				out = append(out, public(t, r.Match, changes))
			}
		}
		for _, o := range []struct {
			seat engine.Seat
			text string
		}{{"red", "trap " + at}, {"blue", "trap 0101"}, {"red", "plan rush 1"}, {"blue", "plan march"}} {
			b.order(r.Match, o.seat, o.text)
			note()
		}
		l, err := refereetest.Current(b.t.Context(), b.Referee, r.Match).Look(b.t.Context(), "red")
		b.must(err)
		return out, public(t, r.Match, l.View)
	}
	a, ownA := told("0201")
	b, ownB := told("0301")
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("with a trap in 0201:\n%s\nin 0301:\n%s", a[i], b[i])
		}
	}
	if len(a) != 20 || ownA == ownB {
		t.Errorf("%d texts were compared; Red sees\n%s\nand\n%s", len(a), ownA, ownB)
	}
}

var digests = regexp.MustCompile(`[0-9a-f]{8,}`)

// public is what is told, without the digests that a record has of its secrets.
func public(t *testing.T, id match.ID, told any) string {
	t.Helper()
	text, err := json.Marshal(told)
	if err != nil {
		text = []byte(fmt.Sprintf("%+v", told))
	}
	return digests.ReplaceAllString(strings.ReplaceAll(string(text), string(id), "ID"), "…")
}

// TestADraftShowsNoSecret: what a seat has half built, also where it is whole and waits for a last word, is the same
// whatever another has answered in secret that it would reveal.
func TestADraftShowsNoSecret(t *testing.T) {
	shown := map[string]bool{}
	for _, plan := range []string{"hold", "march", "rush 1", "rush 2"} {
		b := newBench(t)
		id := b.open()
		b.order(id, "red", "plan "+plan)
		r, err := b.Order(b.t.Context(), held(command(id, "blue")), "plan rush 1")
		b.must(err)
		if len(r.Draft.Lines) != 1 || !r.Draft.Node.Done {
			t.Errorf("%s: what is half built says %v", plan, r.Draft.Lines)
		}
		l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "blue")
		b.must(err)
		l.Snapshot, l.Info, l.Dice = nil, nil, nil
		l.Head, l.Whole, l.At = "", "", 0
		shown[public(t, id, l)] = true
		b.order(id, "blue", "plan rush 1")
	}
	if len(shown) != 1 {
		t.Errorf("what is half built is shown in %d ways", len(shown))
	}
}
