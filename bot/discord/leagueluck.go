package discord

import "referee/engine/league"

// luck says what the dice brought to each player of the league.
func (c *leagueCall) luck() ([]string, error) {
	said, err := c.Referee.LeagueLuck(c.look.Card.ID, func(p league.Player) string { return c.playerName(c.look, p) })
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, m := range said {
		lines = append(lines, c.tell(m))
	}
	return append(lines, "-# "+c.say("luck-how")), nil
}
