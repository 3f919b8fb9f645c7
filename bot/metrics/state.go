package metrics

import (
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"referee/bot/discord/drawing"
)

// State is how things stand at a moment.
type State struct {
	// Reachable says that people can be reached, Believed that the time is believed. Where
	// either is not so, the clocks of matches stand.
	Reachable, Believed bool
	// Connected are the connections to the gateway that there are, of Shards.
	Connected, Shards int
	// SessionsLeft of SessionsTotal may be begun; both 0: nobody knows.
	SessionsLeft, SessionsTotal int
	InvalidRequests             int // of the last ten minutes

	MatchesOpen, MatchesOver int

	Pictures drawing.State // the queue of those that wait to be drawn

	OutboxPosts              int           // that wait
	OutboxPlaces, OutboxShut int           // where, and those of them where the bot may not post
	OutboxOldest             time.Duration // for how long, of the others, nothing could be posted at one
	StoreBytes, StoreFree    int64         // of the file, and of them those that are used again
	StoreReads               int
	DiskFree                 map[string]uint64 // bytes, by what is kept there
	FaultFiles               int
	BackupEvery              time.Duration // 0: there are none
	BackupLast               time.Time     // zero: none was proven yet
	BackupBytes              int64
	BackupFailed             bool
}

// Look has a state looked at whenever somebody asks for the numbers. It is called once.
func (m *Metrics) Look(state func() (State, error)) { m.registry.MustRegister(looking(state)) }

// looking collects a state.
type looking func() (State, error)

// number is one number of a state.
type number struct {
	name, help string
	kind       prometheus.ValueType
	label      string // "": there is none
	// of are the values by that of the label; nil: there is no number now.
	of func(s State) map[string]float64
}

// one is a number without a label.
func one(v float64) map[string]float64 { return map[string]float64{"": v} }

// yes is 1 for what is so.
func yes(so bool) map[string]float64 {
	if so {
		return one(1)
	}
	return one(0)
}

