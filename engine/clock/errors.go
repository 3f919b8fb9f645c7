package clock

import "referee/engine/refusal"

// Errors of what people type. The text that was wrong stands behind them.
var (
	ErrSleep    = refusal.New("referee.refuse.sleep", "clock: hours of sleep are written 23:00-07:30, 12 hours at most")
	ErrSettings = refusal.New("referee.refuse.clock", "clock: settings are written reserve 10d +12h grace 6h remind 50 80 then caretaker")
	ErrVacation = refusal.New("referee.refuse.vacation", "clock: a vacation is written 2026-12-24..2026-12-28")
)
