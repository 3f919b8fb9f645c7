// Package control lets other commands talk to the process that holds the store: HTTP
// over a local socket beside the file, which only that process's user may open.
//
// A [Process] answers there; [Serve] serves it until it is told to stop, and a [Client]
// asks. Nothing can be done to a match by it: it copies, packs, and reports the status.
package control
