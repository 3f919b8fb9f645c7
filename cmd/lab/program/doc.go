// Package program runs the real referee as a process of its own, against a stand-in for
// Discord that works outside a test.
package program
