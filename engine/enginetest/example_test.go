package enginetest_test

import (
	"fmt"

	"referee/engine/enginetest"
	"referee/engine/enginetest/toy"
)

// A match of the toy game, played at random and watched.
func ExamplePlay() {
	fights := enginetest.Bias(map[string]int{"attack": 5, "stay": 0})
	stats, err := enginetest.Play(toy.Strict(), nil, 1, fights, enginetest.Hooks{
		Decided: func(s enginetest.Step) error {
			for _, e := range s.Outcome.Events {
				if e.Kind() == "attacked" {
					fmt.Printf("decision %d: %s %v\n", s.N, s.Prompt.Seat, s.Path)
				}
			}
			return nil
		},
	})
	fmt.Println(stats.Decisions, stats.Events["fought"], err)
	// Output:
	// decision 5: red [+red-a go 0201 0301 stop]
	// decision 8: blue [+blue-b go 0201 0101 stop]
	// 17 2 <nil>
}
