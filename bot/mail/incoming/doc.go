// Package incoming parses the bytes of a mail into a [Mail]: its sender, its kind, the text that its author
// wrote, and the receiving server's verdict on the sender.
//
// Text that is quoted, forwarded, struck out, hidden, attached or below a signature is not the author's own: it
// is counted and never handed on. A mail that can be read in two ways has a [Doubt], and none of its text is
// handed on. A mail comes from a stranger: [Limits] bound how much is read, nothing is fetched, run or
// unpacked, and of the attachments only the sealed turn file is read.
//
// The package does not import matches, and keeps nothing.
package incoming
