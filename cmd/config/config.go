// Package config reads the configuration of the programs: from flags, the environment
// and a file.
package config

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"referee/bot/files"
	"referee/bot/locale"
	"referee/bot/typed"
	"referee/cmd/cli"
)

// setting is one key of the configuration. It can be set in these places, of which a
// later one overrides an earlier one: here, in the configuration file (web: {listen: x}),
// in the environment (REFEREE_WEB_LISTEN=x), by a flag of the commands that use it
// (--web.listen x).
type setting struct {
	key   string // with its section: "web.listen"
	flat  string // what it was called before there were sections, and is called still; "": nothing else
	value string // the default
	form  form   // what can be set
	help  string // for the flag and for config.example.yaml
}

// settings lists every key, section by section. Each has a default here, as viper does
// not look in the environment for a key that it has never heard of.
var settings = []setting{
	{"db", "", "data/referee.db", aFile, "match database; created if missing"},
	{"pictures", "", "data/pictures", aDirectory, "directory for map pictures drawn at the table"},
	{"game", "", "", word, "default game (empty: the first one listed by \"referee version\")"},
	{"data", "", "", aDirectory, "directory with your corrected data files for the default game; for another game use data.GAME (empty: built-in data)"},
	{"lang", "", "en", language, "language: " + strings.Join(locale.Languages, ", ")},
	{"dice.key", "key", "data/referee.key", aFile, "dice key file; created if missing, unless a match depends on it"},
	{"dice.passphrase", "keypassphrase", "", secret, "passphrase of the encrypted key file. Better: set REFEREE_DICE_PASSPHRASE in the environment, " +
		"or use dice.passphrasefile (empty: the file is not encrypted)"},
	{"dice.passphrasefile", "keypassphrasefile", "", aFile, "file that contains only this passphrase"},
	{"dice.beacon", "beacon", "", webAddress, "relay of the public beacon drand, for example https://api.drand.sh: in new matches each roll then waits for " +
		"a beacon round after its order, so that not even you can predict it (empty: no beacon)"},
	{"backup.dir", "backups", "data/backups", aDirectory, "directory for automatic backups by referee serve, ideally on another disk (empty: no backups)"},
	{"backup.every", "backupevery", "24h", timeFrom(time.Minute, "24h"), "time between two automatic backups"},
	{"backup.keep", "backupkeep", "7", count, "how many backups to keep (0: no limit)"},
	{"backup.age", "backupage", "720h", timeFrom(0, "720h"), "how long to keep each backup, except the newest (0: no limit)"},
	{"discord.token", "token", "", token, "your Discord bot token. Better: set REFEREE_DISCORD_TOKEN in the environment, or use discord.tokenfile"},
	{"discord.tokenfile", "tokenfile", "", aFile, "file that contains only your bot token"},
	{"discord.owner", "owner", "", id, "id of the Discord user to notify of a late backup, a full disk or a changed key file (empty: the owner of the application)"},
	{"discord.guilds", "guilds", "", ids, "ids of test servers, comma-separated: commands appear there immediately, and only there (empty: everywhere)"},
	{"discord.moderators", "moderators", "", ids, "ids of moderator roles, comma-separated: their members have the same rights as members who can manage a channel"},
	{"discord.judges", "judges", "", ids, "ids of judge roles, comma-separated: their members rule on appeals, as moderators may, too"},
	{"discord.shards", "shards", "auto", shards, "number of connections to Discord (auto: as many as Discord recommends)"},
	{"discord.interactions", "", "gateway", oneOf("gateway", "http", "both"), "how commands and buttons arrive from Discord: gateway, http (Discord sends them to /discord/interactions at the public address of web.listen), " +
		"or both, to change from one to the other without interruption"},
	{"discord.emoji", "", "on", oneOf("on", "off"), "whether menus and buttons show the symbols of units, which are uploaded as emoji of your application (off: no symbols)"},
	{"mail.address", "", "", mailAddress, "email address of the mailbox, which only the referee uses; players can then play by email (empty: they cannot)"},
	{"mail.imap", "", "", mailServer("imap.example.org:993"), "IMAP server and port, for example imap.example.org:993"},
	{"mail.imapsecurity", "", "tls", security, "security of the IMAP connection: tls, starttls, or none (only for a server on this machine)"},
	{"mail.smtp", "", "", mailServer("smtp.example.org:587"), "SMTP server and port, for example smtp.example.org:587"},
	{"mail.smtpsecurity", "", "starttls", security, "security of the SMTP connection: tls, starttls, or none (only for a server on this machine)"},
	{"mail.user", "", "", word, "user name at both servers (empty: same as mail.address)"},
	{"mail.password", "", "", secret, "password at both servers. Better: set REFEREE_MAIL_PASSWORD in the environment, or use mail.passwordfile"},
	{"mail.passwordfile", "", "", aFile, "file that contains only this password"},
	{"mail.plus", "", "on", oneOf("on", "off"), "whether email to name+anything@example.org is delivered to name@example.org, so that each match has its own reply address (off: matches are told apart by the subject)"},
	{"mail.authserv", "", "", word, "your mail server's name in Authentication-Results: (the first word after the colon, in an email you received); - if it gives none, as Microsoft does (empty: the header is not trusted)"},
	{"mail.authbelow", "", "off", oneOf("on", "off"), "on: your server writes Authentication-Results: below its own Received: line, as Postfix filters do. It must then add the header to every email, or a header forged by a sender would be trusted. For Gmail this is detected"},
	{"mail.authhost", "", "", word, "host name after \"by\" in the Received: line that your server adds to email from outside, or the domain of all such hosts, if it differs from mail.authserv (empty: it does not)"},
	{"mail.folder", "", "INBOX", word, "folder to read"},
	{"mail.done", "", "", word, "folder for email that has been read; created if missing (empty: email stays in mail.folder and is marked)"},
	{"mail.size", "", "4096", count, "largest email to read, in kB; of larger emails only the header is read (0: same as 4096)"},
	{"limits.commands", "", "5", count, "maximum number of commands and buttons per person and second; short bursts may have six times as many. " +
		"The limits of channels and servers are calculated from it, see docs/monitoring.md (0: no limit)"},
	{"limits.matches", "", "20", count, "maximum number of unfinished matches opened by one person (0: no limit)"},
	{"limits.servermatches", "", "200", count, "maximum number of unfinished matches per server, not counting league matches (0: no limit)"},
	{"web.listen", "", "127.0.0.1:8080", listening, "address and port of the HTTP server, used if discord.interactions needs it or web.url is set; a port by itself, such as 8080, " +
		"can be reached only from this machine"},
	{"web.url", "", "", site, "public https address of web.listen, for example https://referee.example.org: players then get links to the board of their match, " +
		"and emails have a link with which email programs can switch reminders off in one click (empty: no boards; emails then have an email address for this)"},
	{"web.cert", "", "", aFile, "certificate of web.url with its chain (PEM), for TLS at web.listen without a proxy; a renewed certificate is read automatically (empty: a proxy provides TLS)"},
	{"web.certkey", "", "", aFile, "private key of that certificate (PEM)"},
	{"web.proxy", "", "", networks, "addresses or networks of your TLS proxy, comma-separated, for example 172.17.0.0/16: its X-Forwarded headers are trusted, " +
		"and only requests from it get a board (empty: both the proxy and web.listen are on this machine)"},
	{"table.listen", "listen", "", listening, "address and port at which a table serves its board to other devices or from a container, for example 0.0.0.0:8080; a port by itself, such as 8080, " +
		"can be reached only from this machine (empty: a free port of this machine; in a container, at all its addresses)"},
	{"ops.listen", "", "127.0.0.1:8081", listening, "HTTP address and port for monitoring: /healthz (can players be reached), /readyz (is the referee ready), " +
		"/metrics (numbers); a port by itself, such as 8081, can be reached only from this machine (off: none)"},
	{"log.format", "", "text", oneOf("text", "json"), "log format: text or json"},
	{"log.level", "", "info", oneOf("debug", "info", "warn", "error"), "lowest level of log lines: debug, info, warn or error"},
}

