package main

import (
	"runtime/debug"
	"strings"
	"testing"

	"referee/cmd/config"
)

// TestStart: the image serves where there is a token, and otherwise opens the table.
func TestStart(t *testing.T) {
	for want, list := range map[string][]config.Discord{
		"table": {{}},
		"serve": {{Token: "x"}, {TokenFile: "x"}},
	} {
		for _, c := range list {
			if got := started(c); got != want {
				t.Errorf("%+v: %s, want %s", c, got, want)
			}
		}
	}
	t.Chdir(t.TempDir())
	t.Setenv("REFEREE_TABLE_LISTEN", "nowhere")
	if code, said := saying(t, "", "start"); code == 0 || !strings.Contains(said, "REFEREE_TABLE_LISTEN") {
		t.Errorf("without a token: %d, %s", code, said)
	}
	t.Setenv("REFEREE_TABLE_LISTEN", "")
	t.Setenv("REFEREE_DISCORD_TOKENFILE", "missing.token")
	if code, said := saying(t, "", "start"); code == 0 || !strings.Contains(said, "missing.token") {
		t.Errorf("with a token that is not there: %d, %s", code, said)
	}
}

// TestTheVersionIsKnownWithoutGit: tests are built without what git knows.
func TestTheVersionIsKnownWithoutGit(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version != "" && info.Main.Version != "(devel)" {
		t.Skip("git is known")
	}
	version := strings.TrimSpace(release)
	if got := revision(); version == "" || got != version {
		t.Errorf("%q, want %q", got, version)
	}
	built = "0123456789ab"
	defer func() { built = "" }()
	if got := revision(); got != version+"+0123456789ab" {
		t.Errorf("with a commit: %q", got)
	}
}
