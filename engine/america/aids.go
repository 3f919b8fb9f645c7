package america

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/ardennes"
	"referee/engine/kit/exact"
	"referee/engine/kit/lists"
	"referee/engine/kit/origins"
)

// Aids for players, from the data: what is printed in them is what the rules calculate with.

// aids are the charts of the game.
func (g *rules) aids() []engine.Aid {
	return []engine.Aid{
		g.aidVictory(), g.aidCounter(), g.aidTerrain(), g.aidCombat(), g.aidSupply(), g.aidImpulses(), g.aidWeather(), g.aidCalendar(),
	}
}

// values and hqValues are the names of the numbers on a counter.
var (
	values   = []string{"strength", "movement"}
	hqValues = []string{"range", "movement"}
)

// aidWord is a text of the aids as a cell.
func aidWord(key string, args ...engine.Arg) engine.Arg {
	return engine.Sub("", engine.Say("aid."+key, args...))
}

// aidSigned is a modifier as a cell; nothing for 0.
func aidSigned(n int) engine.Arg {
	if n == 0 {
		return engine.Text("", "–")
	}
	return engine.Text("", exact.Signed(n))
}

// aidCost is a cost as a cell, aidMore one that is added to others.
func aidCost(n scenario.MP) engine.Arg {
	if n >= scenario.No {
		return aidWord("row.no")
	}
	return n.Arg("")
}

func aidMore(n scenario.MP) engine.Arg {
	if n >= scenario.No {
		return aidWord("row.no")
	}
	return aidWord("more", n.Arg("n"))
}

// 13 How each scenario is won.
func (g *rules) aidVictory() engine.Aid {
	a := engine.Aid{ID: "victory", Lines: []engine.Msg{engine.Say("aid.victory.order")}}
	for i := range g.d.Scenarios {
		row := &g.d.Scenarios[i]
		t := engine.AidTable{
			Title: engine.Say("aid.victory.scenario", engine.Sub("scenario", engine.Say("setup.scenario."+row.ID))), Head: engine.AidHeads("result", "conditions"),
		}
		var nothing count
		needs := nothing.needs(scenario.Scenario(i))
		for k, n := range needs {
			if k > 0 && needs[k-1].Result == n.Result {
				continue
			}
			all := lists.Filter(needs, func(x Need) bool { return x.Result == n.Result })
			t.Rows = append(t.Rows, []engine.Arg{
				aidWord("result." + n.Result),
				engine.List("", lists.Map(all, func(x Need) engine.Arg {
					key := "need." + row.ID + "." + x.What
					if x.Most {
						key += "-most"
					}
					return aidWord(key, engine.Num("n", x.Want))
				})...),
			})
		}
		t.Rows = append(t.Rows, []engine.Arg{aidWord("result.draw"), aidWord("need.else")})
		a.Tables = append(a.Tables, t)
	}
	var places, liege []engine.Arg
	for i := range g.d.Objectives {
		if o := &g.d.Objectives[i]; o.Liege {
			liege = append(liege, engine.Hex("", g.at(o.Hex)))
		} else {
			places = append(places, engine.Hex("", g.at(o.Hex)))
		}
	}
	a.Lines = append(a.Lines, engine.Say("aid.victory.places", engine.Num("n", len(places)), engine.List("places", places...)),
		engine.Say("aid.victory.liege", engine.Num("n", liegeMost), engine.List("places", liege...)), engine.Say("aid.victory.north"))
	return a
}

// 2 What stands on a counter, and what its states mean.
func (g *rules) aidCounter() engine.Aid {
	states := engine.AidTable{Title: engine.Say("aid.counter.states"), Head: engine.AidHeads("state", "effect")}
	for _, class := range scenario.Vocabulary.List("state") {
		if class == engine.Disrupted {
			continue // this game has no such state
		}
		states.Rows = append(states.Rows, []engine.Arg{engine.Sub("", engine.Say("state."+string(class))), aidWord("state." + string(class))})
	}
	a := engine.Aid{ID: "counter", Tables: []engine.AidTable{states}, Lines: []engine.Msg{
		engine.Say("aid.counter.values", engine.ValueNames(values)), engine.Say("aid.counter.hq", engine.ValueNames(hqValues)), engine.Say("aid.counter.steps"),
	}}
	return origins.Values(a, lists.Map(g.d.Units, func(u scenario.Unit) engine.Origin { return u.Origin }))
}

