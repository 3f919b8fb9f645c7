// Package control is how other commands speak with the process that holds the
// store: HTTP over a local socket beside the file, which only that process's user
// may open.
//
// A [Process] is what answers there; [Serve] answers until it is told to stop, and
// a [Client] asks. It carries no act of a match: it copies, packs, and tells how
// things stand.
package control
