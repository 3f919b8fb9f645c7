// Package config reads the configuration of the programs: from flags, the environment
// and a file.
package config

import (
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"referee/bot/locale"
)

// Values is the configuration as a command reads it, with a field for each section. The formats of the settings say
// what the values can be.
type Values struct {
	File    string `mapstructure:"config"` // the configuration file; "": there is none
	General `mapstructure:",squash"`
	Dice    Dice
	Backup  Backup
	Discord Discord
	Mail    Mail
	Limits  Limits
	Web     Web
	Table   Table
	Ops     Ops
	Log     Log
}

// General holds the settings that have no section.
type General struct {
	DB, Pictures, Lang string
	Game               string            // never empty
	Data               map[string]string // directories with data files by game, without those that are built in
}

// Dice says where the dice keys are, and what else makes rolls.
type Dice struct{ Key, Passphrase, PassphraseFile, Beacon string }

// Backup says which backups are made automatically: none if Dir is "".
type Backup struct {
	Dir   string
	Every time.Duration
	Keep  int           // 0: no limit
	Age   time.Duration // 0: no limit
}

// Discord says how to play in Discord.
type Discord struct {
	Token, TokenFile, Owner, Interactions string
	Guilds, Moderators, Judges            []string
	Shards                                int // 0: as many as Discord recommends
	Emoji                                 bool
}

// Mail says how to play by email: not at all if Address is "".
type Mail struct {
	Address, IMAP, IMAPSecurity, SMTP, SMTPSecurity string
	User, Password, PasswordFile                    string
	AuthServ, AuthHost                              string
	Folder, Done                                    string
	Plus, AuthBelow                                 bool
	Size                                            int // in kB; 0: the default
}

// Limits says how much one person or server can ask for; 0: no limit.
type Limits struct{ Commands, Matches, ServerMatches int }

// Web says how browsers and Discord reach the HTTP server: not at all if Listen is "".
type Web struct {
	Listen, URL, Cert, CertKey string
	Proxy                      []netip.Prefix
}

// Table says where a table serves its board: at "" where only its reader comes to it.
type Table struct{ Listen string }

// Ops says where monitors are answered: nowhere if Listen is "".
type Ops struct{ Listen string }

// Log says how log lines are written.
type Log struct{ Format, Level string }

// setting is one key of the configuration. It can be set in these places, of which a later one overrides an earlier
// one: here, in the configuration file (web: {listen: x}), in the environment (REFEREE_WEB_LISTEN=x), by a flag of the
// commands that use it (--web.listen x).
type setting struct {
	key    string // with its section: "web.listen"
	flat   string // its name from before there were sections, which is also that of the flag; "": none
	value  string // the default
	format format // what can be set
	help   string // for the flag and for config.example.yaml
}

