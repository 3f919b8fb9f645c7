package referee

import (
	"container/list"
	"sync"

	"referee/engine/match"
)

// room is where commands to one match wait for each other. Its fields are for
// whoever is in it.
type room struct {
	mu    sync.Mutex
	id    match.ID
	m     *match.Match // nil: not loaded
	open  *open
	place string
	home  string        // "": not known
	moves *match.Moving // a proposal to move it; nil: none
	users int           // inside or waiting; guarded by rooms.mu
	idle  *list.Element // guarded by rooms.mu
}

// rooms holds the rooms in use, and some idle ones with their matches.
type rooms struct {
	mu   *sync.Mutex
	byID map[match.ID]*room
	idle *list.List // longest idle first
	keep int
}

func newRooms(keep int) rooms {
	if keep == 0 {
		keep = 64
	}
	return rooms{mu: new(sync.Mutex), byID: map[match.ID]*room{}, idle: list.New(), keep: keep}
}

// enter waits until nobody else is in the room of a match.
func (rs *rooms) enter(id match.ID) *room {
	rs.mu.Lock()
	rm := rs.byID[id]
	if rm == nil {
		rm = &room{id: id}
		rs.byID[id] = rm
	}
	if rm.idle != nil {
		rs.idle.Remove(rm.idle)
		rm.idle = nil
	}
	rm.users++
	rs.mu.Unlock()
	rm.mu.Lock()
	return rm
}

// leave lets the next one in, and forgets the rooms idle for longest.
func (rs *rooms) leave(rm *room) {
	empty := rm.m == nil
	rm.mu.Unlock()
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rm.users--
	if rm.users > 0 {
		return
	}
	if empty {
		delete(rs.byID, rm.id)
		return
	}
	rm.idle = rs.idle.PushBack(rm)
	for rs.idle.Len() > rs.keep {
		oldest := rs.idle.Remove(rs.idle.Front()).(*room)
		delete(rs.byID, oldest.id)
	}
}

// enter goes into the room of a match and loads it if need be. Without an error
// the caller must leave the room.
func (r *Referee) enter(id match.ID) (*room, error) {
	rm := r.rooms.enter(id)
	if err := r.load(rm); err != nil {
		r.rooms.leave(rm)
		return nil, err
	}
	return rm, nil
}

func (r *Referee) load(rm *room) error {
	if rm.m != nil {
		return nil
	}
	entries, err := r.store.Load(rm.id)
	if err != nil {
		return err
	}
	card, err := r.store.Summary(rm.id)
	if err != nil {
		return err
	}
	o, err := match.Pinned(entries)
	if err != nil {
		return err
	}
	game, err := r.pinned(o)
	if err != nil {
		return err
	}
	m, err := match.Fold(game.game, entries)
	if err != nil {
		return err
	}
	rm.m, rm.open, rm.place, rm.home, rm.moves = m, game, card.Place, card.Home, card.Moving
	return nil
}
