// Package rest makes sessions of discordgo for requests to Discord's REST API. Its transport below them waits as
// Discord's rate limits require and retries requests that failed without being refused; its functions read what an
// error of a request means.
//
// The limits are counted here, because the library waits for them while holding a lock, for minutes if need be (ADR 8).
// "Rate limits" below is discord.com/developers/docs/topics/rate-limits.
package rest
