package limit

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// desk is limits with a clock that stands until the test moves it.
type desk struct {
	*Limits
	now     time.Time
	refused []string // what was refused, by whose allowance
}

func open(perSecond int) *desk {
	d := &desk{now: time.Unix(1_700_000_000, 0)}
	d.Limits = New(Config{PerSecond: perSecond, Now: func() time.Time { return d.now }, Refused: func(k Kind, s Scope) {
		d.refused = append(d.refused, fmt.Sprint(k, s))
	}})
	return d
}

func watches() bool { return false }
func plays() bool   { return true }

// asks asks n times, and returns how many were done, how many refusals were said, and the
// last verdict.
func (d *desk) asks(n int, what Kind, who Who, plays func() bool) (done, said int, last Verdict) {
	for range n {
		last = d.Ask(what, who, plays)
		switch {
		case !last.Refused:
			done++
		case last.Said:
			said++
		}
	}
	return done, said, last
}

// TestOnePersonAt300ASecond: they get what they may, are told so a few times, and use up
// nobody else's allowance; what they are told is true.
func TestOnePersonAt300ASecond(t *testing.T) {
	d := open(usual)
	anna, ben := Who{"anna", "games", "club"}, Who{"ben", "games", "club"}
	var done, said int
	var last Verdict
	for range 60 {
		a, b, v := d.asks(300, Press, anna, plays)
		done, said, last = done+a, said+b, v
		d.now = d.now.Add(time.Second)
	}
	if want := 30 + 59*usual; done != want {
		t.Errorf("%d of 18000 were done, and %d are allowed in a minute", done, want)
	}
	if said < 3 || said > 9 {
		t.Errorf("%d refusals were said in a minute", said)
	}
	if last.By != Person || len(d.refused) != 60*300-done {
		t.Errorf("the last was refused by %v; %d refusals were heard of", last.By, len(d.refused))
	}
	if done, _, _ := d.asks(30, Press, ben, watches); done != 30 {
		t.Errorf("ben was allowed %d of 30", done)
	}
	d.asks(30, Press, anna, plays)
	v := d.Ask(Press, anna, plays)
	d.now = v.Until.Add(-time.Millisecond)
	if early := d.Ask(Press, anna, plays); !early.Refused {
		t.Error("it was allowed before the time that was told")
	}
	d.now = v.Until
	if then := d.Ask(Press, anna, plays); then.Refused {
		t.Errorf("it was refused at the time that was told, until %v", then.Until.Sub(d.now))
	}
}

// crowd is so many people who ask at once until no more is done, and returns how much was.
func (d *desk) crowd(people int, channel func(n int) string) (done int, last Verdict) {
	for n := range people {
		a, _, v := d.asks(10, Press, Who{fmt.Sprint("guest", n), channel(n), "club"}, watches)
		done, last = done+a, v
	}
	return done, last
}

// TestACrowdInAChannel: it uses up the channel's allowance, and not the server's; who plays
// there goes on, as long as they have an allowance of their own.
func TestACrowdInAChannel(t *testing.T) {
	d := open(usual)
	done, last := d.crowd(50, func(int) string { return "games" })
	if done != 100 || last.By != Channel {
		t.Errorf("%d of 500 were done in the channel, the last refused by %v", done, last.By)
	}
	anna := Who{"anna", "games", "club"}
	if v := d.Ask(Press, anna, watches); !v.Refused || v.By != Channel {
		t.Errorf("who only watches was told %+v", v)
	}
	if done, _, v := d.asks(40, Press, anna, plays); done != 29 || v.By != Person {
		t.Errorf("who plays was allowed %d, then refused by %v", done, v.By)
	}
	if v := d.Ask(Press, Who{"ben", "other", "club"}, watches); v.Refused {
		t.Errorf("another channel: %+v", v)
	}
	d.now = d.now.Add(time.Second)
	if done, _ := d.crowd(50, func(int) string { return "games" }); done != 25 {
		t.Errorf("a second later %d were done", done)
	}
}

// TestACrowdInAServer: it uses up the server's allowance in many channels; another server
// and whoever plays go on.
func TestACrowdInAServer(t *testing.T) {
	d := open(usual)
	done, last := d.crowd(100, func(n int) string { return fmt.Sprint("channel", n) })
	if done != 400 || last.By != Server {
		t.Errorf("%d of 1000 were done in the server, the last refused by %v", done, last.By)
	}
	if v := d.Ask(Press, Who{"anna", "quiet", "club"}, watches); v.By != Server {
		t.Errorf("another channel there: %+v", v)
	}
	if v := d.Ask(Press, Who{"anna", "quiet", "club"}, plays); v.Refused {
		t.Errorf("who plays there: %+v", v)
	}
	if v := d.Ask(Press, Who{"anna", "games", "other club"}, watches); v.Refused {
		t.Errorf("another server: %+v", v)
	}
}

// TestADirectMessage has no channel or server that others could use up.
func TestADirectMessage(t *testing.T) {
	d := open(usual)
	for n := range 200 {
		if v := d.Ask(Press, Who{Person: fmt.Sprint("guest", n)}, watches); v.Refused {
			t.Fatalf("guest %d: %+v", n, v)
		}
	}
}

