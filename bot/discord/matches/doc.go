// Package matches holds the commands about matches, and the posts about them: a file for each command or
// family of commands, with its [command.Command] above its handler.
//
// [Commands] lists them in the order of the help; [News] and [Board] compose the posts. The package does not
// import leagues or judges.
package matches