// 5, 4, 9.52 Movement costs, and what the ground does for a defender.
func (g *rules) aidTerrain() engine.Aid {
	c, x := &g.d.Costs, &g.d.Shifts
	t := engine.AidTable{Title: engine.Say("aid.terrain.hexes"), Head: engine.AidHeads("", "foot", "mech", "defender", "crossing")}
	foot, mech, none := scenario.Foot, scenario.Mech, engine.Text("", "–")
	add := func(cells ...engine.Arg) { t.Rows = append(t.Rows, cells) }
	for i := range scenario.Terrains {
		add(engine.Sub("", engine.Say("ground."+string(i.Class()))), aidCost(c.Terrain[foot][i]), aidCost(c.Terrain[mech][i]), aidSigned(x.Terrain[i]), none)
	}
	for i := scenario.Village; i <= scenario.Town; i++ {
		add(engine.Sub("", engine.Say("ground."+string(i.Class()))), aidCost(c.Site[foot][i]), aidCost(c.Site[mech][i]), aidSigned(x.Site[i]), none)
	}
	add(engine.Sub("", engine.Say("ground.westwall")), none, none, aidSigned(x.Westwall), none)
	add(aidWord("row.road"), aidCost(c.Road[foot]), aidCost(c.Road[mech]), none, none)
	add(aidWord("row.strategic"), aidCost(c.StrategicRoad[foot]), aidCost(c.StrategicRoad[mech]), none, none)
	for _, r := range []struct {
		name  string
		river scenario.River
	}{{"minor", scenario.Minor}, {"major", scenario.Major}} {
		add(aidWord("row."+r.name), aidMore(c.River[foot][r.river]), aidMore(c.River[mech][r.river]), none, engine.Ratio("", 1, x.Divisor[r.river]))
	}
	add(aidWord("row.enter"), aidMore(c.EnterZOC[foot]), aidMore(c.EnterZOC[mech]), none, none)
	add(aidWord("row.leave"), aidWord("row.half"), aidWord("row.half"), none, none)
	add(aidWord("row.overrun"), aidWord("row.no"), aidMore(c.Overrun), none, none)
	return engine.Aid{ID: "terrain", Tables: []engine.AidTable{t}, Lines: []engine.Msg{
		engine.Say("aid.terrain.snow", engine.Num("n", c.Snow)), engine.Say("aid.terrain.best"), engine.Say("aid.terrain.allied"),
		engine.Say("aid.terrain.westwall", engine.Text("n", exact.Signed(x.WestwallResult))),
	}}
}

// 9 The combat results table, and the column shifts.
func (g *rules) aidCombat() engine.Aid {
	table := engine.AidTable{Title: engine.Say("aid.combat.results"), Head: engine.AidHeads("die")}
	for i := range g.d.CRT.Columns {
		table.Head = append(table.Head, engine.Say("aid.cell", engine.Text("text", g.d.CRT.Columns[i].Name)))
	}
	for die := range len(g.d.CRT.Columns[0].Rows) {
		row := []engine.Arg{engine.Num("", die+1)}
		for i := range g.d.CRT.Columns {
			r := g.d.CRT.Columns[i].Rows[die]
			row = append(row, engine.Text("", effect(r.Attacker)+"/"+effect(r.Defender)))
		}
		table.Rows = append(table.Rows, row)
	}
	x := &g.d.Shifts
	by := [shifts]int{
		shiftWoods: x.Terrain[scenario.Woods], shiftHill: x.Terrain[scenario.Hill], shiftVillage: x.Site[scenario.Village], shiftTown: x.Site[scenario.Town],
		shiftWestwall: x.Westwall, shiftTanks: x.Tanks, shiftArms: x.Combined, shiftArmsAgainst: x.Against, shiftHexes: x.FourUp, shiftSnow: x.Snow,
		shiftAir: x.Air, shiftAirCover: x.AirCover, shiftHQ: x.HQ, shiftHQCover: x.HQCover,
	}
	columns := engine.AidTable{Title: engine.Say("aid.combat.shifts"), Head: engine.AidHeads("shift", "rule")}
	for i, n := range by {
		columns.Rows = append(columns.Rows, []engine.Arg{
			engine.Sub("", engine.Say("shift."+shiftIDs[i], engine.Text("value", exact.Signed(n)))), engine.Text("", shiftRules[i]),
		})
	}
	a := engine.Aid{ID: "combat", Tables: []engine.AidTable{table, columns}, Lines: []engine.Msg{
		engine.Say("aid.combat.odds", engine.Text("least", g.d.CRT.Columns[0].Name), engine.Text("most", g.d.CRT.Columns[len(g.d.CRT.Columns)-1].Name)),
		engine.Say("aid.combat.read"), engine.Say("aid.combat.first", engine.Text("n", exact.Signed(x.HQFirst))),
		engine.Say("aid.combat.air", engine.Num("n", airMost)),
	}}
	return origins.Mark(a, 0, func(row, column int) engine.Origin { return g.d.CRT.Columns[column-1].From[row] })
}

