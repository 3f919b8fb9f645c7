// Package metrics counts what the referee does, for Prometheus.
//
// [Metrics] has two kinds of numbers: counts of events, which other packages report through observers of their
// own, and a [State], which is read on each scrape. No other package imports Prometheus.
//
// No label names a person, a match, a channel or a server: each label has few values, and outsiders cannot add
// to them.
package metrics
