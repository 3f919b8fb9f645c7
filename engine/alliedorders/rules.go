package alliedorders

import (
	"cmp"
	"embed"
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/answer"
	"referee/engine/kit/drawings"
	"referee/engine/kit/lists"
	"referee/engine/kit/usage"
	"referee/engine/orderdeck"
)

//go:embed locale/*.toml
var words embed.FS

//go:embed drawings.txt
var drawn string

var vocabulary = drawings.Must(drawn)

// player is the one seat: the owner of the box plays the German side, and moves the Allied counters as they are ordered.
const player engine.Seat = "german"

// law is the only rules version.
const law = 1

var (
	errIdle  = errors.New("allied-orders: the event belongs to a part of the procedure that is not under way")
	errEvent = errors.New("allied-orders: the event does not fit the position")
)

// Rules implements engine.Rules.
type Rules struct {
	d    *Data
	data fs.FS
	info engine.Info
}

// New reads a data set and returns the rules, of which there is law 1 alone.
func New(data fs.FS, number int) (*Rules, error) {
	d, err := Load(data)
	if err != nil {
		return nil, err
	}
	g := &Rules{d: d, data: data}
	g.info = g.describe()
	_, err = g.Under(number)
	return g, err
}

// Open returns the game for a data set and a law.
func Open(data fs.FS, law int) (engine.Game, error) { return engine.SealOpened[*State](New(data, law)) }

// Info describes the game.
func (g *Rules) Info() *engine.Info { return &g.info }

// Under is the rules under another law.
func (g *Rules) Under(number int) (engine.Rules[*State], error) {
	return engine.OnlyLaw[*State](g, number)
}

// Over is the rules over another data set.
func (g *Rules) Over(files map[string]string) (engine.Rules[*State], error) {
	return New(engine.Overlay(g.data, files), law)
}

// New is the state before a match is set up.
func (g *Rules) New() *State { return &State{facts: orderdeck.Table{}, kept: orderdeck.Table{}} }

// The options of a match.
const (
	optionDay  = "day"
	optionDeck = "deck"
	optionDice = "dice"

	byServer = "server"
	byHand   = "hand"
)

// options are those of a match: a server draws only from a deck that the owner's data set lists.
func (g *Rules) options() []engine.SetupOption {
	day := engine.SetupOption{ID: optionDay, Default: strconv.Itoa(firstDay), Values: answer.IDs(answer.Numbers("day", firstDay, lastDay))}
	out := []engine.SetupOption{day, {ID: optionDice, Values: []string{byServer, byHand}, Default: byServer}}
	if len(g.d.Orders) > 0 && len(g.d.Actions) > 0 {
		out = append(out, engine.SetupOption{ID: optionDeck, Values: []string{byHand, byServer}, Default: byHand})
	}
	return out
}

// Begin sets up a match.
func (g *Rules) Begin(r *engine.Ruling[*State], set engine.Setup) error {
	if id, unknown := set.Unknown(g.info.Options); unknown {
		return engine.Refuse("2", "refuse.setup", engine.Text("option", id), engine.Text("value", set[id]))
	}
	day, err := strconv.Atoi(cmp.Or(set[optionDay], strconv.Itoa(firstDay)))
	if err != nil {
		return err
	}
	r.Emit(kinds.Of(Begun{Day: day, Deck: set[optionDeck] == byServer, Dice: set[optionDice] != byHand}))
	return nil
}

// literals are the words of verbs that are no kind of argument.
var literals = usage.Literals{
	"allied", "german", "begins", "enters", "retreats", "ends", "day", "correct", "finish", "done", "else", "moved", "fought", "go", "yes", "no",
	"none", "all",
}

// The kinds of prompt.
const (
	kindAllied  = "next"    // what the Allied phase does next
	kindGerman  = "moves"   // the same in the German one
	kindCard    = "card"    // the order card that was turned
	kindActions = "actions" // the action cards that were drawn
	kindRoll    = "roll"    // what the player's die shows
	kindAsk     = "ask"     // a question of the procedure
	kindDo      = "do"      // an order to carry out

	chanceOrder  = "order" // of Chance: the order card, an action card, a die
	chanceAction = "action"
	chanceDie    = "die"
)

// verbs are what players type.
var verbs = []engine.Verb{
	literals.Verb("impulse", "3", "allied", "impulse", kindAllied),
	literals.Verb("german", "10", "german", "german", kindAllied),
	literals.Verb("day", "2", "day", "day", kindAllied),
	literals.Verb("finish", "", "finish", "finish", kindAllied),
	literals.Verb("correct", "", "correct", "correct", kindAllied, kindGerman),
	literals.Verb("begins", "10", "begins hex", "begins 1715", kindGerman),
	literals.Verb("enters", "10", "enters hex", "enters 1716", kindGerman),
	literals.Verb("retreats", "10", "retreats hex", "retreats 1716", kindGerman),
	literals.Verb("ends", "10", "ends", "ends", kindGerman),
	literals.Verb("card", "3", "number level? +thing* go?", "card 7 corps vii", kindCard),
	literals.Verb("actions", "5.2", "number+", "actions 7 19 31", kindActions),
	literals.Verb("roll", "1", "number", "roll 4", kindRoll),
	literals.Verb("yes", "", "yes", "yes", kindAsk),
	literals.Verb("no", "", "no", "no", kindAsk),
	literals.Verb("none", "", "none", "none", kindAsk),
	literals.Verb("name", "", "+thing+ go", "name 7/84inf go", kindAsk),
	literals.Verb("number", "", "number", "number 4", kindAsk),
	literals.Verb("done", "", "done", "done", kindDo),
}

