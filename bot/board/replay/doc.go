// Package replay writes a match as one HTML file that works without a server or other files: the map, the
// positions after each decision, the reports, and a slider. It shows what the given viewer may know, and no more.
//
// The file has one script and one style, which its content security policy names by their hashes: nothing else
// in it runs, and it fetches nothing. Without scripts it shows how the match ended, and the whole record.
package replay
