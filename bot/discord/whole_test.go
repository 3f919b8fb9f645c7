package discord

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// plays lets the people play to the end, with something else to happen now and
// then. It returns the number of steps.
func (c *clubhouse) plays(id match.ID, now func(step int)) int {
	c.t.Helper()
	for step := 1; ; step++ {
		l := c.look(id)
		if l.Ending != nil {
			return step
		}
		if step > 20000 {
			c.t.Fatalf("seed %d: no end after %d steps: %v", *seed, step, l.Asks)
		}
		if now != nil {
			now(step)
		}
		ask := l.Asks[c.rand.IntN(len(l.Asks))]
		for _, p := range c.people {
			if l.Holder(ask.Seat).Account == wire.AccountOf(wire.ID(p.user.ID)) {
				p.answer(c.t.Context(), ask, id)
			}
		}
	}
}

// TestAMatchOfTheToy plays the toy to its end by commands and buttons.
func TestAMatchOfTheToy(t *testing.T) { throughDoors(t, aMatchOfTheToy) }

func aMatchOfTheToy(t *testing.T, by door) {
	t.Helper()
	c := newClubBy(t, by, *seed, paintNothing, toyGame, "en-GB", "fr")
	id := c.opens("side:red")
	steps := c.plays(id, nil)
	c.told(id)
	c.checkMatch(id)
	t.Logf("%d steps, %d decisions", steps, len(c.log(id)))
}

// checkMatch checks what must be true of a match that was played, whatever went
// wrong on the way.
func (c *clubhouse) checkMatch(id match.ID) {
	c.t.Helper()
	entries := c.log(id)
	c.nothingLost(entries)
	c.nothingDoubled(entries)
	c.toldInOrder()
	c.sameAtTheTable(id, entries)
}

// nothingLost: whatever somebody was told stands in the record, at the place
// that they were told.
func (c *clubhouse) nothingLost(entries []*match.Entry) {
	c.t.Helper()
	known := map[string]bool{}
	for i, e := range entries {
		known["#"+strconv.Itoa(i+1)+"·"+e.Head.Short()] = true
	}
	n := 0
	for _, p := range c.people {
		for _, f := range p.read {
			n++
			if !known[f] {
				c.t.Errorf("%s was told of %s, which is not in the record", p.user.Name, f)
			}
		}
	}
	for _, m := range c.channel.Messages(nil) {
		for _, f := range feet(m) {
			n++
			if !known[f] {
				c.t.Errorf("the channel tells of %s, which is not in the record", f)
			}
		}
	}
	if n == 0 {
		c.t.Error("nobody was told anything")
	}
}

// nothingDoubled: every question was answered once.
func (c *clubhouse) nothingDoubled(entries []*match.Entry) {
	c.t.Helper()
	answered := map[engine.PromptID]bool{}
	for _, e := range entries {
		if a, ok := e.Decision.Act.(match.ActAnswer); ok {
			if answered[a.Prompt] {
				c.t.Errorf("%s was answered twice", a.Prompt)
			}
			answered[a.Prompt] = true
		}
	}
}

// toldInOrder: news came once each, in order, and were never changed.
func (c *clubhouse) toldInOrder() {
	c.t.Helper()
	var last []string
	for _, m := range c.channel.Messages(nil) {
		f := feet(m)
		if m.Text()[:1] == "#" || len(f) == 0 { // a board
			continue
		}
		if m.Edits > 0 {
			c.t.Errorf("news were changed:\n%s", m)
		}
		if slices.Contains(last, f[0]) {
			c.t.Errorf("%s was told twice", f[0])
		}
		if n := len(last); n > 0 && seqOf(last[n-1]) > seqOf(f[0]) {
			c.t.Errorf("%s was told after %s", f[0], last[n-1])
		}
		last = append(last, f[0])
	}
}