// numbers are those of a state.
var numbers = []number{
	{"reachable", "Whether players can be reached, the same as /healthz.", gauge, "", func(s State) map[string]float64 { return yes(s.Reachable) }},
	{"time_believed", "Whether the system clock is trusted.", gauge, "", func(s State) map[string]float64 { return yes(s.Believed) }},
	{"clocks_run", "Whether the clocks of matches run.", gauge, "", func(s State) map[string]float64 { return yes(s.Reachable && s.Believed) }},
	{"discord_connections", "Open connections to the gateway.", gauge, "", func(s State) map[string]float64 { return one(float64(s.Connected)) }},
	{"discord_shards", "Connections to the gateway that are needed.", gauge, "", func(s State) map[string]float64 { return one(float64(s.Shards)) }},
	{"discord_sessions", "Gateway sessions that Discord allows in a day: how many are left, and the total.", gauge, "of", func(s State) map[string]float64 {
		if s.SessionsTotal == 0 {
			return nil
		}
		return map[string]float64{"left": float64(s.SessionsLeft), "total": float64(s.SessionsTotal)}
	}},
	{"discord_invalid_requests", "Requests of the last ten minutes that Discord counts as invalid. At 10,000 it shuts the address out.", gauge, "", func(s State) map[string]float64 { return one(float64(s.InvalidRequests)) }},
	{"matches", "Matches in progress, and matches that are over.", gauge, "state", func(s State) map[string]float64 {
		return map[string]float64{"open": float64(s.MatchesOpen), "over": float64(s.MatchesOver)}
	}},
	{"outbox_posts", "Waiting posts.", gauge, "", func(s State) map[string]float64 { return one(float64(s.OutboxPosts)) }},
	{"outbox_places", "Places with waiting posts; shut: the bot may not post there.", gauge, "state", func(s State) map[string]float64 {
		return map[string]float64{"open": float64(s.OutboxPlaces - s.OutboxShut), "shut": float64(s.OutboxShut)}
	}},
	{"outbox_oldest_seconds", "Longest time for which nothing could be posted in one place, except where the bot may not post.", gauge, "", func(s State) map[string]float64 { return one(s.OutboxOldest.Seconds()) }},
	{"picture_queue", "Pictures waiting to be drawn.", gauge, "", func(s State) map[string]float64 { return one(float64(s.Pictures.Waiting)) }},
	{"picture_oldest_seconds", "How long the oldest picture has been waiting.", gauge, "", func(s State) map[string]float64 { return one(s.Pictures.Oldest.Seconds()) }},
	{"pictures_drawn_total", "Pictures drawn, by size. Under load they are drawn smaller.", prometheus.CounterValue, "size", func(s State) map[string]float64 {
		out := map[string]float64{}
		for i, n := range s.Pictures.Drawn {
			out[sizes[i]] = float64(n)
		}
		return out
	}},
	{"pictures_replaced_total", "Pictures not drawn because a newer one replaced them.", prometheus.CounterValue, "", func(s State) map[string]float64 { return one(float64(s.Pictures.Replaced)) }},
	{"store_bytes", "Size of the store file.", gauge, "", func(s State) map[string]float64 { return one(float64(s.StoreBytes)) }},
	{"store_free_bytes", "Free space inside the store file.", gauge, "", func(s State) map[string]float64 { return one(float64(s.StoreFree)) }},
	{"store_reads_total", "Reading transactions of the store.", prometheus.CounterValue, "", func(s State) map[string]float64 { return one(float64(s.StoreReads)) }},
	{"disk_free_bytes", "Free space on a disk.", gauge, "of", func(s State) map[string]float64 {
		out := map[string]float64{}
		for what, free := range s.DiskFree {
			out[what] = float64(free)
		}
		return out
	}},
	{"fault_files", "Fault files beside the store.", gauge, "", func(s State) map[string]float64 { return one(float64(s.FaultFiles)) }},
	{"backup_period_seconds", "Time between two backups; absent if none are made.", gauge, "", backup(func(s State) float64 { return s.BackupEvery.Seconds() })},
	{"backup_last_timestamp_seconds", "Time of the last verified backup; 0: none yet.", gauge, "", backup(func(s State) float64 {
		if s.BackupLast.IsZero() {
			return 0
		}
		return float64(s.BackupLast.Unix())
	})},
	{"backup_last_bytes", "Size of the last backup.", gauge, "", backup(func(s State) float64 { return float64(s.BackupBytes) })},
	{"backup_failed", "Whether the last attempt at a backup failed.", gauge, "", backup(func(s State) float64 { return yes(s.BackupFailed)[""] })},
}

// sizes are the sizes of pictures.
var sizes = [drawing.Sizes]string{drawing.Full: "full", drawing.Smaller: "smaller", drawing.Small: "small", drawing.Sparse: "sparse"}

const gauge = prometheus.GaugeValue

// backup is a number of the backups, where there are any.
func backup(of func(s State) float64) func(s State) map[string]float64 {
	return func(s State) map[string]float64 {
		if s.BackupEvery == 0 {
			return nil
		}
		return one(of(s))
	}
}

// desc describes a number.
func (n number) desc() *prometheus.Desc {
	var labels []string
	if n.label != "" {
		labels = []string{n.label}
	}
	return prometheus.NewDesc(namespace+"_"+n.name, n.help, labels, nil)
}

func (l looking) Describe(to chan<- *prometheus.Desc) {
	for _, n := range numbers {
		to <- n.desc()
	}
}

func (l looking) Collect(to chan<- prometheus.Metric) {
	state, err := l()
	if err != nil { // the other numbers are told all the same
		to <- prometheus.NewInvalidMetric(numbers[0].desc(), fmt.Errorf("look at how things stand: %w", err))
		return
	}
	for _, n := range numbers {
		d := n.desc()
		for value, v := range n.of(state) {
			if n.label == "" {
				to <- prometheus.MustNewConstMetric(d, n.kind, v)
			} else {
				to <- prometheus.MustNewConstMetric(d, n.kind, v, value)
			}
		}
	}
}
