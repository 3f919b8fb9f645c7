package wire

import (
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
