package event

import (
	"referee/engine"
	"referee/engine/hex"
)

// The traces of events on the map.

func coords(ids ...string) []hex.Coord {
	out := make([]hex.Coord, len(ids))
	for i, id := range ids {
		out[i], _ = hex.Parse(id)
	}
	return out
}

func trace(unit string, class engine.Class, text string, hexes ...string) []engine.Trace {
	return []engine.Trace{{Piece: unit, Class: class, Hexes: coords(hexes...), Text: text}}
}

// Draw marks where a unit arrives (14). The set-up is not drawn.
func (e Placed) Draw() []engine.Trace {
	if !e.Arrived {
		return nil
	}
	return trace(e.Unit, engine.MarkTo, "", e.Hex)
}

// Draw marks where a unit comes back (13.3).
func (e Rebuilt) Draw() []engine.Trace { return trace(e.Unit, engine.MarkTo, "", e.Hex) }

// Draw marks the target of an air attack.
func (e AirCalled) Draw() []engine.Trace { return trace(e.Unit, engine.MarkTarget, "") }

// Draw is one step of a move.
func (e Moved) Draw() []engine.Trace { return trace(e.Unit, engine.PathMove, "", e.From, e.To) }

// Draw is the step that a die decides.
func (e InfiltrationCalled) Draw() []engine.Trace {
	return trace(e.Unit, engine.PathInfiltrate, "", e.From, e.To)
}

// Draw tags it with the result.
func (e InfiltrationRolled) Draw() []engine.Trace {
	return trace("", engine.PathInfiltrate, e.Result)
}

// Draw is an arrow to each hex attacked.
func (e AttackCalled) Draw() []engine.Trace {
	var out []engine.Trace
	for _, h := range e.Hexes {
		out = append(out, trace(e.Unit, engine.PathAttack, "", h)...)
	}
	return out
}

// Draw tags the attack with its result, the attacker's half first.
func (e AttackRolled) Draw() []engine.Trace {
	return trace("", engine.PathAttack, Half("", e.Attacker).Text+" / "+Half("", e.Defender).Text)
}

// Draw marks where a step was lost.
func (e StepLost) Draw() []engine.Trace { return trace(e.Unit, engine.MarkHit, "", e.Hex) }

// Draw marks where a unit was lost.
func (e Eliminated) Draw() []engine.Trace { return trace(e.Unit, engine.MarkHit, "", e.Hex) }

// Draw is one hex of a retreat.
func (e Retreated) Draw() []engine.Trace {
	return trace(e.Unit, engine.PathRetreat, "", e.From, e.To)
}

// Draw is an advance.
func (e Advanced) Draw() []engine.Trace {
	return trace(e.Unit, engine.PathAdvance, "", e.From, e.To)
}
