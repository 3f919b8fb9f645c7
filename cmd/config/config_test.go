package config

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"

	"referee/bot/locale"
	"referee/cmd/cli"
	"referee/cmd/games"
)

var update = flag.Bool("update", false, "rewrite the goldens")

const examplePath = "../../config.example.yaml"

func TestExampleConfigMatchesCode(t *testing.T) {
	ids := games.Known().IDs()
	example := example(ids...)
	if *update {
		if err := os.WriteFile(examplePath, []byte(example), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(examplePath)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(example, string(got)); diff != "" {
		t.Errorf("config.example.yaml differs from the settings (-want +got); write it with -update:\n%s", diff)
	}
	want, err := readFor(t, ids, "--config", written(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	from, err := readFor(t, ids, "--config", examplePath)
	if want.File = examplePath; err != nil || !reflect.DeepEqual(from, want) {
		t.Errorf("the example sets %+v, not the defaults, %+v: %v", from, want, err)
	}
}

// example returns the text of config.example.yaml, for a program with some games.
func example(games ...string) string {
	var b strings.Builder
	b.WriteString("# Configuration of the referee. Copy it to config.yaml and change what you need;\n" +
		"# every key is optional. In the environment the keys are called REFEREE_DB, REFEREE_DICE_KEY\n" +
		"# and so on. The older names without a section remain valid: key, tokenfile, backupevery,\n" +
		"# and data: DIR, which applies to the default game.\n")
	section := ""
	for _, s := range withData(dataOf(games, "")) {
		if s.section() != section {
			section = s.section()
			fmt.Fprintf(&b, "\n%s:\n", section)
		}
		name, indent := s.key, ""
		if section != "" {
			name, indent = s.key[len(section)+1:], "  "
		}
		fmt.Fprintf(&b, "\n%s# %s\n%s%s: %q\n", indent, s.help, indent, name, s.value)
	}
	return b.String()
}

func TestEverySettingHasHelp(t *testing.T) {
	for _, s := range settings {
		if s.help == "" {
			t.Errorf("setting %s has no help", s.key)
		}
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
	Flag(cmd, "chess")
	Use(cmd, "game")
	cmd.SetArgs([]string{"--game", "from-flag"})
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	want := Values{
		File:    file,
		General: General{DB: "from-file", Data: map[string]string{}, Pictures: "data/pictures", Game: "from-flag", Lang: "es"},
		Dice:    Dice{Key: "data/referee.key"},
		Backup:  Backup{Dir: "data/backups", Every: 24 * time.Hour, Keep: 7, Age: 720 * time.Hour},
		Discord: Discord{Guilds: []string{}, Moderators: []string{}, Judges: []string{}, Interactions: "gateway", Emoji: true},
		Mail:    Mail{IMAPSecurity: "tls", SMTPSecurity: "starttls", Plus: true, Folder: "INBOX", Size: 4096},
		Limits:  Limits{Commands: 5, Matches: 20, ServerMatches: 200},
		Web:     Web{Listen: "127.0.0.1:8080", Proxy: []netip.Prefix{}},
		Ops:     Ops{Listen: "127.0.0.1:8081"},
		Log:     Log{Format: "text", Level: "info"},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(netip.Prefix{})); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
}

// read reads the configuration of a command of a program with two games.
func read(t *testing.T, args ...string) (Values, error) {
	t.Helper()
	return readFor(t, []string{"chess", "go"}, args...)
}

func readFor(t *testing.T, games []string, args ...string) (Values, error) {
	t.Helper()
	var got Values
	cmd := &cobra.Command{Use: "try", SilenceErrors: true, SilenceUsage: true, RunE: func(cmd *cobra.Command, _ []string) (err error) {
		got, err = Read(cmd)
		return err
	}}
	Flag(cmd, games...)
	Use(cmd, "guilds", "game", "data")
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
			if err != nil || !slices.Equal(got.Discord.Guilds, []string{"12"}) {
				t.Errorf("guilds are %v, %v", got.Discord.Guilds, err)
			}
		})
	}
}

// TestProxiesAreNetworks: an address is a network of its own.
func TestProxiesAreNetworks(t *testing.T) {
	got, err := read(t, "--config", written(t, "web: {proxy: \"10.0.0.1, 172.17.3.4/16 ::1\"}\n"))
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32"), netip.MustParsePrefix("172.17.0.0/16"), netip.MustParsePrefix("::1/128")}
	if err != nil || !slices.Equal(got.Web.Proxy, want) {
		t.Errorf("%v, %v", got.Web.Proxy, err)
	}
}

// TestSwitches: a switch that is off is false.
func TestSwitches(t *testing.T) {
	got, err := read(t, "--config", written(t, "discord: {emoji: off}\nmail: {plus: \"off\", authbelow: on}\n"))
	if err != nil || got.Discord.Emoji || got.Mail.Plus || !got.Mail.AuthBelow {
		t.Errorf("%+v, %+v, %v", got.Discord, got.Mail, err)
	}
}

// TestEveryFlatNameIsValid: a file and an environment as they were before there were
// sections mean what they meant.
func TestEveryFlatNameIsValid(t *testing.T) {
	for name, c := range map[string]struct {
		set   string
		value func(v Values) any
	}{
		"db":                {"set", func(v Values) any { return v.DB }},
		"pictures":          {"set", func(v Values) any { return v.Pictures }},
		"game":              {"set", func(v Values) any { return v.Game }},
		"key":               {"set", func(v Values) any { return v.Dice.Key }},
		"keypassphrase":     {"set", func(v Values) any { return v.Dice.Passphrase }},
		"keypassphrasefile": {"set", func(v Values) any { return v.Dice.PassphraseFile }},
		"beacon":            {"https://set", func(v Values) any { return v.Dice.Beacon }},
		"backups":           {"set", func(v Values) any { return v.Backup.Dir }},
		"backupevery":       {"1h0m0s", func(v Values) any { return v.Backup.Every }},
		"backupkeep":        {"12", func(v Values) any { return v.Backup.Keep }},
		"backupage":         {"2h0m0s", func(v Values) any { return v.Backup.Age }},
		"token":             {"set", func(v Values) any { return v.Discord.Token }},
		"tokenfile":         {"set", func(v Values) any { return v.Discord.TokenFile }},
		"owner":             {"12", func(v Values) any { return v.Discord.Owner }},
		"guilds":            {"12", func(v Values) any { return v.Discord.Guilds }},
		"moderators":        {"12", func(v Values) any { return v.Discord.Moderators }},
		"judges":            {"12", func(v Values) any { return v.Discord.Judges }},
		"shards":            {"12", func(v Values) any { return v.Discord.Shards }},
		"listen":            {"0.0.0.0:12", func(v Values) any { return v.Table.Listen }},
	} {
		set, value := c.set, func(v Values) string { return strings.Trim(fmt.Sprint(c.value(v)), "[]") }
		if got, err := read(t, "--config", written(t, name+": "+set+"\n")); err != nil || value(got) != set {
			t.Errorf("%s in a file: %q, %v", name, value(got), err)
		}
		t.Run(name, func(t *testing.T) {
			t.Setenv("REFEREE_"+strings.ToUpper(name), set)
			if got, err := read(t, "--config", written(t, "")); err != nil || value(got) != set {
				t.Errorf("%s in the environment: %q, %v", name, value(got), err)
			}
		})
	}
}

// TestEverySettingIsChecked: what cannot be is refused when it is read, with the name of the
// setting, where it was set, what is wrong and an example; nothing secret is shown.
func TestEverySettingIsChecked(t *testing.T) {
	dir := t.TempDir()
	file := written(t, "")
	for text, want := range map[string]string{
		"lang: tlh":                               `"tlh" is not a language of the referee: use ` + strings.Join(locale.Languages, ", ") + `; for example: en`,
		"db: " + dir:                              dir + " is a directory: name a file",
		"data: " + file:                           file + " is a file: name a directory",
		"pictures: " + file:                       file + " is a file: name a directory",
		"dice: {key: " + dir + "}":                dir + " is a directory: name a file",
		"dice: {beacon: api.drand.sh}":            `"api.drand.sh" is not the address of a web server; for example: https://api.drand.sh`,
		"backup: {every: 24}":                     `"24" is not a length of time of at least 1m0s; for example: 24h`,
		"backup: {every: 1s}":                     `"1s" is not a length of time of at least 1m0s; for example: 24h`,
		"backup: {age: a month}":                  `"a month" is not a length of time of at least 0s; for example: 720h`,
		"backup: {keep: -1}":                      `"-1" is not a whole number of at least 0; for example: 7`,
		"discord: {token: Bot abc}":               "the token does not begin with “Bot ”",
		"discord: {token: ab cd}":                 "the token has a space or a character that no token has",
		"discord: {owner: ada}":                   `"ada" is not a Discord id, which is a number; for example: 123456789012345678`,
		"discord: {guilds: [12, club]}":           `"club" is not a Discord id`,
		"discord: {moderators: 0}":                `"0" is not a Discord id`,
		"discord: {judges: \"12, @judges\"}":      `"@judges" is not a Discord id`,
		"discord: {shards: 0}":                    `"0" is neither auto nor a whole number of at least 1; for example: auto`,
		"discord: {interactions: pigeon}":         `"pigeon" is not one of gateway, http, both; for example: gateway`,
		"mail: {address: Referee}":                `"Referee" is not the address of a mailbox; for example: referee@example.org`,
		"mail: {address: ref+x@club.test}":        `"ref+x@club.test" is not the address of a mailbox`,
		"mail: {imap: imap.club.test}":            `"imap.club.test" is not a server with a port; for example: imap.example.org:993`,
		"mail: {smtp: \"smtp.club.test:0\"}":      `"smtp.club.test:0" is not a server with a port; for example: smtp.example.org:587`,
		"mail: {smtpsecurity: ssl}":               `"ssl" is not one of tls, starttls, none; for example: tls`,
		"mail: {plus: yes}":                       `is not one of on, off; for example: on`,
		"mail: {size: 1 MB}":                      `"1 MB" is not a whole number of at least 0`,
		"web: {listen: 8080 or so}":               `"8080 or so" is not an address to listen at`,
		"web: {proxy: \"10.0.0.1, 300.0.0.0/8\"}": `"300.0.0.0/8" is neither an address nor a network; for example: 127.0.0.1, 172.17.0.0/16`,
		"ops: {listen: 999999}":                   `"999999" is not an address to listen at`,
	} {
		at := written(t, text+"\n")
		_, err := read(t, "--config", at)
		var misused *cli.UsageError
		if !errors.As(err, &misused) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "("+at+":1): ") {
			t.Errorf("%s: %v", text, err)
		}
		if err != nil && (strings.Contains(err.Error(), "abc") || strings.Contains(err.Error(), "ab cd")) {
			t.Errorf("the token is shown: %v", err)
		}
	}
	at := written(t, "db: x\n\nbackup:\n  keep: 3\n  every: 1s\n")
	if _, err := read(t, "--config", at); err == nil || !strings.HasPrefix(err.Error(), "backup.every ("+at+":5): ") {
		t.Errorf("a line: %v", err)
	}
	if _, err := read(t, "--guilds", "club"); err == nil || !strings.HasPrefix(err.Error(), `--guilds: "club" is not a Discord id`) {
		t.Errorf("a flag: %v", err)
	}
	t.Setenv("REFEREE_SHARDS", "many")
	if _, err := read(t); err == nil || !strings.HasPrefix(err.Error(), `discord.shards (REFEREE_SHARDS): "many" is neither`) {
		t.Errorf("the environment: %v", err)
	}
}

// TestUnknownKeysRefused: a key that is not known, and one that is there twice.
func TestUnknownKeysRefused(t *testing.T) {
	for text, want := range map[string]string{
		"discord:\n  tokn: x\n":                   `unknown key "discord.tokn": did you mean discord.token? the keys are db, `,
		"backupevry: 1h\n":                        `unknown key "backupevry": did you mean backupevery? `,
		"discord: x\n":                            `unknown key "discord": the keys are `,
		"something:\n":                            `unknown key "something": the keys are `,
		"token: x\ndiscord:\n  token: x\n":        "discord.token and token are the same setting: remove one",
		"discord.token: x\ndiscord: {token: y}\n": "discord.token is set twice",
		"discord:\n  token: {a: b}\n":             `unknown key "discord.token.a": `,
		"backups:\n  dir: x\nbackup: {dir: y}\n":  `unknown key "backups.dir": did you mean backup.dir? `,
	} {
		if _, err := read(t, "--config", written(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	t.Setenv("REFEREE_TOKEN", "a")
	t.Setenv("REFEREE_DISCORD_TOKEN", "b")
	if _, err := read(t); err == nil || !strings.Contains(err.Error(), "REFEREE_DISCORD_TOKEN and REFEREE_TOKEN are the same setting, but differ") {
		t.Errorf("two tokens: %v", err)
	}
}

// TestEveryGameHasADirectory: data is set for each game, in the file, in the environment and
// by a flag. What was data alone when there was one game is that of the game which is meant.
func TestEveryGameHasADirectory(t *testing.T) {
	type dirs = map[string]string
	for name, c := range map[string]struct {
		file string
		env  map[string]string
		args []string
		game string
		want dirs
	}{
		"nothing":                     {game: "chess", want: nil},
		"the file":                    {file: "data:\n  chess: a\n  go: b\n", game: "chess", want: dirs{"chess": "a", "go": "b"}},
		"some commented out":          {file: "data:\n  # chess: a\n", game: "chess", want: nil},
		"left empty":                  {file: "data:\n  chess: \"\"\n", game: "chess", want: nil},
		"data alone":                  {file: "data: a\n", game: "chess", want: dirs{"chess": "a"}},
		"data alone, of another game": {file: "data: a\ngame: go\n", game: "go", want: dirs{"go": "a"}},
		"the environment":             {file: "data: {go: b}\n", env: dirs{"REFEREE_DATA_GO": "c"}, game: "chess", want: dirs{"go": "c"}},
		"the environment, data alone": {file: "data: {chess: b, go: d}\n", env: dirs{"REFEREE_DATA": "c"}, game: "chess", want: dirs{"chess": "c", "go": "d"}},
		"the file is weaker":          {file: "data: a\n", env: dirs{"REFEREE_DATA_CHESS": "c"}, game: "chess", want: dirs{"chess": "c"}},
		"a flag":                      {env: dirs{"REFEREE_DATA": "c"}, args: []string{"--data.chess", "d", "--data.go=e"}, game: "chess", want: dirs{"chess": "d", "go": "e"}},
		"a flag, data alone":          {file: "data: {chess: b, go: d}\n", args: []string{"--game", "go", "--data", "e"}, game: "go", want: dirs{"chess": "b", "go": "e"}},
		"a game that there is not":    {file: "data: a\ngame: draughts\n", game: "draughts", want: dirs{"chess": "a"}},
		"a flag that sets nothing":    {file: "data: {chess: b}\n", args: []string{"--data", ""}, game: "chess", want: nil},
		"twice the same":              {args: []string{"--data", "a", "--data.chess", "a"}, game: "chess", want: dirs{"chess": "a"}},
	} {
		t.Run(name, func(t *testing.T) {
			for key, value := range c.env {
				t.Setenv(key, value)
			}
			got, err := read(t, append(c.args, "--config", written(t, c.file))...)
			if err != nil || got.Game != c.game || !maps.Equal(got.Data, c.want) {
				t.Errorf("game %s, data %v, %v", got.Game, got.Data, err)
			}
		})
	}
	file := written(t, "")
	for name, c := range map[string]struct {
		file string
		args []string
		want string
	}{
		"no such game": {file: "data: {ches: a}\n", want: `unknown key "data.ches": did you mean data.chess? the keys are db, `},
		"a file":       {file: "data: {go: " + file + "}\n", want: file + " is a file: name a directory; for example: "},
		"two":          {args: []string{"--data", "a", "--data.chess", "b"}, want: "data.chess and data are the same setting, but differ: remove one"},
		"one empty":    {args: []string{"--data", "", "--data.chess", "b"}, want: "data.chess and data are the same setting, but differ: remove one"},
		"no flag":      {args: []string{"--data.draughts", "b"}, want: "unknown flag: --data.draughts"},
	} {
		if _, err := read(t, append(c.args, "--config", written(t, c.file))...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
