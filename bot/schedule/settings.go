package schedule

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"referee/engine/clock"
	"referee/engine/match"
)

// The settings of a match that say whether its clocks run.
const (
	// SettingClock is how the clocks run: what clock.Parse reads.
	SettingClock = "clock"
	// SettingPause stops the clocks: "on", or until when (RFC 3339); "": they run.
	SettingPause = "pause"
	// SettingKey says that the key of a match's dice is lost: [KeyLost]. No roll is made
	// and no clock runs then, until the key is back.
	SettingKey = "key"
	KeyLost    = "lost"
	// SettingOwner says of what a match is part that belongs to something greater, as a league:
	// "k3j5x2qa/17".
	SettingOwner = "league"
	// settingAway, with the number of a player, holds their vacations.
	settingAway = "away."
)

// SettingAway is the setting that holds a player's vacations.
func SettingAway(p match.Player) string { return settingAway + strconv.Itoa(int(p)) }

// IsAway reports whether a setting holds the vacations of a player.
func IsAway(setting string) bool { return strings.HasPrefix(setting, settingAway) }

// pauseOf reads a pause: whether there is one, and when it ends by itself (0: it
// does not).
func pauseOf(text string) (paused bool, until int64) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text != "", 0
	}
	return true, at.UnixMilli()
}

// lostKey reports whether the key of a match's dice is known to be lost.
func lostKey(m *match.Match) bool { return m.Setting(SettingKey) == KeyLost }

// VacationIn is the vacation that a decision takes for its author; false where it takes
// none.
func VacationIn(d *match.Decision) (clock.Vacation, bool) {
	list := strings.Fields(d.Settings()[SettingAway(d.Author)])
	if len(list) == 0 {
		return clock.Vacation{}, false
	}
	v, err := clock.ParseVacation(list[len(list)-1])
	return v, err == nil
}

// DaysAway counts the days of vacation that a player has taken in a match, with more
// vacations; each day once.
func DaysAway(m *match.Match, p match.Player, more ...clock.Vacation) int {
	list := slices.Clone(more)
	for _, text := range strings.Fields(m.Setting(SettingAway(p))) {
		if v, err := clock.ParseVacation(text); err == nil {
			list = append(list, v)
		}
	}
	var days []time.Time
	for _, v := range list {
		for d := v.First; !d.After(v.Last); d = d.AddDate(0, 0, 1) {
			days = append(days, d)
		}
	}
	slices.SortFunc(days, time.Time.Compare)
	return len(slices.CompactFunc(days, time.Time.Equal))
}
