// Package files reads files and folders that strangers have made: no more than so many
// bytes of each, and of a folder nothing but plain files that lie in it, so that a link, a
// device or a pipe that calls itself a match neither hangs the reader nor fills its memory.
package files
