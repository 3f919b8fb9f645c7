package metrics

import (
	"context"
	"log/slog"
)

// levels are the levels of the log.
var levels = []string{"debug", "info", "warn", "error"}

// Log counts the lines that go to another handler of the log, and the faults among them,
// which every package logs as "fault".
func (m *Metrics) Log(next slog.Handler) slog.Handler { return counted{next, m} }

type counted struct {
	slog.Handler
	m *Metrics
}

func (c counted) Handle(ctx context.Context, r slog.Record) error {
	level := levels[min(max((int(r.Level)+4)/4, 0), len(levels)-1)]
	c.m.lines.WithLabelValues(level).Inc()
	if r.Message == "fault" {
		c.m.faults.Inc()
	}
	return c.Handler.Handle(ctx, r)
}

func (c counted) WithAttrs(attrs []slog.Attr) slog.Handler {
	return counted{c.Handler.WithAttrs(attrs), c.m}
}

func (c counted) WithGroup(name string) slog.Handler {
	return counted{c.Handler.WithGroup(name), c.m}
}
