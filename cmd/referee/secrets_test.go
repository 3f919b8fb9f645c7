package main

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/config"
	"referee/engine/enginetest/thorough"
)

// tapped is a line that remembers the tokens of interactions in the addresses that go over it.
type tapped struct {
	http.RoundTripper
	mu     sync.Mutex
	tokens map[string]bool
}

var tokenIn = regexp.MustCompile(`/(?:interactions|webhooks)/[0-9]+/([^/]+)`)

func (l *tapped) RoundTrip(q *http.Request) (*http.Response, error) {
	if m := tokenIn.FindStringSubmatch(q.URL.Path); m != nil {
		l.mu.Lock()
		l.tokens[m[1]] = true
		l.mu.Unlock()
	}
	return l.RoundTripper.RoundTrip(q)
}

// answered is how many interactions the referee has begun to answer.
func (l *tapped) answered() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.tokens)
}

// The secrets that people type in TestTheLogHoldsNoSecret.
const (
	phraseOfAnna = "rose-quartz-harbour"
	phraseOfBen  = "velvet-anvil-orchid"
	noteOfAnna   = "a thought that nobody reads"
	planOfAnna   = "turn retreat avoid 2113"
)

// TestTheLogHoldsNoSecret plays with a Discord of which much fails, at the level at which most
// is logged, and looks in the log for every secret that there is: the token of the bot, those
// of interactions, the keys of the dice, what players brought to them, what is sealed in the
// records, and what somebody wrote for themselves.
func TestTheLogHoldsNoSecret(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json"} {
		t.Run(format, func(t *testing.T) {
			if format == "json" {
				thorough.Slow(t) // the same match, and the same attributes
			}
			t.Parallel()
			dir := t.TempDir()
			c := config.Values{
				General: config.General{DB: filepath.Join(dir, "r.db"), Game: "celles"},
				Dice:    config.Dice{Key: filepath.Join(dir, "r.key")},
				Log:     config.Log{Level: "debug", Format: format},
			}
			var text string
			secrets := map[string]string{"a phrase": phraseOfAnna, "another": phraseOfBen, "a note": noteOfAnna, "a plan": planOfAnna}
			t.Run("play", func(t *testing.T) {
				d := discordtest.New(t, discordtest.Options{Patience: time.Minute, Deadline: time.Minute})
				line := &tapped{RoundTripper: d.Transport(), tokens: map[string]bool{}}
				c.Discord.Token = d.Token()
				text = playedWithFaults(t, d, line, serves(t, c, line))
				secrets["the token"] = c.Discord.Token
				line.mu.Lock()
				defer line.mu.Unlock()
				for token := range line.tokens {
					secrets["the token "+token] = token
				}
			})
			sealed := sealedIn(t, c, secrets)
			if len(secrets) < 15 || sealed == 0 {
				t.Fatalf("%d secrets, %d sealed decisions", len(secrets), sealed)
			}
			for what, secret := range secrets {
				if secret == "" || strings.Contains(text, secret) {
					t.Errorf("%s is in the log: %q", what, secret)
				}
			}
			if t.Failed() {
				t.Log(text)
			}
		})
	}
}

// playedWithFaults plays while requests and posts fail, and returns the log.
func playedWithFaults(t *testing.T, d *discordtest.Discord, line *tapped, said *servedLog) string {
	t.Helper()
	d.Ready()
	g := d.Guild("club")
	ch := g.Channel("games")
	anna, ben := g.Member("anna", "en-GB"), g.Member("ben", "fr")
	anna.Slash(ch, "match new", "thread:no").Wait()
	anna.Slash(ch, "match join", "side:german", "phrase:"+phraseOfAnna).Wait()
	ben.Slash(ch, "match join", "side:allied", "phrase:"+phraseOfBen).Wait()
	anna.Slash(ch, "me note", "text:"+noteOfAnna).Wait()
	plan := anna.Slash(ch, "standing set", "order:"+planOfAnna).Wait().Message
	pressed(t, anna, plan, "arm")
	d.Faults(discordtest.Faults{DropAnswer: .2, TooMany: .2, ServerError: .2, ErrorPage: .2, Duplicate: .2})
	for range 4 { // an answer may be lost for good
		n := line.answered()
		anna.Slash(ch, "choose")
		ben.Slash(ch, "celles move", "unit:lehr-a", "hex:2316")
		d.Until("both to be answered", func() bool { return line.answered() == n+2 })
	}
	d.Faults(discordtest.Faults{DropAnswer: 1}) // an error of the line has the address of the request
	anna.Slash(ch, "choose")
	d.Until("a line of an answer that failed", func() bool { return strings.Contains(said.String(), "interaction not answered") })
	d.Faults(discordtest.Faults{})
	d.Refuse(func(q discordtest.Request) bool { return strings.Contains(q.Path, "/messages") }, http.StatusForbidden, 50013)
	pressed(t, ben, ben.Slash(ch, "match resign").Wait().Message, "yes")
	d.Until("a line of what failed", func() bool { return strings.Contains(said.String(), "cannot post, trying again") })
	d.Refuse(nil, 0, 0)
	return said.String()
}

// pressed presses the button of a message whose id has a word in it.
func pressed(t *testing.T, who *discordtest.User, m *discordtest.Message, word string) {
	t.Helper()
	for _, b := range m.Buttons() {
		if strings.Contains(b.CustomID, word) {
			who.Click(m, b.CustomID).Wait()
			return
		}
	}
	t.Fatalf("no button has %q in\n%s", word, m)
}

// sealedIn adds the secrets of what is stored, and counts the decisions that are sealed.
func sealedIn(t *testing.T, c config.Values, secrets map[string]string) (sealed int) {
	t.Helper()
	keys, err := os.ReadFile(c.Dice.Key)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range regexp.MustCompile(`\b[0-9a-f]{64}\b`).FindAllString(string(keys), -1) {
		secrets["a key of the dice"] = key
	}
	h := opened(t, c)
	defer closed(t, h)
	matches, err := h.store.Matches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range matches {
		entries, err := h.store.Load(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Secret == nil {
				continue
			}
			sealed++
			secrets["what is sealed"] = string(e.Secret)
			for _, salt := range regexp.MustCompile(`"salt":"([^"]+)"`).FindAllStringSubmatch(string(e.Secret), -1) {
				secrets["the salt of what is sealed"] = salt[1]
			}
		}
	}
	if secrets["a key of the dice"] == "" {
		t.Error("no key of the dice is known")
	}
	return sealed
}
