package main

import (
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/cmd/config"
	"referee/engine/enginetest/thorough"
)

// scraped are the numbers of a process, by name, and their text.
func scraped(t *testing.T, base string) (map[string]*dto.MetricFamily, string) {
	t.Helper()
	status, text := asked(t, base+"/metrics")
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil || status != http.StatusOK {
		t.Fatalf("%d, %v:\n%s", status, err, text)
	}
	return families, text
}

// TestNumbersOfAMatch opens a match and lets a player be refused: who asks at /metrics hears of
// all that, and of nobody.
func TestNumbersOfAMatch(t *testing.T) {
	t.Parallel()
	thorough.Slow(t)
	d := discordtest.New(t, discordtest.Options{Patience: 20 * time.Second, Deadline: time.Minute})
	said := serves(t, config.Values{Discord: config.Discord{Token: d.Token()}, Ops: config.Ops{Listen: "127.0.0.1:0"}, Backup: config.Backup{Dir: t.TempDir(), Every: time.Hour}}, d.Transport())
	base := listensAt(d, said, "ops.listen")
	d.Until("the process to be ready", func() bool {
		status, text := asked(t, base+"/readyz")
		return status == http.StatusOK && text == "ready\n"
	})
	g := d.Guild("club")
	ch := g.Channel("games")
	anna, ben := g.Member("anna", "en-GB"), g.Member("ben", "fr")
	anna.Slash(ch, "match new", "thread:no").Wait()
	anna.Slash(ch, "match join", "side:german").Wait()
	ben.Slash(ch, "match join", "side:allied").Wait()
	ben.Slash(ch, "celles move", "unit:lehr-a", "hex:2316").Wait()
	d.Until("a board with a map", func() bool {
		return slices.ContainsFunc(ch.Messages(nil), func(m *discordtest.Message) bool { return len(m.Pictures()) == 1 })
	})
	var text string
	defer func() {
		if t.Failed() {
			t.Log(text)
		}
	}()
	for _, want := range []string{
		`referee_decisions_total{author="referee",game="celles",kind="open"} 1`,
		`referee_decisions_total{author="person",game="celles",kind="join"} 2`,
		`referee_refusals_total{game="celles",rule="8"} 1`,
		`referee_interactions_total{kind="command",outcome="done"} 4`,
		`referee_deliveries_total{outcome="done"} `,
		`referee_discord_requests_total{kind="interactions",status="200"} 4`,
		`referee_discord_identifies_total 1`,
		`referee_picture_seconds_count{kind="map"} `,
		`referee_store_write_seconds_count `,
		`referee_reachable 1`, `referee_discord_connections 1`, `referee_discord_shards 1`, `referee_discord_sessions{of="left"} `,
		`referee_matches{state="open"} 1`, `referee_outbox_posts 0`, `referee_disk_free_bytes{of="store"} `,
		`referee_backup_period_seconds 3600`, `referee_backup_failed 0`, `referee_fault_files 0`, `go_goroutines `, `process_resident_memory_bytes `,
	} {
		d.Until(want, func() bool {
			_, text = scraped(t, base)
			return strings.Contains(text, "\n"+want) && !strings.Contains(text, "\n"+want+"0\n")
		})
	}
	secret := []string{d.Token(), ch.ID, g.ID, anna.ID, ben.ID, anna.Name, ben.Name}
	for _, s := range secret {
		if s == "" || strings.Contains(text, s) {
			t.Errorf("somebody is named: %q", s)
		}
	}
	promtool(t, text, "check", "metrics")
}

// promtool runs Prometheus's own tool, with a text to read, where it is installed.
func promtool(t *testing.T, text string, args ...string) {
	t.Helper()
	tool, err := exec.LookPath("promtool")
	if err != nil {
		t.Log("there is no promtool here")
		return
	}
	cmd := exec.CommandContext(t.Context(), tool, args...)
	cmd.Stdin = strings.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// TestNotReady: a process is not ready before it has read what waits to be posted, nor while
// nobody can be reached.
func TestNotReady(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	d.Gateway.Invalidate(1000)
	said := serves(t, config.Values{Discord: config.Discord{Token: d.Token()}, Ops: config.Ops{Listen: "127.0.0.1:0"}}, d.Transport())
	base := listensAt(d, said, "ops.listen")
	d.Until("to be not ready", func() bool {
		status, text := asked(t, base+"/readyz")
		return status == http.StatusServiceUnavailable && strings.HasPrefix(text, "not ready: not connected to Discord since ")
	})
	if _, text := scraped(t, base); !strings.Contains(text, "\nreferee_reachable 0") || !strings.Contains(text, "\nreferee_clocks_run 0") {
		t.Error(text)
	}
}

// TestFaultFilesAreFound among what else lies beside the store.
func TestFaultFilesAreFound(t *testing.T) {
	for name, want := range map[string]bool{
		"fault-0123abcd.json": true, "fault-0123abcd.json.gz": false, "fault-.json": false, "default-0123abcd.json": false, "referee.db": false,
	} {
		if got := referee.IsFaultFile(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
