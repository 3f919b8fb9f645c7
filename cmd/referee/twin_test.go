package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/bot/describe"
	"referee/bot/locale"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/hex"
)

// twinOf is the twin of a position in a language.
func twinOf(info *engine.Info, words *locale.Words, lang string, pos engine.Position) string {
	say := func(m engine.Msg) string { return words.Say(lang, m) }
	return describe.Twin(describe.View(info, pos.View(engine.Judge)), say, pos.String())
}

// TestTwin: of every position that random play comes to, combats under way
// included, the text for people parses back to the same position, in every language,
// has a word for everything, and tells all that the picture shows.
func TestTwin(t *testing.T) {
	thorough.Slow(t)
	for _, entry := range known {
		g, err := entry.Open(entry.Files(), entry.Law)
		if err != nil {
			t.Fatal(err)
		}
		words, err := locale.New(g.Info())
		if err != nil {
			t.Fatal(err)
		}
		every := thorough.Or(9, 5) // positions
		if thorough.Brief() {
			every = 27
		}
		for seed := range uint64(thorough.Or(1, 2)) {
			n, fights := 0, 0
			_, err = enginetest.Play(g, nil, seed, enginetest.Bias(entry.Weights), enginetest.Hooks{Decided: func(s enginetest.Step) error {
				n++
				fight := len(s.Outcome.Position.View(engine.Judge).Marks) > 0
				if n%every > 0 && (!fight || !thorough.On()) {
					return nil
				}
				if fight {
					fights++
				}
				lang := locale.Languages[n/every%len(locale.Languages)]
				pos := s.Outcome.Position
				text := twinOf(g.Info(), words, lang, pos)
				back, err := g.Parse(1, text)
				if err != nil {
					return fmt.Errorf("%w in\n%s", err, text)
				}
				if back.String() != pos.String() {
					return fmt.Errorf("it parses back as\n%s\nfrom\n%s", back, text)
				}
				return complete(g.Info(), words, lang, pos, text)
			}})
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, entry.ID, err)
			}
			t.Logf("seed %d, %s: %d decisions, %d of them in fights", seed, entry.ID, n, fights)
		}
	}
}

// complete checks that a text names every piece, state, marker and question of a
// view, and every pair of neighbours.
func complete(info *engine.Info, words *locale.Words, lang string, pos engine.Position, text string) error {
	v := pos.View(engine.Judge)
	var people strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			people.WriteString(line)
		}
	}
	said := people.String()
	var missing []string
	has := func(what string) {
		if !strings.Contains(said, what) {
			missing = append(missing, what)
		}
	}
	for _, m := range describe.View(info, v) {
		if _, err := words.Try(lang, m); err != nil {
			return err
		}
	}
	say := func(m engine.Msg) string { return words.Say(lang, m) }
	for _, p := range v.Pieces {
		has(p.At.String())
		has("(" + p.ID)
		has(strings.Join(p.Values, "-"))
		for _, s := range p.States {
			has(say(engine.Say("drawn.state." + string(s))))
		}
		for _, q := range v.Pieces {
			if (hex.Grid{}).Distance(p.At, q.At) == 1 {
				has(say(engine.Say("option.unit", engine.Noun("id", q.ID))))
			}
		}
	}
	for _, b := range v.Boxes {
		has(say(b.Label))
	}
	for _, q := range v.Waiting {
		first, _, _ := strings.Cut(say(q.Ask), "\n")
		has(first)
	}
	has(say(v.Status))
	if len(missing) > 0 {
		return fmt.Errorf("%s: the text does not say %q:\n%s", lang, missing, said)
	}
	return nil
}

