// Package store keeps matches and leagues in one bbolt file.
//
// A command is stored by [Store.Commit]: its decisions with all that followed
// automatically, the key that keeps it from being done twice, what is to be sent (the
// outbox), the state of the clocks and when something is due (the deadlines), all in
// one transaction that is on the disk when Commit returns.
//
// Only one process may have the file open. The file never shrinks: space that is freed
// is used again. [Store.PackFinished] makes the records of finished matches small; the
// bytes of their lines come back exactly. Replies are kept in case a command is
// repeated; [Store.ShortenReplies] shortens old ones.
//
// Leagues are kept beside matches and are no package of their own: one batch of a league
// writes links to matches, texts and the outbox, and erasure, the check of the file, the
// hash over all heads and the matches that may roll are of both.
//
// Callers need only the methods of [Store], in types of packages engine and match, so
// that another back end can replace it.
package store
