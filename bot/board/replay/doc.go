// Package replay writes a match as one HTML file that needs no server and nothing beside it: the map, what stood on it
// after each decision, what was told of it, and a slider. It shows what a viewer may know, and no more.
//
// The file has one script and one style, which its own policy names by their hashes: nothing else in it runs, and it
// fetches nothing. Without scripts it shows how the match ended, and the whole record.
package replay
