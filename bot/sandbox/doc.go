// Package sandbox lets a person try orders on a copy of a match, for every seat.
//
// Nothing that is done in a sandbox is recorded, and the match is never asked again once
// it was copied. An account has one sandbox at most. They are kept in memory: a restart
// puts them away, and so do many newer ones.
package sandbox
