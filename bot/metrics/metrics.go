package metrics

import (
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"referee/bot/discord/rest"
	"referee/bot/discord/wire"
	"referee/bot/limit"
	"referee/bot/referee"
	"referee/engine/match"
)

// Metrics counts. It may be used by many goroutines.
type Metrics struct {
	registry *prometheus.Registry
	register promauto.Factory
	rules    fewWords

	decisions, refusals, interactions, requests, deliveries, limited, lines *prometheus.CounterVec
	first, whole, requested, drawing, drawn                                 *prometheus.HistogramVec
	identifies, resumes, faults, writeFailures                              prometheus.Counter
	heartbeat, writing                                                      prometheus.Histogram
	interacted                                                              prometheus.Gauge
}

var (
	_ wire.Observer    = (*Metrics)(nil)
	_ referee.Observer = (*Metrics)(nil)
)

// The bounds of histograms, in seconds, and in bytes.
var (
	quick = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}
	slow  = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2.8, 5, 10, 30, 60, 300}
	large = []float64{10e3, 30e3, 100e3, 300e3, 1e6, 3e6, 10e6}
)

// New makes metrics of a version of the program.
func New(version string) *Metrics {
	registry := prometheus.NewRegistry()
	m := &Metrics{registry: registry, register: promauto.With(registry)}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.decisions = m.counters("decisions_total", "Stored decisions, by kind and author: a player or the referee.", "game", "kind", "author")
	m.refusals = m.counters("refusals_total", "Refusals, by paragraph of the rules; none: without a paragraph.", "game", "rule")
	m.faults = m.counter("faults_total", "Faults of the program. The player is shown a number; the log has the details.")
	m.lines = m.counters("log_lines_total", "Log lines, by level.", "level")

	m.interactions = m.counters("interactions_total", "Commands, buttons, forms and completions from Discord, by outcome; missed: too late to answer, limited: too many.", "kind", "outcome")
	m.interacted = m.register.NewGauge(prometheus.GaugeOpts{Namespace: namespace, Name: "last_interaction_timestamp_seconds", Help: "When Discord last sent an interaction, as a Unix time; 0: not since the start."})
	m.first = m.histograms("interaction_first_answer_seconds", "Time until Discord had a first answer.", slow, "kind")
	m.whole = m.histograms("interaction_whole_answer_seconds", "Time until the whole answer was there, with its picture.", slow, "kind")
	m.limited = m.counters("limited_total", "Requests refused by rate limits, by kind and by whose limit was reached.", "kind", "of")
	m.deliveries = m.counters("deliveries_total", "Attempts to post, by outcome; missed: the bot may not post there.", "outcome")
	m.requests = m.counters("discord_requests_total", "Requests to Discord, by status of the answer; none: no answer.", "kind", "status")
	m.requested = m.histograms("discord_request_seconds", "Time until Discord answered a request.", slow, "kind")
	m.identifies = m.counter("discord_identifies_total", "Gateway sessions started.")
	m.resumes = m.counter("discord_resumes_total", "Gateway sessions resumed.")
	m.heartbeat = m.histogram("discord_heartbeat_seconds", "Time until the gateway answered a heartbeat.", slow)

	m.drawing = m.histograms("picture_seconds", "Time to draw a picture.", slow, "kind")
	m.drawn = m.histograms("picture_bytes", "Size of a picture.", large, "kind")
	m.writing = m.histogram("store_write_seconds", "Duration of a write to the store, with the wait for other writes and for the disk.", quick)
	m.writeFailures = m.counter("store_write_failures_total", "Failed writes to the store.")

	m.register.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "Version of the program.", ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()},
	}).Set(1)
	m.begin()
	return m
}

// begin makes the series that there will be, so that the first of a kind is seen as a rise.
func (m *Metrics) begin() {
	for _, kind := range kinds {
		for _, o := range []wire.Outcome{wire.Succeeded, wire.Failed, wire.Missed, wire.Limited} {
			m.interactions.WithLabelValues(kind, string(o))
		}
		m.first.WithLabelValues(kind)
		m.whole.WithLabelValues(kind)
	}
	for _, o := range []wire.Outcome{wire.Succeeded, wire.Failed, wire.Missed} {
		m.deliveries.WithLabelValues(string(o))
	}
	for _, kind := range rest.Kinds {
		m.requests.WithLabelValues(kind, "none")
		m.requested.WithLabelValues(kind)
	}
	for _, level := range levels {
		m.lines.WithLabelValues(level)
	}
	for _, act := range acts {
		m.limited.WithLabelValues(act, "person")
	}
	for _, kind := range []string{"map", "counter", "replay"} {
		m.drawing.WithLabelValues(kind)
		m.drawn.WithLabelValues(kind)
	}
}

