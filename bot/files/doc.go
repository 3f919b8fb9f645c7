// Package files reads files and folders that strangers have made. It limits the bytes read of each, and opens
// only regular files in a folder, so that a link, a device or a pipe named like a match neither blocks the
// reader nor fills its memory.
package files
