//go:build !profile || !unix

package main

// profile keeps a profile of the processor for a measurement: not in this binary.
func profile() {}
