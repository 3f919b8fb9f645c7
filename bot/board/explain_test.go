package board_test

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/america"
)

// explained are sites with a match of each game that explains itself, once it has begun.
func explained(t *testing.T) []*site {
	t.Helper()
	triumphant := cellesGame
	triumphant.ID, triumphant.Data, triumphant.Open = "america-triumphant", america.Files(), america.Open
	var out []*site
	for _, g := range []referee.Game{cellesGame, triumphant} {
		screen := board.NewScreen("table:", "") // which speaks as its browser does
		s := newSiteOf(t, screen, playing(g))
		s.screen = screen
		out = append(out, s)
		_, err := s.Order(s.Context(), s.command("allied"), "standard")
		must(t, err)
	}
	return out
}

// words are the catalogues of the match of a site.
func (s *site) words() (*engine.Info, *locale.Words) {
	s.Helper()
	snap, err := s.Snapshot(s.Context(), s.id)
	must(s, err)
	words, err := locale.New(snap.Info(), board.Catalogues())
	must(s, err)
	return snap.Info(), words
}

// TestFacts: the page can say what every hex, track, box and paragraph is, and nothing else has a button that leads nowhere.
func TestFacts(t *testing.T) {
	for _, s := range explained(t) {
		c := &clicker{site: s, Client: s.browser()}
		info, _ := s.words()
		f := get[board.Facts](s, c.Client, "/m/"+string(s.id)+"/facts", http.StatusOK)
		for _, h := range info.Board.Hexes {
			if says := f.Hexes[h.At.String()]; !strings.HasPrefix(says, h.At.String()) || !strings.Contains(says, " MP ") || strings.Contains(says, "[") {
				t.Errorf("%s: %q", h.At, says)
			}
		}
		st := c.state("")
		about := func(kind, id string) {
			short := id[:max(0, strings.LastIndex(id, "-"))]
			if f.About[kind+"."+id]+f.About[kind+"."+short] == "" {
				t.Errorf("%s: nothing says what %s %s is", info.Game, kind, id)
			}
		}
		for _, x := range st.Tracks {
			about("track", x.ID)
		}
		for _, x := range st.Boxes {
			about("box", x.ID)
		}
		for _, n := range info.Paragraphs {
			if f.Rules[n] == "" {
				t.Errorf("%s: nothing says what %s is about", info.Game, n)
			}
		}
		_, page := sent(t, c.Client, request(t, s.url+"/m/"+string(s.id)))
		if !strings.Contains(page, `data-rules="`+strings.Join(info.Paragraphs, " ")+`"`) {
			t.Errorf("%s: the page does not know the paragraphs", info.Game)
		}
	}
}

// TestParagraphs: what is asked about a paragraph, or about a word, is answered by its title and sentence.
func TestParagraphs(t *testing.T) {
	for _, s := range explained(t) {
		c, info := s.browser(), func() *engine.Info { i, _ := s.words(); return i }()
		for _, n := range info.Paragraphs {
			a := get[board.Answer](s, c, "/m/"+string(s.id)+"/ask?q=rules+"+n, http.StatusOK)
			if title := s.says("rule." + n + ".title"); !strings.HasSuffix(a.Title, title) && len(a.Lines) < 2 || !slices.ContainsFunc(a.Lines, func(l string) bool { return strings.Contains(l, s.says("rule."+n+".text")) }) {
				t.Errorf("%s: %+v", n, a)
			}
		}
		a := get[board.Answer](s, c, "/m/"+string(s.id)+"/ask?q=rules+retreat", http.StatusOK)
		title := s.says("rule." + map[string]string{"celles": "11.1", "america-triumphant": "9.3"}[info.Game] + ".title")
		if !slices.ContainsFunc(a.Lines, func(l string) bool { return strings.Contains(l, title) }) {
			t.Errorf("retreat: %+v", a)
		}
	}
}

// TestHowToWin: asked in a player's own words how the match is won, the board answers with the conditions; a typed order stays an order.
func TestHowToWin(t *testing.T) {
	s := explained(t)[0]
	c := &clicker{site: s, Client: s.browser()}
	for _, text := range []string{"how do I win?", "How does one WIN", "aids victory", "aids win"} {
		out := c.does(c.Client, c.action(c.state(""), board.Action{Seat: "german", Do: "order", Text: text}), http.StatusOK)
		if out.Answer == nil || out.Answer.Title != s.says("aid.victory") || !slices.Contains(out.Answer.Lines, s.says("aid.victory.steps")) {
			t.Errorf("%q: %+v", text, out)
		}
	}
	if out := c.does(c.Client, c.action(c.state(""), board.Action{Seat: "german", Do: "order", Text: "how are you?"}), http.StatusOK); out.Answer != nil || out.Refusal == nil {
		t.Errorf("%+v", out)
	}
	if a := get[board.Answer](s, c.Client, "/m/"+string(s.id)+"/ask?q=help", http.StatusOK); len(a.Lines) < 3 {
		t.Errorf("help: %+v", a)
	}
}

