package wire

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/bwmarrin/discordgo"
)

// mostText is how many characters all texts of a message may have (Component Reference,
// Text Display).
const mostText = 4000

// links makes names of commands in texts clickable.
type links struct {
	*registered
	// shown are the commands by what readers of any language are shown behind the slash:
	// "match new", "partie nouvelle".
	shown map[string]linked
}

// linked is a command that a text names.
type linked struct {
	path  string // "rules why"
	short string // the short form that was named, "why"; "": none was
	guild bool   // it can be given in a guild alone
}

func newLinks(r *registered, commands []*discordgo.ApplicationCommand, short []ShortForm) *links {
	l := &links{registered: r, shown: map[string]linked{}}
	everywhere := append([]discordgo.Locale{""}, slices.Collect(maps.Keys(discordgo.Locales))...)
	for _, c := range commands {
		if c.Type == discordgo.UserApplicationCommand {
			continue // no text names an entry of a menu
		}
		guild := c.Contexts != nil && !slices.Contains(*c.Contexts, discordgo.InteractionContextBotDM)
		for _, locale := range everywhere {
			l.add(linked{path: c.Name, guild: guild}, locale, shownIn(locale, c), c.Options)
		}
	}
	for _, c := range short {
		for _, locale := range everywhere {
			shown := shownIn(locale, c.ApplicationCommand)
			if _, taken := l.shown[shown]; !taken {
				to := l.shown[strings.ReplaceAll(c.Leads, "/", " ")]
				l.shown[shown] = linked{path: to.path, short: c.Name, guild: to.guild}
			}
		}
	}
	return l
}

// shownIn returns the name of a command in a locale.
func shownIn(locale discordgo.Locale, c *discordgo.ApplicationCommand) string {
	if c.NameLocalizations == nil {
		return c.Name
	}
	return cmp.Or((*c.NameLocalizations)[locale], c.Name)
}

// add adds what can be typed of a command in a locale: itself, or its subcommands.
func (l *links) add(c linked, locale discordgo.Locale, shown string, options []*discordgo.ApplicationCommandOption) {
	deeper := false
	for _, o := range options {
		if o.Type != discordgo.ApplicationCommandOptionSubCommand && o.Type != discordgo.ApplicationCommandOptionSubCommandGroup {
			break
		}
		deeper = true
		l.add(linked{path: c.path + " " + o.Name, guild: c.guild}, locale, shown+" "+cmp.Or(o.NameLocalizations[locale], o.Name), o.Options)
	}
	if !deeper {
		l.shown[shown] = c
	}
}

// readers are who a message is shown to: people in a guild, "" where that is not known; or
// somebody in a direct message.
type readers struct {
	guild  ID
	direct bool
}

// mention is a command as Discord shows it to be clicked, to some readers; "" where it is none
// that they can give, or is not registered yet. Discord shows it by the name that stands there and
// follows no other than the one it is registered by, whatever the reader's language (Reference,
// Message Formatting, "Slash Command").
func (l *links) mention(to readers, shown string) string {
	c, known := l.shown[shown]
	if !known || to.direct && c.guild {
		return ""
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if id := l.ids[to.guild][c.short]; to.guild != "" && id != "" {
		return "</" + c.short + ":" + id + ">"
	}
	top, _, _ := strings.Cut(c.path, " ")
	in := []ID{to.guild, ""}
	if to == (readers{}) {
		in = append(in, l.only())
	}
	for _, in := range in {
		if id := l.ids[in][top]; id != "" {
			return "</" + c.path + ":" + id + ">"
		}
	}
	return ""
}

// only is the guild where commands are registered, where there is one alone: it is also known
// where there are none, as everywhere beside a test guild. The lock is held.
func (r *registered) only() ID {
	var out []ID
	for guild, ids := range r.ids {
		if len(ids) > 0 {
			out = append(out, guild)
		}
	}
	if len(out) != 1 {
		return ""
	}
	return out[0]
}

// named is a code span that may name a command, with what stands around it: what somebody
// wrote has its marks escaped.
var named = regexp.MustCompile("(^|[^`\\\\])`/([^`\n]+)`")

// in makes the commands clickable that the texts of a message name, as long as there is room.
// The components of others are not changed.
func (l *links) in(to readers, list []Component) []Component {
	room := mostText
	each(list, func(text string) { room -= units(text) })
	return l.within(to, list, &room)
}

func (l *links) within(to readers, list []Component, room *int) []Component {
	out := slices.Clone(list)
	for i, c := range out {
		if c.Type == discordgo.TextDisplayComponent {
			out[i].Content = named.ReplaceAllStringFunc(c.Content, func(span string) string {
				parts := named.FindStringSubmatch(span)
				mention := l.mention(to, parts[2])
				grows := units(mention) - units("`/"+parts[2]+"`")
				if mention == "" || grows > *room {
					return span
				}
				*room -= grows
				return parts[1] + mention
			})
		}
		out[i].Components = l.within(to, c.Components, room)
	}
	return out
}

// each calls a function with each text of components.
func each(list []Component, do func(text string)) {
	for _, c := range list {
		if c.Type == discordgo.TextDisplayComponent {
			do(c.Content)
		}
		each(c.Components, do)
	}
}

// units is how many characters a text has, as Discord counts them.
func units(text string) int { return len(utf16.Encode([]rune(text))) }

// readersKey is the key of the readers in a context.
type readersKey struct{}

// inGuild is a context whose requests show messages to people in a guild; "": to somebody in
// a direct message.
func inGuild(ctx context.Context, guild ID) context.Context {
	return context.WithValue(ctx, readersKey{}, readers{guild, guild == ""})
}

// link makes commands clickable in the body of a request that is or has a message.
func (l *links) link(ctx context.Context, body any) any {
	to, _ := ctx.Value(readersKey{}).(readers)
	switch b := body.(type) {
	case wireMessage:
		b.Components = l.in(to, b.Components)
		return b
	case wireCallback:
		b.Data = l.link(ctx, b.Data)
		return b
	}
	return body
}