// flag is the name of the flag. What had a name before there were sections keeps it, and
// is understood by the other, too.
func (s setting) flag() string { return cmp.Or(s.flat, s.key) }

// id is the name inside this package, and of the field of Values.
func (s setting) id() string { return strings.ReplaceAll(s.flag(), ".", "") }

// env are the names in the environment, of which the first that is set counts.
func (s setting) env() []string {
	names := []string{"REFEREE_" + strings.ToUpper(strings.ReplaceAll(s.key, ".", "_"))}
	if s.flat != "" {
		names = append(names, "REFEREE_"+strings.ToUpper(s.flat))
	}
	return names
}

// find finds a setting by its key or by the name without section.
func find(name string) (setting, bool) {
	i := slices.IndexFunc(settings, func(s setting) bool { return name == s.key || s.flat != "" && name == s.flat })
	if i < 0 {
		return setting{}, false
	}
	return settings[i], true
}

// dataOf is the setting of the data files of a game.
func dataOf(game string) setting {
	return setting{"data." + game, "", "", aDirectory, "directory with your corrected data files for " + game + " (empty: built-in data)"}
}

// fileName is looked for in the working directory when no file is named.
const fileName = "config.yaml"

// Values is the configuration, read for one command. The forms of the settings say what
// the values can be.
type Values struct {
	DB       string
	Key      string
	Beacon   string
	Pictures string
	Game     string            // never empty, where the program has games
	Data     map[string]string // directories with data files by game, without those that are built in
	Lang     string

	KeyPassphrase, KeyPassphraseFile string

	Owner string

	Backups     string
	BackupEvery time.Duration
	BackupKeep  int           // 0: no limit
	BackupAge   time.Duration // 0: no limit

	Token, TokenFile           string
	Guilds, Moderators, Judges []string
	Shards                     int // 0: as many as Discord recommends

	MailAddress                        string // "": nobody plays by mail
	MailIMAP, MailIMAPSecurity         string // host and port; tls, starttls or none
	MailSMTP, MailSMTPSecurity         string // likewise
	MailUser                           string // "": MailAddress
	MailPassword, MailPasswordFile     string
	MailPlus                           string // on or off
	MailAuthserv, MailFolder, MailDone string
	MailAuthHost                       string // "": in MailAuthserv
	MailAuthBelow                      string // on or off
	MailSize                           int    // in kB; 0: the default

	LimitsCommands, LimitsMatches, LimitsServerMatches int // 0: any number

	DiscordInteractions  string // gateway, http or both
	DiscordEmoji         string // on or off
	WebListen, OpsListen string // host and port; "": nothing listens
	Listen               string // of a table: host and port; "": where nobody but its reader comes to it
	WebURL               string // where web.listen is reached from outside; "": nowhere
	WebCert, WebCertKey  string // files; "": none
	WebProxy             []netip.Prefix

	LogFormat, LogLevel string // as in the settings; "": the default
}

