// Package incoming reads the octets of a mail into a [Mail]: who it is from, of what kind
// it is, what its author wrote themselves, and what the server that received it says of
// its author.
//
// What is quoted, forwarded, struck out, hidden, attached or below a signature is not the
// author's own: it is counted, never handed on. Where two readings of a mail are possible
// it has a [Doubt], and nothing of it is handed on. All of a mail is a stranger's:
// [Limits] bound what is read, nothing is fetched, run or unpacked, and of attachments the
// sealed turn file alone is read.
//
// The package knows no match, and keeps nothing.
package incoming
