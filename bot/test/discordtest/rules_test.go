package discordtest

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// send sends one request as the bot, with files if there are any.
func send(t *testing.T, d *Discord, method, path, body string, files ...string) (status int, answer string) {
	t.Helper()
	var in io.Reader = strings.NewReader(body)
	kind := "application/json"
	if len(files) > 0 {
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		if err := w.WriteField("payload_json", body); err != nil {
			t.Fatal(err)
		}
		for i, name := range files {
			f, err := w.CreateFormFile(fmt.Sprintf("files[%d]", i), name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write([]byte("picture")); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		in, kind = &b, w.FormDataContentType()
	}
	r, err := http.NewRequest(method, "https://discord.com/api/v10"+path, in)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Authorization", "Bot "+d.Token())
	out, err := (&http.Client{Transport: d.Transport()}).Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = out.Body.Close() }()
	text, err := io.ReadAll(out.Body)
	if err != nil {
		return 0, err.Error()
	}
	return out.StatusCode, string(text)
}

// modern is the body of a message of components v2.
func modern(components string) string {
	return `{"flags":32768,"allowed_mentions":{"parse":[]},"components":[` + components + `]}`
}

func button(id string) string {
	return `{"type":2,"style":1,"label":"Go","custom_id":"` + id + `"}`
}

func buttonRow(buttons ...string) string {
	return `{"type":1,"components":[` + strings.Join(buttons, ",") + `]}`
}

func menu(options ...string) string {
	return `{"type":1,"components":[{"type":3,"custom_id":"m","options":[` + strings.Join(options, ",") + `]}]}`
}

func option(i int) string { return fmt.Sprintf(`{"label":"l%d","value":"v%d"}`, i, i) }

// many joins what f makes of 0 to n-1.
func many(n int, f func(i int) string) string {
	var out []string
	for i := range n {
		out = append(out, f(i))
	}
	return strings.Join(out, ",")
}

const text = `{"type":10,"content":"Hello"}`

func gallery(name string) string {
	return `{"type":12,"items":[{"media":{"url":"attachment://` + name + `"},"description":"A map"}]}`
}

func thumbnail(alt string) string {
	return `{"type":11,"media":{"url":"attachment://map.png"},"description":"` + alt + `"}`
}

func section(texts, accessory string) string {
	return `{"type":9,"components":[` + texts + `],"accessory":` + accessory + `}`
}

func container(accent, parts string) string {
	return `{"type":17,"accent_color":` + accent + `,"components":[` + parts + `]}`
}

// wrongMessages lists messages that Discord refuses, or shows otherwise than they
// were meant, by what is wrong with them.
var wrongMessages = []struct {
	name, body string
	want       string
	files      []string
}{
	{name: "a member that is misspelt", body: strings.Replace(modern(text), "flags", "flag", 1), want: "flag"},
	{name: "a component of no known type", body: modern(`{"type":99}`), want: "description"},
	{name: "a button without a style", body: modern(buttonRow(`{"type":2,"label":"x","custom_id":"a"}`)), want: "style"},
	{name: "a snowflake that is a number", body: `{"flags":32768,"allowed_mentions":{"parse":[],"users":[1]},"components":[` + text + `]}`, want: "string"},
	{name: "a nonce of 26 characters", body: strings.Replace(modern(text), "{", `{"nonce":"`+strings.Repeat("x", 26)+`",`, 1), want: "nonce"},
	{name: "a nonce to be enforced that is missing", body: strings.Replace(modern(text), "{", `{"enforce_nonce":true,`, 1), want: "nonce"},
	{name: "components v2 without the flag", body: strings.Replace(modern(text), "32768", "0", 1), want: "flag of components v2"},
	{name: "content beside components v2", body: strings.Replace(modern(text), "{", `{"content":"x",`, 1), want: "content"},
	{name: "empty content beside components v2", body: strings.Replace(modern(text), "{", `{"content":"",`, 1), want: "content"},
	{name: "embeds beside components v2", body: strings.Replace(modern(text), "{", `{"embeds":[],`, 1), want: "embeds"},
	{name: "nothing in components v2", body: modern(""), want: "empty"},
	{name: "41 components", body: modern(many(41, func(int) string { return text })), want: "40"},
	{name: "41 components, inside others", body: modern(many(8, func(i int) string {
		return buttonRow(many(5, func(j int) string { return button(fmt.Sprint(i, j)) }))
	})), want: "40"},
	{name: "4001 characters in two texts", body: modern(`{"type":10,"content":"` + strings.Repeat("x", 3000) + `"},{"type":10,"content":"` +
		strings.Repeat("x", 1001) + `"}`), want: "4000"},
	{name: "a blank text", body: modern(`{"type":10,"content":" "}`), want: "empty"},
	{name: "2001 characters of content", body: `{"allowed_mentions":{"parse":[]},"content":"` + strings.Repeat("é", 2001) + `"}`, want: "2000"},
	{name: "an empty message", body: `{"allowed_mentions":{"parse":[]},"content":""}`, want: "empty"},
	{name: "six rows", body: `{"allowed_mentions":{"parse":[]},"content":"x","components":[` + many(6, func(i int) string { return buttonRow(button(fmt.Sprint(i))) }) + `]}`, want: "5"},
	{name: "six buttons in a row", body: modern(buttonRow(many(6, func(i int) string { return button(fmt.Sprint(i)) }))), want: "description"},
	{name: "a menu beside a button", body: modern(`{"type":1,"components":[` + button("a") + `,{"type":3,"custom_id":"m","options":[` + option(1) + `]}]}`), want: "alone"},
	{name: "two buttons of one name", body: modern(buttonRow(button("a"), button("a"))), want: "twice"},
	{name: "two components of one number", body: modern(`{"type":10,"id":3,"content":"a"},{"type":10,"id":3,"content":"b"}`), want: "twice"},
	{name: "a custom id of 101 characters", body: modern(buttonRow(button(strings.Repeat("x", 101)))), want: "description"},
	{name: "a label of 81 characters", body: modern(buttonRow(`{"type":2,"style":1,"custom_id":"a","label":"` + strings.Repeat("x", 81) + `"}`)), want: "description"},
	{name: "a button without a face", body: modern(buttonRow(`{"type":2,"style":1,"custom_id":"a"}`)), want: "label"},
	{name: "a button without a name", body: modern(buttonRow(`{"type":2,"style":1,"label":"a"}`)), want: "custom_id"},
	{name: "a link with a name", body: modern(buttonRow(`{"type":2,"style":5,"label":"a","custom_id":"a","url":"https://example.org"}`)), want: "link"},
	{name: "an address on a button", body: modern(buttonRow(`{"type":2,"style":1,"label":"a","custom_id":"a","url":"https://example.org"}`)), want: "link"},
	{name: "26 options", body: modern(menu(many(26, option))), want: "description"},
	{name: "two options of one value", body: modern(menu(option(1), option(1))), want: "twice"},
	{name: "an option without a label", body: modern(menu(`{"label":" ","value":"a"}`)), want: "label"},
	{name: "a menu that wants more than it has", body: modern(strings.Replace(menu(option(1)), `"m"`, `"m","max_values":2`, 1)), want: "1 to 2 of 1"},
	{name: "two marked options of a menu for one", body: modern(menu(`{"label":"a","value":"a","default":true},{"label":"b","value":"b","default":true}`)), want: "marked"},
	{name: "a section without an accessory", body: modern(`{"type":9,"components":[` + text + `]}`), want: "description"},
	{name: "a section without a text", body: modern(section("", thumbnail("a"))), files: []string{"map.png"}, want: "description"},
	{name: "a section of four texts", body: modern(section(many(4, func(int) string { return text }), button("a"))), want: "description"},
	{name: "a section with a row", body: modern(section(buttonRow(button("a")), button("b"))), want: "description"},
	{name: "a section beside a text", body: modern(section(text, text)), want: "description"},
	{name: "a thumbnail that stands alone", body: modern(thumbnail("a")), want: "description"},
	{name: "a thumbnail with a text of 1025 characters", body: modern(section(text, thumbnail(strings.Repeat("x", 1025)))), want: "description"},
	{name: "a thumbnail with an empty text", body: modern(section(text, thumbnail(""))), want: "description"},
	{name: "a thumbnail that was not sent", body: modern(section(text, thumbnail("a"))), want: "no such attachment"},
	{name: "a container in a container", body: modern(container("1", container("1", text))), want: "description"},
	{name: "a thumbnail in a container", body: modern(container("1", thumbnail("a"))), want: "description"},
	{name: "an empty container", body: modern(container("1", "")), want: "description"},
	{name: "a colour that is none", body: modern(container("16777216", text)), want: "description"},
	{name: "41 components with their container", body: modern(container("1", many(40, func(int) string { return text }))), want: "40"},
	{name: "41 components with an accessory", body: modern(many(38, func(int) string { return text }) + "," + section(text, button("a"))), want: "40"},
	{name: "4001 characters, in a section too", body: modern(`{"type":10,"content":"` + strings.Repeat("x", 4000) + `"},` + section(text, button("a"))), want: "4000"},
	{name: "a text that may call anybody", body: `{"flags":32768,"components":[` + text + `]}`, want: "allowed_mentions"},
	{name: "mentions without parse", body: `{"flags":32768,"allowed_mentions":{"users":["1"]},"components":[` + text + `]}`, want: "parse"},
	{name: "users both parsed and listed", body: `{"flags":32768,"allowed_mentions":{"parse":["users"],"users":["1"]},"components":[` + text + `]}`, want: "listed"},
	{name: "roles both parsed and listed", body: `{"flags":32768,"allowed_mentions":{"parse":["roles"],"roles":["1"]},"components":[` + text + `]}`, want: "listed"},
	{name: "an ephemeral post", body: strings.Replace(modern(text), "32768", "32832", 1), want: "flags"},
	{name: "a picture that was not sent", body: modern(gallery("map.png")), want: "no such attachment"},
	{name: "a picture from nowhere", body: modern(strings.Replace(gallery("map.png"), "attachment", "ftp", 1)), want: "cannot be shown"},
	{name: "a picture that is not declared", body: modern(gallery("map.png")), files: []string{"map.png"}, want: "not declared"},
	{name: "a picture that nothing shows", body: strings.Replace(modern(text), "{", `{"attachments":[{"id":"0","filename":"map.png"}],`, 1), files: []string{"map.png"}, want: "no component shows"},
	{name: "a declared picture that was not sent", body: strings.Replace(modern(text), "{", `{"attachments":[{"id":"0","filename":"map.png"}],`, 1), want: "neither sent nor there"},
	{name: "two pictures of one name", body: strings.Replace(modern(gallery("map.png")), "{", `{"attachments":[{"id":"0"},{"id":"1"}],`, 1), files: []string{"map.png", "map.png"}, want: "two are called"},
}

func TestWrongMessagesAreRefused(t *testing.T) {
	for _, c := range wrongMessages {
		t.Run(c.name, func(t *testing.T) {
			d := New(t, Options{Lenient: true})
			ch := d.Guild("club").Channel("games")
			status, answer := send(t, d, "POST", "/channels/"+ch.ID+"/messages", c.body, c.files...)
			if status != 400 || !strings.Contains(answer, c.want) {
				t.Errorf("it was answered %d %s, and not refused for %q", status, answer, c.want)
			}
			if got := d.Complaints(); len(got) != 1 || ch.Last(nil) != nil {
				t.Errorf("complaints %q, message %v", got, ch.Last(nil))
			}
		})
	}
}

func TestRightMessages(t *testing.T) {
	for _, c := range []struct {
		name, body string
		files      []string
	}{
		{name: "a text", body: modern(text)},
		{name: "40 components", body: modern(many(40, func(int) string { return text }))},
		{name: "old content", body: `{"allowed_mentions":{"parse":[]},"content":"x"}`},
		{name: "25 options", body: modern(menu(many(25, option)))},
		{name: "a picture in a container", body: strings.Replace(modern(`{"type":17,"components":[`+text+`,`+gallery("map.png")+`]}`),
			"{", `{"attachments":[{"id":"0","filename":"map.png"}],`, 1), files: []string{"map.png"}},
		{name: "a section with a thumbnail in a container", body: strings.Replace(modern(container("16777215", section(text+","+text+","+text, thumbnail("a")))),
			"{", `{"attachments":[{"id":"0","filename":"map.png"}],`, 1), files: []string{"map.png"}},
		{name: "40 components with a container, a section and its button", body: modern(container("0", many(36, func(int) string { return text })+","+section(text, button("a"))))},
		{name: "a nonce to be enforced", body: strings.Replace(modern(text), "{", `{"nonce":"x","enforce_nonce":true,`, 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := New(t, Options{Lenient: true})
			ch := d.Guild("club").Channel("games")
			if status, answer := send(t, d, "POST", "/channels/"+ch.ID+"/messages", c.body, c.files...); status != 200 {
				t.Errorf("it was answered %d %s", status, answer)
			}
		})
	}
}

func command(name, more string) string {
	return `{"name":"` + name + `","description":"d"` + more + `}`
}

func stringOption(name, more string) string {
	return `{"type":3,"name":"` + name + `","description":"d"` + more + `}`
}

func sub(kind int, name, options string) string {
	return fmt.Sprintf(`{"type":%d,"name":"%s","description":"d","options":[%s]}`, kind, name, options)
}

// wrongCommands lists sets of commands that Discord refuses.
var wrongCommands = []struct{ name, body, want string }{
	{"a name with a capital", command("Match", ""), "cannot be a name"},
	{"a name with a blank", command("new match", ""), "cannot be a name"},
	{"a name of 33 letters", command(strings.Repeat("x", 33), ""), "description"},
	{"a wrong name in French", command("match", `,"name_localizations":{"fr":"La partie"}`), "cannot be a name"},
	{"no description", `{"name":"match","description":""}`, "description"},
	{"a description of 101 characters", `{"name":"match","description":"` + strings.Repeat("x", 101) + `"}`, "description"},
	{"a description of 101 characters in French", command("match", `,"description_localizations":{"fr":"`+strings.Repeat("é", 101)+`"}`), "description"},
	{"a language that Discord has not", command("match", `,"name_localizations":{"es":"partida"}`), "not a language of Discord"},
	{"two commands of one name", command("match", "") + "," + command("match", ""), "two commands"},
	{"two commands of one French name", command("a", `,"name_localizations":{"fr":"x"}`) + "," + command("b", `,"name_localizations":{"fr":"x"}`), "two commands"},
	{"101 commands", many(101, func(i int) string { return command(fmt.Sprint("c", i), "") }), "100"},
	{"26 options", command("match", `,"options":[`+many(26, func(i int) string { return stringOption(fmt.Sprint("o", i), "") })+`]`), "description"},
	{"26 subcommands", command("match", `,"options":[`+many(26, func(i int) string { return sub(1, fmt.Sprint("s", i), "") })+`]`), "description"},
	{"two options of one name", command("match", `,"options":[`+stringOption("a", "")+`,`+stringOption("a", "")+`]`), "two options"},
	{"required behind optional", command("match", `,"options":[`+stringOption("a", "")+`,`+stringOption("b", `,"required":true`)+`]`), "required"},
	{"a subcommand beside an option", command("match", `,"options":[`+sub(1, "s", "")+`,`+stringOption("b", "")+`]`), "side by side"},
	{"a group in a group", command("match", `,"options":[`+sub(2, "g", sub(2, "h", ""))+`]`), "description"},
	{"26 choices", command("match", `,"options":[`+stringOption("a", `,"choices":[`+many(26, func(i int) string { return fmt.Sprintf(`{"name":"n%d","value":"v%d"}`, i, i) })+`]`)+`]`), "description"},
	{"choices and completion", command("match", `,"options":[`+stringOption("a", `,"autocomplete":true,"choices":[{"name":"n","value":"v"}]`)+`]`), "autocomplete"},
	{"two choices of one name", command("match", `,"options":[`+stringOption("a", `,"choices":[{"name":"n","value":"v"},{"name":"n","value":"w"}]`)+`]`), "two choices"},
	{"8001 characters", command("match", `,"options":[`+many(25, func(i int) string {
		return sub(1, fmt.Sprint("s", i), many(4, func(j int) string {
			return strings.Replace(stringOption(fmt.Sprint("o", j), ""), `"d"`, `"`+strings.Repeat("x", 90)+`"`, 1)
		}))
	})+`]`), "8000"},
}

func TestWrongCommandsAreRefused(t *testing.T) {
	for _, c := range wrongCommands {
		t.Run(c.name, func(t *testing.T) {
			d := New(t, Options{Lenient: true})
			status, answer := send(t, d, "PUT", "/applications/"+d.AppID()+"/commands", "["+c.body+"]")
			if status != 400 || !strings.Contains(answer, c.want) {
				t.Errorf("they were answered %d %s, and not refused for %q", status, answer, c.want)
			}
			if got := d.Complaints(); len(got) != 1 || len(d.Commands()) != 0 {
				t.Errorf("complaints %q, commands %v", got, d.Commands())
			}
		})
	}
}

func TestUnknownRequestsAreNoted(t *testing.T) {
	d := New(t, Options{Lenient: true})
	if status, _ := send(t, d, "POST", "/channels/1/typing", "{}"); status != 404 || len(d.Complaints()) != 1 {
		t.Errorf("it was answered %d", status)
	}
}

func TestPermissions(t *testing.T) {
	d := New(t, Options{Lenient: true})
	g := d.Guild("club")
	ch := g.Channel("games")
	path := "/channels/" + ch.ID + "/messages"
	picture := strings.Replace(modern(gallery("map.png")), "{", `{"attachments":[{"id":"0","filename":"map.png"}],`, 1)
	check := func(name string, want int, code string, body string, files ...string) {
		t.Helper()
		status, answer := send(t, d, "POST", path, body, files...)
		if status != want || !strings.Contains(answer, code) {
			t.Errorf("%s: %d %s", name, status, answer)
		}
	}
	ch.Deny(discordgo.PermissionAttachFiles)
	check("a text", 200, "", modern(text))
	check("a picture it may not send", 403, "50013", picture, "map.png")
	ch.Deny(discordgo.PermissionSendMessages)
	check("a text it may not send", 403, "50013", modern(text))
	ch.Deny(discordgo.PermissionViewChannel)
	check("a channel it does not see", 403, "50001", modern(text))
	ch.Allow(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
	g.Remove()
	check("a guild it was removed from", 403, "50001", modern(text))
	g.Readd()
	check("back again", 200, "", modern(text))
	ch.Delete()
	check("a channel that was deleted", 404, "10003", modern(text))
	anna := g.Member("anna", "fr")
	path = "/channels/" + anna.DM().ID + "/messages"
	check("a direct message", 200, "", modern(text))
	anna.Close()
	check("a direct message she does not take", 403, "50007", modern(text))
}

// TestCommandsToBeClicked: a mark leads to a command that is registered where it stands, and
// can be typed.
func TestCommandsToBeClicked(t *testing.T) {
	d := New(t, Options{Lenient: true})
	here, there := d.Guild("here"), d.Guild("there")
	for _, path := range []string{"/commands", "/guilds/" + here.ID + "/commands"} {
		send(t, d, "PUT", "/applications/"+d.AppID()+path, "["+command("match", `,"options":[`+sub(1, "new", "")+`]`)+"]")
	}
	everywhere, local := d.Commands()[0].ID, d.Shown(here.Channel("a"))[0].ID
	for mark, fails := range map[string]bool{
		"</match new:" + everywhere + ">": false, "</match new:" + local + ">": true, "</match:" + everywhere + ">": true, "</match old:" + everywhere + ">": true, "</match new:1>": true,
	} {
		d.Complaints()
		send(t, d, "POST", "/channels/"+there.Channel("b").ID+"/messages", modern(`{"type":10,"content":"`+mark+`"}`))
		if complaints := d.Complaints(); len(complaints) > 0 != fails {
			t.Errorf("%s: %v", mark, complaints)
		}
	}
	if send(t, d, "POST", "/channels/"+here.Channel("c").ID+"/messages", modern(`{"type":10,"content":"</match new:`+local+`>"}`)); len(d.Complaints()) > 0 {
		t.Error("a command of the guild is not known there")
	}
}
