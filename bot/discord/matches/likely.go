package matches

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// candidate is a word that may be proposed to who types.
type candidate struct {
	choice command.Choice
	ids    []string // the word, as the game has it and in the reader's language
	names  []string // of what it stands for, the best first
	score  int      // how likely it is that it is meant: see terrain.likely
}

// How well a typed text fits a candidate; less is better.
const (
	fitsID = iota
	fitsName
	fitsWord // of a name
	fitsPart // of a name
	fitsNot
)

// fit says how well a typed text fits a candidate. Accents and capitals do not count.
func (w candidate) fit(text string) int {
	if id := typed.Fold(strings.TrimSpace(text)); slices.ContainsFunc(w.ids, func(s string) bool { return strings.HasPrefix(typed.Fold(s), id) }) {
		return fitsID
	}
	best, name := fitsNot, typed.Name(text)
	for _, n := range w.names {
		switch n := typed.Name(n); {
		case strings.HasPrefix(n, name):
			best = min(best, fitsName)
		case strings.Contains(" "+n, " "+name):
			best = min(best, fitsWord)
		case strings.Contains(n, name):
			best = min(best, fitsPart)
		}
	}
	return best
}

// chosen are the candidates that a typed text fits: those that it fits best first, of these
// the likeliest, and else in the order in which they came.
func chosen(all []candidate, text string) []command.Choice {
	type ranked struct {
		candidate
		fit int
	}
	var list []ranked
	for _, w := range all {
		if fit := w.fit(text); fit != fitsNot {
			list = append(list, ranked{w, fit})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Or(a.fit-b.fit, b.score-a.score) })
	return lists.Map(list, func(w ranked) command.Choice { return w.choice })
}

// nearest are the candidates whose word or name a typed text may be a misspelling of.
func nearest(all []candidate, text string) []command.Choice {
	var known []string
	for _, w := range all {
		known = append(append(known, w.ids...), w.names...)
	}
	near := typed.Near(strings.TrimSpace(text), known)
	fit := lists.Filter(all, func(w candidate) bool {
		return slices.ContainsFunc(near, func(n string) bool { return slices.Contains(w.ids, n) || slices.Contains(w.names, n) })
	})
	return lists.Map(fit, func(w candidate) command.Choice { return w.choice })
}

// What makes a hex likely to be meant. The weights are so that an objective comes before
// a hex next to the enemy, and that before a place that only has a name.
const (
	likelyOn        = 200 // it goes on with what is half built
	likelyVerb      = 100 // verbs stand before what they are about
	likelyObjective = 8   // there are points printed in it
	likelyTarget    = 4   // the enemy stands in it
	likelyContact   = 3   // the enemy stands next to it
	likelyRoadEnd   = 2   // no road leads farther in reach
	likelyNamed     = 1
)

// terrain is what a seat's map says of how likely a word is meant.
type terrain struct {
	*mapped
	enemies map[hex.Coord]bool
	pieces  map[string]engine.Piece
	// standing are the pieces in each hex.
	standing map[hex.Coord][]engine.Piece
	seat     engine.Seat
	// symbol is the emoji of a piece of the game; nil: there are none.
	symbol func(p engine.Piece) *discordgo.ComponentEmoji
}

// mapped is the map of a game, by hex. It never changes.
type mapped struct {
	grid     hex.Grid
	hexes    map[hex.Coord]engine.BoardHex
	links    map[hex.Coord][]hex.Coord
	prefixes []string // of the words of its verbs
}

// mapsMade are the maps that were asked for, by the data set that they are of: hundreds of
// hexes need not be sorted for each press.
var mapsMade sync.Map

// mapKey names a map.
type mapKey struct {
	game string
	law  int
	data string
}

