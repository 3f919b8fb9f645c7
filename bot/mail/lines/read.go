package lines

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"referee/bot/locale"
	"referee/bot/orders"
	"referee/bot/typed"
	"referee/engine"
)

// Read reads the lines that somebody wrote themselves, in their language and then in the others. A "No." of its own among prose is
// prose: so people begin who explain themselves.
func (g *Grammar) Read(own []string, lang string) Plan {
	p := g.read(own, lang, false)
	if len(p.Unread) > 0 && slices.ContainsFunc(p.Steps, func(s Step) bool { return begins(s.Text) }) {
		return g.read(own, lang, true)
	}
	return p
}

// begins reports whether a line is nothing but a yes or no, as a sentence.
func begins(text string) bool {
	word, stop := strings.CutSuffix(strings.TrimSpace(text), ".")
	return stop && (on(word) || off(word))
}

// read is Read where it is known whether the mail has prose beside what can be read.
func (g *Grammar) read(own []string, lang string, prose bool) Plan {
	var p Plan
	r := reading{grammar: g, languages: languages(lang), own: own, prose: prose, surroundings: surroundings{free: true}}
	for i := 0; i < len(own); i++ {
		line := own[i]
		if p.pleading(line) {
			continue
		}
		c := clean(line)
		if len(c.parts) == 0 && !c.quoted {
			r.free = true
			continue
		}
		line, i = r.unwrapped(line, i)
		r.at = i
		r.line++
		r.take(&p, strings.TrimSpace(line), c)
	}
	return p
}

// mostSteps is how many orders and questions of one mail are read: no turn has as many, and each takes its time.
const mostSteps = 200

// reading is one mail under way.
type reading struct {
	grammar   *Grammar
	languages []string
	own       []string
	prose     bool // it is known that the mail has some
	at        int  // the line that is read, among own
	line      int
	begun     bool // a line was no prose
	acted     bool // an order was read
	refused   bool
	surroundings
}

// take adds to a plan what a line says. Behind one that is refused these are questions alone.
func (r *reading) take(p *Plan, text string, c cleaned) {
	var steps []Step
	try := false
	switch {
	case len(p.Steps) >= mostSteps:
		steps = []Step{refused("mail.lines.many", c, engine.Num("n", mostSteps))}
	case !r.prose || !begins(text):
		steps, try = r.read(text, c)
	}
	free := r.free
	strong := try || len(steps) > 0 && !lone(steps, c)
	steps = r.meant(steps, c)
	r.passed(c, len(steps) > 0 || try, strong)
	if r.refused && (len(steps) == 0 || try || slices.ContainsFunc(steps, func(s Step) bool { return !s.harmless() })) {
		p.Rest = append(p.Rest, text)
		return
	}
	for i := range steps {
		steps[i].Line, steps[i].Text = r.line, text
		r.acted = r.acted || steps[i].Kind.acts()
		r.refused = r.refused || steps[i].Kind == Refused
	}
	p.Try = p.Try || try
	r.begun = r.begun || try || len(steps) > 0
	p.Steps = append(p.Steps, steps...)
	if len(steps) == 0 && !try {
		p.Unread = append(p.Unread, text)
		if _, form := r.text(text, c); form != "" && free {
			p.Forms = append(p.Forms, form)
		}
	}
}

// read reads a line: nothing where it is prose. try: it says, or begins by saying, that the mail is
// to be tried.
func (r *reading) read(line string, c cleaned) (steps []Step, try bool) {
	if c.quoted || len(typed.Words(strings.Join(c.parts, " "))) == 0 { // or nothing but accents
		return nil, false
	}
	if steps := r.number(c); steps != nil {
		return steps, false
	}
	if s, _ := r.text(line, c); s.Kind != 0 {
		return []Step{s}, false
	}
	if s, is := r.plea(line); is {
		return []Step{s}, false
	}
	for _, lang := range r.languages {
		steps, tries, ok := r.readParts(lang, c)
		switch {
		case !ok:
		case tries && r.begun:
			return []Step{refused("mail.lines.try-late", c)}, false
		default:
			return steps, tries
		}
	}
	if why, near := r.wanted(c); why.Key != "" {
		return []Step{{Kind: Refused, Why: why, Near: near}}, false
	}
	return nil, false
}

