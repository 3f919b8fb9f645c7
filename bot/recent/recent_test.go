package recent_test

import (
	"testing"

	"referee/bot/recent"
)

// TestLeastRecentlyUsedIsForgotten: by getting and by putting.
func TestLeastRecentlyUsedIsForgotten(t *testing.T) {
	var m recent.Map[string, int]
	if _, ok := m.Get("a"); ok {
		t.Error("an empty map has a value")
	}
	m.Put("a", 1, 2)
	m.Put("b", 2, 2)
	if got := m.GetOrPut("a", 2, func() int { return 9 }); got != 1 {
		t.Errorf("a is %d, and is made again", got)
	}
	if got := m.GetOrPut("c", 2, func() int { return 3 }); got != 3 {
		t.Errorf("c is %d", got)
	}
	has(t, &m, map[string]int{"a": 1, "c": 3}, "b")
	m.Put("a", 4, 2)
	m.Put("d", 5, 2)
	has(t, &m, map[string]int{"a": 4, "d": 5}, "b", "c")
	m.Delete("a")
	m.Delete("b")
	has(t, &m, map[string]int{"d": 5}, "a", "b", "c")
	m.Put("e", 6, 2)
	has(t, &m, map[string]int{"d": 5, "e": 6}, "a")
}

func has(t *testing.T, m *recent.Map[string, int], want map[string]int, not ...string) {
	t.Helper()
	for key, value := range want {
		if got, ok := m.Get(key); !ok || got != value {
			t.Errorf("%s is %d, %t, want %d", key, got, ok, value)
		}
	}
	for _, key := range not {
		if got, ok := m.Get(key); ok {
			t.Errorf("%s is kept: %d", key, got)
		}
	}
}
