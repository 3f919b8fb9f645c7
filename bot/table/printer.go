package table

import (
	"fmt"
	"io"
	"strings"

	"referee/bot/locale"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
)

// printer writes in the language of the person who reads.
type printer struct {
	lang    string
	words   *locale.Words
	wordsOf map[string]*locale.Words // by data hash and law of the game
	out     io.Writer
	sink    *output // what out writes to
	screen  screen
}

// say writes a sentence on a line of its own.
func (p *printer) say(key string, args ...engine.Arg) { p.tell(engine.Say(key, args...)) }

func (p *printer) tell(m engine.Msg) { p.write(p.words.Say(p.lang, m)) }

func (p *printer) write(text string) { fmt.Fprintln(p.out, text) }

// listed writes words with aligned lines, none wider than the terminal.
func (p *printer) listed(before string, words []string) {
	width := 100
	if p.screen.terminal != nil || p.screen.endless {
		width, _ = p.screen.size()
	}
	line := before
	for _, w := range words {
		if len([]rune(line))+1+len([]rune(w)) > width {
			p.write(line)
			line = further[1:] // a blank follows
		}
		line += " " + w
	}
	p.write(line)
}

// path is a path of answers as it can be typed.
func (p *printer) path(path []string) string {
	words := make([]string, len(path))
	for i, id := range path {
		words[i] = p.words.Called(p.lang, strings.TrimPrefix(id, engine.TextMark))
	}
	return strings.Join(words, " ")
}

// spoken puts a message into the reader's words.
func (p *printer) spoken(m engine.Msg) string { return p.words.Say(p.lang, m) }

// typed is an example of an order or a query in the reader's language.
func (p *printer) typed(example string) string { return p.path(strings.Fields(example)) }

// word is how a word that may follow is typed.
func (p *printer) word(n orders.Next) string {
	return p.words.Called(p.lang, n.Word)
}

// numbered is a line of what a number chooses, or the word beside it.
func (p *printer) numbered(n int, word, label string) {
	p.write(fmt.Sprintf("%4d  %-14s %s", n, p.words.Called(p.lang, word), label))
}

// numberedLine is a sentence of the record, with the number of its decision.
func (p *printer) numberedLine(seq int, said engine.Msg) {
	p.write(fmt.Sprintf("%4d  %s", seq, p.words.Say(p.lang, said)))
}

// command is one of the table's own words as it can be typed, under its name.
func (p *printer) command(name string) engine.Arg {
	return engine.Text(name, p.words.Called(p.lang, name))
}

// side is the name of a seat for typing: its name in the reader's language, or its id
// if the name has several words.
func (p *printer) side(seat engine.Seat) string {
	name := strings.ToLower(p.words.Say(p.lang, engine.Say("table.seat", engine.Noun("seat", string(seat)))))
	if strings.Contains(name, " ") {
		return string(seat)
	}
	return name
}

// written is the error of writing to the screen: nobody has seen what was played.
func (p *printer) written() error {
	if p.sink.err != nil {
		return fmt.Errorf("table: write: %w: orders carried out so far are saved", p.sink.err)
	}
	return nil
}

// question prints a question, and whose it is if it does not say so itself.
func (p *printer) question(a referee.Ask) {
	seat := engine.Noun("seat", string(a.Seat))
	name := p.words.Say(p.lang, engine.Say("table.seat", seat))
	if strings.HasPrefix(p.words.Say(p.lang, a.Ask), name) {
		p.tell(a.Ask)
		return
	}
	p.say("table.asked", seat, engine.Sub("ask", a.Ask))
}

// reason says why a program has decided so.
func (p *printer) reason(r referee.Reason) string {
	if r.Gone {
		return p.spoken(engine.Say("table.why-gone", engine.Text("program", r.Program.String())))
	}
	said := make([]string, len(r.Why.Lines))
	for i, m := range r.Why.Lines {
		said[i] = p.spoken(m)
	}
	return fmt.Sprintf("%s: %s", p.words.Called(p.lang, r.Program.Name), strings.Join(said, " "))
}

// offers says which games may be begun by their names, where there are several.
func (p *printer) offers(list []*engine.Info) {
	if len(list) < 2 {
		return
	}
	p.say("table.games", engine.Text("game", list[0].Title))
	for _, g := range list {
		p.write(line(p.path([]string{"new"})+" "+g.Game, g.Title))
	}
}

// wordsFor are the words of a game.
func (p *printer) wordsFor(info *engine.Info) (*locale.Words, error) {
	key := fmt.Sprintf("%s %d %s", info.Game, info.Law, info.Data)
	if p.wordsOf[key] == nil {
		w, err := locale.For(p.lang, info)
		if err != nil {
			return nil, err
		}
		p.wordsOf[key] = w.ForTyping()
	}
	return p.wordsOf[key], nil
}

// tellOrdersEnd says that an order was the last of a turn file.
func (p *printer) tellOrdersEnd() {
	p.say("table.turn.kept", p.command("seal"), p.command("undo"))
}
