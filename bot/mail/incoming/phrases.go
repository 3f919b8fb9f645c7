package incoming

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"referee/bot/typed"
)

// What programs write around what somebody wrote, in four languages (en, fr, es and de) and,
// where its form tells, in any; compared as typed.Fold leaves it: small letters, no accents.

func fold(text string) string { return typed.Fold(text) }

// marked is a line that is quoted; initials before the mark are an older habit.
var marked = pattern(`^(?:>|&gt;|\||[A-Z]{1,4}>)`)

// repeated is with what the referee repeats a line that it was sent: what was tried or refused, too.
const repeated = "» "

// arrows say who wrote what follows, which is not marked as they are.
var arrows = pattern(`^>>> ?[^>].*[\d@].*(?:>>>|:)$`)

// attributed are the forms of a line that says who wrote what follows.
var attributed = []func() *regexp.Regexp{
	pattern(`^[-*_ ]*(?:on|le|el|am|il|op|em|den|a)\b.*\d.*\b(?:wrote|writes|a ecrit|ecrit|escribio|escribe|schrieb|ha scritto|schreef|escreveu)\b.{0,60}:$`),
	pattern(`^-{2,}.*[\d@].*\b(?:wrote|a ecrit|escribio|schrieb) ?:? ?-{2,}$`),
	pattern(`^am\b.*\d.*\bschrieb\b.+:$`),
	pattern(`^.*[<(\[][^<>@\s]+@[^<>@\s]+[>)\]].*\b(?:wrote|writes|said|a ecrit|ecrit|a dit|escribio|escribe|dijo|schrieb|schreibt)\b.{0,60}:$`),
	pattern(`^\d{4}-\d\d-\d\d\b.*<[^<>\s]+@[^<>\s]+> ?:$`),
	pattern(`^(?:quoting|citando a|zitat von|in message <|in article <).*:$`),
}

// beginsAttribution is with what most of them begin.
var beginsAttribution = pattern(`^[-*_ ]*(?:on|le|el|am|il|op|em|den|a)\b`)

// attributedLoosely may be somebody's own words, unless what follows is quoted.
var attributedLoosely = pattern(`\b(?:wrote|writes|said|a ecrit|ecrit|a dit|escribio|escribe|dijo|schrieb|schreibt)\b.{0,60}:$`)

// anyMatches reports whether a text has one of some forms.
func anyMatches(forms []func() *regexp.Regexp, text string) bool {
	return slices.ContainsFunc(forms, func(form func() *regexp.Regexp) bool { return form().MatchString(text) })
}

func attributing(said string) bool {
	return anyMatches(attributed, said)
}

var (
	// clock is a time of day, and number one of the numbers of a date.
	clock  = pattern(`\b\d{1,2} ?[:.h] ?\d\d\b`)
	number = pattern(`\d+`)
	// date is one without a time of day: 22.11.2026, 22 de noviembre de 2026, November 22nd, 2026, 2026年11月22日.
	date = pattern(`\b\d{1,4}[./-] ?\d{1,2}[./-] ?\d{2,4}\b|\b\d{1,2}(?:\.|st|nd|rd|th)?,? (?:de |of )?\pL{3,}\.?,? (?:de |del )?\d{4}\b|` +
		`\b\pL{3,}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b|\b\d{4} ?\pL+ ?\d{1,2} ?\pL+ ?\d{1,2} ?\pL`)
	// capital is a word that may be a name: it does not begin the line, and no number is beside it as beside a month.
	capital = pattern(`[^\d\s.]\S* "?(?:\p{Lu}\pL+|\p{Lo}{2,})(?:[^\d\s]*$|[^\d\s]* \D)`)
)

// numbersOfDate is how many numbers a day and a time of day have at least.
const numbersOfDate = 4

// dated reports whether a text has a date, in any language.
func dated(text string) bool {
	said := fold(text)
	return date().MatchString(said) || timed(said)
}

// timed reports whether a text has a date with a time of day.
func timed(text string) bool {
	return clock().MatchString(text) && len(number().FindAllString(text, numbersOfDate)) == numbersOfDate
}

// named reports whether a line names somebody and a date, as what says in any language who wrote what follows: by an address, or
// by a name if the time of day is there, too. "Turn 2, 24 December 1944:" may be anybody's heading.
func named(text string) bool {
	text, colon := strings.CutSuffix(text, ":")
	return colon && (anyAddress().MatchString(text) && dated(text) || timed(text) && capital().MatchString(text))
}

// oneLineHeader reports whether a line is the header of another mail, its fields one behind the other.
func oneLineHeader(text string) bool {
	return anyAddress().MatchString(text) && dated(text) && len(fieldName().FindAllString(text, 3)) == 3
}

var fieldName = pattern(`(?:^|\s)[\pL\pM]{1,20} ?: `)

const (
	passedOn = `(?:forwarded (?:message|by)|forward|(?:message|mail|courriel) (?:transfere|reexpedie|transmis)|mensaje reenviado|reenviado por|weitergeleitete (?:nachricht|mail|e-mail)|weitergeleitet von)`
	dashes   = `[-\x{2010}-\x{2015}_=*]{2,}`
)

var (
	dashed    = pattern(`^` + dashes)
	forwarded = pattern(`^` + dashes + ` ?` + passedOn + `.*$|^(?:begin forwarded message|debut du message (?:reexpedie|transfere)|inicio del mensaje reenviado|anfang der weitergeleiteten (?:nachricht|e-mail)) ?:$`)
	original  = pattern(`^` + dashes + ` ?(?:original (?:message|appointment|email)|(?:message|mail|e-?mail|courriel) (?:d'origine|original|initial|precedent)|mensaje original|correo original|original-?(?:nachricht|mail)|urspr(?:u|ue)ngliche (?:nachricht|e-mail|mail)|reply message|reply above this line).{0,40}?` + dashes)
	signature = pattern(`^(?:--|\x{2014}|\x{2013}|\x{2013}\x{2013}|\x{2015})$`)
	ruler     = pattern(`^_{5,}$`)

	beginsFile = pattern(`^begin [0-7]{3,4} \S`)
)

