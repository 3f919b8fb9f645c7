// Package discordtest simulates Discord for tests of a bot: REST and gateway over loopback. It holds guilds,
// channels, threads, members and messages; it accepts the bot's requests, refuses those that Discord would
// refuse, and lets simulated people act on the bot's messages.
//
//   - [Discord] is the whole simulation. [Discord.Transport] points one session of a bot at it,
//     [Discord.Proxy] a whole program; [Faults] make it as unreliable as the real one, and [Dates] set the
//     dates of its answers.
//   - [Gateway]: the bot's event connections, which a test can cut. [Line.Endpoint] delivers interactions
//     over HTTP instead, signed as Discord does.
//   - [Guild], [Channel]: places, with the bot's permissions there.
//   - [User]: a person who types commands, presses buttons and reads.
//   - [Press]: one act of a user, and what they were shown for it.
//   - [Message]: a message in its present state, with its components and pictures.
//
// Every request is checked against Discord's own description of its API, of which testdata holds the parts in
// use, and then against rules that the description lacks (see rules.go and commandrules.go). Members that the
// description does not name are refused: Discord would silently drop them. A malformed request fails the test,
// unless the test takes the complaint with [Discord.Complaints].
//
// It does not model all of Discord: anything that a bot for games does not use answers 404 with a complaint.
package discordtest