// TestGuessesAreTold: in every language the board draws what of the map is a guess, and says it of hexes, of units, of charts and
// among the interpretations.
func TestGuessesAreTold(t *testing.T) {
	for _, s := range explained(t) {
		info, words := s.words()
		reading := map[string]string{"celles": "2.2", "america-triumphant": "2.4"}[info.Game]
		for _, lang := range locale.Languages {
			say := func(m engine.Msg) string { return html.UnescapeString(words.Say(lang, m)) }
			told := func(path string, into any) {
				q := request(t, s.url+"/m/"+string(s.id)+path)
				q.Header.Set("Accept-Language", lang)
				_, text := sent(t, s.browser(), q)
				if err := json.Unmarshal([]byte(text), into); err != nil {
					t.Fatalf("%s %s: %v: %.80s", lang, path, err, text)
				}
			}
			var tinted, rules board.Answer
			told("/ask?q="+url.QueryEscape(words.Called(lang, "guesses")), &tinted)
			percent, _ := info.Board.Guessed()
			if !strings.Contains(tinted.Overlay, "guess-area") || !strings.Contains(tinted.Lines[0], strconv.Itoa(percent)) {
				t.Errorf("%s %s: guesses: %q, %.200s", info.Game, lang, tinted.Lines, tinted.Overlay)
			}
			told("/ask?q="+url.QueryEscape(words.Called(lang, "rules")+" "+words.Called(lang, "map")), &rules)
			if text := say(engine.Say("reading." + reading)); !slices.ContainsFunc(rules.Lines, func(l string) bool { return strings.Contains(l, text) }) {
				t.Errorf("%s %s: no interpretation tells of the map: %q", info.Game, lang, rules.Lines)
			}
			var f board.Facts
			told("/facts", &f)
			for _, h := range info.Board.Hexes {
				guess := say(engine.Say("board.guess", engine.Sub("what", engine.Say("drawn.terrain."+string(h.Terrain)))))
				if got := strings.Contains(f.Hexes[h.At.String()], guess); got != (h.Origin == engine.OriginGuess) {
					t.Errorf("%s: %s rests on %q: %q", lang, h.At, h.Origin, f.Hexes[h.At.String()])
				}
			}
			var st board.State
			told("/state", &st)
			note := say(engine.Say("board.guess", engine.Text("what", "")))
			guessed := map[string]bool{}
			for _, p := range info.Counters {
				guessed[p.ID] = p.Origin == engine.OriginGuess
			}
			for _, p := range st.Pieces {
				if strings.Contains(p.Says, note) != guessed[p.ID] {
					t.Errorf("%s: the values of %s are a guess (%t): %q", lang, p.ID, guessed[p.ID], p.Says)
				}
			}
			q := request(t, s.url+"/m/"+string(s.id)+"/aids")
			q.Header.Set("Accept-Language", lang)
			_, page := sent(t, s.browser(), q)
			counter, _ := info.Aid("counter")
			if last := say(counter.Lines[len(counter.Lines)-1]); !strings.Contains(html.UnescapeString(page), last) {
				t.Errorf("%s %s: the aids do not say %q", info.Game, lang, last)
			}
		}
	}
}

// TestAidsPage: the page of player aids has all of them, tables and drawn counters, in every language; a game without aids has no such page.
func TestAidsPage(t *testing.T) {
	missing := regexp.MustCompile(`\[[a-z-]+\.[a-z.-]+\]`)
	for _, s := range explained(t) {
		info, words := s.words()
		for _, lang := range locale.Languages {
			q := request(t, s.url+"/m/"+string(s.id)+"/aids")
			q.Header.Set("Accept-Language", lang)
			answer, text := sent(t, s.browser(), q)
			if answer.StatusCode != http.StatusOK || missing.MatchString(text) {
				t.Errorf("%s %s: %s, %q", info.Game, lang, answer.Status, missing.FindString(text))
			}
			for _, a := range info.Aids {
				if title := words.Say(lang, engine.Say("aid."+a.ID)); !strings.Contains(text, `<section id="`+a.ID+`"><h2>`+title) {
					t.Errorf("%s %s: no aid %q", info.Game, lang, title)
				}
			}
		}
	}
	s := newSite(t)
	if answer, _ := sent(t, s.browser(), request(t, s.url+"/m/"+string(s.id)+"/aids")); answer.StatusCode != http.StatusNotFound {
		t.Errorf("a game without aids: %s", answer.Status)
	}
	if _, page := sent(t, s.browser(), request(t, s.url+"/m/"+string(s.id))); strings.Contains(page, `id="aids"`) {
		t.Error("a game without aids has a button for them")
	}
}

// TestQuestionsAreNamed: the button of a question says what is asked, and not the word that is typed; a query about headquarters names them.
func TestQuestionsAreNamed(t *testing.T) {
	for _, s := range explained(t) {
		info, words := s.words()
		st := (&clicker{site: s, Client: s.browser()}).state("")
		for _, q := range st.Queries {
			if strings.Contains(q.Label, "[") || q.Label == q.Word {
				t.Errorf("%s: %q is named %q", info.Game, q.Name, q.Label)
			}
			if kept, _ := words.Try("fr", engine.Say("ask."+strings.ReplaceAll(q.Name, " ", "."))); info.HasQuery(strings.Fields(q.Name)[0]) && kept == q.Label && q.Name != "score" {
				t.Errorf("%s: %q is named %q in French, too", info.Game, q.Name, kept)
			}
			if hq := slices.Contains(q.Of, "hq-viii"); (q.Name == "range") != hq {
				t.Errorf("%s can be asked of %q", q.Name, q.Of)
			}
		}
	}
}
