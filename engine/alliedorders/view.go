package alliedorders

import (
	"fmt"
	"strconv"

	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/kit/usage"
	"referee/engine/orderdeck"
)

// Moment counts days as turns; each impulse, and what the German side does after it, is a phase.
func (g *Rules) Moment(s *State) engine.Moment {
	return engine.Moment{Turn: max(0, s.day-firstDay+1), Phase: fmt.Sprintf("%s-%d", s.phase, s.impulse), Seat: player}
}

// View is the same for everybody: the day, and what the aid keeps.
func (g *Rules) View(s *State, _ engine.Viewer) engine.View {
	days := engine.Track{ID: "day", Label: engine.Say("track.day")}
	for n := firstDay; n <= lastDay+1; n++ {
		c := engine.Cell{Label: strconv.Itoa(n)}
		if n > lastDay {
			c.Label = strconv.Itoa(n - lastDay)
		}
		if n == s.day {
			c.Markers = []engine.Marker{{Label: engine.Say("track.day"), Owner: "allied", Here: true}}
		}
		days.Cells = append(days.Cells, c)
	}
	v := engine.View{Status: engine.Say("status."+s.phase, sayDay(s.day), engine.Num("n", s.impulse)), Tracks: []engine.Track{days}, Waiting: g.Prompts(s)}
	var reserve []string
	for _, f := range g.d.Formations {
		reserve = append(reserve, s.kept[orderdeck.Fact{Kind: orderdeck.Box, Of: f.ID}].List...)
	}
	box := func(id string, content []string) engine.Box {
		return engine.Box{ID: id, Label: engine.Say("box." + id), Owner: "allied", Markers: lists.Map(content, func(id string) engine.Marker {
			return engine.Marker{Label: engine.Say("label.named", g.name("name", id)), Owner: "allied"}
		})}
	}
	v.Boxes = []engine.Box{box("reserve", reserve), box("roadblocks", s.blocks)}
	if s.phase == phaseOver {
		v.Result = &engine.Result{Why: engine.Say("result.over")}
	}
	return v
}

// asked are the queries.
var asked = []usage.Asked[*Rules, *State]{
	{Name: "report", Answer: (*Rules).report},
	{Name: "reasons", Answer: (*Rules).reasons},
	{Name: "facts", Answer: (*Rules).facts},
}

// Ask answers the queries that Info names.
func (g *Rules) Ask(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	return usage.Ask(asked, "", g, s, v, q)
}

// Report is the report of a day as data.
type Report struct {
	Day    int     `json:"day"` // 32 is 1 January
	Orders []Order `json:"orders"`
}

// report tells what was ordered today and the day before, impulse by impulse.
func (g *Rules) report(s *State, _ engine.Viewer, _ engine.Query) (engine.Answer, error) {
	var out engine.Answer
	var days []Report
	for day := s.day - 1; day <= s.day; day++ {
		orders := lists.Filter(s.log, func(o Order) bool { return o.Day == day })
		if len(orders) == 0 && day < s.day {
			continue
		}
		days = append(days, Report{day, orders})
		out.Lines = append(out.Lines, engine.Say("report.day", sayDay(day), engine.Num("n", len(orders))))
		for _, o := range orders {
			key := "report.order"
			if o.Card == "" {
				key = "report.check"
			}
			out.Lines = append(out.Lines, engine.Say(key, engine.Num("impulse", o.Impulse), engine.Text("card", o.Card), engine.Sub("order", o.Said),
				engine.Sub("why", o.Act.Reason.Msg)))
		}
	}
	out.Data = map[string]any{"days": days}
	return out, nil
}

// reasons tells why the last order was given: its paragraph, our interpretation, and the facts on which it rests.
func (g *Rules) reasons(s *State, _ engine.Viewer, _ engine.Query) (engine.Answer, error) {
	if len(s.log) == 0 {
		return engine.Answer{Lines: []engine.Msg{engine.Say("reasons.none")}}, nil
	}
	o := s.log[len(s.log)-1]
	why := o.Act.Reason
	out := engine.Answer{Data: why, Lines: []engine.Msg{
		engine.Say("reasons.order", engine.Sub("order", o.Said), engine.Sub("why", why.Msg), engine.Text("rule", why.Rule)),
	}}
	if why.Reading > 0 {
		text := engine.Say(g.info.Readings[why.Reading-1].Key)
		out.Lines = append(out.Lines, engine.Say("reasons.reading", engine.Num("n", why.Reading), engine.Sub("text", text)))
	}
	table := orderdeck.Table{}
	table.Learn(why.Facts...)
	for _, k := range sorted(table) {
		out.Lines = append(out.Lines, k.Msg(g.name))
	}
	return out, nil
}

// facts lists what was answered and still holds.
func (g *Rules) facts(s *State, _ engine.Viewer, _ engine.Query) (engine.Answer, error) {
	out := engine.Answer{Lines: []engine.Msg{engine.Say("facts.count", engine.Num("n", len(s.facts)+len(s.kept)))}}
	for _, t := range []orderdeck.Table{s.kept, s.facts} {
		for _, k := range sorted(t) {
			out.Lines = append(out.Lines, k.Msg(g.name))
		}
	}
	out.Data = map[string]any{"facts": append(sorted(s.kept), sorted(s.facts)...)}
	return out, nil
}
