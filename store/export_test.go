package store

import (
	"context"

	"referee/engine/match"
)

// PackAs packs a match as it was read earlier.
func (s *Store) PackAs(id match.ID, entries []*match.Entry) error {
	return s.pack(context.Background(), id, entries)
}

// MatchesAt lists the matches that the index has under a place, by id.
func (s *Store) MatchesAt(ctx context.Context, place string) ([]match.Summary, error) {
	return matches.found(ctx, s.file, bucketPlaces, place)
}
