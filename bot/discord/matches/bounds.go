package matches

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// mostListed is how many matches a refusal lists.
const mostListed = 25

// mayOpenMore refuses one more match where the author has opened as many as they may, or the
// server has as many, that are not over. Matches of a league are opened by the league, and
// count nowhere here.
func mayOpenMore(q *command.Request) error {
	if _, found, err := q.Referee.FirstReply(q.Context(), q.Command("", "")); found || err != nil {
		return err
	}
	own, err := opened(q)
	if err != nil {
		return err
	}
	if most := q.Bounds.Matches; most > 0 && len(own) >= most {
		list := lists.Map(own, func(m match.Summary) string { return q.Where(m.Place) + " " + string(m.ID) })
		return command.No("opened-most", engine.Num("n", most), engine.Text("list", "- "+strings.Join(list[:min(len(list), mostListed)], "\n- ")))
	}
	if most := q.Bounds.ServerMatches; most > 0 && q.Guild {
		n, err := casualAt(q, most)
		if err == nil && n >= most {
			err = command.No("opened-most-server", engine.Num("n", most))
		}
		return err
	}
	return nil
}

// opened are the matches that the author has opened and that are not over, as far as they
// have had nothing erased.
func opened(q *command.Request) ([]match.Summary, error) {
	kept, err := q.Memories.Of(q.Context(), q.Account)
	if err != nil {
		return nil, err
	}
	var out []match.Summary
	for _, id := range kept.Opened {
		switch m, err := q.Referee.Index.Summary(q.Context(), id); {
		case errors.Is(err, match.ErrUnknown):
		case err != nil:
			return nil, err
		case !m.Over:
			out = append(out, m)
		}
	}
	return out, nil
}

// noteOpened notes that the author has opened a match, and forgets those that are over.
func noteOpened(q *command.Request, id match.ID) error {
	open, err := opened(q)
	if err != nil {
		return err
	}
	return q.Memories.Change(q.Context(), q.Account, func(m *command.Remembered) {
		m.Opened = slices.DeleteFunc(m.Opened, func(old match.ID) bool {
			return !slices.ContainsFunc(open, func(s match.Summary) bool { return s.ID == old })
		})
		if !slices.Contains(m.Opened, id) {
			m.Opened = append(m.Opened, id)
		}
		if q.Direct {
			m.Direct = id
		}
	})
}

// casualAt counts the matches of the server that are not over. Whether one is a league's is
// asked only where there are most or more.
func casualAt(q *command.Request, most int) (int, error) {
	list, err := q.Referee.Index.Running(q.Context(), q.Home)
	if err != nil {
		return 0, err
	}
	n := len(list)
	for i := 0; i < len(list) && n >= most; i++ {
		_, linked, err := q.Club.Leagues.LinkOf(q.Context(), list[i].ID)
		if err != nil {
			return 0, err
		}
		if linked {
			n--
		}
	}
	return n, nil
}
