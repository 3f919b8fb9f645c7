package event

import "referee/engine"

// Events that are told together: the units of a set-up, the steps of a move, the hexes of a
// retreat.

// TellRun tells units that are placed one after the other.
func (e Placed) TellRun(next []engine.Event) (engine.Msg, int) {
	n := 0
	units := []engine.Arg{e.item()}
	for ; n < len(next); n++ {
		p, ok := next[n].(Placed)
		if !ok || p.Arrived != e.Arrived {
			break
		}
		units = append(units, p.item())
	}
	key := "event.placed-all"
	if e.Arrived {
		key = "event.arrived-all"
	}
	return engine.Say(key, engine.List("units", units...)), n
}

func (e Placed) item() engine.Arg {
	return engine.Sub("", engine.Say("event.placed-one", engine.Noun("unit", e.Unit), HexNamed("hex", e.Hex)))
}

// TellRun tells the hexes of one retreat, up to the first that is special.
func (e Retreated) TellRun(next []engine.Event) (engine.Msg, int) {
	n, last := 0, e
	var way []engine.Arg
	for ; n < len(next) && !last.Spared; n++ {
		r, ok := next[n].(Retreated)
		if !ok || r.Unit != e.Unit || r.Spared {
			break
		}
		way = append(way, HexNamed("", last.To))
		last = r
	}
	return engine.Say("event.retreated-by", engine.Noun("unit", e.Unit), HexNamed("to", last.To), engine.List("way", way...)), n
}

// TellRun tells the steps of one move.
func (e Moved) TellRun(next []engine.Event) (engine.Msg, int) {
	n, last, mp := 0, e, e.MP
	var way []engine.Arg
	for ; n < len(next); n++ {
		m, ok := next[n].(Moved)
		if !ok || m.Unit != e.Unit {
			break
		}
		way = append(way, HexNamed("", last.To))
		last, mp = m, mp+m.MP
	}
	return engine.Say("event.moved-by", engine.Noun("unit", e.Unit), HexNamed("to", last.To), mp.Arg("mp"),
		engine.List("way", way...)), n
}
