package metrics

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"referee/bot/discord/drawing"
	"referee/bot/discord/wire"
	"referee/bot/limit"
	"referee/engine/match"
)

// scraped are the numbers as somebody gets them who asks, by name; and their text.
func scraped(t *testing.T, m *Metrics) (map[string]*dto.MetricFamily, string) {
	t.Helper()
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	text := answer.Body.String()
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil || answer.Code != 200 {
		t.Fatalf("%d, %v:\n%s", answer.Code, err, text)
	}
	return families, text
}

// told is a Metrics that was told one of everything.
func told(t *testing.T) *Metrics {
	t.Helper()
	m := New("v1")
	m.Decided("celles", match.KindAnswer, true)
	m.Decided("celles", match.KindAnswer, false)
	m.Refused("celles", "8.4")
	m.Refused("", "")
	m.Interacted(wire.Interacted{Kind: discordgo.InteractionMessageComponent, Outcome: wire.Succeeded, First: 20 * time.Millisecond, Whole: time.Second})
	m.Interacted(wire.Interacted{Kind: discordgo.InteractionApplicationCommand, Outcome: wire.Failed})
	m.Limited(limit.Press, limit.Channel)
	m.Posted(wire.Succeeded)
	m.Posted(wire.Missed)
	m.Requested("channels", 403, time.Millisecond)
	m.Requested("channels", 0, time.Millisecond)
	m.Identified()
	m.Resumed()
	m.Acknowledged(time.Millisecond)
	m.Written(time.Millisecond, nil)
	m.Written(time.Millisecond, errors.New("disk"))
	m.Drawn("map", time.Second, 120_000)
	log := slog.New(m.Log(slog.NewTextHandler(io.Discard, nil))).With("some", "thing")
	log.Warn("careful")
	log.Error("fault", "fault", "01234567")
	m.Look(func() (State, error) {
		return State{
			Reachable: true, Connected: 1, Shards: 2, SessionsLeft: 10, SessionsTotal: 1000, InvalidRequests: 7,
			Pictures: drawing.State{
				Counts:  drawing.Counts{Drawn: [drawing.Sizes]uint64{drawing.Full: 20, drawing.Small: 3}, Replaced: 6},
				Waiting: 12, Oldest: 4 * time.Second,
			},
			MatchesOpen: 3, MatchesOver: 4, OutboxPosts: 9, OutboxPlaces: 5, OutboxShut: 2, OutboxOldest: time.Minute,
			StoreBytes: 4096, StoreFree: 1024, StoreReads: 11, DiskFree: map[string]uint64{"store": 1 << 40}, FaultFiles: 1,
			BackupEvery: 24 * time.Hour, BackupLast: time.Unix(1_800_000_000, 0), BackupBytes: 2048, BackupFailed: true,
		}, nil
	})
	return m
}

// TestLastInteraction: the time of the last interaction is 0 until there is one, whatever came of it.
func TestLastInteraction(t *testing.T) {
	m := New("test")
	if _, text := scraped(t, m); !strings.Contains(text, "referee_last_interaction_timestamp_seconds 0\n") {
		t.Errorf("before any: %s", text)
	}
	before := float64(time.Now().Unix())
	m.Interacted(wire.Interacted{Kind: discordgo.InteractionMessageComponent, Outcome: wire.Missed})
	_, text := scraped(t, m)
	_, rest, _ := strings.Cut(text, "\nreferee_last_interaction_timestamp_seconds ")
	value, _, _ := strings.Cut(rest, "\n")
	if at, err := strconv.ParseFloat(value, 64); err != nil || at < before || at > float64(time.Now().Unix()+1) {
		t.Errorf("after one: %q", value)
	}
}

