package command

import (
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Characters of a command, of which Discord takes 8000 in all (Application Commands,
// "Application Command Limits"): the rest is kept free. maxSetups is how many of them the options
// may have that games bring.
const (
	maxSize   = 6500
	maxSetups = 2000
)

// within takes from commands the names in other languages of which one is that of another, of the list or
// registered beside it: all languages show the name itself then.
func within(list, beside []*discordgo.ApplicationCommand) {
	taken := names{}
	for _, c := range slices.Concat(beside, list) {
		taken[named{c.Type, "", c.Name}] = c.Name
	}
	for _, c := range beside {
		taken.take(c.Type, c.Name, inOthers(c.NameLocalizations))
	}
	for _, c := range list {
		c.NameLocalizations = orNil(taken.take(c.Type, c.Name, inOthers(c.NameLocalizations)))
		withinOptions(c.Options)
	}
}

// orNil is a text in other languages as a command has it: nil where there is none.
func orNil(others map[discordgo.Locale]string) *map[discordgo.Locale]string {
	if len(others) == 0 {
		return nil
	}
	return &others
}

// inOthers is a text of a command in other languages.
func inOthers(text *map[discordgo.Locale]string) map[discordgo.Locale]string {
	if text == nil {
		return nil
	}
	return *text
}

func withinOptions(list []*discordgo.ApplicationCommandOption) {
	taken := names{}
	for _, o := range list {
		taken[named{0, "", o.Name}] = o.Name
	}
	for _, o := range list {
		o.NameLocalizations = taken.take(0, o.Name, o.NameLocalizations)
		withinOptions(o.Options)
	}
}

// names are those that are taken, and by which command: "" is the language of its own name.
type names map[named]string

type named struct {
	kind discordgo.ApplicationCommandType // 0: an option
	lang discordgo.Locale
	name string
}

// take takes the names that a command has in other languages; where one is taken, or is the
// own name of another command, it takes none and returns nil.
func (n names) take(kind discordgo.ApplicationCommandType, of string, others map[discordgo.Locale]string) map[discordgo.Locale]string {
	for lang, name := range others {
		for _, at := range []named{{kind, lang, name}, {kind, "", name}} {
			if by, ok := n[at]; ok && by != of {
				return nil
			}
		}
	}
	for lang, name := range others {
		n[named{kind, lang, name}] = of
	}
	return others
}

// size is how many characters Discord counts of a command: names, descriptions and values,
// the longest of the languages.
func size(c *discordgo.ApplicationCommand) int {
	n := longest(c.Name, inOthers(c.NameLocalizations)) + longest(c.Description, inOthers(c.DescriptionLocalizations))
	for _, o := range c.Options {
		n += sizeOf(o)
	}
	return n
}

// sizeOf is size for an option, with those under it.
func sizeOf(o *discordgo.ApplicationCommandOption) int {
	n := longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations)
	for _, v := range o.Choices {
		n += longest(v.Name, v.NameLocalizations) + Length(v.Value.(string))
	}
	for _, under := range o.Options {
		n += sizeOf(under)
	}
	return n
}

func longest(text string, in map[discordgo.Locale]string) int {
	n := Length(text)
	for _, s := range in {
		n = max(n, Length(s))
	}
	return n
}
