// Package authority says who may do what to a match or a league: by their roles, where
// they have them, and their relation to the match.
//
// It is one table, [Powers.May]: a door says who acts and where ([Powers]), the called
// package says what it is about ([Subject]). It knows no door and no store.
// docs/authority.md is the same table for people, and tests try each of its cells.
package authority
