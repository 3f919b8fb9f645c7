// Package locale puts messages into a reader's language, one of Languages. It holds the words of the interface
// and reads those of a game from its catalogues; it does not depend on any game.
//
// A catalogue is a TOML file of messages, each a text/template whose arguments are used by name:
//
//	"move.cost" = "{{.unit.The}} needs {{.mp}} MP."
//
//	["loss.steps"]
//	one = "{{.unit}} loses {{.n}} step."
//	other = "{{.unit}} loses {{.n}} steps."
//
// The number called n, or else the first number, decides the plural. If a plural form is left out, "other" is
// used.
//
// A noun is the message "noun."+id; the forms that a language needs are listed with it:
//
//	"noun.red-a" = "Red A"
//
//	[noun.red-a]
//	the = "the Red A group"
//	of = "of the Red A group"
//	gender = "m"
//
// {{.unit}} is the plain noun; {{.unit.The}}, {{.unit.A}}, {{.unit.Of}} and {{.unit.To}} are its forms, and
// {{.unit.Capital}} is The at the beginning of a sentence. {{.unit.F}} and {{.unit.Many}} report whether its gender
// ("m", "f", "mp", "fp") is feminine and whether it is plural. Without forms of their own, The and A are the plain
// noun, and Of and To put the language's preposition before it.
//
// {{.n}} is a number, {{.n.Signed}} the same with its sign, {{.n.Int}} an integer for comparisons, {{.n.Over .m}}
// the exact number n/m. {{.why.Clause}} is a sentence without its full stop. {{.at}} is a hex with its place's name, {{.at.Bare}} without. Ratios are exact. Lists are
// joined as in the language; {{.list.The}} and {{.list.Of}} put each noun in that form, and {{.list.Len}} counts the
// members.
package locale
