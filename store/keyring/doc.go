// Package keyring keeps the dice keys in a file of their own, which is written completely or not at all, and encrypted
// under a passphrase if the operator wants it.
//
// The file is text, one key a line, the one for new matches first:
//
//	referee-keys/1
//	# what a person may want to know
//	key 2026-11-22T18:00:00Z 2f5c09ab17de4410 0b1c…
//
// A line has the word key, the time when the key was made (UTC; - if that is not known), its fingerprint, and its
// 32 bytes in hex. The fingerprint also shows whether the line is damaged. Lines that are empty or begin with #
// are ignored. A line that begins otherwise is refused, because a newer referee may have written it. A file of 32
// bytes is one key, as earlier versions kept it. With a passphrase the text is an armoured file of
// age-encryption.org/v1, which the program age reads too.
package keyring