// Subjects of mails that pass another on.
var passing = pattern(`^(?:(?:re|aw|rv?|sv) ?: ?)*(?:fwd?|tr|rv|wg|i|enc|reenv) ?:`)

func forwards(subject string) bool { return passing().MatchString(fold(subject)) }

// label is what a line that looks like a field of a header names.
type label int

const (
	noLabel label = iota
	fromLabel
	otherLabel
)

var labelForm = pattern(`^[*_ ]{0,3}([\pL\pM' -]{1,20}?)[*_ ]{0,3}:[*_ ]{0,3}`)

var labels = map[string]label{
	"from": fromLabel, "de": fromLabel, "von": fromLabel, "expediteur": fromLabel, "remitente": fromLabel, "absender": fromLabel,
	"sent": otherLabel, "date": otherLabel, "to": otherLabel, "cc": otherLabel, "subject": otherLabel, "reply-to": otherLabel, "importance": otherLabel,
	"envoye": otherLabel, "envoye le": otherLabel, "a": otherLabel, "objet": otherLabel, "sujet": otherLabel, "destinataire": otherLabel, "repondre a": otherLabel,
	"enviado": otherLabel, "enviado el": otherLabel, "fecha": otherLabel, "para": otherLabel, "asunto": otherLabel, "responder a": otherLabel,
	"gesendet": otherLabel, "datum": otherLabel, "an": otherLabel, "betreff": otherLabel, "kopie": otherLabel, "antwort an": otherLabel,
}

func labelled(text string) label {
	if len(text) > 300 {
		return noLabel
	}
	m := labelForm().FindStringSubmatch(fold(text))
	if m == nil {
		return noLabel
	}
	return labels[strings.TrimSpace(m[1])]
}

// footers are lines that begin what programs, lists and lawyers add.
var footers = []func() *regexp.Regexp{
	pattern(`^(?:sent|gesendet|envoye|enviado|written) (?:from|with|by|via|using|depuis|de|d'|a partir|avec|desde|con|mit|von|mediante|on) ?.{0,80}$`),
	pattern(`^(?:von (?:meinem|unterwegs)|diese (?:nachricht|e-mail) wurde von meinem) .{0,60}gesendet\b.{0,20}$`),
	pattern(`^(?:get|download|telecharge[rz]|obtenir|obtener|obten|descargar?|hol(?:en)? sie sich|laden sie) .{0,20}(?:outlook|bluemail|protonmail|proton mail|yahoo|gmail|gmx|aquamail|spark|mail)\b.{0,60}$`),
	pattern(`^(?:yahoo mail|gmx|mail)\s?: .{0,60}(?:search|organi[sz]e|conquer).{0,40}$`),
	pattern(`^(?:disclaimer|confidentiality (?:notice|note|statement)|legal (?:notice|disclaimer)|avis de confidentialite|clause de confidentialite|avertissement|aviso (?:legal|de confidencialidad)|clausula de confidencialidad|vertraulichkeitshinweis|haftungsausschluss)\b.{0,40}(?::.*)?$`),
	pattern(`^(?:this|the information (?:contained )?in this) (?:e-?mail|message|communication|transmission)\b.*(?:confidential|intended|privileged|recipient)`),
	pattern(`^(?:ce|cet|le present) (?:message|courriel|mail|e-?mail|courrier electronique)\b.*(?:confidentiel|destinataire|intention exclusive)`),
	pattern(`^(?:este|el presente) (?:mensaje|correo|e-?mail|correo electronico)\b.*(?:confidencial|destinatari|privilegiada)`),
	pattern(`^diese (?:e-?mail|nachricht)\b.*(?:vertraulich|empfanger|bestimmt)`),
	pattern(`^(?:virus-free|sans virus|libre de virus|virenfrei|garanti sans virus|this email has been (?:checked|scanned)|l'absence de virus|el software de antivirus|diese e-?mail wurde (?:von|auf))\b`),
	pattern(`^(?:you (?:received|are receiving) this (?:message|e-?mail)|to unsubscribe\b|unsubscribe\s?:|pour se desabonner|pour vous desinscrire|vous recevez ce|para (?:darse de baja|cancelar)|ha recibido este|sie erhalten diese|um sich abzumelden)`),
	pattern(`^(?:please consider the environment|pensez a l'environnement|antes de imprimir|avant d'imprimer|bitte denken sie an die umwelt)\b`),
}

// A footer begins with so many octets at least, and so many at most are looked at.
const (
	shortFooter = 9
	longFooter  = 400
)

func footer(text string) bool {
	if len(text) < shortFooter {
		return false
	}
	said := strings.TrimLeft(fold(short(text, longFooter)), "*_-~ ")
	return anyMatches(footers, said)
}

// asides are what programs add to a plain text for what only HTML can say: addresses of
// links, and pictures.
var asides = pattern(`<(?:https?|mailto|tel|cid):[^>]*>|\[(?:image|cid|http|https|image|logo|bild|imagen)\b[^\]]*\]`)

// enumerated is the number, letter or sign of a point of a list, which HTML does not write.
// Some signs are letters of a font of signs.
var enumerated = pattern(`^(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|[ovqu§]) `)

// telling is a character that says something, or -1: the rest is how it is laid out.
func telling(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '?' {
		return r
	}
	return -1
}

// pattern is a regular expression that is compiled when it is first used: to compile them all takes some milliseconds,
// and most commands of the program read no mail.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
