// Package limit says how often a person, a channel and a server may ask for something, and
// when one that has asked for too much may go on.
//
// Everybody has an allowance of each [Kind] of thing: so many at once, and so many a
// second from then on. A [Scope] is whose allowance it is. The person's is asked first, and
// what it refuses does not count against the channel and the server: so one person who
// asks for hundreds of things in a second costs the others nothing. Who plays in a
// match goes on where the channel or the server has used up its own, under theirs alone:
// a crowd keeps no player from their turn.
//
// Nothing is kept over a restart, nor of whoever has their whole allowance.
package limit
