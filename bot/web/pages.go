package web

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Pages guards pages against those of other sites.
type Pages struct {
	// Policy is the Content-Security-Policy of every answer.
	Policy string
	// Hosts are the names under which they may be asked for, beside addresses and "localhost", without a
	// port: a page elsewhere cannot have a browser ask for them under a name of its own.
	Hosts []string
	// Secure says that everything comes by TLS, here or at a proxy before it.
	Secure bool
}

// Guard hands a handler what pages of its own have asked for, and sets the headers of its answers.
func (p Pages) Guard(h http.Handler) http.Handler {
	guarded := http.NewCrossOriginProtection().Handler(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", p.Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if p.Secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if !p.hosted(r.Host) {
			http.Error(w, "this is not served under that name: ask for it by its address", http.StatusMisdirectedRequest)
			return
		}
		guarded.ServeHTTP(w, r)
	})
}

// hosted reports whether the pages may be asked for under a host: an address, which nobody can have lead
// elsewhere, or a name that is theirs.
func (p Pages) hosted(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return name == "localhost" || slices.ContainsFunc(p.Hosts, func(h string) bool { return strings.EqualFold(h, name) })
}
