// Package outgoing sends mails: it encodes a [Mail] as the bytes of a message, and a [Sender] hands them to a
// mail server.
//
// The content of a mail is a list of [Block]s. The plain text and the HTML part are both made from it, so that
// they say the same. The same Mail always yields the same bytes: a mail that is sent again, because its delivery
// is uncertain, is the same mail.
//
// A mail is accepted, refused for ever ([Refused.Forever]), or to be sent again after [Again]. The package keeps
// nothing; the caller keeps mails that are not yet accepted.
package outgoing
