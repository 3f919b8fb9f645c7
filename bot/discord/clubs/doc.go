// Package clubs holds the commands about leagues and those for judges, and what is posted
// about them: a file for each command or family of commands, with its [command.Command]
// above its handler.
//
// [Commands] lists them in the order of the help. It shows matches by package matches.
package clubs
