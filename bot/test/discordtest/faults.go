package discordtest

import (
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"
)

// Faults say how unreliable the stand-in is: probabilities from 0 to 1. Which request or
// event each befalls follows from the seed of the options, what it is and the how manyth of
// its kind: not from what else is on its way. The zero value is a perfect world.
type Faults struct {
	// Of interactions and other events:
	Duplicate  float64       // an interaction is delivered twice
	Reorder    float64       // an interaction is delivered after the next one
	Delay      time.Duration // an interaction is delivered up to so much later
	Late       float64       // an interaction is delivered when its user was told that there is no answer, as after a RESUME (Gateway, "Resuming")
	Disconnect float64       // the gateway is cut before an event is delivered

	// Of requests, of which at most one befalls each:
	DropAnswer  float64 // it is obeyed, and its answer lost
	TooMany     float64 // it is refused with 429, for a moment
	LongLimit   float64 // and for minutes, with all of its kind at its place (Rate Limits, "Exceeding A Rate Limit", user)
	SharedLimit float64 // and so, as others use the same (there, resource)
	GlobalLimit float64 // and all others, but answers to interactions (there, global)
	Ban         float64 // and all others, by Cloudflare (Rate Limits, "Invalid Request Limit"), in a page
	ServerError float64 // it is answered 502, and obeyed or not (Opcodes and Status Codes, HTTP)
	ErrorPage   float64 // and so by Cloudflare, in a page
}

// All are faults of every kind, each as likely.
func All(p float64) Faults {
	return Faults{
		Duplicate: p, Reorder: p, Delay: 2 * time.Millisecond, Late: p, Disconnect: p, DropAnswer: p, TooMany: p, LongLimit: p,
		SharedLimit: p, GlobalLimit: p, Ban: p, ServerError: p, ErrorPage: p,
	}
}

// Faults sets the faults from now on.
func (d *Discord) Faults(f Faults) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.faults = f
}

// Refuse has some requests refused from now on, with a status and a code of Discord's; a nil
// function ends that.
func (d *Discord) Refuse(which func(Request) bool, status, code int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refusing, d.refusal = which, &refusal{status: status, code: code, message: "refused by the test"}
}

// Befallen counts the faults so far, by kind.
func (d *Discord) Befallen() map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.befallen)
}

// TooLate lists the ids of the interactions that were delivered too late.
func (d *Discord) TooLate() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.late)
}

// The kinds of fault, as they are counted.
const (
	duplicated   = "interaction twice"
	reordered    = "interaction out of order"
	late         = "interaction too late"
	disconnected = "gateway cut"
	lostAnswer   = "answer lost"
	tooMany      = "short limit"
	userLimit    = "long limit"
	sharedLimits = "shared limit"
	globalLimits = "global limit"
	banned       = "ban by Cloudflare"
	serverError  = "server error"
	errorPage    = "server error, as a page"
)

// luck decides what faults befall, the same in each run with its seed. The lock of the stand-in guards it.
type luck struct {
	seed     uint64
	lots     map[string]int // how many things of a kind faults could befall
	befallen map[string]int // faults, by kind
}

// lot is what decides about the next thing of a kind.
func (l *luck) lot(kind string) *rand.Rand {
	l.lots[kind]++
	h := fnv.New64a()
	_, _ = h.Write([]byte(kind + "#" + strconv.Itoa(l.lots[kind]))) // it has no error
	return rand.New(rand.NewPCG(l.seed, h.Sum64()))
}

// befalls reports whether a fault befalls the next thing of a kind, and counts it.
func (l *luck) befalls(fault string, p float64, kind string) bool {
	if p == 0 || l.lot(fault+" "+kind).Float64() >= p {
		return false
	}
	l.befallen[fault]++
	return true
}

// fate is what befalls one request.
type fate struct {
	tooMany       bool
	long          string // the kind of long limit that begins with it
	before, after bool   // an error instead of obeying, or of the answer
	drop          bool
	page          bool // the error comes as a page
}

// fateOf draws what befalls a request.
func (a *api) fateOf(c *call) (f fate) {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	if c.op == getGateway || c.op == getGatewayBot {
		return f
	}
	place := ""
	if ch := a.d.channels[c.value("channel_id")]; ch != nil {
		place = ch.Name
	}
	lot, of := a.d.lot(string(c.op)+" "+place), a.d.faults
	at, fault := lot.Float64(), ""
	for _, next := range []struct {
		fault string
		p     float64
	}{
		{lostAnswer, of.DropAnswer},
		{tooMany, of.TooMany},
		{userLimit, of.LongLimit},
		{sharedLimits, of.SharedLimit},
		{globalLimits, of.GlobalLimit},
		{banned, of.Ban},
		{serverError, of.ServerError},
		{errorPage, of.ErrorPage},
	} {
		if at -= next.p; at < 0 {
			fault = next.fault
			break
		}
	}
	switch fault {
	case "":
		return f
	case lostAnswer:
		f.drop = true
	case tooMany:
		f.tooMany = true
	case serverError, errorPage:
		f.before = lot.Float64() < 0.5
		f.after, f.page = !f.before, fault == errorPage
	case globalLimits:
		if exempt(c.op) {
			return f
		}
		f.long = fault
	default:
		f.long = fault
	}
	a.d.befallen[fault]++
	return f
}

// deliver sends an interaction to the bot, with the faults that befall it. The
// lock is held. It reports whether anybody is there to get it.
func (gw *Gateway) deliver(e dispatch) bool {
	if to := gw.d.endpoint; to == nil && (gw.d.opt.HTTP || len(gw.listeners(e)) == 0) || to != nil && to.line.cut {
		return false
	}
	wait := time.Duration(0)
	if gw.d.faults.Delay > 0 {
		wait = time.Duration(gw.d.lot("delay").Int64N(int64(gw.d.faults.Delay)))
	}
	again := gw.d.befalls(duplicated, gw.d.faults.Duplicate, "")
	if gw.held == nil && gw.d.befalls(reordered, gw.d.faults.Reorder, "") {
		gw.held = &e
		time.AfterFunc(50*time.Millisecond, gw.release) // nothing overtook it
		return true
	}
	send := func() {
		gw.dispatch(e)
		if again {
			gw.dispatch(e)
		}
	}
	if wait == 0 {
		send()
	} else {
		time.AfterFunc(wait, func() {
			gw.d.mu.Lock()
			defer gw.d.mu.Unlock()
			send()
		})
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