// describe is what the game says about itself.
func (g *Rules) describe() engine.Info {
	return engine.Info{
		Game: "allied-orders", Title: "Allied Orders", Law: law, Newest: law, Data: g.d.Hash, Facts: g.d.Facts, Named: g.d.Named,
		Seats: []engine.Seat{player}, Options: g.options(), Verbs: verbs, Queries: usage.Queries(asked),
		Vocabulary: vocabulary, Catalogues: orderdeck.Catalogues(engine.CataloguesIn(words, "engine/alliedorders")),
		Words: g.vocabulary(), Readings: readings(), Paragraphs: paragraphs,
	}
}

// vocabulary are the words that completion offers.
func (g *Rules) vocabulary() map[engine.WordKind][]string {
	things, _ := g.units(g.New(), "")
	for _, f := range g.d.Formations {
		things = append(things, f.ID)
	}
	things = slices.Concat(things, sideIDs, []string{"special", "deploy", "expedite", "replace", "activate", "event"}, g.d.HexIDs)
	return map[engine.WordKind][]string{
		"hex": g.d.HexIDs, "thing": things, "number": answer.IDs(answer.Numbers("number", 0, mostAsked)), "level": append([]string{noOrder}, levels...),
	}
}

// mostAsked is the highest number that is offered as an answer.
const mostAsked = 99

// paragraphs are those of our digest of the player aid, which events and refusals cite.
var paragraphs = []string{"1", "2", "3", "4", "5", "5.1", "5.2", "5.3", "6", "7", "8", "9", "10"}

// paragraph is the number of the paragraph that a place in the procedure belongs to: "5.1" of "5.1b".
func paragraph(place string) string {
	for place != "" && !slices.Contains(paragraphs, place) {
		place = place[:len(place)-1]
	}
	return strings.TrimSuffix(place, ".")
}

// readings are the interpretations of the procedure, under our paragraphs.
func readings() []engine.Reading {
	return lists.Map(orderdeck.Readings(), func(r engine.Reading) engine.Reading {
		r.Rule = paragraph(r.Rule)
		return r
	})
}

// card finds an order card by its number, among the owner's and those that were typed.
func (g *Rules) card(s *State, id string) (orderdeck.OrderCard, bool) {
	all := append(lists.Map(g.d.Orders, func(c Card) orderdeck.OrderCard { return c.OrderCard }), s.cards...)
	i := slices.IndexFunc(all, func(c orderdeck.OrderCard) bool { return c.ID == id })
	if i < 0 {
		return orderdeck.OrderCard{}, false
	}
	return all[i], true
}

// issued is an order card as the procedure reads it.
func issued(id, level string, formations []string, orders []orderdeck.Order) orderdeck.OrderCard {
	c := orderdeck.OrderCard{ID: id, Level: orderdeck.Level(level), Formations: formations, Orders: orders}
	if level == levelGroup || level == levels[2] {
		c.Level, c.Support = orderdeck.LevelArmy, "tank-battalion"
		if level == levelGroup {
			c.Support = "artillery-air"
		}
		for _, f := range formations {
			c.City = cityOf + f
		}
	}
	c.Waits = slices.Contains(formations, "xxx")
	return c
}

// cityOf begins the id of the city of an army.
const cityOf = "city-"

// name names what the procedure is about: a unit, a hex, a formation, a city or a hexside.
func (g *Rules) name(name, id string) engine.Arg {
	f, isFormation := g.d.Formation(strings.TrimPrefix(id, cityOf))
	number, of, isUnit := strings.Cut(id, "/")
	n, err := strconv.Atoi(number)
	switch {
	case isFormation && strings.HasPrefix(id, cityOf):
		return engine.Text(name, cmp.Or(f.City, f.Name))
	case isFormation && slices.Contains(levels[:2], f.Level):
		return engine.Sub(name, engine.Say("name."+f.Level, engine.Text("name", f.Name)))
	case isFormation:
		return engine.Text(name, f.Name)
	case isUnit && err == nil:
		if f, ok := g.d.Formation(of); ok {
			of = f.Name
		}
		return engine.Sub(name, engine.Say("name.unit", engine.Num("n", n), engine.Text("of", of)))
	case isHex(id):
		return engine.Arg{Name: name, Kind: engine.ArgHex, Text: id}
	case slices.Contains(named, id):
		return engine.Sub(name, engine.Say("name."+id))
	}
	return engine.Text(name, id)
}

// named are the other ids that have a name.
var named = []string{"german", "tank-battalion", "artillery-air"}
