// Package load measures the real program under load: many matches played by buttons and menus, one user who floods
// a channel with commands, and growth with the number of matches.
package load
