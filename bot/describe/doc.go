// Package describe says a position in words: all that a picture of it shows, for who
// cannot see it, and the few sentences that stand for a picture.
package describe
