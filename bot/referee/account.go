package referee

import (
	"referee/engine/match"
)

// MatchesOf lists the matches in which an account has a number, by id.
func (r *Referee) MatchesOf(account string) ([]match.Summary, error) {
	return r.store.MatchesOf(account)
}

// Erase forgets who an account is, in every match. The records stay: they know
// players by number. Nobody can answer for their seats until they are freed or
// claimed. Whoever keeps more of the account, like a sandbox, erases that.
func (r *Referee) Erase(account string) error {
	return r.store.Erase(account)
}
