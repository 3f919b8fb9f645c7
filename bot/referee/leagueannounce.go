package referee

import (
	"referee/bot/authority"
	"referee/bot/post"
	"referee/engine/league"
	"referee/engine/match"
)

// Announce has a league announced at another place from now on, as its organiser.
// There it is said first, by a post of no decisions; what waits where it was follows:
// its decisions, its matches that are to be opened, and what judges are asked about
// them. It stands in no log, as it changes nothing in the league. It returns
// ErrOrganiser.
func (r *Referee) Announce(c LeagueCommand, place string) error {
	s, err := r.enterLeague(c)
	if err != nil {
		return r.leagueJudged(err, c)
	}
	defer s.hall.mu.Unlock()
	return r.leagueJudged(s.announce(place), c)
}

func (s *session) announce(place string) error {
	if err := s.may(authority.Organise); err != nil || place == s.card.Place {
		return err
	}
	b := league.Batch{League: s.card.ID, After: s.l.Seq()}
	said := post.Post{League: s.card.ID, From: s.l.Seq(), To: s.l.Seq()}
	if err := addPost(&b, said, place); err != nil {
		return err
	}
	if s.card.Place != "" {
		posts, err := s.r.Posts(s.card.Place)
		if err != nil {
			return err
		}
		for _, p := range posts {
			if err := s.take(&b, p, place); err != nil {
				return err
			}
		}
	}
	s.card.Place = place
	b.Card = s.card
	if _, _, err := s.r.store.CommitLeague(b); err != nil {
		s.hall.l = nil // whatever the store holds is read again
		return err
	}
	s.hall.card = s.card
	return nil
}

// take lets a batch move a post to another place, if it is the league's.
func (s *session) take(b *league.Batch, p post.Post, place string) error {
	of := p.League
	if p.Bench {
		link, _, err := s.r.store.LinkOf(p.Match)
		if err != nil {
			return err
		}
		of = link.League
	}
	if of != s.card.ID {
		return nil
	}
	b.Sent = append(b.Sent, match.Intent{Place: s.card.Place, No: p.No})
	return addPost(b, p, place)
}

// post puts a post into the outbox.
func addPost(b *league.Batch, p post.Post, place string) error {
	in, err := p.Intent(place)
	b.Outbox = append(b.Outbox, in)
	return err
}

// AnnouncedAt lists the leagues, not over, that are announced at a place, by id.
func (r *Referee) AnnouncedAt(place string) ([]league.Summary, error) {
	all, err := r.store.Leagues()
	var out []league.Summary
	for _, s := range all {
		if s.Place == place && !s.Over {
			out = append(out, s)
		}
	}
	return out, err
}
