// Package restore makes of a backup a store that may be put in the place of the one
// that was lost: whole, and with every match and league in it standing until people say
// that it goes on.
package restore
