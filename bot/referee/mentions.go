package referee

import (
	"strconv"
	"strings"

	"referee/engine/match"
)

// Settings that are the doors': everybody is told when they change.
const (
	// SettingLanguage is the language of what everybody sees of a match.
	SettingLanguage = "language"
	// SettingSpectators lets spectators into the board in the browser while the match is under way: "yes".
	SettingSpectators = "spectators"
)

// SettingMentions is the setting of whether news of a match call its players: "no", they do not. Under
// [OwnMentions] each player chooses that for themselves, which counts for more.
const SettingMentions = "mentions"

// OwnMentions is the name of a player's own [SettingMentions].
func OwnMentions(p match.Player) string { return SettingMentions + "." + strconv.Itoa(int(p)) }

// IsMentions reports whether a setting is one of mentions, anybody's or of all.
func IsMentions(name string) bool {
	return name == SettingMentions || strings.HasPrefix(name, SettingMentions+".")
}

// Mentions reports whether news of a match may call a player.
func (l Look) Mentions(p match.Player) bool {
	if own := l.Settings[OwnMentions(p)]; own != "" {
		return own != "no"
	}
	return l.Settings[SettingMentions] != "no"
}
