// Package gateway keeps connections to Discord's gateway, over which events come.
//
// It is a client of its own over a websocket library, as the one in discordgo cannot be
// had to follow Discord's documents where it matters most: how often a session may be
// begun, where one is gone on with, and when a connection counts as dead (ADR 8). What
// the documents say is quoted where it is obeyed; they are
// discord.com/developers/docs/events/gateway ("Gateway" below).
package gateway
