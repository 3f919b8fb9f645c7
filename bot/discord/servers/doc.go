// Package servers holds the pages about a server and the bot itself: what its managers choose
// for it, what the bot is, and how it greets whoever owns the server.
package servers
