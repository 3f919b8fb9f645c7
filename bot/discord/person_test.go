package discord

import (
	"context"
	"maps"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/match"
)

// person is a member who plays by what he is shown: he presses buttons, chooses
// in menus, and types orders with completion. When he is told nothing, he looks
// again.
type person struct {
	*clubhouse
	user           *discordtest.User
	panel          *discordtest.Message // what he alone was shown last
	old            []*discordtest.Message
	presses, fails int
	read           []string       // feet of what he was shown
	weights        map[string]int // what he likes to do, by kind of option
	double         float64        // how often he presses twice
}

// does acts, and keeps what he is shown. Where the bot does not respond, he
// knows nothing.
func (p *person) does(act func() *discordtest.Press) discordtest.Shown {
	p.t.Helper()
	p.presses++
	first := act()
	if p.double > 0 && p.rand.Float64() < p.double {
		act().Wait()
	}
	s := first.Wait()
	if s.Failed || s.Message == nil {
		p.fails++
		p.panel = nil
		if !p.line.IsCut() {
			p.discord.Ready()
		}
		return s
	}
	if s.Message.Private() {
		if p.panel != nil {
			p.old = append(p.old, p.panel)
		}
		p.panel = s.Message
	}
	p.read = append(p.read, feet(s.Message)...)
	return s
}

// feet are the places in the record that a message names: "#12·0123abcd".
func feet(m *discordtest.Message) []string {
	var out []string
	for _, line := range strings.Split(m.Text(), "\n") {
		if strings.HasPrefix(line, "-# ") && strings.Contains(line, "·") && !strings.HasSuffix(line, "`") { // not a whole head
			words := strings.Fields(line)
			out = append(out, words[len(words)-1])
		}
	}
	return out
}

// move is one thing that a message lets one do.
type move struct {
	message   *discordtest.Message
	id, value string // custom id, and what is chosen in a menu
	what      wire.Path
}

// moves lists what a message lets a person do to answer.
func moves(m *discordtest.Message) []move {
	if m == nil {
		return nil
	}
	var out []move
	for _, b := range m.Buttons() {
		what, err := wire.ParsePath(b.CustomID)
		if err == nil && slices.Contains([]string{"pick", "usual", "confirm", "page"}, what.Part(0)) {
			out = append(out, move{m, b.CustomID, "", what})
		}
	}
	for _, s := range m.Menus() {
		what, _ := wire.ParsePath(s.CustomID)
		for _, o := range s.Options {
			out = append(out, move{m, s.CustomID, o.Value, what})
		}
	}
	return out
}

// option is the option that a move takes; "" for others.
func (m move) option() string {
	if m.what.Part(0) != "pick" {
		return ""
	}
	if m.value != "" {
		return m.value
	}
	return m.what.Part(4)
}

// take makes a move.
func (p *person) take(m move) discordtest.Shown {
	p.t.Helper()
	return p.does(func() *discordtest.Press {
		if m.value != "" {
			return p.user.Select(m.message, m.id, m.value)
		}
		return p.user.Click(m.message, m.id)
	})
}

// lookAgain asks what is open.
func (p *person) lookAgain() {
	p.t.Helper()
	p.does(func() *discordtest.Press { return p.user.Slash(p.channel, "choose") })
}

// answer does something about a question that is put to him: one step of a
// click, or a typed order. He likes the way in which nobody has answered that
// kind of question yet.
func (p *person) answer(ctx context.Context, ask referee.Ask, id match.ID) {
	p.t.Helper()
	before := p.look(id).Seq
	r := p.rand.IntN(100)
	if p.clicked[ask.Kind] && !p.typed[ask.Kind] {
		r %= 30
	}
	switch {
	case r < 25:
		p.types(ctx, ask, id)
		if p.look(id).Seq > before {
			p.typed[ask.Kind] = true
		}
		return
	case r < 28:
		p.lookAgain()
		return
	case r < 31 && len(p.old) > 0: // an old message is still there to be pressed
		if all := moves(p.old[p.rand.IntN(len(p.old))]); len(all) > 0 {
			p.take(all[p.rand.IntN(len(all))])
			return
		}
	}
	p.clicks(ctx, ask, id, before)
}

// clicks presses what may follow, on what he was shown or on the board.
func (p *person) clicks(ctx context.Context, ask referee.Ask, id match.ID, before int) {
	p.t.Helper()
	from := p.panel
	if from != nil {
		from = from.Now()
	}
	if p.rand.IntN(8) == 0 {
		from = p.board()
	}
	all := moves(from)
	if len(all) == 0 {
		p.lookAgain()
		return
	}
	m := p.prefers(ctx, all, ask, id)
	p.take(m)
	if p.look(id).Seq > before && m.what.Part(2) == string(ask.Prompt) {
		p.clicked[ask.Kind] = true
	}
}

