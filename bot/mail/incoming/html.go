package incoming

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlRows are the lines that are seen of an HTML text, by whose they are as far as its
// elements say so. Elements alone are read, in their order: no tree is made, so that
// nothing grows with how deep they are nested.
func htmlRows(text string) []row {
	p := page{open: map[string]int{}, styled: map[string]Why{}}
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken: // the end: a text in memory has no other
			p.end()
			return p.rows
		case html.TextToken:
			p.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			p.start(z.Token())
		case html.EndTagToken:
			tag, _ := z.TagName()
			p.stop(string(tag))
		default: // comments are not seen
		}
	}
}

// page is an HTML text as far as it was read.
type page struct {
	rows   []row
	line   strings.Builder   // of the author
	other  [len(whys)]string // what is left out of this line, by the reason
	stack  []element
	open   map[string]int // how many of the stack are of a name
	struck int            // how many elements that strike out are open: they go on where another ends before them
	styled map[string]Why // why what is of a class or has an id is left out, such as ".note" and "#note"
	rest   Why            // why all that follows is left out
}

// element is one that is open.
type element struct {
	name  string
	line  bool // stands on lines of its own
	cell  bool // of a table
	why   Why  // why what is in it is left out; 0 where it is the author's
	pre   bool // its lines are as they stand in the text
	list  int  // the next number of an ordered list, or 0
	inner bool // nothing in it is a text
	apart bool // an empty line is seen above and below it
	// indented says that it is in a paragraph that is set in.
	indented bool
}

// reach is how many elements inwards of one its end may be written: what is not closed in
// time stays open, and what it leaves out stays so.
const reach = 500

func (p *page) top() element {
	if len(p.stack) == 0 {
		return element{}
	}
	return p.stack[len(p.stack)-1]
}

func (p *page) why() Why {
	switch {
	case p.rest != 0:
		return p.rest
	case p.top().why != 0 || p.struck == 0:
		return p.top().why
	default:
		return Struck
	}
}

func (p *page) text(text string) {
	t := p.top()
	if t.name == "style" {
		p.rules(text)
	}
	if t.inner {
		return
	}
	if !t.pre {
		p.write(strings.Map(blank, text))
		return
	}
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			p.newline()
		}
		p.write(line)
	}
}

func blank(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' || r == '\f' {
		return ' '
	}
	return r
}

func (p *page) write(text string) {
	why := p.why()
	switch {
	case why == 0:
		p.line.WriteString(text)
	case strings.TrimSpace(text) != "":
		if len(p.other[why]) < longOther {
			p.other[why] += text // the rows that are left out are counted, and the first is shown
		}
		p.line.WriteByte(' ')
	}
}

// longOther is how many octets are kept of a line that is left out.
const longOther = 200

// end ends a line where there is one. A space that is written as such is a line.
func (p *page) end() {
	if strings.Trim(p.line.String(), " \t\r\n") == "" && p.other == [len(whys)]string{} {
		p.line.Reset()
		return
	}
	p.newline()
}

func (p *page) newline() {
	others := p.other != [len(whys)]string{}
	for why, text := range p.other {
		if text != "" {
			p.rows = append(p.rows, row{text: clean(text), why: Why(why)})
			p.other[why] = ""
		}
	}
	r := markedRow(p.line.String())
	r.indented = p.top().indented
	if r.text != "" || !others {
		p.rows = append(p.rows, r)
	}
	p.line.Reset()
}

// gap is an empty line, as it is seen above and below a paragraph.
func (p *page) gap() {
	if n := len(p.rows); n > 0 && p.rows[n-1] != (row{}) {
		p.rows = append(p.rows, row{})
	}
}

