package discordtest

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

const private = `"flags":32832,"allowed_mentions":{"parse":[]},"components":[{"type":10,"content":"For you"}]`

// asked connects a bot that keeps what it hears, and lets anna give a command.
func asked(t *testing.T, opt Options) (*Discord, *bot, *Channel, *User, *Press, interaction) {
	t.Helper()
	opt.Lenient = true
	d := New(t, opt)
	heard := make(chan interaction, 10)
	b := connect(t, d, func(_ *bot, i interaction) { heard <- i })
	ch := d.Guild("club").Channel("games")
	anna := ch.guild.Member("anna", "fr")
	p := anna.Slash(ch, "end")
	return d, b, ch, anna, p, <-heard
}

func TestADeferralIsFilled(t *testing.T) {
	d, b, ch, anna, p, i := asked(t, Options{})
	if _, err := b.answer(i, `{"type":5,"data":{"flags":64}}`); err != "" {
		t.Fatal(err)
	}
	if m := ch.Last(anna); m == nil || !m.Thinking || ch.Last(nil) != nil {
		t.Fatalf("she sees %v", m)
	}
	path := "/webhooks/" + d.AppID() + "/" + i.Token
	if _, err := b.do("PATCH", path+"/messages/@original", `{"allowed_mentions":{"parse":[]},"components":[`+text+`]}`); !strings.Contains(err, "flag of components v2") {
		t.Errorf("without the flag: %q", err)
	}
	d.Complaints()
	if _, err := b.do("PATCH", path+"/messages/@original", `{"flags":32768,"allowed_mentions":{"parse":[]},"components":[`+text+`]}`); err != "" {
		t.Fatal(err)
	}
	s := p.Wait()
	if s.Message.Text() != "Hello" || !s.Message.Private() || s.Message.Edits != 0 {
		t.Errorf("she reads %s", s.Message)
	}
	if _, err := b.do("POST", path, `{`+private+`}`); err != "" {
		t.Fatal(err)
	}
	if more := p.Shown().More; len(more) != 1 || !more[0].Private() {
		t.Errorf("further messages: %v", more)
	}
	d.Advance(16 * time.Minute)
	if _, err := b.do("PATCH", path+"/messages/@original", modern(text)); !strings.Contains(err, "50027") {
		t.Errorf("after a quarter of an hour: %q", err)
	}
}

func TestAnInteractionIsAnsweredOnce(t *testing.T) {
	_, b, _, _, p, i := asked(t, Options{})
	if _, err := b.answer(i, said("one")); err != "" {
		t.Fatal(err)
	}
	if _, err := b.answer(i, said("two")); !strings.Contains(err, "40060") {
		t.Errorf("the second answer: %q", err)
	}
	if p.Wait().Message.Text() != "one" {
		t.Error("the second answer replaced the first")
	}
	if _, err := b.do("POST", "/interactions/1/x/callback", said("x")); !strings.Contains(err, "10062") {
		t.Errorf("an unknown interaction: %q", err)
	}
}

