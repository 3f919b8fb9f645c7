package discord

import "referee/engine/league"

// leagueLuck says what the dice brought to each player of the league.
func leagueLuck(c *leagueCall) ([]string, error) {
	said, err := c.Club.Statistics.Luck(c.look.Card.ID, func(p league.Player) string { return playerName(c.call.voice, c.look, p) })
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, m := range said {
		lines = append(lines, c.tell(m))
	}
	return append(lines, "-# "+c.say("luck-how")), nil
}
