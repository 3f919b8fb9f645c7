// Package gateway maintains connections to Discord's gateway, which delivers events.
//
// It is a client of our own over a websocket library, because discordgo's client departs from Discord's
// documents in the most important cases: how often a session may be started, when one is resumed, and when a
// connection counts as dead (ADR 8). The code quotes the documents where it follows them; they are
// discord.com/developers/docs/events/gateway ("Gateway" below).
package gateway
