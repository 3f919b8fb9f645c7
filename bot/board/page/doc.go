// Package page is what the board in the browser looks like: templates, one style sheet and modules of
// JavaScript, which a browser reads as they stand here. The data are those of package board.
package page
