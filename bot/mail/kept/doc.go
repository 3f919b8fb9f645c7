// Package kept is what the door of mail remembers: who plays from which address, the tokens of its mails and what each asked, codes
// that wait to be sent back, what was told of each match, and mails that wait to be sent. It knows the names and the form of what is
// stored, when it is no longer needed, and how often strangers and mails that do nothing are answered. It sends and obeys nothing.
package kept
