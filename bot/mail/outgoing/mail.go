package outgoing

import (
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"
)

// Mail is a mail to one address.
type Mail struct {
	From    mail.Address // the referee's name and address
	To      string       // an address without a name
	ReplyTo string       // where answers go, with the token, see [Plus]; "": to From
	Bounces string       // where the mail comes back to that cannot be delivered; "": to From

	Subject string
	Date    time.Time
	ID      string   // of the message, without angle brackets: something@host
	InReply string   // id of the mail that it answers; "": of none
	Thread  []string // ids of the mails before it in its thread, oldest first

	Auto        Auto
	Unsubscribe Unsubscribe

	Lang       string  // of what it says: "fr"
	Blocks     []Block // what it says; footers come last, wherever they stand
	Attachment *File
	Files      []File // attached behind it
}

// Auto is why a mail was written that nobody wrote by hand (RFC 3834, 5).
type Auto string

// The reasons. They are the values of the header field Auto-Submitted.
const (
	Replied   Auto = "auto-replied"   // it answers a mail
	Generated Auto = "auto-generated" // it was not asked for by a mail
)

// Unsubscribe is how one is rid of such mails for good (RFC 2369, RFC 8058).
type Unsubscribe struct {
	Mail    string // the address to write to; "": none
	Subject string // of what is written there
	Web     string // an https address that is posted to; "": none
}

// File is what is attached to a mail.
type File struct {
	Name string
	Type string // its media type
	Data []byte
}

// attached is all that is attached to a mail.
func (m *Mail) attached() []File {
	if m.Attachment == nil {
		return m.Files
	}
	return append([]File{*m.Attachment}, m.Files...)
}

// Plus is an address with a tag: name+tag@host.
func Plus(address, tag string) string {
	name, host := divide(address)
	return name + "+" + tag + "@" + host
}

// divide divides an address at its last @.
func divide(address string) (name, host string) {
	i := strings.LastIndexByte(address, '@')
	if i < 0 {
		return address, ""
	}
	return address[:i], address[i+1:]
}

// Check says what is wrong with a mail; nothing of it was sent then, and it never can be.
func (m *Mail) Check() error {
	if m.Auto != Replied && m.Auto != Generated {
		return fmt.Errorf("outgoing: unknown reason %q", m.Auto)
	}
	if !validID(m.ID) {
		return fmt.Errorf("outgoing: %q is not the id of a message", m.ID)
	}
	if m.Date.IsZero() || len(m.Blocks) == 0 {
		return errors.New("outgoing: an email without a date or without text")
	}
	for _, address := range []string{m.From.Address, m.To, m.ReplyTo, m.Bounces, m.Unsubscribe.Mail} {
		if address != "" && !ValidAddress(address) || address == "" && (m.From.Address == "" || m.To == "") {
			return fmt.Errorf("outgoing: %q is not an address", address)
		}
	}
	fields := []string{m.Subject, m.Unsubscribe.Subject, m.Unsubscribe.Web, m.Lang, m.From.Name}
	for _, f := range m.attached() {
		fields = append(fields, f.Name, f.Type)
	}
	for _, field := range fields {
		if strings.ContainsFunc(field, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return fmt.Errorf("outgoing: %q has a control character", field)
		}
	}
	if web := m.Unsubscribe.Web; web != "" && !strings.HasPrefix(web, "https://") {
		return fmt.Errorf("outgoing: %q does not begin with https://", web)
	}
	return nil
}

// ValidAddress reports whether a text is an address alone, in ASCII: what is sent never needs SMTPUTF8,
// with which a bounce would come in another form.
func ValidAddress(text string) bool {
	parsed, err := mail.ParseAddress("<" + text + ">")
	return err == nil && parsed.Address == text && printable(text) && len(text) <= longestID
}

// validID reports whether a text can stand between < and > as the id of a message. Ids of others may be anything.
func validID(id string) bool {
	return id != "" && len(id) <= longestID && printable(id) && !strings.ContainsAny(id, "<>") && strings.Contains(id, "@")
}

// longestID keeps a line of the header far below the 998 octets that it may have (RFC 5322, 2.1.1).
const longestID = 320

// printable reports whether a text is ASCII that is seen.
func printable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}
