package gateway

import (
	"testing"

	"github.com/gorilla/websocket"
)

func TestEndsThatNeedPeople(t *testing.T) {
	for code, want := range map[int]bool{4000: false, 4004: true, 4007: false, 4008: false, 4009: false, 4010: true, 4011: true, 4013: true, 4014: true, 1006: false} {
		if got := fatal(&websocket.CloseError{Code: code}) != nil; got != want {
			t.Errorf("code %d ends the bot: %t, want %t", code, got, want)
		}
	}
}
