package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/describe"
	"referee/bot/files"
	"referee/bot/locale"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/match"
	"referee/render"
)

func newRender() *cobra.Command {
	var d drawing
	cmd := &cobra.Command{
		Use:   "render FILE",
		Short: "draw a match or a position",
		Long: "FILE is a match file written by export or demo, or a position text. The output is a picture (.png),\n" +
			"an animation of a match (.gif), or the board in words (.txt), which is a position text, too. The\n" +
			"command also prints a description of the picture.",
		Example: "  referee render demo/match.json -o map.png --at 120 --since 110 --crop auto\n" +
			"  referee render demo/match.json -o phase.gif --replay 100:120\n" +
			"  referee render position.txt -o near.png --crop 2712:3 --portrait",
		Args: cobra.ExactArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			if d.out == "" {
				return cli.Misused("render: name the picture with -o map.png")
			}
			if err := d.idle(cmd.Flags().Changed); err != nil {
				return err
			}
			alt, err := d.draw(cmd.Context(), c.General, args[0])
			if err == nil {
				fmt.Fprintf(visible.Writer(cmd.OutOrStdout()), "%s\nOpen %s.\n", alt, d.out)
			}
			return err
		}),
	}
	cmd.Flags().StringVarP(&d.out, "output", "o", "", "output file: a picture (.png), an animation (.gif), or the board in words (.txt)")
	cmd.Flags().IntVar(&d.at, "at", 0, "match only: the position after this decision (default: the last)")
	cmd.Flags().Float64Var(&d.scale, "scale", 0, "size of the map: 0.25 to 3 (default 1; for a crop, the largest that fits)")
	cmd.Flags().StringVar(&d.crop, "crop", "", "crop to the hexes around one hex: HEX:RADIUS, or auto for the hexes where something happens")
	cmd.Flags().StringVar(&d.overlay, "overlay", "", "what to mark: a query of the game with its arguments, for example zoc, supply, reach:UNIT or odds:UNIT,medium,UNIT")
	cmd.Flags().BoolVar(&d.legend, "legend", false, "print a legend below the map")
	cmd.Flags().StringVar(&d.theme, "theme", "light", "colours: light or dark")
	cmd.Flags().BoolVar(&d.portrait, "portrait", false, "with --crop: layout for a phone held upright")
	cmd.Flags().IntVar(&d.width, "width", 0, "without --scale: width in pixels (default 1600; for a crop 1100; with --portrait at most 1024)")
	cmd.Flags().IntVar(&d.since, "since", 0, "match only: show what changed after this decision")
	cmd.Flags().StringVar(&d.as, "as", string(engine.Judge), "whose view to draw: a side, spectator or judge")
	cmd.Flags().StringVar(&d.replay, "replay", "", "match only: animate the last phase (phase), the last turn (turn), or decisions FROM:TO")
	config.Use(cmd, "data", "game", "lang")
	return cmd
}

// drawing is one picture as the command line describes it.
type drawing struct {
	out      string
	at       int
	scale    float64
	crop     string
	overlay  string
	legend   bool
	theme    string
	width    int
	portrait bool
	since    int
	replay   string
	as       string
}

// idle refuses flags that would have no effect on what is drawn.
func (d drawing) idle(given func(flag string) bool) error {
	var names []string
	why := ""
	switch ext := strings.ToLower(filepath.Ext(d.out)); {
	case ext == ".txt":
		names, why = []string{"scale", "crop", "overlay", "legend", "theme", "width", "portrait", "since"}, "the board in words is always whole"
	case ext == ".gif":
		names, why = []string{"overlay", "legend", "since"}, "an animation shows what changes"
	case d.scale != 0 && given("width"):
		names, why = []string{"width"}, "--scale says how large it is"
	case d.crop == "":
		names, why = []string{"portrait"}, "it needs --crop"
	}
	for _, name := range names {
		if given(name) {
			return cli.Misused("render: --%s does nothing here: %s", name, why)
		}
	}
	return nil
}

// subject is what is drawn.
type subject struct {
	game  engine.Game
	pos   engine.Position
	match *match.Match // nil: a position text
	words *locale.Words
	lang  string
	as    engine.Viewer
}

func (s subject) say(m engine.Msg) string { return s.words.Say(s.lang, m) }

// draw writes the kind of file that the name of the output says, and describes it in
// words.
func (d drawing) draw(ctx context.Context, c config.General, path string) (_ string, err error) {
	defer survived(&err)
	s, err := d.subject(ctx, c, path)
	if err != nil {
		return "", fmt.Errorf("render %s: %w", path, err)
	}
	theme, err := themeNamed(d.theme)
	if err != nil {
		return "", err
	}
	ext := strings.ToLower(filepath.Ext(d.out))
	if s.game.Info().Board == nil && ext != ".txt" {
		return "", fmt.Errorf("render %s: %s has no map: -o out.txt writes the position in words", path, s.game.Info().Title)
	}
	r := render.New(render.Options{Theme: theme})
	var out bytes.Buffer
	var alt []engine.Msg
	switch {
	case d.replay != "" && ext != ".gif":
		return "", cli.Misused("render: --replay makes an animation: name it with -o replay.gif")
	case ext == ".gif":
		alt, err = d.animation(&out, r, s)
	case ext == ".txt":
		v := s.pos.View(s.as)
		alt = describe.Alt(s.game.Info(), v, nil)
		out.WriteString(s.twin(v))
	case ext == ".png":
		alt, err = d.picture(&out, r, s)
	default:
		return "", cli.Misused("render: -o %s: the name must end in .png, .gif or .txt", d.out)
	}
	if err != nil {
		return "", fmt.Errorf("render %s: %w", path, err)
	}
	if err := os.WriteFile(d.out, out.Bytes(), 0o644); err != nil {
		return "", fmt.Errorf("render to %s: %w", d.out, files.Reason(err))
	}
	return describe.SayAlt(alt, s.say), nil
}

