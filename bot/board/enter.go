package board

import (
	"errors"
	"net/http"
	"net/url"

	"referee/bot/limit"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine/match"
	"referee/engine/refusal"
)

// mostToken is how many letters a token may have.
const mostToken = 200

// look shows a button that spends a link, so that previews, which only fetch the page, do not spend it. The link of a [Screen]
// is not spent, and lets the browser in at once.
func look(q *request) error {
	token := q.PathValue("token")
	token = token[:min(len(token), mostToken)]
	if err := q.linkRefusal(q.b.Visitors.Look(q.Context(), token)); err != nil {
		return err
	}
	return q.limited(limit.Word, "link:"+token, func(*request) error {
		if s, ok := q.b.Visitors.(*Screen); ok {
			return q.admit(s)
		}
		return q.linkPage(token)
	})
}

// back marks the address of a link that a browser comes back to with the cookie that it was given.
const back = "back"

// admit lets a browser in at a screen, and redirects it, so that the token does not stay in the address bar. A browser that
// keeps no cookies comes back without one, and gets the list of matches.
func (q *request) admit(s *Screen) error {
	switch _, known, err := s.Visit(q.Context(), q.b.cookie(q.Request)); {
	case err != nil:
		return err
	case known:
		http.Redirect(q.w, q.Request, s.leadsTo(), http.StatusSeeOther)
		return nil
	}
	q.b.setCookie(q, s.cookie)
	again := q.URL.Path + "?" + back
	switch from := q.Header.Get("Sec-Fetch-Site"); {
	case q.URL.RawQuery == back:
		q.visitor = s.who
		if s.who.Lang != "" {
			q.lang = locale.Pick(s.who.Lang)
		}
		return front(q)
	case from == "" || from == "none":
		http.Redirect(q.w, q.Request, again, http.StatusSeeOther)
		return nil
	}
	// A browser that was sent here by another page, such as the file that opened it, gives the cookie only to a page of
	// ours that goes on by itself.
	q.w.Header().Set("Refresh", "0; url="+again)
	return q.linkPage(s.Token)
}

// linkPage shows the button that spends a link.
func (q *request) linkPage(token string) error {
	if err := q.speaks(nil); err != nil {
		return err
	}
	p := q.about(q.text("web.title.enter"))
	p.Preview = q.privateBoard()
	return q.page(http.StatusOK, "enter", Enter{Page: p, Token: token})
}

// MatchPath begins the addresses of boards; behind it stands the id of the match.
const MatchPath = "/m/"

// pathTo returns the address of a match; "": that of the list of matches.
func pathTo(to match.ID) string {
	if to == "" {
		return "/"
	}
	return MatchPath + url.PathEscape(string(to))
}

// enter spends a link.
func enter(q *request) error {
	if err := q.ParseForm(); err != nil {
		return tooBig(err, errForm)
	}
	token := q.PostForm.Get("token")
	cookie, to, err := q.b.Visitors.Enter(q.Context(), token[:min(len(token), mostToken)], q.b.cookie(q.Request))
	if err := q.linkRefusal(err); err != nil {
		return err
	}
	q.b.setCookie(q, cookie)
	http.Redirect(q.w, q.Request, pathTo(to), http.StatusSeeOther)
	return nil
}

// linkRefusal turns the refusal of a link into one of the board. A valid link has a limit of its own, so that a flood of wrong
// ones, even from the same network, does not lock out its owner.
func (q *request) linkRefusal(err error) error {
	var plain *refusal.Error
	if errors.As(err, &plain) {
		return q.stranger(&failure{http.StatusForbidden, referee.Explain(err), nextLink})
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
