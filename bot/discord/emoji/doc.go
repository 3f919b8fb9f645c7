// Package emoji has Discord hold the symbols of units as emoji of the application, so that
// menus and buttons can show them.
//
// Units that look the same share one emoji. Its name says of which game and of what look it
// is and ends in a digest of its picture, so that Discord's list alone tells what is missing,
// what was drawn anew since, and what is nobody's any more. What is not named so, or was
// uploaded by a person, is left alone, and so are the emoji of other games: another process
// may be using them.
package emoji