// mapOf is the map of a game.
func mapOf(info *engine.Info) *mapped {
	key := mapKey{info.Game, info.Law, info.Data}
	if m, ok := mapsMade.Load(key); ok {
		return m.(*mapped)
	}
	m := &mapped{hexes: map[hex.Coord]engine.BoardHex{}, links: map[hex.Coord][]hex.Coord{}}
	if b := info.Board; b != nil {
		m.grid = b.Grid
		for _, h := range b.Hexes {
			m.hexes[h.At] = h
		}
		for _, l := range b.Links {
			m.links[l.A], m.links[l.B] = append(m.links[l.A], l.B), append(m.links[l.B], l.A)
		}
	}
	for _, v := range info.Verbs {
		for _, s := range v.Slots {
			if s.Prefix != "" && !slices.Contains(m.prefixes, s.Prefix) {
				m.prefixes = append(m.prefixes, s.Prefix)
			}
		}
	}
	mapsMade.Store(key, m)
	return m
}

// bare is a word of an answer without the prefix that some verbs put before it: "+".
func (m *mapped) bare(word string) string {
	for _, p := range m.prefixes {
		if rest, ok := strings.CutPrefix(word, p); ok {
			return rest
		}
	}
	return word
}

func terrainOf(h *command.Handlers, info *engine.Info, view engine.View, seat engine.Seat) terrain {
	t := terrain{
		mapped: mapOf(info), enemies: map[hex.Coord]bool{},
		pieces: map[string]engine.Piece{}, standing: map[hex.Coord][]engine.Piece{}, seat: seat,
	}
	if h.Emoji != nil {
		t.symbol = func(p engine.Piece) *discordgo.ComponentEmoji { return h.Emoji(info.Game, p) }
	}
	for _, b := range view.Boxes {
		for _, p := range b.Pieces {
			t.pieces[p.ID] = p
		}
	}
	for _, p := range view.Pieces {
		t.pieces[p.ID] = p
		if p.At.Valid() {
			t.standing[p.At] = append(t.standing[p.At], p)
		}
		if p.At.Valid() && t.enemy(p) {
			t.enemies[p.At] = true
		}
	}
	return t
}

// enemy reports whether a piece is the enemy's.
func (t terrain) enemy(p engine.Piece) bool { return p.Seat != "" && t.seat != "" && p.Seat != t.seat }

// likely is how likely a word is meant, as a sum of weights: a hex by what is there, a piece
// by whether it is the seat's, and faces the enemy.
func (t terrain) likely(word string) int {
	if p, known := t.pieces[word]; known {
		switch {
		case !p.At.Valid() || p.Seat != t.seat:
			return 0
		case t.contact(p.At):
			return likelyContact
		}
		return likelyNamed
	}
	at, err := hex.Parse(word)
	if err != nil {
		return 0
	}
	sum := 0
	if t.hexes[at].VP > 0 {
		sum += likelyObjective
	}
	if t.hexes[at].Name != "" {
		sum += likelyNamed
	}
	switch {
	case t.enemies[at]:
		sum += likelyTarget
	case t.contact(at):
		sum += likelyContact
	}
	return sum
}

// contact reports whether the enemy stands next to a hex.
func (t terrain) contact(at hex.Coord) bool {
	for d := range hex.Dir(6) {
		if n, ok := t.grid.Neighbour(at, d); ok && t.enemies[n] {
			return true
		}
	}
	return false
}

// roadEnds are the hexes of those in reach where a road leads no farther: it costs no more to
// come to any next hex of the road.
func (t terrain) roadEnds(costs map[string]*big.Rat) map[string]bool {
	out := map[string]bool{}
	for id, cost := range costs {
		at, err := hex.Parse(id)
		if err != nil || cost == nil || len(t.links[at]) == 0 {
			continue
		}
		out[id] = !slices.ContainsFunc(t.links[at], func(n hex.Coord) bool {
			next := costs[n.String()]
			return next != nil && next.Cmp(cost) > 0
		})
	}
	return out
}

