package live

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/drawing"
	"referee/bot/discord/wire"
	"referee/bot/limit"
)

// What a person does one after the other, as paths of what they press.
const (
	asksForm  = "form"
	fillsForm = "filled"
	changes   = "change"
	asksMore  = "more"
	finishes  = "finish"
)

// pressed are all of it, in order.
var pressed = []string{asksForm, fillsForm, changes, asksMore, finishes}

// presser answers what a person presses in an examination, in each way in which the program answers.
type presser struct {
	mark string
	slow time.Duration // how long an answer takes that is announced
	acts chan wire.Interaction
}

func newPresser(mark string, t wire.Timing) *presser {
	return &presser{mark: mark, slow: cmp.Or(t.Defer, 2*time.Second) * 3 / 2, acts: make(chan wire.Interaction, 16)}
}

// path is what a component of this examination asks for.
func (p *presser) path(act string) wire.Path { return wire.Path{"referee-doctor", p.mark, act} }

// button is a message with a button.
func (p *presser) button(text, label, act string) wire.Message {
	m := words(text)
	m.Components = append(m.Components, wire.Row(wire.Button(discordgo.PrimaryButton, label, p.path(act).CustomID())))
	return m
}

// Handle implements wire.Handler.
func (p *presser) Handle(_ context.Context, i wire.Interaction) wire.Response {
	n := slices.IndexFunc(pressed, func(act string) bool { return slices.Equal(i.Path, p.path(act)) })
	if n < 0 {
		return wire.Response{Kind: wire.Say, Private: true, Message: words("The referee is not at work here now: referee doctor --live is.")}
	}
	select {
	case p.acts <- i:
	default: // somebody presses on and on
	}
	switch pressed[n] {
	case asksForm:
		return wire.Response{Kind: wire.Ask, Form: p.form(), Message: words("The form came too late.")}
	case fillsForm: // announced as a message
		time.Sleep(p.slow)
		return wire.Response{Kind: wire.Say, Private: true, Message: p.button("Thank you. Three more:", "First", changes)}
	case changes:
		return wire.Response{Kind: wire.Update, Message: p.button("Two more:", "Second", asksMore)}
	case asksMore:
		return wire.Response{Kind: wire.Say, Private: true, Message: p.button("One more:", "Third", finishes)}
	}
	time.Sleep(p.slow) // announced as a change, and followed by a picture
	drawn := func(drawing.Size) *wire.Message { return new(picture("done.png", 64)) }
	return wire.Response{Kind: wire.Update, Message: words("That was all."), Later: drawn}
}

// form has the kinds of field that forms of the program have, but those of people, roles, channels and files: there are five at most.
func (p *presser) form() *wire.Form {
	no := false
	label := func(text string, field wire.Component) wire.Component {
		return wire.Component{Type: wire.TypeLabel, Label: text, Description: "As it is, or something else.", Component: &field}
	}
	menu := wire.Menu("menu", "", wire.SelectOption{Label: "One", Value: "1", Default: true}, wire.SelectOption{Label: "Two", Value: "2", Description: "the second"})
	menu.Required = &no
	return &wire.Form{ID: p.path(fillsForm).CustomID(), Title: "Send this form", Fields: []wire.Component{
		label("A line", wire.Component{Type: discordgo.TextInputComponent, CustomID: "line", Style: 1, MaxLength: 20, Value: "a line"}),
		label("A text", wire.Component{Type: discordgo.TextInputComponent, CustomID: "text", Style: 2, Required: &no, MaxLength: 4000}),
		label("A menu", menu),
		label("A choice", wire.Component{Type: wire.TypeRadios, CustomID: "radios", Required: &no, Options: []wire.SelectOption{
			{Label: "One", Value: "1", Default: true}, {Label: "Two", Value: "2", Description: "the second"},
		}}),
		label("A box", wire.Component{Type: wire.TypeCheckbox, CustomID: "box", Checked: true}),
	}}
}

// press asks a person to press a button, to send a form and to press again.
func press(ctx context.Context, r *run) error {
	if r.Press == nil {
		return errUnlooked("run it with --press, and press what it shows")
	}
	if r.made.text == "" {
		return errUnlooked("there is no channel")
	}
	m := r.presser.button("Press this button within "+r.Timing.Press.String()+", and send the form.", "Press", asksForm)
	if _, err := r.post(ctx, r.made.text, m, "press"); err != nil {
		return err
	}
	r.Press(Prefix + r.presser.mark)
	done := time.NewTimer(r.Timing.Press)
	defer done.Stop()
	for _, act := range pressed {
		for came := false; !came; {
			select {
			case i := <-r.presser.acts:
				if came = slices.Equal(i.Path, r.presser.path(act)); came && act == fillsForm {
					r.filled(i)
				}
			case <-done.C:
				if act == asksForm {
					return errUnlooked("nobody pressed")
				}
				return errUnlooked("nobody pressed what came next; until then it was as expected")
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return r.answered(ctx)
}

// filled compares what was written in the form with what can be.
func (r *run) filled(i wire.Interaction) {
	for _, name := range []string{"line", "text", "menu", "radios", "box"} {
		_, given := i.Options[name]
		r.equal("field "+name+" comes back", true, given || name != "line" && name != "box")
	}
	for _, name := range []string{"menu", "radios"} {
		if chosen := i.Options[name]; chosen != "" && chosen != "1" && chosen != "2" {
			r.differs("field "+name, "a value of it", "another")
		}
	}
	if box := i.Options["box"]; box != "yes" && box != "no" {
		r.differs("field box", "yes or no", "something else")
	}
}

// answered waits until the last answer is there with its picture, and compares the answers.
func (r *run) answered(ctx context.Context) error {
	for ctx.Err() == nil {
		if e := r.tape.of(changeRoute); count(attachmentsOf(e.sent)) == 1 {
			r.message(e.sent, e.back, picture("done.png", 64))
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("no answer")
}

func attachmentsOf(message any) any {
	m, _ := message.(map[string]any)
	return m["attachments"]
}

// The other methods of wire.Handler.

func (p *presser) Plays(context.Context, wire.Interaction) bool { return true }

func (p *presser) Limited(wire.Interaction, limit.Verdict) wire.Message { return words("Wait.") }

func (p *presser) Defer(i wire.Interaction) wire.Deferral {
	return wire.Deferral{Update: slices.Equal(i.Path, p.path(finishes)), Private: true}
}

func (p *presser) Failed(wire.Interaction, string) wire.Message { return words("It failed.") }

func (p *presser) Lost(context.Context, wire.Interaction, string) wire.Message {
	return words("The answer was lost.")
}

func (p *presser) Unheard(context.Context, wire.Interaction) *wire.Message { return nil }