// Flag gives a program the flag that names the file, and the settings of its games, of which
// the first is meant where none is named.
func Flag(root *cobra.Command, games ...string) {
	root.PersistentFlags().String("config", "", "configuration file (default: config.yaml, if it exists)")
	if root.Annotations == nil {
		root.Annotations = map[string]string{}
	}
	root.Annotations[gamesKey] = strings.Join(games, " ")
	for _, id := range games {
		s := dataOf(id)
		root.PersistentFlags().String(s.flag(), s.value, s.help)
		root.PersistentFlags().Lookup(s.flag()).Hidden = true // most commands read no data
	}
}

// gamesKey is where the root of a program keeps the ids of its games.
const gamesKey = "games"

// gamesOf are the ids of the games of the program that a command is of.
func gamesOf(cmd *cobra.Command) []string { return strings.Fields(cmd.Root().Annotations[gamesKey]) }

// Use gives a command the flags of some settings, which are named without their section
// where they may be.
func Use(cmd *cobra.Command, keys ...string) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if s, ok := find(name); ok {
			name = s.flag()
		}
		return pflag.NormalizedName(name)
	})
	for _, key := range keys {
		s, _ := find(key)
		cmd.Flags().String(s.flag(), s.value, s.help)
	}
}

// Read reads the configuration for a command.
func Read(cmd *cobra.Command) (Values, error) {
	v, games := viper.New(), gamesOf(cmd)
	all := withGames(games)
	for _, s := range all {
		v.SetDefault(s.id(), s.value)
		if err := v.BindEnv(append([]string{s.id()}, s.env()...)...); err != nil {
			return Values{}, fmt.Errorf("environment of %s: %w", s.key, err)
		}
		if err := once(s); err != nil {
			return Values{}, err
		}
		if flag := cmd.Flags().Lookup(s.flag()); flag != nil {
			if err := v.BindPFlag(s.id(), flag); err != nil {
				return Values{}, fmt.Errorf("bind flag --%s: %w", s.flag(), err)
			}
		}
	}
	file, err := chosen(cmd)
	if err != nil {
		return Values{}, err
	}
	if file != "" {
		if err := load(cmd.Context(), v, file, games); err != nil {
			return Values{}, &cli.UsageError{Err: err}
		}
	}
	read := viper.New()
	for i, s := range all {
		value, err := s.form.read(text(v.Get(s.id())))
		if err != nil {
			return Values{}, cli.Misused("%s: %w%s", origin(cmd, s, file), err, s.form.asIn())
		}
		if v.Set(s.id(), value); i < len(settings) {
			read.Set(s.id(), value)
		}
	}
	if v.GetString("game") == "" && len(games) > 0 {
		read.Set("game", games[0])
	}
	own, err := directories(cmd, v, games, read.GetString("game"))
	if err != nil {
		return Values{}, err
	}
	read.Set("data", own)
	var c Values
	if err := read.UnmarshalExact(&c); err != nil {
		return Values{}, cli.Misused("configuration: %w", err)
	}
	return c, nil
}