// namesOf are the names that a word of a game can be found by: of the place that a hex is,
// of a piece, and of where that stands.
func (t terrain) namesOf(v command.Voice, word string) []string {
	if at, err := hex.Parse(word); err == nil {
		return []string{t.hexes[at].Name}
	}
	names := []string{v.Raw(engine.Say("table.seat", engine.Noun("seat", word)))}
	if p, known := t.pieces[word]; known && p.At.Valid() {
		names = append(names, p.At.String(), t.hexes[p.At].Name)
	}
	return slices.DeleteFunc(names, func(n string) bool { return n == "" })
}

// whereabouts says where a piece stands: " · 0201 (Ford)"; "" for other words.
func (t terrain) whereabouts(v command.Voice, word string) string {
	if p, known := t.pieces[word]; known && p.At.Valid() {
		return " · " + command.HexName(v, p.At.String())
	}
	return ""
}

// known are the words of a kind as candidates, behind a text.
func (t terrain) known(q *command.Request, l referee.Look, kind engine.WordKind, before string) []candidate {
	var out []candidate
	for _, w := range l.Info.Words[kind] {
		word, name := q.Words.Called(q.Lang, w), q.Raw(engine.Say("table.seat", engine.Noun("seat", w)))
		label := before + word
		switch {
		case kind == "hex":
			label = before + command.HexName(q.Voice, w)
		case name != word:
			label += " · " + name
		}
		label += t.whereabouts(q.Voice, w)
		out = append(out, candidate{
			choice: command.Choice{Label: label, Value: before + word},
			ids:    []string{w, word}, names: t.namesOf(q.Voice, w), score: t.likely(w),
		})
	}
	return out
}

// gameWords are the words of a kind in the order of the game.
func gameWords(q *command.Request, l referee.Look, kind engine.WordKind) []command.Choice {
	return lists.Map((terrain{mapped: &mapped{}}).known(q, l, kind, ""), func(w candidate) command.Choice { return w.choice })
}

// emoji is the symbol of a piece, or of the enemy that stands on top in a hex: as the seat
// sees them. nil: there is none.
func (t terrain) emoji(word string) *discordgo.ComponentEmoji {
	if t.symbol == nil {
		return nil
	}
	if p, known := t.pieces[word]; known {
		return t.symbol(p)
	}
	at, err := hex.Parse(word)
	if err != nil {
		return nil
	}
	for _, p := range slices.Backward(t.standing[at]) {
		if t.enemy(p) {
			return t.symbol(p)
		}
	}
	return nil
}

// about is what an option shows beside its label: its second line in a menu, and its emoji.
func (t terrain) about(v command.Voice, o engine.Option) (detail string, emoji *discordgo.ComponentEmoji) {
	word := t.bare(o.ID)
	return t.detail(v, word), t.emoji(word)
}

// mostNamed is how many pieces are named in the second line of an option.
const mostNamed = 3

// detail says in the second line of an option what the first does not: where a piece stands
// and what it may still spend, or what a hex is, and who stands there. "": nothing is known.
func (t terrain) detail(v command.Voice, word string) string {
	var says []string
	if p, known := t.pieces[word]; known {
		if p.At.Valid() {
			says = append(says, command.HexName(v, p.At.String()))
		}
		if p.Left.Key != "" {
			says = append(says, v.Raw(p.Left))
		}
		return strings.Join(says, " · ")
	}
	at, err := hex.Parse(word)
	if err != nil {
		return ""
	}
	return strings.Join(t.ground(v, at), " · ")
}

// ground says what a hex is: its terrain, the points printed in it, the pieces there.
func (t terrain) ground(v command.Voice, at hex.Coord) []string {
	var says []string
	h := t.hexes[at]
	if key := "drawn.terrain." + string(h.Terrain); v.Words.Has(v.Lang, key) {
		says = append(says, v.Raw(engine.Say(key)))
	}
	if h.VP > 0 {
		says = append(says, v.Say("points-there", engine.Num("n", h.VP)))
	}
	names := lists.Map(t.standing[at], func(p engine.Piece) string { return pieceName(v, p) })
	if len(names) > mostNamed {
		names = append(names[:mostNamed], "…")
	}
	if len(names) > 0 {
		says = append(says, strings.Join(names, ", "))
	}
	return says
}
