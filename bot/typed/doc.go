// Package typed compares what people type with known words: accents and capitals do not
// matter, and for a mistyped word the nearest known ones are found.
package typed
