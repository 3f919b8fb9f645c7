package discordtest

import (
	"net/http"
	"time"
)

// Dates say what time the answers of the stand-in are dated with. The zero value
// is the time of its clock.
type Dates struct {
	Ahead time.Duration // of the clock; below 0: behind
	None  bool          // they have no date
}

// Dates sets the dates of answers from now on.
func (d *Discord) Dates(to Dates) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dates = to
}

// date dates an answer.
func (d *Discord) date(h http.Header) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dates.None {
		h["Date"] = nil // else the server writes one
		return
	}
	h.Set("Date", d.now().Add(d.dates.Ahead).UTC().Format(http.TimeFormat))
}
