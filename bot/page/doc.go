// Package page writes the website of a league: HTML files that need no script, no server and nothing from the
// network. [Page.Index] is the page with all tables, [Page.Match] the page of one match that was played here. The
// caller collects the data and writes the maps beside them.
//
// Every table has a caption and row and column heads, wide ones scroll with the keyboard, colours work in light
// and dark mode, and the data of the ratings graph are in a table too.
package page
