// Package kept is what the door of mail remembers: who plays from which address, the tokens of its mails and what each asked, codes
// that wait to be sent back, what was told of each match, and mails that wait to be sent. It knows the names and the form of what is
// stored, and when it is no longer needed. It sends and obeys nothing.
package kept
