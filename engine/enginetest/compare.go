package enginetest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// canonical is the JSON of a value, by which values are compared. What cannot
// be encoded is a fault of the game, and comes out as its error.
func canonical(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return []byte("cannot be encoded: " + err.Error())
	}
	return b
}

func equalJSON(a, b any) bool { return bytes.Equal(canonical(a), canonical(b)) }

// difference says that two values differ, showing where.
func difference(what string, got, want any) error {
	a, b := canonical(got), canonical(want)
	if bytes.Equal(a, b) {
		return nil
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	from := max(0, n-60)
	return fmt.Errorf("%s differ from byte %d:\n  …%s\nand\n  …%s", what, n, clip(a[from:]), clip(b[from:]))
}

func clip(b []byte) []byte { return b[:min(len(b), 240)] }

// viewers lists who may look: every seat, a spectator, the judge.
func viewers(info *engine.Info) []engine.Viewer {
	seats := lists.Map(info.Seats, func(s engine.Seat) engine.Viewer { return engine.Viewer(s) })
	return append(seats, engine.Spectator, engine.Judge)
}

// known is what a viewer may know of events.
func known(events []engine.Event, v engine.Viewer) []engine.Record {
	var seen []engine.Event
	for _, e := range events {
		if k := engine.Known(e, v); k != nil {
			seen = append(seen, k)
		}
	}
	return encoded(seen)
}

// encoded is events as stored.
func encoded(events []engine.Event) []engine.Record {
	records, err := engine.Encode(events)
	if err != nil {
		return []engine.Record{{Kind: "cannot be encoded: " + err.Error()}}
	}
	return records
}

// sameTree walks the tree of answers to p in a, and to q in b, side by side, n
// times from the root to a leaf. It says where the trees differ.
func sameTree(seed uint64, n int, a engine.Position, p engine.PromptID, b engine.Position, q engine.PromptID) error {
	player := NewPlayer(seed, nil)
	for range n {
		var path []string
		for {
			na, errA := a.Explain(p, path)
			nb, errB := b.Explain(q, path)
			if err := cmp.Or(difference(fmt.Sprintf("refusals of %q", strings.Join(path, " ")), fmt.Sprint(errA), fmt.Sprint(errB)),
				difference(fmt.Sprintf("options after %q", strings.Join(path, " ")), na, nb)); err != nil {
				return err
			}
			if errA != nil || na.Done || len(na.Options) == 0 {
				break
			}
			path = append(path, na.Options[player.choose(&engine.Prompt{}, na.Options)].Element())
		}
	}
	return nil
}
