// Package mailbox reads a folder of a mailbox by IMAP while a program runs. It hands each mail to a [Handler], in
// the order of arrival, one at a time. When the handler reports that the result is stored, the mail is marked or
// moved to another folder.
//
// That mark is the only memory: nothing is kept here, and neither a new UIDVALIDITY nor a mailbox that was
// restored from a copy loses a mail. A mail may therefore be handed over more than once (the connection broke
// before the mark was set, the mailbox was restored), and the handler must recognise it by its key.
//
// A handler that fails is given the same mail again after growing delays, and no other before it: mails are
// obeyed in order. To let the others through, an operator moves that mail out of the folder; the log has its
// number.
package mailbox