// sameAtTheTable: the same answers, given to a referee without Discord with the
// same key, lead to the same rolls, the same events and the same end.
func (c *clubhouse) sameAtTheTable(id match.ID, entries []*match.Entry) {
	c.t.Helper()
	table, err := c.open(c.t.TempDir() + "/table.db")
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = table.store.Close() }()
	o := entries[0].Decision.Act.(match.ActOpen).Opening
	people, err := c.store.People(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	by := func(d match.Decision) referee.Command {
		out := referee.Command{Match: id, Seat: d.Seat, Account: "table:" + strconv.Itoa(int(d.Author)), Door: "table"}
		for _, p := range people {
			if p.Player == d.Author {
				out.Phrase = p.Phrase // dice hang on it
			}
		}
		return out
	}
	for _, e := range entries {
		d := e.Decision
		a, answers := d.Act.(match.ActAnswer)
		switch {
		case d.Kind() == match.KindOpen:
			var r referee.Reply
			r, err = table.ref.Open(c.t.Context(), referee.Command{Door: "table"}, referee.Opening{Game: o.Game, Setup: o.Setup, Settings: settingsOf(entries)})
			if err == nil && r.Match != id {
				c.t.Fatalf("the match is called %s at the table, and %s here", r.Match, id)
			}
		case d.Kind() == match.KindJoin:
			_, err = table.ref.Join(c.t.Context(), by(d))
		case answers && d.Seat != engine.Chance && !a.Auto:
			_, err = table.ref.Answer(c.t.Context(), by(d), a.Prompt, a.Path)
		}
		if err != nil {
			c.t.Fatalf("decision %d at the table: %v", d.Seq, err)
		}
	}
	other, err := table.store.Load(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	if len(other) != len(entries) {
		c.t.Fatalf("%d decisions at the table, %d here", len(other), len(entries))
	}
	for i := range entries {
		if here, there := judged(c.t, entries[i].Decision), judged(c.t, other[i].Decision); here != there {
			c.t.Fatalf("decision %d differs: here\n%s\nat the table\n%s", i+1, here, there)
		}
	}
}

// settingsOf are the settings that a match was opened with.
func settingsOf(entries []*match.Entry) map[string]string {
	for _, e := range entries {
		if a, ok := e.Decision.Act.(match.ActSet); ok {
			return a.Settings
		}
	}
	return nil
}

// judged is what does not depend on when and through which door a decision came,
// nor on the salt of a secret.
func judged(t *testing.T, d match.Decision) string {
	t.Helper()
	d.At, d.Door, d.Sealed = 0, "", ""
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAMatchOfCelles plays a whole match of Celles by commands, buttons and
// typed orders, while Discord is at its worst and the program is killed. Who
// fights how often hangs on the moments of faults, too: should a match be
// peaceful, another is played.
func TestAMatchOfCelles(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	throughDoors(t, aMatchOfCelles)
}

func aMatchOfCelles(t *testing.T, by door) {
	t.Helper()
	t.Parallel()
	for n := range uint64(3) {
		if attacks, retreats := wholeMatch(t, by, *seed+n); attacks >= 10 && retreats > 0 {
			return
		}
	}
	t.Errorf("seed %d: three matches without ten attacks and a retreat that the defender chose", *seed)
}

// wholeMatch plays and checks a match, and returns how often there was an attack
// and how often a defender chose where to retreat.
func wholeMatch(t *testing.T, by door, seed uint64) (attacks, retreats int) {
	t.Helper()
	c := newClubBy(t, by, seed, paintNothing, cellesGame, "en-US", "fr")
	for _, p := range c.people {
		p.weights, p.double = likes, 0.03
	}
	c.dice = harsh{c.dice, []string{"7", "8", "7", "9", "2"}}
	c.kill()
	id := c.opens("side:german")
	kills := 0
	c.discord.Faults(weather)
	steps := c.plays(id, c.disasters(&kills))
	c.discord.Faults(discordtest.Faults{})
	c.told(id)
	attacks, retreats = c.fought(c.log(id))
	t.Logf("%d steps, %d decisions, %d attacks, %d retreats that the defender chose, %d kills",
		steps, c.look(id).Seq, attacks, retreats, kills)
	if kills == 0 {
		t.Error("the program was never killed")
	}
	c.checkMatch(id)
	c.illustrated()
	for _, p := range c.people {
		t.Logf("%s: %d presses, %d failed", p.user.Name, p.presses, p.fails)
	}
	return attacks, retreats
}

// weather is how bad Discord is in a whole match.
var weather = discordtest.Faults{
	Duplicate: 0.05, Reorder: 0.02, Delay: 2 * time.Millisecond, DropAnswer: 0.01,
	TooMany: 0.01, ServerError: 0.01, Disconnect: 0.001,
}

// disasters are what happens in the course of a match beside the weather. kills
// counts how often the program died.
func (c *clubhouse) disasters(kills *int) func(step int) {
	return func(step int) {
		switch {
		case step%160 == 60: // the program dies when it has obeyed and is about to say so
			c.line.CutWhen(func(r discordtest.Request) bool { return strings.HasSuffix(r.Path, "/callback") })
		case step == 100:
			c.discord.Gateway.Reconnect()
		case step == 140:
			c.discord.Gateway.Forget()
		}
		if c.line.IsCut() {
			*kills++
			c.kill()
		}
	}
}

// harsh rolls attacks by a few faces, so that units are disrupted, retreat and
// lose steps, and their owners choose which and where.
type harsh struct {
	match.Roller
	faces []string
}

// Roll answers r.
func (h harsh) Roll(r match.Roll) (match.Face, error) {
	if !strings.HasPrefix(r.Purpose, "attack") {
		return h.Roller.Roll(r)
	}
	return match.Face{ID: h.faces[r.No%len(h.faces)]}, nil
}

// likes weighs the kinds of option, and verbs, so that there are fights.
var likes = map[string]int{
	"formation": 200, "unit": 20, "step": 20, "step-bonus": 20, "contact": 900, "contact-bonus": 900, "infiltrate": 60, "attack": 3000, "add": 3000, "untruck": 200,
	"activate": 200, "move": 50, "end": 1, "stop": 1,
}

// fought counts the attacks of a match, and the retreats that a defender chose.
func (c *clubhouse) fought(entries []*match.Entry) (attacks, retreats int) {
	var attacker engine.Seat
	for _, e := range entries {
		d := e.Decision
		a, ok := d.Act.(match.ActAnswer)
		if !ok || d.Seat == engine.Chance || a.Auto {
			continue
		}
		if slices.Contains(a.Path, "attack") {
			attacks++
			attacker = d.Seat
		}
		if strings.HasPrefix(string(a.Prompt), "retreat@") && d.Seat != attacker {
			retreats++
		}
	}
	return attacks, retreats
}

// illustrated: every board of a match under way shows a map, which is described.
func (c *clubhouse) illustrated() {
	c.t.Helper()
	n := 0
	for _, m := range c.channel.Messages(nil) {
		for _, p := range m.Pictures() {
			f, ok := m.File(p.Media.URL)
			if !ok || len(f.Data) == 0 || p.Description == "" {
				c.t.Errorf("a picture is missing or not described:\n%s", m)
			}
			n++
		}
	}
	if n < 8 {
		c.t.Errorf("%d pictures in a whole match", n)
	}
}

// seqOf is the number of a decision in a foot.
func seqOf(foot string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(foot[:strings.Index(foot, "·")], "#"))
	return n
}

// TestAnOldButton: a button of a question that is closed says so, and shows what
// is open now; after a restart, too.
func TestAnOldButton(t *testing.T) { throughDoors(t, anOldButton) }

func anOldButton(t *testing.T, by door) {
	t.Helper()
	c := newClubBy(t, by, *seed, paintNothing, cellesGame, "en-GB", "en-GB")
	id := c.opens("side:german")
	anna, ben := c.people[0], c.people[1]
	old := ben.panel
	ben.does(func() *discordtest.Press { return ben.user.Slash(c.channel, "standard") })
	c.told(id)
	c.kill()
	if s := ben.take(moves(old)[0]); s.Failed || !says(s.Message.Text(), "discord.stale") || !says(s.Message.Text(), "prompt.draw") {
		t.Errorf("he is shown\n%s", s.Message)
	}
	if s := anna.take(moves(c.board())[0]); s.Failed || len(moves(s.Message)) == 0 {
		t.Errorf("the board is dead after a restart: she is shown\n%s", s.Message)
	}
}
