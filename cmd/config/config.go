// Package config reads the configuration of the programs: from flags, the environment
// and a file.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/viper"

	"referee/bot/locale"
	"referee/cmd/cli"
)

// setting is one key of the configuration. It can be set in these places, of which a
// later one overrides an earlier one: here, in the configuration file (db: x), in the
// environment (REFEREE_DB=x), by a flag of the commands that use it (--db x).
type setting struct {
	key   string
	value string // the default
	help  string // for the flag and for config.example.yaml
}

// settings lists every key. Each has a default here, as viper does not look in
// the environment for a key that it has never heard of.
var settings = []setting{
	{"db", "data/referee.db", "file that holds the matches; made when it is missing"},
	{"key", "data/referee.key", "file with the keys that dice are rolled by; made when it is missing and no match depends on it"},
	{"keypassphrase", "", "passphrase that the file of the key is encrypted under. Rather put it into the environment, as REFEREE_KEYPASSPHRASE, " +
		"or into a file of its own (empty: the file is not encrypted)"},
	{"keypassphrasefile", "", "file that holds this passphrase and nothing else"},
	{"beacon", "", "address of a relay of the public beacon drand, as https://api.drand.sh: in new matches each roll then waits " +
		"for a round of it that comes after its order, so that not even you can foresee it (empty: it does not)"},
	{"backups", "data/backups", "directory for the backups that referee serve makes by itself; rather one on another disk (empty: it makes none)"},
	{"backupevery", "24h", "time between two such backups"},
	{"backupkeep", "7", "how many of them are kept (0: no limit)"},
	{"backupage", "720h", "how long each of them is kept, but for the newest (0: no limit)"},
	{"owner", "", "id of the user in Discord who is told of a late backup, a full disk or a changed key file (empty: the owner of the application)"},
	{"pictures", "data/pictures", "directory for the maps that a table draws"},
	{"game", "celles", "game that is meant where none is named"},
	{"data", "", "directory with your own corrected copy of the game's data files (empty: those built in)"},
	{"lang", "en", "language that is spoken: en, fr or es"},
	{"token", "", "token of your bot in Discord. Rather put it into the environment, as REFEREE_TOKEN, or into a file of its own"},
	{"tokenfile", "", "file that holds the token of your bot and nothing else"},
	{"guilds", "", "ids of servers to try the bot in, with commas: its commands are there at once, and nowhere else (empty: everywhere)"},
	{"moderators", "", "ids of roles in Discord, with commas, whose members may do what those may who manage a channel"},
	{"judges", "", "ids of roles in Discord, with commas, whose members rule on appeals, beside the moderators"},
	{"shards", "auto", "number of connections to Discord: auto is as many as it recommends"},
}

// fileName is looked for in the working directory when no file is named.
const fileName = "config.yaml"

// Values is the configuration, read for one command.
type Values struct {
	DB       string
	Key      string
	Beacon   string
	Pictures string
	Game     string
	Data     string
	Lang     string

	KeyPassphrase, KeyPassphraseFile string

	Owner string

	Backups, BackupEvery, BackupKeep, BackupAge string

	Token, TokenFile, Guilds, Moderators, Judges, Shards string
}

// Flag gives a program the flag that names the file.
func Flag(root *cobra.Command) {
	root.PersistentFlags().String("config", "", "configuration file (default config.yaml, where there is one)")
}

// Use gives a command the flags of some settings.
func Use(cmd *cobra.Command, keys ...string) {
	for _, key := range keys {
		i := slices.IndexFunc(settings, func(s setting) bool { return s.key == key })
		cmd.Flags().String(key, settings[i].value, settings[i].help)
	}
}

// Read reads the configuration for a command.
func Read(cmd *cobra.Command) (Values, error) {
	v := viper.New()
	v.SetEnvPrefix("referee")
	v.AutomaticEnv()
	for _, s := range settings {
		v.SetDefault(s.key, s.value)
		if flag := cmd.Flags().Lookup(s.key); flag != nil {
			if err := v.BindPFlag(s.key, flag); err != nil {
				return Values{}, fmt.Errorf("bind flag --%s: %w", s.key, err)
			}
		}
	}
	file, err := chosen(cmd)
	if err != nil {
		return Values{}, err
	}
	if file != "" {
		if err := load(v, file); err != nil {
			return Values{}, &cli.UsageError{Err: err}
		}
	}
	var c Values
	if err := v.UnmarshalExact(&c); err != nil {
		return Values{}, cli.Misused("configuration: %w", err)
	}
	if !slices.Contains(locale.Languages, c.Lang) {
		return Values{}, cli.Misused("no language %q: there is %s", c.Lang, strings.Join(locale.Languages, ", "))
	}
	return c, nil
}

// chosen is the file named by --config or REFEREE_CONFIG, or config.yaml if
// it is there, or "".
func chosen(cmd *cobra.Command) (string, error) {
	file, err := cmd.Flags().GetString("config")
	if err != nil {
		return "", fmt.Errorf("flag --config: %w", err)
	}
	if file == "" {
		file = os.Getenv("REFEREE_CONFIG")
	}
	if file != "" {
		return file, nil
	}
	if _, err := os.Stat(fileName); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return fileName, nil
}

// load reads a file into v. An unknown key is an error, as it is probably misspelt.
func load(v *viper.Viper, file string) error {
	alone := viper.New()
	alone.SetConfigFile(file)
	alone.SetConfigType("yaml")
	if err := alone.ReadInConfig(); err != nil {
		return fmt.Errorf("%s: cannot be read as configuration: %w", file, err)
	}
	known := make([]string, len(settings))
	for i, s := range settings {
		known[i] = s.key
	}
	keys := alone.AllKeys()
	slices.Sort(keys)
	for _, key := range keys {
		if !slices.Contains(known, key) {
			return fmt.Errorf("%s: unknown key %q: known are %s; config.example.yaml says what each does",
				file, key, strings.Join(known, ", "))
		}
	}
	return v.MergeConfigMap(alone.AllSettings())
}

// example is the text of config.example.yaml.
func example() string {
	var b strings.Builder
	b.WriteString("# Configuration of the referee. Copy it to config.yaml and change what you need;\n" +
		"# every key may be left out. In the environment the keys are called REFEREE_DB and so on.\n")
	for _, s := range settings {
		fmt.Fprintf(&b, "\n# %s\n%s: %q\n", s.help, s.key, s.value)
	}
	return b.String()
}
