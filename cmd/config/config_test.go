package config

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/viper"
)

var update = flag.Bool("update", false, "rewrite the goldens")

const examplePath = "../../config.example.yaml"

func TestExampleConfigIsWhatTheCodeKnows(t *testing.T) {
	if *update {
		if err := os.WriteFile(examplePath, []byte(example()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(examplePath)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(example(), string(got)); diff != "" {
		t.Errorf("config.example.yaml differs from the settings (-want +got); write it with -update:\n%s", diff)
	}
	if err := load(viper.New(), examplePath); err != nil {
		t.Errorf("the example is refused: %v", err)
	}
}

func TestEverySettingHasAFieldAndHelp(t *testing.T) {
	fields := reflect.TypeFor[Values]()
	for _, s := range settings {
		_, ok := fields.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, s.key) })
		if !ok {
			t.Errorf("setting %s has no field in config", s.key)
		}
		if s.help == "" {
			t.Errorf("setting %s has no help", s.key)
		}
	}
	if fields.NumField() != len(settings) {
		t.Errorf("config has %d fields, there are %d settings", fields.NumField(), len(settings))
	}
}

func TestConfigureTheLaterTheStronger(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte("db: from-file\nlang: fr\ngame: from-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("REFEREE_CONFIG", file)
	t.Setenv("REFEREE_LANG", "es")
	t.Setenv("REFEREE_GAME", "from-env")

	var got Values
	var failed error
	cmd := &cobra.Command{Use: "try", RunE: func(cmd *cobra.Command, _ []string) error {
		got, failed = Read(cmd)
		return failed
	}}
	Flag(cmd)
	Use(cmd, "game")
	cmd.SetArgs([]string{"--game", "from-flag"})
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	want := Values{
		DB: "from-file", Key: "data/referee.key", Pictures: "data/pictures", Game: "from-flag", Lang: "es", Shards: "auto",
		Backups: "data/backups", BackupEvery: "24h", BackupKeep: "7", BackupAge: "720h",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
}
