// Package page makes the page of a league: HTML files that need no script, no server
// and nothing from the network. [Page.Index] is the page with all tables, [Page.Match]
// one for each match that was played here. The caller collects what they show, and
// writes the maps beside them.
//
// Every table has a caption and row and column heads, wide ones can be scrolled with
// the keyboard, colours hold in light and dark, and what the graph of ratings shows is
// in a table too.
package page
