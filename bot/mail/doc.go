// Package mail is the mail door: it plays matches by mail, as the other doors do in Discord and in a terminal.
//
// [Door.Receive] takes one complete mail. It identifies the writer and the question that the mail answers, obeys
// its lines in order, and queues the answer in one transaction with the key of the mail, so that no mail is
// obeyed twice or lost. [Door.Run] sends what waits: answers, and the outbox of people who play by mail.
//
// What a person writes, or is told, is a request: it holds the person, their mail and the token of the mail that theirs
// answers. A handler obeys the lines of a request and notes what came of them in its reply, which a page writes down.
//
// The address alone never proves the writer: a mail that moves carries a token that was sent to that address for
// one account, seat and question, and a mail that a mail server marks as forged is held until the address itself
// confirms it. docs/email.md describes the same for people.
package mail
