// Package files reads files and folders that strangers have made: no more than so many
// bytes of each, and from a folder only regular files in it, so that a link, a device or a
// pipe named like a match neither blocks the reader nor fills its memory.
package files
