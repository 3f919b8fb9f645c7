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
func (a *api) fateOf(op operation) fate {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	var f fate
	switch {
	case op == getGateway || op == getGatewayBot:
	case a.d.chance(a.d.faults.TooMany):
		f.tooMany = true
	case a.d.chance(a.d.faults.ServerError):
		f.before = a.d.chance(0.5)
		f.after = !f.before
	case a.d.chance(a.d.faults.DropAnswer):
		f.drop = true
	}
	return f
}

// deliver sends an interaction to the bot, with the faults that befall it. The
// lock is held. It reports whether anybody is there to get it.
func (gw *Gateway) deliver(e dispatch) bool {
	if to := gw.d.endpoint; to == nil && (gw.d.opt.HTTP || len(gw.listeners(e.guild)) == 0) || to != nil && to.line.cut {
		return false
	}
	wait := time.Duration(0)
	if gw.d.faults.Delay > 0 {
		wait = time.Duration(gw.d.random.Int64N(int64(gw.d.faults.Delay)))
	}
	again := gw.d.chance(gw.d.faults.Duplicate)
	if gw.held == nil && gw.d.chance(gw.d.faults.Reorder) {
		gw.held = &e
		time.AfterFunc(50*time.Millisecond, gw.release) // nothing overtook it
		return true
	}
	send := func() {
		gw.d.mu.Lock()
		defer gw.d.mu.Unlock()
		gw.dispatch(e)
		if again {
			gw.dispatch(e)
		}
	}
	if wait > 0 {
		time.AfterFunc(wait, send)
	} else {
		gw.dispatch(e)
		if again {
			gw.dispatch(e)
		}
	}
	if gw.held != nil {
		time.AfterFunc(wait+time.Millisecond, gw.release)
	}
	return true
}

// release delivers the interaction that is held back.
func (gw *Gateway) release() {
	gw.d.mu.Lock()
	defer gw.d.mu.Unlock()
	if e := gw.held; e != nil {
		gw.held = nil
		gw.dispatch(*e)
	}
}
