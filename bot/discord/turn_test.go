package discord

import (
	"context"
	"strings"
	"testing"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/bot/turnfile"
	"referee/engine"
	"referee/engine/chain"
	"referee/engine/match"
)

// turner is a club in which Anna, who is red, is to march, with the file of her turn.
type turner struct {
	*clubhouse
	id   match.ID
	file *turnfile.File
}

func newTurner(t *testing.T) turner {
	c := newClub(t, 7, paintNothing, toyGame, "en-US", "en-US")
	x := turner{clubhouse: c, id: c.opens("side:red", "weather:off")}
	x.says(0, x.slash(0, "toy plan", "plan:march"), "")
	x.says(1, x.slash(1, "toy plan", "plan:hold"), "The plans")
	x.file = x.turn(0)
	return x
}

// slash has somebody give a command, and is what they are shown.
func (x turner) slash(who int, command string, options ...string) *discordtest.Message {
	x.t.Helper()
	s := x.people[who].user.Slash(x.channel, command, options...).Wait()
	if s.Message == nil {
		x.t.Fatalf("/%s %v: no answer", command, options)
	}
	return s.Message
}

// uploads has somebody hand a file in.
func (x turner) uploads(who int, data string) *discordtest.Message {
	x.t.Helper()
	return x.slash(who, "choose", "reply:"+x.discord.Attach("my.sealed", []byte(data)))
}

// sends has somebody hand a file in by the form of a button.
func (x turner) sends(who int, on *discordtest.Message, data string) *discordtest.Message {
	x.t.Helper()
	u := x.people[who].user
	form := u.Click(on, wire.Path{"choose", string(x.id), "yes"}.CustomID()).Wait().Modal
	return u.Submit(form, map[string]string{"reply": x.discord.Attach("my.sealed", []byte(data))}).Wait().Message
}

func (x turner) says(who int, m *discordtest.Message, want string) {
	x.t.Helper()
	if !tells(m.Text(), want) {
		x.t.Errorf("person %d is not told %q, but\n%s", who, want, m.Text())
	}
}

// turn is the file of somebody's turn, which they alone get.
func (x turner) turn(who int) *turnfile.File {
	x.t.Helper()
	m := x.slash(who, "match export")
	if len(m.Files) != 2 || m.For == nil {
		x.t.Fatalf("%d files:\n%s", len(m.Files), m)
	}
	f, err := turnfile.Read(m.Files[1].Data)
	if err != nil {
		x.t.Fatal(err)
	}
	x.says(who, m, "referee table "+f.Name())
	return f
}

func (x turner) sealed(list ...turnfile.Order) string {
	x.t.Helper()
	text, err := x.file.Seal(list)
	if err != nil {
		x.t.Fatal(err)
	}
	return string(text)
}

func (x turner) head(ctx context.Context) chain.Head {
	x.t.Helper()
	s, err := x.ref.Snapshot(ctx, x.id)
	if err != nil {
		x.t.Fatal(err)
	}
	return s.Match().Head()
}

// TestTurnFileInDiscord: the file is given to who is asked, and the reply that is uploaded is obeyed once, and by nobody else.
func TestTurnFileInDiscord(t *testing.T) {
	t.Parallel()
	x := newTurner(t)
	stay := turnfile.Order{Kind: "march", Path: []string{"stay"}}
	reply := x.sealed(stay, turnfile.Order{Kind: "plan", Path: []string{"rush", "1"}})
	before, exported := x.head(t.Context()), x.slash(0, "match export")
	if m := x.slash(1, "match export"); len(m.Files) != 1 {
		t.Errorf("who is not asked gets %d files", len(m.Files))
	}
	for _, of := range []struct {
		who        int
		data, want string
	}{
		{1, reply, "referee.refuse.player"},
		{0, reply[:len(reply)-9], "referee.turn.damaged"},
		{0, "hello", "referee.turn.damaged"},
		{0, strings.Repeat("x", turnfile.MostReply+1), "referee.turn.large"},
		{0, x.sealed(turnfile.Order{Kind: "march", Path: []string{"+blue-a", "go", "0201", "stop"}}), say("discord.turn-refused", engine.Text("order", "+blue-a go 0201 stop"))},
	} {
		x.says(of.who, x.uploads(of.who, of.data), of.want)
	}
	x.says(0, x.slash(0, "choose", "reply:"+x.discord.AttachSized("my.sealed", []byte(reply+strings.Repeat(" ", turnfile.MostReply)), 9)), "discord.turn-unread")
	x.says(0, x.slash(0, "choose", "order:stay", "reply:"+x.discord.Attach("my.sealed", []byte(reply))), "discord.turn-both")
	if x.head(t.Context()) != before {
		t.Fatal("a reply that is refused moved the match")
	}
	x.says(0, x.uploads(0, reply), "Red plans: rush with 1 effort.")
	after := x.head(t.Context())
	if after == before {
		t.Fatal("the reply was not obeyed")
	}
	x.says(0, x.sends(0, exported, reply), "discord.turn-repeated")
	x.says(0, x.uploads(0, x.sealed(stay)), "referee.turn.stale")
	// By mail, or wherever else, it comes too late, too.
	read, err := turnfile.ReadReply([]byte(reply))
	if err != nil {
		t.Fatal(err)
	}
	account := wire.AccountOf(wire.ID(x.people[0].user.ID))
	if got, err := turnfile.Obey(t.Context(), x.ref, referee.Command{Match: x.id, Seat: "red", Account: account, Door: "mail"}, read); err != nil || !got.Repeated {
		t.Errorf("through another door: %+v, %v", got, err)
	}
	if x.head(t.Context()) != after {
		t.Error("a reply was obeyed twice, or a stale one was")
	}
}
