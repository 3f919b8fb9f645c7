// Package discordtest is a stand-in for Discord: REST and gateway over
// loopback, for tests of a bot. It holds guilds, channels, threads, members and
// messages; it takes what a bot sends, refuses what Discord would refuse, and
// lets people act on what the bot shows them.
//
//   - [Discord] is the whole of it. [Discord.Transport] points one session of a
//     bot at it, [Discord.Proxy] a whole program; [Faults] make it as unreliable
//     as the real one, [Dates] date its answers.
//   - [Gateway]: the connections over which the bot hears of it, which a test can cut.
//     [Line.Endpoint] has interactions come over HTTP instead, signed as Discord does.
//   - [Guild], [Channel]: places, with what the bot may do there.
//   - [User]: a person who types commands, presses buttons and reads.
//   - [Press]: one thing that a user did, and what they were shown for it.
//   - [Message]: a message as it stands, with its components and pictures.
//
// Every request is checked against Discord's own description of its API, of
// which testdata holds what is in use, and then against the rules that the
// description does not hold (see rules.go and commandrules.go). Members that
// the description does not name are refused: Discord would silently drop them.
// A request that is refused for its form fails the test, unless the test takes
// it with [Discord.Complaints].
//
// It is not a model of all of Discord: what a bot for games does not use is not
// there, and answers 404 with a complaint.
package discordtest
