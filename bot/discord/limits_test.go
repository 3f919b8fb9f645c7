package discord

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// units is the length of a text as Discord counts it.
func units(text string) int { return len(utf16.Encode([]rune(text))) }

// checkReply checks a reply against the limits of Discord.
func (s *stage) checkReply(in wire.Interaction, r wire.Response) {
	s.t.Helper()
	switch r.Kind {
	case wire.Say, wire.Update:
		// The buttons of what a match goes on from are outdated by that; a link to the board leaves the panel as it is.
		anew := wire.Path(in.Path).Part(1) == "go-on" || wire.Path(in.Path).Part(0) == "board"
		if (r.Kind == wire.Update) != (in.Kind == discordgo.InteractionMessageComponent && in.Ephemeral && !anew) || r.Kind == wire.Say && !r.Private && wire.Path(in.Path).Part(0) != "rule" {
			s.t.Errorf("%v: a reply of kind %d, private %t", in.Path, r.Kind, r.Private)
		}
		s.checkMessage(&r.Message)
		if len(r.Message.Mentions.Users) > 0 {
			s.t.Errorf("%v: a private reply calls %v", in.Path, r.Message.Mentions.Users)
		}
	case wire.Complete:
		if len(r.Choices) > 25 {
			s.t.Errorf("%v: %d words proposed", in.Path, len(r.Choices))
		}
		for _, c := range r.Choices {
			if n := units(c.Name); n < 1 || n > 100 {
				s.t.Errorf("%v: proposal %q", in.Path, c.Name)
			}
			if n := units(c.Value.(string)); n < 1 || n > 100 {
				s.t.Errorf("%v: proposed value %q", in.Path, c.Value)
			}
		}
	case wire.Ask:
		s.checkForm(r.Form)
	case wire.OpenThread:
		if n := units(r.Name); n < 1 || n > 100 {
			s.t.Errorf("thread %q", r.Name)
		}
	case wire.LookUp:
		s.t.Errorf("%v: it asks again what it was told", in.Path)
	case wire.OpenPost:
		if name, n := units(r.Post.Name), units(r.Post.Text); name < 1 || name > 100 || n < 1 || n > 2000 {
			s.t.Errorf("post %q that begins with %q", r.Post.Name, r.Post.Text)
		}
		fallthrough
	case wire.TagForum:
		for _, tag := range r.Post.Tags {
			for _, name := range tag.Names {
				if n := units(name); n < 1 || n > 20 {
					s.t.Errorf("tag %q", name)
				}
			}
		}
	}
}

// checkMessage checks a message against the limits of Discord.
func (s *stage) checkMessage(m *wire.Message) {
	s.t.Helper()
	for _, fault := range faultsOf(m) {
		s.t.Errorf("%s:\n%s", fault, text(*m))
	}
}

// faultsOf lists what Discord would refuse of a message, and what nobody should
// read.
func faultsOf(m *wire.Message) []string {
	v := &inspector{ids: map[string]bool{}, files: map[string]bool{}}
	for _, f := range m.Files {
		v.files["attachment://"+f.Name] = true
	}
	if len(m.Components) == 0 {
		v.fault("it is empty")
	}
	v.all(m.Components, true)
	if v.count > 40 {
		v.fault("%d components", v.count)
	}
	if v.text > 4000 {
		v.fault("%d characters", v.text)
	}
	if v.rows > 5 {
		v.fault("%d rows", v.rows)
	}
	if len(m.Mentions.Users) > 100 {
		v.fault("%d mentions", len(m.Mentions.Users))
	}
	return v.faults
}

// programAccount is what nobody is shown: "program:captain".
var programAccount = regexp.MustCompile(`program:\w`)

type inspector struct {
	count, text, rows int
	ids, files        map[string]bool
	faults            []string
}

func (v *inspector) fault(format string, args ...any) {
	v.faults = append(v.faults, fmt.Sprintf(format, args...))
}

