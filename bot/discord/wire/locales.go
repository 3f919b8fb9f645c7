package wire

import (
	"slices"
	"strings"
)

// locales are the languages that Discord can be set to.
var locales = strings.Fields("bg cs da de el en-GB en-US es-419 es-ES fi fr hi hr hu id it ja ko lt nl no pl pt-BR ro ru " +
	"sv-SE th tr uk vi zh-CN zh-TW")

// LocalesOf are the locales of Discord in a language: "es-419" and "es-ES" of "es".
func LocalesOf(lang string) []string {
	return slices.DeleteFunc(slices.Clone(locales), func(l string) bool {
		base, _, _ := strings.Cut(l, "-")
		return base != lang
	})
}