func refused(key string, c cleaned, args ...engine.Arg) Step {
	return Step{Kind: Refused, Why: engine.Say(key, append(args, engine.Text("word", strings.Join(c.parts, ". ")))...)}
}

var numbered = regexp.MustCompile(`^(?:([^\d#°]*?)[ :]*)?(?:#|n°|n º|nº|no\.?)? ?\(?(\d{1,3})[.)]?\)?$`)

// number reads a line that is nothing but the number of an answer; nil where it is not.
func (r *reading) number(c cleaned) []Step {
	text := typed.Fold(strings.Join(c.parts, ". "))
	m := numbered.FindStringSubmatch(text)
	if m == nil || m[1] != "" && !r.replies(m[1]) {
		if digits(text) {
			return []Step{refused("mail.lines.numbers", c)}
		}
		return nil
	}
	n, err := strconv.Atoi(m[2])
	switch {
	case err != nil:
		return nil
	case r.acted:
		return []Step{refused("mail.lines.number-late", c)}
	}
	return []Step{{Kind: Number, Number: n, Sure: c.sure}}
}

// replies reports whether words stand before a number, in any language: "réponse".
func (r *reading) replies(words string) bool {
	words = strings.TrimSpace(words)
	return slices.ContainsFunc(r.languages, func(lang string) bool { return r.grammar.replies[lang][words] })
}

// digits reports whether a text is several short numbers and nothing else.
func digits(text string) bool {
	words := strings.Fields(text)
	for _, w := range words {
		if w = strings.Trim(w, ".,)#"); len(w) > 3 || w == "" || strings.Trim(w, "0123456789") != "" {
			return false
		}
	}
	return len(words) > 1
}

// readParts reads all parts of a line in one language: false where one of them is prose.
func (r *reading) readParts(lang string, c cleaned) (steps []Step, try, ok bool) {
	parts := c.parts
	first := strings.Fields(parts[0])
	if e, is := r.grammar.fixed[lang][typed.Fold(strings.TrimSuffix(first[0], ":"))]; is && e.name == "try" && !r.grammar.says("try") {
		try = true
		if parts = slices.Clone(parts); len(first) > 1 {
			parts[0] = strings.Join(first[1:], " ")
		} else if parts = parts[1:]; len(parts) == 0 {
			return nil, true, true
		}
	}
	for _, part := range parts {
		more, read := r.part(lang, part, c)
		if !read {
			return nil, false, false
		}
		if n := slices.IndexFunc(more, func(s Step) bool { return s.Kind == Refused }); n >= 0 {
			return more[n : n+1], try, true // the line is refused whole
		}
		steps = append(steps, more...)
	}
	if c.sure {
		steps[len(steps)-1].Sure = true
	}
	return steps, try, true
}

// says reports whether a word is a verb or query of the game.
func (g *Grammar) says(word string) bool {
	_, verb := g.verbs[word]
	_, query := g.queries[word]
	return verb || query
}

