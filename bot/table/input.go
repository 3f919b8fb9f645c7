package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"referee/bot/files"
	"referee/bot/orders"
	"referee/bot/typed"
	"referee/bot/visible"
)

// lineReader reads what is typed, line by line, without the line's end.
type lineReader interface {
	// ReadLine returns the next line; io.EOF at the end.
	ReadLine(ctx context.Context, prompt string) (string, error)
	// Aside leaves the keys to the terminal while something is waited for, so that Ctrl-C ends
	// the program.
	Aside(wait func()) error
	Close() error
}

// mostLine is how many bytes of a line are read.
const mostLine = 4 << 10

// output is where a table writes: every character is made visible, and the first error is
// kept, as nobody checks for one while playing.
type output struct {
	to    io.Writer
	plate io.Writer // the same, for lines that are drawn
	err   error
}

// draw writes our own drawings, which may have control sequences for colours.
func (o *output) draw(text string) {
	if o.err == nil {
		_, o.err = io.WriteString(o.plate, text)
	}
}

func (o *output) Write(text []byte) (int, error) {
	if o.err == nil {
		_, o.err = o.to.Write([]byte(visible.Text(string(text))))
	}
	return len(text), o.err
}

// input makes the reader for In, and the matching writer.
func input(t *Session) (lineReader, io.Writer, error) {
	in, inFile := t.In.(*os.File)
	out, outFile := t.Out.(*os.File)
	if t.Script || !inFile || !outFile || !term.IsTerminal(int(in.Fd())) || !term.IsTerminal(int(out.Fd())) {
		t.sink = &output{to: t.Out, plate: t.Out}
		return &plain{in: files.NewLines(t.In, mostLine), out: t.sink, quiet: t.Script}, t.sink, nil
	}
	old, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return nil, nil, fmt.Errorf("table: terminal: %w", err)
	}
	e := &editor{fd: int(in.Fd()), old: old, terminal: term.NewTerminal(both{in, out}, "")}
	e.terminal.AutoCompleteCallback = t.complete
	t.sink, t.screen = &output{to: wrapped{e}, plate: e.terminal}, terminalScreen(out)
	return e, t.sink, nil
}

// both is a terminal's two directions.
type both struct {
	io.Reader
	io.Writer
}

// plain reads from a file or a pipe.
type plain struct {
	in    *files.Lines
	out   io.Writer
	quiet bool // the prompt is not shown
}

func (p *plain) ReadLine(ctx context.Context, prompt string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if !p.quiet {
		fmt.Fprint(p.out, prompt)
	}
	line, err := p.in.Next()
	if err != nil && !p.quiet {
		fmt.Fprintln(p.out)
	}
	return string(line), err
}

func (p *plain) Aside(wait func()) error {
	wait()
	return nil
}

func (p *plain) Close() error { return nil }

// editor reads from a terminal.
type editor struct {
	fd       int
	old      *term.State
	terminal *term.Terminal
}

func (e *editor) ReadLine(ctx context.Context, prompt string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	e.terminal.SetPrompt(prompt)
	if width, height, err := term.GetSize(e.fd); err == nil && width > 0 {
		if err := e.terminal.SetSize(width, height); err != nil {
			return "", err
		}
	}
	line, err := e.terminal.ReadLine()
	if errors.Is(err, io.EOF) { // Ctrl-C or Ctrl-D: what follows is on a line of its own
		e.terminal.SetPrompt("") // otherwise it would be drawn again
		_, _ = e.terminal.Write([]byte("\n"))
	}
	return line, err
}

// wrapped writes to an editor's terminal, and breaks lines between words.
type wrapped struct{ *editor }

func (w wrapped) Write(text []byte) (int, error) {
	width, _, err := term.GetSize(w.fd)
	if err != nil || width <= 0 {
		return w.terminal.Write(text)
	}
	_, err = w.terminal.Write([]byte(wrap(string(text), width)))
	return len(text), err
}

// wrap breaks lines longer than a width at a blank, if they have one.
func wrap(text string, width int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		for {
			letters := []rune(strings.TrimRight(line, "\n"))
			if len(letters) <= width {
				break
			}
			first := string(letters[:width])
			cut := strings.LastIndex(first, " ")
			if strings.TrimSpace(first[:max(0, cut)]) == "" { // nothing but blanks before it
				break
			}
			out.WriteString(line[:cut] + "\n")
			line = further + line[cut+1:]
		}
		out.WriteString(line)
	}
	return out.String()
}

func (e *editor) Aside(wait func()) error {
	if err := term.Restore(e.fd, e.old); err != nil {
		return err
	}
	wait()
	_, err := term.MakeRaw(e.fd)
	return err
}