// withGames are the settings with those of some games.
func withGames(games []string) []setting {
	all := slices.Clone(settings)
	for _, id := range games {
		all = append(all, dataOf(id))
	}
	return all
}

// directories are those with data files, by game. What is set for the game that is meant as
// data alone, as it was when there was one game, is stronger than its own setting where it is
// set in a stronger place.
func directories(cmd *cobra.Command, v *viper.Viper, games []string, meant string) (map[string]string, error) {
	out := map[string]string{}
	for _, id := range games {
		if dir := v.GetString(dataOf(id).id()); dir != "" {
			out[id] = dir
		}
	}
	plain, _ := find("data")
	of, dir := dataOf(meant), v.GetString(plain.id())
	switch a, b := strength(cmd, v, plain), strength(cmd, v, of); {
	case a > b:
		out[meant] = dir
	case a == b && a > 0 && dir != out[meant]:
		return nil, cli.Misused("%s and %s are the same setting, but differ: remove one", plain.key, of.key)
	}
	if out[meant] == "" {
		delete(out, meant)
	}
	return out, nil
}

// strength orders the places where a setting can be set; 0: it is set nowhere.
func strength(cmd *cobra.Command, v *viper.Viper, s setting) int {
	switch flag := cmd.Flags().Lookup(s.flag()); {
	case flag != nil && flag.Changed:
		return 3
	case slices.ContainsFunc(s.env(), func(name string) bool { return os.Getenv(name) != "" }):
		return 2
	case v.InConfig(s.id()):
		return 1
	}
	return 0
}

// text is a value as it is typed in the environment: a list with commas.
func text(value any) string {
	if list, ok := value.([]any); ok {
		var out []string
		for _, v := range list {
			out = append(out, text(v))
		}
		return strings.Join(out, ",")
	}
	return fmt.Sprint(value)
}

// origin says where a setting was set.
func origin(cmd *cobra.Command, s setting, file string) string {
	if flag := cmd.Flags().Lookup(s.flag()); flag != nil && flag.Changed {
		return "--" + s.flag()
	}
	for _, name := range s.env() {
		if os.Getenv(name) != "" {
			return s.key + " (" + name + ")"
		}
	}
	if file == "" {
		return s.key
	}
	return s.key + " (" + file + ")"
}

