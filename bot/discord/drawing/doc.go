// Package drawing is the queue of the pictures that wait to be drawn. It knows neither what they
// show nor how they are drawn.
//
// Of each key, which is a place or a message, at most one picture waits: a newer one takes the
// place of the older and comes when that would have come. Whoever has waited longest is drawn
// first, on one worker less than there are processors, as words come before pictures. While the oldest
// waits too long, pictures are drawn smaller, and in the end one more at once ([Size]), so that they
// do not come later and later.
package drawing
