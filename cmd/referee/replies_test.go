package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/cmd/config"
	"referee/engine/match"
)

// What BenchmarkReplies does: the target is a p99 of 50 ms.
const (
	benchMatches = 200
	benchRate    = 100  // interactions a second
	benchCount   = 1500 // in all
)

// standIn is a Discord without a network: it obeys at once, and notes when each
// interaction is answered first.
type standIn struct {
	mu       sync.Mutex
	answered map[string]time.Time // by interaction
	bodies   map[string][]byte    // of those answers
	id       int
}

func (w *standIn) RoundTrip(r *http.Request) (*http.Response, error) {
	now := time.Now()
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case strings.HasSuffix(r.URL.Path, "/gateway"):
		return nil, errors.New("there is no gateway here")
	case strings.HasSuffix(r.URL.Path, "/callback"):
		id := strings.Split(r.URL.Path, "/")[4] // /api/v10/interactions/ID/…
		w.answered[id], w.bodies[id] = now, body
	}
	w.id++
	answer := fmt.Sprintf(`{"id":"%d"}`, w.id)
	if strings.HasSuffix(r.URL.Path, "/commands") {
		answer = "[]"
	}
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(answer)),
	}, nil
}

// BenchmarkReplies plays matches at random, with the disk waited for, boards
// drawn and posts sent, and measures the time from an interaction to its answer
// in words.
func BenchmarkReplies(b *testing.B) {
	dir := b.TempDir()
	c := config.Values{General: config.General{DB: filepath.Join(dir, "r.db"), Game: "celles", Lang: "en"}, Dice: config.Dice{Key: filepath.Join(dir, "r.key")}, Discord: config.Discord{Token: "x", Shards: 1}}
	h, err := openHouse(b.Context(), c.General, c.Dice, fixed{})
	if err != nil {
		b.Fatal(err)
	}
	w := &standIn{answered: map[string]time.Time{}, bodies: map[string][]byte{}}
	bot, err := (&doors{house: h, lang: c.Lang, log: slog.New(slog.DiscardHandler)}).discord(b.Context(), c.Discord, c.Limits, w)
	if err != nil {
		b.Fatal(err)
	}
	players := make([]*clicker, benchMatches)
	for i := range players {
		players[i] = newClicker(b, h, i)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- bot.Run(ctx) }()

	last := 1_000_000
	for b.Loop() {
		sent := map[string]time.Time{}
		tick := time.NewTicker(time.Second / benchRate)
		for n := range benchCount {
			<-tick.C
			last++
			id := fmt.Sprint(last)
			text := players[n%benchMatches].press(b, w, id)
			sent[id] = time.Now()
			bot.Receive(ctx, text)
		}
		tick.Stop()
		report(b, w, sent)
	}
	var mem runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&mem)
	b.ReportMetric(float64(mem.HeapInuse)/1e6, "MB-heap")
	stop()
	if err := errors.Join(<-ended, h.close()); err != nil {
		b.Fatal(err)
	}
}

// report waits for the answers, and reports how long they took.
func report(b *testing.B, w *standIn, sent map[string]time.Time) {
	b.Helper()
	var took []time.Duration
	for end := time.Now().Add(10 * time.Second); len(took) < len(sent); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			b.Fatalf("%d of %d are answered", len(took), len(sent))
		}
		took = took[:0]
		w.mu.Lock()
		for id, at := range sent {
			if done := w.answered[id]; !done.IsZero() {
				took = append(took, done.Sub(at))
			}
		}
		w.mu.Unlock()
	}
	slices.Sort(took)
	ms := func(per int) float64 { return float64(took[(len(took)-1)*per/1000]) / float64(time.Millisecond) }
	b.ReportMetric(ms(500), "ms-p50")
	b.ReportMetric(ms(990), "ms-p99")
	b.ReportMetric(ms(1000), "ms-max")
}

// clicker plays both seats of a match at random, by the buttons and menus that it
// is shown.
type clicker struct {
	id      match.ID
	channel string
	random  *rand.Rand
	last    string // interaction
}

// newClicker opens a match with both seats taken.
func newClicker(b *testing.B, h *house, n int) *clicker {
	b.Helper()
	p := &clicker{channel: fmt.Sprint(500_000 + n), random: rand.New(rand.NewPCG(1, uint64(n)))}
	by := referee.Command{Account: "discord:1", Name: "anna", Door: "discord"}
	reply, err := h.Open(b.Context(), by, referee.Opening{Place: "discord:" + p.channel})
	if err != nil {
		b.Fatal(err)
	}
	p.id, by.Match = reply.Match, reply.Match
	info, err := h.Games.Info("")
	if err != nil {
		b.Fatal(err)
	}
	for _, by.Seat = range info.Seats {
		if _, err := h.Join(b.Context(), by); err != nil {
			b.Fatal(err)
		}
	}
	return p
}

// shownPart is what a clicker sees of a component.
type shownPart struct {
	CustomID   string                   `json:"custom_id"`
	Options    []struct{ Value string } `json:"options"`
	Components []shownPart              `json:"components"`
}

// clicks lists what can be done about a question: buttons, and menus with each
// of their values.
func clicks(list []shownPart, out [][2]string) [][2]string {
	for _, c := range list {
		act, _, _ := strings.Cut(strings.TrimPrefix(c.CustomID, "1/"), "/")
		if act == "pick" || act == "confirm" {
			for _, o := range c.Options {
				out = append(out, [2]string{c.CustomID, o.Value})
			}
			if len(c.Options) == 0 {
				out = append(out, [2]string{c.CustomID, ""})
			}
		}
		out = clicks(c.Components, out)
	}
	return out
}

// press is the next interaction: one of what the last answer offers, or else to
// be shown what is open.
func (p *clicker) press(b *testing.B, w *standIn, id string) []byte {
	b.Helper()
	w.mu.Lock()
	body := w.bodies[p.last]
	w.mu.Unlock()
	p.last = id
	data := map[string]any{"component_type": 2, "custom_id": "1/choose/" + string(p.id)}
	var answer struct {
		Data shownPart `json:"data"`
	}
	if err := json.Unmarshal(body, &answer); err == nil { // an answer may carry a file: it is passed over
		if list := clicks(answer.Data.Components, nil); len(list) > 0 {
			c := list[p.random.IntN(len(list))]
			data["custom_id"] = c[0]
			if c[1] != "" {
				data["component_type"], data["values"] = 3, []string{c[1]}
			}
		}
	}
	text, err := json.Marshal(map[string]any{
		"id": id, "application_id": "1", "token": "t" + id, "type": 3, "guild_id": "2", "channel_id": p.channel,
		"app_permissions": "9007199254740991", "locale": "en-GB", "data": data,
		"member":  map[string]any{"user": map[string]any{"id": "1", "username": "anna"}, "permissions": "0"},
		"message": map[string]any{"id": "9" + p.channel, "flags": 64},
	})
	if err != nil {
		b.Fatal(err)
	}
	return text
}
