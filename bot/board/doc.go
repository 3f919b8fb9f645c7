// Package board is the browser door: an http.Handler that shows matches and takes decisions.
//
// It does not depend on any game or store: everything it shows comes from one [referee.Snapshot], and every
// act of a visitor goes through the same commands as at the other doors. [Visitors] identifies visitors and
// their seats, package page provides the pages, and [Layers] draws the map.
//
// The types [State], [Node], [Answer], [Outcome] and their parts are the contract with the page, which gets them
// as JSON. All texts in them are in the visitor's language. Each element that may follow in an answer names
// the hex or the piece that it stands for ([Option]), so that the page is clickable without knowing the game.
//
// The referee keeps unfinished orders for each seat, and every page of the seat's holder shows them: a page
// that is reloaded or loses its connection loses nothing.
//
// One stream of server-sent events tells a page that a match has changed; the page then asks for the new
// state. An event holds only the name of the match and the number of its last decision. Events about a seat's
// unfinished orders go to its holder alone.
package board
