// Package sandbox lets a person try orders on a copy of a match, for every seat.
//
// Nothing that is done in a sandbox is recorded, and after the copy the match is never consulted again. An account
// has at most one sandbox. Sandboxes are kept in memory: a restart closes them, and so do many newer ones.
package sandbox
