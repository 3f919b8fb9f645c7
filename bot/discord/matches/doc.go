// Package matches holds the commands about matches, and what is posted about them: a file
// for each command or family of commands, with its [command.Command] above its handler.
//
// [Commands] lists them in the order of the help; [News] and [Board] make what is posted.
// Nothing here knows of leagues or judges.
package matches