// prefers picks a move by the weights of the options.
func (p *person) prefers(ctx context.Context, all []move, ask referee.Ask, id match.ID) move {
	kinds, near := p.kinds(ctx, ask, id, ""), p.near(ask, id)
	return all[p.pick(len(all), func(i int) int {
		switch all[i].what.Part(0) {
		case "confirm":
			return 300
		case "page":
			return 200
		}
		return p.likes(kinds, all[i].option()) * near(all[i].option())
	})]
}

// near says how much more he likes a hex because enemies are near it: who likes
// nothing in particular does not mind.
func (p *person) near(ask referee.Ask, id match.ID) func(option string) int {
	var enemies []hex.Coord
	for _, piece := range p.look(id).View.Pieces {
		if piece.Seat != ask.Seat && piece.At.Valid() {
			enemies = append(enemies, piece.At)
		}
	}
	return func(option string) int {
		at, err := hex.Parse(option)
		if err != nil || len(enemies) == 0 || p.weights == nil {
			return 1
		}
		d := hex.Grid{}.Distance(at, enemies[0])
		for _, e := range enemies {
			d = min(d, hex.Grid{}.Distance(at, e))
		}
		return 1 + 400/(1+d*d)
	}
}

// kinds are the kinds of the options that may follow what he has half built and
// a text.
func (p *person) kinds(ctx context.Context, ask referee.Ask, id match.ID, text string) map[string]string {
	by := referee.Command{Match: id, Seat: ask.Seat, Account: wire.AccountOf(wire.ID(p.user.ID))}
	var node engine.Node
	if o, err := refereetest.Current(ctx, p.ref, by.Match).Read(ctx, by, text); text != "" && err == nil {
		node = o.Node
	} else if l, err := refereetest.Current(ctx, p.ref, id).Look(ctx, engine.Viewer(ask.Seat)); err == nil {
		var held []string
		if l.Draft != nil {
			held = l.Draft.Path
		}
		node, _ = refereetest.Current(ctx, p.ref, by.Match).Options(ctx, by, ask.Prompt, held) // none, where it is closed by now
	}
	out := map[string]string{}
	for _, o := range node.Options {
		out[o.ID] = o.Kind
	}
	return out
}

// likes is the weight of an option.
func (p *person) likes(kinds map[string]string, option string) int {
	kind, offered := kinds[option]
	if !offered {
		kind = option // a verb
	}
	if w, ok := p.weights[kind]; ok {
		return w
	}
	return 10
}

// pick picks one of n by weight.
func (p *person) pick(n int, weight func(i int) int) int {
	total := 0
	for i := range n {
		total += weight(i)
	}
	r := p.rand.IntN(total)
	for i := range n {
		if r -= weight(i); r < 0 {
			return i
		}
	}
	return n - 1
}

// types types an order with completion: word after word of what is proposed,
// until nothing more is proposed or he thinks it is enough.
func (p *person) types(ctx context.Context, ask referee.Ask, id match.ID) {
	p.t.Helper()
	text := ""
	for range 12 {
		next := p.word(ctx, ask, id, text)
		if next == "" || len(next) > command.MaxOptionText {
			break
		}
		text = next + " "
	}
	if text = strings.TrimSpace(text); text == "" {
		p.lookAgain()
		return
	}
	p.does(func() *discordtest.Press { return p.user.Slash(p.channel, "choose", "order:"+text) })
	for _, m := range moves(p.panel) { // with odds it waits to be confirmed
		if m.what.Part(0) == "confirm" && p.rand.IntN(4) > 0 {
			p.take(m)
			return
		}
	}
}

// word is a text with one word more, as completion proposes it; "" nothing. He
// thinks of a word and types it but for its last letter, or takes a verb.
func (p *person) word(ctx context.Context, ask referee.Ask, id match.ID, text string) string {
	p.t.Helper()
	kinds := p.kinds(ctx, ask, id, strings.TrimSpace(text))
	part := ""
	if ids := slices.Sorted(maps.Keys(kinds)); len(ids) > 0 && (text != "" || p.rand.IntN(2) == 0) {
		part = ids[p.pick(len(ids), func(i int) int { return p.likes(kinds, ids[i]) })]
		part = part[:len(part)-1]
	}
	list := p.user.Autocomplete(p.channel, "choose", "order:"+text+part)
	if len(list) == 1 && strings.HasPrefix(list[0].Value.(string), "– ") { // a line that says why there is nothing
		return ""
	}
	if len(list) == 0 {
		return ""
	}
	i := p.pick(len(list), func(i int) int {
		word, _ := list[i].Value.(string)
		return p.likes(kinds, strings.TrimPrefix(word, text))
	})
	next, _ := list[i].Value.(string)
	if next == strings.TrimSpace(text) {
		return ""
	}
	return next
}
