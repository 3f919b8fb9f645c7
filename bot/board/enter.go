package board

import (
	"errors"
	"net/http"
	"net/url"

	"referee/bot/referee"
	"referee/engine/refusal"
)

// mostToken is how many letters a token may have.
const mostToken = 200

// look shows a button that spends a link: whoever only fetches it, as previews do, spends nothing.
func look(q *request) error {
	token := q.PathValue("token")
	if err := lets(q.b.Visitors.Look(token[:min(len(token), mostToken)])); err != nil {
		return err
	}
	v, err := q.b.voice(nil, q.lang)
	if err != nil {
		return err
	}
	return q.page(http.StatusOK, "enter", Enter{Page: q.about(v, v.text("web.title.enter")), Token: token})
}

// enter spends a link.
func enter(q *request) error {
	if err := q.ParseForm(); err != nil {
		return tooBig(err, errForm)
	}
	token := q.PostForm.Get("token")
	cookie, to, err := q.b.Visitors.Enter(token[:min(len(token), mostToken)], q.b.cookie(q.Request))
	if err := lets(err); err != nil {
		return err
	}
	q.b.setCookie(q, cookie)
	where := "/"
	if to != "" {
		where = "/m/" + url.PathEscape(string(to))
	}
	http.Redirect(q.w, q.Request, where, http.StatusSeeOther)
	return nil
}

// lets is the refusal of a link as one of the door.
func lets(err error) error {
	var plain *refusal.Error
	if errors.As(err, &plain) {
		return &failure{http.StatusForbidden, referee.Explain(err)}
	}
	return err
}

// tooBig is a refusal of what is too big, where that is why it could not be read.
func tooBig(err, otherwise error) error {
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return errBig
	}
	return otherwise
}
