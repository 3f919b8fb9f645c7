package enginetest

import (
	"errors"
	"slices"
	"strings"
	"testing/fstest"

	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/hex"
	"referee/engine/kit/events"
)

// fault is a way to break the contract, and the property that is there to notice
// it.
type fault struct {
	name, property string
	faulty         faulty
}

var faults = []fault{
	{"accepts any set-up", "info is sound", faulty{
		begin: func(f *faulty, r *ruling, _ engine.Setup) error { return f.Rules.Begin(r, nil) },
	}},
	{"has a default that is no value", "info is sound", faulty{
		info: func(i engine.Info) engine.Info {
			i.Options = []engine.SetupOption{{ID: "rounds", Values: []string{"2"}, Default: "4"}}
			return i
		},
	}},
	{"gives a bid's VP to nobody who plays", "info is sound", faulty{
		info: func(i engine.Info) engine.Info {
			o := i.Options[0]
			o.Bid, o.Values = true, append(slices.Clip(o.Values), engine.BidValue("green", 1))
			i.Options = []engine.SetupOption{o}
			return i
		},
	}},
	{"asks nobody for a loss", "a match comes to its end", faulty{
		prompts: func(_ *faulty, _ *toy.State, ps []engine.Prompt) []engine.Prompt {
			if len(ps) > 0 && ps[0].Kind == "loss" {
				return nil
			}
			return ps
		},
	}},
	{"never comes closer to the end", "a match comes to its end", faulty{
		apply: func(f *faulty, s *toy.State, e engine.Event) error {
			switch events.Fact(e).(type) {
			case toy.Rounded:
				e = toy.Event(toy.Rounded{Round: 1})
			case toy.Lost:
				return nil
			}
			return f.Rules.Apply(s, e)
		},
	}},
	{"says how clearly nobody has won", "a match comes to its end", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			view := f.Rules.View(s, v)
			if view.Result != nil {
				view.Result.Degree = "major"
			}
			return view
		},
	}},
	{"has a query without words", "messages exist in every language", faulty{
		info: func(info engine.Info) engine.Info {
			info.Queries = append(slices.Clone(info.Queries), engine.QueryInfo{Name: "weather"})
			return info
		},
		ask: func(f *faulty, s *toy.State, q engine.Query) (engine.Answer, error) {
			if q.Name == "weather" {
				return engine.Answer{}, nil
			}
			return f.Rules.Ask(s, engine.Spectator, q)
		},
	}},
	{"says how clearly a match was won in words of no catalogue", "messages exist in every language", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			view := f.Rules.View(s, v)
			if view.Result != nil {
				view.Result.Degree = "major"
			}
			return view
		},
	}},
	{"offers nothing after a unit", "offered answers are accepted", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if p.Kind == "march" && len(path) == 1 && path[0] == "+red-b" {
				node.Options = nil
			}
			return node, err
		},
	}},
	{"offers more than anybody can read", "few options follow at once", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if p.Kind == "march" && len(node.Options) > 0 {
				node.Options = slices.Repeat(node.Options, 200)
			}
			return node, err
		},
	}},
	{"offers what it refuses", "offered answers are accepted", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if p.Kind == "loss" && len(path) == 0 {
				node.Options = append(node.Options, engine.Option{ID: "nobody", Kind: "unit"})
			}
			return node, err
		},
	}},
	{"records less than it takes", "offered answers are accepted", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			if p.Kind == "weather" && len(path) == 1 {
				r.Emit(toy.Event(toy.Drawn{Weather: path[0]}))
				r.Emit(toy.Event(toy.Phase{Phase: "march", Seat: "red"}))
				return engine.Node{Done: true}, nil
			}
			return f.Rules.Judge(r, p, path)
		},
	}},
	{"takes anything after a plan", "other answers are refused", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			if p.Kind == "plan" && len(path) > 1 && path[0] == "hold" {
				path = path[:1]
			}
			return f.Rules.Judge(r, p, path)
		},
	}},
	{"leaves faces out of a table", "the table of a roll has all its faces", faulty{
		rollTable: func(p engine.Prompt) engine.Answer {
			if p.Kind != "die" {
				return engine.Answer{}
			}
			return engine.Answer{Bars: []engine.Bar{{Part: 1, Of: 6, Faces: []string{"1"}}}}
		},
	}},
	{"closes what it offers", "what is closed is refused", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if r.Explains() && len(node.Options) > 0 {
				node.Closed = []engine.Closed{{Option: node.Options[0], Why: engine.Refuse("1", "illegal.closed")}}
			}
			return node, err
		},
	}},
	{"closes for another reason", "what is closed is refused", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if r.Explains() && len(node.Options) > 0 {
				node.Closed = []engine.Closed{{Option: engine.Option{ID: "nonsense", Kind: "stay"}, Why: engine.Refuse("1", "illegal.closed")}}
			}
			return node, err
		},
	}},
	{"takes what it does not offer", "other answers are refused", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if p.Kind == "march" && len(path) == 0 {
				node.Options = node.Options[1:]
				if len(node.Options) == 0 {
					node.Options = []engine.Option{{ID: "stay", Kind: "stay"}}
				}
			}
			return node, err
		},
	}},
	{"refuses without a reason", "other answers are refused", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			var no *engine.Illegal
			if errors.As(err, &no) {
				err = engine.Refuse(no.Rule, "")
			}
			return node, err
		},
	}},
	{"refuses without a rule", "other answers are refused", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			var no *engine.Illegal
			if errors.As(err, &no) {
				err = engine.Refuse("", no.Why.Key, no.Why.Args...)
			}
			return node, err
		},
	}},
	{"refuses with an internal error", "other answers are refused", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if err != nil {
				err = errors.New("toy: index out of range")
			}
			return node, err
		},
	}},
	{"lets one plan change the other's answers", "open questions are independent", faulty{judge: telltale}},
	{"shows one plan by the other's answers", "secrets do not leak", faulty{judge: telltale}},
	{"has a default that is refused", "prompts are well formed", faulty{
		prompts: func(_ *faulty, _ *toy.State, ps []engine.Prompt) []engine.Prompt {
			for i := range ps {
				if ps[i].Kind == "plan" {
					ps[i].Default = []string{"sleep"}
				}
			}
			return ps
		},
	}},
	{"has a default that is not whole", "prompts are well formed", faulty{
		prompts: func(_ *faulty, _ *toy.State, ps []engine.Prompt) []engine.Prompt {
			for i := range ps {
				if ps[i].Kind == "march" {
					ps[i].Default = nil
				}
			}
			return ps
		},
	}},
	{"writes past its events", "folding gives the live position", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if node.Done && p.Kind == "plan" {
				err = f.Rules.Apply(r.State(), toy.Event(toy.Drawn{Weather: "flood"}))
			}
			return node, err
		},
	}},
	{"changes the position that it judges", "a position never changes", faulty{
		prompts: func(f *faulty, s *toy.State, ps []engine.Prompt) []engine.Prompt {
			f.seen = s
			return ps
		},
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			if p.Kind == "march" && len(path) == 1 && f.seen != nil {
				if err := f.Rules.Apply(f.seen, toy.Event(toy.Drawn{Weather: "flood"})); err != nil {
					return engine.Node{}, err
				}
			}
			return f.Rules.Judge(r, p, path)
		},
	}},
	{"puts attackers among the defenders", "invariants hold", faulty{
		apply: func(f *faulty, s *toy.State, e engine.Event) error {
			if a, ok := events.Fact(e).(toy.Attacked); ok {
				e = toy.Event(toy.Stepped{Units: a.Units, From: a.From, To: a.At})
			}
			return f.Rules.Apply(s, e)
		},
	}},
	{"forgets the die when it reads an event", "events keep their bytes", faulty{
		decode: func(e engine.Event) engine.Event {
			if fought, ok := events.Fact(e).(toy.Fought); ok {
				fought.Die = 0
				return toy.Event(fought)
			}
			return e
		},
	}},
	{"has an event that no list has", "events keep their bytes", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if p.Kind == "loss" && node.Done {
				r.Emit(snowed{})
			}
			return node, err
		},
		apply: func(f *faulty, s *toy.State, e engine.Event) error {
			if _, ok := e.(snowed); ok {
				return nil
			}
			return f.Rules.Apply(s, e)
		},
	}},
	{"draws marks in the order of a map", "the same input gives the same bytes", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			view := f.Rules.View(s, v)
			marks := map[hex.Coord]bool{{Col: 1, Row: 1}: true, {Col: 2, Row: 1}: true, {Col: 3, Row: 1}: true}
			for at := range marks {
				view.Marks = append(view.Marks, engine.Mark{At: at, Class: engine.MarkZOC})
			}
			return view
		},
	}},
	{"leaves the flood out of the text", "position text is the position", faulty{
		text: func(text string) string { return strings.Replace(text, "flood\n", "", 1) },
	}},
	{"takes any number for a law", "another law takes the position over", faulty{
		under: func(f *faulty, _ int) (rules, error) { return f, nil },
	}},
	{"says of no law what it changes", "another law takes the position over", faulty{
		info: func(i engine.Info) engine.Info {
			i.Readings = i.Readings[:1]
			return i
		},
	}},
	{"draws a state of no vocabulary", "pictures use the vocabulary", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			view := f.Rules.View(s, v)
			if len(view.Pieces) > 0 {
				view.Pieces[0].States = []engine.Class{"asleep"}
			}
			return view
		},
	}},
	{"has weather that nobody brought", "pictures use the vocabulary", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			view := f.Rules.View(s, v)
			view.Conditions = []engine.Class{"fog"}
			return view
		},
	}},
	{"builds a bridge between hexes that are apart", "pictures use the vocabulary", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			view := f.Rules.View(s, v)
			far := engine.BoardLink{A: hex.Coord{Col: 1, Row: 1}, B: hex.Coord{Col: 3, Row: 1}, Class: engine.Road}
			view.Links = append(view.Links, engine.Link{BoardLink: far})
			return view
		},
	}},
	{"builds a railway that nobody brought", "pictures use the vocabulary", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			view := f.Rules.View(s, v)
			near := engine.BoardLink{A: hex.Coord{Col: 1, Row: 1}, B: hex.Coord{Col: 2, Row: 1}, Class: "railway"}
			view.Links = append(view.Links, engine.Link{BoardLink: near})
			return view
		},
	}},
	{"has a board that knows no words", "pictures use the vocabulary", faulty{
		info: func(i engine.Info) engine.Info {
			b := *i.Board
			b.Vocabulary, i.Board = nil, &b
			return i
		},
	}},
	{"brings a word without a name", "pictures use the vocabulary", faulty{
		info: func(i engine.Info) engine.Info {
			v, b := *i.Vocabulary, *i.Board
			v.Symbols = append(slices.Clip(v.Symbols), engine.Symbol{Word: "scouts", Glyph: engine.Glyph{engine.Line(0, 0, 1, 1)}})
			i.Vocabulary, b.Vocabulary, i.Board = &v, &v, &b
			return i
		},
	}},
	{"brings a word without a drawing", "pictures use the vocabulary", faulty{
		info: func(i engine.Info) engine.Info {
			v, b := *i.Vocabulary, *i.Board
			v.Symbols = []engine.Symbol{{Word: v.Symbols[0].Word}}
			i.Vocabulary, b.Vocabulary, i.Board = &v, &v, &b
			return i
		},
	}},
	{"draws a piece that is no counter", "pictures use the vocabulary", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			view := f.Rules.View(s, v)
			if len(view.Pieces) > 0 {
				view.Pieces[0].Band = 99
			}
			return view
		},
	}},
	{"draws a mark off the board", "pictures use the vocabulary", faulty{
		ask: func(f *faulty, s *toy.State, q engine.Query) (engine.Answer, error) {
			answer, err := f.Rules.Ask(s, engine.Judge, q)
			answer.Marks = append(answer.Marks, engine.Mark{At: hex.Coord{Col: 9}, Class: engine.MarkReach})
			return answer, err
		},
	}},
	{"remembers a piece off the board", "pictures use the vocabulary", faulty{
		ask: func(f *faulty, s *toy.State, q engine.Query) (engine.Answer, error) {
			answer, err := f.Rules.Ask(s, engine.Judge, q)
			if view := f.Rules.View(s, engine.Judge); len(view.Pieces) > 0 {
				ghost := view.Pieces[0]
				ghost.At = hex.Coord{Col: 9}
				answer.Ghosts = append(answer.Ghosts, ghost)
			}
			return answer, err
		},
	}},
	{"gives three chances in two", "pictures use the vocabulary", faulty{
		ask: func(f *faulty, s *toy.State, q engine.Query) (engine.Answer, error) {
			answer, err := f.Rules.Ask(s, engine.Judge, q)
			answer.Bars = append(answer.Bars, engine.Bar{Label: engine.Say("unit"), Part: 3, Of: 2})
			return answer, err
		},
	}},
	{"shows everybody what the judge sees", "secrets do not leak", faulty{
		view: func(f *faulty, s *toy.State, _ engine.Viewer) engine.View { return f.Rules.View(s, engine.Judge) },
	}},
	{"tells everybody of a hold", "secrets do not leak", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if p.Kind == "plan" && len(path) == 1 && path[0] == "hold" && len(f.Rules.Prompts(r.State())) == 1 {
				r.Emit(toy.Event(toy.Phase{Phase: "plan"}))
			}
			return node, err
		},
	}},
	{"answers queries with the plans", "secrets do not leak", faulty{
		ask: func(f *faulty, s *toy.State, q engine.Query) (engine.Answer, error) {
			answer, err := f.Rules.Ask(s, engine.Judge, q)
			answer.Lines = append(answer.Lines, engine.Say("answer.reach", engine.Text("text", f.Rules.Print(s))))
			return answer, err
		},
	}},
	{"shows a trap with the plans", "secrets do not leak", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			if strings.Contains(f.Rules.Print(s), "revealed\n") {
				v = engine.Judge
			}
			return f.Rules.View(s, v)
		},
	}},
	{"tells a trap by a dry run", "secrets do not leak", faulty{
		rehearse: func(f *faulty, s *toy.State, out engine.Answer) engine.Answer {
			if strings.Contains(f.Rules.Print(s), "trap red 0201") {
				out.Lines = nil
			}
			return out
		},
	}},
	{"tells a plan by where units could go", "secrets do not leak", faulty{
		reach: func(f *faulty, s *toy.State, out engine.Reach) engine.Reach {
			if strings.Contains(f.Rules.Print(s), "plan red rush") {
				out.Hexes = nil
			}
			return out
		},
	}},
	{"shows programs all there is", "secrets do not leak", faulty{
		window: func(f *faulty, s *toy.State) any { return f.Rules.Print(s) },
	}},
	{"tells a plan by odds", "secrets do not leak", faulty{
		previewOdds: func(f *faulty, s *toy.State, _ []string) engine.Answer {
			return engine.Answer{Lines: []engine.Msg{engine.Say("answer.odds", engine.Text("text", f.Rules.Print(s)))}}
		},
	}},
	{"lets units go off the board", "reach is on the board", faulty{
		reach: func(_ *faulty, _ *toy.State, out engine.Reach) engine.Reach {
			out.Hexes = append(out.Hexes, engine.Reached{To: hex.Coord{Col: 9, Row: 9}})
			return out
		},
	}},
	{"counts points without saying in what", "reach is on the board", faulty{
		reach: func(_ *faulty, _ *toy.State, out engine.Reach) engine.Reach {
			for i := range out.Hexes {
				out.Hexes[i].Cost = 1
			}
			return out
		},
	}},
	{"has odds, and tells none", "odds are told where there are some", faulty{
		previewOdds: func(*faulty, *toy.State, []string) engine.Answer { return engine.Answer{} },
	}},
	{"previews five chances in four", "pictures use the vocabulary", faulty{
		previewOdds: func(*faulty, *toy.State, []string) engine.Answer {
			return engine.Answer{Bars: []engine.Bar{{Label: engine.Say("option.go"), Part: 5, Of: 4}}}
		},
	}},
	{"previews odds in words of no catalogue", "messages exist in every language", faulty{
		previewOdds: func(*faulty, *toy.State, []string) engine.Answer {
			return engine.Answer{Lines: []engine.Msg{engine.Say("answer.luck")}}
		},
	}},
	{"says what no catalogue has", "messages exist in every language", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			view := f.Rules.View(s, v)
			view.Status.Key = "status.asleep"
			return view
		},
	}},
	{"leaves an argument out", "messages exist in every language", faulty{
		view: func(f *faulty, s *toy.State, v engine.Viewer) engine.View {
			view := f.Rules.View(s, v)
			view.Status.Args = view.Status.Args[1:]
			return view
		},
	}},
	{"answers more than is asked by a standing order", "standing orders answer legally", faulty{
		stand: func(_ *faulty, _ engine.Prompt, out engine.StandingOutcome) (engine.StandingOutcome, error) {
			if out.Fires {
				out.Path = append(out.Path, "go")
			}
			return out, nil
		},
	}},
	{"fires every other time", "standing orders answer legally", faulty{
		stand: func(f *faulty, _ engine.Prompt, out engine.StandingOutcome) (engine.StandingOutcome, error) {
			if f.stands++; f.stands%2 == 0 {
				out.Fires, out.Path = false, nil
			}
			return out, nil
		},
	}},
	{"does not say why an order is silent", "standing orders answer legally", faulty{
		stand: func(_ *faulty, _ engine.Prompt, out engine.StandingOutcome) (engine.StandingOutcome, error) {
			if !out.Fires {
				out.Why = engine.Msg{}
			}
			return out, nil
		},
	}},
	{"tells a plan by a dry run", "secrets do not leak", faulty{
		rehearse: func(f *faulty, s *toy.State, out engine.Answer) engine.Answer {
			if strings.Contains(f.Rules.Print(s), "plan red rush") {
				out.Lines = nil
			}
			return out
		},
	}},
	{"has a clause whose example is not its own", "standing orders answer legally", faulty{
		info: func(i engine.Info) engine.Info {
			i.Clauses = []engine.ClauseInfo{i.Clauses[0]}
			i.Clauses[0].Example = "lose red-a"
			return i
		},
	}},
	{"offers no clause, and takes orders", "standing orders answer legally", faulty{
		info: func(i engine.Info) engine.Info {
			i.Clauses = nil
			return i
		},
	}},
	{"forgets what costs nobody anything", "every face has its costs", faulty{
		costs: func(costs []engine.Cost) []engine.Cost {
			return slices.DeleteFunc(costs, func(c engine.Cost) bool { return c.N == 0 })
		},
	}},
	{"counts what nobody knows", "every face has its costs", faulty{
		costs: func(costs []engine.Cost) []engine.Cost {
			for i := range costs {
				costs[i].Kind = "tears"
			}
			return costs
		},
	}},
	{"refuses in words of no catalogue", "messages exist in every language", faulty{
		judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
			node, err := f.Rules.Judge(r, p, path)
			if err != nil {
				err = engine.Refuse("5", "refuse.just-so")
			}
			return node, err
		},
	}},
	{"has a catalogue that lacks a key", "messages exist in every language", faulty{
		info: func(i engine.Info) engine.Info {
			i.Catalogues = fstest.MapFS{
				"en.toml": {Data: []byte(`"a" = "A"`)},
				"fr.toml": {Data: []byte(`"a" = "A"`)},
				"es.toml": {Data: []byte(`"b" = "B"`)},
			}
			return i
		},
	}},
	{"tells readers with buttons to type a word", "words to type stand in their own form", faulty{
		info: saying(`"ask.march" = "`, `"ask.march" = "“stay” marches none. `),
	}},
	{"tells readers who type of a word that is none", "words to type stand in their own form", faulty{
		info: saying(`"ask.march" =`, `"ask.march.typed" = "“linger” marches none."`+"\n"+`"ask.march" =`),
	}},
	{"has only the form for readers who type", "words to type stand in their own form", faulty{
		info: saying(`"ask.march" =`, `"ask.halt.typed" = "“stay” marches none."`+"\n"+`"ask.march" =`),
	}},
	{"has a button with another verb than its question", "a button repeats the verb of its question", faulty{
		info: saying(`"option.stay" = "`, `"option.stay" = "Omit; `),
	}},
}

// saying changes a text of the toy's catalogues in every language.
func saying(old, changed string) func(engine.Info) engine.Info {
	return func(info engine.Info) engine.Info {
		files := fstest.MapFS{}
		for _, lang := range engine.Languages {
			said, err := engine.Catalogue(info.Catalogues, lang)
			if err != nil || !strings.Contains(said, old) {
				panic("the toy does not say " + old)
			}
			files[lang+".toml"] = &fstest.MapFile{Data: []byte(strings.Replace(said, old, changed, 1))}
		}
		info.Catalogues = files
		return info
	}
}

// snowed is an event that the toy cannot read back.
type snowed struct{}

func (snowed) Kind() string     { return "snowed" }
func (snowed) Tell() engine.Msg { return engine.Msg{} }

// telltale offers no rush to Blue once Red plans one.
func telltale(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
	told := strings.Contains(f.Rules.Print(r.State()), "plan red rush")
	node, err := f.Rules.Judge(r, p, path)
	if p.Kind == "plan" && p.Seat == "blue" && told && len(path) == 0 {
		node.Options = node.Options[:2]
	}
	return node, err
}
