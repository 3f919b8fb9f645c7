package discordtest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Types of commands.
const (
	commandTyped  = 1
	commandOnUser = 2
)

// Types of options of commands.
const (
	optionSub     = 1
	optionGroup   = 2
	optionString  = 3
	optionInteger = 4
	optionBoolean = 5
	optionUser    = 6
	optionChannel = 7
	optionRole    = 8
	optionMention = 9
	optionNumber  = 10
	optionFile    = 11
)

// Command is a command as the bot registered it; its options, and theirs, are
// of the same shape.
type Command struct {
	ID                       string            `json:"id,omitempty"`
	Type                     int               `json:"type,omitempty"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	MinValue                 *int              `json:"min_value,omitempty"`
	MaxValue                 *int              `json:"max_value,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	Choices                  []CommandChoice   `json:"choices,omitempty"`
	Options                  []Command         `json:"options,omitempty"`
	Contexts                 []int             `json:"contexts,omitempty"`
	ChannelTypes             []int             `json:"channel_types,omitempty"`
	Permissions              any               `json:"default_member_permissions,omitempty"`
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
	n := utf8.RuneCountInString(name)
	return 1 <= n && n <= 32 && name == strings.ToLower(name) && !strings.ContainsFunc(name, func(r rune) bool {
		return !strings.ContainsRune("-_'", r) && !unicode.In(r, unicode.L, unicode.N, unicode.Devanagari, unicode.Thai)
	})
}

// CheckCommands checks what the description does not say of the whole set of
// commands, as it is done when they are registered.
func CheckCommands(list []Command) error {
	names, slash, menus := map[string]bool{}, 0, map[int]int{}
	for _, c := range list {
		if c.Type > commandTyped {
			if menus[c.Type]++; menus[c.Type] > 15 {
				return fmt.Errorf("%d entries of a menu, the most is 15", menus[c.Type])
			}
			if err := checkMenu(c); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			for _, n := range localNames(c) {
				n = fmt.Sprint(c.Type, n)
				if names[n] {
					return fmt.Errorf("%s: two entries of a menu have one name", c.Name)
				}
				names[n] = true
			}
			continue
		}
		slash++
		if err := checkCommand(c, 0); err != nil {
			return fmt.Errorf("/%s: %w", c.Name, err)
		}
		for _, n := range localNames(c) {
			if names[n] {
				return fmt.Errorf("/%s: two commands are called %s", c.Name, n)
			}
			names[n] = true
		}
		if n := c.Size(); n > 8000 {
			return fmt.Errorf("/%s: %d characters in all, the most is 8000", c.Name, n)
		}
	}
	if slash > 100 {
		return fmt.Errorf("%d commands, the most is 100", slash)
	}
	return nil
}

// checkMenu checks an entry of a menu: its name may have capitals and spaces, and it has
// neither description nor options (Application Commands, User Commands).
func checkMenu(c Command) error {
	for _, n := range slices.Concat([]string{c.Name}, slices.Sorted(maps.Values(c.NameLocalizations))) {
		if l := utf8.RuneCountInString(n); l == 0 || l > 32 || strings.TrimSpace(n) != n {
			return fmt.Errorf("%q cannot be a name", n)
		}
	}
	for l := range c.NameLocalizations {
		if !slices.Contains(locales, l) {
			return fmt.Errorf("%q is not a language of Discord", l)
		}
	}
	if c.Description != "" || len(c.DescriptionLocalizations)+len(c.Options) > 0 {
		return errors.New("an entry of a menu has neither a description nor options")
	}
	return nil
}

// localNames lists the names of a command with their languages: "fr:partie".
func localNames(c Command) []string {
	out := []string{":" + c.Name}
	for _, l := range slices.Sorted(maps.Keys(c.NameLocalizations)) {
		out = append(out, l+":"+c.NameLocalizations[l])
	}
	return out
}

// checkCommand checks a command, or an option at a depth.
func checkCommand(c Command, depth int) error {
	if err := checkNames(c); err != nil {
		return err
	}
	if len(c.Options) > 25 {
		return fmt.Errorf("%d options, the most is 25", len(c.Options))
	}
	if err := checkChoices(c); err != nil {
		return err
	}
	names, optional := map[string]bool{}, false
	for _, o := range c.Options {
		switch {
		case o.Type <= optionGroup && depth == 1 && c.Type == optionGroup && o.Type != optionSub:
			return fmt.Errorf("%s: a group holds subcommands only", o.Name)
		case o.Type <= optionGroup && c.Options[0].Type > optionGroup, o.Type > optionGroup && c.Options[0].Type <= optionGroup:
			return fmt.Errorf("%s: subcommands and other options side by side", o.Name)
		case o.Type == optionGroup && depth > 0:
			return fmt.Errorf("%s: a group in a group", o.Name)
		case o.Required && optional:
			return fmt.Errorf("%s: required, behind one that is not", o.Name)
		}
		optional = optional || o.Type > optionGroup && !o.Required
		for _, n := range localNames(o) {
			if names[n] {
				return fmt.Errorf("two options are called %s", n)
			}
			names[n] = true
		}
		if err := checkCommand(o, depth+1); err != nil {
			return fmt.Errorf("%s: %w", o.Name, err)
		}
	}
	return nil
}

// checkNames checks the name and description of a command or an option, in all
// languages.
func checkNames(c Command) error {
	names := slices.Concat([]string{c.Name}, slices.Sorted(maps.Values(c.NameLocalizations)))
	for _, n := range names {
		if !nameable(n) {
			return fmt.Errorf("%q cannot be a name", n)
		}
	}
	texts := slices.Concat([]string{c.Description}, slices.Sorted(maps.Values(c.DescriptionLocalizations)))
	for _, d := range texts {
		if n := utf8.RuneCountInString(d); n == 0 || n > 100 {
			return fmt.Errorf("a description of %d characters, it has 1 to 100: %q", n, d)
		}
	}
	for _, m := range []map[string]string{c.NameLocalizations, c.DescriptionLocalizations} {
		for l := range m {
			if !slices.Contains(locales, l) {
				return fmt.Errorf("%q is not a language of Discord", l)
			}
		}
	}
	return nil
}

// checkChoices checks the values of an option, and that they are not completed
// as well.
func checkChoices(c Command) error {
	switch {
	case len(c.Choices) > 25:
		return fmt.Errorf("%d choices, the most is 25", len(c.Choices))
	case len(c.Choices) > 0 && c.Autocomplete:
		return errors.New("choices and autocomplete")
	}
	names := map[string]bool{}
	for _, o := range c.Choices {
		for l, name := range o.NameLocalizations {
			if n := utf8.RuneCountInString(name); n == 0 || n > 100 || !slices.Contains(locales, l) {
				return fmt.Errorf("choice %s: %s: %q", o.Name, l, name)
			}
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
