// Package delivery sends the mails that wait in package state, in order, retries those that the mail server does
// not accept, and processes bounces. It tells the players' clocks when news of a match was delivered. It composes
// nothing.
package delivery
