package celles

import (
	"strconv"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/kit/exact"
	"referee/engine/kit/lists"
	"referee/engine/kit/origins"
)

// Aids for players, from the data: what is printed in them is what the rules calculate with.

// aids are the charts of the game.
func (g *rules) aids() []engine.Aid {
	return []engine.Aid{g.aidVictory(), g.aidCounter(), g.aidTerrain(), g.aidCombat(), g.aidRolls(), g.aidChits(), g.aidCalendar()}
}

// aidRow names a row of a table.
func aidRow(name string) engine.Arg { return engine.Sub("", engine.Say("aid.row."+name)) }

// aidSigned is a modifier as a cell.
func aidSigned(n int) engine.Arg { return engine.Text("", exact.Signed(n)) }

// aidMP is a cost as a cell, aidMore one that is added to others.
func aidMP(n int) engine.Arg { return mpArg("", n) }

func aidMore(n int) engine.Arg {
	if n == 0 {
		return aidMP(0)
	}
	return engine.Sub("", engine.Say("aid.more", mpArg("n", n)))
}

// 16 How the match is won.
func (g *rules) aidVictory() engine.Aid {
	places := engine.AidTable{Title: engine.Say("aid.victory.places"), Head: engine.AidHeads("place", "german", "allied")}
	for i := range g.d.Places {
		p := &g.d.Places[i]
		places.Rows = append(places.Rows, []engine.Arg{
			engine.List("", lists.Map(p.Hexes, func(h hexIx) engine.Arg { return engine.Hex("", g.at(h)) })...),
			engine.Num("", p.VP[german]), engine.Num("", p.VP[allied]),
		})
	}
	return engine.Aid{ID: "victory", Tables: []engine.AidTable{places}, Lines: []engine.Msg{
		engine.Say("aid.victory.meuse"), engine.Say("aid.victory.decisive", engine.Num("n", decisiveAt)),
		engine.Say("aid.victory.end", engine.Num("turn", len(g.d.Turns))), engine.Say("aid.victory.steps"),
	}}
}

// 2 What stands on a counter, 5, 8.3 and 12 what its states mean.
func (g *rules) aidCounter() engine.Aid {
	m := &g.d.Combat
	states := engine.AidTable{Title: engine.Say("aid.counter.states"), Head: engine.AidHeads("state", "effect")}
	for _, class := range scenario.Vocabulary.List("state") {
		states.Rows = append(states.Rows, []engine.Arg{
			engine.Sub("", engine.Say("state."+string(class))),
			engine.Sub("", engine.Say("aid.state."+string(class), engine.Text("attack", exact.Signed(m.Disrupted)),
				engine.Text("cut", exact.Signed(m.OutOfSupply)), engine.Text("disrupted", exact.Signed(m.DefDisrupted)),
				engine.Text("isolated", exact.Signed(m.DefIsolated)), engine.Num("move", g.d.Truck.Move))),
		})
	}
	a := engine.Aid{ID: "counter", Tables: []engine.AidTable{states}, Lines: []engine.Msg{
		engine.Say("aid.counter.values", engine.ValueNames(values)), engine.Say("aid.counter.steps"),
	}}
	return origins.Values(a, lists.Map(g.d.Units, func(u scenario.Unit) engine.Origin { return u.Origin }))
}

// values are the names of the three numbers of a counter.
var values = []string{"attack", "defence", "movement"}