// TestWordsAndFormsHaveAllowancesOfTheirOwn: who types fast can still act, and who has used
// up their acts can still send what they have written.
func TestWordsAndFormsHaveAllowancesOfTheirOwn(t *testing.T) {
	d := open(usual)
	anna := Who{"anna", "games", "club"}
	if done, _, _ := d.asks(100, Word, anna, watches); done != 40 {
		t.Errorf("%d words were proposed at once", done)
	}
	if done, _, _ := d.asks(100, Press, anna, watches); done != 30 {
		t.Errorf("%d acts were done at once", done)
	}
	d.crowd(50, func(int) string { return "games" })
	if done, _, v := d.asks(20, Form, anna, watches); done != 10 || v.By != Person {
		t.Errorf("%d forms were taken, then refused by %v", done, v.By)
	}
}

// TestPictures: a replay costs what fifty parts of a map do, and is drawn where the scale
// leaves less than that.
func TestPictures(t *testing.T) {
	d := open(usual)
	if v := d.Draw("anna", CostReplay); v.Refused {
		t.Fatalf("the first replay: %+v", v)
	}
	v := d.Draw("anna", CostReplay)
	if !v.Refused || v.Until != d.now.Add(5*time.Second) {
		t.Errorf("the second: %+v", v)
	}
	for n := range 10 {
		if v := d.Draw("anna", CostWhole); v.Refused {
			t.Errorf("map %d: %+v", n, v)
		}
	}
	if v := d.Draw("anna", CostPart); !v.Refused {
		t.Error("more was drawn than is allowed")
	}
	if v := d.Draw("ben", CostReplay); v.Refused {
		t.Errorf("somebody else's: %+v", v)
	}
	if want := fmt.Sprint(Picture, Person); !slices.Contains(d.refused, want) {
		t.Errorf("nothing was heard of it: %v", d.refused)
	}
	if v := open(1).Draw("anna", CostReplay); v.Refused {
		t.Errorf("with the smallest allowance: %+v", v)
	}
}

// TestAnotherScale: the allowances follow from the one number that an owner sets.
func TestAnotherScale(t *testing.T) {
	for perSecond, want := range map[int]int{1: 6, 5: 30, 50: 300} {
		if done, _, _ := open(perSecond).asks(1000, Press, Who{Person: "anna"}, watches); done != want {
			t.Errorf("%d a second: %d at once, not %d", perSecond, done, want)
		}
	}
}

// TestARefusalOfManyIsSilent: all together are told of a refusal so often and no more.
func TestARefusalOfManyIsSilent(t *testing.T) {
	d := open(usual)
	said := 0
	for n := range 200 {
		_, s, _ := d.asks(40, Press, Who{Person: fmt.Sprint("guest", n)}, watches)
		said += s
	}
	if said != 60 {
		t.Errorf("%d refusals were said at once", said)
	}
}

// TestNothingIsKeptOfTheQuiet: whoever has their whole allowance is forgotten, and whoever
// has not keeps what they have used.
func TestNothingIsKeptOfTheQuiet(t *testing.T) {
	d := open(usual)
	d.asks(100, Press, Who{Person: "flood"}, watches)
	const guests = 10_000 // one in a millisecond
	anew := 0
	for n := range guests {
		d.Ask(Press, Who{Person: fmt.Sprint("guest", n)}, watches)
		done, _, _ := d.asks(1, Press, Who{Person: "flood"}, watches)
		anew += done
		if len(d.buckets) > 4*leastSweep {
			t.Fatalf("%d buckets after %d people", len(d.buckets), n)
		}
		d.now = d.now.Add(time.Millisecond)
	}
	if anew > guests/1000*usual {
		t.Errorf("who had used up their allowance was allowed %d in ten seconds", anew)
	}
}

// BenchmarkRefused is a refusal that is not said.
func BenchmarkRefused(b *testing.B) {
	l := New(Config{PerSecond: usual})
	for b.Loop() {
		l.Ask(Press, Who{"anna", "games", "club"}, watches)
	}
}

// TestAddress: one host of IPv6 has all addresses of its network.
func TestAddress(t *testing.T) {
	for from, want := range map[string]string{
		"192.0.2.7:4711":            "address:192.0.2.7",
		"[::ffff:192.0.2.7]:4711":   "address:192.0.2.7",
		"192.0.2.7":                 "address:192.0.2.7",
		"[2001:db8:1:2::1]:4711":    "address:2001:db8:1:2::/64",
		"[2001:db8:1:2:3:4:5:6]:80": "address:2001:db8:1:2::/64",
		"[2001:db8:1:3::1]:4711":    "address:2001:db8:1:3::/64",
		"2001:db8:1:2::7":           "address:2001:db8:1:2::/64",
		"[fe80::1%eth0]:4711":       "address:fe80::/64",
		"@":                         "address:@",
	} {
		if is := Address(from); is != want {
			t.Errorf("%s is counted as %s, not %s", from, is, want)
		}
	}
}
