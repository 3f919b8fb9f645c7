package orders_test

import (
	"errors"
	"strings"
	"testing"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/enginetest/toy"
)

// Both red units stand in Westby, and Red marches.
const marching = `toy 1
round 1 of 3 weather off
phase march red
plan red march
plan blue hold
revealed
marched blue
effort red 2
effort blue 2
unit red-a 0101
unit red-b 0101
unit blue-a 0301
unit blue-b 0301
`

// Both plan.
const planning = `toy 1
round 1 of 3 weather on
phase plan
effort red 2
effort blue 2
unit red-a 0101
unit red-b 0101
unit blue-a 0301
unit blue-b 0301
`

func position(t *testing.T, text string) (engine.Game, engine.Position) {
	t.Helper()
	g := toy.Strict()
	pos, err := g.Parse(1, text)
	if err != nil {
		t.Fatal(err)
	}
	return g, pos
}

func TestReadOrders(t *testing.T) {
	for _, c := range []struct {
		name, pos, held, order string
		want                   string // path, "!" where it is whole
		refused                string // rule, or key of the reason, @ the word, > what may follow
	}{
		{name: "whole by its verb", pos: planning, order: "plan hold", want: "hold!"},
		{name: "begun by its verb", pos: planning, order: "plan rush", want: "rush"},
		{name: "ids alone", pos: planning, order: "rush 2", want: "rush 2!"},
		{name: "a place by its name", pos: marching, order: "march red-a FÓRD", want: "+red-a go 0201 stop!"},
		{name: "a place by its name, after what is held", pos: marching, held: "+red-a", order: "ford", want: "+red-a go 0201"},
		{name: "capitals", pos: planning, order: "Plan RUSH 1", want: "rush 1!"},
		{name: "goes on from what is held", pos: planning, held: "rush", order: "2", want: "rush 2!"},
		{name: "begins anew beside what is held", pos: planning, held: "rush", order: "plan hold", want: "hold!"},
		{name: "prefix and literals need not be typed", pos: marching, order: "march red-a red-b 0201", want: "+red-a +red-b go 0201 stop!"},
		{name: "prefix and literals may be typed", pos: marching, order: "march +red-a go 0201 stop", want: "+red-a go 0201 stop!"},
		{name: "a shortcut is left to the rules", pos: marching, order: "march red-a 0301", want: "+red-a go 0301 stop!"},
		{name: "group begun", pos: marching, order: "march red-a", want: "+red-a"},
		{name: "group goes on", pos: marching, held: "+red-a", order: "red-b", want: "+red-a +red-b"},
		{name: "group goes off", pos: marching, held: "+red-a", order: "0201", want: "+red-a go 0201"},
		{name: "verb and ids", pos: marching, order: "march red-a go 0201", want: "+red-a go 0201 stop!"},
		{name: "verb that is its only literal", pos: marching, order: "stay", want: "stay!"},

		{name: "unknown word", pos: planning, order: "plan nonsense", refused: "referee.order.expected@nonsense>hold march rush"},
		{name: "unknown verb", pos: planning, order: "fly", refused: "referee.order.unknown@fly>plan hold march rush"},
		{name: "verb of another question", pos: planning, order: "lose red-a", refused: "referee.order.not-now@lose>plan hold march rush"},
		{name: "too much", pos: planning, order: "plan hold 1", refused: "2@1>"},
		{name: "refused by the rules", pos: marching, order: "march blue-a 0201", refused: "5@blue-a>red-a red-b"},
		{name: "hex that is not on the map", pos: marching, order: "march red-a 0909", refused: "5@0909>red-b go 0201"},
		{name: "begins anew where it cannot go on", pos: marching, held: "+red-a", order: "red-a", want: "+red-a"},
		{name: "a verb alone", pos: marching, order: "march", refused: "referee.order.more@>red-a red-b"},
		{name: "nothing", pos: marching, order: " ", refused: "referee.order.empty@>march stay +red-a +red-b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, pos := position(t, c.pos)
			held := orders.Held{Path: strings.Fields(c.held)}
			for _, p := range pos.Prompts() {
				if p.Seat == "red" {
					held.Prompt = p.ID
				}
			}
			o, err := orders.New(g.Info()).Read(pos, "red", held, c.order)
			if got := refusal(err); got != c.refused {
				t.Errorf("refused %q (%v), want %q", got, err, c.refused)
			}
			got := strings.Join(o.Path, " ")
			if o.Whole {
				got += "!"
			}
			if got != c.want {
				t.Errorf("read %q, want %q", got, c.want)
			}
		})
	}
}

