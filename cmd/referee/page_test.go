package main

import (
	"bytes"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	boardlinks "referee/bot/board/links"
	"referee/bot/club"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/league"
)

// diceCounts finds the numbers of rolls and draws on a page.
var diceCounts = regexp.MustCompile(`faces</th><td>(\d+)</td>|not tested: (\d+)\.`)

// TestLeaguePageCounts: the page of a league counts every roll, and has a page and a
// map of every match.
func TestLeaguePageCounts(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	dir := t.TempDir()
	args := []string{"season", "--players", "6", "--out", dir, "--game", "toy", "--seed", "5"}
	var out, complaint strings.Builder
	if code := lab(t.Context(), args, strings.NewReader(""), &out, &complaint); code != cli.Done {
		t.Fatalf("exit code %d: %s", code, complaint.String())
	}
	page := filepath.Join(dir, "page")
	args = []string{"league", "export", "--game", "toy", "--db", filepath.Join(dir, "season.db"), "--html", page}
	if code := run(t.Context(), args, strings.NewReader(""), &out, &complaint); code != cli.Done {
		t.Fatalf("exit code %d: %s", code, complaint.String())
	}
	text, err := os.ReadFile(filepath.Join(page, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	rolls, err := os.ReadFile(filepath.Join(dir, club.RollsFileName))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, found := range diceCounts.FindAllSubmatch(text, -1) {
		k, err := strconv.Atoi(string(found[1]) + string(found[2]))
		if err != nil {
			t.Fatal(err)
		}
		n += k
	}
	if want := bytes.Count(rolls, []byte("\n")); n != want || n == 0 {
		t.Errorf("the page counts %d rolls, there were %d", n, want)
	}
	files, err := os.ReadDir(filepath.Join(dir, "matches"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		no := strings.TrimSuffix(f.Name(), ".json")
		for _, name := range []string{"match-" + no + ".html", "map-" + no + ".png"} {
			if _, err := os.Stat(filepath.Join(page, name)); err != nil || !bytes.Contains(text, []byte("match-"+no+".html")) {
				t.Errorf("match %s: %v", no, err)
			}
		}
	}
	leagueServed(t, filepath.Join(dir, "season.db"))
}

// leagueServed tries the page of a league as it is served: its address shows it as it stands, with replays, to whoever has it, and
// nothing once it is revoked.
func leagueServed(t *testing.T, db string) {
	t.Helper()
	h, err := openHouse(t.Context(), config.General{DB: db, Game: "toy"}, config.Dice{Key: filepath.Join(filepath.Dir(db), "new.key")}, fixed{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	}()
	c := config.Values{Web: config.Web{URL: "https://referee.example.org", Listen: "127.0.0.1:0"}, General: config.General{Lang: "en"}}
	b, err := openBoards(t.Context(), c.Web, c.Lang, h, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	from := func(address, path string) (int, string, http.Header) {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", c.Web.URL+path, nil)
		r.RemoteAddr = address + ":1"
		b.handler().ServeHTTP(w, r)
		return w.Code, w.Body.String(), w.Header()
	}
	ask := func(path string) (int, string, http.Header) { // many do
		asked++
		return from(fmt.Sprintf("198.51.%d.%d", asked/250, asked%250), path)
	}
	cards, err := h.store.Leagues().All(t.Context())
	if err != nil || len(cards) != 1 {
		t.Fatal(len(cards), err)
	}
	who := boardlinks.For{Account: "org", Lang: "fr", Door: "test"}
	at, err := b.book.Share(t.Context(), who, boardlinks.Shared{League: cards[0].ID})
	if err != nil {
		t.Fatal(err)
	}
	at = strings.TrimPrefix(at, c.Web.URL)
	if code, _, head := ask(at); code != http.StatusSeeOther || head.Get("Location") != at+"/index.html" {
		t.Errorf("%s: %d, %q", at, code, head.Get("Location"))
	}
	_, index, _ := ask(at + "/index.html")
	found := regexp.MustCompile(`match-(\d+)\.html`).FindStringSubmatch(index)
	if found == nil {
		t.Fatalf("the page has no matches: %.300s", index)
	}
	no := found[1]
	for file, want := range map[string]string{
		"index.html": "Classement", "match-" + no + ".html": "replay-" + no + ".html", "replay-" + no + ".html": `id="data"`, "map-" + no + ".png": "PNG",
	} {
		for range 2 { // made, and kept
			code, text, head := ask(at + "/" + file)
			if code != http.StatusOK || !strings.Contains(text, want) || head.Get("Content-Security-Policy") == "" || head.Get("X-Robots-Tag") != "noindex" {
				t.Errorf("%s: %d %.300s", file, code, text)
			}
		}
	}
	// all matches that are over have their replay
	numbers := regexp.MustCompile(`match-(\d+)\.html`).FindAllStringSubmatch(index, -1)
	for _, n := range numbers {
		if _, text, _ := ask(at + "/match-" + n[1] + ".html"); !strings.Contains(text, "replay-"+n[1]+".html") {
			t.Errorf("match %s has no replay", n[1])
		}
		if code, text, _ := ask(at + "/replay-" + n[1] + ".html"); code != http.StatusOK || !strings.Contains(text, `id="data"`) {
			t.Errorf("the replay of match %s: %d %.100s", n[1], code, text)
		}
	}
	for _, file := range []string{"index.html", "match-" + no + ".html", "replay-" + no + ".html"} {
		_, text, _ := ask(at + "/" + file)
		previewed(t, text, c.Web.URL, ask)
	}
	// what changes is on it at once: who is erased has no name any more
	look, err := h.clubs.Leagues.Look(t.Context(), cards[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	inTable := slices.DeleteFunc(look.People, func(p league.Person) bool { return !strings.Contains(index, p.Name) })
	if len(inTable) < 2 {
		t.Fatalf("of %+v nobody is in the standings", look.People)
	}
	gone, stays := inTable[0], inTable[1]
	if err := h.Referee.Erase(t.Context(), gone.Account); err != nil {
		t.Fatal(err)
	}
	if _, text, _ := ask(at + "/index.html"); strings.Contains(text, gone.Name) || !strings.Contains(text, stays.Name) {
		t.Errorf("after %s was erased the page is as before", gone.Name)
	}
	for _, path := range []string{at + "/match-999.html", at + "/league.json", at + "/replay-1.html", "/league/x/index.html", "/replay/x", strings.Replace(at, "/league/", "/replay/", 1)} {
		if code, text, _ := ask(path); code != http.StatusNotFound || strings.Contains(text, "<") {
			t.Errorf("%s: %d %.100s", path, code, text)
		}
	}
	list, err := h.store.Matches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	one, err := b.book.Share(t.Context(), who, boardlinks.Shared{Match: list[0].ID})
	if err != nil {
		t.Fatal(err)
	}
	code, text, _ := ask(strings.TrimPrefix(one, c.Web.URL))
	if code != http.StatusOK || !strings.Contains(text, `<html lang="fr">`) {
		t.Errorf("a replay: %d %.200s", code, text)
	}
	picture := previewed(t, text, c.Web.URL, ask)
	// the board of the match is private, and so has no picture, until its players open it
	board := "/m/" + string(list[0].ID)
	if code, _, _ := ask(board + "/picture.png"); code != http.StatusNotFound {
		t.Errorf("the picture of a private board: %d", code)
	}
	if _, text, _ := ask(board); strings.Contains(text, "og:image") || strings.Contains(text, "og:description") || !strings.Contains(text, "og:title") {
		t.Errorf("a private board previews %.900s", text)
	}
	if _, err := b.book.Revoke(t.Context(), "org", ""); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{at + "/index.html", strings.TrimPrefix(one, c.Web.URL), picture} {
		if code, _, _ := ask(path); code != http.StatusNotFound {
			t.Errorf("%s is revoked: %d", path, code)
		}
	}
	flooded := false
	for range 60 {
		code, _, head := from("203.0.113.1", at+"/index.html")
		flooded = flooded || code == http.StatusTooManyRequests && head.Get("Retry-After") != ""
	}
	if !flooded {
		t.Error("one may ask for as many pages as they like")
	}
	if code, _, _ := ask("/"); code != http.StatusUnauthorized {
		t.Errorf("the board itself: %d", code)
	}
}

// previewed checks the preview of a page: it has a title and what it says, and a picture at an absolute address that a program
// without a cookie can fetch, which is given none. It returns the path of the picture.
func previewed(t *testing.T, text, site string, ask func(path string) (int, string, http.Header)) (picture string) {
	t.Helper()
	tag := func(name string) string {
		found := regexp.MustCompile(`<meta (?:property|name)="` + name + `" content="([^"]+)"/>`).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("it lacks %s: %.900s", name, text)
		}
		return html.UnescapeString(found[1])
	}
	title, says := tag("og:title"), tag("og:description")
	picture, own := strings.CutPrefix(tag("og:image"), site+"/")
	if !own || title == says || tag("twitter:card") != "summary_large_image" {
		t.Errorf("%q, %q, and the picture is at %q", title, says, picture)
	}
	code, file, head := ask("/" + picture)
	if code != http.StatusOK || head.Get("Content-Type") != "image/png" || !strings.HasPrefix(file, "\x89PNG") || head.Get("Set-Cookie") != "" {
		t.Errorf("the picture /%s: %d %v %.8q", picture, code, head, file)
	}
	return "/" + picture
}

// TestAPublicBoardHasAPicture: the preview of a board that its players have opened has a picture, which anybody may fetch until they close it; a
// one-time link that a program has fetched, its head and all of it, is still there for its person.
func TestAPublicBoardHasAPicture(t *testing.T) {
	h, err := openHouse(t.Context(), config.General{DB: filepath.Join(t.TempDir(), "referee.db"), Game: "toy"}, config.Dice{Key: filepath.Join(t.TempDir(), "key")}, fixed{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	}()
	const site = "https://referee.example.org"
	b, err := openBoards(t.Context(), config.Web{URL: site, Listen: "127.0.0.1:0"}, "en", h, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	request := func(method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		b.handler().ServeHTTP(w, httptest.NewRequest(method, site+path, nil))
		if head := w.Header().Get("Set-Cookie"); head != "" {
			t.Errorf("%s %s gives the cookie %s", method, path, head)
		}
		return w
	}
	ask := func(path string) (int, string, http.Header) {
		w := request("GET", path)
		return w.Code, w.Body.String(), w.Header()
	}
	opened, err := h.Referee.Open(t.Context(), referee.Command{Door: "test"}, referee.Opening{Game: "toy"})
	if err != nil {
		t.Fatal(err)
	}
	by := func(seat engine.Seat) referee.Command {
		return referee.Command{Match: opened.Match, Seat: seat, Account: "test:" + string(seat), Name: "Ms " + string(seat), Door: "test"}
	}
	for _, seat := range []engine.Seat{"red", "blue"} {
		if _, err := h.Referee.Join(t.Context(), by(seat)); err != nil {
			t.Fatal(err)
		}
	}
	open := func(yes string) {
		t.Helper()
		if _, err := h.Referee.ChangeSettings(t.Context(), by("red"), map[string]string{referee.SettingSpectators: yes}); err != nil {
			t.Fatal(err)
		}
	}
	at := "/m/" + string(opened.Match)
	open("yes")
	_, text, _ := ask(at)
	if !strings.Contains(text, "Ms red – Ms blue") {
		t.Errorf("it names nobody: %.900s", text)
	}
	picture := previewed(t, text, site, ask)
	open("no")
	if code, _, _ := ask(picture); code != http.StatusNotFound {
		t.Errorf("the picture of a board that was closed: %d", code)
	}
	if _, text, _ := ask(at); strings.Contains(text, "Ms ") || strings.Contains(text, "og:image") {
		t.Errorf("closed, it previews %.900s", text)
	}
	link, err := b.book.Link(t.Context(), boardlinks.For{Account: "test:red", Name: "Ms red", Lang: "en", Door: "test", Lasts: boardlinks.Shown}, boardlinks.Room{Match: opened.Match, Seat: "red"})
	if err != nil {
		t.Fatal(err)
	}
	link = strings.TrimPrefix(link, site)
	for _, method := range []string{"HEAD", "GET", "HEAD", "GET"} {
		if w := request(method, link); w.Code != http.StatusOK || strings.Contains(w.Body.String(), "Ms ") || strings.Contains(w.Body.String(), "og:image") {
			t.Errorf("%s of a link: %d %s", method, w.Code, w.Body)
		}
	}
	if _, to, err := b.book.Enter(t.Context(), strings.TrimPrefix(link, "/enter/"), ""); err != nil || to != opened.Match {
		t.Errorf("the link that was fetched leads its person to %q: %v", to, err)
	}
}

// TestNoBoardWithoutASite: nobody is let in by a browser where web.url names no address of it, or nothing listens.
func TestNoBoardWithoutASite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h, err := openHouse(t.Context(), config.General{DB: filepath.Join(dir, "referee.db"), Game: "toy"}, config.Dice{Key: filepath.Join(dir, "referee.key")}, fixed{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	}()
	for _, c := range []config.Values{{}, {Web: config.Web{Listen: "127.0.0.1:0"}}, {Web: config.Web{URL: "https://referee.example.org"}}} {
		b, err := openBoards(t.Context(), c.Web, c.Lang, h, slog.New(slog.DiscardHandler))
		if err != nil || b != nil || b.handler() != nil {
			t.Errorf("%q at %q: %v, %v", c.Web.URL, c.Web.Listen, b, err)
		}
	}
}

// TestNoLeague: what is missing is named.
func TestNoLeague(t *testing.T) {
	var out, complaint strings.Builder
	code := run(t.Context(), []string{"league", "verify", t.TempDir()}, strings.NewReader(""), &out, &complaint)
	if code == cli.Done || !strings.Contains(complaint.String(), club.LeagueFileName+": cannot be read") {
		t.Errorf("exit code %d: %s", code, complaint.String())
	}
}
