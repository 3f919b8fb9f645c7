// Package rest sends requests to Discord's REST API: it waits as Discord's limits of
// rates want it, tries again what failed without being refused, and says in one word why
// something was refused.
//
// Requests and multipart bodies are discordgo's; the limits are counted here,
// as the library waits them out under a lock, for minutes if need be (ADR 8). "Rate
// limits" below is discord.com/developers/docs/topics/rate-limits.
package rest
