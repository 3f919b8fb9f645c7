package board_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"referee/bot/board"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/tutor"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/match"
)

// allGames has matches of all games that people can play.
func allGames(t testing.TB) change {
	t.Helper()
	list, err := games.Known().Referee("celles", nil)
	must(t, err)
	return func(c *referee.Config) { c.Games = list }
}

// page reads a page in a language.
func (s *site) page(c *http.Client, path, lang string) string {
	s.Helper()
	q := request(s, s.url+path)
	q.Header.Set("Accept-Language", lang)
	answer, text := sent(s, c, q)
	if answer.StatusCode != http.StatusOK {
		s.Fatalf("%s: %s: %.600s", path, answer.Status, text)
	}
	return text
}

// cardOf is the part of the first page about a game.
func cardOf(t testing.TB, text, game string) string {
	t.Helper()
	for _, card := range strings.Split(text, "<article")[1:] {
		if strings.Contains(card, `value="`+game+`"`) {
			return card
		}
	}
	t.Fatalf("the first page does not have %s", game)
	return ""
}

// TestTheFirstPage: in three languages it has of each game a picture, a sentence, its doors and its levels with a sentence each; a game
// without a course offers none; and what runs stands first, with whose move it is.
func TestTheFirstPage(t *testing.T) {
	for _, lang := range locale.Languages {
		screen := board.NewScreen("table:", lang)
		s := newSiteOf(t, screen, allGames(t))
		s.screen = screen
		c := s.browser()
		text := s.page(c, "/", lang)
		for _, gap := range []string{"[web", "[game", "[table", "[noun"} {
			if strings.Contains(text, gap) {
				t.Errorf("%s: a word is missing: %.60s", lang, text[strings.Index(text, gap):])
			}
		}
		if running := strings.Index(text, `href="/m/`+string(s.id)); running < 0 || running > strings.Index(text, "<article") {
			t.Errorf("%s: the match under way does not stand first", lang)
		}
		list, err := s.Games.All()
		must(t, err)
		for _, info := range list {
			card := cardOf(t, text, info.Game)
			words, err := locale.New(info, board.Catalogues())
			must(t, err)
			names, err := s.Games.Programs(info.Game)
			must(t, err)
			wants := []string{words.Say(lang, engine.Say("game.about"))}
			if len(info.Seats) == 1 || len(names) == 0 { // no program sits on the other side, and there is nothing to watch
				names = nil
			} else {
				wants = append(wants, "<picture>", `action="/watch"`, `name="two"`)
			}
			for _, name := range names {
				wants = append(wants, words.Program(lang, name), words.Say(lang, engine.Say("web.level."+name)))
			}
			for _, want := range wants {
				if !strings.Contains(card, want) {
					t.Errorf("%s: the card of %s does not have %q", lang, info.Game, want)
				}
			}
			if _, taught := s.Games.Course(info.Game); taught != strings.Contains(card, `href="/learn/`+info.Game+`"`) {
				t.Errorf("%s: %s has a course: %v, and its card says otherwise", lang, info.Game, taught)
			}
			if info.Board == nil {
				continue
			}
			if !strings.Contains(card, `value="`+names[0]+`" checked`) {
				t.Errorf("%s: a beginner is not offered the %s of %s first", lang, names[0], info.Game)
			}
			for _, theme := range []string{"light", "dark"} {
				file := regexp.MustCompile(`/picture/[^"]*-` + theme + `\.svg`).FindString(card)
				answer, svg := sent(t, c, request(t, s.url+file))
				if answer.StatusCode != http.StatusOK || !strings.HasPrefix(svg, "<svg") || !strings.Contains(svg, `data-sheet="pieces"`) || !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
					t.Errorf("the picture of %s, %s: %s, %.60s", info.Game, theme, answer.Status, svg)
				}
				if len(svg) > 160_000 {
					t.Errorf("the picture of %s has %d bytes", info.Game, len(svg))
				}
			}
		}
	}
}