func (v *inspector) within(what, text string, least, most int) {
	if n := units(text); n < least || n > most {
		v.fault("%s %q has %d characters", what, text, n)
	}
	if programAccount.MatchString(text) {
		v.fault("%s %q has the account of a program", what, text)
	}
	if strings.Contains(text, "[discord.") || strings.Contains(text, "[referee.") || strings.Contains(text, "<no value>") {
		v.fault("%s %q lacks words", what, text)
	}
}

func (v *inspector) id(id string) {
	v.within("custom id", id, 1, 100)
	if v.ids[id] {
		v.fault("custom id %q twice", id)
	}
	v.ids[id] = true
	if _, err := wire.ParsePath(id); err != nil {
		v.fault("custom id %q: %v", id, err)
	}
}

func (v *inspector) all(list []wire.Component, top bool) {
	for _, c := range list {
		v.count++
		switch c.Type {
		case discordgo.TextDisplayComponent:
			v.within("text", c.Content, 1, 4000)
			v.text += units(c.Content)
		case discordgo.MediaGalleryComponent:
			v.within("alt text", c.Items[0].Description, 1, 1024)
			if !v.files[c.Items[0].Media.URL] {
				v.fault("picture %q is not there", c.Items[0].Media.URL)
			}
		case discordgo.FileComponentType:
			if !v.files[c.File.URL] {
				v.fault("file %q is not there", c.File.URL)
			}
		case discordgo.ContainerComponent:
			if !top || len(c.Components) == 0 || c.Accent != nil && (*c.Accent < 0 || *c.Accent > 0xffffff) {
				v.fault("a container of %d", len(c.Components))
			}
			v.all(c.Components, true)
		case discordgo.SectionComponent:
			if n := len(c.Components); n < 1 || n > 3 || c.Accessory == nil {
				v.fault("a section of %d", n)
				break
			}
			v.all(c.Components, true)
			v.count++
			v.thumbnail(*c.Accessory)
		case discordgo.ActionsRowComponent:
			v.rows++
			if n := len(c.Components); n < 1 || n > 5 || n > 1 && c.Components[0].Type != discordgo.ButtonComponent {
				v.fault("a row of %d", n)
			}
			v.all(c.Components, false)
		case discordgo.ButtonComponent:
			v.within("button", c.Label, 1, 80)
			if c.Style != discordgo.LinkButton {
				v.id(c.CustomID)
			} else if _, err := url.ParseRequestURI(c.URL); err != nil || len(c.URL) > 512 || c.CustomID != "" {
				v.fault("a link to %q, %q", c.URL, c.CustomID)
			}
		case discordgo.SelectMenuComponent:
			v.id(c.CustomID)
			v.within("hint", c.Placeholder, 0, 150)
			v.menu(c)
		default:
			v.fault("component of type %d", c.Type)
		}
		if top == (c.Type == discordgo.ButtonComponent || c.Type == discordgo.SelectMenuComponent) {
			v.fault("component of type %d at level %t", c.Type, top)
		}
	}
}

// thumbnail checks the picture beside a text.
func (v *inspector) thumbnail(c wire.Component) {
	v.within("alt text", c.Description, 1, 1024)
	if c.Type != discordgo.ThumbnailComponent || c.Media == nil || !v.files[c.Media.URL] {
		v.fault("component of type %d with picture %v beside a text", c.Type, c.Media)
	}
}

func (v *inspector) menu(c wire.Component) {
	if n := len(c.Options); n < 1 || n > 25 {
		v.fault("a menu of %d", n)
	}
	values := map[string]bool{}
	for _, o := range c.Options {
		v.within("option", o.Label, 1, 100)
		v.within("value", o.Value, 1, 100)
		v.within("description", o.Description, 0, 100)
		if values[o.Value] {
			v.fault("value %q twice", o.Value)
		}
		values[o.Value] = true
	}
}

