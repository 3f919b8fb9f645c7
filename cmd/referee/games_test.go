package main

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/bot/test/discordtest"
	"referee/bot/test/localetest"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

var pictures = flag.String("pictures", "", "directory for the boards of TestTwoGamesInOneProcess")

// TestTwoGamesInOneProcess: one program judges a match of each game at once, in two channels, over a
// restart. One is the second map of the toy, over the directory that is set for it. Each channel knows the words
// of its own game; boards are drawn in both; exports verify, and all is judged again as it was.
func TestTwoGamesInOneProcess(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	o := newOwner(t)
	o.file("ridge/toy.csv", ridge(t))
	o.file("config.yaml", []byte("data:\n  toy: ridge\n"))
	o.hears(o.types(true, "doctor"), "Three Hexes, rules version 1, data ", "; Celles, rules version 1, data ", "whole maps drawn: Three Hexes in ", ", Celles in ")
	o.start()
	g := o.d.Guild("second")
	front, carl, dora := g.Channel("front"), g.Member("carl", "en-GB"), g.Member("dora", "en-GB")
	o.does(o.anna, o.ch, "match new", "side:red", "rounds:2", "weather:off")
	o.does(carl, front, "match new", "game:celles", "side:german")
	o.does(o.ben, o.ch, "match join", "side:blue")
	o.does(dora, front, "match join", "side:allied")
	o.does(dora, front, "celles say standard")
	o.does(o.anna, o.ch, "toy plan", "plan:march")
	o.hears(o.does(o.anna, o.ch, "celles say draw"), localetest.Told("en", "discord.other-game", engine.Text("game", "Three Hexes"), engine.Text("command", "toy")))
	o.hears(o.does(carl, front, "toy stay"), localetest.Told("en", "discord.other-game", engine.Text("game", "Celles"), engine.Text("command", "celles")))
	o.does(o.ben, o.ch, "toy plan", "plan:rush", "effort:1")
	o.board(o.ch, "ridge-1")
	o.board(front, "celles-1")
	o.stop()
	o.start()
	o.does(carl, front, "celles say draw")
	if said := o.does(o.anna, o.ch, "toy march", "unit:red-a", "hex:2204"); !strings.Contains(said, "has marched") { // the die says who goes first
		o.does(o.ben, o.ch, "toy march", "unit:blue-a", "hex:2202")
		o.hears(o.does(o.anna, o.ch, "toy march", "unit:red-a", "hex:2204"), "to 2204.", "Red has marched")
	}
	o.board(o.ch, "ridge-2")
	o.picture(o.anna.Slash(o.ch, "toy ask reach", "unit:red-b").Wait().Message, "ridge-reach")
	for name, m := range map[string]*discordtest.Message{
		"toy": o.anna.Slash(o.ch, "match export").Wait().Message, "celles": carl.Slash(front, "match export").Wait().Message,
	} {
		if len(m.Files) == 0 {
			t.Fatalf("no file of %s:\n%s", name, m)
		}
		o.file(name+".json", m.Files[0].Data)
		o.hears(o.types(true, "verify", name+".json"), " of "+name)
	}
	o.types(true, "backup", "copy.db", "--with-key")
	o.stop()
	for _, db := range []string{"referee.db", "copy.db"} {
		o.hears(o.types(true, "replay", "--all", "--db", db), "matches: 2; all results unchanged")
	}
}

// ridge is the data set of the second map.
func ridge(t *testing.T) []byte {
	t.Helper()
	data, err := match.LoadData(toy.Ridge())
	if err != nil || len(data) != 1 {
		t.Fatal(len(data), err)
	}
	return []byte(data["toy.csv"])
}

// file puts a file where the program runs.
func (o *owner) file(name string, text []byte) {
	o.t.Helper()
	path := filepath.Join(o.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		o.t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		o.t.Fatal(err)
	}
}

// does gives a command, and returns what is answered.
func (o *owner) does(u *discordtest.User, ch *discordtest.Channel, command string, options ...string) string {
	o.t.Helper()
	m := u.Slash(ch, command, options...).Wait().Message
	if m == nil {
		o.t.Fatalf("/%s of %s is not answered", command, u.Name)
	}
	return m.Text()
}

// board waits for the picture of the last board in a channel, and looks at it.
func (o *owner) board(ch *discordtest.Channel, name string) {
	o.t.Helper()
	var drawn *discordtest.Message
	o.d.Until("a board with its picture: "+name, func() bool {
		for _, m := range ch.Messages(nil) {
			if len(m.Pictures()) > 0 {
				drawn = m
			}
		}
		return drawn != nil
	})
	o.picture(drawn, name)
}

// picture looks at the picture of a message, and keeps it where the flag says so.
func (o *owner) picture(m *discordtest.Message, name string) {
	o.t.Helper()
	o.d.Until("a picture: "+name, func() bool { return len(m.Now().Files) > 0 })
	data := m.Now().Files[0].Data
	pic, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || pic.Width < 300 || pic.Height < 200 {
		o.t.Errorf("%s: %d by %d pixels, %v", name, pic.Width, pic.Height, err)
	}
	if *pictures != "" {
		if err := os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("%s.png", name)), data, 0o600); err != nil {
			o.t.Fatal(err)
		}
	}
}
