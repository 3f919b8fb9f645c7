package page

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"referee/bot/club"
	"referee/bot/describe"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/league"
	"referee/engine/match"
)

// pages makes the pages of a club in a language.
func pages(t *testing.T, lang string, c Club) *Page {
	t.Helper()
	w, err := locale.New(c.Info, Catalogues())
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(w, lang, c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sound checks that tags are closed, nothing comes from elsewhere, every word is
// there, and tables and pictures can be read without eyes.
func sound(t *testing.T, text string) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(strings.Replace(text, "<!doctype html>", "", 1)))
	dec.Entity = xml.HTMLEntity
	tables, captions := 0, 0
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		has := func(name string) bool {
			return slices.ContainsFunc(start.Attr, func(a xml.Attr) bool { return a.Name.Local == name && a.Value != "" })
		}
		switch start.Name.Local {
		case "script", "link", "iframe":
			t.Errorf("a <%s>", start.Name.Local)
		case "table":
			tables++
		case "caption":
			captions++
		case "th":
			if !has("scope") {
				t.Error("a <th> without scope")
			}
		case "img":
			if !has("alt") {
				t.Error("an <img> without alt")
			}
		case "html":
			if !has("lang") {
				t.Error("no language")
			}
		}
	}
	for _, bad := range []string{"[page.", "[referee.", "http:", "https:", "<no value>", "%!"} {
		if strings.Contains(text, bad) {
			t.Errorf("it has %q", bad)
		}
	}
	if rounds := strings.Count(text, `id="round-`); captions+rounds != tables {
		t.Errorf("%d tables, %d captions, %d titles of rounds", tables, captions, rounds)
	}
	if scroll := strings.Count(text, `class="scroll"`); scroll < tables {
		t.Errorf("%d tables, and %d parts that scroll on telephones", tables, scroll)
	}
}

func TestIndex(t *testing.T) {
	for _, lang := range locale.Languages {
		t.Run(lang, func(t *testing.T) {
			p := pages(t, lang, winter(t))
			var b strings.Builder
			if err := p.Index(&b); err != nil {
				t.Fatal(err)
			}
			want := []string{"Winter &lt;1&gt;", "1612", `href="match-001.html"`, p.text("hours", "n", 3), p.text("days", "n", 3)}
			for _, key := range []string{"standings", "cross", "timeouts", "ratings", "withdrawn", "provisional", "moment", "dice.few"} {
				want = append(want, p.text(key))
			}
			sound(t, b.String())
			for _, w := range want {
				if !strings.Contains(b.String(), w) {
					t.Errorf("the page lacks %q:\n%s", w, b.String())
				}
			}
			if strings.Contains(b.String(), `href="match-002.html"`) {
				t.Error("a match that was not played here has a page")
			}
		})
	}
}

// TestEmptyLeague: a league that has not begun has a page, too.
func TestEmptyLeague(t *testing.T) {
	c := Club{Info: toy.Strict().Info(), Look: club.LeagueLook{Card: league.Summary{Name: "New"}, Rules: league.Rules{Format: league.FormatLadder}}}
	c.Look.Sides = league.Sides(nil)
	var b strings.Builder
	if err := pages(t, "en", c).Index(&b); err != nil {
		t.Fatal(err)
	}
	sound(t, b.String())
}

func TestMatch(t *testing.T) {
	c := winter(t)
	g := toy.Strict()
	out, err := g.Begin(1, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := Played{
		LeagueMatch: c.Look.Matches[0], Map: "map-001.png",
		Ending: referee.Look{Info: g.Info(), View: out.Position.View(engine.Spectator), Head: "abcd1234", Seq: 9},
		Told:   []referee.Line{{Seq: 9, Said: engine.Say("referee.told.resign", engine.Noun("seat", "red"))}},
		Rulings: []club.Case{{
			From: 3, To: 5, Rules: []string{"3.1", "4"}, Statements: []club.Statement{{Seat: "red", Text: "He cheats."}},
			Ruling: &match.Adjudication{Judgement: match.Replayed}, Reason: "Because <b>.",
		}},
	}
	m.Alt = describe.Alt(g.Info(), m.Ending.View, nil)
	for _, lang := range locale.Languages {
		var b strings.Builder
		if err := pages(t, lang, c).Match(&b, m); err != nil {
			t.Fatal(err)
		}
		sound(t, b.String())
		if strings.Contains(b.String(), "He cheats.") {
			t.Errorf("%s: the page shows what a player stated", lang)
		}
		if strings.Contains(b.String(), pages(t, lang, c).text("skip")) {
			t.Errorf("%s: a link to the standings, which the page has not", lang)
		}
		for _, want := range []string{"Because &lt;b&gt;. (", ": 3.1, 4)", `<a href="map-001.png"><img`, "abcd1234"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: the page lacks %q", lang, want)
			}
		}
	}
}

