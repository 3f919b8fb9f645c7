package incoming

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// Bounce is what a mail server says of a mail that it was to deliver.
type Bounce struct {
	// Original is the Message-ID of the mail that it is about, without brackets; empty
	// where it does not say.
	Original string
	// Nobody says that its envelope has no sender, as that of a report has: the server that took it in says so in the
	// first Return-Path.
	Nobody bool
	// Recipients are those that it speaks of. There is at least one; its address is empty
	// where none is named.
	Recipients []Recipient
}

// Recipient is what became of a mail for one address.
type Recipient struct {
	Address string
	Outcome Outcome
	Status  string // such as 5.1.1 (RFC 3463); empty where it is not told
	Reason  string // what the server says, on one line
}

// Outcome is what became of a mail.
type Outcome int

// The outcomes.
const (
	Failed    Outcome = iota + 1 // it will not be delivered
	Delayed                      // it will be tried again
	Delivered                    // it was delivered, or handed on
)

var outcomes = [...]string{"", "failed", "delayed", "delivered"}

func (o Outcome) String() string { return outcomes[o] }

// notice is what the parts of a report say.
type notice struct {
	status     bool // there was a part on the delivery
	recipients []Recipient
	original   string
}

const (
	mostNotice     = 64_000 // octets of a part of a report that are read
	mostRecipients = 100
	longReason     = 300 // octets
)

// reported reads a part of a report.
func (r *reader) reported(media string, body io.Reader) error {
	switch media {
	case "message/delivery-status", "message/global-delivery-status":
		octets, err := io.ReadAll(io.LimitReader(body, mostNotice))
		if err != nil && errors.Is(r.in.err, errHeader) {
			return err
		}
		r.notice.status = true
		r.notice.recipients = append(r.notice.recipients, recipients(decode(octets, ""))...)
	case "message/rfc822", "message/global", "message/rfc822-headers", "text/rfc822-headers", "message/global-headers":
		// What breaks off is read as far as it goes: the beginning is what is wanted.
		h, err := textproto.ReadHeader(bufio.NewReader(repaired(io.LimitReader(body, mostNotice), mostNotice)))
		if err != nil && errors.Is(r.in.err, errHeader) {
			return err
		}
		if ids := messageIDs(h.Get("Message-Id")); len(ids) == 1 && r.notice.original == "" {
			r.notice.original = ids[0]
		}
	case "message/disposition-notification", "message/global-disposition-notification", "message/feedback-report":
		r.signs.receipt = true
	}
	return nil
}

// recipients are those of a message/delivery-status (RFC 3464): groups of fields, of which
// the first is about the mail.
func recipients(text string) []Recipient {
	var out []Recipient
	for _, group := range blankLine().Split(text, mostRecipients+1) {
		h, err := textproto.ReadHeader(bufio.NewReader(repaired(strings.NewReader(group+"\n\n"), mostNotice)))
		if err != nil {
			continue
		}
		to := untyped(h.Get("Final-Recipient"))
		if original := untyped(h.Get("Original-Recipient")); strings.Contains(original, "@") {
			to = original
		}
		action := strings.ToLower(strings.TrimSpace(h.Get("Action")))
		if to == "" && action == "" {
			continue
		}
		status := statusCode().FindString(h.Get("Status"))
		out = append(out, Recipient{Address: bare(to), Outcome: outcome(action, status), Status: status, Reason: short(phrase(untyped(h.Get("Diagnostic-Code"))), longReason)})
	}
	return out
}

var (
	blankLine  = pattern(`\n[ \t]*\n\s*`)
	statusCode = pattern(`\b[245]\.\d{1,3}\.\d{1,3}\b`)
)

// outcome is what an action of RFC 3464 means.
func outcome(action, status string) Outcome {
	switch action {
	case "delayed":
		return Delayed
	case "delivered", "relayed", "expanded":
		return Delivered
	case "failed":
		return Failed
	}
	switch {
	case strings.HasPrefix(status, "4"):
		return Delayed
	case strings.HasPrefix(status, "2"):
		return Delivered
	default:
		return Failed
	}
}

// untyped is a value without the type before it, as in "rfc822; ana@example.org".
func untyped(value string) string {
	if kind, rest, ok := strings.Cut(value, ";"); ok && !strings.ContainsAny(strings.TrimSpace(kind), " @<") {
		value = rest
	}
	return strings.TrimSpace(value)
}

// bare is an address without brackets; empty where there is none.
func bare(at string) string {
	if found := addresses([]string{at}); len(found) > 0 {
		return found[0]
	}
	return ""
}