// once refuses an environment that sets a key under both its names to different values.
func once(s setting) error {
	var set []string
	for _, name := range s.env() {
		if value := os.Getenv(name); value != "" && !slices.Contains(set, value) {
			set = append(set, value)
		}
	}
	if len(set) > 1 {
		return cli.Misused("%s are the same setting, but differ: remove one", strings.Join(s.env(), " and "))
	}
	return nil
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

// Source says which file a command reads its configuration from.
func Source(cmd *cobra.Command) string {
	switch file, err := chosen(cmd); {
	case err != nil:
		return err.Error()
	case file == "":
		return "no file: defaults, environment and flags"
	default:
		return file
	}
}

// mostConfig is how many bytes a configuration has at most.
const mostConfig = 1 << 20

// load reads a file into v. An unknown key is an error, as it is probably misspelt.
func load(ctx context.Context, v *viper.Viper, file string, games []string) error {
	alone := viper.New()
	alone.SetConfigType("yaml")
	text, err := files.Read(ctx, file, mostConfig)
	if err == nil {
		err = alone.ReadConfig(bytes.NewReader(text))
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be read as configuration: %w", file, files.Reason(err))
	}
	values, under := map[string]any{}, map[string]string{}
	keys := alone.AllKeys()
	slices.Sort(keys)
	for _, key := range keys {
		s, ok := find(key)
		if game, own := strings.CutPrefix(key, "data."); own && slices.Contains(games, game) {
			s, ok = dataOf(game), true
		}
		switch {
		case alone.Get(key) == nil && section(key, games):
			continue // all that is in it is commented out
		case !ok:
			return fmt.Errorf("%s: unknown key %q: %s", file, key, suggested(key, games))
		case under[s.id()] != "":
			return fmt.Errorf("%s: %s and %s are the same setting: remove one", file, under[s.id()], key)
		}
		values[s.id()], under[s.id()] = alone.Get(key), key
	}
	return v.MergeConfigMap(values)
}

// section reports whether a name is that of a section.
func section(name string, games []string) bool {
	return slices.ContainsFunc(withGames(games), func(s setting) bool { return strings.HasPrefix(s.key, name+".") })
}

// suggested says which key an unknown one may be meant for, and which there are.
func suggested(key string, games []string) string {
	var known, names []string
	for _, s := range withGames(games) {
		known, names = append(known, s.key), append(names, s.key)
		if s.flat != "" {
			names = append(names, s.flat)
		}
	}
	said := "the keys are " + strings.Join(known, ", ") + "; config.example.yaml explains them"
	if near := typed.Near(key, names); len(near) > 0 {
		said = "did you mean " + near[0] + "? " + said
	}
	return said
}

// example is the text of config.example.yaml, for a program with some games.
func example(games ...string) string {
	var b strings.Builder
	b.WriteString("# Configuration of the referee. Copy it to config.yaml and change what you need;\n" +
		"# every key is optional. In the environment the keys are called REFEREE_DB, REFEREE_DICE_KEY\n" +
		"# and so on. The older names without a section remain valid: key, tokenfile, backupevery,\n" +
		"# and data: DIR, which applies to the default game.\n")
	last := ""
	for _, s := range listed(games) {
		name, indent := s.key, ""
		if in, within, ok := strings.Cut(s.key, "."); ok {
			if in != last {
				fmt.Fprintf(&b, "\n%s:\n", in)
			}
			last, name, indent = in, within, "  "
		}
		fmt.Fprintf(&b, "\n%s# %s\n%s%s: %q\n", indent, s.help, indent, name, s.value)
	}
	return b.String()
}

// listed are the settings as they are written in a file: data with its games, before the
// other sections.
func listed(games []string) []setting {
	var plain, sections []setting
	for _, s := range withGames(games) {
		switch {
		case strings.HasPrefix(s.key, "data."):
			plain = append(plain, s)
		case strings.Contains(s.key, "."):
			sections = append(sections, s)
		case s.key != "data":
			plain = append(plain, s)
		}
	}
	return append(plain, sections...)
}