// namespace begins every name.
const namespace = "referee"

func (m *Metrics) counters(name, help string, labels ...string) *prometheus.CounterVec {
	return m.register.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func (m *Metrics) counter(name, help string) prometheus.Counter {
	return m.register.NewCounter(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help})
}

func (m *Metrics) histograms(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
	return m.register.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: bounds}, labels)
}

func (m *Metrics) histogram(name, help string, bounds []float64) prometheus.Histogram {
	return m.register.NewHistogram(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: bounds})
}

// Handler serves all numbers in the formats of Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
}

// Decided counts a decision.
func (m *Metrics) Decided(game string, kind match.Kind, person bool) {
	author := "referee"
	if person {
		author = "person"
	}
	m.decisions.WithLabelValues(game, string(kind), author).Inc()
}

// Refused counts a refusal.
func (m *Metrics) Refused(game, rule string) {
	if rule == "" {
		rule = "none"
	}
	m.refusals.WithLabelValues(game, m.rules.word(rule)).Inc()
}

// mostRules is how many paragraphs have a series of their own.
const mostRules = 200

// fewWords keeps a label to a number of values, whatever is told.
type fewWords struct {
	mu    sync.Mutex
	known map[string]bool
}

// word is a word, or "other" where there are too many.
func (f *fewWords) word(w string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.known[w]:
	case len(f.known) >= mostRules || len(w) > 16:
		return "other"
	case f.known == nil:
		f.known = map[string]bool{w: true}
	default:
		f.known[w] = true
	}
	return w
}

// kinds are the kinds of interaction.
var kinds = map[discordgo.InteractionType]string{
	discordgo.InteractionApplicationCommand: "command", discordgo.InteractionMessageComponent: "button", discordgo.InteractionApplicationCommandAutocomplete: "completion", discordgo.InteractionModalSubmit: "form",
}

// Interacted counts an interaction.
func (m *Metrics) Interacted(i wire.Interacted) {
	kind := kinds[i.Kind]
	m.interactions.WithLabelValues(kind, string(i.Outcome)).Inc()
	m.interacted.SetToCurrentTime()
	if i.First > 0 {
		m.first.WithLabelValues(kind).Observe(i.First.Seconds())
	}
	if i.Outcome == wire.Succeeded {
		m.whole.WithLabelValues(kind).Observe(i.Whole.Seconds())
	}
}

// acts are what is asked for, as limits tell it, and allowances whose there are.
var (
	acts       = map[limit.Kind]string{limit.Press: "act", limit.Word: "word", limit.Form: "form", limit.Picture: "picture"}
	allowances = map[limit.Scope]string{limit.Person: "person", limit.Channel: "channel", limit.Server: "server", limit.Process: "process"}
)

// Limited counts what was refused as there was too much of it.
func (m *Metrics) Limited(what limit.Kind, of limit.Scope) {
	if act, known := acts[what]; known {
		m.limited.WithLabelValues(act, allowances[of]).Inc()
	}
}

// Posted counts a try to post.
func (m *Metrics) Posted(o wire.Outcome) { m.deliveries.WithLabelValues(string(o)).Inc() }

// Requested counts a request to Discord.
func (m *Metrics) Requested(kind string, status int, took time.Duration) {
	said := "none"
	if status >= 100 && status < 600 {
		said = strconv.Itoa(status)
		m.requested.WithLabelValues(kind).Observe(took.Seconds())
	}
	m.requests.WithLabelValues(kind, said).Inc()
}

// Identified counts a session that is begun.
func (m *Metrics) Identified() { m.identifies.Inc() }

// Resumed counts a session that is gone on with.
func (m *Metrics) Resumed() { m.resumes.Inc() }

// Acknowledged takes the time of a heartbeat.
func (m *Metrics) Acknowledged(after time.Duration) { m.heartbeat.Observe(after.Seconds()) }

// Written takes the time of a write to the store.
func (m *Metrics) Written(took time.Duration, err error) {
	m.writing.Observe(took.Seconds())
	if err != nil {
		m.writeFailures.Inc()
	}
}

// Drawn takes the time and size of a picture: a map, a counter or a replay.
func (m *Metrics) Drawn(kind string, took time.Duration, bytes int) {
	m.drawing.WithLabelValues(kind).Observe(took.Seconds())
	m.drawn.WithLabelValues(kind).Observe(float64(bytes))
}
