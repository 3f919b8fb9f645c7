// Package page holds the pages of the browser board: templates, one style sheet and JavaScript modules,
// which are served as they are. Their data come from package board.
package page
