package discordtest

import "time"

// Faults say how unreliable the stand-in is: probabilities from 0 to 1, drawn
// from the seed of the options. The zero value is a perfect world.
type Faults struct {
	Duplicate   float64       // an interaction is delivered twice
	Reorder     float64       // an interaction is delivered after the next one
	Delay       time.Duration // an interaction is delivered up to so much later
	DropAnswer  float64       // a request is obeyed, and its answer lost
	TooMany     float64       // a request is refused with 429
	ServerError float64       // a request is answered 502, half of them obeyed
	Disconnect  float64       // the gateway is cut before an event is delivered
}

// Faults sets the faults from now on.
func (d *Discord) Faults(f Faults) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.faults = f
}

// fate is what befalls one request.
type fate struct{ tooMany, before, after, drop bool }

// fateOf draws what befalls a request.
func (d *Discord) fateOf(op operation) fate {
	d.mu.Lock()
	defer d.mu.Unlock()
	var f fate
	switch {
	case op == getGateway || op == getGatewayBot:
	case d.chance(d.faults.TooMany):
		f.tooMany = true
	case d.chance(d.faults.ServerError):
		f.before = d.chance(0.5)
		f.after = !f.before
	case d.chance(d.faults.DropAnswer):
		f.drop = true
	}
	return f
}

// deliver sends an interaction to the bot, with the faults that befall it. The
// lock is held. It reports whether anybody is there to get it.
func (d *Discord) deliver(e dispatch) bool {
	if len(d.listeners(e.guild)) == 0 {
		return false
	}
	wait := time.Duration(0)
	if d.faults.Delay > 0 {
		wait = time.Duration(d.random.Int64N(int64(d.faults.Delay)))
	}
	again := d.chance(d.faults.Duplicate)
	if d.held == nil && d.chance(d.faults.Reorder) {
		d.held = &e
		time.AfterFunc(50*time.Millisecond, d.release) // nothing overtook it
		return true
	}
	send := func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.dispatch(e)
		if again {
			d.dispatch(e)
		}
	}
	if wait > 0 {
		time.AfterFunc(wait, send)
	} else {
		d.dispatch(e)
		if again {
			d.dispatch(e)
		}
	}
	if d.held != nil {
		time.AfterFunc(wait+time.Millisecond, d.release)
	}
	return true
}

// release delivers the interaction that is held back.
func (d *Discord) release() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.held; e != nil {
		d.held = nil
		d.dispatch(*e)
	}
}
