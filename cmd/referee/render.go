package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/locale"
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
		Long:  "FILE is a match that export or demo wrote, or a position text.",
		Example: "  referee render demo/match.json -o map.png --at 120\n" +
			"  referee render position.txt -o near.png --crop 2113:3 --overlay reach:lehr-a",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := configure(cmd)
			if err != nil {
				return err
			}
			if d.out == "" {
				return misused("render: name the picture with -o map.png")
			}
			return d.draw(c, args[0])
		},
	}
	cmd.Flags().StringVarP(&d.out, "output", "o", "", "picture to write, a PNG")
	cmd.Flags().IntVar(&d.at, "at", 0, "of a match: as it was after this decision (default the last)")
	cmd.Flags().Float64Var(&d.scale, "scale", 0, "size of the picture: 0.25 to 3 (default 1; 2 with --crop)")
	cmd.Flags().StringVar(&d.crop, "crop", "", "only the hexes around one: HEX:RADIUS")
	cmd.Flags().StringVar(&d.overlay, "overlay", "", "what to mark: a query of the game, as zoc, supply or reach:UNIT")
	use(cmd, "data", "game", "lang")
	return cmd
}

// drawing is one picture as the command line has it.
type drawing struct {
	out     string
	at      int
	scale   float64
	crop    string
	overlay string
}

func (d drawing) draw(c config, path string) error {
	g, pos, err := d.position(c, path)
	if err != nil {
		return fmt.Errorf("render %s: %w", path, err)
	}
	words, err := locale.New(g.Info())
	if err != nil {
		return err
	}
	p := render.Picture{
		Board: g.Info().Board,
		View:  pos.View(engine.Judge),
		Scale: d.scale,
		Say:   func(m engine.Msg) string { return words.Say(c.Lang, m) },
	}
	if p.Crop, err = parseCrop(d.crop); err != nil {
		return err
	}
	if d.overlay != "" {
		if p.Overlay, err = overlay(g.Info(), pos, d.overlay, words, c.Lang); err != nil {
			return err
		}
	}
	var picture bytes.Buffer
	if err := render.New(render.Options{}).PNG(&picture, p); err != nil {
		return fmt.Errorf("render %s: %w", path, err)
	}
	if err := os.WriteFile(d.out, picture.Bytes(), 0o644); err != nil {
		return fmt.Errorf("render to %s: %w", d.out, unnamed(err))
	}
	return nil
}

// position reads the position to be drawn, and opens its game.
func (d drawing) position(c config, path string) (engine.Game, engine.Position, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, unnamed(err)
	}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return d.ofMatch(text)
	}
	if d.at != 0 {
		return nil, nil, misused("--at is for matches, and this is a position text")
	}
	if name := namedIn(string(text)); name != "" && name != c.Game {
		c.Game, c.Data = name, ""
	}
	g, err := openGame(c)
	if err != nil {
		return nil, nil, err
	}
	pos, err := g.Parse(1, string(text))
	return g, pos, err
}

func (d drawing) ofMatch(text []byte) (engine.Game, engine.Position, error) {
	f, err := match.Decode(bytes.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	g, err := openFile(f)
	if err != nil {
		return nil, nil, err
	}
	at := d.at
	if at == 0 {
		at = len(f.Entries)
	}
	if at < 1 || at > len(f.Entries) {
		return nil, nil, misused("--at %d: the match has decisions 1 to %d", at, len(f.Entries))
	}
	m, err := match.Fold(g, f.Entries[:at])
	if err != nil {
		return nil, nil, err
	}
	return g, m.Position(), nil
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
		return nil, misused("--crop %q: it is a hex and a radius, as 2113:3", s)
	}
	return &render.Crop{At: []hex.Coord{c}, Radius: n}, nil
}

// overlay asks the query NAME or NAME:ARGUMENT. A query about one seat is asked
// about every seat where none is named.
func overlay(info *engine.Info, pos engine.Position, s string, words *locale.Words, lang string) (*engine.Answer, error) {
	name, value, given := strings.Cut(s, ":")
	i := slices.IndexFunc(info.Queries, func(q engine.QueryInfo) bool { return q.Name == name })
	if i < 0 {
		var known []string
		for _, q := range info.Queries {
			known = append(known, q.Name)
		}
		return nil, misused("--overlay %s: %s answers %s", s, info.Game, strings.Join(known, ", "))
	}
	values := []string{value}
	q := info.Queries[i]
	switch {
	case len(q.Args) == 0 && given:
		return nil, misused("--overlay %s: %s has no argument", s, name)
	case len(q.Args) > 0 && !given && !q.Args[0].Optional:
		if values = seatWords(info, q.Args[0].Kind); values == nil {
			return nil, misused("--overlay %s: name a %s after it, as %s:%s", s, q.Args[0].Name, name, strings.ToUpper(q.Args[0].Name))
		}
	}
	var all engine.Answer
	for _, v := range values {
		query := engine.Query{Name: name, Args: map[string][]string{}}
		if v != "" {
			query.Args[q.Args[0].Name] = []string{v}
		}
		a, err := pos.Ask(engine.Judge, query)
		if err != nil {
			return nil, fmt.Errorf("--overlay %s: %w", s, spoken(err, words, lang))
		}
		all.Marks = append(all.Marks, a.Marks...)
		all.Paths = append(all.Paths, a.Paths...)
	}
	return &all, nil
}

// seatWords lists the words of a kind if they are the names of the seats.
func seatWords(info *engine.Info, kind engine.WordKind) []string {
	var seats []string
	for _, s := range info.Seats {
		seats = append(seats, string(s))
	}
	if words := info.Words[kind]; len(words) == len(seats) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(seats, w) }) {
		return seats
	}
	return nil
}

// spoken puts a refusal into words; other errors stay as they are.
func spoken(err error, words *locale.Words, lang string) error {
	var illegal *engine.Illegal
	if errors.As(err, &illegal) {
		return fmt.Errorf("rule %s: %s", illegal.Rule, words.Say(lang, illegal.Why))
	}
	return err
}
