// Package program runs the real referee as a separate process, against a simulated Discord that works outside a
// test.
package program
