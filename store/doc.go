// Package store keeps matches and leagues in one bbolt file.
//
// [Store.Commit] stores a command: its decisions and their automatic consequences, the key that keeps it from
// being done twice, the posts to send (the outbox), the state of the clocks and the deadlines, all in one
// transaction that is on the disk when Commit returns.
//
// Only one process may have the file open. The file never shrinks: freed space is reused. [Store.PackFinished]
// compresses the records of finished matches; the bytes of their lines come back exactly. Replies are kept in case
// a command is repeated; [Store.ShortenReplies] shortens old ones.
//
// Leagues are not in a package of their own: one batch of a league writes links to matches, texts and the outbox, and
// erasure, the check of the file, the hash over all heads and the list of matches that may roll cover both.
//
// Callers need only the methods of [Store], in types of packages engine and match, so that another back end can replace
// it.
package store
