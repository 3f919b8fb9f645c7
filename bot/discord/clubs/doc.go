// Package clubs holds the commands about leagues and for judges, and the posts about them: a file for each
// command or family of commands, with its [command.Command] above its handler.
//
// [Commands] lists them in the order of the help. Package matches shows the matches.
package clubs
