// Package rest sends requests to Discord's REST API: it waits as Discord's rate limits require, retries
// requests that failed without being refused, and gives a one-word reason for each refusal.
//
// Requests and multipart bodies are discordgo's. The limits are counted here, because the library waits for
// them while holding a lock, for minutes if need be (ADR 8). "Rate limits" below is
// discord.com/developers/docs/topics/rate-limits.
package rest
