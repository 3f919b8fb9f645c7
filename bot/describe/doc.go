// Package describe describes a position in words: all that a picture of it shows, for
// people who cannot see it, and the few sentences of a picture's alternative text.
package describe
