package event

import (
	"testing"

	"referee/engine"
	"referee/engine/celles/scenario"
)

// TestRunsAreTold: what belongs together is one sentence, and nothing else goes
// into it.
func TestRunsAreTold(t *testing.T) {
	step := func(unit, from, to string) engine.Event {
		return Of(Moved{Unit: unit, From: from, To: to, MP: scenario.Sixths / 2})
	}
	events := []engine.Event{
		Of(Placed{Unit: "84-1", Hex: "2113"}),
		Of(Placed{Unit: "84-2", Hex: "3306"}),
		Of(Placed{Unit: "2pz-b", Hex: "3316", Arrived: true}),
		step("2pz-a", "2712", "2711"), step("2pz-a", "2711", "2611"), step("2pz-b", "3316", "3315"),
		Of(UnitStopped{Unit: "2pz-b"}),
		Of(Retreated{Unit: "84-1", From: "2113", To: "2012"}),
		Of(Retreated{Unit: "84-1", From: "2012", To: "1911"}),
	}
	want := []struct {
		key string
		n   int
	}{{"event.placed-all", 2}, {"event.arrived", 1}, {"event.moved-by", 2}, {"event.moved", 1}, {"", 1}, {"event.retreated-by", 2}}
	for _, w := range want {
		said, n := engine.Tell(events)
		if said.Key != w.key || n != w.n {
			t.Errorf("%d events are told by %q, not %d by %q", n, said.Key, w.n, w.key)
		}
		if w.key == "event.moved-by" && (said.Args[1].Text != "2611" || said.Args[2].Num != 1 || said.Args[2].Den > 1) {
			t.Errorf("two steps of half an MP are told as %v", said.Args)
		}
		events = events[n:]
	}
	if len(events) > 0 {
		t.Errorf("%d events are left", len(events))
	}
}
