package orderdeck

import (
	"slices"

	"referee/engine/kit/lists"
)

// eligible tests 5.1: whether a formation with these units on the map can be activated, and why. Markers and what step 3
// needs anyway come first, because these facts cost the least.
func (p *inquiry) eligible(date int, card OrderCard, units []string) (Reason, bool) {
	if card.Waits && !p.is("5.1", Active, join(card.Formations), "") {
		return p.reason("5.1", "waits", nil), false
	}
	dispersed := p.which("5.1d", Dispersed, units, "")
	switch {
	case len(units) == 0:
		return p.reason("5.1", "nobody", nil), false
	case card.Level == LevelCorps && len(dispersed) == len(units):
		return p.reading(30, p.reason("5.1", "shattered", nil)), false
	}
	for _, test := range []struct {
		rule, key string
		reading   int
		of        func() []string
	}{
		{"5.1d", "dispersed", 0, func() []string { return dispersed }},
		{"5.1e", "improvable", 0, func() []string { return p.improvable("5.1e", units) }},
		{"5.1b", "danger", 12, func() []string { return p.endangered("5.1b", units) }},
		{"5.1a", "wandering", 0, func() []string { return p.wanderers("5.1a", units) }},
		{"5.1c", "contact", 0, func() []string { return p.outOfContact("5.1c", units) }},
		{"5.1f", "advantage", 21, func() []string { return p.superior("5.1f", date, units) }},
	} {
		if found := test.of(); len(found) > 0 {
			return p.reading(test.reading, p.reason(test.rule, test.key, found[:1])), true
		}
	}
	return p.reason("5.1", "not-eligible", nil), false
}

// improvable returns the units that can get an improved position (5.1e).
func (p *inquiry) improvable(place string, units []string) []string {
	units = without(units, p.which(place, Village, units, ""))
	units = without(units, p.which(place, Improved, units, ""))
	return p.which(place, Supplied, units, "")
}

// endangered returns the units that are in danger of being surrounded outside VP hexes (5.1b).
func (p *inquiry) endangered(place string, units []string) []string {
	units = without(units, p.which(place, VP, units, ""))
	return p.which(place, Danger, units, "")
}

// wanderers returns the units that wander behind German lines (§7).
func (p *inquiry) wanderers(place string, units []string) []string {
	units = without(units, p.which(place, Village, units, ""))
	units = p.which(place, Cut, units, "")
	return without(units, p.which(place, Surrounded, units, ""))
}

// outOfContact returns the units that are out of contact, case A or B (§6).
func (p *inquiry) outOfContact(place string, units []string) []string {
	units = without(units, p.which(place, Cut, units, ""))
	far := without(units, p.which(place, Near, units, ""))
	far = without(far, p.which(place, Gap, far, ""))
	near := without(units, far)
	big := p.which(place, Steps, near, "")
	big = append(big, p.which(place, Power, without(near, big), "")...)
	big = without(big, p.which(place, Surrounded, big, ""))
	return lists.Filter(units, func(u string) bool {
		return slices.Contains(far, u) || slices.Contains(big, u) && p.lowest(place, u)
	})
}

// lowest reports whether a unit has the lowest number of its stack.
func (p *inquiry) lowest(place, unit string) bool {
	return !slices.ContainsFunc(p.list(place, Stack, unit, ""), func(other string) bool { return Compare(other, unit) < 0 })
}

// superior returns the units that have, with others near it, twice the strength of a German unit or stack near them (5.1f).
func (p *inquiry) superior(place string, date int, units []string) []string {
	if date < dateAdvantage {
		return nil
	}
	for _, u := range p.which(place, Near, units, "") {
		for _, target := range sorted(p.list(place, Targets, u, "")) {
			group := sorted(slices.Concat(p.list(place, Around, target, ""), []string{u}))
			if p.outnumbers(place, group, target, [2]int{2, 1}) {
				return []string{u}
			}
		}
	}
	return nil
}
