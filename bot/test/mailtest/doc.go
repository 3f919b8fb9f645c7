// Package mailtest is a mail provider for tests: an IMAP and an SMTP server on loopback. A mail sent by SMTP to a
// user with a mailbox here is put into it, with the header fields that a mail server adds; any other mail bounces.
//
//   - [Post] is the whole provider. [Post.User] makes a mailbox, [Post.IMAP] and [Post.SMTP] are the addresses
//     of the servers.
//   - [Post.Put] and [Post.Accept] bring mails in without a connection; [Post.Await] waits for those that come.
//   - [Faults] refuse a mail, lose it, double it, hold it and release it in another order, or bounce it. [Post.Cut]
//     breaks connections, [Post.Silence] makes them silent, [Post.Stop] and [Post.Start] restart both servers, and
//     [Post.Renumber] gives a mailbox a new UIDVALIDITY.
package mailtest
