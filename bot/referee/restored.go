package referee

import (
	"context"
	"slices"

	"referee/engine"
	"referee/engine/match"
)

// DoorRestore is the door of what is done to a store that is put back from a backup.
const DoorRestore = "restore"

// Suspend notes that a match, not over, was put back from a backup: it stands until
// its players agree to resume it, see [Referee.Resume]. Its place is told.
func (r *Referee) Suspend(ctx context.Context, id match.ID) error {
	_, err := r.do(ctx, Command{Match: id, Door: DoorRestore, due: true}, func(m *match.Match, by match.By) (*match.Match, error) {
		return m.Restore(by)
	})
	return err
}

// Resume agrees, for a seat, to resume a match that was restored from a backup. It
// does so when all who hold a seat have agreed, of whom somebody is known. It returns
// match.ErrNotOnHold, match.ErrAgreed, and what refuses [FreeResume]. judges is where the
// judges are told once more that they are asked, if they are; "": nowhere.
func (r *Referee) Resume(ctx context.Context, c Command, judges string) (Reply, error) {
	c.judges = judges
	return r.doFree(ctx, c, FreeResume, func(m *match.Match, by match.By) (*match.Match, error) {
		next, err := m.Resume(by, c.Seat)
		if err != nil {
			return nil, err
		}
		state, waits := next.Restored()
		if !waits {
			return next, nil
		}
		people, err := r.store.People(ctx, m.ID())
		if err != nil {
			return nil, err
		}
		for _, seat := range m.Game().Info().Seats {
			p := m.Player(seat)
			known := slices.ContainsFunc(people, func(x match.Person) bool { return x.Player == p })
			if p != match.Referee && known && !slices.Contains(state.Agreed, seat) {
				return next, nil
			}
		}
		return next.Resume(match.By{At: by.At, Door: by.Door}, "") // who is asked still was erased
	})
}

// restoredTold says that a match was put back from a backup, or who wants to go on.
func restoredTold(m *match.Match, d *match.Decision) engine.Msg {
	switch {
	case d.Kind() == match.KindRestore:
		back := m.Log()[d.Seq-2]
		return engine.Say("referee.told.restore", engine.Num("n", back.Decision.Seq), engine.Text("head", back.Head.Short()))
	case d.Kind() == match.KindResume && d.Seat == "":
		return engine.Say("referee.told.goes-on")
	case d.Kind() == match.KindResume:
		return engine.Say("referee.told.go-on", engine.Noun("seat", string(d.Seat)))
	}
	return engine.Msg{}
}