// wrongAnswers are first answers to a command that Discord refuses.
var wrongAnswers = []struct{ name, body, want string }{
	{"of no type", `{"data":{}}`, "description"},
	{"choices", `{"type":8,"data":{"choices":[]}}`, "does not answer"},
	{"a change of no message", `{"type":6}`, "no message to change"},
	{"an empty message", `{"type":4,"data":{"flags":64}}`, "empty"},
	{"a flag that a deferral has not", `{"type":5,"data":{"flags":32768}}`, "no effect"},
	{"a deferral with text", `{"type":5,"data":{"content":"x","allowed_mentions":{"parse":[]}}}`, "later"},
	{"a modal with a title of 46 characters", `{"type":9,"data":{"custom_id":"m","title":"` + strings.Repeat("x", 46) + `","components":[` + field("f") + `]}}`, "description"},
	{"a modal with two fields of one name", `{"type":9,"data":{"custom_id":"m","title":"t","components":[` + field("f") + `,` + field("f") + `]}}`, "twice"},
	{"a modal with six fields", `{"type":9,"data":{"custom_id":"m","title":"t","components":[` + many(6, func(i int) string { return field("f" + string(rune('a'+i))) }) + `]}}`, "5"},
	{"a disabled field", fieldOf(`"type":3,"disabled":true,"options":[{"label":"A","value":"a"}]`), "disabled"},
	{"a required field that may be left empty", fieldOf(`"type":6,"min_values":0`), "required"},
	{"more that are marked than can be chosen", fieldOf(`"type":8,"default_values":[{"id":"1190000000000000001","type":"channel"},{"id":"1190000000000000002","type":"channel"}]`), "takes 1 to 1"},
	{"a channel in a menu of roles", fieldOf(`"type":6,"default_values":[{"id":"1190000000000000001","type":"channel"}]`), "description"},
	{"one radio button", fieldOf(`"type":21,"options":[{"label":"A","value":"a"}]`), "description"},
	{"radio buttons of one value", fieldOf(`"type":21,"options":[{"label":"A","value":"a"},{"label":"B","value":"a"}]`), "twice"},
	{"two radio buttons that are marked", fieldOf(`"type":21,"options":[{"label":"A","value":"a","default":true},{"label":"B","value":"b","default":true}]`), "marked"},
	{"eleven checkboxes", fieldOf(`"type":22,"options":[` + many(11, func(i int) string {
		return `{"label":"A","value":"` + string(rune('a'+i)) + `"}`
	}) + `]`), "description"},
	{"more checkboxes to check than there are", fieldOf(`"type":22,"min_values":2,"options":[{"label":"A","value":"a"}]`), "options"},
	{"a checkbox that must be checked", fieldOf(`"type":23,"required":true`), "description"},
	{"eleven files", fieldOf(`"type":19,"max_values":11`), "description"},
	{"a value that is too long", fieldOf(`"type":4,"style":1,"max_length":2,"value":"abc"`), "longer"},
	{"a symbol at a radio button", fieldOf(`"type":21,"options":[{"label":"A","value":"a","emoji":{"name":"x"}},{"label":"B","value":"b"}]`), "description"},
}

// fieldOf is a modal with one field.
func fieldOf(is string) string {
	return `{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":18,"label":"L","component":{"custom_id":"f",` + is + `}}]}}`
}

func field(id string) string {
	return `{"type":18,"label":"Order","component":{"type":4,"style":1,"custom_id":"` + id + `"}}`
}

func TestWrongAnswersAreRefused(t *testing.T) {
	for _, c := range wrongAnswers {
		t.Run(c.name, func(t *testing.T) {
			d, b, _, _, _, i := asked(t, Options{})
			if _, err := b.answer(i, c.body); !strings.Contains(err, c.want) {
				t.Errorf("not refused for %q: %q", c.want, err)
			}
			if got := d.Complaints(); len(got) != 1 {
				t.Errorf("complaints %q", got)
			}
		})
	}
}

func TestAModal(t *testing.T) {
	d, b, _, anna, p, i := asked(t, Options{})
	if _, err := b.answer(i, `{"type":9,"data":{"custom_id":"m","title":"Order","components":[`+field("f")+`]}}`); err != "" {
		t.Fatal(err)
	}
	modal := p.Wait().Modal
	if modal == nil || len(modal.Fields()) != 1 {
		t.Fatalf("she is shown %v", modal)
	}
	sent := anna.Submit(modal, map[string]string{"f": "end"})
	d.Until("the bot to hear of it", func() bool { return b.count() == 2 })
	if sent.asked != discordgo.InteractionModalSubmit {
		t.Error("it is no modal")
	}
}

