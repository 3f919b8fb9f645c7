package wire

import (
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// samples are interactions as Discord sends them, and some as it should not.
var samples = []string{
	`{"id":"1","application_id":"9","type":1,"token":"t"}`,
	`{"id":"1","application_id":"9","type":2,"token":"t","guild_id":"2","channel_id":"3","locale":"en-GB",
		"app_permissions":"2048","channel":{"id":"3","type":11},
		"member":{"user":{"id":"4","username":"anna","global_name":"Anna"},"nick":"A","permissions":"16","roles":["5"]},
		"data":{"name":"match","options":[{"type":1,"name":"join","options":[{"type":3,"name":"side","value":"red"},
		{"type":4,"name":"count","value":7},{"type":5,"name":"sure","value":true}]}]}}`,
	`{"id":"1","type":3,"token":"t","channel_id":"3","user":{"id":"4","username":"anna"},
		"data":{"custom_id":"1/map/m","component_type":3,"values":["a","b"]},"message":{"id":"8","flags":64}}`,
	`{"id":"1","type":4,"token":"t","user":{"id":"4"},"data":{"name":"go","options":[{"type":3,"name":"to","value":"08","focused":true}]}}`,
	`{"id":"1","type":5,"token":"t","user":{"id":"4"},"data":{"custom_id":"1/x","components":[{"type":18,"component":{"type":4,"value":"v"}}]}}`,
	`{"id":"1","type":5,"token":"t","user":{"id":"4"},"data":{"custom_id":"1/x","components":[{"type":18,"component":{"type":21,"custom_id":"a","value":null}},
		{"type":18,"component":{"type":23,"custom_id":"b","value":true}},{"type":18,"component":{"type":6,"custom_id":"c","values":["7",null]}}],"resolved":{"roles":{"7":null}}}}`,
	`{"id":"1","type":2,"token":"t","user":{"id":"4"},"data":{"name":"go","options":[{"type":3,"name":"to","value":{"a":[1]}}]}}`,
	`{"id":"1","type":3,"token":"t","user":{"id":"4"},"data":null,"message":null}`,
	`{"type":99}`, `[]`, `null`, ``,
}

func FuzzParseInteraction(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		i, err := ParseInteraction(text)
		if err != nil || i.Kind == discordgo.InteractionPing {
			return
		}
		if i.ID == "" || i.Token == "" || i.User.ID == "" {
			t.Errorf("taken without id, token or user: %+v", i)
		}
		if len(i.Path) > 0 && i.Kind == discordgo.InteractionMessageComponent {
			if again, err := ParsePath(Path(i.Path).CustomID()); err != nil || !slices.Equal(again, i.Path) {
				t.Errorf("path %q reads back as %q: %v", i.Path, again, err)
			}
		}
		if !strings.HasSuffix(i.Key(), string(i.ID)) {
			t.Errorf("key %s", i.Key())
		}
	})
}

// TestACommandFromTheMenuOfAPerson names the person, and says whether they are a bot and whether
// they see the channel.
func TestACommandFromTheMenuOfAPerson(t *testing.T) {
	for body, want := range map[string]Chosen{
		`"users":{"7":{"id":"7","username":"ben"}},"members":{"7":{"nick":"Ben","permissions":"1024"}}`:            {Name: "Ben", Sees: true},
		`"users":{"7":{"id":"7","username":"ben"}},"members":{"7":{"nick":null,"permissions":"2048"}}`:             {Name: "ben"},
		`"users":{"7":{"id":"7","username":"ben"}}`:                                                                {Name: "ben"},
		`"users":{"7":{"id":"7","username":"ben","bot":true}},"members":{"7":{"nick":"Ben","permissions":"1024"}}`: {Name: "Ben", Bot: true, Sees: true},
	} {
		in, err := ParseInteraction([]byte(`{"id":"1","type":2,"token":"t","member":{"user":{"id":"5"}},
			"data":{"name":"Go with","type":2,"target_id":"7","resolved":{` + body + `}}}`))
		if err != nil {
			t.Fatal(err)
		}
		if in.Target != "7" || in.Chosen["7"] != want || Path(in.Path).Part(0) != "Go with" {
			t.Errorf("%s: %+v", body, in)
		}
	}
}

