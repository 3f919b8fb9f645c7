// Package servers holds the commands about a server and the bot itself: the server's settings, information
// about the bot, and its greeting to the owner of a new server.
package servers
