package referee

import (
	"referee/engine"
	"referee/engine/match"
)

// Changes shows a viewer what has happened since a decision: how the match stands, what
// was told, and what is to be drawn over the map.
func (s *Snapshot) Changes(v engine.Viewer, since int) (match.Scene, error) {
	return s.m.Changes(v, since, s.m.Seq())
}

// mostScenes is how many pictures a replay has at most.
const mostScenes = 40

// Replay is what a viewer sees of decisions from+1 to to, one after the other, after
// what was there before.
func (s *Snapshot) Replay(v engine.Viewer, from, to int) ([]match.Scene, error) {
	scenes, err := s.m.Scenes(v, from, to, mostScenes-1)
	if err != nil || from == 0 {
		return scenes, err
	}
	was, err := s.LookAt(v, from)
	if err != nil {
		return nil, err
	}
	return append([]match.Scene{{From: from, To: from, View: was.View}}, scenes...), nil
}