// effect is half a result as the table prints it.
func effect(n int8) string {
	if n == 0 {
		return "–"
	}
	return strconv.Itoa(int(n))
}

// 7.2 What supply does.
func (g *rules) aidSupply() engine.Aid {
	t := engine.AidTable{Head: engine.AidHeads("", "attack", "defence", "mech-moves")}
	for st, divisor := range shares {
		defence, move := 1, 1
		if supplyState(st) == isolated {
			defence = isolatedDefence
		}
		if supplyState(st) != supplied {
			move = unsuppliedMove
		}
		t.Rows = append(t.Rows, []engine.Arg{
			aidWord("supply." + supplyIDs[st]), engine.Ratio("", 1, divisor), engine.Ratio("", 1, defence), engine.Ratio("", 1, move),
		})
	}
	hqs := engine.AidTable{Title: engine.Say("aid.supply.hqs"), Head: engine.AidHeads("hq", "range", "support", "early", "cost")}
	for i := range g.d.HQs {
		q := &g.d.HQs[i]
		hqs.Rows = append(hqs.Rows, []engine.Arg{
			engine.Noun("", g.unitID(q.Unit)), engine.Num("", q.Range), engine.Num("", q.Support), engine.Num("", q.Early), engine.Num("", q.Cost),
		})
	}
	a := engine.Aid{ID: "supply", Tables: []engine.AidTable{t, hqs}, Lines: []engine.Msg{engine.Say("aid.supply.line"), engine.Say("aid.supply.round"), engine.Say("aid.supply.combat")}}
	return origins.Mark(a, 1, func(row, _ int) engine.Origin { return g.d.HQs[row].Origin }, 1) // all but the range is in the rules
}