// TestTheUsualLevel: the weakest program is meant until somebody at the screen has played a match to its end.
func TestTheUsualLevel(t *testing.T) {
	screen := board.NewScreen("table:", "en")
	s := newSiteOf(t, screen, allGames(t))
	s.screen = screen
	c := s.browser()
	level := func() string { return s.level(c) }
	begun := func() string {
		t.Helper()
		answer, err := c.PostForm(s.url+"/new", url.Values{"game": {"celles"}})
		must(t, err)
		must(t, answer.Body.Close())
		l := s.look(match.ID(strings.TrimPrefix(answer.Request.URL.Path, "/m/")))
		return l.Holder("allied").Program
	}
	usual, err := s.Games.DefaultProgram("celles")
	must(t, err)
	if level() != "recruit" || begun() != "recruit" {
		t.Errorf("a beginner plays the %s", level())
	}
	_, err = s.Resign(t.Context(), s.command("german"))
	must(t, err)
	if level() != usual || begun() != usual {
		t.Errorf("who has played a match to its end plays the %s", level())
	}
}

// level is the level that is meant for Celles.
func (s *site) level(c *http.Client) string {
	s.Helper()
	return regexp.MustCompile(`value="([a-z]+)" checked><span>`).FindStringSubmatch(cardOf(s, s.page(c, "/", "en"), "celles"))[1]
}

// look is a match as a spectator sees it.
func (s *site) look(id match.ID) referee.Look {
	s.Helper()
	snap, err := s.Snapshot(s.Context(), id)
	must(s, err)
	l, err := snap.Look(s.Context(), engine.Spectator)
	must(s, err)
	return l
}

// watches has programs play a match to its end.
func (s *site) watches(c *http.Client) match.ID {
	s.Helper()
	answer, err := c.PostForm(s.url+"/watch", url.Values{"game": {"america-triumphant"}})
	must(s, err)
	must(s, answer.Body.Close())
	at := answer.Request.URL
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(at.Path, "/m/") || at.Query().Get("seq") != "3" || !at.Query().Has("play") {
		s.Fatalf("a match to watch is at %s: %s", at, answer.Status)
	}
	id := match.ID(strings.TrimPrefix(at.Path, "/m/"))
	for s.look(id).Ending == nil { // it was played for as long as somebody waits
		_, did, err := s.Programs.Think(s.Context(), id)
		must(s, err)
		if !did {
			s.Fatal("the match stands")
		}
	}
	return id
}

// TestAMatchIsWatched: programs have all its seats, the page shows its beginning, whoever looks acts for nobody, and to have watched
// a match is not to have played one.
func TestAMatchIsWatched(t *testing.T) {
	screen := board.NewScreen("table:", "en")
	s := newSiteOf(t, screen, allGames(t))
	s.screen = screen
	c := s.browser()
	id := s.watches(c)
	l := s.look(id)
	if l.Holder("german").Program == "" || l.Holder("german").Program != l.Holder("allied").Program || l.Seq < 50 {
		t.Fatalf("%+v, decision %d", l.Sitting, l.Seq)
	}
	st := get[board.State](s, c, "/m/"+string(id)+"/state?seq=3", http.StatusOK)
	if st.Seq != 3 || st.Last != l.Seq || len(st.Viewer.Seats) > 0 || len(st.Asks) > 0 || len(st.Result) > 0 || !st.Watched {
		t.Errorf("decision %d of %d, for %+v, watched: %t, ends %q", st.Seq, st.Last, st.Viewer, st.Watched, st.Result)
	}
	if text := s.page(c, "/m/"+string(id)+"?seq=3&play", "en"); !strings.Contains(text, `value="3"`) {
		t.Error("the page does not begin with the beginning")
	}
	scenes := get[[]board.Scene](s, c, "/m/"+string(id)+"/scenes?from=3&to=43", http.StatusOK)
	if len(scenes) < 2 || len(scenes[1].Lines) == 0 {
		t.Errorf("it is not played: %d scenes", len(scenes))
	}
	if level := s.level(c); level != "recruit" {
		t.Errorf("then the usual level is %s", level)
	}
	// The list leads to its beginning, says nothing of its end, and keeps the latest that were watched beside every match of one's own.
	for range 3 {
		s.watches(c)
	}
	list := s.page(c, "/", "en")
	if n := strings.Count(list, `?seq=3&amp;play"`); n != 3 || !strings.Contains(list, `href="/m/`+string(s.id)+`"`) {
		t.Errorf("%d matches that were watched are listed", n)
	}
	if st := get[board.State](s, c, "/m/"+string(s.id)+"/state", http.StatusOK); st.Watched {
		t.Error("a match of people is one to watch")
	}
	for _, form := range []url.Values{{}, {"game": {"chess"}}} {
		no, err := c.PostForm(s.url+"/watch", form)
		must(t, err)
		if read[board.Outcome](s, no, 0).Refusal == nil {
			t.Errorf("%v is not refused", form)
		}
	}
}

