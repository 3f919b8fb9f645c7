package live

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
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

	asksPicks  = "picks"
	fillsPicks = "picked"
)

// pressed and picked are all of it, in order.
var (
	pressed = []string{asksForm, fillsForm, changes, asksMore, finishes}
	picked  = []string{asksPicks, fillsPicks}
)

// presser answers what a person presses in an examination, in each way in which the program answers.
type presser struct {
	mark string
	slow time.Duration // how long an answer takes that is announced
	acts chan wire.Interaction
	lost chan bool // Discord has refused an answer
}

func newPresser(mark string, t wire.Timing) *presser {
	return &presser{mark: mark, slow: cmp.Or(t.Defer, 2*time.Second) * 3 / 2, acts: make(chan wire.Interaction, 16), lost: make(chan bool, 1)}
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
	acts := slices.Concat(pressed, picked)
	n := slices.IndexFunc(acts, func(act string) bool { return slices.Equal(i.Path, p.path(act)) })
	if n < 0 {
		return wire.Response{Kind: wire.Say, Private: true, Message: words("The referee is not at work here now: referee doctor --live is.")}
	}
	select {
	case p.acts <- i:
	default: // somebody presses on and on
	}
	switch acts[n] {
	case asksForm:
		return wire.Response{Kind: wire.Ask, Form: p.form(fillsForm, written()), Message: words("The form came too late.")}
	case asksPicks:
		return wire.Response{Kind: wire.Ask, Form: p.form(fillsPicks, chosen(i)), Message: words("The form came too late.")}
	case fillsPicks:
		return wire.Response{Kind: wire.Update, Message: words("Thank you.")}
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

// form is a form that asks for something.
func (p *presser) form(act string, fields []wire.Component) *wire.Form {
	f := &wire.Form{ID: p.path(act).CustomID(), Title: "Send this form"}
	for _, x := range fields {
		f.Fields = append(f.Fields, wire.Component{Type: wire.TypeLabel, Label: "A " + x.CustomID, Description: "As it is, or something else.", Component: &x})
	}
	return f
}

// written are fields of the kinds that forms of the program have, but for those of [chosen].
func written() []wire.Component {
	no := false
	menu := wire.Menu("menu", "", wire.SelectOption{Label: "One", Value: "1", Default: true}, wire.SelectOption{Label: "Two", Value: "2", Description: "the second"})
	menu.Required = &no
	return []wire.Component{
		{Type: discordgo.TextInputComponent, CustomID: "line", Style: 1, MaxLength: 20, Value: "a line", Placeholder: "a line"},
		{Type: discordgo.TextInputComponent, CustomID: "text", Style: 2, Required: &no, MaxLength: 4000},
		menu,
		{Type: wire.TypeRadios, CustomID: "choice", Required: &no, Options: []wire.SelectOption{
			{Label: "One", Value: "1", Default: true}, {Label: "Two", Value: "2", Description: "the second"},
		}},
		{Type: wire.TypeCheckbox, CustomID: "box", Checked: true},
	}
}

// chosen are fields of people, roles, channels and files. They begin with who presses, a role of theirs and the channel.
func chosen(i wire.Interaction) []wire.Component {
	no, two := false, 2
	fields := []wire.Component{
		{Type: discordgo.UserSelectMenuComponent, CustomID: "person", Required: &no, Max: &two, Selected: []wire.Selected{{ID: i.User.ID, Kind: "user"}}},
		{Type: discordgo.RoleSelectMenuComponent, CustomID: "role", Required: &no, Max: &two},
		{
			Type: discordgo.ChannelSelectMenuComponent, CustomID: "channel", Required: &no, Selected: []wire.Selected{{ID: i.Channel, Kind: "channel"}},
			ChannelTypes: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildForum},
		},
		{Type: wire.TypeUpload, CustomID: "file", Required: &no},
	}
	for _, id := range i.Roles[:min(len(i.Roles), 1)] {
		fields[1].Selected = []wire.Selected{{ID: id, Kind: "role"}}
	}
	return fields
}

// press asks a person to press a button, to send a form and to press again.
func press(ctx context.Context, r *run) error {
	if err := r.awaits(ctx, "Press this button within "+r.Timing.Press.String()+", and send the form.", pressed); err != nil {
		return err
	}
	return r.answered(ctx)
}

// pick asks a person to press another button, and to send its form.
func pick(ctx context.Context, r *run) error {
	return r.awaits(ctx, "Then press this one within "+r.Timing.Press.String()+", and send its form, with a small file if you have one.", picked)
}

// errRefused is that Discord has refused an answer, which a form may be.
var errRefused = errors.New("an answer to a press is refused")

// awaits posts a button, and waits until a person has done one thing after the other.
func (r *run) awaits(ctx context.Context, text string, acts []string) error {
	if r.Press == nil {
		return errUnlooked("run it with --press, and press what it shows")
	}
	if r.made.text == "" {
		return errUnlooked("there is no channel")
	}
	if _, err := r.post(ctx, r.made.text, r.presser.button(text, "Press", acts[0]), acts[0]); err != nil {
		return err
	}
	r.Press(Prefix + r.presser.mark)
	done := time.NewTimer(r.Timing.Press)
	defer done.Stop()
	for n, act := range acts {
		for came := false; !came; {
			select {
			case i := <-r.presser.acts:
				switch came = slices.Equal(i.Path, r.presser.path(act)); {
				case came && act == fillsForm:
					r.filled(i, written())
				case came && act == fillsPicks:
					r.filled(i, chosen(i))
				}
			case <-r.presser.lost:
				return errRefused
			case <-done.C:
				if n == 0 {
					return errUnlooked("nobody pressed")
				}
				return errUnlooked("nobody pressed what came next; until then it was as expected")
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

// filled compares a form that came back with its fields: each has its type and name, and what is in it is of its kind.
func (r *run) filled(i wire.Interaction, fields []wire.Component) {
	var want []any
	for _, f := range fields {
		field := map[string]any{"type": float64(f.Type), "custom_id": f.CustomID}
		want = append(want, map[string]any{"type": float64(wire.TypeLabel), "component": field})
	}
	r.subset("fields", want, r.conn.fields())
	for _, f := range fields {
		values := strings.Fields(i.Options[f.CustomID])
		if f.Type == wire.TypeCheckbox { // it always has one
			values = []string{i.Options[f.CustomID]}
		}
		for _, v := range values {
			of := true
			switch f.Type {
			case discordgo.TextInputComponent:
			case wire.TypeCheckbox:
				of = v == "yes" || v == "no"
			case discordgo.UserSelectMenuComponent:
				_, of = i.Chosen[v]
			case wire.TypeUpload:
				of = i.Files[v] != nil && i.Files[v].URL != ""
			case discordgo.RoleSelectMenuComponent, discordgo.ChannelSelectMenuComponent:
				_, err := strconv.ParseUint(v, 10, 64)
				of = err == nil
			default: // a menu or radio buttons
				of = slices.ContainsFunc(f.Options, func(o wire.SelectOption) bool { return o.Value == v })
			}
			if !of {
				r.differs("field "+f.CustomID, "a value of its kind", "another")
			}
		}
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

func (p *presser) Lost(_ context.Context, _ wire.Interaction, number string) wire.Message {
	if number != "" { // else it came too late
		select {
		case p.lost <- true:
		default: // it is known
		}
	}
	return words("The answer was lost.")
}

func (p *presser) Unheard(context.Context, wire.Interaction) *wire.Message { return nil }
