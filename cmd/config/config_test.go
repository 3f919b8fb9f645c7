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
		_, ok := fields.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, s.id()) })
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
		DiscordInteractions: "gateway", WebListen: "127.0.0.1:8080", OpsListen: "127.0.0.1:8081",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
}

// read reads the configuration of a command that uses a flag.
func read(t *testing.T, args ...string) (Values, error) {
	t.Helper()
	var got Values
	cmd := &cobra.Command{Use: "try", SilenceErrors: true, SilenceUsage: true, RunE: func(cmd *cobra.Command, _ []string) (err error) {
		got, err = Read(cmd)
		return err
	}}
	Flag(cmd)
	Use(cmd, "guilds")
	cmd.SetArgs(append([]string{}, args...))
	return got, cmd.Execute()
}

// written is a configuration file.
func written(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestASettingHasTwoNames: the one with the section and the one from before there were
// sections mean the same, in the file, in the environment and as a flag.
func TestASettingHasTwoNames(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		env  [2]string
		args []string
	}{
		"file, section":         {file: "discord:\n  guilds: 12\n"},
		"file, flat":            {file: "guilds: 12\n"},
		"file, empty section":   {file: "dice:\n  # key: x\nguilds: 12\n"},
		"environment, section":  {file: "guilds: 1\n", env: [2]string{"REFEREE_DISCORD_GUILDS", "12"}},
		"environment, flat":     {file: "discord: {guilds: 1}\n", env: [2]string{"REFEREE_GUILDS", "12"}},
		"flag, section":         {file: "guilds: 1\n", env: [2]string{"REFEREE_GUILDS", "2"}, args: []string{"--discord.guilds", "12"}},
		"flag, flat":            {env: [2]string{"REFEREE_DISCORD_GUILDS", "2"}, args: []string{"--guilds", "12"}},
		"nothing but the flags": {args: []string{"--guilds=12"}},
	} {
		t.Run(name, func(t *testing.T) {
			if c.env[0] != "" {
				t.Setenv(c.env[0], c.env[1])
			}
			got, err := read(t, append(c.args, "--config", written(t, c.file))...)
			if err != nil || got.Guilds != "12" {
				t.Errorf("guilds are %q, %v", got.Guilds, err)
			}
		})
	}
}

// TestEveryFlatNameIsValid: a file and an environment as they were before there were
// sections mean what they meant.
func TestEveryFlatNameIsValid(t *testing.T) {
	for _, name := range []string{
		"db", "key", "keypassphrase", "keypassphrasefile", "beacon", "backups", "backupevery", "backupkeep", "backupage", "owner",
		"pictures", "game", "data", "token", "tokenfile", "guilds", "moderators", "judges", "shards",
	} {
		value := func(v Values) string {
			return reflect.ValueOf(v).FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) }).String()
		}
		if got, err := read(t, "--config", written(t, name+": set\n")); err != nil || value(got) != "set" {
			t.Errorf("%s in a file: %q, %v", name, value(got), err)
		}
		t.Run(name, func(t *testing.T) {
			t.Setenv("REFEREE_"+strings.ToUpper(name), "set")
			if got, err := read(t, "--config", written(t, "")); err != nil || value(got) != "set" {
				t.Errorf("%s in the environment: %q, %v", name, value(got), err)
			}
		})
	}
}

// TestWhatIsNotUnderstoodIsSaid: a key that is not known, and one that is there twice.
func TestWhatIsNotUnderstoodIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"discord:\n  tokn: x\n":                  `unknown key "discord.tokn": perhaps discord.token is meant; known are db, `,
		"backupevry: 1h\n":                       `unknown key "backupevry": perhaps backupevery is meant; `,
		"discord: x\n":                           `unknown key "discord": known are `,
		"something:\n":                           `unknown key "something": known are `,
		"token: x\ndiscord:\n  token: x\n":       "discord.token and token are the same setting: leave one out",
		"discord:\n  guilds: [1, 2]\n":           "configuration: ",
		"discord:\n  token: {a: b}\n":            `unknown key "discord.token.a": `,
		"backups:\n  dir: x\nbackup: {dir: y}\n": `unknown key "backups.dir": perhaps backup.dir is meant; `,
	} {
		if _, err := read(t, "--config", written(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	t.Setenv("REFEREE_TOKEN", "a")
	t.Setenv("REFEREE_DISCORD_TOKEN", "b")
	if _, err := read(t); err == nil || !strings.Contains(err.Error(), "REFEREE_DISCORD_TOKEN and REFEREE_TOKEN are the same setting, and differ") {
		t.Errorf("two tokens: %v", err)
	}
}
