package referee

import (
	"referee/engine"
	"referee/engine/match"
)

// Changes shows a viewer what has happened in a match since a decision: how it
// stands, what was told, and what is to be drawn over the map.
func (r *Referee) Changes(id match.ID, v engine.Viewer, since int) (match.Scene, error) {
	rm, err := r.enter(id)
	if err != nil {
		return match.Scene{}, err
	}
	defer r.rooms.leave(rm)
	return rm.m.Changes(v, since, rm.m.Seq())
}

// Scenes shows a viewer decisions from+1 to to one after the other, in at most so
// many scenes: what a replay is made of.
func (r *Referee) Scenes(id match.ID, v engine.Viewer, from, to, most int) ([]match.Scene, error) {
	rm, err := r.enter(id)
	if err != nil {
		return nil, err
	}
	defer r.rooms.leave(rm)
	return rm.m.Scenes(v, from, to, most)
}

// mostScenes is how many pictures a replay has at most.
const mostScenes = 40

// Replay is what a viewer sees of decisions from+1 to to, after what was there
// before.
func (r *Referee) Replay(id match.ID, v engine.Viewer, from, to int) ([]match.Scene, error) {
	scenes, err := r.Scenes(id, v, from, to, mostScenes-1)
	if err != nil || from == 0 {
		return scenes, err
	}
	was, err := r.LookAt(id, v, from)
	if err != nil {
		return nil, err
	}
	return append([]match.Scene{{From: from, To: from, View: was.View}}, scenes...), nil
}
