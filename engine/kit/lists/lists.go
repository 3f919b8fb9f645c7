// Package lists derives lists from lists, which nearly every paragraph of the rules needs.
package lists

import "slices"

// Keep is those of a list for which want holds.
func Keep[T any](list []T, want func(T) bool) []T {
	kept := make([]T, 0, len(list))
	for _, x := range list {
		if want(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// If is a list of one thing, or of none: what holds of a thing is [slices.Concat] of such lists.
func If[T any](on bool, x T) []T {
	if on {
		return []T{x}
	}
	return nil
}

// Each is what of makes of all of a list.
func Each[T, R any](list []T, of func(T) R) []R {
	made := make([]R, len(list))
	for i, x := range list {
		made[i] = of(x)
	}
	return made
}

// Count is the number of those of a list for which is holds.
func Count[T any](list []T, is func(T) bool) int {
	n := 0
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}

// Sum is the sum of some numbers.
func Sum[N ~int | ~int8 | ~int16](list []N) int {
	sum := 0
	for _, n := range list {
		sum += int(n)
	}
	return sum
}

// Lead is the index of the greatest number of a list; -1 where several are, or there is none.
func Lead(list []int) int {
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
