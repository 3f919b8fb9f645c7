package discord

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/bot/test/discordtest"
)

// TestMain lets more tests run beside each other than there are processors: those that
// may wait for the network, and hardly use one. In the end what the bot has sent is held against what package live compares in a
// real Discord.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	code := m.Run()
	if unlooked := notExamined(); len(unlooked) > 0 {
		fmt.Fprintf(os.Stderr, "The bot sends what no examination of a real Discord looks at: add it to the beliefs of bot/discord/live, and run\n"+
			"go test ./bot/discord/live -update; or say in bot/discord/live/testdata/apart.txt why it is not looked at:\n%s\n", strings.Join(unlooked, "\n"))
		code = 1
	}
	os.Exit(code)
}

// notExamined lists what was sent by the bots of all tests, and is neither in an examination nor left out of it for a reason.
func notExamined() []string {
	known := map[string]bool{}
	for _, name := range []string{"kinds.txt", "apart.txt"} {
		text, err := os.ReadFile("live/testdata/" + name)
		if err != nil {
			panic(err)
		}
		for line := range strings.Lines(string(text)) {
			kind, _, _ := strings.Cut(line, " # ")
			known[strings.TrimSpace(kind)] = true
		}
	}
	return slices.DeleteFunc(discordtest.SeenKinds(), func(kind string) bool { return known[kind] })
}