func (p *page) start(t html.Token) {
	if lines[t.DataAtom] {
		p.stop("p")
		p.end()
	}
	e := p.top()
	e.name, e.line, e.cell, e.list = t.Data, lines[t.DataAtom], cells[t.DataAtom], 0
	class, id, style := e.attributes(&t)
	if e.apart = apart[t.DataAtom] && !strings.Contains(class, " mso") && !noMargin().MatchString(style); e.apart {
		p.gap()
	}
	e.indented = e.indented || t.DataAtom == atom.Blockquote
	if why := p.whose(t.DataAtom, class, id, style); why != 0 && e.why == 0 {
		e.why = why
	}
	if strings.Contains(style, "mso-list:ignore") {
		e.inner = true // the sign or number of a point of a list
	}
	if strings.Contains(style, "display:block") {
		e.line = true
		p.end()
	}
	switch t.DataAtom {
	case atom.Br:
		p.newline()
	case atom.Td, atom.Th:
		p.line.WriteByte(' ')
	case atom.Li:
		p.number()
	case atom.Ol:
		e.list = 1
	case atom.S, atom.Strike, atom.Del:
		p.struck++
	case atom.Pre, atom.Xmp, atom.Listing:
		e.pre = true
	case atom.Head, atom.Style, atom.Script, atom.Title, atom.Template, atom.Noscript, atom.Object, atom.Iframe, atom.Svg, atom.Select, atom.Textarea:
		e.inner = true
	default: // the others change how a text looks
	}
	if below(t.DataAtom, id, class, style) && p.rest == 0 {
		p.rest = Quoted
	}
	// In HTML a slash before the end of a tag does not end the element.
	if !void[t.DataAtom] {
		p.stack = append(p.stack, e)
		p.open[e.name]++
	}
}

// number writes the number of a point of an ordered list, as plain texts have it.
func (p *page) number() {
	for i := len(p.stack) - 1; i >= 0; i-- {
		switch l := &p.stack[i]; {
		case l.name == "ul":
			return
		case l.name == "ol":
			if l.why == 0 && p.rest == 0 {
				p.line.WriteString(strconv.Itoa(l.list) + ". ")
			}
			l.list++
			return
		case l.name == "li" || len(p.stack)-i > 20:
			return
		}
	}
}

// stop ends an element and those in it, as browsers do: the end of a part of a line ends
// no line, and that of a line no cell of a table.
func (p *page) stop(name string) {
	tag := atom.Lookup([]byte(name))
	if (tag == atom.S || tag == atom.Strike || tag == atom.Del) && p.struck > 0 {
		p.struck--
	}
	if p.open[name] == 0 {
		return
	}
	// Only the end of what stands on lines of its own ends others of that kind, but for a
	// paragraph, which holds none.
	line, cell := lines[tag] && tag != atom.P, cells[tag]
	at := len(p.stack) - 1
	for ; at >= 0 && p.stack[at].name != name; at-- {
		if e := &p.stack[at]; len(p.stack)-at > reach || e.line && !line || e.cell && !cell {
			return
		}
	}
	if p.stack[at].line {
		p.end()
	}
	if p.stack[at].apart {
		p.gap()
	}
	for _, e := range p.stack[at:] {
		p.open[e.name]--
	}
	p.stack = p.stack[:at]
}

// rules notes what a style sheet hides or strikes out.
func (p *page) rules(sheet string) {
	for _, rule := range styleRule().FindAllStringSubmatch(sheet, -1) {
		style := squeezed(rule[2])
		why := Why(0)
		switch {
		case hides(style):
			why = Hidden
		case strings.Contains(style, "line-through"):
			why = Struck
		default:
			continue
		}
		for _, name := range selector().FindAllString(rule[1], -1) {
			p.styled[strings.ToLower(name)] = why
		}
	}
}

var (
	styleRule = pattern(`([^{}]*)\{([^{}]*)\}`)
	selector  = pattern(`[.#][\w-]+`)
)

// squeezed is a style in small letters and without blanks.
func squeezed(style string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, style) + ";"
}

func hides(style string) bool {
	return unseen().MatchString(style) ||
		noSize().MatchString(style) && strings.Contains(style, "overflow:hidden") ||
		noColour().MatchString(style) && !strings.Contains(style, "background")
}

// attributes are what of an element's attributes says whose its text is.
func (e *element) attributes(t *html.Token) (class, id, style string) {
	for _, a := range t.Attr {
		switch a.Key {
		case "class":
			class += " " + strings.ToLower(a.Val) + " "
		case "cite", "type": // of a quotation: as if it had a class of that name
			class += " " + a.Key + " "
		case "id":
			id = strings.ToLower(a.Val)
		case "style":
			style += squeezed(a.Val)
			e.pre = e.pre && !strings.Contains(style, "white-space:normal") || strings.Contains(style, "white-space:pre")
		case "hidden":
			e.why = Hidden
		case "color":
			style += "color:" + strings.ToLower(a.Val) + ";"
		}
	}
	return class, id, style
}

