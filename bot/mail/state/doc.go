// Package state is the memory of the mail door: the addresses of players, the tokens of its mails and the
// question of each, codes that wait to be sent back, the news told of each match, and mails that wait to be sent.
// It defines the names and the format of what is stored, when each record expires, and how often strangers and
// mails without effect are answered. It sends and obeys nothing.
package state
