package store

import "referee/engine/match"

// PackAs packs a match as it was read earlier.
func (s *Store) PackAs(id match.ID, entries []*match.Entry) error { return s.pack(id, entries) }
