package describe

import (
	"cmp"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// Ground says in sentences what never changes: which hexes are what terrain, where the
// places, areas and entries are, and hexside by hexside rivers, roads and bridges.
// Together with [View] it describes all of a map; of none there is nothing to say.
func Ground(b *engine.Board) []engine.Msg {
	if b == nil {
		return nil
	}
	g := &ground{board: b}
	g.terrain()
	g.list("board.places", func(h engine.BoardHex) bool { return h.Name != "" || h.Site != "" || h.Works != "" })
	g.points()
	for _, owner := range b.Vocabulary.List("owner") {
		g.list("board.area-of", func(h engine.BoardHex) bool { return h.Area == owner }, drawn("owner", "owner", owner))
	}
	g.list("board.entries", func(h engine.BoardHex) bool { return h.Entry })
	g.rivers()
	g.roads()
	return g.out
}

// ground is a board being put into sentences.
type ground struct {
	board *engine.Board
	out   []engine.Msg
}

func (g *ground) say(key string, args ...engine.Arg) {
	g.out = append(g.out, engine.Say(key, args...))
}

// list names the hexes of a kind, if there are any.
func (g *ground) list(key string, so func(engine.BoardHex) bool, args ...engine.Arg) {
	var at []engine.Arg
	for _, h := range g.board.Hexes {
		if so(h) {
			at = append(at, engine.Hex("", h.At))
		}
	}
	if len(at) > 0 {
		g.say(key, append(args, engine.List("hexes", at...))...)
	}
}

// terrain lists the hexes of each terrain but the most common one, which all other
// hexes have.
func (g *ground) terrain() {
	n := map[engine.Class]int{}
	for _, h := range g.board.Hexes {
		n[h.Terrain]++
	}
	words := g.board.Vocabulary.List("terrain")
	common := slices.MaxFunc(words, func(a, b engine.Class) int { return cmp.Compare(n[a], n[b]) })
	for _, c := range words {
		if c != common {
			g.list("board.terrain", func(h engine.BoardHex) bool { return h.Terrain == c }, drawn("what", "terrain", c))
		}
	}
	g.say("board.terrain-else", drawn("what", "terrain", common))
}

// points lists the places with victory points printed in them.
func (g *ground) points() {
	var worth []engine.Arg
	for _, h := range g.board.Hexes {
		if h.VP != 0 {
			worth = append(worth, engine.Sub("", engine.Say("board.point", engine.Hex("hex", h.At), engine.Num("n", h.VP))))
		}
	}
	if len(worth) > 0 {
		g.say("board.points", engine.List("places", worth...))
	}
}

// feature is a river or a road: what it is, and its name.
type feature struct {
	class engine.Class
	name  string
}

// lines groups pairs of hexes by the river or road that they belong to, in the order of
// the board.
type lines struct {
	order []feature
	pairs map[feature][]engine.Arg
}

func (l *lines) add(k feature, a, b hex.Coord) {
	if l.pairs == nil {
		l.pairs = map[feature][]engine.Arg{}
	}
	if l.pairs[k] == nil {
		l.order = append(l.order, k)
	}
	l.pairs[k] = append(l.pairs[k], engine.Text("", a.String()+"-"+b.String()))
}

// tell names each river or road with its pairs of hexes.
func (g *ground) tell(key, list string, l lines) {
	for _, k := range l.order {
		args := []engine.Arg{drawn("what", list, k.class), engine.List("pairs", l.pairs[k]...)}
		if k.name == "" {
			g.say(key, args...)
			continue
		}
		g.say(key+"-named", append(args, engine.Text("name", k.name))...)
	}
}

func (g *ground) rivers() {
	var l lines
	for _, e := range g.board.Edges {
		l.add(feature{e.Class, e.Name}, e.Edge.A, e.Edge.B)
	}
	g.tell("board.river", "edge", l)
}

func (g *ground) roads() {
	var l lines
	var bridges []engine.Arg
	for _, k := range g.board.Links {
		l.add(feature{k.Class, k.Name}, k.A, k.B)
		if k.Bridge {
			bridges = append(bridges, engine.Text("", k.A.String()+"-"+k.B.String()))
		}
	}
	g.tell("board.road", "link", l)
	if len(bridges) > 0 {
		g.say("board.bridges", engine.List("pairs", bridges...))
	}
}

// Hexes says of each hex in a sentence what never changes: its place, terrain and sites, what runs through it or along it, and what
// entering it costs, by CCRR.
func Hexes(info *engine.Info) map[string]engine.Msg {
	b := info.Board
	if b == nil {
		return nil
	}
	type way struct {
		list  string
		class engine.Class
	}
	ways := map[hex.Coord][]way{}
	guessed := map[hex.Coord]map[way]bool{} // where one of them at least is a guess
	add := func(w way, o engine.Origin, hexes ...hex.Coord) {
		for _, h := range hexes {
			if guessed[h] == nil {
				guessed[h] = map[way]bool{}
			}
			if !slices.Contains(ways[h], w) {
				ways[h] = append(ways[h], w)
			}
			guessed[h][w] = guessed[h][w] || o == engine.OriginGuess
		}
	}
	for _, l := range b.Links {
		add(way{"link", l.Class}, l.Origin, l.A, l.B)
	}
	for _, e := range b.Edges {
		if e.Of == (hex.Coord{}) {
			add(way{"edge", e.Class}, e.Origin, e.Edge.A, e.Edge.B)
		}
	}
	rears := map[engine.Class]engine.Seat{} // by who owns counters
	for _, p := range info.Counters {
		if _, known := rears[p.Owner]; !known {
			rears[p.Owner] = p.Seat
		}
	}
	out := map[string]engine.Msg{}
	for _, h := range b.Hexes {
		ground := []engine.Arg{resting(h.Origin == engine.OriginGuess, "terrain", h.Terrain)}
		for _, site := range []engine.Class{h.Site, h.Works} {
			if site != "" {
				ground = append(ground, drawn("", "site", site))
			}
		}
		for _, w := range ways[h.At] {
			ground = append(ground, resting(guessed[h.At][w], w.list, w.class))
		}
		if seat, ok := rears[h.Area]; ok {
			ground = append(ground, engine.Sub("", engine.Say("board.rear", engine.Noun("seat", string(seat)))))
		}
		if h.VP > 0 {
			ground = append(ground, engine.Sub("", engine.Say("board.worth", engine.Num("n", h.VP))))
		}
		cost, ok := info.Entering[h.Site]
		if !ok {
			cost, ok = info.Entering[h.Terrain]
		}
		args := []engine.Arg{engine.Hex("hex", h.At), engine.List("ground", ground...)}
		key := "board.about-hex"
		if ok {
			key, args = "board.about-hex-cost", append(args, engine.Sub("cost", cost))
		}
		out[h.At.String()] = engine.Say(key, args...)
	}
	return out
}

// resting is a word of what is drawn, with a note if that is a guess.
func resting(guess bool, list string, class engine.Class) engine.Arg {
	if guess {
		return engine.Sub("", engine.Say("board.guess", drawn("what", list, class)))
	}
	return drawn("", list, class)
}