func themeNamed(name string) (render.Theme, error) {
	for _, t := range render.Themes() {
		if t.Name == name {
			return t, nil
		}
	}
	return render.Theme{}, cli.Misused("--theme %s: use %s", name, strings.Join(themes(), ", "))
}

// picture draws one picture.
func (d drawing) picture(w io.Writer, r *render.Renderer, s subject) ([]engine.Msg, error) {
	p := render.Picture{
		Board: s.game.Info().Board, View: s.pos.View(s.as),
		Scale: d.scale, Fit: d.width, Portrait: d.portrait, Legend: d.legend, Say: s.say,
	}
	var err error
	if p.Overlay, err = d.shown(s); err != nil {
		return nil, err
	}
	if d.crop == "auto" {
		if p.Overlay == nil {
			p.Overlay = &engine.Answer{}
		}
		p.Crop = render.Around(p.Board, p.View, *p.Overlay)
	} else if p.Crop, err = parseCrop(d.crop); err != nil {
		return nil, err
	}
	return describe.Alt(s.game.Info(), p.View, p.Overlay), r.PNG(w, p)
}

// shown is what is drawn over the position: what changed, and the answer to a
// query. nil: nothing.
func (d drawing) shown(s subject) (*engine.Answer, error) {
	var a *engine.Answer
	if d.since > 0 {
		if s.match == nil || d.since > s.match.Seq() {
			return nil, cli.Misused("--since %d: name a decision of the match before the one that is drawn", d.since)
		}
		scene, err := s.match.VisibleTo(s.as).Changes(d.since, s.match.Seq())
		if err != nil {
			return nil, err
		}
		a = &scene.Change
	}
	if d.overlay == "" {
		return a, nil
	}
	asked, err := overlay(s, d.overlay)
	if err != nil || a == nil {
		return asked, err
	}
	asked.Lines = append(a.Lines, asked.Lines...)
	asked.Marks = append(a.Marks, asked.Marks...)
	asked.Paths = append(a.Paths, asked.Paths...)
	asked.Ghosts = a.Ghosts
	return asked, nil
}

// subject reads what is to be drawn, and opens its game.
func (d drawing) subject(ctx context.Context, c config.General, path string) (subject, error) {
	text, err := files.Read(ctx, path, match.MaxBytes)
	if err != nil {
		return subject{}, files.Reason(err)
	}
	s := subject{lang: c.Lang, as: engine.Viewer(d.as)}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		s.match, err = d.ofMatch(text)
		if err != nil {
			return subject{}, err
		}
		s.game, s.pos = s.match.Game(), s.match.Position()
	} else if err := s.parse(c, string(text), d); err != nil {
		return subject{}, err
	}
	if err := s.known(); err != nil {
		return subject{}, err
	}
	s.words, err = locale.For(c.Lang, s.game.Info())
	return s, err
}

// known reports whether there is such a viewer.
func (s subject) known() error {
	if known := viewers(s.game.Info()); !slices.Contains(known, string(s.as)) {
		return cli.Misused("--as %s: use %s", s.as, strings.Join(known, ", "))
	}
	return nil
}

// twin is the board in words. The position text contains all secrets, so only the judge
// gets it.
func (s subject) twin(v engine.View) string {
	position := s.pos.String()
	if s.as != engine.Judge {
		position = ""
	}
	info := s.game.Info()
	return describe.Twin(slices.Concat(describe.View(info, v), describe.Ground(info.Board)), s.say, position)
}

func (s *subject) parse(c config.General, text string, d drawing) (err error) {
	if d.at != 0 || d.replay != "" {
		return cli.Misused("--at and --replay are for match files, but this is a position text")
	}
	if s.game, err = known.Open(cmp.Or(namedIn(text), c.Game), c.Data); err != nil {
		return err
	}
	s.pos, err = s.game.Parse(1, text)
	return err
}

func (d drawing) ofMatch(text []byte) (*match.Match, error) {
	f, err := match.Decode(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	g, err := known.OpenFile(f)
	if err != nil {
		return nil, err
	}
	at := d.at
	if at == 0 {
		at = len(f.Entries)
	}
	if at < 1 || at > len(f.Entries) {
		return nil, cli.Misused("--at %d: the match has decisions 1 to %d", at, len(f.Entries))
	}
	return match.Fold(g, f.Entries[:at])
}

// parseCrop reads HEX:RADIUS; nothing is the whole map.
func parseCrop(s string) (*render.Crop, error) {
	if s == "" {
		return nil, nil
	}
	at, radius, ok := strings.Cut(s, ":")
	c, err := hex.Parse(at)
	n, errRadius := strconv.Atoi(radius)
	if !ok || err != nil || errRadius != nil {
		return nil, cli.Misused("--crop %q: use a hex and a radius, for example 2113:3, or auto", s)
	}
	return &render.Crop{At: []hex.Coord{c}, Radius: n}, nil
}
