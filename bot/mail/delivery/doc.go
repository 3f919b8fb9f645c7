// Package delivery sends the mails that wait in package kept: in their order, again where the mail server does not take them, and
// follows what comes back. The clocks of who a mail is for learn from it what they know of a match. It composes nothing.
package delivery
