package engine

import (
	"slices"
	"strings"

	"referee/engine/hex"
)

// Msg is a sentence in the reader's language: a key of a catalogue and its typed arguments. No
// sentence is composed in Go.
type Msg struct {
	Key  string `json:"key"`
	Args []Arg  `json:"args,omitempty"`
}

// ArgKind says how an argument is put into words.
type ArgKind string

// The kinds of argument.
const (
	ArgNoun  ArgKind = "noun"  // Text is a noun's id: the catalogue has its forms
	ArgNum   ArgKind = "num"   // Num
	ArgRatio ArgKind = "ratio" // Num/Den, printed exactly: 2.5, 14/3
	ArgHex   ArgKind = "hex"   // Text is CCRR; a place's name may be added
	ArgText  ArgKind = "text"  // Text unchanged: ids, odds, results of a table
	ArgMsg   ArgKind = "msg"   // Msg
	ArgList  ArgKind = "list"  // List, joined as the language joins lists
)

// Arg is one argument of a Msg.
type Arg struct {
	Name string  `json:"name"`
	Kind ArgKind `json:"kind"`
	Text string  `json:"text,omitempty"`
	Num  int     `json:"num,omitempty"`
	Den  int     `json:"den,omitempty"`
	Msg  *Msg    `json:"msg,omitempty"`
	List []Arg   `json:"list,omitempty"`
}

// Say makes a Msg.
func Say(key string, args ...Arg) Msg { return Msg{Key: key, Args: args} }

// Warn makes a warning for an Option.
func Warn(key string, args ...Arg) *Msg { return &Msg{Key: key, Args: args} }

// Noun returns an argument that names a thing of the game.
func Noun(name, id string) Arg { return Arg{Name: name, Kind: ArgNoun, Text: id} }

// Num returns a whole number.
func Num(name string, n int) Arg { return Arg{Name: name, Kind: ArgNum, Num: n} }

// Ratio returns the exact number n/d.
func Ratio(name string, n, d int) Arg { return Arg{Name: name, Kind: ArgRatio, Num: n, Den: d} }

// Hex returns a hex.
func Hex(name string, c hex.Coord) Arg { return Arg{Name: name, Kind: ArgHex, Text: c.String()} }

// Text returns an argument that is printed unchanged.
func Text(name, s string) Arg { return Arg{Name: name, Kind: ArgText, Text: s} }

// Sub returns an argument that is a sentence itself.
func Sub(name string, m Msg) Arg { return Arg{Name: name, Kind: ArgMsg, Msg: &m} }

// List returns a list of arguments; the names of its members do not matter.
func List(name string, items ...Arg) Arg { return Arg{Name: name, Kind: ArgList, List: items} }

// Names lists the texts of the arguments of a kind, each once, in their order, including those of
// messages and lists within.
func (m Msg) Names(kind ArgKind) []string {
	var out []string
	var add func(list []Arg)
	add = func(list []Arg) {
		for _, a := range list {
			if a.Kind == kind && a.Text != "" && !slices.Contains(out, a.Text) {
				out = append(out, a.Text)
			}
			if add(a.List); a.Msg != nil {
				add(a.Msg.Args)
			}
		}
	}
	add(m.Args)
	return out
}

// EndSentence ends a text with a full stop unless it already ends with a punctuation mark, because
// messages of a catalogue are put one after the other.
func EndSentence(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".:!?") || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}