// bounced reports whether a mail is about the delivery of another.
func (r *reader) bounced(h message.Header) bool {
	if r.notice.status || strings.HasPrefix(r.report, "delivery-status") {
		return true
	}
	if r.signs.receipt {
		return false
	}
	from := strings.ToLower(h.Get("From"))
	if !daemon().MatchString(from) && !fromNobody(h) {
		return false
	}
	return h.Has("X-Failed-Recipients") || undelivered().MatchString(fold(r.mail.Subject)) || bouncing().MatchString(r.said())
}

var (
	daemon      = pattern(`\b(?:mailer-daemon|postmaster|microsoftexchange[0-9a-f]*|mail ?delivery ?(?:sub)?system|mail-daemon)\b`)
	undelivered = pattern(`^(?:(?:re|fwd?): ?)?(?:failure notice|undeliver(?:able|ed)|mail delivery (?:failed|failure|system|subsystem)|mail failure|delivery (?:status notification|failure|delayed)|returned mail|warning: (?:message|could not send)|message (?:delayed|status)|non remis|non distribuable|echec de la remise|no se puede entregar|no entregado|devolucion|unzustellbar|message you sent (?:blocked|could not)|nondeliverable mail|status of your message)`)
	// The first words of qmail, Exim, Postfix and others that write no report.
	bouncing = pattern(`this is the qmail-send program|i'm afraid i wasn't able to deliver your message|this message was created automatically by mail delivery software|this is the mail system at host|i'm sorry to have to inform you`)
)

// said are the first rows of the texts of a mail, folded.
func (r *reader) said() string {
	var b strings.Builder
	for _, row := range r.spoken() {
		if b.Len() > 2000 {
			break
		}
		b.WriteString(fold(row.text) + "\n")
	}
	return b.String()
}

// spoken are the rows of the first text of a mail.
func (r *reader) spoken() []row {
	if len(r.texts) == 0 {
		return nil
	}
	if s := r.texts[0]; s.hasPlain {
		return s.plain
	}
	return r.texts[0].html
}

// bounce is what a bounce says, in its parts or, where it has none, in its text.
func (r *reader) bounce(h message.Header) *Bounce {
	b := &Bounce{Original: r.notice.original, Recipients: r.notice.recipients, Nobody: isNobody(h.Get("Return-Path"))}
	if len(b.Recipients) > mostRecipients {
		b.Recipients = b.Recipients[:mostRecipients]
	}
	rows := r.spoken()
	for _, row := range rows {
		if m := namedID().FindStringSubmatch(row.text); m != nil && b.Original == "" && len(m[1]) <= longestID {
			b.Original = m[1]
		}
	}
	if b.Original == "" {
		if ids := append(messageIDs(h.Get("X-Original-Message-Id")), r.mail.InReplyTo...); len(ids) > 0 {
			b.Original = ids[0]
		} else if n := len(r.mail.References); n > 0 {
			b.Original = r.mail.References[n-1]
		}
	}
	if len(b.Recipients) == 0 {
		b.Recipients = r.told(h, rows)
	}
	return b
}

// told are the recipients that a bounce names in words.
func (r *reader) told(h message.Header, rows []row) []Recipient {
	said := fold(r.mail.Subject) + "\n" + r.said()
	what := Failed
	if trying().MatchString(said) && !gaveUp().MatchString(said) {
		what = Delayed
	}
	status := statusCode().FindString(said)
	var out []Recipient
	for _, at := range addresses(h.Values("X-Failed-Recipients")) {
		out = append(out, Recipient{Address: at, Outcome: what, Status: status})
	}
	for i, row := range rows {
		if copyBelow().MatchString(fold(row.text)) || len(out) >= mostRecipients {
			break
		}
		if m := addressed().FindStringSubmatch(row.text); m != nil && len(h.Values("X-Failed-Recipients")) == 0 {
			reason := m[2]
			if reason == "" && i+1 < len(rows) {
				reason = rows[i+1].text
			}
			out = append(out, Recipient{Address: bare(m[1]), Outcome: what, Status: status, Reason: short(reason, longReason)})
		}
	}
	if out == nil {
		out = []Recipient{{Outcome: what, Status: status}}
	}
	return out
}

var (
	namedID   = pattern(`(?i)^>? ?message-id: ?<([^<>\s]+)>`)
	addressed = pattern(`^<?([^\s<>@]+@[^\s<>@:]+)(?:>?:?|>: (.*))$`)
	copyBelow = pattern(`^-{3,} ?(?:below this line is a copy|this is a copy of|original message|returned message|the body of the message)`)
	trying    = pattern(`\b(?:delayed|will (?:continue to )?(?:be )?(?:re)?tr(?:y|ied)|still trying|not yet been delivered|has not been delivered yet|warning: message|no action is required)`)
	gaveUp    = pattern(`\b(?:i've given up|giving up|permanent|could not be delivered to one or more|returned to sender)`)
)