// TestNumbers: what was told, and how things stand, is what somebody hears who asks.
func TestNumbers(t *testing.T) {
	_, text := scraped(t, told(t))
	for _, want := range []string{
		`referee_decisions_total{author="person",game="celles",kind="answer"} 1`,
		`referee_decisions_total{author="referee",game="celles",kind="answer"} 1`,
		`referee_refusals_total{game="celles",rule="8.4"} 1`,
		`referee_refusals_total{game="",rule="none"} 1`,
		`referee_interactions_total{kind="button",outcome="done"} 1`,
		`referee_interactions_total{kind="command",outcome="failed"} 1`,
		`referee_interactions_total{kind="form",outcome="missed"} 0`,
		`referee_interaction_first_answer_seconds_sum{kind="button"} 0.02`,
		`referee_interaction_first_answer_seconds_count{kind="command"} 0`,
		`referee_interaction_whole_answer_seconds_sum{kind="button"} 1`,
		`referee_limited_total{kind="act",of="channel"} 1`, `referee_limited_total{kind="form",of="person"} 0`,
		`referee_deliveries_total{outcome="done"} 1`,
		`referee_deliveries_total{outcome="failed"} 0`,
		`referee_deliveries_total{outcome="missed"} 1`,
		`referee_discord_requests_total{kind="channels",status="403"} 1`,
		`referee_discord_requests_total{kind="channels",status="none"} 1`,
		`referee_discord_request_seconds_count{kind="channels"} 1`,
		`referee_discord_identifies_total 1`, `referee_discord_resumes_total 1`, `referee_discord_heartbeat_seconds_count 1`,
		`referee_store_write_seconds_count 2`, `referee_store_write_failures_total 1`,
		`referee_picture_seconds_count{kind="map"} 1`, `referee_picture_bytes_sum{kind="map"} 120000`,
		`referee_log_lines_total{level="warn"} 1`, `referee_log_lines_total{level="error"} 1`, `referee_faults_total 1`,
		`referee_reachable 1`, `referee_time_believed 0`, `referee_clocks_run 0`,
		`referee_discord_connections 1`, `referee_discord_shards 2`, `referee_discord_sessions{of="left"} 10`, `referee_discord_invalid_requests 7`,
		`referee_matches{state="open"} 3`, `referee_matches{state="over"} 4`,
		`referee_outbox_posts 9`, `referee_outbox_places{state="open"} 3`, `referee_outbox_places{state="shut"} 2`, `referee_outbox_oldest_seconds 60`,
		`referee_picture_queue 12`, `referee_picture_oldest_seconds 4`, `referee_pictures_drawn_total{size="full"} 20`,
		`referee_pictures_drawn_total{size="smaller"} 0`, `referee_pictures_drawn_total{size="small"} 3`, `referee_pictures_replaced_total 6`,
		`referee_store_bytes 4096`, `referee_store_free_bytes 1024`, `referee_store_reads_total 11`, `referee_disk_free_bytes{of="store"} 1.099511627776e+12`,
		`referee_fault_files 1`, `referee_backup_period_seconds 86400`, `referee_backup_last_timestamp_seconds 1.8e+09`,
		`referee_backup_last_bytes 2048`, `referee_backup_failed 1`, `referee_build_info{go="go`,
	} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("nobody hears %s", want)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// TestNumbersAreFormed as Prometheus wants them, and each says what it is.
func TestNumbersAreFormed(t *testing.T) {
	families, text := scraped(t, told(t))
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil || len(families) < 40 {
		t.Fatalf("%d numbers, %v", len(families), err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

// TestWithoutBackups there is no number that would call for one.
func TestWithoutBackups(t *testing.T) {
	m := New("v1")
	m.Look(func() (State, error) { return State{}, nil })
	if _, text := scraped(t, m); strings.Contains(text, "referee_backup") || strings.Contains(text, "referee_discord_sessions") {
		t.Error(text)
	}
}

// TestAStateThatCannotBeLookedAt leaves what was counted.
func TestAStateThatCannotBeLookedAt(t *testing.T) {
	m := New("v1")
	m.Look(func() (State, error) { return State{}, errors.New("the file is damaged") })
	if _, text := scraped(t, m); !strings.Contains(text, "\nreferee_faults_total 0") || strings.Contains(text, "referee_reachable") {
		t.Error(text)
	}
}

// TestLabelsHaveFewValues whatever is told: a number with a value for each word that somebody
// can make up would grow for ever.
func TestLabelsHaveFewValues(t *testing.T) {
	m := New("v1")
	m.Refused("celles", strings.Repeat("1.", 40))
	for i := range 10 * mostRules {
		m.Refused("celles", strconv.Itoa(i))
	}
	families, text := scraped(t, m)
	if n := len(families["referee_refusals_total"].Metric); n != mostRules+1 || strings.Contains(text, "1.1.1.1.") {
		t.Errorf("%d series of refusals, or one with a long name", n)
	}
}

// TestCountedLogIsWritten: lines that are counted are written all the same.
func TestCountedLogIsWritten(t *testing.T) {
	var out strings.Builder
	m := New("v1")
	h := m.Log(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelWarn}))
	log := slog.New(h).With("a", 1).WithGroup("g")
	log.Info("quiet")
	log.Log(context.Background(), slog.LevelError+4, "loud", "b", 2)
	if text := out.String(); strings.Contains(text, "quiet") || !strings.Contains(text, "msg=loud a=1 g.b=2") {
		t.Error(text)
	}
	if _, text := scraped(t, m); !strings.Contains(text, `referee_log_lines_total{level="error"} 1`) || !strings.Contains(text, `referee_log_lines_total{level="info"} 0`) {
		t.Error(text)
	}
}

// BenchmarkTold is what an interaction, its decision and its requests cost to be counted.
func BenchmarkTold(b *testing.B) {
	m := New("v1")
	for b.Loop() {
		m.Interacted(wire.Interacted{Kind: discordgo.InteractionMessageComponent, Outcome: wire.Succeeded, First: time.Millisecond, Whole: time.Millisecond})
		m.Decided("celles", match.KindAnswer, true)
		m.Written(time.Millisecond, nil)
		m.Requested("interactions", 200, time.Millisecond)
		m.Requested("webhooks", 200, time.Millisecond)
	}
}