// commandName is what Discord takes as the name of a command or an option.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// checkCommands checks commands against the limits of Discord.
func checkCommands(t *testing.T, commands []*discordgo.ApplicationCommand) {
	t.Helper()
	if len(commands) > 100 {
		t.Errorf("%d commands", len(commands))
	}
	// Entries of menus have free names: the stand-in checks them.
	commands = slices.DeleteFunc(slices.Clone(commands), func(c *discordgo.ApplicationCommand) bool { return c.Type != discordgo.ChatApplicationCommand })
	names := map[string]bool{}
	for _, c := range commands {
		if names[c.Name] {
			t.Errorf("command %s twice", c.Name)
		}
		names[c.Name] = true
		checkNames(t, "/"+c.Name, c.Name, inOthers(c.NameLocalizations), c.Description, inOthers(c.DescriptionLocalizations))
		size := checkOptions(t, "/"+c.Name, c.Options) + units(c.Name) + units(c.Description)
		if size > 8000 {
			t.Errorf("/%s has %d characters", c.Name, size)
		}
	}
	for _, l := range localised(t) {
		names := map[string]string{}
		for _, c := range commands {
			name := inOthers(c.NameLocalizations)[l]
			if name == "" {
				name = c.Name
			}
			if other := names[name]; other != "" {
				t.Errorf("%s: /%s is %s and %s", l, name, other, c.Name)
			}
			names[name] = c.Name
		}
	}
}

func checkNames(t *testing.T, at, name string, names map[discordgo.Locale]string, help string, helps map[discordgo.Locale]string) {
	t.Helper()
	check := func(lang discordgo.Locale, name, help string) {
		if !commandName.MatchString(name) || name != strings.ToLower(name) {
			t.Errorf("%s: %s: name %q", at, lang, name)
		}
		if n := units(help); n < 1 || n > 100 || strings.HasPrefix(help, "[") {
			t.Errorf("%s: %s: description %q of %d characters", at, lang, help, n)
		}
		if units(help) == 100 && strings.HasSuffix(help, "…") {
			t.Errorf("%s: %s: description %q is cut", at, lang, help)
		}
	}
	check("en", name, help)
	locales := localised(t)
	for _, l := range locales {
		local := names[l]
		if local == "" {
			local = name
		}
		check(l, local, helps[l])
	}
	if n := len(locales); len(helps) != n || len(names) != 0 && len(names) != n {
		t.Errorf("%s: languages of %d names and %d descriptions, want %d", at, len(names), len(helps), n)
	}
}

// checkOptions returns the characters of the options.
func checkOptions(t *testing.T, at string, options []*discordgo.ApplicationCommandOption) int {
	t.Helper()
	if len(options) > 25 {
		t.Errorf("%s has %d options", at, len(options))
	}
	size := 0
	names, optional := map[string]bool{}, false
	local := map[string]bool{} // by language and name
	for _, o := range options {
		if names[o.Name] {
			t.Errorf("%s has %s twice", at, o.Name)
		}
		names[o.Name] = true
		for l, n := range o.NameLocalizations {
			if local[string(l)+n] {
				t.Errorf("%s has %s twice in %s", at, n, l)
			}
			local[string(l)+n] = true
		}
		if o.Required && optional {
			t.Errorf("%s: %s must be given, after one that need not", at, o.Name)
		}
		optional = optional || !o.Required
		checkNames(t, at+" "+o.Name, o.Name, o.NameLocalizations, o.Description, o.DescriptionLocalizations)
		size += units(o.Name) + units(o.Description) + checkOptions(t, at+" "+o.Name, o.Options)
		if len(o.Choices) > 25 || len(o.Choices) > 0 && o.Autocomplete {
			t.Errorf("%s %s has %d choices, completion %t", at, o.Name, len(o.Choices), o.Autocomplete)
		}
		for _, c := range o.Choices {
			size += units(c.Name) + units(c.Value.(string))
			for _, n := range slices.AppendSeq([]string{c.Name}, maps.Values(c.NameLocalizations)) {
				if units(n) > 100 || strings.HasPrefix(n, "[") {
					t.Errorf("%s %s: choice %q", at, o.Name, n)
				}
			}
		}
	}
	return size
}

func TestCommandsOfTheToy(t *testing.T) {
	s := newStage(t)
	commands, err := s.h.Commands()
	s.must(err)
	checkCommands(t, commands)
	for _, want := range []string{"match new", "help", "toy plan", "toy march", "toy lose", "toy ask reach"} {
		if !has(commands, want) {
			t.Errorf("there is no /%s", want)
		}
	}
}