func (e *editor) Close() error { return term.Restore(e.fd, e.old) }

const tabulator = '\t'

// further is printed before a line that continues the one above it.
const further = "    "

// complete is called for every key. The tabulator key completes the word before the
// cursor as far as it is unique, and lists the possibilities if it is not.
func (t *Session) complete(line string, pos int, key rune) (string, int, bool) {
	if key != tabulator {
		return "", 0, false
	}
	before, rest := line[:pos], line[pos:]
	words := completions(t.request(t.ctx), before)
	if len(words) == 0 {
		return line, pos, true
	}
	start := strings.LastIndex(before, " ") + 1
	common := shared(words)
	if len(words) == 1 {
		common += " "
	}
	if len(common) > len(before)-start {
		before = before[:start] + common
		return before + rest, len(before), true
	}
	t.listed("  ", words)
	return line, pos, true
}

// completions lists the words that can complete what is typed.
func completions(q *request, line string) []string {
	if first, rest, more := strings.Cut(line, " "); more && q.words.Typed(q.lang, first) == "new" && !q.info.HasVerb("new") {
		return openings(q, rest)
	}
	var words []string
	if !strings.Contains(line, " ") {
		for _, w := range knownWords(q) {
			if begins(w, line) {
				words = append(words, w)
			}
		}
	}
	if order, trial := afterTry(q, line); trial && q.id != "" {
		orders, err := ordered(q, order, func(text string) ([]orders.Next, error) {
			return q.sandboxes.Complete(q.ctx, q.by(q.mine).Account, text)
		})
		if err == nil {
			return orders
		}
		line, words = order, nil // the copy would be the same as the match
	}
	if q.turn == "" {
		return words
	}
	orders, err := ordered(q, line, func(text string) ([]orders.Next, error) { return q.seen.Complete(q.turn, text) })
	if err != nil {
		return words
	}
	return append(orders, words...)
}

// openings lists the words that can complete the game or an option of a match that is to be
// opened.
func openings(q *request, typed string) []string {
	list, err := q.Referee.Games.All()
	if err != nil {
		return nil
	}
	info, named := q.info, strings.Contains(typed, " ")
	var words, out []string
	for _, g := range list {
		switch {
		case !named && len(list) > 1:
			words = append(words, g.Game)
		case strings.HasPrefix(typed, g.Game+" "):
			info = g
		}
	}
	if c, err := q.against(info, "", ""); err == nil && c.program != "" {
		programs, err := q.Referee.Games.Programs(info.Game)
		if err != nil {
			return nil
		}
		for _, s := range info.Seats {
			programs = append(programs, string(s))
		}
		for _, w := range append(programs, two) {
			words = append(words, q.words.Called(q.lang, w))
		}
	}
	for _, o := range info.Options {
		for _, v := range o.Values {
			if v != o.Default {
				words = append(words, q.words.Called(q.lang, o.ID)+"="+value(q, v))
			}
		}
	}
	for _, w := range words {
		if begins(w, typed[strings.LastIndex(typed, " ")+1:]) {
			out = append(out, w)
		}
	}
	return out
}

// afterTry is what is typed after the word that tries an order on a copy.
func afterTry(q *request, line string) (string, bool) {
	first, rest, more := strings.Cut(line, " ")
	return rest, more && q.words.Typed(q.lang, first) == "try"
}

// begins reports whether a word begins with what is typed.
func begins(word, part string) bool { return strings.HasPrefix(typed.Fold(word), typed.Fold(part)) }

// ordered lists the words that can complete an order that is typed, in the reader's
// language or the game's; for a hex that is typed with letters, its name.
func ordered(q *request, line string, complete func(string) ([]orders.Next, error)) ([]string, error) {
	cut := strings.LastIndex(line, " ") + 1
	known, last := strings.TrimLeft(q.words.Typed(q.lang, line[:cut])+" ", " "), line[cut:]
	named, err := complete(known)
	if err != nil {
		return nil, err
	}
	next, err := complete(known + last)
	var words []string
	for _, n := range append(named, next...) {
		for _, w := range []string{q.word(n), n.Word, q.places[n.Word]} {
			if w == "" || !begins(w, last) || last == "" && w == q.places[n.Word] {
				continue
			}
			if !slices.Contains(words, w) {
				words = append(words, w)
			}
			break
		}
	}
	return words, err
}

// shared is the common prefix of words.
func shared(words []string) string {
	common := words[0]
	for _, w := range words[1:] {
		for !strings.HasPrefix(w, common) {
			common = common[:len(common)-1]
		}
	}
	return strings.ToValidUTF8(common, "")
}