// 3.3, 8.3 The order of an impulse, and the operational pause.
func (g *rules) aidImpulses() engine.Aid {
	t := engine.AidTable{Title: engine.Say("aid.impulses.track"), Head: engine.AidHeads("impulse", "german", "allied")}
	for i := range max(len(g.d.Track[german]), len(g.d.Track[allied])) {
		row := []engine.Arg{engine.Num("", i+1)}
		for _, track := range g.d.Track {
			switch {
			case track[min(i, len(track)-1)] == 0:
				row = append(row, engine.Text("", "–"))
			default:
				row = append(row, engine.Text("", "≤ "+strconv.Itoa(int(track[min(i, len(track)-1)]))))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	a := engine.Aid{ID: "impulses", Tables: []engine.AidTable{t}, Lines: []engine.Msg{engine.Say("aid.impulses.steps"), engine.Say("aid.impulses.pause")}}
	return origins.Mark(a, 0, func(row, column int) engine.Origin {
		from := g.d.TrackFrom[column-1]
		return from[min(row, len(from)-1)]
	})
}

// 3.2 Weather and ground.
func (g *rules) aidWeather() engine.Aid {
	w := &g.d.Weather
	weather := engine.AidTable{Title: engine.Say("aid.weather.sky"), Head: engine.AidHeads("die", "result", "air")}
	spans := [...]string{"≤ " + strconv.Itoa(w.Clear), strconv.Itoa(w.Clear+1) + "–" + strconv.Itoa(w.Cloudy), strconv.Itoa(w.Cloudy+1) + "+"}
	for i, id := range scenario.WeatherIDs {
		weather.Rows = append(weather.Rows, []engine.Arg{engine.Text("", spans[i]), engine.Noun("", id), engine.Num("", w.Air[i])})
	}
	ground := engine.AidTable{Title: engine.Say("aid.weather.ground"), Head: engine.AidHeads("die", "result"), Rows: [][]engine.Arg{
		{engine.Text("", "≤ "+strconv.Itoa(w.Frost)), engine.Noun("", scenario.GroundIDs[scenario.Frost])},
		{engine.Text("", strconv.Itoa(w.Frost+1)+"+"), engine.Noun("", scenario.GroundIDs[scenario.Snow])},
	}}
	return engine.Aid{ID: "weather", Tables: []engine.AidTable{weather, ground}, Lines: []engine.Msg{
		engine.Say("aid.weather.modifiers", engine.Text("rain", exact.Signed(w.AfterPrecipitation)), engine.Text("clear", exact.Signed(w.AfterClear)),
			engine.Text("snow", exact.Signed(w.AfterSnow))),
	}}
}

// 7.3, 10 The turns with the German supply points and the calendar of arrivals.
func (g *rules) aidCalendar() engine.Aid {
	t := engine.AidTable{Head: engine.AidHeads("turn", "date", "points", "german", "allied")}
	for i := range g.d.Turns {
		turn := &g.d.Turns[i]
		row := []engine.Arg{
			engine.Num("", i+1), aidWord("date", g.date(i+1)...),
			engine.Text("", strconv.Itoa(turn.Supply)+" / "+strconv.Itoa(turn.SupplyClear)),
		}
		for sd := range ardennes.SideIDs {
			row = append(row, g.arrivals(side(sd), i+1))
		}
		t.Rows = append(t.Rows, row)
	}
	a := engine.Aid{ID: "calendar", Tables: []engine.AidTable{t}, Lines: []engine.Msg{engine.Say("aid.calendar.points"), engine.Say("aid.calendar.reserve")}}
	return origins.Mark(a, 0, func(row, _ int) engine.Origin { return g.d.Turns[row].Origin }, 2) // all but the supply points is in the rules
}

// arrivals are the formations, and the units of none, that come on in a turn by the calendar, each edge with its own.
func (g *rules) arrivals(sd side, turn int) engine.Arg {
	var out []engine.Arg
	for edge := range scenario.Edges {
		var due []engine.Arg
		for u := range g.d.Units {
			d := &g.d.Units[u]
			if int(d.Arrival.Turn) != turn || d.Arrival.Edge != edge || d.Side() != sd || d.Arrival.Drop {
				continue
			}
			what := engine.Noun("", d.ID)
			if d.Form != noForm {
				what = engine.Noun("", g.d.Formations[d.Form].ID)
			}
			if !slices.ContainsFunc(due, func(a engine.Arg) bool { return a.Text == what.Text }) {
				due = append(due, what)
			}
		}
		if len(due) > 0 {
			out = append(out, aidWord("arrivals", engine.Noun("edge", scenario.EdgeIDs[edge]), engine.List("units", due...)))
		}
	}
	if len(out) == 0 {
		return engine.Text("", "–")
	}
	return engine.List("", out...)
}

// entering is what it costs to enter hexes of each terrain or with each site, off the road and without snow.
func (g *rules) entering() map[engine.Class]engine.Msg {
	out, c := map[engine.Class]engine.Msg{}, &g.d.Costs
	say := func(foot, mech scenario.MP) engine.Msg {
		return engine.Say("entering", foot.Arg("foot"), mech.Arg("mech"))
	}
	for t := range scenario.Terrains {
		out[t.Class()] = say(c.Terrain[scenario.Foot][t], c.Terrain[scenario.Mech][t])
	}
	for s := scenario.Village; s <= scenario.Town; s++ {
		out[s.Class()] = say(c.Site[scenario.Foot][s], c.Site[scenario.Mech][s])
	}
	return out
}
