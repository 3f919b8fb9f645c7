package orderdeck

// Entry is a German unit that has entered a hex, with the checks of bridges (A) and roadblocks (B) so far.
type Entry struct {
	Date    int      `json:"date"`
	Unit    string   `json:"unit"`
	Hex     string   `json:"hex"`
	Retreat bool     `json:"retreat,omitempty"`
	Checked []string `json:"checked,omitempty"` // hexes checked for a roadblock before in this activation of the unit
	Rolls   []int    `json:"rolls,omitempty"`
	Done    []Act    `json:"done,omitempty"`
}

// Enter returns the next step when a German unit has entered a hex.
func (d *Deck) Enter(e Entry, facts Facts) Step {
	return d.run(facts, func(p *inquiry) *Reason { return nil })
}

// Start is a German unit that begins its activation, with the checks of the roadblock reserve (C) so far.
type Start struct {
	Unit  string `json:"unit"`
	Hex   string `json:"hex"`
	Rolls []int  `json:"rolls,omitempty"`
	Done  []Act  `json:"done,omitempty"`
}

// Begin returns the next step when a German unit begins its activation.
func (d *Deck) Begin(s Start, facts Facts) Step {
	return d.run(facts, func(p *inquiry) *Reason { return nil })
}

// SupplyPhase is the supply phase, in which roadblocks that are out of touch are removed.
type SupplyPhase struct {
	Blocks []string `json:"blocks"` // hexes with a roadblock
	Done   []Act    `json:"done,omitempty"`
}

// Tidy returns the next step of the supply phase.
func (d *Deck) Tidy(s SupplyPhase, facts Facts) Step {
	return d.run(facts, func(p *inquiry) *Reason { return nil })
}
