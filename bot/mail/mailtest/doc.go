// Package mailtest is the post, for tests: an IMAP and an SMTP server on loopback. What is sent by SMTP to somebody
// who has a mailbox here is put into it, as a mail server does it, with the fields of the header that it
// adds; what is sent to anybody else comes back.
//
//   - [Post] is the whole of it. [Post.User] makes a mailbox, [Post.IMAP] and [Post.SMTP] say where the servers are.
//   - [Post.Put] and [Post.Accept] bring mails in without a connection; [Post.Await] waits for those that come.
//   - [Faults] say what becomes of a mail: it is refused, lost, doubled, held and let go in another order, or
//     comes back. [Post.Cut] breaks connections, [Post.Silence] has them say nothing, [Post.Stop] and [Post.Start] restart both servers, [Post.Renumber] gives
//     a mailbox a new UIDVALIDITY.
package mailtest
