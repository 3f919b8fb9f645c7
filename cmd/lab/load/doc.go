// Package load measures the real program under load: many matches that people play by
// buttons and menus, one who floods a channel with commands, and how it all grows with the
// number of matches.
package load
