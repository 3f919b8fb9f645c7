package discord

import (
	"slices"
	"strings"

	"referee/bot/discord/discordtest"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// person is a member who plays by what he is shown: he presses buttons, chooses
// in menus, and types orders with completion. When he is told nothing, he looks
// again.
type person struct {
	*club
	user           *discordtest.User
	panel          *discordtest.Message // what he alone was shown last
	old            []*discordtest.Message
	presses, fails int
	read           []string        // feet of what he was shown
	typed, clicked map[string]bool // kinds of question that he answered so
	weights        map[string]int  // what he likes to do, by kind of option
	double         float64         // how often he presses twice
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
		if strings.HasPrefix(line, "-# ") && strings.Contains(line, "·") {
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
	what      path
}

// moves lists what a message lets a person do to answer.
func moves(m *discordtest.Message) []move {
	if m == nil {
		return nil
	}
	var out []move
	for _, b := range m.Buttons() {
		what, err := parsePath(b.CustomID)
		if err == nil && slices.Contains([]string{"pick", "confirm", "page"}, what.part(0)) {
			out = append(out, move{m, b.CustomID, "", what})
		}
	}
	for _, s := range m.Menus() {
		what, _ := parsePath(s.CustomID)
		for _, o := range s.Options {
			out = append(out, move{m, s.CustomID, o.Value, what})
		}
	}
	return out
}

// option is the option that a move takes; "" for others.
func (m move) option() string {
	if m.what.part(0) != "pick" {
		return ""
	}
	if m.value != "" {
		return m.value
	}
	return m.what.part(4)
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
// click, or a typed order.
func (p *person) answer(ask referee.Ask, id match.ID) {
	p.t.Helper()
	before := len(p.log(id))
	switch r := p.rand.IntN(100); {
	case r < 25 || !p.typed[ask.Kind] && r < 50:
		p.types()
		if len(p.log(id)) > before {
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
	p.clicks(ask, id, before)
}

// clicks presses what may follow, on what he was shown or on the board.
func (p *person) clicks(ask referee.Ask, id match.ID, before int) {
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
	m := p.prefers(all, ask, id)
	p.take(m)
	if len(p.log(id)) > before && m.what.part(2) == string(ask.Prompt) {
		p.clicked[ask.Kind] = true
	}
}

// prefers picks a move by the weights of the options.
func (p *person) prefers(all []move, ask referee.Ask, id match.ID) move {
	kinds := map[string]string{}
	seat := engine.Viewer(ask.Seat)
	if l, err := p.ref.Look(id, seat); err == nil {
		by := referee.Command{Match: id, Seat: ask.Seat, Account: accountOf(ID(p.user.ID))}
		var held []string
		if l.Draft != nil {
			held = l.Draft.Path
		}
		if node, err := p.ref.Options(by, ask.Prompt, held); err == nil {
			for _, o := range node.Options {
				kinds[o.ID] = o.Kind
			}
		}
	}
	total, weights := 0, make([]int, len(all))
	for i, m := range all {
		weights[i] = 1
		if w, ok := p.weights[kinds[m.option()]]; ok {
			weights[i] = w
		}
		if m.what.part(0) == "confirm" {
			weights[i] = 10
		}
		total += weights[i]
	}
	r := p.rand.IntN(total)
	for i, w := range weights {
		if r -= w; r < 0 {
			return all[i]
		}
	}
	return all[0]
}

// types types an order with completion: word after word of what is proposed,
// until nothing more is proposed or he thinks it is enough.
func (p *person) types() {
	p.t.Helper()
	text := ""
	for range 12 {
		list := p.user.Autocomplete(p.channel, "choose", "order:"+text)
		if len(list) == 0 {
			break
		}
		next, _ := list[p.rand.IntN(len(list))].Value.(string)
		if len(next) > 95 || next == strings.TrimSpace(text) {
			break
		}
		text = next + " "
		if p.rand.IntN(6) == 0 {
			break
		}
	}
	if text = strings.TrimSpace(text); text == "" {
		p.lookAgain()
		return
	}
	p.does(func() *discordtest.Press { return p.user.Slash(p.channel, "choose", "order:"+text) })
	if len(moves(p.panel)) > 0 && p.rand.IntN(2) == 0 {
		return
	}
	for _, m := range moves(p.panel) { // begun: it waits to be confirmed
		if m.what.part(0) == "confirm" {
			p.take(m)
			return
		}
	}
}
