// Package links admits browsers to matches by links that one browser can use once, and by the visits that
// these links start. A door that has identified the account, Discord or mail, makes the link for it and for its
// place in one match: a seat, or a place among the spectators if the match admits them.
//
// Fetching a link does not use it up, because previews and mail filters fetch links unasked: the page has a
// button that does. Links and visits are stored as hashes of their tokens, which admit nobody. They end when
// they expire, when the account ends them, with its seat, and when the account is erased. Each link, each visit
// and each refused attempt is logged.
package links
