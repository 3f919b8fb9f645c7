package main

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"referee/bot/club":                       "leagues and judges",
	"github.com/spf13/cobra":                 "the commands",
	"golang.org/x/crypto/x509roots/fallback": "certificates, where the machine has none",
	"golang.org/x/sys/unix":                  "what is free on a disk",
	"referee/bot/board":                      "the board in the browser",
	"referee/bot/board/drawn":                "its maps",
	"referee/bot/board/replay":               "matches that play again in one file",
	"referee/bot/board/links":                "who is let into it by a link",
	"referee/bot/backup":                     "copies of a store in use",
	"referee/bot/control":                    "commands beside a running process",
	"referee/bot/files":                      "files of strangers",
	"referee/bot/discord":                    "Discord",
	"referee/bot/discord/command":            "what its pages need, and what they have drawn",
	"referee/bot/discord/emoji":              "Discord holds the symbols of units",
	"referee/bot/discord/endpoint":           "where interactions are sent over HTTP",
	"referee/bot/discord/gateway":            "how often a session may be begun, where the program is built for tests with the tag toy",
	"referee/bot/discord/rest":               "how many invalid requests Discord takes",
	"referee/bot/discord/wire":               "Discord: the connection",
	"referee/bot/orders":                     "typed orders",
	"referee/bot/describe":                   "the board in words",
	"referee/bot/limit":                      "how much one person may ask for",
	"referee/bot/locale":                     "sentences for people",
	"referee/bot/mail":                       "serve: matches are played by mail",
	"referee/bot/mail/incoming":              "serve: whose verdicts on mails are believed",
	"referee/bot/mail/mailbox":               "mails are read",
	"referee/bot/mail/outgoing":              "mails are sent",
	"referee/bot/mail/server":                "where mail servers are",
	"referee/bot/metrics":                    "numbers of what happens",
	"referee/bot/operator":                   "what is wrong, told to whoever runs it",
	"referee/bot/page":                       "the page of a league",
	"referee/bot/referee":                    "use cases",
	"referee/bot/schedule":                   "whether the time is believed",
	"referee/bot/restore":                    "backups are put back",
	"referee/bot/visible":                    "texts of strangers at a terminal",
	"referee/bot/table":                      "the local table",
	"referee/bot/timekeeper":                 "time that can be believed",
	"referee/bot/turnfile":                   "turn files, worked on offline",
	"referee/bot/web":                        "what is served over HTTP",
	"referee/cmd/cli":                        "exit codes, complaints, progress",
	"referee/cmd/config":                     "the configuration",
	"referee/cmd/games":                      "the games",
	"referee/cmd/games/gamestest":            "the toy, where the program is built for tests with the tag toy",
	"referee/cmd/leaguedir":                  "leagues as files",
	"referee/engine":                         "the kernel",
	"referee/engine/dice/beacon":             "rounds of a public beacon",
	"referee/engine/dice":                    "loaded and seeded dice of the protocol, the key of the table's",
	"referee/engine/hex":                     "hexes on the command line",
	"referee/engine/league":                  "leagues as files",
	"referee/engine/luck":                    "whether dice are fair",
	"referee/engine/chain":                   "names an entry that does not hold",
	"referee/engine/play":                    "who plays the demonstration",
	"referee/engine/play/account":            "where the margin of a match came from",
	"referee/engine/match":                   "files of matches",
	"referee/render":                         "pictures",
	"referee/store":                          "matches",
	"referee/store/keyring":                  "the file of the keys of the dice",
}

// only lists the imports that one file alone may have.
var only = map[string]string{
	"referee/cmd/games/gamestest": "toy.go",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
	imports.Only(t, ".", only)
}

// TestNothingOfTestsIsLinked: what is installed has neither the toy nor anything that
// plays, simulates or tests.
func TestNothingOfTestsIsLinked(t *testing.T) {
	text, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(text))
	if len(linked) < 100 || !slices.Contains(linked, "referee/engine/celles") {
		t.Fatalf("%d packages are linked", len(linked))
	}
	alien := regexp.MustCompile(`^testing(/|$)|^referee/(.*/)?\w+test(/|$)|^referee/cmd/lab(/|$)`)
	for _, path := range linked {
		if alien.MatchString(path) {
			t.Errorf("%s is linked", path)
		}
	}
}
