package incoming

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// signs are what the parts of a mail say of its kind.
type signs struct {
	calendar bool // a part is an entry of a calendar
	receipt  bool // a report is a receipt or a complaint, or a part is a reaction such as a thumb
	report   bool // a file is a report on mails in our name (DMARC)
	packed   int  // how many parts are files that are packed
}

// note notes what a part is.
func (s *signs) note(media, named string) {
	switch {
	case media == "text/calendar", media == "application/ics":
		s.calendar = true
	case media == "text/vnd.google.email-reaction+json":
		s.receipt = true
	case reportName().MatchString(named):
		s.report = true
	case packed().MatchString(media):
		s.packed++
	}
}

// How a report on mails in our name is called, and by what else it is known (RFC 7489, 7.2.1.1).
var (
	reportName    = pattern(`(?i)^[^!]+![^!]+!\d+!\d+(?:![^!]+)?\.(?:xml|zip|gz|gzip)(?:\.gz)?$`)
	reportSubject = pattern(`(?i)\breport domain: ?\S+`)
	packed        = pattern(`^application/(?:x-)?(?:zip|gzip|zip-compressed)$`)
)

// reports reports whether a mail is a report on mails in our name: it is called so, or it is nothing but a packed file, and no answer.
func (r *reader) reports() bool {
	m := r.mail
	return r.signs.report || reportSubject().MatchString(m.Subject) || r.signs.packed == 1 && r.parts == 1 && len(m.InReplyTo) == 0
}

// judge decides of what kind a mail is.
func (r *reader) judge(h message.Header) {
	m := r.mail
	switch {
	case r.loop(h):
		m.Kind = Loop
	case r.bounced(h):
		m.Kind = Bounced
		m.Bounce = r.bounce(h)
	case automatic(h, m.Subject) || r.signs.receipt || r.reports() || nobody().MatchString(m.From.Address):
		m.Kind = Auto
	case spam(h):
		m.Kind = Spam
	case listed(h):
		m.Kind = List
	case r.signs.calendar || strings.Contains(strings.ToLower(h.Get("Content-Class")), "calendarmessage"):
		m.Kind = Calendar
	}
}

// loop reports whether a mail is from one of our own addresses, with a token or without.
func (r *reader) loop(h message.Header) bool {
	froms := append(addresses(h.Values("Sender")), r.mail.From.Address)
	for _, from := range froms {
		for _, ours := range r.config.Own {
			if sameBox(from, ours) {
				return true
			}
		}
	}
	return false
}

// sameBox reports whether an address is a mailbox's, whatever token it has.
func sameBox(at, box string) bool {
	local, domain, _ := strings.Cut(strings.ToLower(at), "@")
	name, home, _ := strings.Cut(strings.ToLower(box), "@")
	local, _, _ = strings.Cut(local, "+")
	return local != "" && local == name && domain == home
}

// automatic reports whether a program wrote a mail: by RFC 3834, and by what programs
// wrote before it and beside it.
func automatic(h message.Header, subject string) bool {
	auto, _, _ := strings.Cut(strings.ToLower(h.Get("Auto-Submitted")), ";")
	auto, _, _ = strings.Cut(auto, "(")
	if auto = strings.TrimSpace(auto); auto != "" && auto != "no" {
		return true
	}
	for _, key := range []string{"X-Autoreply", "X-Auto-Reply", "X-Autorespond", "X-Autoresponder", "X-Mail-Autoreply", "X-Autoreply-From", "X-Vacation", "X-Fc-Machinegenerated", "X-Ms-Exchange-Inbox-Rules-Loop"} {
		if v := strings.ToLower(strings.TrimSpace(h.Get(key))); v != "" && v != "no" && v != "false" {
			return true
		}
	}
	if strings.EqualFold(strings.TrimSpace(h.Get("Precedence")), "auto_reply") || strings.Contains(strings.ToLower(h.Get("X-Post-Messageclass")), "autoresponder") {
		return true
	}
	if fromNobody(h) {
		return true
	}
	for _, to := range h.Values("Delivered-To") {
		if strings.EqualFold(strings.TrimSpace(to), "autoresponder") {
			return true
		}
	}
	return away().MatchString(fold(subject))
}

