package referee

import (
	"slices"
	"sync"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/match"
)

// worked is what was worked out about a match as it stands after one decision, for all its
// snapshots: what one press of a button has shown, the next one is read by. Views and
// drafts are shared, so nobody may change them.
type worked struct {
	mu     sync.Mutex
	pos    engine.Position
	views  map[engine.Viewer]engine.View
	drafts map[engine.PromptID]*Draft // the last of each question
	boards map[string]*NewBoard       // by hash, those that were compared with the one of the match; nil: one that it cannot have
}

func workedOn(m *match.Match) *worked {
	return &worked{pos: m.Position(), views: map[engine.Viewer]engine.View{}, drafts: map[engine.PromptID]*Draft{}, boards: map[string]*NewBoard{}}
}

// view is what a viewer sees of the position.
func (w *worked) view(v engine.Viewer) engine.View {
	w.mu.Lock()
	defer w.mu.Unlock()
	view, made := w.views[v]
	if !made {
		view = w.pos.View(v)
		w.views[v] = view
	}
	return view
}

// board is what a board changes in the position, worked out once.
func (w *worked) board(data string, compare func() (*NewBoard, error)) (*NewBoard, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	b, done := w.boards[data]
	if done {
		return b, nil
	}
	b, err := compare()
	if err == nil {
		w.boards[data] = b
	}
	return b, err
}

// draft is the draft of a path; nil: it is not the last of its question.
func (w *worked) draft(h orders.Held) *Draft {
	w.mu.Lock()
	defer w.mu.Unlock()
	if d := w.drafts[h.Prompt]; d != nil && slices.Equal(d.Path, h.Path) {
		return d
	}
	return nil
}

// keep keeps a draft, in place of another of the same question.
func (w *worked) keep(d *Draft) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drafts[d.Prompt] = d
}
