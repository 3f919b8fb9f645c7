package replay

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"slices"
	"strings"

	"referee/bot/board"
	"referee/bot/describe"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/web"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

//go:embed locale/*.toml
var catalogues embed.FS

// Catalogues holds the words of the page.
func Catalogues() fs.FS { return engine.CataloguesIn(catalogues, "bot/board/replay") }

//go:embed page/page.html
var pageText string

//go:embed page/style.css
var style string

//go:embed page/script.js
var script string

var page = template.Must(template.New("replay").Parse(pageText))

// Config says how a replay is written.
type Config struct {
	// Drawer draws the map; nil: it is told in words alone.
	Drawer board.Drawer
	// Words are those of the game, with [Catalogues], and Lang the language.
	Words *locale.Words
	Lang  string
	// Picture is the absolute address of a picture of how the match stands, for previews of the page; "": there is none.
	Picture string
	// Who are the players as they are called, by seat; who is missing has no name.
	Who map[engine.Seat]string
}

// data is what the script reads.
type data struct {
	Parts  []string `json:"parts"`  // of drawings
	Frames []frame  `json:"frames"` // one after the other
	Said   string   `json:"said"`   // "Decision {n} of {of}"
	Of     int      `json:"of"`
}

// frame is how the match stood after a decision.
type frame struct {
	Seq    int      `json:"seq"`
	Status string   `json:"status"`
	Lines  []string `json:"lines,omitempty"` // what was told of it
	// Parts are the numbers of those that its drawing is made of: first how many it has in common with the beginning of
	// the drawing before it, and with its end, then those between.
	Parts []int `json:"parts,omitempty"`
}

// shown is what the page shows.
type shown struct {
	Lang, Title, Who, Status string
	Policy                   string
	Style, MapStyle          template.CSS
	Script                   template.JS
	Data                     template.JS
	Light, Dark              template.URL
	Last                     template.HTML // the drawing of how it ended
	Result, Twin             []string
	Dice                     []string // what the rolls can be checked against
	Frames                   []frame
	Preview                  web.Preview
	words                    *locale.Words
}

// T says something of the page.
func (s shown) T(key string) string { return s.words.Say(s.Lang, engine.Say("replay."+key)) }