// refusal is an error as the test's table writes it.
func refusal(err error) string {
	if err == nil {
		return ""
	}
	var e *orders.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	what := e.Why.Key
	var no *engine.Illegal
	if errors.As(err, &no) {
		what = no.Rule
	}
	return what + "@" + e.Word + ">" + nextWords(e.Next)
}

func nextWords(list []orders.Next) string {
	var words []string
	for _, n := range list {
		words = append(words, n.Word)
	}
	return strings.Join(words, " ")
}

func TestComplete(t *testing.T) {
	for _, c := range []struct{ name, pos, held, text, want string }{
		{"nothing typed", marching, "", "", "march stay +red-a +red-b"},
		{"half a verb", marching, "", "m", "march"},
		{"units of the template", marching, "", "march ", "red-a red-b"},
		{"prefix typed", marching, "", "march +r", "+red-a +red-b"},
		{"more units, or the way", marching, "", "march red-a ", "red-b go 0201"},
		{"half a hex", marching, "", "march red-a 02", "0201"},
		{"further on", marching, "", "march red-a 0201 ", "0301 0101 stop"},
		{"after what is held", marching, "+red-a go 0201", "", "0301 0101 stop march stay +red-a +red-b"},
		{"after nonsense", marching, "", "nonsense ", ""},
		{"after a whole answer", planning, "", "plan hold ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, pos := position(t, c.pos)
			held := orders.Held{Prompt: pos.Prompts()[0].ID, Path: strings.Fields(c.held)}
			got := nextWords(orders.New(g.Info()).Complete(pos, "red", held, c.text))
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestOrdersOfOthers(t *testing.T) {
	g, pos := position(t, marching)
	o := orders.New(g.Info())
	if _, err := o.Read(pos, "blue", orders.Held{}, "stay"); !errors.Is(err, engine.ErrSeat) {
		t.Errorf("blue is asked nothing: %v", err)
	}
	if got := o.Complete(pos, "blue", orders.Held{}, ""); got != nil {
		t.Errorf("offered: %v", got)
	}
}

// warned is a position whose rules warn of what alone may follow.
type warned struct{ engine.Position }

func (w warned) Options(id engine.PromptID, path []string) (engine.Node, error) {
	node, err := w.Position.Options(id, path)
	if len(node.Options) == 1 {
		loss := engine.Say("loss")
		node.Options = []engine.Option{node.Options[0]}
		node.Options[0].Warn = &loss
	}
	return node, err
}

// TestCompletionNeverAddsCostlyElements: an element that alone may follow completes an order, but
// not where it costs something that nobody has typed.
func TestCompletionNeverAddsCostlyElements(t *testing.T) {
	g, pos := position(t, strings.Replace(planning, "effort red 2", "effort red 1", 1))
	begun := orders.Order{Prompt: pos.Prompts()[0].ID, Path: []string{"rush"}}
	for _, c := range []struct {
		pos  engine.Position
		want bool
	}{{pos, true}, {warned{pos}, false}} {
		var err error
		if begun.Node, err = c.pos.Options(begun.Prompt, begun.Path); err != nil {
			t.Fatal(err)
		}
		o, err := orders.New(g.Info()).Completed(c.pos, orders.Held{}, begun)
		if err != nil || o.Whole != c.want {
			t.Errorf("whole %t, want %t: %q, %v", o.Whole, c.want, o.Path, err)
		}
	}
}
