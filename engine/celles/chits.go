package celles

import (
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/answer"
)

// 7.1 Drawing.

// draw is the player's decision to draw; chits are drawn until an action chit comes.
func (w *walk) draw() {
	if _, ok := w.Choose(answer.Options("draw", "draw"), w.Wrong("4", "illegal.draw.word")); ok {
		w.Emit(event.DrawCalled{Side: w.S().Side.String()})
	}
}

// chit is the draw itself: every chit left in the cup has the same chance.
func (w *walk) chit() {
	s := w.S()
	c := &s.Cup[s.Side]
	opts := make([]engine.Option, 0, len(w.rules.d.Formations)+len(c.Tactical))
	for f := range w.rules.d.Formations {
		if n := int(c.Action[f]); n > 0 {
			opts = append(opts, engine.Option{ID: w.rules.d.Formations[f].ID, Kind: "formation", Weight: n})
		}
	}
	for t, n := range c.Tactical {
		if n > 0 {
			opts = append(opts, engine.Option{ID: scenario.TacticalIDs[t], Kind: "chit", Weight: int(n)})
		}
	}
	if id, ok := w.Choose(opts, w.Wrong("4", "illegal.chit.word")); ok {
		_, action := w.rules.d.FormationIDs.Find(id)
		w.Emit(event.ChitDrawn{Side: s.Side.String(), Chit: id, Action: action})
		if action && id == fbb && w.rules.withdraws(s) {
			w.withdraw(true)
		}
	}
}
