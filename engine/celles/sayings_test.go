package celles

import (
	"go/ast"
	source "go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/events"
)

// sayings are samples of all messages that the game makes: those whose keys the
// source says as they stand, with the arguments found there, and those that it
// puts together.
func sayings(t *testing.T, g *rules) []engine.Msg {
	t.Helper()
	all := slices.Concat(announced(g.Info()), composed(), standingSayings(), described(t))
	literals := map[string]bool{}
	eachFile(t, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BasicLit:
			if s := unquote(n); key.MatchString(s) {
				literals[s] = true
			}
		case *ast.CallExpr:
			if m, ok := saying(n); ok {
				all = append(all, m)
			}
			for _, kind := range offered(n) {
				all = append(all, sampleOf("option."+kind, "id:Noun n:Num m:Num"))
			}
		case *ast.CompositeLit:
			if kind := optionKind(n); kind != "" {
				all = append(all, sampleOf("option."+kind, "id:Noun n:Num m:Num"))
			}
		}
	})
	for key, brief := range story {
		i := slices.IndexFunc(all, func(m engine.Msg) bool { return m.Key == key })
		if i < 0 {
			t.Errorf("a story tells %q, and no event does", key)
		} else if brief.Key != "" {
			all = append(all, engine.Msg{Key: brief.Key, Args: all[i].Args})
		}
	}
	for s := range literals {
		if !slices.ContainsFunc(all, func(m engine.Msg) bool { return m.Key == s }) {
			t.Errorf("the source says %q, and no sample does: add it to composed", s)
		}
	}
	return all
}

