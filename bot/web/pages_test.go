package web

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestPagesAreGuarded: what is asked under another name, or by a page of another site, is not done, and every answer says
// that other sites have no part in it.
func TestPagesAreGuarded(t *testing.T) {
	done := 0
	h := Pages{Policy: "default-src 'none'", Hosts: []string{"box.local"}, Secure: true}.Guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { done++ }))
	for _, c := range []struct {
		host, from string
		code       int
	}{
		{"127.0.0.1:80", "same-origin", http.StatusOK},
		{"[::1]:80", "same-origin", http.StatusOK},
		{"localhost", "none", http.StatusOK},
		{"Box.local:80", "same-origin", http.StatusOK},
		{"evil.example", "same-origin", http.StatusMisdirectedRequest},
		{"127.0.0.1:80", "cross-site", http.StatusForbidden},
		{"127.0.0.1:80", "same-site", http.StatusForbidden},
	} {
		q := httptest.NewRequest(http.MethodPost, "/stroke", nil)
		q.Host = c.host
		q.Header.Set("Sec-Fetch-Site", c.from)
		w := httptest.NewRecorder()
		done = 0
		h.ServeHTTP(w, q)
		if w.Code != c.code || (done == 1) != (c.code == http.StatusOK) {
			t.Errorf("%+v: %d, and was done %d times", c, w.Code, done)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "Strict-Transport-Security": "max-age=31536000",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%+v: %s is %q", c, name, got)
			}
		}
	}
}
