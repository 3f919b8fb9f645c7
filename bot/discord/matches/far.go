package matches

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/engine"
	"referee/engine/hex"
)

var farCommand = &command.Command{
	Path: "far", Parts: []string{"match", "prompt", "mark", "option"},
	Button: true,
	Do:     goesOn(far),
}

// far shows the hexes round a place that what is half built can go on to, as a menu. It
// changes nothing: the hex is chosen as a next hex is.
func far(q *command.Request, d draft) (command.Response, error) {
	l := d.Look
	node, err := l.Snapshot.Options(q.Context(), d.By, d.ask.Prompt, d.path)
	if err != nil {
		return show(q, d.Turn, 0)
	}
	land := terrainOf(q.Handlers, l.Info, l.View, d.ask.Seat)
	regions := land.regions(farther(q, land, d, node))
	i := slices.IndexFunc(regions, func(r region) bool { return r.centre.String() == q.Options["option"] })
	if i < 0 {
		return show(q, d.Turn, 0)
	}
	at := d.spot()
	m := command.Menu{Hint: q.Say("pick"), Path: at.path("pick")}
	ways := regions[i].ways
	slices.SortStableFunc(ways, func(a, b way) int { return land.likely(b.hex) - land.likely(a.hex) })
	for _, w := range land.possible(q.Context(), d, ways) {
		says, _ := strings.CutPrefix(wayThere(q, w), command.HexName(q.Voice, w.hex))
		where, _ := hex.Parse(w.hex) // it comes from a hex
		says = strings.Join(append([]string{strings.TrimPrefix(says, " · ")}, land.ground(q.Voice, where)...), " · ")
		m.Choices = append(m.Choices, command.Choice{
			Label: command.HexName(q.Voice, w.hex), Value: plainGoal(l.Info.Verbs) + w.hex, Detail: strings.TrimPrefix(says, " · "),
		})
	}
	if len(m.Choices) == 0 {
		return show(q, d.Turn, 0)
	}
	out := cardOf(l, asking(q.Voice, d.ask.Seat, d.ask.Ask), q.Say("so-far", spelt(q, "path", d.path)))
	out.Box = boxOf(q.Handlers, l)
	out.Choose(m)
	out.Press(command.Button{Label: q.Say("button.back"), Path: at.path("page", "0")})
	return command.Response{Card: out}, nil
}

// region is a place of the map with the hexes in reach that are nearer to it than to others.
type region struct {
	centre hex.Coord
	ways   []way
}

// farther are the hexes that what is half built can go on to over several others; none where
// the game has no word for that, or the question is another.
func farther(q *command.Request, t terrain, d draft, node engine.Node) []way {
	verbs := d.Look.Info.Verbs
	goes := func(v engine.Verb) bool {
		return slices.Contains(v.Kinds, d.ask.Kind) && goalOf(v) != "" && goalOf(v) == plainGoal(verbs)
	}
	if len(d.path) == 0 || !slices.ContainsFunc(verbs, goes) {
		return nil
	}
	if !slices.ContainsFunc(node.Options, func(o engine.Option) bool { return isHex(o.ID) }) {
		return nil // it moves no more
	}
	return slices.DeleteFunc(waysOf(q, d.Look, t, d.path), func(w way) bool { return node.Has(w.hex) })
}

func isHex(word string) bool {
	_, err := hex.Parse(word)
	return err == nil
}

// mostRegions keeps the menu of regions within one page.
const mostRegions = command.MaxOptions

// regions puts hexes in reach together round the places with names nearest to them, in the
// order of what the way to the nearest of each costs.
func (t terrain) regions(ways []way) []region {
	var centres []hex.Coord
	for _, w := range ways {
		at, _ := hex.Parse(w.hex) // a mark has a hex
		if t.hexes[at].Name != "" {
			centres = append(centres, at)
		}
	}
	slices.SortStableFunc(centres, func(a, b hex.Coord) int { return t.hexes[b].VP - t.hexes[a].VP })
	centres = centres[:min(len(centres), mostRegions)]
	if len(centres) == 0 && len(ways) > 0 {
		at, _ := hex.Parse(ways[0].hex)
		centres = append(centres, at) // a country without names is one region
	}
	out := make([]region, len(centres))
	for i, at := range centres {
		out[i].centre = at
	}
	for _, w := range ways {
		at, _ := hex.Parse(w.hex)
		nearest := 0
		for i, r := range out {
			if t.grid.Distance(at, r.centre) < t.grid.Distance(at, out[nearest].centre) {
				nearest = i
			}
		}
		out[nearest].ways = append(out[nearest].ways, w)
	}
	return out
}

// possible are the first hexes of some, as many as a menu has, that the rules accept.
func (t terrain) possible(ctx context.Context, d draft, ways []way) []way {
	var out []way
	for _, w := range ways {
		path := append(slices.Clone(d.path), plainGoal(d.Look.Info.Verbs)+w.hex)
		if _, err := d.Look.Snapshot.Options(ctx, d.By, d.ask.Prompt, path); err == nil {
			out = append(out, w)
		}
		if len(out) == command.MaxOptions {
			break
		}
	}
	return out
}

// fartherMenu adds a menu of the regions that what is half built can go on to; nothing where
// all it can come to is next to it.
func (t terrain) fartherMenu(q *command.Request, out *command.Card, d draft, node engine.Node) {
	if len(out.Rows) >= command.MaxRows-1 { // the last row is for what goes with a question
		return
	}
	ways := farther(q, t, d, node)
	if len(ways) == 0 {
		return
	}
	m := command.Menu{Hint: q.Say("farther"), Path: d.spot().path("far")}
	for _, r := range t.regions(ways) {
		says := []string{q.Say("hexes-there", engine.Num("n", len(r.ways)))}
		least := slices.MinFunc(r.ways, func(a, b way) int {
			if a.cost == nil || b.cost == nil {
				return cmp.Compare(a.hex, b.hex)
			}
			return a.cost.Cmp(b.cost)
		})
		if least.cost != nil {
			says = append(says, q.Say("cost-from", ratio("cost", least.cost)))
		}
		if vp := t.hexes[r.centre].VP; vp > 0 {
			says = append(says, q.Say("points-there", engine.Num("n", vp)))
		}
		m.Choices = append(m.Choices, command.Choice{
			Label: command.HexName(q.Voice, r.centre.String()), Value: r.centre.String(), Detail: strings.Join(says, " · "),
		})
	}
	out.Choose(m)
}
