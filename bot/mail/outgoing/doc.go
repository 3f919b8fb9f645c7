// Package outgoing sends mails: a [Mail] as data becomes the octets of a message, and a
// [Sender] hands them to a mail server.
//
// What a mail says is a list of [Block]s, from which both of its parts are made, the plain
// text and the HTML, so that both say the same. The same Mail always becomes the same octets:
// a mail that is sent again, because nobody knows whether it came through, is the same mail.
//
// A mail is accepted, or refused for ever ([Refused.Forever]), or neither: then it is to be
// sent again, after [Again]. Nothing is kept here; who sends keeps what is not accepted.
package outgoing
