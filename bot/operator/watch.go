package operator

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"referee/bot/notebook"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
)

// Trouble is something that may be wrong.
type Trouble struct {
	// Name never changes: the messages are referee.operator.NAME and, when it is over,
	// referee.operator.NAME-well.
	Name string
	// Find reports whether there is this trouble now, with the arguments of the
	// message.
	Find func(now time.Time) (args []engine.Arg, wrong bool, err error)
}

// Watch looks for troubles, and tells the operator about them.
type Watch struct {
	Troubles []Trouble
	// Owner is the account that is told; "" while it is not known: then it is only
	// logged.
	Owner func() (account string, err error)
	Notes Store
	Now   func() time.Time
	Log   *slog.Logger
}

// Store keeps notes over a restart. Tell stores one and puts intents into the outbox,
// both or neither.
type Store interface {
	notebook.Reader
	Tell(ctx context.Context, name string, body []byte, intents []match.Intent) error
}

// noteTold is the name of the note that has, for each trouble, when it was told last
// (Unix time in milliseconds).
const noteTold = "operator"

const (
	lookEvery = 10 * time.Minute
	tellEvery = 24 * time.Hour
)

// Run looks until ctx ends.
func (w *Watch) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		for _, t := range w.Troubles {
			if err := w.look(ctx, t); err != nil {
				w.Log.Error("operator", "trouble", t.Name, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look checks for one trouble, and tells the operator if that is due.
func (w *Watch) look(ctx context.Context, t Trouble) error {
	now := w.Now()
	args, wrong, err := t.Find(now)
	if err != nil {
		return err
	}
	told, err := notebook.Read[map[string]int64](ctx, w.Notes, noteTold)
	if err != nil {
		return err
	}
	if told == nil {
		told = map[string]int64{}
	}
	at, known := told[t.Name]
	key := "referee.operator." + t.Name
	switch {
	case wrong && known && now.Sub(time.UnixMilli(at)).Abs() < tellEvery, !wrong && !known:
		return nil
	case wrong:
		told[t.Name] = now.UnixMilli()
		w.Log.Warn("something is wrong", "trouble", t.Name)
	default:
		delete(told, t.Name)
		args, key = nil, key+"-well"
		w.Log.Info("it is well again", "trouble", t.Name)
	}
	account, err := w.Owner()
	if err != nil || account == "" {
		return err
	}
	in := post.Intent(post.DMPlace(account), post.Notice{Said: engine.Say(key, args...)})
	text, err := json.Marshal(told)
	if err != nil {
		return err
	}
	return w.Notes.Tell(ctx, noteTold, text, []match.Intent{in})
}