// TestAFormOfEveryField: what is touched and what is not is sent as Discord sends it (Component Reference, the Interaction
// Response Structure of each component).
func TestAFormOfEveryField(t *testing.T) {
	d := New(t, Options{Lenient: true})
	heard := make(chan interaction, 2)
	b := connect(t, d, func(_ *bot, i interaction) { heard <- i })
	g := d.Guild("club")
	anna, ben, role, file := g.Member("anna", "fr"), g.Member("ben", "fr"), g.Role("judges"), d.Attach("my.sealed", []byte("x"))
	p := anna.Slash(g.Channel("games"), "end")
	label := func(is string) string { return `{"type":18,"label":"L","component":{` + is + `}}` }
	fields := []string{
		label(`"type":5,"custom_id":"who"`),
		label(`"type":6,"custom_id":"roles","max_values":3,"required":false,"default_values":[{"id":"` + role.ID + `","type":"role"}]`),
		label(`"type":19,"custom_id":"file"`), label(`"type":23,"custom_id":"check","default":true`),
		label(`"type":21,"custom_id":"one","required":false,"options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]`),
	}
	if _, err := b.answer(<-heard, `{"type":9,"data":{"custom_id":"m","title":"t","components":[`+strings.Join(fields, ",")+`]}}`); err != "" {
		t.Fatal(err)
	}
	anna.Submit(p.Wait().Modal, map[string]string{"who": ben.ID, "file": file})
	data := (<-heard).Data
	got := string(data.Fields) + string(data.Resolved)
	for _, want := range []string{
		`{"component":{"custom_id":"who","id":1,"type":5,"values":["` + ben.ID + `"]},"id":1,"type":18}`,
		`{"component":{"custom_id":"roles","id":1,"type":6,"values":["` + role.ID + `"]},"id":2,"type":18}`,
		`{"component":{"custom_id":"file","id":1,"type":19,"values":["` + file + `"]},"id":3,"type":18}`,
		`{"component":{"custom_id":"check","id":1,"type":23,"value":true},"id":4,"type":18}`,
		`{"component":{"custom_id":"one","id":1,"type":21,"value":null},"id":5,"type":18}`,
		`{"attachments":{"` + file, `"members":{"` + ben.ID, `"roles":{"` + role.ID, `"users":{"` + ben.ID,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the form comes without %s:\n%s", want, got)
		}
	}
}

func TestCompletion(t *testing.T) {
	d := New(t, Options{Lenient: true})
	connect(t, d, func(b *bot, i interaction) {
		if _, err := b.answer(i, `{"type":8,"data":{"choices":[{"name":"Toy","value":"toy"}]}}`); err != "" {
			t.Error(err)
		}
	})
	g := d.Guild("club")
	got := g.Member("anna", "fr").Autocomplete(g.Channel("games"), "match new", "game:t")
	if len(got) != 1 || got[0].Name != "Toy" {
		t.Errorf("choices %v", got)
	}
}

func TestANonceIsEnforced(t *testing.T) {
	d := New(t, Options{Lenient: true})
	ch := d.Guild("club").Channel("games")
	body := strings.Replace(modern(text), "{", `{"nonce":"x","enforce_nonce":true,`, 1)
	post := func() {
		t.Helper()
		if status, answer := send(t, d, "POST", "/channels/"+ch.ID+"/messages", body); status != 200 {
			t.Fatal(answer)
		}
	}
	post()
	post()
	if n := len(ch.Messages(nil)); n != 1 {
		t.Errorf("%d messages", n)
	}
	d.Advance(nonceLife)
	post()
	if n := len(ch.Messages(nil)); n != 2 {
		t.Errorf("%d messages after a while", n)
	}
}

func TestCallsAndThreads(t *testing.T) {
	d := New(t, Options{Lenient: true})
	g := d.Guild("club")
	ch, anna := g.Channel("games"), g.Member("anna", "fr")
	bob := g.Member("bob", "fr")
	body := `{"flags":32768,"allowed_mentions":{"parse":[],"users":["` + anna.ID + `"]},"components":[{"type":10,"content":"<@` + anna.ID + `>, not <@` + bob.ID + `>"}]}`
	if status, answer := send(t, d, "POST", "/channels/"+ch.ID+"/messages", body); status != 200 {
		t.Fatal(answer)
	}
	m := ch.Last(nil)
	if len(m.Calls) != 1 || m.Calls[0] != anna {
		t.Errorf("it calls %v", m.Calls)
	}
	if want := "@anna, not @bob"; m.String() != want {
		t.Errorf("it reads %q", m)
	}
	thread := func(want int) {
		t.Helper()
		if status, answer := send(t, d, "POST", "/channels/"+ch.ID+"/messages/"+m.ID+"/threads", `{"name":"Anna's match"}`); status != want {
			t.Errorf("%d %s", status, answer)
		}
	}
	thread(201)
	thread(400)
	if all := ch.Threads(); len(all) != 1 || all[0].ID != m.ID {
		t.Errorf("threads %v", all)
	}
	ch.Deny(discordgo.PermissionSendMessagesInThreads)
	if status, _ := send(t, d, "POST", "/channels/"+m.ID+"/messages", modern(text)); status != 403 {
		t.Errorf("into the thread: %d", status)
	}
}
