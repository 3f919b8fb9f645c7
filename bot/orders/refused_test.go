package orders_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/locale"
	"referee/bot/orders"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/america"
	americaweights "referee/engine/america/weights"
	"referee/engine/celles"
	cellesweights "referee/engine/celles/weights"
	"referee/engine/enginetest"
)

var refusals = flag.Int("refusals", 120, "how many illegal orders TestRefusals types in each game")

// TestRefusals types illegal orders in positions of random matches: what is typed is refused by the paragraph that refuses
// the same as an answer, in no language does the reason show an id that nobody types, and nobody is told to type what
// they have just typed.
func TestRefusals(t *testing.T) {
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	for name, of := range map[string]struct {
		open  func(fs.FS, int) (engine.Game, error)
		data  fs.FS
		kinds map[string]int
		every int // decisions between two looks
	}{
		"celles":  {celles.Open, celles.Files(), cellesweights.Usual, 3},
		"america": {america.Open, america.Files(), americaweights.Usual, 11},
	} {
		t.Run(name, func(t *testing.T) {
			g, words := opened(t, of.open, of.data)
			random := rand.New(rand.NewPCG(s, 5))
			w := &wanton{t: t, game: g, words: words, reader: orders.New(g.Info()), rand: random, kinds: map[string]int{}}
			for w.typed < *refusals && !t.Failed() {
				next := random.IntN(of.every)
				_, err := enginetest.Play(g, nil, random.Uint64(), enginetest.Bias(of.kinds), enginetest.Hooks{
					Decided: func(step enginetest.Step) error {
						if step.Prompt.Seat != engine.Chance && step.N > next && w.typed < *refusals {
							next = step.N + random.IntN(2*of.every)
							w.look(step.Before, step.Prompt)
						}
						return nil
					},
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("%d orders were refused: %v", w.typed, w.kinds)
		})
	}
}

// opened is a game under its first law, with its words.
func opened(t *testing.T, open func(fs.FS, int) (engine.Game, error), data fs.FS) (engine.Game, *locale.Words) {
	t.Helper()
	g, err := open(data, 1)
	if err != nil {
		t.Fatal(err)
	}
	words, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	return g, words
}

// TestUnknownWords: what means nothing is answered by what can be said there, at most twelve words, in the language it is said in.
func TestUnknownWords(t *testing.T) {
	plenty := 0 // questions that can be answered by more than twelve words
	for name, of := range map[string]struct {
		open func(fs.FS, int) (engine.Game, error)
		data fs.FS
	}{
		"celles":  {celles.Open, celles.Files()},
		"america": {america.Open, america.Files()},
	} {
		g, words := opened(t, of.open, of.data)
		reader, looked := orders.New(g.Info()), map[string]bool{}
		_, err := enginetest.Play(g, nil, 7, nil, enginetest.Hooks{Decided: func(step enginetest.Step) error {
			q := step.Prompt
			if q.Seat == engine.Chance || looked[q.Kind] {
				return nil
			}
			looked[q.Kind] = true
			_, err := reader.Read(step.Before, q.Seat, orders.Held{}, "xyzzy")
			var e *orders.Error
			next := reader.Complete(step.Before, q.Seat, orders.Held{}, "")
			if !errors.As(err, &e) || len(e.Next) != len(next) || len(e.Unsaid()) > 0 || len(next) == 0 {
				t.Errorf("%s %s: %v, and %d of %d words are listed", name, q.Kind, err, len(e.Next), len(next))
				return nil
			}
			for _, lang := range locale.Languages {
				said := words.Say(lang, words.Quote(lang, e.Why))
				for i, n := range next {
					called := regexp.MustCompile(`[\s\p{Z}]` + regexp.QuoteMeta(words.Called(lang, n.Word)) + `[\s\p{Z}.,;]`)
					if i < 12 && !called.MatchString(said) {
						t.Errorf("%s %s: %q is not in %s", name, q.Kind, n.Word, said)
					}
				}
				more := fmt.Sprint(len(next) - 12)
				if len(next) > 12 && !regexp.MustCompile(`[\s\p{Z}]`+more+`[\s\p{Z}]`).MatchString(said) {
					t.Errorf("%s %s: %s more are not in %s", name, q.Kind, more, said)
				}
			}
			if len(next) > 12 {
				plenty++
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if plenty == 0 {
		t.Error("no question could be answered by many words")
	}
}

// quotation matches what a question quotes, in the marks of each language.
var quotation = regexp.MustCompile(`[“«][\s\p{Z}]*([^“”«»]+?)[\s\p{Z}]*[”»]`)

// TestProposedWordsAreAccepted: what a question tells the reader to type answers it, in each language, and what it says to readers
// with buttons quotes nothing but a label of theirs.
func TestProposedWordsAreAccepted(t *testing.T) {
	for name, of := range map[string]struct {
		open func(fs.FS, int) (engine.Game, error)
		data fs.FS
		want int // questions that name a word, in the three languages
	}{
		"celles":  {celles.Open, celles.Files(), 12},
		"america": {america.Open, america.Files(), 21},
	} {
		g, words := opened(t, of.open, of.data)
		reader, looked := orders.New(g.Info()), map[string]bool{}
		look := func(step enginetest.Step) error {
			q := step.Prompt
			if q.Seat == engine.Chance || looked[q.Ask.Key] {
				return nil
			}
			for _, lang := range locale.Languages {
				quoted := quotation.FindStringSubmatch(words.Say(lang, q.Ask))
				if quoted != nil && !labels(words, lang, step, quoted[1]) {
					t.Errorf("%s, %s: readers with buttons are told of %q", q.Ask.Key, lang, quoted[1])
				}
				for _, quoted := range quotation.FindAllStringSubmatch(words.ForTyping().Say(lang, q.Ask), -1) {
					looked[q.Ask.Key] = true
					of.want--
					if o, err := reader.Read(step.Before, q.Seat, orders.Held{}, words.Typed(lang, quoted[1])); err != nil || o.Prompt != q.ID || !o.Whole {
						t.Errorf("%s, %s: %q does not answer it: %v", q.Ask.Key, lang, quoted[1], err)
					}
				}
			}
			return nil
		}
		for s := uint64(1); s < 4 && of.want > 0; s++ {
			if _, err := enginetest.Play(g, nil, s, nil, enginetest.Hooks{Decided: look}); err != nil {
				t.Fatal(err)
			}
		}
		if of.want > 0 {
			t.Errorf("%s: %d words less than are to be looked at: %v", name, of.want, looked)
		}
	}
}

// labels reports whether a text is the label of an option of the question that a step answered.
func labels(words *locale.Words, lang string, step enginetest.Step, text string) bool {
	node, err := step.Before.Options(step.Prompt.ID, nil)
	return err == nil && slices.ContainsFunc(node.Options, func(o engine.Option) bool { return words.Option(lang, o) == text })
}

// TestRefusalsNameWordsThatCanBeTyped: what a refusal or a note on an argument quotes for the reader to type can be typed in the
// language of the reader.
func TestRefusalsNameWordsThatCanBeTyped(t *testing.T) {
	message := regexp.MustCompile(`(?m)^"((?:illegal|clause-arg)\.[^"]+)" = "(.*)"$`)
	argument := regexp.MustCompile(`\{\{.*?\}\}`)
	for name, of := range map[string]struct {
		open func(fs.FS, int) (engine.Game, error)
		data fs.FS
	}{
		"celles":  {celles.Open, celles.Files()},
		"america": {america.Open, america.Files()},
	} {
		g, words := opened(t, of.open, of.data)
		names := allNames(g.Info())
		names["none"], names["alone"] = true, true // options in the middle of an order
		for _, lang := range locale.Languages {
			said, err := engine.Catalogue(g.Info().Catalogues, lang)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, m := range message.FindAllStringSubmatch(said, -1) {
				for _, quoted := range quotation.FindAllStringSubmatch(argument.ReplaceAllString(m[2], ""), -1) {
					for _, word := range strings.Fields(quoted[1]) {
						n++
						if !names[words.Typed(lang, word)] {
							t.Errorf("%s, %s, %s: %q cannot be typed", name, lang, m[1], word)
						}
					}
				}
			}
			if n < 20 {
				t.Errorf("%s, %s: refusals name %d words to type: are they still quoted?", name, lang, n)
			}
		}
	}
}

// TestAWordMeansOneThing: in each language no word that can be typed means two things of a game, or two of the referee; one that
// means something of both is the game's.
func TestAWordMeansOneThing(t *testing.T) {
	for name, of := range map[string]struct {
		open func(fs.FS, int) (engine.Game, error)
		data fs.FS
	}{
		"celles":  {celles.Open, celles.Files()},
		"america": {america.Open, america.Files()},
	} {
		_, words := opened(t, of.open, of.data)
		for _, lang := range locale.Languages {
			means := map[string]string{}
			for _, prefixes := range [][]string{{"command.", "typed."}, {"table.command.", "table.typed."}} {
				own := map[string]string{}
				for _, prefix := range prefixes {
					for _, key := range words.Keys(prefix) {
						id := strings.TrimPrefix(key, prefix)
						for _, word := range strings.Split(words.Say(lang, engine.Say(key)), "|") {
							if other, taken := own[typed.Fold(word)]; taken && other != id {
								t.Errorf("%s, %s: %q is %s and %s", name, lang, word, other, id)
							}
							own[typed.Fold(word)] = id
						}
					}
				}
				maps.Copy(own, means)
				means = own
			}
			for _, key := range words.Keys("table.command.") { // the word that is shown of it
				id := strings.TrimPrefix(key, "table.command.")
				if word := words.Called(lang, id); words.Typed(lang, word) != id {
					t.Errorf("%s, %s: %q is shown for %s, and means %q", name, lang, word, id, words.Typed(lang, word))
				}
			}
			for word, id := range means {
				if got := words.Typed(lang, word); got != id {
					t.Errorf("%s, %s: %q is read as %q, want %q", name, lang, word, got, id)
				}
			}
		}
	}
}

// allNames are the words that a game takes, as it calls them.
func allNames(info *engine.Info) map[string]bool {
	names := map[string]bool{}
	for _, name := range orders.Names(info) {
		names[name] = true
	}
	for _, v := range info.Verbs {
		for _, s := range v.Slots {
			names[s.Literal] = true
		}
	}
	for _, c := range info.Clauses {
		names[c.Name] = true
		for _, a := range c.Args {
			names[a.Name] = true
		}
	}
	for _, list := range info.Words {
		for _, w := range list {
			names[w] = true
		}
	}
	return names
}

// wanton types orders that are not legal.
type wanton struct {
	t      *testing.T
	game   engine.Game
	words  *locale.Words
	reader *orders.Reader
	rand   *rand.Rand
	typed  int
	kinds  map[string]int // by kind of question
}

// look types an element that may not follow a random path to a question, behind that path as it is held and, where the
// path has no hex, as one order. A hex of a path is one step, and typed it is where to go.
func (w *wanton) look(pos engine.Position, q engine.Prompt) {
	path := w.path(pos, q)
	id := w.element(pos)
	_, err := pos.Options(q.ID, append(slices.Clip(path), id))
	var want *engine.Illegal
	if err == nil || !errors.As(err, &want) {
		return
	}
	w.typed++
	w.kinds[q.Kind]++
	w.enemies(pos, q, want.Why)
	w.refused(pos, q, orders.Held{Prompt: q.ID, Path: path}, id, id, want)
	if !slices.ContainsFunc(path, func(id string) bool { return hexID.MatchString(id) }) {
		w.refused(pos, q, orders.Held{}, strings.Join(append(slices.Clip(path), id), " "), id, want)
	}
}

var hexID = regexp.MustCompile(`\d{4}$`)

// path is the beginning of a legal answer.
func (w *wanton) path(pos engine.Position, q engine.Prompt) []string {
	var path []string
	for range w.rand.IntN(4) {
		node, err := pos.Options(q.ID, path)
		if err != nil {
			w.t.Fatal(err)
		}
		if len(node.Options) == 0 {
			break
		}
		path = append(path, node.Options[w.rand.IntN(len(node.Options))].ID)
	}
	if node, err := pos.Options(q.ID, path); err != nil || node.Done && len(node.Options) == 0 {
		return nil // behind a whole answer nothing is judged
	}
	return path
}

// element is a word of the game, most often a hex near a piece or a piece on the map.
func (w *wanton) element(pos engine.Position) string {
	info, pieces := w.game.Info(), pos.View(engine.Judge).Pieces
	piece := pieces[w.rand.IntN(len(pieces))]
	switch w.rand.IntN(8) {
	case 0, 1, 2:
		return piece.At.String()
	case 3:
		return info.Board.Hexes[w.rand.IntN(len(info.Board.Hexes))].At.String()
	case 4, 5:
		return piece.ID
	case 6:
		return "+" + piece.ID
	}
	var literals []string
	for _, v := range info.Verbs {
		for _, s := range v.Slots {
			if s.Literal != "" {
				literals = append(literals, s.Literal)
			}
		}
	}
	return literals[w.rand.IntN(len(literals))]
}

// refused types an order whose last word is the id of what the rules refuse.
func (w *wanton) refused(pos engine.Position, q engine.Prompt, held orders.Held, text, id string, want *engine.Illegal) {
	w.t.Helper()
	_, err := w.reader.Read(pos, q.Seat, held, text)
	var e *orders.Error
	switch {
	case err == nil:
		return // it can be read in another way, which is legal
	case !errors.As(err, &e):
		w.t.Fatal(err)
	case e.Why.Key == "referee.order.more":
		return // a verb, which begins an order
	}
	var got *engine.Illegal
	if errors.As(e.Err, &got) && got.Rule != want.Rule && len(held.Path) == 0 {
		// Behind a verb it may also be read as its first argument: "attack 84-8" is for 84-8 to attack.
		var alone *engine.Illegal
		if _, err := pos.Options(q.ID, []string{id}); errors.As(err, &alone) && got.Rule == alone.Rule {
			return
		}
	}
	if errors.As(e.Err, &got) && got.Rule != want.Rule || e.Err == nil && want.Rule != "" {
		w.t.Errorf("%q after %v: refused as %s, and the step by rule %s: %s\n%s", text, held.Path, w.says("en", e.Why), want.Rule, w.says("en", want.Why), pos)
	}
	for _, lang := range locale.Languages {
		if said := w.says(lang, e.Why); internal.MatchString(said) {
			w.t.Errorf("%q after %v shows an id: %s", text, held.Path, said)
		}
	}
	said := strings.ToLower(w.says("en", e.Why))
	if told := regexp.MustCompile(`\btype (“?[\w-]+”?,? )*(or )?“?` + regexp.QuoteMeta(strings.TrimPrefix(id, "+")) + `(”|,|\.| or|$)`).FindString(said); told != "" {
		w.t.Errorf("%q after %v: %s", text, held.Path, said)
	}
}

// enemies checks that an enemy stands where one is said to bar the way.
func (w *wanton) enemies(pos engine.Position, q engine.Prompt, why engine.Msg) {
	for _, a := range why.Args {
		switch {
		case a.Kind == engine.ArgMsg:
			w.enemies(pos, q, *a.Msg)
		case a.Kind == engine.ArgHex && a.Name == "hex" && why.Key == "illegal.move.enemy":
			if !slices.ContainsFunc(pos.View(engine.Judge).Pieces, func(p engine.Piece) bool { return p.At.String() == a.Text && p.Seat != q.Seat }) {
				w.t.Errorf("no enemy is in %s: %s\n%s", a.Text, w.says("en", why), pos)
			}
		}
	}
}

func (w *wanton) says(lang string, m engine.Msg) string {
	return w.words.Say(lang, w.words.Quote(lang, m))
}

// internal are ids that nobody types: those with a prefix of a goal.
var internal = regexp.MustCompile(`[a-z]:\d{4}`)
