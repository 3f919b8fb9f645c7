// Package metrics counts what the referee does, for Prometheus.
//
// [Metrics] has two kinds of numbers: what happened, which other packages tell it through
// observers of their own, and a [State], which is looked at when somebody asks. It alone
// knows Prometheus.
//
// No label names a person, a match, a channel or a server: all have few values, which
// nobody outside can add to.
package metrics
