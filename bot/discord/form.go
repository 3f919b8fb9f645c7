package discord

import (
	"referee/bot/discord/wire"
)

// Limits of Discord on a form.
const (
	maxFormTitle   = 45
	maxFieldLabel  = 45
	maxFieldHelp   = 100
	maxFields      = 5
	maxFieldText   = 4000
	fieldLine      = 1 // styles of an input, with Discord's numbers
	fieldParagraph = 2
)

// form is a Form before it has the shape that Discord wants. What is too long is
// cut.
type form struct {
	title  string
	path   wire.Path
	fields []field
}

// field is what one thing is written in, or chosen from.
type field struct {
	name        string // of the option that it becomes
	label, help string
	long        bool // a text of several lines
	optional    bool
	most        int // characters; 0: as many as Discord takes
	value       string
	choices     []choice // it is a menu
}

// shape is the form as Discord wants it.
func (f *form) shape() *wire.Form {
	out := &wire.Form{ID: f.path.CustomID(), Title: cut(f.title, maxFormTitle)}
	for _, x := range f.fields[:min(len(f.fields), maxFields)] {
		part := x.component()
		out.Fields = append(out.Fields, wire.Component{
			Type: wire.TypeLabel, Label: cut(x.label, maxFieldLabel), Description: cut(x.help, maxFieldHelp), Component: &part,
		})
	}
	return out
}

func (f field) component() wire.Component {
	required := !f.optional
	if len(f.choices) > 0 {
		m := wire.Menu(f.name, "")
		for _, o := range f.choices {
			m.Options = append(m.Options, wire.SelectOption{Label: cut(o.label, maxOptionText), Value: o.value})
		}
		m.Required = &required
		return m
	}
	style := wire.ButtonStyle(fieldLine)
	if f.long {
		style = fieldParagraph
	}
	most := f.most
	if most == 0 {
		most = maxFieldText
	}
	return wire.Component{
		Type: wire.TypeInput, CustomID: f.name, Style: style, Required: &required, MaxLength: most, Value: cut(f.value, most),
	}
}

// showForm is the answer that shows a form.
func (c *call) showForm(f *form) (answer, error) {
	out := &card{}
	out.text(c.say("form-late"))
	return answer{card: out, form: f}, nil
}
