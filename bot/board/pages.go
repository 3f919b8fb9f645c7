package board

import (
	"bytes"
	"cmp"
	"errors"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"

	"referee/bot/board/page"
	"referee/bot/referee"
	"referee/bot/web"
	"referee/engine"
	"referee/engine/match"
)

// Page is what every page shows. Its method T says a text of the catalogues.
type Page struct {
	Lang, Title string
	// Static is where the files of the page are: "/static/3f1c…/".
	Static string
	// Words are the texts that scripts say, by key: those of the catalogues that begin with "web.page.",
	// without that. What stands in single braces is for the script to fill in.
	Words map[string]string
	Name  string // of the visitor; "": nobody is known, or who sits at the screen
	// Table says that the visitor sits at the screen, and may open matches.
	Table   bool
	Preview web.Preview // what other programs show of the address
	voice   voice
}

// T is a text without arguments.
func (p Page) T(key string) string { return p.voice.text(key) }

// Enter is the page with a button that spends a link.
type Enter struct {
	Page
	Token string
}

// Said is the page that tells why something was not done.
type Said struct {
	Page
	Refusal *Refusal
}

// NewGame is a game that may be begun.
type NewGame struct {
	ID, Title string
	// Sides are the values of side.
	Sides []Choice
	// Programs are the values of opponent, from the weakest to the strongest; Usual is the one that is meant
	// where none is named.
	Programs []Level
	Usual    string
	Measured string // that the levels were measured on another board; "" where they were not
	// Options are chosen under "option-" with their names.
	Options []ChoiceOf
}

// Level is a program to play against, with whom it suits in a sentence.
type Level struct {
	Choice
	About string
	Not   int // the number of the side, in Sides, that nobody can take against it: it plays that one only; 0: it plays any
}

// ChoiceOf is something that may be chosen: a name, and its values.
type ChoiceOf struct {
	Name, Label, Default string
	Values               []Choice
}

// Choice is a value, with what it is called.
type Choice struct{ Value, Label string }

// Match is the page of one match.
type Match struct {
	Page
	State  *State
	Board  *Map    // nil: the game has no map
	Course *Course // nil: it is no lesson
	Rules  string  // the numbers of the paragraphs about which something can be said
	Aids   string  // the address of the player aids; "": there are none
	Begins bool    // the reader has a seat, and has not answered anything by hand
}

// Pieces and Marks are the layers of the map, to stand in the page: nothing has to be fetched, or run, to see them.
func (m Match) Pieces() template.HTML { return template.HTML(m.State.Layers.Pieces) } //nolint:gosec // it is our own drawing, all text in it escaped

// Marks is described at Pieces.
func (m Match) Marks() template.HTML { return template.HTML(m.State.Layers.Marks) } //nolint:gosec // as Pieces

// shown adds to the page of a match what its game says about itself.
func (q *request) shown(m Match) Match {
	info := q.info
	m.Page = q.about(m.State.Title)
	list := slices.Clone(info.Paragraphs)
	for _, r := range info.InForce(info.Law) {
		if !slices.Contains(list, r.Rule) {
			list = append(list, r.Rule)
		}
	}
	m.Rules = strings.Join(list, " ")
	if len(info.Aids) > 0 {
		m.Aids = q.address(m.State.Match) + "/aids"
	}
	return m
}

// Data is the state for the scripts, without what stands in the page anyway.
func (m Match) Data() State {
	out := *m.State
	out.Layers = Layers{}
	return out
}

// about begins a page.
func (q *request) about(title string) Page {
	return Page{
		Lang: q.lang, Title: title, Static: "/static/" + q.b.pages.Version + "/", Words: q.words.Texts(q.lang, scripts),
		Name: q.visitor.Name, Table: q.visitor.Table != "", voice: q.voice,
	}
}

// scripts begins the keys of the texts that scripts say.
const scripts = "web.page."

// page answers with a page.
func (q *request) page(code int, name string, data any) error {
	var text bytes.Buffer
	if err := q.b.pages.Write(&text, name, data); err != nil {
		return err
	}
	q.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	q.w.Header().Set("Content-Language", q.lang)
	if name == "match" { // where pictures are shown that its reader opens
		q.w.Header().Set("Content-Security-Policy", strings.Replace(policy, "data:", "data: blob:", 1))
	}
	q.w.WriteHeader(code)
	q.noteUnsent(q.w.Write(text.Bytes()))
	return nil
}

// immutable has a browser keep what never changes under its address.
const immutable = "max-age=31536000, immutable"

// types are those of files, by the ends of their names.
var types = map[string]string{
	".json": "application/json; charset=utf-8",
	".css":  "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".woff2": "font/woff2",
}