// pressed is a press as Discord sends it, with all that it says of the person, the channel and the message.
const pressed = `{"id":"1100000000000000001","application_id":"9","type":3,"token":"t","version":1,"context":0,"locale":"en-GB","guild_locale":"en-US",
	"guild_id":"2","guild":{"id":"2","locale":"en-US","features":["COMMUNITY"]},"channel_id":"3","app_permissions":"2248473465835073",
	"channel":{"id":"3","type":11,"name":"match","parent_id":"7","guild_id":"2","permissions":"2248473465835073","flags":0,"last_message_id":"5",
		"nsfw":false,"rate_limit_per_user":0,"thread_metadata":{"archived":false,"archive_timestamp":"2026-01-01T00:00:00.000000+00:00","locked":false}},
	"member":{"user":{"id":"4","username":"anna","global_name":"Anna","avatar":null,"avatar_decoration_data":null,"discriminator":"0","public_flags":0},
		"nick":"A","permissions":"2248473465835073","roles":["5","6"],"joined_at":"2026-01-01T00:00:00.000000+00:00","deaf":false,"mute":false,"flags":0,
		"pending":false,"premium_since":null,"avatar":null,"communication_disabled_until":null},
	"authorizing_integration_owners":{"0":"2"},"entitlements":[],"data":{"custom_id":"1/map/m","component_type":2,"id":4},
	"message":{"id":"8","flags":32832,"content":"","components":[{"type":99,"id":1}]}}`

// TestAPressAsDiscordSendsIt is read, whatever else stands in it.
func TestAPressAsDiscordSendsIt(t *testing.T) {
	in, err := ParseInteraction([]byte(pressed))
	if err != nil {
		t.Fatal(err)
	}
	if in.User != (User{"4", "A"}) || !slices.Equal(in.Path, []string{"map", "m"}) || !in.Ephemeral || in.Message != "8" || in.Parent != "7" ||
		!slices.Equal(in.Roles, []ID{"5", "6"}) || in.MemberPermissions != 2248473465835073 || in.AppPermissions != in.MemberPermissions {
		t.Errorf("%+v", in)
	}
}

