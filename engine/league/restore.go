package league

// halts lists what is not decided in a league that was put back from a backup, before
// it goes on: what opens matches, and bids, of which players may have seen what came.
var halts = []Kind{KindStart, KindPair, KindChallenge, KindBid, KindAward}

// Restored is the decision that a league is back at which was put back from a backup
// and does not go on yet; 0: it was not, or goes on.
func (l *League) Restored() int { return l.restored }

// lasting reports whether a decision cannot be undone: what happened to the file
// stays true.
func (d *Decision) lasting() bool { return d.Kind() == KindRestore || d.Kind() == KindResume }

// wentBack is what becomes of a log that was put back, and then goes on.
func (s *state) wentBack(d *Decision) error {
	switch {
	case d.Kind() == KindRestore && d.Author != Nobody:
		return ErrFields
	case d.Kind() == KindRestore:
		s.restored = d.Seq - 1
	case s.restored == 0:
		return ErrNotOnHold
	default:
		s.restored = 0
	}
	return nil
}
