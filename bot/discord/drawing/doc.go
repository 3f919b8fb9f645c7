// Package drawing queues pictures that wait to be drawn. It depends neither on their content nor on the
// renderer.
//
// Each key, a place or a message, has at most one waiting picture: a newer one replaces the older one and keeps
// its place in the queue. The picture that has waited longest is drawn first, on one worker less than there are
// processors, because text comes before pictures. While the oldest waits too long, pictures are drawn smaller,
// and finally one more at a time ([Size]), so that the delay does not keep growing.
package drawing
