// Package mail plays matches by mail: it is a door like Discord and the table.
//
// A [Door] is given each mail once it is whole ([Door.Receive]). It finds out who wrote it and which
// question of ours it answers, obeys its lines one after the other, and has the answer wait to be
// sent, in one transaction with the key of the mail, so that none is obeyed twice and none is
// lost. [Door.Run] sends what waits: answers, and what the outbox holds for people who play by mail.
//
// Who wrote a mail is never believed of the address alone: a mail that moves carries a token that was
// sent to that address, for one account, seat and question, and a mail server that says the address is
// forged has it held until the address itself confirms. docs/mail.md is the same for people.
package mail
