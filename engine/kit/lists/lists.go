// Package lists derives lists from lists, which nearly every paragraph of the rules needs.
package lists

import "slices"

// Filter returns the elements for which want holds.
func Filter[T any](list []T, want func(T) bool) []T {
	kept := make([]T, 0, len(list))
	for _, x := range list {
		if want(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// If returns a list of one element, or an empty one: slices.Concat of such lists collects
// everything that applies.
func If[T any](on bool, x T) []T {
	if on {
		return []T{x}
	}
	return nil
}

// Map returns the results of applying of to each element.
func Map[T, R any](list []T, of func(T) R) []R {
	made := make([]R, len(list))
	for i, x := range list {
		made[i] = of(x)
	}
	return made
}

// Count returns the number of elements for which is holds.
func Count[T any](list []T, is func(T) bool) int {
	n := 0
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}

// Sum returns the sum of some numbers.
func Sum[N ~int | ~int8 | ~int16](list []N) int {
	sum := 0
	for _, n := range list {
		sum += int(n)
	}
	return sum
}

// UniqueMaxIndex returns the index of the greatest number of a list; -1 if several are equal to it, or the
// list is empty.
func UniqueMaxIndex(list []int) int {
	if len(list) == 0 {
		return -1
	}
	most := slices.Max(list)
	first := slices.Index(list, most)
	if slices.Contains(list[first+1:], most) {
		return -1
	}
	return first
}
