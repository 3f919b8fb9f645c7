// Package board is the door of the browser: an http.Handler that shows matches and takes decisions.
//
// It knows no game, and no store: what it shows it reads of one [referee.Snapshot], and what a
// visitor does goes through the same commands as at any other door. Who a visitor is, and whose
// seats are theirs, says [Visitors]; what pages look like, package page; what the map looks like,
// [Layers].
//
// The types [State], [Node], [Answer], [Done] and their parts are the contract with the page: they
// are sent as JSON. All texts in them are in the visitor's language. An element that may follow in an
// answer has the hex or the piece that it stands for ([Option]), so that the page can be clicked
// without knowing the game.
//
// What is half built is kept by the referee, for the seat, and shown in every page of whoever holds
// it: a page that was reloaded, or lost its connection, has lost nothing.
//
// A page hears by one stream of server-sent events that a match has changed, and asks then for what
// it shows: nothing but the name of the match and the number of its last decision is in an event, and
// what a seat has half built is told to its holder alone.
package board
