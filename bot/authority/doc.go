// Package authority says who may do what to a match or a league: by what they
// hold, where they hold it, and what they have to do with the match.
//
// It is one table, [Powers.May]: a door says who acts and where ([Powers]), a
// use case says what it is about ([Subject]). It knows no door and no store.
// docs/authority.md is the same table for people, and tests try each of its
// cells.
package authority