// settings lists every key in the order of config.example.yaml, those of no section first. Each has a default here, as
// viper does not look in the environment for a key that it has never heard of.
var settings = []setting{
	{"db", "", "data/referee.db", filePath, "match database; created if missing"},
	{"pictures", "", "data/pictures", directory, "directory for map pictures drawn at the table"},
	{"game", "", "", anyText, "default game (empty: the first one listed by \"referee version\")"},
	{"lang", "", "en", language, "language: " + strings.Join(locale.Languages, ", ")},
	{"dice.key", "key", "data/referee.key", filePath, "dice key file; created if missing, unless a match depends on it"},
	{"dice.passphrase", "keypassphrase", "", anyText, "passphrase of the encrypted key file. Better: set REFEREE_DICE_PASSPHRASE in the environment, " +
		"or use dice.passphrasefile (empty: the file is not encrypted)"},
	{"dice.passphrasefile", "keypassphrasefile", "", filePath, "file that contains only this passphrase"},
	{"dice.beacon", "beacon", "", webAddress, "relay of the public beacon drand, for example https://api.drand.sh: in new matches each roll then waits for " +
		"a beacon round after its order, so that not even you can predict it (empty: no beacon)"},
	{"backup.dir", "backups", "data/backups", directory, "directory for automatic backups by referee serve, ideally on another disk (empty: no backups)"},
	{"backup.every", "backupevery", "24h", duration("24h", time.Minute), "time between two automatic backups"},
	{"backup.keep", "backupkeep", "7", count, "how many backups to keep (0: no limit)"},
	{"backup.age", "backupage", "720h", duration("720h", 0), "how long to keep each backup, except the newest (0: no limit)"},
	{"discord.token", "token", "", botToken, "your Discord bot token. Better: set REFEREE_DISCORD_TOKEN in the environment, or use discord.tokenfile"},
	{"discord.tokenfile", "tokenfile", "", filePath, "file that contains only your bot token"},
	{"discord.owner", "owner", "", id, "id of the Discord user to notify of a late backup, a full disk or a changed key file (empty: the owner of the application)"},
	{"discord.guilds", "guilds", "", ids, "ids of test servers, comma-separated: commands appear there immediately, and only there (empty: everywhere)"},
	{"discord.moderators", "moderators", "", ids, "ids of moderator roles, comma-separated: their members have the same rights as members who can manage a channel"},
	{"discord.judges", "judges", "", ids, "ids of judge roles, comma-separated: their members rule on appeals, as moderators may, too"},
	{"discord.shards", "shards", "auto", shards, "number of connections to Discord (auto: as many as Discord recommends)"},
	{"discord.interactions", "", "gateway", oneOf("gateway", "http", "both"), "how commands and buttons arrive from Discord: gateway, http (Discord sends them to /discord/interactions at the public address of web.listen), " +
		"or both, to change from one to the other without interruption"},
	{"discord.emoji", "", "on", onOff, "whether menus and buttons show the symbols of units, which are uploaded as emoji of your application (off: no symbols)"},
	{"mail.address", "", "", mailAddress, "email address of the mailbox, which only the referee uses; players can then play by email (empty: they cannot)"},
	{"mail.imap", "", "", mailServer("imap.example.org:993"), "IMAP server and port, for example imap.example.org:993"},
	{"mail.imapsecurity", "", "tls", security, "security of the IMAP connection: tls, starttls, or none (only for a server on this machine)"},
	{"mail.smtp", "", "", mailServer("smtp.example.org:587"), "SMTP server and port, for example smtp.example.org:587"},
	{"mail.smtpsecurity", "", "starttls", security, "security of the SMTP connection: tls, starttls, or none (only for a server on this machine)"},
	{"mail.user", "", "", anyText, "user name at both servers (empty: same as mail.address)"},
	{"mail.password", "", "", anyText, "password at both servers. Better: set REFEREE_MAIL_PASSWORD in the environment, or use mail.passwordfile"},
	{"mail.passwordfile", "", "", filePath, "file that contains only this password"},
	{"mail.plus", "", "on", onOff, "whether email to name+anything@example.org is delivered to name@example.org, so that each match has its own reply address (off: matches are told apart by the subject)"},
	{"mail.authserv", "", "", anyText, "your mail server's name in Authentication-Results: (the first word after the colon, in an email you received); - if it gives none, as Microsoft does (empty: the header is not trusted)"},
	{"mail.authbelow", "", "off", onOff, "on: your server writes Authentication-Results: below its own Received: line, as Postfix filters do. It must then add the header to every email, or a header forged by a sender would be trusted. For Gmail this is detected"},
	{"mail.authhost", "", "", anyText, "host name after \"by\" in the Received: line that your server adds to email from outside, or the domain of all such hosts, if it differs from mail.authserv (empty: it does not)"},
	{"mail.folder", "", "INBOX", anyText, "folder to read"},
	{"mail.done", "", "", anyText, "folder for email that has been read; created if missing (empty: email stays in mail.folder and is marked)"},
	{"mail.size", "", "4096", count, "largest email to read, in kB; of larger emails only the header is read (0: same as 4096)"},
	{"limits.commands", "", "5", count, "maximum number of commands and buttons per person and second; short bursts may have six times as many. " +
		"The limits of channels and servers are calculated from it, see docs/monitoring.md (0: no limit)"},
	{"limits.matches", "", "20", count, "maximum number of unfinished matches opened by one person (0: no limit)"},
	{"limits.servermatches", "", "200", count, "maximum number of unfinished matches per server, not counting league matches (0: no limit)"},
	{"web.listen", "", "127.0.0.1:8080", listening, "address and port of the HTTP server, used if discord.interactions needs it or web.url is set; a port by itself, such as 8080, " +
		"can be reached only from this machine"},
	{"web.url", "", "", site, "public https address of web.listen, for example https://referee.example.org: players then get links to the board of their match, " +
		"and emails have a link with which email programs can switch reminders off in one click (empty: no boards; emails then have an email address for this)"},
	{"web.cert", "", "", filePath, "certificate of web.url with its chain (PEM), for TLS at web.listen without a proxy; a renewed certificate is read automatically (empty: a proxy provides TLS)"},
	{"web.certkey", "", "", filePath, "private key of that certificate (PEM)"},
	{"web.proxy", "", "", networks, "addresses or networks of your TLS proxy, comma-separated, for example 172.17.0.0/16: its X-Forwarded headers are trusted, " +
		"and only requests from it get a board (empty: both the proxy and web.listen are on this machine)"},
	{"table.listen", "listen", "", listening, "address and port at which a table serves its board to other devices or from a container, for example 0.0.0.0:8080; a port by itself, such as 8080, " +
		"can be reached only from this machine (empty: a free port of this machine; in a container, at all its addresses)"},
	{"ops.listen", "", "127.0.0.1:8081", listening, "HTTP address and port for monitoring: /healthz (can players be reached), /readyz (is the referee ready), " +
		"/metrics (numbers); a port by itself, such as 8081, can be reached only from this machine (off: none)"},
	{"log.format", "", "text", oneOf("text", "json"), "log format: text or json"},
	{"log.level", "", "info", oneOf("debug", "info", "warn", "error"), "lowest level of log lines: debug, info, warn or error"},
}