// part reads what one part of a line says in a language.
func (r *reading) part(lang, part string, c cleaned) ([]Step, bool) {
	g := r.grammar
	written := strings.Fields(part)
	folded := strings.Fields(typed.Fold(part))
	if len(written) != len(folded) {
		return nil, false
	}
	if e, args, is := g.fixedIn(lang, folded); is && (len(folded)-args > 1 || !g.says(g.meant(lang, folded[0]))) {
		return r.fixed(lang, e, written[len(written)-args:], c)
	}
	coded := written
	if first := strings.TrimSuffix(folded[0], ":"); len(folded) > 1 && (first == "code" || first == "codigo") {
		if coded = written[1:]; coded[0] == ":" && len(coded) > 1 {
			coded = coded[1:]
		}
	}
	if word := strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(strings.Join(coded, " "), "<"), ">")); code.MatchString(word) {
		return []Step{{Kind: Code, Args: []string{word}}}, true
	}
	if g.info == nil {
		return nil, false
	}
	if folded = typed.Words(typed.Clean(part)); len(folded) == 0 {
		return nil, false
	}
	if g.queries[g.meant(lang, folded[0])].words != nil && g.verbs[g.meant(lang, folded[0])].words == nil {
		return r.query(lang, folded)
	}
	return r.order(lang, folded, c)
}

// fixedIn finds the longest words with which a line begins and that are not the game's, and how many
// follow. Several words are not the game's even if it has a verb of the first: "end the pause".
func (g *Grammar) fixedIn(lang string, folded []string) (entry, int, bool) {
	for n := min(3, len(folded)); n > 0; n-- {
		if e, is := g.fixed[lang][strings.TrimSuffix(strings.Join(folded[:n], " "), ":")]; is {
			return e, len(folded) - n, true
		}
	}
	return entry{}, 0, false
}

// fixed reads a line that begins with a word that is not the game's.
func (r *reading) fixed(lang string, e entry, args []string, c cleaned) ([]Step, bool) {
	if e.kind == League {
		return r.league(lang, args)
	}
	switch e.name {
	case "new":
		args = r.grammar.unnamed(r.grammar.sided(args))
	case "night": // "23:00 - 7:00"
		if joined := strings.Join(args, ""); night.MatchString(joined) {
			args = []string{joined}
		}
	}
	if e.kind == Question || e.name == "revoke" {
		var one bool
		if args, one = r.grammar.canonical(lang, typed.Words(strings.Join(args, " "))); !one {
			return nil, false
		}
	}
	switch yes := confirms[e.name]; {
	case e.name == "law" && len(args) == 2 && r.grammar.meant(lang, typed.Fold(args[1])) == yes: // of a board
	case yes != "" && len(args) == 1 && r.grammar.meant(lang, typed.Fold(args[0])) == yes:
	case !e.args(r.grammar, lang, args):
		return nil, false
	}
	if e.name == "zone" {
		args = []string{zone(args[0])}
	}
	switch {
	case e.kind == barred:
		return []Step{refused("mail.lines.barred", c)}, true
	case e.name == "standing" && len(args) == 1 && args[0] == "arm", e.name == "law" && len(args) > 0:
		e.kind = Act
	}
	return []Step{{Kind: e.kind, Word: e.name, Args: args}}, true
}

// query reads a question to the game.
func (r *reading) query(lang string, folded []string) ([]Step, bool) {
	g := r.grammar
	words, ok := g.canonical(lang, folded)
	if !ok {
		return nil, false
	}
	if !g.asks(words) {
		return nil, false
	}
	return []Step{{Kind: Query, Word: words[0], Args: words[1:]}}, true
}

// canonical are folded words as the game calls them, and its places as their hexes; false where a
// name is that of several.
func (g *Grammar) canonical(lang string, folded []string) ([]string, bool) {
	words := make([]string, len(folded))
	for i, w := range folded {
		words[i] = g.meant(lang, w)
		if bare := strings.TrimSuffix(w, ":"); bare != w && i == 0 {
			words[i] = g.meant(lang, bare) // "attack: medium"
		}
	}
	if g.places == nil {
		return words, true
	}
	words, err := g.places.Placed(words)
	return words, err == nil
}

