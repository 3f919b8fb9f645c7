// Package enginetest plays games at random and checks that they meet the contract of package engine.
//
//   - [Player] answers questions at random; [Play] plays a whole match with it.
//   - [Run] is the conformance suite: a game calls it from a test of its own.
//   - [Fuzz] drives random play from a fuzz target.
//   - [Perft] counts answers to a depth; [RunPerft] compares the counts with files.
//
// All randomness comes from a seed that the caller gives, and every failure prints the seed, the position text and
// the path that led to it.
package enginetest
