// Package delivery sends the emails queued in package state, in order. It retries those that the mail server does
// not accept, and processes bounces. It tells the players' clocks when news of a match was delivered. Package
// outgoing composes the mails.
package delivery
