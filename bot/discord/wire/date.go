package wire

import (
	"net/http"
	"time"
)

// Dates hears what the answers of Discord say of the time.
type Dates interface {
	// Mark is the moment at which a request is sent.
	Mark() time.Duration
	// Dated takes the date of the answer to it, which has just come.
	Dated(sent time.Duration, date time.Time)
	// Asks reports whether Discord is to be asked anything, for the date alone.
	Asks() bool
}

// datedTransport hands on the dates of answers.
type datedTransport struct {
	http.RoundTripper
	clock *serverClock
	to    Dates // nil: nobody else
}

// RoundTrip sends a request.
func (d datedTransport) RoundTrip(q *http.Request) (*http.Response, error) {
	sent := time.Now()
	var mark time.Duration
	if d.to != nil {
		mark = d.to.Mark()
	}
	a, err := d.RoundTripper.RoundTrip(q)
	if err != nil {
		return a, err
	}
	date, err := http.ParseTime(a.Header.Get("Date"))
	if err != nil {
		return a, nil
	}
	d.clock.dated(sent, time.Now(), date)
	if d.to != nil {
		d.to.Dated(mark, date)
	}
	return a, nil
}
