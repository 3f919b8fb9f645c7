// Package emoji uploads the symbols of units to Discord as emoji of the application, so that menus and buttons
// can show them.
//
// Units that look the same share one emoji. Its name gives the game and the look and ends in a digest of the
// picture, so that Discord's list is enough to find emoji that are missing, have changed, or are no longer used.
// Emoji with other names, uploaded by people and of other games are left alone: another process may use them.
package emoji
