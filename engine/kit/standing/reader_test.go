package standing_test

import (
	"errors"
	"testing"

	"referee/engine"
	"referee/engine/kit/standing"
	"referee/engine/kit/usage"
)

// TestReadOrder: an order is refused by what is wrong with its arguments.
func TestReadOrder(t *testing.T) {
	info := engine.ClauseInfo{Name: "lose", Args: usage.Args("units=unit+ by=preference")}
	for name, c := range map[string]struct {
		args map[string][]string
		key  string
	}{
		"none":           {nil, ""},
		"several":        {map[string][]string{"units": {"red-a", "red-b"}, "by": {"weakest"}}, ""},
		"without values": {map[string][]string{"units": {}}, "illegal.standing.empty"},
		"too many":       {map[string][]string{"by": {"weakest", "strongest"}}, "illegal.standing.values"},
		"another's":      {map[string][]string{"to": {"0101"}}, "illegal.standing.arg"},
	} {
		r := standing.ReadOrder(info, engine.Standing{Clause: "lose", Args: c.args}, "7")
		var no *engine.Illegal
		if errors.As(r.Err, &no); (no == nil) != (c.key == "") || no != nil && (no.Why.Key != c.key || no.Rule != "7") {
			t.Errorf("%s: %v, want %q", name, r.Err, c.key)
		}
	}
}
