package board

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"referee/bot/describe"
	"referee/bot/limit"
	"referee/bot/referee"
	"referee/bot/web"
	"referee/engine"
	"referee/engine/match"
)

// outside is the page of a match for a browser that was not let in, and for a program that shows a preview of its address: it says that
// there is no access, and previews a public match as a spectator sees it. Of any other, and where there is none, the preview says that the
// board is private, and nothing else. Programs show no preview of what is answered by an error.
func outside(q *request) error {
	s, err := q.b.Referee.Snapshot(q.Context(), match.ID(q.PathValue("match")))
	if err != nil && !errors.Is(err, match.ErrUnknown) {
		return err
	}
	public, address := err == nil && s.Public(), limit.Address(q.RemoteAddr)
	var v limit.Verdict
	if public {
		v = q.b.Limits.Ask(limit.Press, limit.Who{Person: address}, func() bool { return true })
	} else {
		v = q.b.Limits.Wrong(address)
	}
	if v.Refused {
		return &tooMuch{v}
	}
	var preview web.Preview
	if public {
		preview, err = q.publicBoard(s)
	} else if err = q.speaks(nil); err == nil {
		preview = q.privateBoard()
	}
	if err != nil {
		return err
	}
	p := q.about(preview.Title)
	p.Preview = preview
	return q.page(http.StatusOK, "said", Said{Page: p, Refusal: q.refusalHere(errUnknown)})
}

// privateBoard is the preview of a board of which nothing may be shown.
func (q *request) privateBoard() web.Preview { return web.Preview{Title: q.text("web.title.private")} }

// publicBoard is the preview of a match as a spectator sees it.
func (q *request) publicBoard(s *referee.Snapshot) (out web.Preview, err error) {
	if err := q.speaks(s.Info()); err != nil {
		return out, err
	}
	l, err := s.Look(q.Context(), engine.Spectator)
	if err != nil {
		return out, err
	}
	var players []string
	for _, seat := range q.seats(l) {
		players = append(players, cmp.Or(seat.Who, seat.Label))
	}
	out.Title = strings.Join(players, " – ") + " · " + l.Info.Title
	out.Text = q.say(l.View.Status)
	if l.Ending != nil {
		out.Text = strings.Join(q.all(ended(l, describe.Outcome)), " ")
	}
	if q.b.Picture != nil {
		out.Picture = q.b.Picture(s)
	}
	return out, nil
}
