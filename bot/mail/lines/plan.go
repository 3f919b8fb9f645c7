package lines

import (
	"strings"

	"referee/engine"
)

// Plan is what the lines of a mail come to, in their order.
type Plan struct {
	// Try says that all of it is to be tried and nothing done.
	Try bool
	// Steps are, behind the first that is refused, questions alone.
	Steps []Step
	// Unread are the lines that are neither order nor question, as they were written.
	Unread []string
	// Forms are how those of them would be written that stand by themselves and would be orders if they had a colon before a text.
	Forms []string
	// Rest are the other lines behind the refused one.
	Rest []string
}

// Step is one thing that is asked for. One line may have several.
type Step struct {
	Line int    // from 1, of those that are not empty
	Text string // the line as it was written
	Kind Kind
	// Orders are the words of an order of the game, as its verbs and ids are called: together
	// they are one order or, where that cannot be read, as many as there are.
	Orders []string
	Sure   bool // it has the mark of an order of which its author knows what it does
	// Word is what is asked for, as the program calls it, and Args what stands behind it: words of
	// the game for a Query, what was written for anything else.
	Word string
	Args []string
	// Of is the id of the league that a line of a League names; "": it names none.
	Of string
	// Rules and Below are of an Appeal or a Ruling: the rules that it rests on, and what is written below it.
	Rules, Below []string
	Number       int        // of an answer in the list of the mail that asked
	Why          engine.Msg // of a refusal
	Near         []string   // the words that may have been meant, as their author calls them
}

// Kind is what a step is.
type Kind int

// The kinds of step.
const (
	Order    Kind = iota + 1 // an order of the game
	Query                    // a question to the game
	Question                 // a question about the match: [Word]
	Number                   // an answer by its number
	Act                      // what is done in a match beside playing: [Word]
	Account                  // about who writes, or about matches: [Word]
	Code                     // a code that confirms an address; Args has it
	League                   // about a league: [Word], "" asks which there are
	Appeal                   // judges are asked; Args are the decisions that it is about
	Reads                    // a judge reads a case
	Ruling                   // a judge rules: Args are what, a decision or a seat, and perhaps by how many points it wins
	Refused                  // it cannot be read; Why says what is wrong
)

// Acts lists the steps that do something, and so count as orders where a number may stand
// first only.
func (k Kind) acts() bool { return k == Order || k == Number || k == Act || k == Appeal || k == Ruling }

// Asks reports whether a step only asks: nothing depends on its answer.
func (s Step) Asks() bool {
	return s.Kind == Query || s.Kind == Question || s.Kind == League && questions[s.Word]
}

// Writes reports whether a step is an order that ends with a text of its author's.
func (s Step) Writes() bool {
	return s.Kind == Order && strings.HasSuffix(s.Orders[0], engine.TextMark)
}

// harmless reports whether a step is read behind one that is refused: it asks, or is a code, which is not an order.
func (s Step) harmless() bool { return s.Asks() || s.Kind == Code }
