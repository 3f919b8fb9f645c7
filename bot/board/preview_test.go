package board_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/limit"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// previewTag is a tag of a preview, with what it is called and what it says.
var previewTag = regexp.MustCompile(`<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)"/>`)

// crawled is a page as a program that shows previews fetches it, which has no cookie and keeps none: all of it, and the tags of the preview.
// It fails where the answer is not the one for pages, or gives a cookie, and where the head alone is answered otherwise.
func (s *site) crawled(path, lang string) (text string, tags map[string]string) {
	s.Helper()
	var answer *http.Response
	for _, method := range []string{http.MethodHead, http.MethodGet} {
		q, err := http.NewRequestWithContext(s.Context(), method, s.url+path, nil)
		must(s, err)
		q.Header.Set("User-Agent", "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)")
		if lang != "" {
			q.Header.Set("Accept-Language", lang)
		}
		answer, text = sent(s, http.DefaultClient, q)
		if answer.StatusCode != http.StatusOK || len(answer.Cookies()) > 0 || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
			s.Errorf("%s %s: %s, %v", method, path, answer.Status, answer.Header)
		}
	}
	tags = map[string]string{}
	for _, tag := range previewTag.FindAllStringSubmatch(text, -1) {
		tags[tag[1]] = html.UnescapeString(tag[2])
	}
	return text, tags
}

// opens has the players open a match to spectators: "yes", or not: "no".
func (s *site) opens(yes string) {
	s.Helper()
	_, err := s.ChangeSettings(s.Context(), s.command("red"), map[string]string{referee.SettingSpectators: yes})
	must(s, err)
}

// privateTags are those of a board of which nothing is shown, in a language.
func privateTags(t testing.TB, lang string) map[string]string {
	t.Helper()
	words, err := locale.New(nil, board.Catalogues())
	must(t, err)
	return map[string]string{"og:type": "website", "og:title": words.Say(lang, engine.Say("web.title.private")), "twitter:card": "summary"}
}

// TestAPrivateBoardPreviewsNothing: to a program without a cookie the page of a private match says that the board is private, in the language
// that it asks for or else in the server's, and is the same to the letter as where there is no match: before the match is public, after it
// was, and once it is over. So is the preview of a one-time link, which lets its person in afterwards.
func TestAPrivateBoardPreviewsNothing(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}, invited: "INVITED"}
	s := newSiteOf(t, g)
	g.to = s.id
	at := "/m/" + string(s.id)
	private := func(when string) {
		t.Helper()
		for _, lang := range []string{"", "en", "fr", "es"} {
			want := fmt.Sprint(privateTags(t, locale.Pick(lang)))
			text, tags := s.crawled(at, lang)
			none, _ := s.crawled("/m/none", lang)
			if fmt.Sprint(tags) != want || text != none {
				t.Errorf("%s, in %q: %v, want %v, and of no match:\n%s\n%s", when, lang, tags, want, text, none)
			}
			if _, tags := s.crawled("/enter/INVITED", lang); fmt.Sprint(tags) != want && g.invited != "" {
				t.Errorf("%s, in %q, a link: %v, want %v", when, lang, tags, want)
			}
		}
	}
	private("at first")
	s.opens("yes")
	if _, tags := s.crawled("/enter/INVITED", "en"); fmt.Sprint(tags) != fmt.Sprint(privateTags(t, "en")) {
		t.Errorf("a link of one person previews %v", tags)
	}
	s.opens("no")
	private("closed")
	_, err := s.Resign(s.Context(), s.command("red"))
	must(t, err)
	private("over")
	answer, err := http.Get(s.url + at + "/state")
	must(t, err)
	must(t, answer.Body.Close())
	if answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("its state is told: %s", answer.Status)
	}
	to, cookie, err := g.Enter(t.Context(), "INVITED", "")
	if err != nil || to == "" || cookie != s.id {
		t.Errorf("after all that the link lets in %q to %q, %v", to, cookie, err)
	}
}

// TestAPublicBoardIsPreviewed: the preview of a match that its players have opened names them and the game, and says how it stands, then how
// it ended; the page lets nobody in.
func TestAPublicBoardIsPreviewed(t *testing.T) {
	s := newSiteOf(t, &guests{by: map[string]board.Visitor{}})
	s.opens("yes")
	at := "/m/" + string(s.id)
	text, tags := s.crawled(at, "en")
	look := s.look(s.id)
	words, err := locale.New(look.Info, board.Catalogues())
	must(t, err)
	if !strings.HasSuffix(tags["og:title"], " · "+look.Info.Title) || tags["og:description"] != words.Say("en", look.View.Status) {
		t.Errorf("under way it previews %v", tags)
	}
	if strings.Contains(text, "data-piece") || !strings.Contains(text, s.says("web.refuse.unknown")) {
		t.Errorf("its page shows:\n%s", text)
	}
	_, err = s.Resign(s.Context(), s.command("red"))
	must(t, err)
	if _, tags := s.crawled(at, "en"); !strings.HasPrefix(tags["og:description"], words.Say("en", engine.Say("table.won", engine.Noun("seat", "blue")))) {
		t.Errorf("over it previews %v", tags)
	}
}

// TestAPreviewTellsNoSecrets: the previews of public matches that differ in what one side has kept secret alone are the same to the letter.
func TestAPreviewTellsNoSecrets(t *testing.T) {
	var seen []string
	for _, order := range []string{"plan hold", "plan march"} {
		s := newSiteOf(t, &guests{by: map[string]board.Visitor{}}, func(c *referee.Config) { c.Dice = lowest{} })
		s.begin("toy", engine.Setup{"weather": "off"})
		s.opens("yes")
		_, err := s.Order(s.Context(), s.command("red"), order)
		must(t, err)
		text, tags := s.crawled("/m/"+string(s.id), "en")
		if tags["og:description"] == "" {
			t.Fatalf("nothing is previewed: %s", text)
		}
		seen = append(seen, strings.ReplaceAll(text, string(s.id), "ID"))
	}
	if seen[0] != seen[1] {
		t.Errorf("what red has planned is seen:\n%s\n%s", seen[0], seen[1])
	}
}

// TestPreviewsAreNotGuessed: an address that asks for matches that there are not, or that are private, is soon refused.
func TestPreviewsAreNotGuessed(t *testing.T) {
	s := newSiteWith(t, &guests{by: map[string]board.Visitor{}}, limit.New(limit.Config{PerSecond: 5}))
	refused := false
	for i := range 200 {
		answer, err := http.Get(s.url + "/m/" + string(match.ID(fmt.Sprint("guess", i))))
		must(t, err)
		must(t, answer.Body.Close())
		refused = refused || answer.StatusCode == http.StatusTooManyRequests && answer.Header.Get("Retry-After") != ""
	}
	if !refused {
		t.Error("anybody may guess as much as they like")
	}
}
