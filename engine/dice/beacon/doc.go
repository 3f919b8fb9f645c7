// Package beacon checks the pulses of a public beacon: random values that a group of independent organisations
// publishes at fixed times, each signed by all of them together, so that none of them, and nobody else, can know or
// choose a value before its time.
//
// A [Chain] is one such beacon, and [Quicknet] the one in use: drand's scheme bls-unchained-g1-rfc9380. A [Pulse] is
// its value for one round; with the chain's key anyone can check a pulse offline, years later ([Chain.Verify]).
//
// A round is a fair choice only before its value is published: choose one after [Chain.RoundAt] the moment that had
// to be over, and announce it.
//
// The package fetches nothing and reads no clock.
package beacon