// Write writes the replay of a match, as far as it has come, as a viewer may know it.
func Write(w io.Writer, m *match.Match, v engine.Viewer, c Config) error {
	scenes, err := m.VisibleTo(v).Scenes(0, m.Seq(), m.Seq())
	if err != nil {
		return err
	}
	info := m.Game().Info()
	lang := locale.Pick(c.Lang)
	say := func(m engine.Msg) string { return c.Words.Say(lang, m) }
	out := shown{Lang: lang, Title: info.Title, Who: who(info, c, say), words: c.Words}
	all := data{Said: say(engine.Say("replay.decision")), Of: m.Seq()}
	draws := c.Drawer != nil && info.Board != nil
	var drawings []string
	for _, s := range scenes {
		dice, err := all.add(m, v, s, say)
		if err != nil {
			return err
		}
		out.Dice = append(out.Dice, dice...)
		if draws {
			l, err := c.Drawer.Layers(info.Board, s.View, &s.Change, say)
			if err != nil {
				return err
			}
			drawings = append(drawings, slices.Repeat([]string{l.Pieces + l.Marks}, s.To-s.From)...)
		}
	}
	all.compress(drawings)
	last := scenes[len(scenes)-1].View
	out.Status, out.Frames = say(last.Status), all.Frames
	if last.Result != nil {
		for _, m := range describe.Result(last.Result) {
			out.Result = append(out.Result, say(m))
		}
	}
	out.Preview = web.Preview{Title: out.Title + ": " + out.Who, Text: out.Status, Picture: c.Picture}
	if end, over := m.Ending(); over && end.How != match.Abandoned {
		out.Preview.Text = strings.Join(lists.Map(describe.Outcome(info, end.Winner, last.Result), say), " ")
	}
	for _, m := range describe.View(info, last) {
		out.Twin = append(out.Twin, say(m))
	}
	if draws {
		out.Last = template.HTML(drawings[len(drawings)-1]) //nolint:gosec // it is drawn by ourselves
		if err := out.ground(c.Drawer, info.Board); err != nil {
			return err
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	out.Data, out.Script, out.Style = template.JS(text), template.JS(script), template.CSS(style) //nolint:gosec // json escapes what would end the element
	out.Policy = "default-src 'none'; img-src data:; style-src " + hashed(style) + " " + hashed(string(out.MapStyle)) + "; script-src " + hashed(script) + "; base-uri 'none'; form-action 'none'"
	if err := page.Execute(w, out); err != nil {
		return fmt.Errorf("replay: write: %w", err)
	}
	return nil
}

// add adds the frames of a scene. What leaves nothing to be seen comes after what does, in its scene: its last frame has
// the status that it ends with. It returns what is told of the dice key, which is no part of the story.
func (d *data) add(m *match.Match, v engine.Viewer, s match.Scene, say func(engine.Msg) string) (dice []string, err error) {
	status := ""
	if n := len(d.Frames); n > 0 {
		status = d.Frames[n-1].Status
	}
	for seq := s.From + 1; seq <= s.To; seq++ {
		f := frame{Seq: seq, Status: status}
		lines, err := referee.Tell(m, v, seq-1, seq)
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			if l.Said.Key == "referee.told.key" || l.Said.Key == "referee.told.beacon" {
				dice = append(dice, say(l.Said))
				continue
			}
			f.Lines = append(f.Lines, say(l.Said))
		}
		d.Frames = append(d.Frames, f)
	}
	d.Frames[len(d.Frames)-1].Status = say(s.View.Status)
	return dice, nil
}

// hashed names a text in a policy.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// who says who plays what.
func who(info *engine.Info, c Config, say func(engine.Msg) string) string {
	var out []string
	for _, seat := range info.Seats {
		side := say(engine.Say("replay.seat", engine.Noun("seat", string(seat))))
		if name := c.Who[seat]; name != "" {
			side = say(engine.Say("replay.plays", engine.Text("side", side), engine.Text("name", name)))
		}
		out = append(out, side)
	}
	return strings.Join(out, " – ")
}

// ground adds the part of the map that never changes, in both themes, and the style of what stands on it.
func (s *shown) ground(d board.Drawer, b *engine.Board) error {
	var rules bytes.Buffer
	if err := d.Style(&rules, b); err != nil {
		return err
	}
	s.MapStyle = template.CSS(rules.String()) //nolint:gosec // it is written by ourselves
	for theme, to := range map[string]*template.URL{"light": &s.Light, "dark": &s.Dark} {
		var text bytes.Buffer
		if err := d.Base(&text, b, theme); err != nil {
			return err
		}
		*to = template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(text.Bytes())) //nolint:gosec // likewise
	}
	return nil
}

// compress says each part of drawings once.
func (d *data) compress(drawings []string) {
	known := map[string]int{}
	var before []int
	for i, drawing := range drawings {
		var now []int
		for _, part := range parts(drawing) {
			n, ok := known[part]
			if !ok {
				n = len(d.Parts)
				known[part] = n
				d.Parts = append(d.Parts, part)
			}
			now = append(now, n)
		}
		most := min(len(before), len(now))
		first := 0
		for first < most && before[first] == now[first] {
			first++
		}
		last := 0
		for last < most-first && before[len(before)-1-last] == now[len(now)-1-last] {
			last++
		}
		d.Frames[i].Parts = append([]int{first, last}, now[first:len(now)-last]...)
		before = now
	}
}

// parts cuts a drawing into pieces that many drawings share: the elements of its sheets, and what they define. Together
// they are the drawing.
func parts(drawing string) (out []string) {
	from, depth := 0, 0
	for at := 0; at < len(drawing); {
		end := strings.IndexByte(drawing[at:], '>')
		if end < 0 {
			break
		}
		tag := drawing[at+strings.IndexByte(drawing[at:], '<') : at+end+1]
		at += end + 1
		switch {
		case strings.HasPrefix(tag, "</"):
			if depth > 0 {
				depth--
			}
		case strings.HasSuffix(tag, "/>"):
		case depth == 0 && (strings.HasPrefix(tag, "<svg") || strings.HasPrefix(tag, "<g data-sheet") || strings.HasPrefix(tag, "<defs")):
		default:
			depth++
		}
		if depth == 0 {
			out = append(out, drawing[from:at])
			from = at
		}
	}
	if from < len(drawing) {
		out = append(out, drawing[from:])
	}
	return out
}