// whose is why the text of an element is not the author's own; 0 where nothing says so.
func (p *page) whose(tag atom.Atom, class, id, style string) Why {
	switch {
	case hides(style):
		return Hidden
	case tag == atom.Blockquote && (class != "" || id != "" || ruledLeft().MatchString(style)), quoting().MatchString(class), strings.HasSuffix(id, "yahoo_quoted"):
		return Quoted
	case announcing().MatchString(class):
		return announced
	case forwarding().MatchString(class):
		return Forwarded
	case signing().MatchString(class), strings.Contains(id, "signature"):
		return Signature
	case strings.Contains(style, "line-through"):
		return Struck
	}
	if why := p.styled["#"+id]; why != 0 {
		return why
	}
	for _, name := range strings.Fields(class) {
		if why := p.styled["."+name]; why != 0 {
			return why
		}
	}
	return 0
}

// below reports whether an element begins what Outlook quotes: it marks its beginning by a
// line or an empty element, and not its end.
func below(tag atom.Atom, id, class, style string) bool {
	return strings.HasSuffix(id, "divrplyfwdmsg") || strings.HasSuffix(id, "appendonsend") ||
		strings.Contains(id, "mail-editor-reference-message") || strings.Contains(class, "outlookmessageheader") ||
		tag == atom.Div && ruled().MatchString(style)
}

var (
	// The ways of hiding a text that mails use: no place, no size, no colour of its own.
	unseen   = pattern(`display:none|visibility:(?:hidden|collapse)|mso-hide:all|opacity:0(?:\.0+)?(?:;|!)|font-size:0(?:\.0+)?(?:px|pt|em|rem|%)?(?:;|!)|text-indent:-\d{3,}`)
	noSize   = pattern(`(?:^|;)(?:max-)?(?:height|width):0(?:px|pt|em)?(?:;|!)`)
	noColour = pattern(`(?:^|;)color:(?:white|transparent|#fff|#ffffff|rgba?\(255,255,255(?:,1)?\))(?:;|!)`)

	quoting    = pattern(` (?:x_)?(?:yahoo_quoted|protonmail_quote|zmail_extra|quoted-text|tutanota_quote) `)
	announcing = pattern(` (?:x_)?(?:gmail_attr|moz-cite-prefix) `)
	forwarding = pattern(` (?:x_)?moz-forward-container `)
	signing    = pattern(` (?:x_)?(?:gmail_signature|moz-signature|protonmail_signature_block|applemailsignature|signature) `)
	ruledLeft  = pattern(`border-left[a-z-]*:[^;]*(?:solid|dashed|dotted|double|[1-9])`)
	noMargin   = pattern(`(?:^|;)margin(?:-top|-bottom)?:0(?:px|pt|cm|in|em)?(?:[;0 ]|!)`)
	ruled      = pattern(`border-top:(?:solid#(?:e1e1e1|b5c4df|cccccc)|#(?:e1e1e1|b5c4df)[^;]*solid)`)
)

// lines are the elements that stand on lines of their own.
var lines = set(atom.P, atom.Div, atom.Tr, atom.Table, atom.Thead, atom.Tbody, atom.Tfoot, atom.Li, atom.Ul, atom.Ol, atom.Dl, atom.Dt, atom.Dd, atom.Blockquote, atom.Pre, atom.Xmp, atom.Listing,
	atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr, atom.Center, atom.Address, atom.Article, atom.Section, atom.Header, atom.Footer, atom.Main, atom.Nav,
	atom.Aside, atom.Figure, atom.Fieldset, atom.Form, atom.Body, atom.Html, atom.Details, atom.Summary)

// apart are the elements above and below which there is room for a line.
var apart = set(atom.P, atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.Blockquote, atom.Pre, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr)

// cells are the elements that an end outside them does not reach into.
var cells = set(atom.Table, atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Td, atom.Th)

// void are the elements that hold nothing and have no end.
var void = set(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr)

func set(atoms ...atom.Atom) map[atom.Atom]bool {
	out := map[atom.Atom]bool{}
	for _, a := range atoms {
		out[a] = true
	}
	return out
}
