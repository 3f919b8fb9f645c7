package discord

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/test/discordtest"
	"referee/engine/dice"
)

// TestALeagueOverTheNetwork plays the season of league.txt once more, over the
// network: the bot makes the threads, those of the judges among them, takes forms,
// is killed and started again, and the league ends as in the script.
func TestALeagueOverTheNetwork(t *testing.T) {
	t.Parallel()
	throughDoors(t, aLeagueOverTheNetwork)
}

func aLeagueOverTheNetwork(t *testing.T, by door) {
	t.Helper()
	t.Parallel()
	script, err := os.ReadFile("testdata/play/league.txt")
	if err != nil {
		t.Fatal(err)
	}
	tour := newTour(t, by)
	for line := range strings.Lines(string(script)) {
		line = strings.TrimSuffix(line, "\n")
		if set, ok := strings.CutPrefix(line, "# "); ok {
			tour.set(t.Context(), strings.Fields(set))
		} else if who, what, ok := actIn(line); ok {
			tour.does(t.Context(), who, what)
		}
	}
	final := finalTable(t, string(script))
	tour.discord.Until("the final table", func() bool { return strings.Contains(words(tour.channel), final) })
	everybody := words(tour.channel)
	judges := 0
	for _, th := range tour.channel.Threads() {
		if th.Private() {
			judges++
			continue
		}
		everybody += words(th)
	}
	if n := len(tour.channel.Threads()); n != 7 || judges != 1 || tour.archives != 2 {
		t.Errorf("%d threads, %d of them of judges; %d files of the league", n, judges, tour.archives)
	}
	if strings.Contains(everybody, "Nobody could write") {
		t.Error("everybody reads what was written to the judges")
	}
}

// finalTable is the table with which the league of a script ends.
func finalTable(t *testing.T, script string) string {
	t.Helper()
	_, end, ok := strings.Cut(script, "[100] The league is over.\n")
	if !ok {
		t.Fatal("the league of the script does not end")
	}
	table := ""
	for line := range strings.Lines(end) {
		row, ok := strings.CutPrefix(line, "  [100] ")
		if !ok || strings.HasPrefix(row, "-#") {
			break
		}
		table += row
	}
	return table
}

// tour is a club in which a script is played.
type tour struct {
	*clubhouse
	users    map[string]*discordtest.User
	powers   map[string]discordtest.Permission
	shown    map[string]discordtest.Shown // to each, last
	at       *discordtest.Channel
	archives int // files of leagues that were shown, and hold
}

func newTour(t *testing.T, by door) *tour {
	t.Helper()
	c := newClubBy(t, by, 1, paintNothing, toyGame)
	// An attack fails and succeeds when it is rolled again, as in the script.
	c.dice = dice.NewSeeded("season 2")
	c.guild.Unhide("league-admin") // members try what they may not
	judges := c.guild.Role("judges")
	judges.Mentionable(true)
	c.judges = []string{judges.ID}
	c.kill()
	return &tour{
		clubhouse: c, users: map[string]*discordtest.User{}, powers: map[string]discordtest.Permission{},
		shown: map[string]discordtest.Shown{}, at: c.channel,
	}
}

// user is a person by name, who comes when he is first named.
func (t *tour) user(name string) *discordtest.User {
	if t.users[name] == nil {
		t.users[name] = t.guild.Member(name, "en-GB", t.powers[name])
	}
	return t.users[name]
}

// set is [stage.set] as far as the season needs it. Who goes to another channel
// waits until all is posted, as everybody is called by then. Numbers of threads are
// those that the stage gives, 500 and the match's.
func (t *tour) set(ctx context.Context, f []string) {
	t.t.Helper()
	switch {
	case len(f) == 3 && f[1] == "power":
		t.powers[f[0]] = discordgo.PermissionManageGuild
	case len(f) == 3 && f[1] == "role":
		t.powers[f[0]] = discordgo.PermissionManageChannels | discordgo.PermissionManageThreads // moderators may rule, too, and see the private thread
	case len(f) == 3 && f[1] == "locale":
		t.user(f[0]).Speak(f[2])
	case len(f) == 1 && f[0] == "proven":
		t.kill()
	case len(f) == 2 && f[0] == "channel":
		t.discord.Until("the outbox to be empty", func() bool {
			places, err := t.ref.Outbox.Places(ctx)
			return err == nil && len(places) == 0
		})
		t.at = t.channel
		if no, ok := strings.CutPrefix(f[1], "50"); ok {
			t.at = t.thread("Winter " + no + ":")
		}
	}
}

