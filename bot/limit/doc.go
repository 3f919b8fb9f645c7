// Package limit limits how often a person, a channel and a server may ask for something, and tells a refused
// one when to try again.
//
// Each [Scope] has an allowance for each [Kind] of request: a burst, and then a rate per second. The person's
// allowance is checked first, and requests that it refuses do not count against the channel and the server, so
// that one person who sends hundreds of requests a second costs the others nothing. When the allowance of the
// channel or the server is used up, players of the match there may still act, under their own allowance: a
// crowd keeps no player from their turn.
//
// Nothing is kept over a restart, and full allowances take no memory.
package limit
