// Package control lets other commands talk to the process that holds the store: HTTP over a local socket
// beside the file, which only the user of that process may open.
//
// A [Process] answers requests; [Serve] serves it until it is told to stop, and a [Client] sends them. The
// requests copy the store, pack it, put a board on its shelf and report its status; none of them changes a match.
package control
