package clock

import "errors"

// Errors of what people type. The text that was wrong stands behind them.
var (
	ErrSleep    = errors.New("clock: hours of sleep are written 23:00-07:30, 12 hours at most")
	ErrSettings = errors.New("clock: settings are written reserve 10d +12h grace 6h remind 50 80 then caretaker")
	ErrVacation = errors.New("clock: a vacation is written 2026-12-24..2026-12-28")
)
