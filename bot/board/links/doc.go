// Package links lets browsers into matches: by links that are good for one browser once, and the visits that they
// begin there. A link is made for an account by a door that knows whose it is, Discord or mail, and for what it
// holds in one match: a seat, or a place among its spectators where the match lets them in.
//
// To fetch a link spends nothing, as previews and filters do that unasked: its page has a button, which does. What
// is kept of links and visits are hashes of their tokens, by which nobody comes in; they end by themselves, by the
// account's wish, with its seat, and when it is erased. Each link and each visit, and each attempt that was refused,
// is a line of the log.
package links
