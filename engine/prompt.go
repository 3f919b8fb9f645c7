package engine

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PromptID names an open question: its kind and the number of the decision that opened it,
// "move@57". An answer to a closed question is therefore recognised (ErrStale). If several seats
// are asked the same question at the same time, the seat follows: "plan@3/red".
type PromptID string

// NewPromptID makes the id of a prompt of a kind that decision n opened.
func NewPromptID(kind string, n int) PromptID {
	return PromptID(kind + "@" + strconv.Itoa(n))
}

// Kind returns the kind of the prompt.
func (id PromptID) Kind() string {
	kind, _, _ := strings.Cut(string(id), "@")
	return kind
}

// Prompt is a question to one seat. A state has at most one open prompt of one
// kind for one seat. The rules fill everything but ID.
type Prompt struct {
	ID   PromptID `json:"id"`
	Seat Seat     `json:"seat"`
	Kind string   `json:"kind"`
	Ask  Msg      `json:"ask"`
	// Purpose is the purpose of a die or a draw, in ids: "fight 0201>0301 shift +1". Empty unless
	// Seat is Chance.
	Purpose string `json:"purpose,omitempty"`
	// Default is a legal answer, given if nobody answers and the match's settings allow it. Empty
	// for Chance.
	Default []string `json:"default,omitempty"`
	// Keep says that the question is asked even if only one answer is legal, because the answer
	// leads to a roll or ends the seat's phase.
	Keep bool `json:"keep,omitempty"`
	// Direct says that an answer of several elements is given with its last one: no door holds it to be confirmed.
	Direct bool `json:"direct,omitempty"`
	// Secret says that the answer is hidden from the other seats for now. An answer of Chance is hidden from every seat: what
	// was left to draw, and the proof, would tell what others have drawn before. A seat learns of it by a prompt that is Dealt.
	Secret bool `json:"secret,omitempty"`
	// Dealt says that its one legal answer is what Chance has just answered in secret. It is given for the seat at once,
	// in secret if the prompt is Secret: so one seat alone, or everybody, is shown what was drawn.
	Dealt bool `json:"-"`
	// Open says that no secret of another seat decides whether a die is rolled before the Moment after this answer ends, so
	// that the seat may be told beforehand.
	Open bool `json:"-"`
}

// KindFace is the kind of an option of Chance that is a face of a die. What is drawn has other kinds.
const KindFace = "face"

// Option is one element that may follow in a path. Its label is the message
// "option."+Kind with arguments id (a noun), n and m.
type Option struct {
	ID   string // the element in the path
	Kind string // its category: the key of its label
	N, M int    // numbers for the label, by Kind
	// Costs says that N/M is the cost of the element, in the points of the game.
	Costs bool
	// Weight is the number of equal chances that lead here; 0 counts as 1.
	// Only for Chance.
	Weight int
	// Label is its label where a person reads it, if Kind and numbers do not say enough, such as whom it attacks; nil: they do.
	Label *Msg
	// Pieces are, where a person reads it, those for which it stands together, such as a formation; none: at most that of its ID.
	Pieces []string
	// Effect is what the element does to a roll, such as "DRM −2"; nil: nothing that the label does not name. It is shown with the
	// label.
	Effect *Msg
	// Warn is a loss that this element causes and its label does not name, such as a stop in an
	// overstacked hex; nil: none. It is shown with the label wherever options are shown. Code that
	// takes a whole order at once calls [Warnings] before the order is given, and may tell the
	// player or ask them to confirm.
	Warn *Msg
	// Write is how many characters a player may write here: the element is then TextMark and what they wrote, and ID is
	// TextMark alone. 0: the element is ID. Sample is a text that is accepted, for programs and for help.
	Write  int
	Sample string
	// File says that a file may go with the text: see WithFile. It does not count as characters.
	File bool
	// Rolls says that a die is rolled at once if the element alone is given as the answer, so that its label can say so.
	// Rules leave it: the referee finds out.
	Rolls bool
}

// TextMark begins an element that a player has written.
const TextMark = `"`

// WriteOption returns the option to write a text of at most some characters.
func WriteOption(kind string, most int, sample string) Option {
	return Option{ID: TextMark, Kind: kind, Write: most, Sample: sample}
}

