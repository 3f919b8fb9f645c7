package celles

import "testing"

// TestAlike: windows differ for those who move units by all that a move or its worth hangs on, and by nothing else.
func TestAlike(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	matters := map[string]func(*State){
		"where":     func(s *State) { s.Units[1].Where = dead },
		"hex":       func(s *State) { s.Units[1].Hex = 7 },
		"steps":     func(s *State) { s.Units[1].Steps = 1 },
		"supply":    func(s *State) { s.Units[1].Supply = isolated },
		"used":      func(s *State) { s.Units[1].Used = true },
		"disrupted": func(s *State) { s.Units[1].Disrupted = true },
		"barred":    func(s *State) { s.Units[1].Barred = true },
		"turn":      func(s *State) { s.Turn = 3 },
		"truck":     func(s *State) { s.Truck = 1 },
		"truck at":  func(s *State) { s.TruckAt = 7 },
		"moving":    func(s *State) { s.Moving = 1 },
		"spent":     func(s *State) { s.Spent = 6 },
		"strategic": func(s *State) { s.Strategic = true },
	}
	idle := map[string]func(*State){
		"activated": func(s *State) { s.Units[1].Act = waiting },
		"step":      func(s *State) { s.Step = stepMove },
		"chit":      func(s *State) { s.Chit = 1 },
		"points":    func(s *State) { s.VP = 9 },
	}
	plain := &Window{g, *g.New()}
	for alike, changes := range map[bool]map[string]func(*State){false: matters, true: idle} {
		for name, change := range changes {
			other := plain.Copy()
			if change(&other.s); plain.Alike(other) != alike {
				t.Errorf("%s: alike is %t", name, !alike)
			}
		}
	}
}
