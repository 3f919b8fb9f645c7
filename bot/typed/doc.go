// Package typed compares typed text with known words: it ignores accents and case, and finds the nearest known
// words for a mistyped one.
package typed