// static serves a file of the page.
func static(q *request) error {
	name := q.PathValue("file")
	text, err := page.File(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) || q.PathValue("version") != q.b.pages.Version {
		return errNowhere
	}
	if err != nil {
		return err
	}
	return q.file(name, "Cache-Control", "public, "+immutable, text)
}

// file answers with a file, whose name says what it is, and one more header.
func (q *request) file(name, header, value string, text []byte) error {
	q.w.Header().Set("Content-Type", cmp.Or(types[path.Ext(name)], "application/octet-stream"))
	q.w.Header().Set(header, value)
	q.noteUnsent(q.w.Write(text))
	return nil
}

// attachment answers with a file that the browser keeps under its name.
func (q *request) attachment(name string, text []byte) error {
	return q.file(name, "Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}), text)
}

// How many matches are listed, and of those that were watched the latest alone; and how many are read for it.
const (
	mostListed  = 100
	mostWatched = 3
	mostRead    = 4 * mostListed
)

// ids are the matches that a visitor may look at, those under way first.
func (q *request) ids() (out []match.ID, err error) {
	if q.visitor.Table == "" {
		for _, r := range q.visitor.Rooms {
			if !slices.Contains(out, r.Match) {
				out = append(out, r.Match)
			}
		}
		return out, nil
	}
	all, err := q.b.Referee.Index.Matches(q.Context())
	slices.SortStableFunc(all, func(a, b match.Summary) int {
		switch {
		case a.Over == b.Over:
			return 0
		case b.Over:
			return -1
		}
		return 1
	})
	for _, m := range all {
		out = append(out, m.ID)
	}
	return out, err
}

// list lists the matches that a visitor may look at, the latest first.
func (q *request) list() ([]Listed, error) {
	ids, err := q.ids()
	if err != nil {
		return nil, err
	}
	out, own := []Listed{}, 0
	for _, id := range ids[:min(len(ids), mostRead)] {
		if own == mostListed {
			break
		}
		s, err := q.b.Referee.Snapshot(q.Context(), id)
		if err != nil {
			q.b.Log.Warn("board: a match cannot be shown", "match", id, "error", err)
			continue
		}
		l, err := s.Look(q.Context(), engine.Spectator)
		if err != nil {
			return nil, err
		}
		v, err := q.b.voice(l.Info, q.lang)
		if err != nil {
			return nil, err
		}
		out = append(out, q.listed(v, l))
		if !watched(l) {
			own++
		}
	}
	sortLatest(out)
	seen := 0
	return slices.DeleteFunc(out, func(l Listed) bool {
		if l.Watched {
			seen++
		}
		return l.Watched && seen > mostWatched
	}), nil
}

// listed is a match in a list.
func (q *request) listed(v voice, l referee.Look) Listed {
	out := Listed{
		Match: l.Match, Title: l.Info.Title, Status: v.say(l.View.Status), Seq: l.Seq, At: l.At,
		Mine: len(q.visitor.seats(l)) > 0, Over: l.Ending != nil, Ago: q.ago(l.At), Watched: watched(l), To: pathTo(l.Match),
	}
	if out.Watched {
		out.To, out.Status = watchedAt(l.Match, len(l.Info.Seats)), v.text("web.front.watched")
	}
	for _, s := range v.seats(l) {
		out.Players = append(out.Players, strings.TrimSpace(s.Label+" "+s.Who))
	}
	if out.Over && q.b.saveable() {
		out.Replay = replayAt(l)
	}
	for _, a := range l.Asks {
		key := "web.front.theirs"
		if _, own := q.visitor.by(l, a.Seat); own {
			key, out.Yours = "web.front.yours", true
		}
		out.Asked = append(out.Asked, v.text(key, engine.Text("side", v.side(a.Seat))))
	}
	return out
}

// matchPage shows a match, as it can be read without any script.
func matchPage(q *request) error {
	st, where, err := q.matchState()
	if err != nil {
		return err
	}
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	return q.page(http.StatusOK, "match", q.shown(Match{
		State: st, Board: where, Begins: st.Viewer.Seat != "" && s.Match().History().LastByHand(st.Viewer.Seat) == 0,
	}))
}

// matchState is what the page of a match shows, after the decision that it names: the last if it names none.
func (q *request) matchState() (st *State, where *Map, err error) {
	s, err := q.snapshot()
	if err != nil {
		return nil, nil, err
	}
	seq, err := q.number("seq")
	if err != nil {
		return nil, nil, err
	}
	if st, err = q.state(s, glance{seat: engine.Seat(q.URL.Query().Get("seat")), seq: seq}); err != nil {
		return nil, nil, err
	}
	where, err = q.mapOf(s)
	return st, where, err
}
