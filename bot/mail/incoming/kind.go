package incoming

import (
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// signs are what the parts of a mail say of its kind.
type signs struct {
	calendar bool // a part is an entry of a calendar
	receipt  bool // a report is a receipt or a complaint
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
	case automatic(h, m.Subject) || r.signs.receipt:
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
	return away.MatchString(fold(subject))
}

// fromNobody reports whether a mail was sent so that nothing can come back for it, which
// people never do.
func fromNobody(h message.Header) bool {
	return slices.ContainsFunc(h.Values("Return-Path"), isNobody)
}

// isNobody reports whether a Return-Path is that of a mail for which nothing can come back.
func isNobody(path string) bool { return strings.ReplaceAll(path, " ", "") == "<>" }

// away are the subjects of automatic answers, where nothing else tells them.
var away = regexp.MustCompile(`^(?:automatic reply|auto(?:matic)?[ -]?reply|auto(?:matic)?[ -]?respon[sd]e|out of (?:the )?office|away from (?:the|my) (?:office|mail)|vacation (?:reply|notice)|` +
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
