// Package mail is the mail door: it plays matches by mail, as the other doors do in Discord and in a terminal.
//
// [Door.Receive] takes one complete mail. It identifies the writer and the question that the mail answers, obeys
// its lines in order, and queues the answer in one transaction with the key of the mail, so that no mail is
// obeyed twice or lost. [Door.Run] sends what waits: answers, and the outbox of people who play by mail.
//
// The address alone never proves the writer: a mail that moves carries a token that was sent to that address for
// one account, seat and question, and a mail that a mail server marks as forged is held until the address itself
// confirms it. docs/email.md describes the same for people.
package mail
