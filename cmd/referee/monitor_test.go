package main

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/metrics"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// numbersThere are the names of the numbers that a referee tells, with those that Prometheus
// makes of histograms.
func numbersThere(t *testing.T) []string {
	t.Helper()
	m := metrics.New("v1")
	m.Decided("celles", match.KindAnswer, true)
	m.Refused("celles", "8")
	m.Interacted(wire.Interacted{Kind: discordgo.InteractionApplicationCommand, Outcome: wire.Succeeded, First: time.Second})
	m.Look(func() (metrics.State, error) {
		return metrics.State{SessionsTotal: 1000, BackupEvery: time.Hour, DiskFree: map[string]uint64{"store": 1}}, nil
	})
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	var out []string
	for _, line := range regexp.MustCompile(`(?m)^[a-z_]+`).FindAllString(answer.Body.String(), -1) {
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	if len(out) < 80 {
		t.Fatalf("%d numbers", len(out))
	}
	return out
}

// numberNamed matches the name of a number.
var numberNamed = regexp.MustCompile(`\b(?:referee|process)_[a-z_]+`)

// expression is what a panel asks Prometheus.
type expression struct{ panel, expr string }

// expressions are those of the dashboard, which must be one that Grafana takes.
func expressions(t *testing.T) []expression {
	t.Helper()
	type panel struct {
		ID         int    `json:"id"`
		Type       string `json:"type"`
		Title      string `json:"title"`
		GridPos    struct{ H, W, X, Y int }
		Datasource struct{ Type, UID string }
		Targets    []struct{ Expr, RefID string }
	}
	var board struct {
		UID, Title    string
		SchemaVersion int
		Time          struct{ From, To string }
		Templating    struct{ List []struct{ Name, Type string } }
		Panels        []panel
	}
	if err := json.Unmarshal([]byte(readRoot(t, "docs/deploy/dashboard.json")), &board); err != nil {
		t.Fatal(err)
	}
	if board.UID == "" || board.Title == "" || board.SchemaVersion == 0 || board.Time.From == "" || len(board.Templating.List) != 2 || len(board.Panels) < 20 {
		t.Fatalf("the dashboard lacks something: %+v", board)
	}
	var out []expression
	ids, at := map[int]bool{}, map[[2]int]string{}
	for _, p := range board.Panels {
		if ids[p.ID] || p.Title == "" || p.GridPos.W <= 0 || p.GridPos.X+p.GridPos.W > 24 || at[[2]int{p.GridPos.X, p.GridPos.Y}] != "" {
			t.Errorf("panel %d, %q, has no place of its own: %+v", p.ID, p.Title, p.GridPos)
		}
		ids[p.ID], at[[2]int{p.GridPos.X, p.GridPos.Y}] = true, p.Title
		if p.Type == "row" {
			continue
		}
		if len(p.Targets) == 0 || p.Datasource.UID != "${datasource}" {
			t.Errorf("panel %q asks nothing, or not the source that is chosen", p.Title)
		}
		for _, target := range p.Targets {
			out = append(out, expression{p.Title, target.Expr})
		}
	}
	return out
}

// TestDashboardMetricsExist: every panel asks for numbers that a referee tells, of the
// referee that is chosen, in words that Prometheus understands.
func TestDashboardMetricsExist(t *testing.T) {
	there := numbersThere(t)
	var rules strings.Builder
	rules.WriteString("groups:\n  - name: dashboard\n    rules:\n")
	for i, e := range expressions(t) {
		names := numberNamed.FindAllString(e.expr, -1)
		for _, name := range names {
			if !slices.Contains(there, name) && !strings.HasPrefix(name, "process_") {
				t.Errorf("%s: there is no %s", e.panel, name)
			}
		}
		if len(names) == 0 || strings.Count(e.expr, `instance=~"$instance"`) != len(names) {
			t.Errorf("%s: not of the referee that is chosen: %s", e.panel, e.expr)
		}
		plain := strings.NewReplacer("$__rate_interval", "5m", "$instance", ".*").Replace(e.expr)
		fmt.Fprintf(&rules, "      - {record: 'panel:%d', expr: %q}\n", i, plain)
	}
	path := filepath.Join(t.TempDir(), "dashboard.yaml")
	if err := os.WriteFile(path, []byte(rules.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	promtool(t, "", "check", "rules", path)
}

// TestAlerts: every alert asks for numbers that a referee tells, says what to do, and is tried:
// each fires on the series that it is for, and none on healthy ones.
func TestAlerts(t *testing.T) {
	text, tried := readRoot(t, "docs/deploy/alerts.yaml"), readRoot(t, "docs/deploy/alerts_test.yaml")
	there := numbersThere(t)
	for _, name := range numberNamed.FindAllString(text+tried, -1) {
		if !slices.Contains(there, name) && !slices.Contains(there, name+"_sum") && name != "process_start_time_seconds" {
			t.Errorf("there is no %s", name)
		}
	}
	alerts := strings.Split(text, "- alert: ")[1:]
	if len(alerts) < 10 {
		t.Fatalf("%d alerts", len(alerts))
	}
	for _, a := range alerts {
		name, _, _ := strings.Cut(a, "\n")
		if !strings.Contains(tried, fmt.Sprintf(`alertname=%q`, name)) {
			t.Errorf("%s is tried on nothing", name)
		}
		if !strings.Contains(a, "summary: ") || !strings.Contains(a, "do: ") {
			t.Errorf("%s does not say what to do", name)
		}
	}
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Skip("there is no promtool here")
	}
	promtool(t, "", "check", "rules", filepath.Join("..", "..", "docs", "deploy", "alerts.yaml"))
	if thorough.Brief() { // to evaluate hours of series takes seconds
		return
	}
	promtool(t, "", "test", "rules", filepath.Join("..", "..", "docs", "deploy", "alerts_test.yaml"))
}

// TestEveryNumberIsExplained in docs/monitoring.md, and no other is.
func TestEveryNumberIsExplained(t *testing.T) {
	text := readRoot(t, "docs/monitoring.md")
	there := numbersThere(t)
	ends := regexp.MustCompile(`_(bucket|sum|count)$`)
	for _, name := range there {
		own, ours := strings.CutPrefix(name, "referee_")
		if ours && !strings.Contains(text, "`"+ends.ReplaceAllString(own, "")+"`") {
			t.Errorf("docs/monitoring.md does not tell of %s", name)
		}
	}
	_, table, _ := strings.Cut(text, "## Numbers")
	table, _, _ = strings.Cut(table, "\n- ")
	for _, m := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(table, -1) {
		if !slices.ContainsFunc(there, func(name string) bool { return ends.ReplaceAllString(name, "") == "referee_"+m[1] }) && m[1] != "referee_" {
			t.Errorf("docs/monitoring.md tells of %s, which is not there", m[1])
		}
	}
}
