package command

import (
	"github.com/bwmarrin/discordgo"

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

// Form is a Form before it has the shape that Discord wants. What is too long is
// cut.
type Form struct {
	Title  string
	Path   wire.Path
	Fields []Field
}

// Field is what one thing is written in, or chosen from.
type Field struct {
	Name        string // of the option that it becomes
	Label, Help string
	Long        bool // a text of several lines
	Optional    bool
	Most        int // characters; 0: as many as Discord takes
	Value       string
	Choices     []Choice // it is a menu
}

// shape is the form as Discord wants it.
func (f *Form) shape() *wire.Form {
	out := &wire.Form{ID: f.Path.CustomID(), Title: Cut(f.Title, maxFormTitle)}
	for _, x := range f.Fields[:min(len(f.Fields), maxFields)] {
		part := x.component()
		out.Fields = append(out.Fields, wire.Component{
			Type: wire.TypeLabel, Label: Cut(x.Label, maxFieldLabel), Description: Cut(x.Help, maxFieldHelp), Component: &part,
		})
	}
	return out
}

func (f Field) component() wire.Component {
	required := !f.Optional
	if len(f.Choices) > 0 {
		m := wire.Menu(f.Name, "")
		for _, o := range f.Choices {
			m.Options = append(m.Options, o.option())
		}
		m.Required = &required
		return m
	}
	style := discordgo.ButtonStyle(fieldLine)
	if f.Long {
		style = fieldParagraph
	}
	most := f.Most
	if most == 0 {
		most = maxFieldText
	}
	return wire.Component{
		Type: discordgo.TextInputComponent, CustomID: f.Name, Style: style, Required: &required, MaxLength: most, Value: Cut(f.Value, most),
	}
}

// ShowForm is the answer that shows a form.
func (q *Request) ShowForm(f *Form) (Response, error) {
	out := Says(q.Say("form-late"))
	return Response{Card: out, form: f}, nil
}
