package mail

import (
	"html/template"
	"net/http"
	"strings"

	"referee/bot/locale"
	"referee/engine"
)

// OffPath is where pages begin by which one is rid of reminders with one press (RFC 8058); behind it stands a token.
const OffPath = "/mail/off/"

var offPage = template.Must(template.New("off").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="robots" content="noindex"/>
<title>{{.Title}}</title>
</head>
<body>
<main>
<h1>{{.Title}}</h1>
<p role="status">{{.Said}}</p>
{{if .Button}}<form method="post"><button>{{.Button}}</button></form>
{{end}}</main>
</body>
</html>
`))

// Pages serve [OffPath]. To look at a page changes nothing, as mail programs and filters do so unasked; to press its button, or to do at once what
// the button does, switches the reminders to one address off. How many may do so is not bounded, as strangers could use up what is: a link that was
// never sent costs a look into the store, and one that was a single write.
func (d *Door) Pages() http.Handler {
	show := func(w http.ResponseWriter, r *http.Request, status int, said, button string) {
		lang, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
		if lang = locale.Pick(lang); r.Header.Get("Accept-Language") == "" {
			lang = d.Language
		}
		say := func(key string) string {
			if key == "" {
				return ""
			}
			return d.words.Say(lang, engine.Say(key))
		}
		for name, value := range map[string]string{
			"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
			"Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
		} {
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		page := struct{ Lang, Title, Said, Button string }{lang, say("mail.off-title"), say(said), say(button)}
		if err := offPage.Execute(w, page); err != nil {
			d.Log.Info("a page was not sent", "error", err)
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+OffPath+"{token}", func(w http.ResponseWriter, r *http.Request) {
		show(w, r, http.StatusOK, "mail.off-page", "mail.off-button")
	})
	mux.HandleFunc("POST "+OffPath+"{token}", func(w http.ResponseWriter, r *http.Request) {
		switch known, err := d.book.SwitchOff(r.Context(), r.PathValue("token")); {
		case err != nil:
			d.Log.Error("reminders cannot be switched off", "error", err)
			show(w, r, http.StatusInternalServerError, "mail.off-failed", "mail.off-button")
		case !known:
			show(w, r, http.StatusNotFound, "mail.off-unknown", "")
		default:
			show(w, r, http.StatusOK, "mail.off", "")
		}
	})
	return mux
}
