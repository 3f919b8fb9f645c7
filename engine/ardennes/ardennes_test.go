package ardennes_test

import (
	"testing"

	"referee/engine/ardennes"
)

func TestSides(t *testing.T) {
	for _, side := range []ardennes.Side{ardennes.German, ardennes.Allied} {
		id := side.String()
		if ardennes.SideByID(id) != side || string(side.Seat()) != id || side.Enemy() == side || side.Enemy().Enemy() != side {
			t.Errorf("%s: seat %s, its enemy is %s", id, side.Seat(), side.Enemy())
		}
	}
	if ardennes.SideByID("chance") != ardennes.NoSide || ardennes.NoSide.String() != "" {
		t.Error("who fights on no side has one")
	}
}
