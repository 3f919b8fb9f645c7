// Package workshop is where the owner of a game corrects its board from their copy, in a browser of their own machine.
//
// A [Session] is a board in work: each stroke is written to a journal before it is answered, checked at once, and can be
// undone. [New] serves it to a page. Pictures of the printed map stay in the browser: no route takes one.
package workshop
