package locale

import (
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// Named is the name of a language in another: Named("es", "fr") is "espagnol".
func Named(lang, in string) string {
	names := display.Languages(language.Make(in))
	if names == nil { // it is not known how that language calls any
		names = display.Languages(language.English)
	}
	return names.Name(language.Make(lang))
}

// named are the names of our languages in one of them, with keys such as "language.es".
func named(in string) []*i18n.Message {
	out := make([]*i18n.Message, len(Languages))
	for i, lang := range Languages {
		out[i] = &i18n.Message{ID: "language." + lang, Other: Named(lang, in)}
	}
	return out
}
