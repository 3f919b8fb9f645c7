// Package drawn draws the maps of the browser board with package render, so that a page and a picture are
// made of the same drawing operations.
package drawn