// TestGroundIsTold: of every hex, hexside and road of every game the twin says what
// it is, in every language.
func TestGroundIsTold(t *testing.T) {
	for _, entry := range known {
		g, err := entry.Open(entry.Files(), entry.Law)
		if err != nil {
			t.Fatal(err)
		}
		words, err := locale.New(g.Info())
		if err != nil {
			t.Fatal(err)
		}
		b := g.Info().Board
		if b == nil {
			continue // there is no ground
		}
		for _, lang := range locale.Languages {
			var lines []string
			for _, m := range describe.Ground(b) {
				line, err := words.Try(lang, m)
				if err != nil {
					t.Fatal(err)
				}
				lines = append(lines, line)
			}
			word := func(list string, c engine.Class) string {
				return words.Say(lang, engine.Say("drawn."+list+"."+string(c)))
			}
			told := func(what, where string) bool {
				return slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, what) && strings.Contains(l, where) })
			}
			for _, h := range b.Hexes {
				rest := slices.ContainsFunc(lines, func(l string) bool { return strings.HasSuffix(l, " "+word("terrain", h.Terrain)+".") })
				if !rest && !told(word("terrain", h.Terrain), h.At.String()) || h.Name != "" && !told(h.Name, h.At.String()) {
					t.Errorf("%s, %s: %v is not told", entry.ID, lang, h)
				}
			}
			for _, e := range b.Edges {
				if !told(word("edge", e.Class), e.Edge.A.String()+"-"+e.Edge.B.String()) || !told(e.Name, e.Edge.A.String()) {
					t.Errorf("%s, %s: %v is not told", entry.ID, lang, e)
				}
			}
			for _, l := range b.Links {
				if !told(word("link", l.Class), l.A.String()+"-"+l.B.String()) {
					t.Errorf("%s, %s: %v is not told", entry.ID, lang, l)
				}
			}
		}
	}
}

// TestQuestionsAnsweredFromTheTwin asks what a player asks of a board, and finds
// each answer in one line of the text for people.
func TestQuestionsAnsweredFromTheTwin(t *testing.T) {
	c := config.Values{General: config.General{Game: "celles"}}
	g, err := known.Open(c.Game, c.Data)
	if err != nil {
		t.Fatal(err)
	}
	words, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	pos, err := g.Parse(1, `celles 1
turn 3 phase action side german step move actions german 4/3 allied 2/2
vp 3
unit lehr-a 2114
unit lehr-recon 2013 used
unit 2pz-b 1204 reduced oos
unit 84-1 2113 disrupted
unit 84-2 2112
dead 2pz-a
chit lehr
active formation lehr units lehr-a
`)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(twinOf(g.Info(), words, "en", pos)) {
		lines = append(lines, line)
	}
	german := engine.Noun("seat", "german")
	say := func(key string, args ...engine.Arg) string { // without what follows the last argument
		return strings.TrimRight(words.Say("en", engine.Say(key, args...)), ": .")
	}
	for _, q := range []struct {
		question string
		words    []string // of the line that answers it
	}{
		{"Which turn is it, and whose phase?", []string{"Turn 3", "24 December", "night", "German action phase"}},
		{"What is asked, and of whom?", []string{say("board.asked", german, engine.Text("ask", ""))}},
		{"Where is Lehr A?", []string{"Hex 2114", "Lehr A"}},
		{"Who stands next to Lehr A, and where?", []string{
			say("board.next", engine.Text("hex", "2114"), engine.Text("pieces", "")),
			say("board.neighbour", engine.Noun("unit", "84-1"), engine.Noun("seat", "allied"),
				engine.Sub("way", engine.Say("board.way.n")), engine.Text("hex", "2113")),
		}},
		{"Is the defender of Rochefort disrupted?", []string{"Hex 2113 (Rochefort)", "84-1;", "disrupted"}},
		{"What ground is Rochefort?", []string{"Hex 2113 (Rochefort)", "town"}},
		{"Who is out of supply?", []string{"2pz-b;", "out of supply"}},
		{"How many steps has 2nd Panzer B?", []string{"2pz-b;", "steps 1/2"}},
		{"Which units are lost?", []string{say("box.dead", engine.Noun("side", "german")), "2nd Panzer A"}},
		{"How many actions has the German left?", []string{say("track.left", engine.Noun("side", "german")) + " on 3"}},
		{"Is there a river between Lehr A and Rochefort, or a road?", []string{"Hex 2114", "highway to the north"}},
		{"How many points has the German?", []string{say("track.vp") + " on 3"}},
	} {
		if !slices.ContainsFunc(lines, func(line string) bool {
			return strings.HasPrefix(line, "# ") && !slices.ContainsFunc(q.words, func(w string) bool { return !strings.Contains(line, w) })
		}) {
			t.Errorf("%s No line says %q in\n%s", q.question, q.words, strings.Join(lines, ""))
		}
	}
}
