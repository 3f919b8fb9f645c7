package command

import (
	"unicode"
	"unicode/utf8"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
)

// What a post in a forum says of its match by a tag, beside the side to move.
const (
	TagWaiting  = "waiting" // for players
	TagFinished = "finished"
	TagLeague   = "league"
)

// emoji are what tags get that the bot makes.
var emoji = map[string]string{TagWaiting: "⏳", TagFinished: "🏁", TagLeague: "🏆"}

// Tag is a tag, by its names in all languages, the one given first.
func (h *Handlers) Tag(lang, what string) wire.Tag {
	return tagOf(Voice{h.Plain, lang}, engine.Say("discord.tag."+what), emoji[what])
}

// SideTag is the tag of a side that is to move.
func (h *Handlers) SideTag(lang string, info *engine.Info, seat engine.Seat) (wire.Tag, error) {
	words, err := h.Library.Of(info)
	if err != nil {
		return wire.Tag{}, err
	}
	return tagOf(Voice{words, lang}, engine.Say("discord.tag.side", engine.Noun("seat", string(seat))), "▶️"), nil
}

// SideTags are the tags of the sides of a game.
func (h *Handlers) SideTags(lang string, info *engine.Info) ([]wire.Tag, error) {
	var out []wire.Tag
	for _, s := range info.Seats {
		t, err := h.SideTag(lang, info, s)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// AllTags are the tags of all matches.
func (h *Handlers) AllTags(lang string) ([]wire.Tag, error) {
	out := []wire.Tag{h.Tag(lang, TagWaiting), h.Tag(lang, TagFinished), h.Tag(lang, TagLeague)}
	for _, g := range h.Games {
		sides, err := h.SideTags(lang, g)
		if err != nil {
			return nil, err
		}
		out = append(out, sides...)
	}
	return out, nil
}

// tagOf is a tag with the names that a message has in all languages.
func tagOf(v Voice, m engine.Msg, emoji string) wire.Tag {
	out := wire.Tag{Emoji: emoji, Names: []string{tagName(v.Raw(m))}}
	for _, lang := range locale.Languages {
		out.Names = append(out.Names, tagName(v.Words.Say(lang, m)))
	}
	return out
}

// tagName is a text as the name of a tag.
func tagName(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return Cut(string(unicode.ToUpper(first))+text[n:], wire.MaxTag)
}