// order reads an order, or several.
func (r *reading) order(lang string, folded []string, c cleaned) ([]Step, bool) {
	g := r.grammar
	words, ok := g.canonical(lang, folded)
	if !ok || !r.begins(lang, folded, words, c) {
		return nil, false
	}
	var orders [][]string
	var now template
	for i, w := range words {
		verb, isVerb := g.verbs[w]
		within := i > 0 && (now.words != nil && now.fits(w) || now.words == nil && g.goesOn(w))
		switch {
		case within:
			orders[len(orders)-1] = append(orders[len(orders)-1], w)
		case isVerb:
			orders, now = append(orders, []string{w}), verb
		case i == 0 && g.goesOn(w):
			orders = append(orders, []string{w})
		case i > 0 && i < len(words)-1 && (g.joins[lang][w] || g.joins[locale.Languages[0]][w]):
			continue
		case len(orders) > 1 && now.words != nil && !now.alone:
			return []Step{refused("mail.lines.second", c, engine.Text("order", orders[len(orders)-1][0]))}, true
		default:
			return nil, false
		}
	}
	s := Step{Kind: Order}
	for _, o := range orders {
		s.Orders = append(s.Orders, strings.Join(o, " "))
	}
	return []Step{s}, true
}

// goesOn reports whether a word can stand in an order that begins with no verb.
func (g *Grammar) goesOn(word string) bool {
	bare := strings.TrimPrefix(word, "+")
	return g.known[bare] || isHex(bare)
}

// begins reports whether words can be an order by the first of them: it is a verb or, where there is
// none, an id stands somewhere, or all of them are words of the game as it shows them. What is read in
// another language than the author's, and is one word, must be written as it is shown.
func (r *reading) begins(lang string, folded, words []string, c cleaned) bool {
	g := r.grammar
	alone := len(words) == 1
	if t, verb := g.verbs[words[0]]; verb {
		shown := g.shown(lang, strings.TrimSuffix(folded[0], ":"), words[0])
		return !alone || (shown || lang == r.languages[0]) && (t.alone || !c.called)
	}
	if slices.ContainsFunc(folded, g.isID) {
		return true
	}
	if alone && (g.lone[words[0]] || c.called) || len(words) != len(folded) {
		return false
	}
	for i, w := range words {
		if !g.known[strings.TrimPrefix(w, "+")] || !g.shown(lang, folded[i], w) {
			return false
		}
	}
	return true
}

// wanted says why a line that cannot be read was meant as an order all the same, and what may have
// been meant: it names an id, or begins nearly as an order. No message: it is prose.
func (r *reading) wanted(c cleaned) (engine.Msg, []string) {
	g := r.grammar
	if g.info == nil {
		return engine.Msg{}, nil
	}
	folded := typed.Words(strings.Join(c.parts, " "))
	bare := make([]string, len(folded))
	for i, w := range folded {
		bare[i] = strings.Trim(w, ".,;:!?()")
	}
	about := ""
	for _, w := range bare {
		if near := g.nearID(w); near != nil && !g.isID(w) {
			return engine.Say("mail.lines.near", engine.Text("word", w)), near
		}
		if about == "" && g.isID(w) && (!isHex(w) || r.goes(bare)) {
			about = w
		}
	}
	if len(bare) <= longestOrder && (about != "" || r.goes(bare[:1])) {
		if word, near := r.nearPlace(bare, about != "", c); near != nil {
			return engine.Say("mail.lines.near", engine.Text("word", word)), near
		}
	}
	if about != "" {
		return engine.Say("mail.lines.id", engine.Text("word", about)), nil
	}
	if c.called && len(folded) == 1 {
		return engine.Msg{}, nil
	}
	for _, lang := range r.languages {
		if near := r.nearVerb(lang, folded, c); near != nil {
			return engine.Say("mail.lines.near", engine.Text("word", folded[0])), near
		}
	}
	return engine.Msg{}, nil
}

