package wire

import "strings"

// locales are the languages that Discord can be set to, by their first part: "es-419" and "es-ES" of "es".
var locales = func() map[string][]string {
	out := map[string][]string{}
	for l := range strings.FieldsSeq("bg cs da de el en-GB en-US es-419 es-ES fi fr hi hr hu id it ja ko lt nl no pl pt-BR ro ru " +
		"sv-SE th tr uk vi zh-CN zh-TW") {
		base, _, _ := strings.Cut(l, "-")
		out[base] = append(out[base], l)
	}
	return out
}()

// LocalesOf are the locales of Discord in a language: "es-419" and "es-ES" of "es".
func LocalesOf(lang string) []string { return locales[lang] }