// 8, 9 Movement costs, and 11 what terrain does for a defender.
func (g *rules) aidTerrain() engine.Aid {
	c, m := &g.d.Costs, &g.d.Combat
	shift := map[scenario.Terrain]int{scenario.Town: m.Town, scenario.Woods: m.Woods}
	terrain := engine.AidTable{Title: engine.Say("aid.terrain.hexes"), Head: engine.AidHeads("", "motorised", "foot", "defender")}
	add := func(t *engine.AidTable, cells ...engine.Arg) { t.Rows = append(t.Rows, cells) }
	for t := range scenario.Terrains {
		add(&terrain, engine.Noun("", string(t.Class())), aidMP(c.Terrain[scenario.Motorised][t]), aidMP(c.Terrain[scenario.OnFoot][t]),
			aidSigned(shift[t]))
	}
	add(&terrain, aidRow("village"), aidRow("same"), aidRow("same"), aidSigned(m.Village))
	add(&terrain, aidRow("minor"), aidMore(c.Minor[scenario.Motorised]), aidMore(c.Minor[scenario.OnFoot]), aidSigned(m.MinorRiver))
	add(&terrain, aidRow("meuse"), aidRow("bridge"), aidRow("bridge"), engine.Arg{})
	add(&terrain, aidRow("road"), aidMP(c.Road[scenario.Motorised]), aidMP(c.Road[scenario.OnFoot]), engine.Arg{})
	add(&terrain, aidRow("highway"), aidMP(c.Highway[scenario.Motorised]), aidMP(c.Highway[scenario.OnFoot]), engine.Arg{})
	more := engine.AidTable{Title: engine.Say("aid.terrain.more"), Head: engine.AidHeads("", "motorised", "foot")}
	add(&more, aidRow("traffic"), aidMore(c.Traffic), aidMore(0))
	add(&more, aidRow("leave"), aidMore(c.LeaveZOC[scenario.Motorised]), aidMore(c.LeaveZOC[scenario.OnFoot]))
	add(&more, aidRow("infiltrate"), aidMore(c.ZOCtoZOC[scenario.Motorised]), aidMore(c.ZOCtoZOC[scenario.OnFoot]))
	for i, id := range intensityIDs {
		add(&more, aidRow("attack-"+id), aidMP(c.Attack[scenario.Motorised][i]), aidMP(c.Attack[scenario.OnFoot][i]))
	}
	a := engine.Aid{ID: "terrain", Tables: []engine.AidTable{terrain, more}, Lines: []engine.Msg{
		engine.Say("aid.terrain.road"), engine.Say("aid.terrain.strategic", mpArg("n", c.Strategic)),
		engine.Say("aid.terrain.truck", engine.Num("n", g.d.Truck.Move), engine.Num("turn", int(g.d.Truck.Turn))),
	}}
	if g.d.Truck.Origin == engine.OriginGuess {
		a.Lines = append(a.Lines, engine.Say("aid.terrain.truck-guess"))
	}
	return a
}

// 11 The combat results table and its modifiers.
func (g *rules) aidCombat() engine.Aid {
	table := engine.AidTable{Title: engine.Say("aid.combat.results"), Head: engine.AidHeads("die")}
	for i := range g.d.CRT.Columns {
		table.Head = append(table.Head, engine.Say("aid.cell", engine.Text("text", g.d.CRT.Columns[i].Name)))
	}
	for die := scenario.LowestRow; die <= scenario.HighestRow; die++ {
		row := []engine.Arg{engine.Num("", die)}
		for column := range g.d.CRT.Columns {
			r := g.result(column, die)
			cell := r.Attacker.String() + "/" + r.Defender.String()
			if cell == "/" {
				cell = "–"
			}
			row = append(row, engine.Text("", cell))
		}
		table.Rows = append(table.Rows, row)
	}
	m := &g.d.Combat
	drm := func(title string, list ...engine.Arg) engine.AidTable {
		return engine.AidTable{
			Title: engine.Say("aid.combat." + title), Head: engine.AidHeads("modifier"),
			Rows: lists.Map(list, func(a engine.Arg) []engine.Arg { return []engine.Arg{a} }),
		}
	}
	is := func(name string, n int) engine.Arg {
		return engine.Sub("", engine.Say("drm."+name, engine.Text("value", exact.Signed(n))))
	}
	a := engine.Aid{
		ID: "combat",
		Lines: []engine.Msg{
			engine.Say("aid.combat.odds", engine.Text("least", g.d.CRT.Columns[0].Name), engine.Text("most", g.d.CRT.Columns[len(g.d.CRT.Columns)-1].Name)),
			engine.Say("aid.combat.read"), engine.Say("aid.combat.effects", engine.Num("n", disruptedByD)),
		},
		Tables: []engine.AidTable{
			table,
			drm("attacker", is("light", m.Intensity[0]), is("medium", m.Intensity[1]), is("heavy", m.Intensity[2]),
				is("attacker-disrupted", m.Disrupted), is("attacker-out-of-supply", m.OutOfSupply), is("german-night", m.GermanNight),
				engine.Sub("", engine.Say("aid.combat.allied-day", engine.Text("value", exact.Signed(m.AlliedDay)), engine.Num("day", alliedDayFrom))),
				engine.Sub("", engine.Say("aid.combat.chit", engine.Text("value", exact.Signed(m.ChitFor))))),
			drm("defender", is("town", m.Town), is("woods", m.Woods), is("village", m.Village), is("minor-river", m.MinorRiver),
				is("defender-disrupted", m.DefDisrupted), is("defender-isolated", m.DefIsolated),
				engine.Sub("", engine.Say("aid.combat.chit", engine.Text("value", exact.Signed(m.ChitAgainst))))),
		},
	}
	return origins.Mark(a, 0, func(row, column int) engine.Origin { return g.d.CRT.Columns[column-1].From[row] })
}

// aidSpan is the rolls from one number to another: "3–5", "6+".
func aidSpan(low, high int) engine.Arg {
	switch {
	case high < low:
		return engine.Text("", strconv.Itoa(low)+"+")
	case low <= 0:
		return engine.Text("", "≤ "+strconv.Itoa(high))
	}
	return engine.Text("", strconv.Itoa(low)+"–"+strconv.Itoa(high))
}

