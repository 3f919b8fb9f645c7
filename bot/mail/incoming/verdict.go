package incoming

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// Verdict is what is known of who a mail is really from. A field is empty where nobody
// whom we believe has said anything.
type Verdict struct {
	SPF, DKIM, DMARC Result
	// DKIMDomain is the domain whose signature DKIM speaks of.
	DKIMDomain string
}

// Result is a result of a method of RFC 8601, in small letters. There may be others than
// those named here.
type Result string

// Results that a reader may look for.
const (
	Pass Result = "pass"
	Fail Result = "fail"
)

// finding is one result of an Authentication-Results field.
type finding struct {
	method string
	result Result
	props  map[string]string // by ptype.property
}

// verdict is what the server of the mailbox says of a mail whose From is of a domain. A
// sender may bring such fields of their own: only those count that carry the server's
// name and stand where it writes them.
func (c Config) verdict(h message.Header, domain string) Verdict {
	if c.AuthServ == "" {
		return Verdict{}
	}
	var fields [][]finding
	take := func(value string) {
		if server, found := authResults(value); c.named(server) {
			fields = append(fields, found)
		}
	}
	border := c.border(h)
	at := 0
	for all := h.Fields(); all.Next(); at++ {
		if !strings.EqualFold(all.Key(), "Authentication-Results") {
			continue
		}
		if at < border || len(fields) == 0 && (c.Below || strings.EqualFold(c.AuthServ, gmail)) {
			take(all.Value())
		}
	}
	var v Verdict
	v.SPF, _ = best(fields, "spf", domain)
	v.DMARC, _ = best(fields, "dmarc", domain)
	v.DKIM, v.DKIMDomain = best(fields, "dkim", domain)
	return v
}

// Two whose ways are known: Gmail writes its field below its Received into every mail,
// and Microsoft's servers take mails from outside by names of this domain.
const (
	gmail     = "mx.google.com"
	microsoft = "protection.outlook.com"
)

func (c Config) named(server string) bool {
	if c.AuthServ == Unnamed {
		return server == ""
	}
	return strings.EqualFold(server, c.AuthServ)
}

// border is the place of the Received field that the server wrote when it took the mail
// from outside: the first by its name, or the first of all. Without any it is the
// beginning, and nothing stands above it.
func (c Config) border(h message.Header) int {
	name := c.Border
	switch {
	case name == "" && c.AuthServ == Unnamed:
		name = microsoft
	case name == "":
		name = c.AuthServ
	}
	first, at := -1, 0
	for all := h.Fields(); all.Next(); at++ {
		if !strings.EqualFold(all.Key(), "Received") {
			continue
		}
		if first < 0 {
			first = at
		}
		if within(receiver(all.Value()), name) {
			return at
		}
	}
	return max(first, 0)
}

// receiver is the host in "by" of a Received field.
func receiver(value string) string {
	words := strings.Fields(uncommented(value))
	if i := slices.Index(words, "by"); i >= 0 && i+1 < len(words) {
		return strings.TrimRight(words[i+1], ";")
	}
	return ""
}

// within reports whether a host is a domain or in it.
func within(host, domain string) bool {
	host, domain = strings.ToLower(strings.TrimSuffix(host, ".")), strings.ToLower(domain)
	return host == domain || domain != "" && strings.HasSuffix(host, "."+domain)
}

// best is the result of a method. Of several fields the first that has the method counts,
// and in it a pass of the domain of From, then any pass, then the first.
func best(fields [][]finding, method, domain string) (Result, string) {
	for _, found := range fields {
		var of []finding
		for _, f := range found {
			if f.method == method {
				of = append(of, f)
			}
		}
		if len(of) == 0 {
			continue
		}
		i := slices.IndexFunc(of, func(f finding) bool { return f.result == Pass && aligned(f.signer(), domain) })
		if i < 0 {
			i = slices.IndexFunc(of, func(f finding) bool { return f.result == Pass })
		}
		i = max(i, 0)
		return of[i].result, of[i].signer()
	}
	return "", ""
}

// signer is the domain that a finding on DKIM is about.
func (f finding) signer() string {
	if d := f.props["header.d"]; d != "" {
		return strings.ToLower(d)
	}
	i := f.props["header.i"]
	return strings.ToLower(i[strings.LastIndexByte(i, '@')+1:])
}

// aligned reports whether a signature of a domain speaks for an author: it is theirs or
// one above it, which whoever has the author's domain cannot have made up.
func aligned(signer, domain string) bool {
	return domain != "" && strings.Contains(signer, ".") && within(domain, signer)
}

// authResults reads an Authentication-Results field (RFC 8601): the name of the server, empty
// where there is none as in Microsoft's, and what it found.
func authResults(value string) (server string, found []finding) {
	parts := strings.Split(uncommented(value), ";")
	rest := parts
	if words := strings.Fields(parts[0]); len(words) > 0 && !strings.Contains(words[0], "=") {
		server, rest = strings.Trim(words[0], `"`), parts[1:]
	}
	for _, part := range rest {
		if f, ok := result(part); ok {
			found = append(found, f)
		}
	}
	return server, found
}

// result reads what stands between two semicolons: a method, its result, what it is about.
func result(part string) (finding, bool) {
	words := strings.Fields(equals().ReplaceAllString(part, "="))
	f := finding{props: map[string]string{}}
	for i, word := range words {
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			continue
		}
		key, value = strings.ToLower(key), strings.Trim(value, `"`)
		if i == 0 {
			f.method, _, _ = strings.Cut(key, "/")
			f.result = Result(strings.ToLower(value))
		} else {
			f.props[key] = value
		}
	}
	return f, f.method != ""
}

// equals is an equals sign with blanks beside it.
var equals = pattern(`\s*=\s*`)

// uncommented is a value without its comments, in which anything may stand. What is in
// quotes stays, but for a semicolon, which nothing that is read here has.
func uncommented(value string) string {
	var b strings.Builder
	depth, quoted := 0, false
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case c == '\\' && (depth > 0 || quoted):
			i++
		case quoted && c == '"', depth == 0 && c == '"':
			quoted = !quoted
			b.WriteByte(c)
		case c == '(' && !quoted:
			depth++
		case c == ')' && depth > 0 && !quoted:
			depth--
			b.WriteByte(' ')
		case depth > 0, quoted && (c == ';' || c == ' ' || c == '='):
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
