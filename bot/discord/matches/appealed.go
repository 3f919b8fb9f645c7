package matches

import (
	"context"
	"encoding/json"
	"fmt"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/notebook"
	"referee/bot/referee"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// Appealed is what is kept of the appeals of a match.
type Appealed struct {
	Home   string  `json:"home"`             // the server
	Thread wire.ID `json:"thread,omitempty"` // of the judges, or where they are asked without one; "": to be made
	Parent wire.ID `json:"parent,omitempty"` // the channel to make it in; "": that of the post
	// Away are the named judges and the judges' roles that were not in the server at the last appeal.
	Away []wire.ID `json:"away,omitempty"`
}

// In is the server of the match, with those of its judges who are there.
func (b Appealed) In(h *command.Handlers, l referee.Look) command.Server {
	return h.ServerAt(l.Snapshot.Home()).Without(b.Away)
}

func appealedName(id match.ID) string { return "bench " + string(id) }

// AppealedOf is what is kept of the appeals of a match; false where there were none
// here.
func AppealedOf(ctx context.Context, h *command.Handlers, id match.ID) (b Appealed, ok bool, err error) {
	notes, err := AllAppealed(ctx, h, []match.ID{id})
	b, ok = notes[id]
	return b, ok, err
}

// AllAppealed is what is kept of the appeals of matches, read at once. Those about which
// nobody was asked here are missing.
func AllAppealed(ctx context.Context, h *command.Handlers, ids []match.ID) (map[match.ID]Appealed, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	names := lists.Map(ids, appealedName)
	texts, err := h.Notes.Notes(ctx, names...)
	if err != nil {
		return nil, fmt.Errorf("discord: read where judges are: %w", err)
	}
	out := map[match.ID]Appealed{}
	for i, id := range ids {
		if texts[i] == nil {
			continue
		}
		var b Appealed
		if err := json.Unmarshal(texts[i], &b); err != nil {
			return nil, fmt.Errorf("discord: read where the judges of match %s are: %w", id, err)
		}
		out[id] = b
	}
	return out, nil
}

// ChangeAppealed changes what is kept of the appeals of a match. A press and the sender
// may do so at once: neither must undo what the other has noted.
func ChangeAppealed(ctx context.Context, h *command.Handlers, id match.ID, change func(*Appealed)) error {
	release, err := h.Appealing.Hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	b, _, err := AppealedOf(ctx, h, id)
	if err != nil {
		return err
	}
	change(&b)
	return notebook.Write(ctx, h.Notes, appealedName(id), b)
}