// 9.1, 13.4 The rolls for infiltrations and air attacks.
func (g *rules) aidRolls() engine.Aid {
	i, a := &g.d.Infil, &g.d.Air
	cell := func(key string) engine.Arg { return engine.Sub("", engine.Say("aid.rolls."+key)) }
	return engine.Aid{
		ID: "rolls",
		Lines: []engine.Msg{
			engine.Say("aid.rolls.infiltration-drm", engine.Text("german", exact.Signed(i.German)), engine.Text("night", exact.Signed(i.Night)),
				engine.Text("infantry", exact.Signed(i.Infantry))),
			engine.Say("aid.rolls.air-drm", engine.Text("cover", exact.Signed(a.WoodsOrTown))),
		},
		Tables: []engine.AidTable{
			{Title: engine.Say("aid.rolls.infiltration"), Head: engine.AidHeads("die", "result"), Rows: [][]engine.Arg{
				{aidSpan(0, i.DisruptedTo), cell("D")},
				{aidSpan(i.DisruptedTo+1, i.FailsTo), cell("F")},
				{aidSpan(i.FailsTo+1, 0), cell("S")},
			}},
			{Title: engine.Say("aid.rolls.air"), Head: engine.AidHeads("die", "result"), Rows: [][]engine.Arg{
				{aidSpan(0, a.NothingTo), cell("nothing")},
				{aidSpan(a.NothingTo+1, a.DisruptedTo), cell("disrupted")},
				{aidSpan(a.DisruptedTo+1, 0), cell("step")},
			}},
		},
	}
}

// 4, 13 The chits in the cups.
func (g *rules) aidChits() engine.Aid {
	tactical := engine.AidTable{Title: engine.Say("aid.chits.tactical"), Head: engine.AidHeads("chit", "german", "allied", "effect")}
	for t, id := range scenario.TacticalIDs {
		tactical.Rows = append(tactical.Rows, []engine.Arg{
			engine.Noun("", id), engine.Num("", int(g.d.Tactical[german][t])), engine.Num("", int(g.d.Tactical[allied][t])),
			engine.Sub("", engine.Say("rule.13."+strconv.Itoa(t+1)+".text")),
		})
	}
	action := engine.AidTable{Title: engine.Say("aid.chits.action"), Head: engine.AidHeads("formation")}
	var days []int // the first turn of each
	for i := range g.d.Turns {
		if i == 0 || g.d.Turns[i].Day != g.d.Turns[i-1].Day {
			days = append(days, i)
			action.Head = append(action.Head, engine.Say("aid.day", engine.Num("day", g.d.Turns[i].Day)))
		}
	}
	for f := range g.d.Formations {
		row, n := []engine.Arg{engine.Noun("", g.d.Formations[f].ID)}, 0
		for _, i := range days {
			chits := int(g.d.Turns[i].Cup[g.d.Formations[f].Side][f])
			row, n = append(row, engine.Num("", chits)), n+chits
		}
		if n > 0 {
			action.Rows = append(action.Rows, row)
		}
	}
	return engine.Aid{ID: "chits", Lines: []engine.Msg{engine.Say("aid.chits.cup")}, Tables: []engine.AidTable{action, tactical}}
}

// 4, 22 The turns with their actions and arrivals.
func (g *rules) aidCalendar() engine.Aid {
	t := engine.AidTable{Head: engine.AidHeads("turn", "day", "period", "german", "allied", "arrivals")}
	for i := range g.d.Turns {
		turn := &g.d.Turns[i]
		var due []engine.Arg
		for u := range g.d.Units {
			if int(g.d.Units[u].Turn) == i+1 {
				due = append(due, engine.Noun("", g.d.Units[u].ID))
			}
		}
		arrivals := engine.List("", due...)
		if len(due) == 0 {
			arrivals = engine.Text("", "–")
		}
		t.Rows = append(t.Rows, []engine.Arg{
			engine.Num("", i+1), engine.Num("", turn.Day), engine.Noun("", string(period(turn))),
			engine.Num("", int(turn.Actions[german])), engine.Num("", int(turn.Actions[allied])), arrivals,
		})
	}
	return engine.Aid{ID: "calendar", Tables: []engine.AidTable{t}, Lines: []engine.Msg{
		engine.Say("aid.calendar.actions"), engine.Say("aid.calendar.withdrawal", engine.Noun("formation", fbb), engine.Num("day", fbbDay)),
	}}
}

// entering are what it costs to enter hexes of each terrain, off the road.
func (g *rules) entering() map[engine.Class]engine.Msg {
	out, c := map[engine.Class]engine.Msg{}, &g.d.Costs
	for t := range scenario.Terrains {
		out[t.Class()] = engine.Say("entering", mpArg("motorised", c.Terrain[scenario.Motorised][t]), mpArg("foot", c.Terrain[scenario.OnFoot][t]))
	}
	return out
}
