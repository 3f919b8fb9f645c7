package command

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
	"referee/engine/kit/lists"
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

// Form is a form before it has the shape that Discord wants. What is too long is cut.
type Form struct {
	Title  string
	Path   wire.Path // nil: that of the request
	Fields []Field
}

// Field is what one thing is written in, or chosen from. The zero Kind is a text or, with Choices, a menu.
type Field struct {
	Name        string // of the option that it becomes
	Kind        discordgo.ComponentType
	Label, Help string
	Hint        string // what stands in it while it is empty
	Long        bool   // a text of several lines
	Optional    bool
	Most        int      // characters of a text, 0: as many as Discord takes; else how many can be chosen, 0: one
	Value       string   // it begins with; several that are chosen have blanks between them
	Choices     []Choice // of a menu or of radio buttons
	Channels    []discordgo.ChannelType
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

// begins are what a select of people, roles or channels calls them that it begins with.
var begins = map[discordgo.ComponentType]string{
	discordgo.UserSelectMenuComponent: "user", discordgo.RoleSelectMenuComponent: "role", discordgo.ChannelSelectMenuComponent: "channel",
}

func (f Field) component() wire.Component {
	c := wire.Component{Type: f.Kind, CustomID: f.Name, Placeholder: Cut(f.Hint, maxFieldHelp)}
	if c.Type == 0 && len(f.Choices) > 0 {
		c.Type = discordgo.SelectMenuComponent
	}
	if c.Type == wire.TypeCheckbox { // nobody has to check it
		c.Checked = f.Value == "yes"
		return c
	}
	c.Required = new(!f.Optional)
	for _, o := range f.Choices[:min(len(f.Choices), MaxOptions)] {
		option := o.option()
		option.Default = o.Value == f.Value || f.Most > 1 && slices.Contains(strings.Fields(f.Value), o.Value)
		c.Options = append(c.Options, option)
	}
	kind, selects := begins[c.Type]
	switch {
	case selects:
		c.ChannelTypes = f.Channels
		for _, id := range strings.Fields(f.Value) {
			c.Selected = append(c.Selected, wire.Selected{ID: id, Kind: kind})
		}
		fallthrough
	case c.Type == discordgo.SelectMenuComponent:
		if f.Most > 1 {
			c.Max = new(min(f.Most, MaxOptions))
		}
	case c.Type == 0:
		c.Type, c.Style, c.MaxLength = discordgo.TextInputComponent, fieldLine, min(cmp.Or(f.Most, maxFieldText), maxFieldText)
		if f.Long {
			c.Style = fieldParagraph
		}
		c.Value = Cut(f.Value, c.MaxLength)
	}
	return c
}

// The kinds of channel that can be chosen.
var (
	TextChannels = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}
	Forums       = []discordgo.ChannelType{discordgo.ChannelTypeGuildForum}
)

// OptionHelp is the help of an option of the command that is asked for.
func (q *Request) OptionHelp(name string) string {
	d := Describer{q.Words}
	for _, o := range q.Asked.Options {
		if o.Name == name {
			return q.Raw(engine.Say(d.WordsOf("help", q.Asked, o)))
		}
	}
	return ""
}

// LanguageChoices are the languages that can be chosen.
func (q *Request) LanguageChoices() []Choice {
	return lists.Map(locale.Languages, func(tag string) Choice { return Choice{Label: q.LanguageName(tag), Value: tag} })
}

// Sent reports whether the request is a form that was filled in. A form is sent to the path that shows it where it is not.
func (q *Request) Sent() bool { return q.Kind == discordgo.InteractionModalSubmit }

// ShowForm is the answer that shows a form. It begins with what was given, and what it has no field for is given when it is sent.
func (q *Request) ShowForm(f *Form) (Response, error) {
	for i, x := range f.Fields {
		if given, is := q.Interaction.Options[x.Name]; is {
			f.Fields[i].Value = given
		}
	}
	if f.Path == nil {
		f.Path = q.Path
	}
	if len(q.Interaction.Options) > 0 {
		f.Path = q.keep(f.Path)
	}
	out := Says(q.Say("form-late"))
	return Response{Card: out, form: f}, nil
}