// TestACommandAsDiscordSendsIt is read with all that was chosen for its options.
func TestACommandAsDiscordSendsIt(t *testing.T) {
	in, err := ParseInteraction([]byte(`{"id":"1","application_id":"9","type":2,"token":"t","app_permissions":"2048","locale":"fr","channel":{"id":"3","type":1,
		"last_pin_timestamp":null,"recipients":[{"id":"4","username":"anna"}]},"user":{"id":"4","username":"anna","global_name":null,"accent_color":null},
		"data":{"id":"77","type":1,"name":"match","guild_id":"2","options":[{"type":1,"name":"new","options":[
			{"type":6,"name":"against","value":"5"},{"type":8,"name":"role","value":"6"},{"type":7,"name":"in","value":"7"},{"type":11,"name":"file","value":"8"},
			{"type":4,"name":"rounds","value":12},{"type":5,"name":"open","value":true}]}],
		"resolved":{"users":{"5":{"id":"5","username":"ben","global_name":"Ben","bot":false,"primary_guild":null}},
			"members":{"5":{"nick":null,"permissions":"1024","roles":[],"joined_at":"2026-01-01T00:00:00+00:00","flags":0}},
			"roles":{"6":{"id":"6","name":"players","permissions":"0","mentionable":false,"icon":null,"tags":{}}},
			"channels":{"7":{"id":"7","type":15,"name":"forum","permissions":"0","flags":16}},
			"attachments":{"8":{"id":"8","filename":"my.sealed","size":9,"url":"https://cdn.discordapp.com/a","width":null,"ephemeral":true}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"against": "5", "role": "6", "in": "7", "file": "8", "rounds": "12", "open": "true"}
	if !maps.Equal(in.Options, want) || !slices.Equal(in.Path, []string{"match", "new"}) || in.User != (User{"4", "anna"}) {
		t.Errorf("%+v", in)
	}
	if in.Chosen["5"] != (Chosen{Name: "Ben", Sees: true}) || !slices.Equal(in.Silent, []ID{"6"}) || in.Files["8"].Filename != "my.sealed" || in.Files["8"].Size != 9 {
		t.Errorf("chosen are %+v, %v, %+v", in.Chosen, in.Silent, in.Files)
	}
}

// TestAFormAsDiscordSendsIt is read with all that was filled in, and what was left empty (Component Reference, the Interaction
// Response Structure of each component; Receiving and Responding, Modal Submit Data Structure).
func TestAFormAsDiscordSendsIt(t *testing.T) {
	label := func(is string) string { return `{"type":18,"id":1,"component":{"id":2,` + is + `}}` }
	in, err := ParseInteraction([]byte(`{"id":"1","application_id":"9","type":5,"token":"t","user":{"id":"4","username":"anna"},"data":{"custom_id":"1/match/new","components":[` +
		strings.Join([]string{
			label(`"type":4,"custom_id":"text","value":"A b"`), label(`"type":3,"custom_id":"menu","values":["c d"]`), label(`"type":8,"custom_id":"in","values":[]`),
			label(`"type":6,"custom_id":"roles","values":["6","7"]`), label(`"type":21,"custom_id":"one","value":"x"`), label(`"type":21,"custom_id":"none","value":null`),
			label(`"type":23,"custom_id":"on","value":true`), label(`"type":23,"custom_id":"off","value":false`), label(`"type":19,"custom_id":"file","values":["8"]`), `{"type":10,"id":9}`,
		}, ",") + `],"resolved":{"roles":{"6":{"id":"6","mentionable":false}},"attachments":{"8":{"id":"8","filename":"my.sealed","size":9,"url":"https://cdn.discordapp.com/a"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"text": "A b", "menu": "c d", "in": "", "roles": "6 7", "one": "x", "none": "", "on": "yes", "off": "no", "file": "8"}
	if !maps.Equal(in.Options, want) || !slices.Equal(in.Path, []string{"match", "new"}) || !slices.Equal(in.Silent, []ID{"6"}) || in.Files["8"].Size != 9 {
		t.Errorf("%+v", in)
	}
}

// TestAServerAsDiscordSendsIt: the library reads all of it, and so must not stumble over any of it.
func TestAServerAsDiscordSendsIt(t *testing.T) {
	hears := &greeted{}
	b := &Bot{Config: Config{Greeter: hears, Log: slog.New(slog.DiscardHandler)}, registered: newRegistered(), app: "9"}
	b.sender = newSender(b)
	b.event(t.Context(), "GUILD_CREATE", []byte(`{"id":"7","name":"club","owner_id":"5","joined_at":"2026-01-01T00:00:00.000000+00:00","preferred_locale":"fr","region":"deprecated",
		"system_channel_id":null,"system_channel_flags":0,"features":["COMMUNITY"],"icon":null,"afk_channel_id":null,"afk_timeout":300,"premium_tier":0,"nsfw_level":0,
		"large":false,"unavailable":false,"member_count":3,"vanity_url_code":null,"description":null,"application_id":null,"max_members":500000,"incidents_data":null,
		"roles":[{"id":"7","name":"@everyone","permissions":"2248473465835073","position":0,"managed":false,"mentionable":false,"hoist":false,"icon":null,"unicode_emoji":null,"flags":0}],
		"channels":[{"id":"8","type":15,"name":"forum","topic":null,"position":1,"parent_id":null,"flags":16,"last_message_id":null,"default_reaction_emoji":null,
			"default_sort_order":null,"default_forum_layout":0,"available_tags":[{"id":"1","name":"open","moderated":false,"emoji_id":null,"emoji_name":"x"}],
			"permission_overwrites":[{"id":"7","type":0,"allow":"1024","deny":"0"}]},
			{"id":"10","type":2,"name":"talk","bitrate":64000,"user_limit":0,"rtc_region":null,"icon_emoji":{"id":null,"name":"x"}}],
		"threads":[{"id":"11","type":11,"name":"match","parent_id":"8","applied_tags":["1"],"thread_metadata":{"archived":false,"auto_archive_duration":10080,
			"archive_timestamp":"2026-01-01T00:00:00.000000+00:00","locked":false,"create_timestamp":null},"member":{"user_id":"9","join_timestamp":"2026-01-01T00:00:00+00:00","flags":1}}],
		"members":[{"user":{"id":"9","username":"referee","bot":true},"nick":null,"roles":[],"joined_at":"2026-01-01T00:00:00+00:00","deaf":false,"mute":false,"flags":0}],
		"emojis":[{"id":"12","name":"tank","roles":[],"require_colons":true,"managed":false,"animated":false,"available":true}],
		"stickers":[{"id":"13","name":"s","description":null,"tags":"x","type":2,"format_type":1,"available":true,"guild_id":"7"}],
		"presences":[],"voice_states":[],"stage_instances":[],"guild_scheduled_events":[],"soundboard_sounds":[]}`))
	if len(hears.names) != 1 || hears.names[0] != "club" {
		t.Errorf("heard of %q", hears.names)
	}
}

// TestAFieldOfAnotherKind: what Discord sends in another kind than the library expects costs that field alone.
func TestAFieldOfAnotherKind(t *testing.T) {
	hears := &greeted{}
	b := &Bot{Config: Config{Greeter: hears, Log: slog.New(slog.DiscardHandler)}, registered: newRegistered(), app: "9"}
	b.sender = newSender(b)
	b.event(t.Context(), "GUILD_CREATE", []byte(`{"id":"7","name":"club","joined_at":"2026-01-01T00:00:00.000000+00:00","max_members":"many","channels":[{"id":"8","position":"first"}],"owner_id":"5"}`))
	if len(hears.names) != 1 || hears.names[0] != "club" {
		t.Errorf("heard of %q", hears.names)
	}
	in, err := ParseInteraction([]byte(`{"id":"1","application_id":"9","type":3,"token":"t","member":{"roles":"none","user":{"id":"4","username":"anna","public_flags":"x"}},
		"data":{"component_type":2,"custom_id":"1/map/abc"}}`))
	if err != nil || in.User != (User{"4", "anna"}) || len(in.Roles) != 0 || !slices.Equal(in.Path, []string{"map", "abc"}) {
		t.Errorf("%+v, %v", in, err)
	}
	for _, text := range []string{`[]`, `"x"`, `{"id":`, ``} {
		if _, err := ParseInteraction([]byte(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
