// Package describe describes a position in words: everything that its picture shows, for people who cannot
// see it, and the few sentences of the picture's alternative text.
package describe
