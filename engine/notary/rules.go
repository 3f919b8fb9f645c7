package notary

import (
	"embed"
	"io/fs"
	"slices"

	"referee/engine"
	"referee/engine/kit/answer"
	"referee/engine/kit/usage"
)

//go:embed locale/*.toml
var words embed.FS

// The seats.
const (
	blue engine.Seat = "blue"
	red  engine.Seat = "red"
)

var seats = []engine.Seat{blue, red}

// players are the seats as words.
var players = []string{string(blue), string(red)}

// other is the other player.
func other(seat engine.Seat) engine.Seat {
	if seat == blue {
		return red
	}
	return blue
}

// law is the only rules version.
const law = 1

// Rules implements engine.Rules.
type Rules struct {
	titles map[string]*Title
	data   fs.FS
	info   engine.Info
}

// New reads a data set and returns the rules, of which there is law 1 alone.
func New(data fs.FS, number int) (*Rules, error) {
	d, err := Load(data)
	if err != nil {
		return nil, err
	}
	option := engine.SetupOption{ID: optionTitle, Values: templates, Default: templates[0], Clocks: map[string]string{}}
	if d.Named.Name != "" {
		option.Names = map[string]string{templates[0]: d.Titles[templates[0]].Name}
	}
	for id, t := range d.Titles {
		option.Clocks[id] = t.Clock
	}
	g := &Rules{titles: d.Titles, data: data, info: engine.Info{
		Game: "notary", Title: "Notary", Law: law, Newest: law, Data: d.Hash, Named: d.Named, Seats: seats,
		Options: []engine.SetupOption{option}, ClubFile: templates[0] + ".csv",
		Verbs: verbs, Catalogues: engine.CataloguesIn(words, "engine/notary"), Words: vocabulary(d.Titles),
		Paragraphs: []string{"1", "2", "3", "4", "5", "6"},
	}}
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

// optionTitle is the option by which a match gets one of the titles of its data set.
const optionTitle = "title"

// Begin sets up a match.
func (g *Rules) Begin(r *engine.Ruling[*State], set engine.Setup) error {
	if id, unknown := set.Unknown(g.info.Options); unknown {
		return engine.Refuse("1", "refuse.setup", engine.Text("option", id), engine.Text("value", set[id]))
	}
	r.Emit(kinds.Of(Begun{set.Get(g.info.Options[0])}))
	return nil
}

// The kinds of prompt.
const (
	kindAct   = "act"   // whatever the player whose move it is wants
	kindSeal  = "seal"  // the text of sealed orders
	kindTake  = "take"  // what was drawn unseen, into the hand
	kindAgree = "agree" // to the result that the other player has named

	chanceDie  = "die"
	chanceDraw = "draw" // from an open cup
	chanceDeal = "deal" // from an unseen one
)

// literals are the words of verbs that are no kind of argument.
var literals = usage.Literals{
	"roll", "table", "draw", "play", "discard", "return", "shuffle", "orders", "seal", "none", "open", "note", "score", "track", "phase", "pass",
	"result", "agree", "refuse", "now", "later",
}

// reserved are the words that no thing of a title may be called.
var reserved = slices.Concat(literals, players, []string{"nobody"})

// verbs are what players type.
var verbs = []engine.Verb{
	literals.Verb("roll", "2", `roll "dice "purpose`, "roll 2d6: attack on 2710", kindAct),
	literals.Verb("table", "2", `table results column "purpose`, "table crt 3-1: attack on 2710", kindAct),
	literals.Verb("draw", "3", "draw cup number", "draw blue-cup 1", kindAct),
	literals.Verb("play", "3", "play cup item", "play blue-deck event", kindAct),
	literals.Verb("discard", "3", "discard cup item", "discard blue-deck one", kindAct),
	literals.Verb("return", "3", "return cup item", "return blue-cup reserve", kindAct),
	literals.Verb("shuffle", "3", "shuffle cup", "shuffle blue-deck", kindAct),
	literals.Verb("orders", "4", "orders time", "orders now", kindAct),
	takesFile(literals.Verb("seal", "4", `"text`, "seal: III Corps attacks at dawn", kindSeal)),
	literals.Verb("none", "4", "none", "none", kindSeal),
	literals.Verb("open", "4", "open", "open", kindAct),
	literals.Verb("note", "5", `note "text`, "note: The bridge is blown.", kindAct),
	literals.Verb("score", "5", `score player "points`, "score blue: 12", kindAct),
	literals.Verb("track", "5", "track marker number", "track defcon 4", kindAct),
	literals.Verb("phase", "5", "phase", "phase", kindAct),
	takesFile(literals.Verb("pass", "5", `pass "text`, "pass: I hold everywhere.", kindAct)),
	literals.Verb("result", "6", "result winner", "result blue", kindAct),
	literals.Verb("agree", "6", "agree", "agree", kindAgree),
	literals.Verb("refuse", "6", "refuse", "refuse", kindAgree),
}

func takesFile(v engine.Verb) engine.Verb {
	v.File = true
	return v
}

// vocabulary are the words that completion offers.
func vocabulary(titles map[string]*Title) map[engine.WordKind][]string {
	out := map[engine.WordKind][]string{
		"player": players, "winner": slices.Concat(players, []string{"nobody"}), "time": {"now", "later"}, "number": answer.IDs(answer.Numbers("", 1, mostDrawn)),
	}
	add := func(kind engine.WordKind, words []string) { out[kind] = append(out[kind], words...) }
	for _, t := range titles {
		add("results", ids(t.Tables))
		for _, table := range t.Tables {
			add("column", ids(table.Columns))
		}
		add("cup", ids(t.Cups))
		for _, c := range t.Cups {
			add("item", ids(c.Items))
		}
		add("marker", ids(t.Tracks))
		for _, track := range t.Tracks {
			add("number", answer.IDs(answer.Numbers("", track.Low, track.High)))
		}
	}
	for kind, list := range out {
		out[kind] = slices.Compact(slices.Sorted(slices.Values(list)))
	}
	return out
}

// Prompts lists the open questions.
func (g *Rules) Prompts(s *State) []engine.Prompt {
	switch {
	case s.Template == "" || s.Over != nil:
		return nil
	case s.Roll != nil:
		return chance(chanceDie, s.Roll.purpose(), s.Roll.Purpose)
	case s.Draw != nil && s.Draw.Item != nil:
		return []engine.Prompt{{
			Seat: s.Move, Kind: kindTake, Secret: true, Dealt: true, Default: []string{itemID(s.Draw.Cup, *s.Draw.Item)}, Ask: engine.Say("prompt.take"),
		}}
	case s.Draw != nil:
		if c, _ := find(g.title(s).Cups, s.Draw.Cup); !c.Unseen {
			return chance(chanceDraw, "draw "+s.Draw.Cup, s.Draw.Cup)
		}
		p := chance(chanceDeal, "deal "+s.Draw.Cup, s.Draw.Cup)
		p[0].Secret = true
		return p
	case s.Offer != nil:
		return []engine.Prompt{{Seat: other(s.Move), Kind: kindAgree, Keep: true, Default: []string{"refuse"}, Ask: engine.Say("prompt.agree", s.Offer.Arg("winner"))}}
	case s.sealing():
		var out []engine.Prompt
		for _, seat := range seats {
			if _, done := s.Seals[seat]; !done {
				out = append(out, engine.Prompt{Seat: seat, Kind: kindSeal, Keep: true, Secret: true, Default: []string{"none"}, Ask: engine.Say("prompt.seal")})
			}
		}
		return out
	}
	return []engine.Prompt{{
		Seat: s.Move, Kind: kindAct, Keep: true, Direct: true, Default: []string{"pass", engine.TextMark + "-"},
		Ask: engine.Say("prompt.act", engine.Sub("question", engine.Say("prompt.what"))),
	}}
}

// chance is the question to the dice; what they are for, or the cup, is told with it.
func chance(kind, purpose, told string) []engine.Prompt {
	return []engine.Prompt{{Seat: engine.Chance, Kind: kind, Keep: true, Purpose: purpose, Ask: engine.Say("prompt."+kind, engine.Text("for", told))}}
}

// Moment counts the turns of the title; each phase and each hand-off is a phase.
func (g *Rules) Moment(s *State) engine.Moment {
	if s.Template == "" {
		return engine.Moment{}
	}
	return engine.Moment{Turn: s.Turn, Phase: s.phaseName(), Seat: s.Move}
}