// TestAGuestBeginsNothing: a visitor by a link sees their matches and the course, and may neither begin a match nor have one played.
func TestAGuestBeginsNothing(t *testing.T) {
	who := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, who, allGames(t))
	who.by["anna"] = board.Visitor{Account: "test:anna", Name: "anna", Lang: "en", Rooms: []board.Room{{Match: s.id}}}
	c := s.client("anna")
	text := s.page(c, "/", "en")
	if !strings.Contains(text, `href="/learn/celles"`) || !strings.Contains(text, `href="/m/`+string(s.id)) || regexp.MustCompile(`action="/(new|watch)"|america`).MatchString(text) {
		t.Errorf("a guest is offered %s", text)
	}
	before, err := s.Index.Matches(t.Context())
	must(t, err)
	for _, at := range []string{"/new", "/watch"} {
		no, err := c.PostForm(s.url+at, url.Values{"game": {"celles"}})
		must(t, err)
		if no.StatusCode != http.StatusForbidden {
			t.Errorf("%s by a guest: %s", at, no.Status)
		}
		must(t, no.Body.Close())
	}
	if after, err := s.Index.Matches(t.Context()); err != nil || len(after) != len(before) {
		t.Errorf("there are %d matches, there were %d: %v", len(after), len(before), err)
	}
}

// TestWhereACourseContinues: the door of the course says at which step, also after another door has gone on with it.
func TestWhereACourseContinues(t *testing.T) {
	p := newPupil(t)
	card := func() string { return cardOf(t, p.page(p.c, "/", "en"), "celles") }
	if want := p.says("web.front.learn", engine.Num("of", 10)); !strings.Contains(card(), want) {
		t.Errorf("the card does not say %q", want)
	}
	must(t, tutor.Reach(t.Context(), p.steps, "celles", "table", 4))
	if want := p.says("web.front.learn-on", engine.Num("n", 4), engine.Num("of", 10)); !strings.Contains(card(), want) {
		t.Errorf("the card does not say %q", want)
	}
}

// TestHowLongAgo: beyond a day, days are enough.
func TestHowLongAgo(t *testing.T) {
	for past, key := range map[time.Duration]string{705*24*time.Hour + 22*time.Hour: "web.days", 5*time.Hour + 10*time.Second: "web.hours"} {
		s := newSite(t, func(c *referee.Config) { c.Now = func() time.Time { return time.Now().Add(-past) } })
		n := map[string]int{"web.days": 705, "web.hours": 5}[key]
		if want := s.says("web.front.ago", engine.Text("ago", s.says(key, engine.Num("n", n)))); !strings.Contains(s.page(s.browser(), "/", "en"), ">"+want+"<") {
			t.Errorf("after %s the page does not say %q", past, want)
		}
	}
}