// thread waits for the thread of a match, in which it is shown.
func (t *tour) thread(name string) *discordtest.Channel {
	t.t.Helper()
	var found *discordtest.Channel
	t.discord.Until("the thread "+name, func() bool {
		for _, th := range t.channel.Threads() {
			if strings.HasPrefix(th.Name, name) && strings.Contains(words(th), "### ") {
				found = th
			}
		}
		return found != nil
	})
	return found
}

// does is [stage.does].
func (t *tour) does(ctx context.Context, who, what string) {
	t.t.Helper()
	u := t.user(who)
	var p *discordtest.Press
	if label, ok := strings.CutPrefix(what, "["); ok {
		p = t.press(u, strings.TrimSuffix(label, "]"))
	} else if text, ok := strings.CutPrefix(what, "fill "); ok {
		_, options := t.typed(text)
		values := map[string]string{}
		for _, o := range options {
			name, value, _ := strings.Cut(o, ":")
			values[name] = value
		}
		p = u.Submit(t.shown[who].Modal, values)
	} else {
		command, options := t.typed(strings.TrimPrefix(what, "/"))
		p = u.Slash(t.at, strings.Replace(command, "league admin", "league-admin", 1), options...)
	}
	s := p.Wait()
	t.shown[who] = s
	if s.Failed || s.Message == nil && s.Modal == nil {
		t.t.Fatalf("%s> %s: nothing is shown", who, what)
	}
	if s.Message != nil {
		for _, f := range s.Message.Files {
			if strings.HasSuffix(f.Name, ".zip") {
				if n, err := checkArchive(f.Data); err != nil || n != 6 {
					t.t.Errorf("%s: %d matches hold: %v", f.Name, n, err)
				}
				t.archives++
			}
		}
	}
	if err := errors.Join(t.ref.Schedule.Up(ctx, clubTime()), t.ref.Schedule.RunDue(ctx, clubTime())); err != nil {
		t.t.Fatal(err)
	}
}

// typed splits what is typed into the command and its options. A value reaches to
// the next option.
func (t *tour) typed(text string) (command string, options []string) {
	for _, w := range strings.Fields(text) {
		name, value, option := strings.Cut(w, ":")
		switch who, named := strings.CutPrefix(value, "@"); {
		case option && named:
			options = append(options, name+":"+t.user(who).ID)
		case option:
			options = append(options, w)
		case len(options) > 0:
			options[len(options)-1] += " " + w
		default:
			command = strings.TrimSpace(command + " " + w)
		}
	}
	return command, options
}

// press presses a button by its label: on what the person was shown last, or else,
// as soon as it is there, on the latest message with it, here first.
func (t *tour) press(u *discordtest.User, label string) *discordtest.Press {
	t.t.Helper()
	if m := t.shown[u.Name].Message; m != nil {
		if b, ok := m.Button(label); ok {
			return u.Click(m, b.CustomID)
		}
	}
	var on *discordtest.Message
	var id string
	t.discord.Until(fmt.Sprintf("a button %q for %s", label, u.Name), func() bool {
		for _, ch := range append([]*discordtest.Channel{t.at, t.channel}, t.channel.Threads()...) {
			for _, m := range ch.Messages(nil) {
				if b, ok := m.Button(label); ok {
					on, id = m, b.CustomID
				}
			}
			if on != nil {
				return true
			}
		}
		return false
	})
	return u.Click(on, id)
}

// threadOf waits for a thread of the channel: the judges', or that of a match.
func threadOf(c *clubhouse, private bool) *discordtest.Channel {
	c.t.Helper()
	var found *discordtest.Channel
	c.discord.Until("a thread", func() bool {
		for _, th := range c.channel.Threads() {
			if th.Private() == private {
				found = th
			}
		}
		return found != nil
	})
	return found
}

// words is all that everybody reads in a channel.
func words(ch *discordtest.Channel) string {
	var b strings.Builder
	for _, m := range ch.Messages(nil) {
		b.WriteString(m.Text() + "\n")
	}
	return b.String()
}

// pressed presses a button of a message by its label.
func pressed(u *discordtest.User, m *discordtest.Message, label string) discordtest.Shown {
	for _, b := range m.Buttons() {
		if b.Label == label {
			return u.Click(m, b.CustomID).Wait()
		}
	}
	return discordtest.Shown{}
}
