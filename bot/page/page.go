package page

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"math"
	"strings"
	"time"

	"referee/bot/club"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/visible"
	"referee/bot/web"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/luck"
)

//go:embed locale/*.toml
var catalogues embed.FS

//go:embed templates/*.html templates/style.css
var templates embed.FS

// Catalogues holds the words of the page.
func Catalogues() fs.FS { return engine.CataloguesIn(catalogues, "bot/page") }

// Club is what a page shows.
type Club struct {
	Look club.LeagueLook
	Info *engine.Info // of the game
	// Ratings are by account, Reliability and Luck by player.
	Ratings     map[string][]club.Rated
	Reliability map[league.Player]club.Reliability
	Luck        map[league.Player]luck.Report
	Dice        []luck.Die
	Draws       int // of chits, which are not tested
	Written     time.Time
	// Site is the absolute address at which the files are served, with a slash at its end, and Picture the file of the latest picture,
	// both for previews of the pages; "": not known, there is none.
	Site, Picture string
}

// Played is what the page of a match shows.
type Played struct {
	club.LeagueMatch
	Map    string // the file of the picture; "" none
	Replay string // the file of its replay; "" none
	// Alt describes the picture in words.
	Alt    []engine.Msg
	Ending referee.Look
	Told   []referee.Line // the last that happened
	// Rulings are shown with their reasons. The players' statements are for the judges
	// only.
	Rulings []club.Case
}

// Page makes the pages of one league in one language.
type Page struct {
	words *locale.Words
	lang  string
	club  Club
	html  *template.Template
}

// New makes pages with words that have [Catalogues] and those of the game.
func New(words *locale.Words, lang string, c Club) (*Page, error) {
	p := &Page{words: words, lang: locale.Pick(lang), club: c}
	style, err := templates.ReadFile("templates/style.css")
	if err != nil {
		return nil, err
	}
	p.html, err = template.New("page").Funcs(template.FuncMap{
		"t":     p.text,
		"say":   p.say,
		"name":  p.name,
		"style": func() template.CSS { return template.CSS(style) }, //nolint:gosec // it is our own file
		"file":  MatchFile,
		"date":  date,
		"round": func(x float64) int { return int(math.Round(x)) },
		"tenth": p.tenth,
		"half":  func(n int) float64 { return float64(n) / 2 },
		"inc":   func(n int) int { return n + 1 },
		"dec":   func(s league.Side) int { return int(s) - 1 },
		"day":   func(t time.Time) string { return date(t.UnixMilli()) },
		"signed": func(n int) string {
			return p.say(engine.Say("page.signed", engine.Num("n", n)))
		},
		"chance": func(x float64) string {
			return p.say(engine.Say("page.number", engine.Ratio("n", int(math.Round(1000*x)), 1000)))
		},
		"list": func(words []string) string { return strings.Join(words, ", ") },
		"took": p.took,
		"seat": func(i int) string {
			return p.words.Say(p.lang, engine.Say("page.seat", engine.Noun("seat", string(c.Info.Seats[i]))))
		},
	}).ParseFS(templates, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("page: read templates: %w", err)
	}
	return p, nil
}

// IndexFile is the name of the page of a league, and of that of a story.
const IndexFile = "index.html"

// MatchFile is the name of the page of a match.
func MatchFile(no int) string { return fmt.Sprintf("match-%03d.html", no) }

// Index writes the page of the league.
func (p *Page) Index(w io.Writer) error {
	return p.write(w, IndexFile, p.index())
}

// Match writes the page of a match.
func (p *Page) Match(w io.Writer, m Played) error {
	return p.write(w, "match.html", p.match(m))
}

func (p *Page) write(w io.Writer, name string, data any) error {
	if err := p.html.ExecuteTemplate(visible.Writer(w), name, data); err != nil {
		return fmt.Errorf("page: write %s: %w", name, err)
	}
	return nil
}

// text is the text of a key of the page, with arguments as pairs of name and value.
func (p *Page) text(key string, pairs ...any) string {
	var args []engine.Arg
	for i := 0; i+1 < len(pairs); i += 2 {
		name := fmt.Sprint(pairs[i])
		if n, ok := pairs[i+1].(int); ok {
			args = append(args, engine.Num(name, n))
		} else {
			args = append(args, engine.Text(name, fmt.Sprint(pairs[i+1])))
		}
	}
	return p.words.Say(p.lang, engine.Say("page."+key, args...))
}

// preview is what other programs show of the address of a page: its title, sentences, and a picture, which is one of the files.
func (p *Page) preview(title, picture string, sentences ...string) web.Preview {
	out := web.Preview{Title: title, Text: strings.Join(sentences, " · ")}
	if p.club.Site != "" && picture != "" {
		out.Picture = fmt.Sprintf("%s%s?n=%d", p.club.Site, picture, p.club.Look.Card.Seq)
	}
	return out
}

func (p *Page) say(m engine.Msg) string { return p.words.Say(p.lang, m) }

func (p *Page) name(who league.Player) string { return p.say(p.club.Look.Name(who)) }

// date is a day in UTC, as all languages read it.
func date(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(time.DateOnly)
}

// tenth is a number to one decimal, as the language writes it.
func (p *Page) tenth(x float64) string {
	return p.say(engine.Say("page.number", engine.Ratio("n", int(math.Round(10*x)), 10)))
}

// took is a time in minutes, hours or days, whichever reads best.
func (p *Page) took(d time.Duration) string {
	switch {
	case d.Round(time.Minute) == 0:
		return p.text("moment")
	case d < 2*time.Hour:
		return p.text("minutes", "n", int(d.Round(time.Minute).Minutes()))
	case d < 48*time.Hour:
		return p.text("hours", "n", int(d.Round(time.Hour).Hours()))
	}
	return p.text("days", "n", int(d.Round(24*time.Hour).Hours())/24)
}