// names are the key and the flat name, if there is one.
func (s setting) names() []string {
	if s.flat == "" {
		return []string{s.key}
	}
	return []string{s.key, s.flat}
}

// flag returns the name of the flag. The other name is understood, too.
func (s setting) flag() string { return s.names()[len(s.names())-1] }

// env returns the names in the environment, of which the first that is set counts.
func (s setting) env() (names []string) {
	for _, name := range s.names() {
		names = append(names, "REFEREE_"+strings.ToUpper(strings.ReplaceAll(name, ".", "_")))
	}
	return names
}

// section returns the part of the key before the dot, or "".
func (s setting) section() string { return s.key[:max(0, strings.Index(s.key, "."))] }

// plainData is the setting of data files from before there were several games. It means the default game.
var plainData = setting{"data", "", "", directory, "directory with your corrected data files for the default game; " +
	"for another game use data.GAME (empty: built-in data)"}

// dataOf returns the setting of the data files of each game.
func dataOf(games []string, defaultGame string) (list []setting) {
	for _, id := range games {
		s := setting{"data." + id, "", "", directory, "directory with your corrected data files for " + id + " (empty: built-in data)"}
		if id == defaultGame {
			s.flat = plainData.key
		}
		list = append(list, s)
	}
	return list
}

// withData inserts the settings of data files before the first section.
func withData(data []setting) []setting {
	i := slices.IndexFunc(settings, func(s setting) bool { return s.section() != "" })
	return slices.Insert(slices.Clone(settings), i, data...)
}

// Flag gives a program the flag that names the file, and the settings of its games. There is at least one, and the first
// is the default.
func Flag(root *cobra.Command, games ...string) {
	flags := root.PersistentFlags()
	flags.String(fileKey, "", "configuration file (default: config.yaml, if it exists)")
	flags.Lookup(fileKey).Annotations = map[string][]string{gamesKey: games}
	for _, s := range dataOf(games, "") {
		flags.String(s.key, s.value, s.help)
		flags.Lookup(s.key).Hidden = true // most commands read no data
	}
}

// fileKey is the flag that names the file, and gamesKey its annotation with the games of the program.
const fileKey, gamesKey = "config", "games"

// Use gives a command the flags of some settings, or of all in a section.
func Use(cmd *cobra.Command, names ...string) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		for _, s := range settings {
			if slices.Contains(s.names(), name) {
				name = s.flag()
			}
		}
		return pflag.NormalizedName(name)
	})
	for _, s := range append(settings, plainData) {
		named := append(s.names(), s.section())
		if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(named, name) }) {
			cmd.Flags().String(s.flag(), s.value, s.help)
		}
	}
}