// goes reports whether one of some words is a verb or question that can have a hex, in any language: beside it a number of four
// digits is a hex, and elsewhere a year.
func (r *reading) goes(folded []string) bool {
	return slices.ContainsFunc(folded, func(w string) bool {
		return slices.ContainsFunc(r.languages, func(lang string) bool {
			name := r.grammar.meant(lang, w)
			return r.grammar.verbs[name].hexes || r.grammar.queries[name].hexes
		})
	})
}

// nearPlace finds words that may be the mistyped name of a place, and the names that may be meant: with the first letter of one.
// On a line that names no id the rest must be an order or question beside it.
func (r *reading) nearPlace(bare []string, id bool, c cleaned) (string, []string) {
	g := r.grammar
	names := orders.Places(g.info.Board)
	for long := mostPlace; long > 0; long-- {
		for at := range max(0, len(bare)-long+1) {
			words := bare[at : at+long]
			if slices.ContainsFunc(words, r.knows) {
				continue
			}
			word := typed.Name(strings.Join(words, " "))
			var begin []string
			for _, n := range names {
				if name := typed.Name(n); word != "" && name[0] == word[0] {
					begin = append(begin, name)
				}
			}
			var near []string
			for _, name := range typed.Near(word, begin) {
				meant := slices.Concat(bare[:at], strings.Fields(name), bare[at+long:])
				if id || slices.ContainsFunc(r.languages, func(lang string) bool { _, is := r.part(lang, strings.Join(meant, " "), c); return is }) {
					near = append(near, names[slices.IndexFunc(names, func(n string) bool { return typed.Name(n) == name })])
				}
			}
			if len(near) > 0 {
				return word, near[:min(len(near), mostNear)]
			}
		}
	}
	return "", nil
}

// longestOrder is how many words a line has at most in which a mistyped place is looked for.
const longestOrder = 40

// mostPlace is how many words of a line may be one mistyped name.
const mostPlace = 3

// knows reports whether a word is one of the game or of the table, in any language.
func (r *reading) knows(word string) bool {
	g := r.grammar
	return word == "" || g.goesOn(word) || slices.ContainsFunc(r.languages, func(lang string) bool {
		return g.meant(lang, word) != word || g.says(g.meant(lang, word))
	})
}

// nearID lists the ids that a word which looks like one may be meant for.
func (g *Grammar) nearID(word string) []string {
	if !hasShape(word) || isHex(word) {
		return nil
	}
	var ids []string
	for w := range g.known {
		if hasShape(w) && !isHex(w) {
			ids = append(ids, w)
		}
	}
	slices.Sort(ids)
	near := typed.Near(word, ids)
	return near[:min(len(near), mostNear)]
}

// mostNear is how many words are proposed for one that is mistyped.
const mostNear = 3

// nearVerb lists the words, by what a language calls them, for which the first word of a line may be
// meant: one with its first letter, with which the line would be an order or question. Of words that
// are a line of their own these are only the ones that do something.
func (r *reading) nearVerb(lang string, folded []string, c cleaned) []string {
	g := r.grammar
	var names []string
	called := map[string]string{}
	take := func(way, name string) {
		if way[0] == folded[0][0] {
			names, called[way] = append(names, way), name
		}
	}
	for name := range g.verbs {
		take(typed.Fold(g.words.Called(lang, name)), name)
	}
	if len(folded) > 1 {
		for name := range g.queries {
			take(typed.Fold(g.words.Called(lang, name)), name)
		}
	} else {
		for way, e := range g.fixed[lang] {
			if e.kind == Act {
				take(way, way)
			}
		}
	}
	slices.Sort(names)
	var out []string
	for _, way := range typed.Near(folded[0], names) {
		meant := append([]string{called[way]}, folded[1:]...)
		if t, verb := g.verbs[called[way]]; len(meant) == 1 && verb && !t.alone {
			continue
		}
		if _, read := r.part(lang, strings.Join(meant, " "), c); read {
			out = append(out, way)
		}
	}
	return out[:min(len(out), mostNear)]
}
