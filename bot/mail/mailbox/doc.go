// Package mailbox reads a folder of a mailbox by IMAP, for as long as a program runs. Each mail in it is handed to a
// [Handler], in the order in which they came in, one at a time, until the handler says that what came of it is stored; only
// then is it marked, or moved to another folder.
//
// What was handled is known by that mark alone: nothing is kept here, and neither a new UIDVALIDITY nor a
// mailbox that was put back from a copy loses a mail. So a mail may be handed over more than once (the mark was not set when
// the connection broke, the mailbox was put back), and whoever handles it does so once by its key.
//
// A handler that fails is given the same mail again, later and later, and no other before it: mails are obeyed in order.
// Somebody who wants the others to go on moves that mail out of the folder; the log has its number.
package mailbox
