package match

import (
	"errors"
	"maps"

	"referee/engine"
)

// Conduct offers other settings, Decision.Settings: they hold once they are
// accepted.
const Conduct Offer = "conduct"

// Propose offers the other seats other settings. One offer stands at a time.
func (m *Match) Propose(by By, seat engine.Seat, settings map[string]string) (*Match, error) {
	return m.agree(by, Decision{Kind: KindOffer, Seat: seat, Offer: Conduct, Settings: settings})
}

// Proposed are the settings that are offered; nil where none are.
func (m *Match) Proposed() map[string]string { return maps.Clone(m.record.proposed) }

// proposing is the record after settings are offered.
func (r record) proposing(d *Decision) (record, error) {
	if (d.Offer == Conduct) != (len(d.Settings) > 0) {
		return r, errors.New("match: settings are offered if and only if the offer is of them")
	}
	r.proposed = d.Settings
	return r, nil
}

// accepted is the record after the offer that stood is accepted.
func (r record) accepted(offer Offer) record {
	if offer == Conduct {
		r.settings = merged(r.settings, r.proposed)
	} else {
		r.ending = Ending{How: Agreed}
	}
	return r
}

// merged are settings after some are chosen. What it returns shares nothing with
// either.
func merged(old, chosen map[string]string) map[string]string {
	out := maps.Clone(old)
	if out == nil {
		out = map[string]string{}
	}
	maps.Copy(out, chosen)
	return out
}