// described are the messages of events, whose descriptions name their arguments.
func described(t *testing.T) []engine.Msg {
	t.Helper()
	samples := map[engine.ArgKind]string{
		engine.ArgNoun: "Noun", engine.ArgNum: "Num", engine.ArgRatio: "Ratio", engine.ArgHex: "Hex", engine.ArgText: "Text", engine.ArgList: "Nouns",
		engine.ArgMsg: "Sub",
	}
	var all []engine.Msg
	for _, kind := range event.Kinds() {
		e, err := event.Decode(kind, []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		said := e.Tell()
		if said.Key != "event."+kind {
			continue // it hangs on the facts: composed has it
		}
		args := ""
		for _, a := range said.Args {
			args += " " + a.Name + ":" + samples[a.Kind]
		}
		all = append(all, sampleOf(said.Key, args))
	}
	return all
}

// announced are the messages that Info calls for.
func announced(info *engine.Info) []engine.Msg {
	var all []engine.Msg
	for _, v := range info.Verbs {
		all = append(all, engine.Say("verb."+v.Name), engine.Say("command."+v.Name))
	}
	for _, q := range info.Queries {
		all = append(all, engine.Say("query."+q.Name), engine.Say("command."+q.Name))
		if q.Name != "zoc" { // it is asked of each side
			all = append(all, engine.Say("ask."+q.Name))
		}
	}
	for _, id := range slices.Concat(ardennes.SideIDs[:], intensityIDs[:], scenario.TacticalIDs[:], preferences, directionIDs[:],
		[]string{"done", "go", "no", "end", "stop", planThen, "yes", "none", "draw", "truck", "hex"}) {
		all = append(all, engine.Say("typed."+id))
	}
	for _, id := range ardennes.SideIDs {
		all = append(all, engine.Say("ask.zoc."+id))
	}
	for kind := range info.Words {
		all = append(all, engine.Say("word."+string(kind)))
	}
	for _, r := range info.Readings {
		all = append(all, engine.Say(r.Key))
	}
	for _, names := range info.Values {
		for _, name := range names {
			all = append(all, engine.Say("value."+name))
		}
	}
	for _, cost := range info.Entering {
		all = append(all, cost)
	}
	for _, a := range info.Aids {
		all = append(append(all, engine.Say("aid."+a.ID)), a.Lines...)
		for _, table := range a.Tables {
			all = append(append(all, table.Title), table.Head...)
			for _, cell := range slices.Concat(table.Rows...) {
				if cell.Msg != nil {
					all = append(all, *cell.Msg)
				}
			}
		}
	}
	all = slices.DeleteFunc(all, func(m engine.Msg) bool { return m.Key == "" })
	for _, n := range info.Paragraphs {
		all = append(all, engine.Say("rule."+n+".title"), engine.Say("rule."+n+".text"))
	}
	for _, o := range info.Options {
		all = append(all, engine.Say("argument."+o.ID), engine.Say("setup."+o.ID))
		for _, v := range o.Values {
			all = append(all, engine.Say("setup."+o.ID+"."+v))
		}
	}
	return all
}

// composed are the messages whose keys or arguments the source puts together.
func composed() []engine.Msg {
	var all []engine.Msg
	add := func(prefix, args string, names ...string) {
		for _, name := range names {
			all = append(all, sampleOf(prefix+name, args))
		}
	}
	add("event.", "unit:Noun hex:Hex", "placed", "arrived")
	add("prompt.activate.", "formation:Noun chits:Nouns", "first")
	add("prompt.move.", "against:Nouns hexes:hexes unit:Noun intensity:Noun", "intensity", "with")
	add("effect.", "odds:Text drm:Num", "odds")
	add("option.", "id:Noun n:Num most:Num against:Nouns hexes:hexes", "go-none", "attack-on", "lone", "whole", "some")
	add("then.", "", "combat-chit")
	add("does.", "unit:Noun units:Nouns chit:Noun hex:Hex hexes:hexes", "place", "activate", "activate-some", "chit", "move", "infiltrate",
		"attack", "lose", "disrupt", "retreat", "lost", "advance")
	add("answer.", "n:Num of:Num attacker:Ratio defender:Ratio", "odds-summary", "odds-summary.own")
	add("event.", "units:List", "placed-all", "arrived-all")
	add("event.", "die:Num side:Noun actions:Num", "variable-more", "variable-less")
	add("event.", "side:Noun chit:Noun", "chit-drawn", "action-chit-drawn")
	add("event.", "unit:Noun intensity:Noun mp:Ratio with:List against:List", "attack-called", "attack-called-with")
	add("event.", "attack:Num defence:Num column:Text drm:List net:Text", "odds-set", "odds-set-plain")
	add("event.", "unit:Noun to:Hex", "retreated", "retreated-spared")
	add("event.", "units:List", "activated-extra", "activated-unit")
	add("effect.", "drm:Num", "drm")
	add("event.", "side:Noun chit:Noun", "combat-chit-played")
	add("event.", "side:Noun", "combat-chit-kept")
	add("event.", "unit:Noun", "unit-ended")
	add("event.supply.", "unit:Noun", supplyIDs[:]...)
	add("answer.supply.", "unit:Noun", supplyIDs[outOfSupply:]...)
	add("event.air-rolled.", "unit:Noun die:Num drm:Num", "none", "disrupted", "step")
	add("event.infiltration-rolled.", "unit:Noun to:Hex die:Num drm:Num", "S", "F", "D")
	add("event.step-lost.", "unit:Noun hex:Hex", event.CauseCombat, event.CauseStacking, event.CauseRetreat, event.CauseAir)
	add("event.last-step-lost.", "unit:Noun hex:Hex", event.CauseCombat, event.CauseStacking, event.CauseRetreat, event.CauseAir)
	add("event.disrupted.", "unit:Noun", event.CauseCombat, event.CauseInfiltration, event.CauseRetreat, event.CauseAir)
	add("drm.", "value:Text", "attacker-disrupted", "attacker-out-of-supply", "light", "medium", "heavy", "chit", "german-night",
		"allied-day", "town", "woods", "village", "minor-river", "defender-disrupted", "defender-isolated")

	add("argument.", "", "intensity", "side", "plan", "distance")
	add("box.", "side:Noun", "available")
	add("track.", "", "actions")
	add("about.track.", "", "turn", "actions", "vp") // what the board says of them
	add("about.box.", "", "available", "cup", "dead", "withdrawn", "due")
	add("count.", "n:Num", "points", "actions")
	add("count.", "", "last")
	add("box.", "side:Noun n:Num", "cup")
	add("answer.hex.", "hexes:List", "meuse", "bridge", "minor-river", "highway", "road")
	add("piece.", "mp:Ratio", "left")
	add("status.", "", phaseIDs[phaseSetup])
	add("status.", "turn:Num day:Num period:Noun", phaseIDs[phaseVariable], phaseIDs[phaseInitiative], phaseIDs[phaseOver])
	add("status.", "turn:Num day:Num period:Noun side:Noun", phaseIDs[phaseAction])
	for _, class := range scenario.Vocabulary.List("state") {
		add("state.", "", string(class))
	}
	add("box.", "side:Noun", "dead", "withdrawn", "due")
	add("result.", "german:Num allied:Num", "draw")
	add("result.", "side:Noun own:Num other:Num", "won", "decisive")
	add("result.from-", "n:Num", "meuse", "bid", "places", "steps")
	add("answer.", "hex:Hex terrain:Noun units:List zoc:List", "hex", "hex-empty")
	add("answer.", "hex:Hex german:Num allied:Num", "score-place", "score-place.german", "score-place.allied")
	add("near.", "hex:Hex way:Text ground:List over:List units:List", "next")
	add("answer.", "hex:Hex ground:List units:List", "near")
	add("near.", "hex:Hex n:Num way:Text units:List", "far")
	add("origin.", "", "known", "derived", "geography", "guess")
	add("origin.", "what:Text origin:Text ways:List", "hex")
	add("origin.", "what:Text hexes:hexes origin:Text", "way")
	add("origin.", "origin:Text", "unit")
	add("origin.", "guesses:List", "odds")
	add("origin.", "what:Text hex:Hex", "in")
	add("origin.", "what:Text from:Hex hex:Hex", "between")
	add("origin.", "units:List", "values")
	add("origin.", "n:Num of:Num", "cells")
	add("answer.", "n:Num of:Num percent:Num", "guesses", "guesses-ways", "guesses-none")
	add("answer.", "n:Num of:Num ways:Num all:Num", "reach-guesses")
	add("aid.", "cell:Text", "guess")
	add("aid.", "table:Text", "guesses", "guesses-most", "guesses-all")
	add("aid.", "n:Num of:Num", "guesses-values")
	add("near.", "units:List seat:Noun", "units")
	add("near.", "ways:List", "end")
	add("near.", "n:Num", "nothing", "more")
	add("near.", "what:Text", "over", "by", "bridge", "cut")
	add("near.way.", "", "n", "ne", "e", "se", "s", "sw", "w", "nw")
	add("near.word.", "", "clear", "rough", "woods", "town", "village", "road", "highway", "major-river", "minor-river")
	add("illegal.", "word:Text n:Num", "near")
	add("cost.", "", string(costSteps), string(costRetreats))
	for _, who := range []string{"attacker", "defender"} {
		add("answer.odds-blocked.", "n:Num of:Num", who)
	}
	add("illegal.odds.", "unit:Noun", "stacked", "stacked-weak")
	add("illegal.air.", "unit:Noun", "side", "not-here")
	add("illegal.replace.", "unit:Noun why:Sub", "no-hex")
	add("illegal.unfit.", "hexes:hexes", "held", "zone", "supply")
	add("answer.", "", "reach-bonus", "reach-plain")
	add("answer.", "hexes:List id:Text first:Text", "reach-only", "reach-cheaper")
	add("answer.outcome.", "attacker:List defender:List", "attacker", "both", "defender", "none")
	add("answer.", "unit:Noun intensity:Noun n:Num of:Num", "odds-then", "odds-never")
	add("option.", "id:Noun n:Num m:Num", "contact", "contact-bonus", "step-bonus", "infiltrate", "face", "go", "add", "truck",
		"untruck")

	// Programs that play the game say why; package think makes these.
	add("why.", "n:Ratio", "points")
	add("why.", "", "little", "setup", "lapses", "weakest", "idle")
	add("why.", "points:Sub other:Sub", "better", "played", "first")
	add("why.", "other:Sub", "close", "first-close")
	add("why.", "points:Sub", "tried")
	add("why.", "own:Num their:Num", "second")
	add("why.", "hits:Num hurts:Num", "faces")
	add("why.", "unit:Noun hex:Hex n:Num", "steps")
	add("why.orders.", "", "over", "deploy", "weakest", "retreat", "advance", "stand", "once", "replace", "first", "spread", "air", "combat-chit", "nobody")
	add("why.orders.", "fact:Sub", "fact")
	add("why.orders.", "rule:Text n:Num", "source", "source-reading")
	add("why.orders.", "a:Num b:Num c:Num", "cards")
	add("why.deed.", "unit:Noun hex:Hex", "stay", "go", "attack", "only", "retreat", "place")
	add("why.deed.", "unit:Noun", "unit", "lose", scenario.TacticalIDs[scenario.ChitAir], scenario.TacticalIDs[scenario.ChitReplacement])
	add("why.deed.", "", "combat", "keep")
	add("roll.", "", "air", "attack", "chit", "infiltrate", "initiative", "variable") // kinds of rolls, in accounts of matches
	add("why.deed.", "formation:Noun", "formation")
	for _, term := range []string{"meuse", "river", "places", "pressure", "cut", "fight", "crowd", "arrive"} {
		add("why.for.", "points:Sub", term)
		add("why.against.", "points:Sub", term)
	}
	add("why.for.", "points:Sub", "there")

	add("prompt.", "", kindSetup, kindVariable, kindInitiative, kindFirst, kindExtra, kindAdvance)
	add("prompt.", "left:Num", kindDraw)
	add("prompt.", "side:Noun", kindChit)
	add("prompt.", "formation:Noun", kindActivate)
	add("prompt.", "unit:Noun", kindAir, kindPlace)
	add("prompt.", "units:Num", kindMove)
	add("prompt.", "unit:Noun left:Ratio", "move.on", "move.on-plain", "move.stop")
	add("prompt.", "unit:Noun hex:Hex", kindInfiltrate)
	add("prompt.", "hex:Hex", kindStack)
	add("prompt.", "unit:Noun odds:Text drm:Num", kindCombatChit, kindAttack)
	add("prompt.", "n:Num", kindLoss, kindDisrupt, kindRetreat)

	add("warn.", "n:Num hexes:List", "stack", "stack-fail")
	for _, kind := range []string{kindExtra, kindStack, kindRetreat} {
		add("illegal."+kind+".", "unit:Noun", "unit")
	}
	add("illegal.", "unit:Noun", "enemy", "immobile", "outside")
	add("illegal.", "unit:Noun hex:Hex", "no-room")
	add("illegal.loss.", "unit:Noun", "first")
	add("illegal.disrupt.", "unit:Noun", "already", "first")
	add("illegal.advance.", "unit:Noun", "immobile", "again", "room", "nothing-near")
	add("illegal.setup.", "unit:Noun", "placed", "later", "room")
	add("illegal.replace.", "unit:Noun hex:Hex", "held", "zone", "supply")
	for _, kind := range []string{kindSetup, kindExtra, kindStack, kindLoss, kindDisrupt, kindRetreat, kindAdvance} {
		add("illegal."+kind+".", "word:Text", "word")
	}
	for _, h := range hindrances[offMap:] {
		add("illegal.move.", "unit:Noun hex:Hex cost:Ratio left:Ratio", h.why)
	}
	for _, h := range hindrances[enemyThere : meuseNoBridge+1] { // what closed may say
		add("illegal.retreat.", "unit:Noun hex:Hex hexes:List", h.why)
		add("illegal.advance.", "unit:Noun hex:Hex", h.why)
	}
	add("illegal.retreat.", "unit:Noun hex:Hex hexes:List", "far", "stop", "stop-full", "twice", "pocket", "zoc", "direction", "room", "back", "full")
	add("illegal.untimely.", "ask:Sub", "standard", "side", "draw", "done", "end", "stop", "attack", "intensity", "truck", "no", "none", "go")
	add("illegal.standing.", "word:Text", "arg", "values", "empty", "unit", "preference", "direction")
	add("illegal.", "word:Text", "hex", "no-hex")
	add("illegal.query", "word:Text", "")
	add("illegal.query.", "word:Text", "unit")
	add("illegal.query.", "unit:Noun", "not-here")
	add("illegal.advance.", "unit:Noun hex:Hex", "far", "not-vacated")
	add("illegal.place.", "unit:Noun hex:Hex", "enemy", "hex")
	add("illegal.replace.", "unit:Noun hex:Hex", "hex")
	add("illegal.setup.", "unit:Noun hex:Hex", "hex")
	add("illegal.move.", "unit:Noun hex:Hex", "far", "here", "no-infiltration", "no-zone", "no-zone-here")
	add("illegal.activate.", "unit:Noun turn:Num", "dead", "withdrawn", "away", "early", "no-hex",
		"british", "again")
	add("illegal.attack.", "unit:Noun cost:Ratio left:Ratio", "isolated", "meuse", "nobody", "mp", "odds", "leader", "barred")
	add("illegal.untruck.", "unit:Noun turn:Num", "none")
	add("illegal.truck.", "unit:Noun turn:Num", "formation", "has", "elsewhere", "later", "spent")
	add("illegal.join.", "unit:Noun", "far", "meuse", "not-here", "isolated", "barred")
	add("illegal.chit.", "chit:Noun", "combat", "extra", "no-such", "none", "in-cup", "air-night", "replacement-day", "replacement-night", "replacement-nobody")
	return all
}

// sampleOf makes a message out of the names and makers of its arguments.
func sampleOf(key, args string) engine.Msg {
	m := engine.Msg{Key: key}
	for _, arg := range strings.Fields(args) {
		name, kind, _ := strings.Cut(arg, ":")
		m.Args = append(m.Args, makers[kind](name))
	}
	return m
}

// makers make a sample argument, by the function that makes it in the source.
var makers = map[string]func(name string) engine.Arg{
	"Noun": aNoun, "unitArg": aNoun,
	"Num":  func(name string) engine.Arg { return engine.Num(name, 2) },
	"Text": aText, "Half": aText,
	"Ratio": aRatio, "mpArg": aRatio, "Arg": aRatio,
	"Hex": aHex, "hexArg": aHex, "HexNamed": aHex,
	"Sub": aSub, "List": aList, "Nouns": aList, "unitList": aList, "hexes": someHexes,
}

func aNoun(name string) engine.Arg     { return engine.Noun(name, "84-1") }
func aText(name string) engine.Arg     { return engine.Text(name, "+1") }
func aRatio(name string) engine.Arg    { return engine.Ratio(name, 14, 3) }
func aHex(name string) engine.Arg      { return engine.Hex(name, hex.Coord{Col: 21, Row: 13}) }
func aSub(name string) engine.Arg      { return engine.Sub(name, engine.Say("answer.outcome.none")) }
func someHexes(name string) engine.Arg { return engine.List(name, aHex(""), aHex("")) }
func aList(name string) engine.Arg     { return events.Nouns(name, []string{"lehr-a", "84-1"}) }

// key matches a key as it stands.
var key = regexp.MustCompile(`^(answer|box|drm|event|illegal|prompt|query|reading|result|standing|state|status|track)\.[a-zA-Z0-9.-]*[a-zA-Z0-9]$`)

// saying is the message that a call makes, if its key and arguments are there.
func saying(call *ast.CallExpr) (m engine.Msg, ok bool) {
	if call.Ellipsis.IsValid() {
		return m, false
	}
	if name := called(call); name == "Wrong" || name == "whyUnit" { // they add the word
		if lit, ok := call.Args[1].(*ast.BasicLit); ok {
			return engine.Msg{Key: unquote(lit), Args: []engine.Arg{aText("word")}}, true
		}
	}
	for _, e := range call.Args {
		lit, _ := e.(*ast.BasicLit)
		switch {
		case m.Key == "" && lit != nil && (key.MatchString(unquote(lit)) || unquote(lit) == "chit" && called(call) == "Say"):
			m.Key = unquote(lit)
		case m.Key == "":
		case isArg(e):
			m.Args = append(m.Args, aNoun("unit"))
		default:
			arg, isCall := e.(*ast.CallExpr)
			if !isCall || makers[called(arg)] == nil {
				return m, false
			}
			m.Args = append(m.Args, makers[called(arg)](unquote(arg.Args[0].(*ast.BasicLit))))
		}
	}
	return m, m.Key != ""
}

// isArg tells the variable in which the source keeps a unit for several
// refusals.
func isArg(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "arg"
}

// called is the name of the function that is called.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// offered are the kinds of the options that a call makes.
func offered(call *ast.CallExpr) (kinds []string) {
	args := call.Args
	switch {
	case called(call) == "Options" && len(args) > 0:
		args = args[:1]
	case called(call) != "Words":
		return nil
	}
	for _, arg := range args {
		if lit, ok := arg.(*ast.BasicLit); ok {
			kinds = append(kinds, unquote(lit))
		}
	}
	return kinds
}

// optionKind is the kind of an option that is written out, or "".
func optionKind(lit *ast.CompositeLit) string {
	var id, kind string
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		switch k, _ := kv.Key.(*ast.Ident); {
		case k == nil:
		case k.Name == "ID":
			id = k.Name
		case k.Name == "Kind":
			if s, ok := kv.Value.(*ast.BasicLit); ok {
				kind = unquote(s)
			}
		}
	}
	if id == "" {
		return ""
	}
	return kind
}

func unquote(lit *ast.BasicLit) string {
	s, _ := strconv.Unquote(lit.Value)
	return s
}

// eachFile shows every node of the source of the package and of its events, tests
// apart.
func eachFile(t *testing.T, show func(ast.Node)) {
	t.Helper()
	var paths []string
	for _, pattern := range []string{"*.go", "event/*.go"} {
		some, err := filepath.Glob(pattern)
		if err != nil || len(some) == 0 {
			t.Fatalf("no source: %v", err)
		}
		paths = append(paths, some...)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := source.ParseFile(token.NewFileSet(), path, nil, source.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			show(n)
			return true
		})
	}
}
