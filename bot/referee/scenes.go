package referee

import (
	"referee/engine"
	"referee/engine/match"
)

// mostScenes is how many pictures a replay has at most.
const mostScenes = 40

// Replay is what a viewer sees of decisions from+1 to to of a match, one after the other, after
// what was there before.
func Replay(m *match.Match, v engine.Viewer, from, to int) ([]match.Scene, error) {
	scenes, err := m.VisibleTo(v).Scenes(from, to, mostScenes-1)
	if err != nil || from == 0 {
		return scenes, err
	}
	was, err := m.At(from)
	if err != nil {
		return nil, err
	}
	return append([]match.Scene{{From: from, To: from, View: was.Position().View(v)}}, scenes...), nil
}
