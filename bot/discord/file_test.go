package discord

import (
	"strings"
	"testing"

	"referee/bot/test/discordtest"
	"referee/engine"
)

// filed is what messages of a channel bring as files of a name, whose data is given.
func (x turner) filed(name, data string) (n int) {
	for _, m := range x.channel.Messages(nil) {
		for _, f := range m.Files {
			if f.Name == name && string(f.Data) == data {
				n++
			}
		}
	}
	return n
}

// TestFilesInDiscord: a file goes with an order by a command and by a form, and everybody gets it, a picture as that of the board. What
// cannot be kept is refused with the text that was written, and a sealed file stays its owner's until it is opened.
func TestFilesInDiscord(t *testing.T) {
	t.Parallel()
	c := newClub(t, 7, paintNothing, notaryGame, "en-US", "en-US")
	x := turner{clubhouse: c, id: c.opens("side:blue")}
	seq := func() int { return c.look(x.id).Seq }
	pass := func(who int, text, file string) *discordtest.Message {
		t.Helper()
		return x.slash(who, "notary pass", "text:"+text, "file:"+file)
	}
	before := seq()
	for _, of := range []struct{ file, want string }{
		{c.discord.Attach("a.vsav", make([]byte, engine.MostFile+1)), "referee.refuse.file-long"},
		{c.discord.AttachSized("a.vsav", make([]byte, engine.MostFile+1), 9), "discord.turn-unread"},
		{c.discord.Attach("a.vsav", nil), "referee.refuse.file-empty"},
	} {
		m := pass(0, "A text of mine.", of.file)
		if x.says(0, m, of.want); !strings.Contains(m.Text(), "A text of mine.") {
			t.Errorf("the text is lost:\n%s", m.Text())
		}
	}
	x.says(1, pass(1, "Not my move.", c.discord.Attach("a.vsav", []byte("x"))), "referee.refuse.seat")
	if seq() != before {
		t.Fatal("what is refused moved the match")
	}
	pass(0, "Turn 1.", c.discord.Attach("../turn 1\u202e.vsav", []byte("log")))
	c.told(x.id)
	if n := x.filed("turn_1.vsav", "log"); n != 1 {
		t.Errorf("%d messages bring the log", n)
	}

	form := func(who int, label string) *discordtest.Modal {
		t.Helper()
		b, _ := c.board().Button(label)
		return c.people[who].user.Click(c.board(), b.CustomID).Wait().Modal
	}
	send := func(who int, m *discordtest.Modal, text, file string) *discordtest.Message {
		t.Helper()
		return c.people[who].user.Submit(m, map[string]string{"text": text, "file": file}).Wait().Message
	}
	m := send(1, form(1, "Pass the move"), "By a form.", c.discord.Attach("map.PNG", make([]byte, engine.MostFile+1)))
	x.says(1, m, "referee.refuse.file-long")
	again, _ := m.Button(say("discord.button.form-again"))
	modal := c.people[1].user.Click(m, again.CustomID).Wait().Modal
	if got := modal.Components[0].Component.Value; got != "By a form." {
		t.Errorf("the form begins with %q", got)
	}
	m = send(1, modal, "By a form.", c.discord.Attach("map.GIF", []byte("GIF89a picture")))
	if confirm, held := m.Button(say("discord.button.confirm")); held {
		c.people[1].user.Click(m, confirm.CustomID).Wait()
	}
	c.told(x.id)
	if shown := c.board().Pictures(); x.filed("board.gif", "GIF89a picture") == 0 || len(shown) != 1 || x.filed("map.GIF", "GIF89a picture") != 0 {
		t.Errorf("the board shows %+v", shown)
	}
	if list := c.look(x.id).View.Files; len(list) != 2 || list[0].Name != "map.GIF" || list[1].Name != "turn 1.vsav" {
		t.Errorf("files %+v", list)
	}

	before = seq()
	if m := send(0, form(0, "Pass the move"), "", ""); seq() != before {
		t.Errorf("a form without a text and a file is an order:\n%s", m.Text())
	}
	x.slash(0, "notary orders", "time:now")
	x.slash(0, "notary seal", "file:"+c.discord.Attach("plan.zip", []byte("<script>")))
	confirmed := func(who int) {
		t.Helper()
		m := c.channel.Last(c.people[who].user)
		if confirm, held := m.Button(say("discord.button.confirm")); held {
			c.people[who].user.Click(m, confirm.CustomID).Wait()
		}
		c.told(x.id)
	}
	confirmed(0)
	if n := x.filed("plan.zip", "<script>"); n != 0 {
		t.Errorf("%d messages bring the sealed file", n)
	}
	x.slash(1, "notary seal", "text:I hold.")
	confirmed(1)
	if n := x.filed("plan.zip", "<script>"); n != 1 {
		t.Errorf("%d messages bring the file that was opened", n)
	}

	pass(0, "See the map.", c.discord.Attach("map.png", []byte("<svg/>"))) // Discord could refuse a board with it
	c.told(x.id)
	if shown := c.board().Pictures(); len(shown) != 0 || x.filed("map.png", "<svg/>") != 1 {
		t.Errorf("a file that is not a picture: the board shows %+v", shown)
	}
}
