// Package drawn draws the maps of the board in the browser by package render: what a picture shows and what a
// page shows are made of the same operations.
package drawn