// fromNobody reports whether a mail was sent so that nothing can come back for it, which
// people never do.
func fromNobody(h message.Header) bool {
	return slices.ContainsFunc(h.Values("Return-Path"), isNobody)
}

// isNobody reports whether a Return-Path is that of a mail for which nothing can come back.
func isNobody(path string) bool { return strings.ReplaceAll(path, " ", "") == "<>" }

// nobody are the addresses of programs: what is answered to them reaches nobody.
var nobody = pattern(`(?i)^(?:[^@]*[-._+])?(?:no[-._]?reply|do[-._]?not[-._]?reply|ne[-._]?pas[-._]?repondre|no[-._]?responder|mailer-daemon|postmaster)(?:[-._+][^@]*)?@`)

// receipt reports whether lines are what programs write when somebody has opened a mail.
func receipt(lines []string) bool {
	return len(lines) > 0 && len(lines) <= mostReceipt && receipts().MatchString(fold(strings.Join(lines, " ")))
}

// mostReceipt is how many lines a receipt has at most.
const mostReceipt = 12

var receipts = pattern(`^(?:your message\b.* was (?:read|displayed|deleted)|votre message\b.* a ete (?:lu|affiche|supprime)|` +
	`(?:su|tu) mensaje\b.* (?:se ha|ha sido|fue) (?:leido|mostrado|eliminado)|ihre nachricht\b.* wurde\b.* (?:gelesen|geoffnet|geloscht))\b.{0,80}$`)

// away are the subjects of automatic answers, where nothing else tells them.
var away = pattern(`^(?:automatic reply|auto(?:matic)?[ -]?reply|auto(?:matic)?[ -]?respon[sd]e|out of (?:the )?office|away from (?:the|my) (?:office|mail)|vacation (?:reply|notice)|` +
	`reponse automatique|message d'absence|absence du bureau|absent\(e\)? du bureau|notification d'absence|` +
	`respuesta automatica|fuera de (?:la )?oficina|ausente de la oficina|` +
	`automatische (?:antwort|ruckmeldung)|abwesenheits(?:notiz|nachricht|meldung)|abwesend\b)`)

// spam reports whether a filter has flagged a mail.
func spam(h message.Header) bool {
	for key, yes := range map[string]string{"X-Spam-Flag": "yes", "X-Spam-Status": "yes", "X-Spam": "yes", "X-Spam-Flagged": "yes", "X-Rspamd-Action": "", "X-Forefront-Antispam-Report": ""} {
		v := strings.ToLower(h.Get(key))
		switch {
		case yes != "" && strings.HasPrefix(v, yes):
			return true
		case key == "X-Rspamd-Action" && (strings.Contains(v, "add header") || strings.Contains(v, "rewrite subject") || strings.Contains(v, "reject")):
			return true
		case key == "X-Forefront-Antispam-Report" && (strings.Contains(v, "sfv:spm") || strings.Contains(v, "cat:phsh") || strings.Contains(v, "cat:spm")):
			return true
		}
	}
	return false
}

// listed reports whether a mail came through a list or is a newsletter.
func listed(h message.Header) bool {
	for _, key := range []string{"List-Id", "List-Post", "List-Unsubscribe", "List-Help", "X-Mailing-List", "Mailing-List", "X-Beenthere", "X-Loop", "X-Google-Group-Id", "X-Campaign-Id", "X-Mailer-Recptid"} {
		if h.Has(key) {
			return true
		}
	}
	switch strings.ToLower(strings.TrimSpace(h.Get("Precedence"))) {
	case "bulk", "list", "junk":
		return true
	default:
		return false
	}
}
