// Package authority decides what a person may do to a match or a league, from their roles, the places
// where they hold them, and their relation to the match.
//
// All of it is one table, [Powers.May]: the door describes the person and the place ([Powers]), the called
// package describes the object ([Subject]). The package imports no door and no store.
// docs/data/permissions.csv holds the same table for people, and tests try each of its cells.
package authority
