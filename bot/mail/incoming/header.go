package incoming

import (
	"cmp"
	"io"
	"mime"
	"net/mail"
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"referee/bot/visible"
)

// header reads what the header of a mail says of it. Its result is the refusal of a mail
// that is not from exactly one person.
func (r *reader) header(h message.Header) *Refusal {
	m := r.mail
	m.Subject = short(phrase(h.Get("Subject")), longSubject)
	if ids := h.Values("Message-Id"); len(ids) == 1 {
		if found := messageIDs(ids[0]); len(found) == 1 {
			m.MessageID = found[0]
		}
	}
	m.InReplyTo = messageIDs(h.Get("In-Reply-To"))
	m.References = messageIDs(h.Get("References"))
	m.Date, _ = mail.ParseDate(h.Get("Date")) // the zero time where it cannot be read
	m.To = addresses(append(h.Values("To"), h.Values("Cc")...))
	for fields := h.Fields(); fields.Next(); {
		switch strings.ToLower(fields.Key()) {
		case "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to", "apparently-to":
			m.Delivered = append(m.Delivered, addresses([]string{fields.Value()})...)
		}
	}
	from, refused := sender(h.Values("From"))
	m.From = from
	m.Verdict = r.config.verdict(h, from.domain())
	return refused
}

// How many octets of a subject and of a name are kept, and how many an address may have.
const (
	longSubject = 2000
	longName    = 200
	longAddress = 320 // RFC 3696
)

// short is the beginning of a text, of so many octets at most.
func short(text string, most int) string {
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return text
}

// phrase is a field as people read it, on one line.
func phrase(value string) string {
	words := mime.WordDecoder{CharsetReader: func(charset string, in io.Reader) (io.Reader, error) {
		octets, err := io.ReadAll(in)
		return strings.NewReader(decode(octets, charset)), err
	}}
	if decoded, err := words.DecodeHeader(value); err == nil {
		value = decoded
	}
	return strings.Join(strings.Fields(visible.Line(decode([]byte(value), ""))), " ")
}

// sender is the one address that a mail is from.
func sender(fields []string) (Address, *Refusal) {
	if len(fields) == 0 {
		return Address{}, &Refusal{Reason: NoSender}
	}
	if len(fields) > 1 {
		return Address{}, &Refusal{Reason: ManySenders}
	}
	list, err := mail.ParseAddressList(fields[0])
	switch {
	case err == nil && len(list) > 1 || err == nil && strings.Count(fields[0], ";") > 0 && group().MatchString(fields[0]):
		return Address{}, &Refusal{Reason: ManySenders}
	case err == nil:
		return address(list[0].Name, list[0].Address)
	}
	// A name that nobody quoted, such as <Müller, Ana (HQ)>: what stands in brackets is the
	// address, if there is nothing else that may be one.
	m := bracketed().FindStringSubmatch(fields[0])
	if m == nil {
		if strings.Count(fields[0], "@") > 1 {
			return Address{}, &Refusal{Reason: ManySenders, Err: err}
		}
		return Address{}, &Refusal{Reason: NoSender, Err: err}
	}
	return address(m[1], m[2])
}

var (
	bracketed = pattern(`^([^<>@]*)<\s*([^<>@\s"(),:;]+@[^<>@\s"(),:;]+)\s*>[^<>@]*$`)
	group     = pattern(`^[^"<@]*:.*;\s*$`)
)

func address(name, at string) (Address, *Refusal) {
	i := strings.LastIndexByte(at, '@')
	if i <= 0 || i == len(at)-1 || len(at) > longAddress || visible.Line(at) != at {
		return Address{}, &Refusal{Reason: NoSender}
	}
	return Address{Name: short(strings.Trim(phrase(name), `" `), longName), Address: at[:i] + strings.ToLower(at[i:])}, nil
}

func (a Address) domain() string {
	return a.Address[strings.LastIndexByte(a.Address, '@')+1:]
}

// mostAddresses is how many addresses of a mail are read.
const mostAddresses = 200

// addresses are those in some fields, found also where a field is not as it should be.
func addresses(fields []string) []string {
	var out []string
	for _, f := range fields {
		list, err := mail.ParseAddressList(f)
		for _, a := range list {
			out = append(out, a.Address)
		}
		if err != nil {
			out = append(out, anyAddress().FindAllString(f, mostAddresses)...)
		}
	}
	out = slices.DeleteFunc(out, func(a string) bool { return len(a) > longAddress })
	out = out[:min(len(out), mostAddresses)]
	for i, a := range out {
		at := strings.LastIndexByte(a, '@')
		out[i] = visible.Line(a[:max(at, 0)] + strings.ToLower(a[max(at, 0):]))
	}
	return out
}

var anyAddress = pattern(`[^\s<>()\[\]:;,"@]+@[^\s<>()\[\]:;,"@]+`)

// messageIDs are the Message-IDs in a field, without brackets. One without brackets is
// taken too, as programs forget them, and none that cannot be shown as it is.
func messageIDs(value string) []string {
	var out []string
	for _, m := range messageID().FindAllStringSubmatch(value, mostIDs) {
		if len(m[1]) <= longestID {
			out = append(out, m[1])
		}
	}
	if bare := strings.TrimSpace(value); out == nil && bare != "" && len(bare) <= longestID && !strings.ContainsAny(bare, " \t<>") {
		out = []string{bare}
	}
	return slices.DeleteFunc(out, func(id string) bool { return visible.Line(id) != id })
}

// mostIDs is how many Message-IDs of a field are read, and longestID how many octets one
// may have: a line of a mail has no more.
const (
	mostIDs   = 200
	longestID = 998
)

// It does not count to 998, as the expression would then take milliseconds to compile, at every start of the program.
var messageID = pattern(`<\s*([^<>\s]+)\s*>`)

// mediaType is a Content-Type in small letters and its parameters. One that names no type, or
// cannot be read, is that of a plain text (RFC 2045, 5.2).
func mediaType(value string) (string, map[string]string) {
	media, params := parameters(value)
	if media = typeForm().FindString(media); media == "" {
		media = "text/plain"
	}
	return media, params
}

var typeForm = pattern(`^[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+`)

// parameters are what a field says in small letters and its parameters, read also where they
// are not as they should be.
func parameters(value string) (string, map[string]string) {
	if said, params, err := mime.ParseMediaType(value); err == nil {
		return said, params
	}
	said, _, _ := strings.Cut(value, ";")
	params := map[string]string{}
	for _, m := range parameter().FindAllStringSubmatch(value, -1) {
		if key := strings.ToLower(m[1]); params[key] == "" {
			params[key] = m[2] + m[3]
		}
	}
	return strings.ToLower(strings.TrimSpace(said)), params
}

var parameter = pattern(`([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s;"]+))`)

// fileName is the name of a part as a file, and whether it is one rather than a text of
// the mail.
func fileName(h message.Header, params map[string]string) (string, bool) {
	disposition, more := parameters(h.Get("Content-Disposition"))
	named := phrase(cmp.Or(more["filename"], params["name"]))
	if end := len(named) - longName; end > 0 {
		named = strings.ToValidUTF8(named[end:], "") // its end says of what type it is
	}
	return named, named != "" || strings.HasPrefix(disposition, "attachment")
}
