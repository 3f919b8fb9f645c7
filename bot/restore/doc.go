// Package restore turns a backup into a store that can replace the one that was lost:
// checked, and with every match and league in it standing (stopped) until people say
// that it goes on.
package restore
