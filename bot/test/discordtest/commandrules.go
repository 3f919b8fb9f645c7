package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// Types of commands.
const (
	commandTyped  = 1
	commandOnUser = 2
)

// Command is a command as the bot registered it; its options, and theirs, are
// of the same shape.
type Command struct {
	ID                       string                                 `json:"id,omitempty"`
	Type                     discordgo.ApplicationCommandOptionType `json:"type,omitempty"`
	Name                     string                                 `json:"name"`
	NameLocalizations        map[string]string                      `json:"name_localizations,omitempty"`
	Description              string                                 `json:"description"`
	DescriptionLocalizations map[string]string                      `json:"description_localizations,omitempty"`
	Required                 bool                                   `json:"required,omitempty"`
	MinValue                 *int                                   `json:"min_value,omitempty"`
	MaxValue                 *int                                   `json:"max_value,omitempty"`
	Autocomplete             bool                                   `json:"autocomplete,omitempty"`
	Choices                  []CommandChoice                        `json:"choices,omitempty"`
	Options                  []Command                              `json:"options,omitempty"`
	Contexts                 []int                                  `json:"contexts,omitempty"`
	IntegrationTypes         []int                                  `json:"integration_types,omitempty"`
	ChannelTypes             []discordgo.ChannelType                `json:"channel_types,omitempty"`
	Permissions              json.Number                            `json:"default_member_permissions,omitempty"` // the library writes a string
}

// plain is a command without its words in other languages.
func (c Command) plain() Command {
	c.NameLocalizations, c.DescriptionLocalizations = nil, nil
	c.Options, c.Choices = slices.Clone(c.Options), slices.Clone(c.Choices)
	for i, o := range c.Options {
		c.Options[i] = o.plain()
	}
	for i := range c.Choices {
		c.Choices[i].NameLocalizations = nil
	}
	return c
}

// CommandChoice is a value that an option may have, or that completion offers.
type CommandChoice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"`
}

// nameable reports whether Discord lets a command or an option be called so: by letters in their small form, numbers
// and three marks.
func nameable(name string) bool {
	return name == strings.ToLower(name) && !strings.ContainsFunc(name, func(r rune) bool {
		return !strings.ContainsRune("-_'", r) && !unicode.In(r, unicode.L, unicode.N, unicode.Devanagari, unicode.Thai)
	})
}

// CheckCommands checks a whole set of commands, as it is done when they are registered: against the description, and for
// what that does not say.
func CheckCommands(list []Command) error {
	if err := checkRequest("PUT /applications/{application_id}/commands", nil, raw(list)); err != nil {
		return err
	}
	names, count := map[string]bool{}, map[discordgo.ApplicationCommandOptionType]int{}
	for _, c := range list {
		kind, check := max(c.Type, commandTyped), checkCommand
		if kind > commandTyped {
			check = checkMenu
		}
		err := check(c)
		if n := c.Size(); err == nil && n > 8000 {
			err = fmt.Errorf("%d characters in all, the most is 8000", n)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		count[kind]++
		for _, n := range localNames(c) {
			if n = fmt.Sprint(kind, n); names[n] {
				return fmt.Errorf("%s: two commands are called %s", c.Name, n)
			}
			names[n] = true
		}
	}
	for kind, n := range count {
		most := 15
		if kind == commandTyped {
			most = 100
		}
		if n > most {
			return fmt.Errorf("%d commands of type %d, the most is %d", n, kind, most)
		}
	}
	return nil
}

// checkMenu checks an entry of a menu: its name may have capitals and spaces, and it has
// neither description nor options (Application Commands, User Commands).
func checkMenu(c Command) error {
	if c.Description != "" || len(c.DescriptionLocalizations)+len(c.Options) > 0 {
		return errors.New("an entry of a menu has neither a description nor options")
	}
	return checkNames(c, func(name string) bool { return strings.TrimSpace(name) == name })
}

// localNames lists the names of a command with their languages: "fr:partie".
func localNames(c Command) []string {
	out := []string{":" + c.Name}
	for _, l := range slices.Sorted(maps.Keys(c.NameLocalizations)) {
		out = append(out, l+":"+c.NameLocalizations[l])
	}
	return out
}

// checkCommand checks a command that is typed, or an option of one.
func checkCommand(c Command) error {
	if err := errors.Join(checkNames(c, nameable), checkLocales(c.DescriptionLocalizations), checkChoices(c)); err != nil {
		return err
	}
	if c.Description == "" {
		return errors.New("it has no description")
	}
	names, optional := map[string]bool{}, false
	for _, o := range c.Options {
		switch {
		case o.sub() != c.Options[0].sub():
			return fmt.Errorf("%s: subcommands and other options side by side", o.Name)
		case o.Required && optional:
			return fmt.Errorf("%s: required, behind one that is not", o.Name)
		}
		optional = optional || !o.sub() && !o.Required
		for _, n := range localNames(o) {
			if names[n] {
				return fmt.Errorf("two options are called %s", n)
			}
			names[n] = true
		}
		if err := checkCommand(o); err != nil {
			return fmt.Errorf("%s: %w", o.Name, err)
		}
	}
	return nil
}

// sub reports whether an option is a subcommand, or a group of some.
func (c Command) sub() bool { return c.Type <= discordgo.ApplicationCommandOptionSubCommandGroup }

// checkNames checks the names of a command or an option, in all languages.
func checkNames(c Command, right func(name string) bool) error {
	for _, n := range slices.Concat([]string{c.Name}, slices.Sorted(maps.Values(c.NameLocalizations))) {
		if !right(n) {
			return fmt.Errorf("%q cannot be a name", n)
		}
	}
	return checkLocales(c.NameLocalizations)
}

// checkLocales checks the languages of some texts.
func checkLocales(texts map[string]string) error {
	for l := range texts {
		if !slices.Contains(locales, l) {
			return fmt.Errorf("%q is not a language of Discord", l)
		}
	}
	return nil
}

// checkChoices checks the names of an option's values, and that they are not completed as well.
func checkChoices(c Command) error {
	if len(c.Choices) > 0 && c.Autocomplete {
		return errors.New("choices and autocomplete")
	}
	names := map[string]bool{}
	for _, o := range c.Choices {
		if err := checkLocales(o.NameLocalizations); err != nil {
			return err
		}
		if names[o.Name] {
			return fmt.Errorf("two choices are called %s", o.Name)
		}
		names[o.Name] = true
	}
	return nil
}

// Size is how many characters Discord counts of a command, of which there may be 8,000:
// names, descriptions and values, the longest of the languages.
func (c Command) Size() int {
	n := longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations)
	for _, o := range c.Choices {
		n += longest(o.Name, o.NameLocalizations)
		if s, ok := o.Value.(string); ok {
			n += utf8.RuneCountInString(s)
		}
	}
	for _, o := range c.Options {
		n += o.Size()
	}
	return n
}

func longest(text string, in map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, s := range in {
		n = max(n, utf8.RuneCountInString(s))
	}
	return n
}

// locales are the languages that Discord knows.
var locales = []string{
	"ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
	"hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk",
	"vi", "zh-CN", "zh-TW",
}