// Is reports whether an element of a path is this option: its ID, or where a player writes, one line of visible text that is not
// too long.
func (o *Option) Is(element string) bool {
	if o.Write == 0 {
		return o.ID == element
	}
	text, written := strings.CutPrefix(element, TextMark)
	if o.File {
		text, _ = CutFile(text)
	}
	return written && text != "" && text == strings.TrimSpace(text) && utf8.ValidString(text) && utf8.RuneCountInString(text) <= o.Write &&
		!strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.In(r, unicode.Zl, unicode.Zp) })
}

// Element returns the element of the option in a path: where a player writes, that of the sample.
func (o Option) Element() string { return o.ID + o.Sample }

// Node is a point in the tree of answers to a prompt: the path so far is a complete answer (Done),
// or Options may follow.
type Node struct {
	Done    bool
	Options []Option
	// Only where the node is explained to a person ([Position].Explain and Draft):

	Ask    *Msg     // the question as it reads after the path; nil: as the position asks it
	Closed []Closed // elements that a player may look for here, and that are refused
	Marks  []Mark   // what the question is about, on the map: the target of an attack
	// Does is what a complete path does, in a few words for a button, such as "Move to 2711"; nil: what the label of its last
	// element says.
	Does *Msg
}

// Closed is an element that is refused: it is shown, with the reason, so that nobody has to look for it.
type Closed struct {
	Option
	Why *Illegal // as it is refused if it is given
}

// Cost returns the exact cost of the element: "2", "4.5", "14/3"; "" if it costs nothing.
func (o Option) Cost() string {
	if !o.Costs {
		return ""
	}
	return FormatExact(o.N, o.M)
}

// FormatExact formats n/d for programs: "2", "4.5", "14/3".
func FormatExact(n, d int) string {
	a, b := n, d
	for b != 0 {
		a, b = b, a%b
	}
	switch n, d = n/a, d/a; d {
	case 1:
		return strconv.Itoa(n)
	case 2:
		return strconv.Itoa(n/2) + ".5"
	default:
		return strconv.Itoa(n) + "/" + strconv.Itoa(d)
	}
}

// NumberKey is the key of the message that says a number alone, its argument n.
const NumberKey = "drawn.number"

// SayExact says a text that FormatExact has formatted as its reader writes numbers, "4,5" or "4⅔", and returns any other text as it is.
func SayExact(say func(Msg) string, text string) string {
	if strings.ContainsAny(text, "./") {
		if n, ok := new(big.Rat).SetString(text); ok {
			return say(Say(NumberKey, Ratio("n", int(n.Num().Int64()), int(n.Denom().Int64()))))
		}
	}
	return text
}

// Warnings lists the warnings of the elements of a path as it would be recorded
// (Draft.Path), in their order. It returns the errors of Options.
func Warnings(pos Position, id PromptID, path []string) ([]Msg, error) {
	var out []Msg
	for i := range path {
		node, err := pos.Options(id, path[:i])
		if err != nil {
			return nil, err
		}
		for _, o := range node.Options {
			if o.Is(path[i]) && o.Warn != nil {
				out = append(out, *o.Warn)
			}
		}
	}
	return out, nil
}

// Has reports whether the element id may follow.
func (n Node) Has(id string) bool {
	for i := range n.Options {
		if n.Options[i].Is(id) {
			return true
		}
	}
	return false
}

// Only returns the only element that may follow; false: there are several, none, or one that a player writes.
func (n Node) Only() (Option, bool) {
	if len(n.Options) != 1 || n.Options[0].Write > 0 {
		return Option{}, false
	}
	return n.Options[0], true
}

// Seat is one side of a match, in the game's words ("red"), or Chance.
type Seat string

// Chance is the seat that answers rolls and draws. The dice server answers for it.
const Chance Seat = "chance"

// Viewer is the audience of a position: a seat's name, Spectator or Judge.
type Viewer string

// Viewers other than seats.
const (
	Spectator Viewer = "spectator" // sees what everybody sees
	Judge     Viewer = "judge"     // sees everything
)

// Sees reports whether a viewer may see the secrets of a seat.
func (v Viewer) Sees(seat Seat) bool { return v == Judge || v == Viewer(seat) }
