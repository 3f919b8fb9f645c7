// Package beacon checks the pulses of a public beacon: random values that a
// group of independent organisations publishes at fixed times, each signed by
// all of them together, so that no one of them, and nobody else, can know a
// value before its time or choose it.
//
// A [Chain] is one such beacon, [Quicknet] the one that is meant: drand's scheme
// bls-unchained-g1-rfc9380. A [Pulse] is what it published for one round; whoever
// knows the chain's key can check a pulse offline, years later ([Chain.Verify]).
//
// A round is fair to name for something only while it is still to come: take one
// after [Chain.RoundAt] the moment that had to be over, and say which one.
//
// The package fetches nothing and reads no clock.
package beacon
