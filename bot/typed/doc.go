// Package typed compares what people type with the words that are known: accents and
// capitals do not matter, and of a word that is mistyped the nearest ones are found.
package typed
