//go:build !linux && !darwin

package main

import "math"

// diskFree does not know on this system, and so never warns.
func diskFree(string) (uint64, error) { return math.MaxUint64, nil }

// onOneDisk does not know on this system.
func onOneDisk(string, string) bool { return false }
