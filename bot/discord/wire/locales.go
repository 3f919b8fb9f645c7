package wire

import (
	"strings"

	"github.com/bwmarrin/discordgo"
)

// locales are the languages that Discord can be set to, by their first part: "es-419" and "es-ES" of "es".
var locales = func() map[string][]discordgo.Locale {
	out := map[string][]discordgo.Locale{}
	for l := range discordgo.Locales {
		base, _, _ := strings.Cut(string(l), "-")
		out[base] = append(out[base], l)
	}
	return out
}()

// LocalesOf are the locales of Discord in a language: "es-419" and "es-ES" of "es".
func LocalesOf(lang string) []discordgo.Locale { return locales[lang] }
