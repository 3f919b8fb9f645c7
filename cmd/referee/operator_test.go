package main

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/schedule"
	"referee/cmd/config"
	"referee/engine"
)

// fakeReach is a way to people of which a test says how it is.
type fakeReach struct {
	down     error
	waiting  wire.Waiting
	invalid  int
	sessions wire.Sessions
}

func (f fakeReach) Unreachable() error      { return f.down }
func (f fakeReach) Waiting() wire.Waiting   { return f.waiting }
func (f fakeReach) InvalidRequests() int    { return f.invalid }
func (f fakeReach) Sessions() wire.Sessions { return f.sessions }

// troubled are the troubles of a house, by name, with the words in which they are told.
func troubled(t *testing.T, c config.Values, h *house, to reach) map[string][]engine.Arg {
	t.Helper()
	w, err := watching(t.Context(), c.Discord.Owner, c.DB, h, to, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	words, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]engine.Arg{}
	for _, trouble := range w.Troubles {
		args, wrong, err := trouble.Find(time.Now())
		if err != nil {
			t.Errorf("%s: %v", trouble.Name, err)
		}
		if wrong {
			out[trouble.Name] = args
		}
		for _, lang := range locale.Languages {
			for _, m := range []engine.Msg{engine.Say("referee.operator."+trouble.Name, args...), engine.Say("referee.operator." + trouble.Name + "-well")} {
				if _, err := words.Try(lang, m); err != nil && (wrong || strings.HasSuffix(m.Key, "-well")) {
					t.Errorf("%s: %v", lang, err)
				}
			}
		}
	}
	return out
}

// TestOperatorIsToldOfDeliveryTroubles: the operator is told of each trouble with the way to people from where it
// begins to matter, and of none before.
func TestOperatorIsToldOfDeliveryTroubles(t *testing.T) {
	c := keyed(t)
	h := opened(t, c)
	defer closed(t, h)
	for _, try := range []struct {
		name string
		to   fakeReach
		want string
	}{
		{"all well", fakeReach{sessions: wire.Sessions{Left: 990, Total: 1000}}, ""},
		{"nothing known yet", fakeReach{}, ""},
		{"posts that wait a little", fakeReach{waiting: wire.Waiting{Places: 3, Oldest: postsLate - time.Second}}, ""},
		{"posts that wait", fakeReach{waiting: wire.Waiting{Places: 3, Oldest: postsLate}}, "posts-wait"},
		{"posts that wait where nobody can be told", fakeReach{waiting: wire.Waiting{Oldest: time.Hour}, down: errors.New("down")}, ""},
		{"some invalid requests", fakeReach{invalid: 4999}, ""},
		{"many invalid requests", fakeReach{invalid: 5000}, "requests-invalid"},
		{"a tenth of the sessions", fakeReach{sessions: wire.Sessions{Left: 100, Total: 1000}}, ""},
		{"less of them", fakeReach{sessions: wire.Sessions{Left: 99, Total: 1000}}, "sessions-used"},
		{"none of them", fakeReach{sessions: wire.Sessions{Total: 1000}}, "sessions-used"},
	} {
		got := troubled(t, c, h, try.to)
		if _, told := got[try.want]; try.want != "" && !told || len(got) != len(strings.Fields(try.want)) {
			t.Errorf("%s: the operator is told %v, want %q", try.name, got, try.want)
		}
	}
}

// TestTheOperatorHearsOfAFault for a day, with its file.
func TestTheOperatorHearsOfAFault(t *testing.T) {
	t.Parallel()
	c := keyed(t)
	h := opened(t, c)
	defer closed(t, h)
	for name, age := range map[string]time.Duration{
		"fault-00000001.json": 25 * time.Hour, "fault-00000002.json": 23 * time.Hour, "other.json": time.Hour,
	} {
		path := filepath.Join(filepath.Dir(c.DB), name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	got := troubled(t, c, h, fakeReach{})
	if args := got["fault"]; len(got) != 1 || len(args) != 1 || !strings.HasSuffix(args[0].Text, "fault-00000002.json") {
		t.Errorf("the operator is told %v", got)
	}
	if _, wrong, err := newFault(filepath.Dir(c.DB), time.Now().Add(2*time.Hour)); wrong || err != nil {
		t.Errorf("after a day still: %v, %v", wrong, err)
	}
	found, _ := examined(t, c, nil)
	if f := found["faults"]; f.State != notable || !strings.HasPrefix(f.Said, "2, newest last: ") || !strings.Contains(f.Do, "sealed") ||
		strings.Index(f.Said, "00000001") > strings.Index(f.Said, "00000002") {
		t.Errorf("the doctor finds %+v", f)
	}
}

// TestADoubtThatLasts is told, and none that passes by itself.
func TestADoubtThatLasts(t *testing.T) {
	for _, s := range []schedule.Sight{{}, {Doubt: schedule.DoubtAhead, For: doubtedTooFor - 1}, {For: time.Hour}} {
		if doubted(s) {
			t.Errorf("%+v is told", s)
		}
	}
	if !doubted(schedule.Sight{Doubt: schedule.DoubtUnknown, For: doubtedTooFor}) {
		t.Error("nobody is told")
	}
}