// TestSidesVerdict: it names the side that has it easier.
func TestSidesVerdict(t *testing.T) {
	c := winter(t)
	p := pages(t, "en", c)
	easier := func(seat string) string { return p.say(engine.Say("page.sides.easier", engine.Noun("seat", seat))) }
	for leaning, want := range map[league.Leaning]string{
		league.FirstEasier: easier("red"), league.SecondEasier: easier("blue"),
		league.Even: p.text("sides.even"), league.TooFew: p.text("sides.few"),
	} {
		c.Look.Sides.Leaning = leaning
		if got := pages(t, "en", c).sides().Verdict; got != want {
			t.Errorf("%s: %q", leaning, got)
		}
	}
}

// TestNamesakes: players of the same name have a line each.
func TestNamesakes(t *testing.T) {
	c := winter(t)
	for i := range c.Look.People {
		c.Look.People[i].Name = "Alex"
	}
	g := pages(t, "en", c).index().Graph
	if len(g.Lines) != 2 || g.Lines[0].Rating != 1612 || g.Lines[1].Rating != 1420 {
		t.Fatalf("lines %+v", g.Lines)
	}
	for i, want := range []string{"48.0,260.0 309.0,260.0 570.0,120.6", "309.0,260.0 570.0,359.2"} { // from period 0, and from 1
		if g.Lines[i].Points != want {
			t.Errorf("line %d by %s, not %s", i, g.Lines[i].Points, want)
		}
	}
}

// TestNamesAreSeen: what hides in a name, or turns the writing round, is seen on every page.
func TestNamesAreSeen(t *testing.T) {
	c := winter(t)
	for i := range c.Look.People {
		c.Look.People[i].Name = "Al\u200bex\u202e\u3164"
	}
	c.Look.Card.Name = "Club\u202e"
	var out strings.Builder
	if err := pages(t, "en", c).Index(&out); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(out.String(), "\u200b\u202e\u3164") || !strings.Contains(out.String(), "Al\uFFFDex\uFFFD\uFFFD") {
		t.Errorf("%+q", out.String())
	}
}

// TestLabelsKeepApart: names at the ends of the lines do not lie over one another.
func TestLabelsKeepApart(t *testing.T) {
	g := graph{}
	for range 20 {
		g.Lines = append(g.Lines, graphLine{Y: 400})
	}
	g.label()
	for i, a := range g.Lines {
		for _, b := range g.Lines[:i] {
			if d := a.LabelY - b.LabelY; d < labelHeight && d > -labelHeight {
				t.Fatalf("labels at %v and %v", a.LabelY, b.LabelY)
			}
		}
		if a.LabelY < 0 || a.LabelY > graphHeight {
			t.Errorf("a label at %v", a.LabelY)
		}
	}
}

// TestRatingsAreInTheirOrder: the table of ratings goes from the best down, whoever leads
// the standings; those without a rating are not in it.
func TestRatingsAreInTheirOrder(t *testing.T) {
	at := func(name string, ratings ...float64) standingsRow {
		r := standingsRow{Name: name}
		for i, x := range ratings {
			r.History = append(r.History, club.Rated{Period: i, Rating: league.Rating{Rating: x}})
		}
		return r
	}
	var names []string
	for _, r := range rated([]standingsRow{at("A", 1600, 1480), at("B"), at("C", 1500, 1550), at("D", 1510)}) {
		names = append(names, r.Name)
	}
	if got := strings.Join(names, " "); got != "C D A" {
		t.Errorf("the order is %s", got)
	}
	if g := draw([]standingsRow{at("A", 1600), at("D", 1510)}); len(g.Lines) > 0 {
		t.Error("one period is drawn as a chart")
	}
	if g := draw([]standingsRow{at("A", 1600, 1480), at("D", 1510)}); len(g.Lines) != 2 {
		t.Errorf("two periods are drawn with %d lines", len(g.Lines))
	}
}
