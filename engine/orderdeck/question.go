package orderdeck

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Question asks for facts of one kind. Its form is that of the kind: a [Pick] question asks for which of its facts are
// true, all of which have another Of; a question of another form has one fact.
type Question struct {
	Facts []Fact `json:"facts"`
	Place string `json:"place"` // in the procedure: "5.1b"
}

// Kind is the kind of its facts.
func (q Question) Kind() Kind { return q.Facts[0].Kind }

// Options are the ids among which an answer picks; nil where it lists any ids, or is a number.
func (q Question) Options() []string {
	switch f := q.Facts[0]; f.Kind {
	case Western, LowestHex, Dearest, Fewest:
		return split(f.With)
	default:
		if f.Kind.Form() == Pick {
			return lists.Map(q.Facts, func(f Fact) string { return f.Of })
		}
		return nil
	}
}

// The bounds of an answer: how many ids it may list, how long they are, and its greatest number.
const (
	MostListed = 60
	LongestID  = 40
	MostNumber = 999
)

// Least is how many ids an answer picks or lists at least: of several that are compared, one is found.
func (q Question) Least() int {
	if q.Kind().Form() == List && q.Options() != nil {
		return 1
	}
	return 0
}

// Answer turns an answer into facts: list is what was picked or listed, n the number, whichever the form needs.
func (q Question) Answer(list []string, n int) ([]Known, error) {
	options := q.Options()
	for i, id := range list {
		if options != nil && !slices.Contains(options, id) || slices.Contains(list[:i], id) || !plain(id) {
			return nil, fmt.Errorf("%q cannot be part of the answer: list options, each once", id)
		}
	}
	switch form := q.Kind().Form(); {
	case len(list) > MostListed:
		return nil, fmt.Errorf("%d ids are too many: list at most %d", len(list), MostListed)
	case n < 0 || n > MostNumber:
		return nil, fmt.Errorf("a number must be from 0 to %d", MostNumber)
	case form == Number:
		return []Known{{q.Facts[0], Value{Number: n}}}, nil
	case form == Pick:
		return lists.Map(q.Facts, func(f Fact) Known { return Known{f, Value{Yes: slices.Contains(list, f.Of)}} }), nil
	case len(list) < q.Least():
		return nil, errors.New("at least one option must be picked")
	}
	return []Known{{q.Facts[0], Value{List: slices.Clone(list)}}}, nil
}

// plain reports whether an id can be part of a line of facts.
func plain(id string) bool {
	odd := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) || r == ',' }
	return id != "" && id != "-" && len(id) <= LongestID && !strings.ContainsFunc(id, odd)
}

// Msg words the question; name makes an argument of an id. The message's n is the number of options.
func (q Question) Msg(name Namer) engine.Msg {
	f, options := q.Facts[0], q.Options()
	return engine.Say("orderdeck.ask."+string(f.Kind), engine.Num("n", len(options)), name.labels("of", f.Kind, split(f.Of)),
		name.labels("with", f.Kind, split(f.With)), name.labels("options", f.Kind, options))
}

// Msg words a fact with its value; name makes an argument of an id.
func (k Known) Msg(name Namer) engine.Msg {
	key := "orderdeck.fact." + string(k.Kind)
	if k.Kind.Form() == Pick && !k.Yes || k.Kind.Form() == List && len(k.List) == 0 {
		key += ".not"
	}
	return engine.Say(key, engine.Num("n", k.Number), name.labels("of", k.Kind, split(k.Of)),
		name.labels("with", k.Kind, split(k.With)), name.labels("list", k.Kind, k.List))
}

// words are the ids that are words of this package: orders, conditions, sides and verbs.
var words = strings.Fields("special deploy expedite replace activate event n ne se s sw nw fall-back step-back advance fill " +
	strings.Join(Conditions, " "))

// Label makes an argument of an id in a fact of a kind: a word of this package, or what name makes of it.
func Label(k Kind, id string, name Namer) engine.Arg {
	switch {
	case slices.Contains([]Kind{Printed, State, Bridges, Toward}, k) && slices.Contains(words, id):
		return engine.Sub("", engine.Say("orderdeck.word."+id))
	case name == nil:
		return engine.Text("", id)
	}
	return name("", id)
}

// Namer makes the argument of a message that names a unit, a hex or a formation. A nil Namer prints ids as they are.
type Namer func(name, id string) engine.Arg

// list makes a list of ids, also of one: so texts can give it an article whether ids have names or not.
func (n Namer) list(name string, ids []string) engine.Arg { return n.labels(name, "", ids) }

func (n Namer) labels(name string, k Kind, ids []string) engine.Arg {
	return engine.List(name, lists.Map(ids, func(id string) engine.Arg { return Label(k, id, n) })...)
}
