package matches

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/engine"
	"referee/engine/match"
)

// mostListed is how many matches a refusal lists.
const mostListed = 25

// mayOpenMore refuses one more match where who called has opened as many as they may, or the
// server has as many, that are not over. Matches of a league are opened by the league, and
// count nowhere here.
func mayOpenMore(c *command.Call) error {
	if _, found, err := c.Referee.FirstReply(c.Context(), c.Command("", "")); found || err != nil {
		return err
	}
	own, err := opened(c)
	if err != nil {
		return err
	}
	if most := c.Bounds.Matches; most > 0 && len(own) >= most {
		var list []string
		for _, m := range own {
			list = append(list, command.Where(m.Place)+" "+string(m.ID))
		}
		return command.No("opened-most", engine.Num("n", most), engine.Text("list", "- "+strings.Join(list[:min(len(list), mostListed)], "\n- ")))
	}
	if most := c.Bounds.ServerMatches; most > 0 {
		n, err := casualAt(c, most)
		if err == nil && n >= most {
			err = command.No("opened-most-server", engine.Num("n", most))
		}
		return err
	}
	return nil
}

// opened are the matches that who called has opened and that are not over, as far as they
// have had nothing erased.
func opened(c *command.Call) ([]match.Summary, error) {
	kept, err := c.Memories.Of(c.Context(), c.Account)
	if err != nil {
		return nil, err
	}
	var out []match.Summary
	for _, id := range kept.Opened {
		switch m, err := c.Referee.Index.Summary(c.Context(), id); {
		case errors.Is(err, match.ErrUnknown):
		case err != nil:
			return nil, err
		case !m.Over:
			out = append(out, m)
		}
	}
	return out, nil
}

// noteOpened notes that who called has opened a match, and forgets those that are over.
func noteOpened(c *command.Call, id match.ID) error {
	open, err := opened(c)
	if err != nil {
		return err
	}
	return c.Memories.Change(c.Context(), c.Account, func(m *command.Remembered) {
		m.Opened = slices.DeleteFunc(m.Opened, func(old match.ID) bool {
			return !slices.ContainsFunc(open, func(s match.Summary) bool { return s.ID == old })
		})
		if !slices.Contains(m.Opened, id) {
			m.Opened = append(m.Opened, id)
		}
	})
}

// casualAt counts the matches of the server that are not over. Whether one is a league's is
// asked only where there are most or more.
func casualAt(c *command.Call, most int) (int, error) {
	list, err := c.Referee.Index.Running(c.Context(), c.Home)
	if err != nil {
		return 0, err
	}
	n := len(list)
	for i := 0; i < len(list) && n >= most; i++ {
		_, linked, err := c.Club.Leagues.LinkOf(c.Context(), list[i].ID)
		if err != nil {
			return 0, err
		}
		if linked {
			n--
		}
	}
	return n, nil
}
