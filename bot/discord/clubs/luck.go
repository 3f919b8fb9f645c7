package clubs

import "referee/engine/league"

// leagueLuck says what the dice brought to each player of the league.
func leagueLuck(c *leagueCall) ([]string, error) {
	said, err := c.Club.Statistics.Luck(c.look.Card.ID, func(p league.Player) string { return playerName(c.Call.Voice, c.look, p) })
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, m := range said {
		lines = append(lines, c.Tell(m))
	}
	return append(lines, "-# "+c.Say("luck-how")), nil
}
