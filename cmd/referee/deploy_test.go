package main

import (
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/viper" //nolint:depguard // to read YAML of others
)

// deployed is how the referee is run by something: with which settings, as whom.
type deployed struct {
	env  map[string]string
	keep string // the directory that outlives it
	user string
}

// assignment is a setting as all of them write it.
var assignment = regexp.MustCompile(`\b(REFEREE_[A-Z_]+)[=:] ?"?([^"\s\\]+)`)

// assigned are the settings of a text.
func assigned(text string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for _, m := range assignment.FindAllStringSubmatch(line, -1) {
			out[m[1]] = m[2]
		}
	}
	return out
}

// readRoot reads a file of the repository.
func readRoot(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// after is what stands behind a word at the beginning of a line.
func after(t *testing.T, text, word string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^` + word + `(.+)$`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no line begins with %s", word)
	}
	return strings.TrimSpace(m[1])
}

// TestDeployFiles reads the service, the image and the compose file: they name settings
// that there are, all that is to be kept is kept, one user owns it, and ports agree.
func TestDeployFiles(t *testing.T) {
	unit, image, compose := readRoot(t, "docs/deploy/referee.service"), readRoot(t, "Dockerfile"), readRoot(t, "docs/deploy/compose.yaml")
	v := viper.New()
	v.SetConfigType("yaml")
	if err := v.ReadConfig(strings.NewReader(compose)); err != nil {
		t.Fatal(err)
	}
	composed := assigned(image)
	maps.Copy(composed, assigned(compose))
	all := map[string]deployed{
		"service": {env: assigned(unit), keep: "/var/lib/" + after(t, unit, "StateDirectory="), user: after(t, unit, "User=")},
		"image":   {env: assigned(image), keep: after(t, image, "VOLUME "), user: after(t, image, "USER ")},
		"compose": {env: composed, keep: after(t, image, "VOLUME "), user: after(t, image, "USER ")},
	}
	known := settingsInTheEnvironment(t)
	for name, d := range all {
		for _, key := range slices.Sorted(maps.Keys(d.env)) {
			if !slices.Contains(known, key) {
				t.Errorf("%s: there is no setting %s", name, key)
			}
		}
		for _, key := range []string{"REFEREE_DB", "REFEREE_DICE_KEY", "REFEREE_PICTURES", "REFEREE_BACKUP_DIR"} {
			if at := d.env[key]; !path.IsAbs(at) || !strings.HasPrefix(at, d.keep+"/") {
				t.Errorf("%s: %s is %q, and %s alone is kept", name, key, at, d.keep)
			}
		}
		if d.user == "root" || d.user == "0" {
			t.Errorf("%s runs as %s", name, d.user)
		}
	}
	if all["image"].user != "nonroot" || !strings.Contains(image, "--chown=nonroot:nonroot /empty /data") {
		t.Error("the image's user does not own its volume")
	}
	if got := v.GetStringSlice("services.referee.volumes"); !slices.Equal(got, []string{"data:" + all["image"].keep}) {
		t.Errorf("compose keeps %v", got)
	}
	if got := v.GetStringSlice("services.referee.command"); !slices.Equal(got, []string{"serve"}) {
		t.Errorf("compose runs %v", got)
	}
	port := composed["REFEREE_OPS_LISTEN"][strings.LastIndex(composed["REFEREE_OPS_LISTEN"], ":"):]
	if got := v.GetStringSlice("services.referee.ports"); !slices.Equal(got, []string{"127.0.0.1" + port + port}) {
		t.Errorf("compose has the ports %v, and %s listens", got, port)
	}
	if !strings.HasSuffix(composed["REFEREE_DISCORD_TOKENFILE"], "/"+v.GetStringSlice("services.referee.secrets")[0]) {
		t.Error("compose names another secret than it reads")
	}
	if secret, _, _ := strings.Cut(after(t, unit, "LoadCredential="), ":"); all["service"].env["REFEREE_DISCORD_TOKENFILE"] != "%d/"+secret {
		t.Error("the service names another credential than it reads")
	}
	installed(t, unit)
}

// installed holds what docs/deploy.md says against the service.
func installed(t *testing.T, unit string) {
	t.Helper()
	text := readRoot(t, "docs/deploy.md")
	_, token, _ := strings.Cut(after(t, unit, "LoadCredential="), ":")
	binary, _, _ := strings.Cut(after(t, unit, "ExecStart="), " ")
	user := after(t, unit, "User=")
	for _, want := range []string{
		"useradd --system --home-dir /var/lib/" + after(t, unit, "StateDirectory=") + " --shell /usr/sbin/nologin " + user,
		"install -m 600 /dev/stdin " + token, "install -m 755 referee " + binary, "docs/deploy/referee.service", "docs/deploy/compose.yaml",
		"--db " + assigned(unit)["REFEREE_DB"], "--key " + assigned(unit)["REFEREE_DICE_KEY"],
	} {
		if !strings.Contains(text, want) {
			t.Errorf("docs/deploy.md does not say %q", want)
		}
	}
}

// settingsInTheEnvironment are the names of the settings there, by the example.
func settingsInTheEnvironment(t *testing.T) []string {
	t.Helper()
	v := viper.New()
	v.SetConfigType("yaml")
	if err := v.ReadConfig(strings.NewReader(readRoot(t, "config.example.yaml"))); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, key := range v.AllKeys() {
		out = append(out, "REFEREE_"+strings.ToUpper(strings.ReplaceAll(key, ".", "_")))
	}
	return out
}

// TestTheServiceIsOne has systemd read it, where there is one.
func TestTheServiceIsOne(t *testing.T) {
	verify, err := exec.LookPath("systemd-analyze") //nolint:misspell // it is called so
	if err != nil {
		t.Skip("there is no systemd here")
	}
	binary := filepath.Join(t.TempDir(), "referee")
	if err := os.WriteFile(binary, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	unit := filepath.Join(t.TempDir(), "referee.service")
	text := strings.Replace(readRoot(t, "docs/deploy/referee.service"), "/usr/local/bin/referee", binary, 1)
	if err := os.WriteFile(unit, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(verify, "verify", "--man=no", unit).CombinedOutput()
	if err != nil || strings.Contains(string(out), "referee.service:") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestDownloadsArePinned: images and actions that others publish are named by their digests, so that nobody exchanges them; and
// what is known of modules is asked for.
func TestDownloadsArePinned(t *testing.T) {
	image, workflow := readRoot(t, "Dockerfile"), readRoot(t, ".github/workflows/ci.yml")
	for what, c := range map[string]struct{ text, named, pinned string }{
		"images":  {image, `(?m)^FROM (\S+)`, `^\S+:\S+@sha256:[0-9a-f]{64}$`},
		"actions": {workflow, `uses: (.+)`, `^[a-z-]+/[a-z-]+@[0-9a-f]{40} # v[0-9.]+$`},
	} {
		found := regexp.MustCompile(c.named).FindAllStringSubmatch(c.text, -1)
		if len(found) < 2 {
			t.Errorf("%s: %q", what, found)
		}
		for _, m := range found {
			if !regexp.MustCompile(c.pinned).MatchString(m[1]) {
				t.Errorf("%s: %s is not pinned", what, m[1])
			}
		}
	}
	if !strings.Contains(workflow, "run: go run golang.org/x/vuln/cmd/govulncheck@v") {
		t.Error("nobody asks for what is known to be vulnerable")
	}
}

// TestTheSystemLimitsTheReferee: whatever it does, the machine goes on, and what it writes nobody else reads.
func TestTheSystemLimitsTheReferee(t *testing.T) {
	unit, compose := readRoot(t, "docs/deploy/referee.service"), readRoot(t, "docs/deploy/compose.yaml")
	for name, want := range map[string]string{
		"UMask": "0077", "MemoryMax": "2G", "TasksMax": "256", "RestrictNamespaces": "yes", "MemoryDenyWriteExecute": "yes", "ProtectClock": "yes",
		"ProtectHostname": "yes", "NoNewPrivileges": "yes", "CapabilityBoundingSet": "",
	} {
		if !regexp.MustCompile(`(?m)^` + name + `=` + want + `$`).MatchString(unit) {
			t.Errorf("the service has not %s=%s", name, want)
		}
	}
	for _, want := range []string{"mem_limit: 2g", "pids_limit: 256", "read_only: true", "cap_drop: [ALL]"} {
		if !strings.Contains(compose, "\n    "+want+"\n") {
			t.Errorf("compose has not %s", want)
		}
	}
}
