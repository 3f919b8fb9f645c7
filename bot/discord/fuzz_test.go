package discord

import (
	"strings"
	"testing"
)

// FuzzInteraction reads any bytes as an interaction: nothing may panic.
func FuzzInteraction(f *testing.F) {
	f.Add([]byte(`{"id":"1","type":2,"token":"t","channel_id":"5","guild_id":"6","member":{"user":{"id":"7","username":"ann"},"permissions":"8"},"data":{"name":"match","options":[{"name":"new","type":1,"options":[{"name":"side","type":3,"value":"red"}]}]}}`))
	f.Add([]byte(`{"id":"1","type":3,"token":"t","user":{"id":"7"},"data":{"custom_id":"1/pick/a/b/0/c","values":["d"]}}`))
	f.Add([]byte(`{"type":1}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, body []byte) {
		in, err := ParseInteraction(body)
		if err == nil && in.Kind != KindPing && (in.ID == "" || in.Token == "" || in.User.ID == "") {
			t.Errorf("read as %+v", in)
		}
	})
}

// FuzzPaths presses components with any custom id, and types anything: whatever
// is shown is within the limits of Discord, and who only looks on changes
// nothing.
func FuzzPaths(f *testing.F) {
	for _, name := range []string{"pick", "page", "confirm", "back", "cancel", "undo", "map", "why", "rules", "dice", "privacy", "help", "never", "choose", "zeppelin"} {
		f.Add("1/"+name+"/x/march@6/0/stay", "march red-a")
	}
	for _, name := range matchCommands {
		f.Add("1/match/"+name+"/x/red/yes", "")
	}
	f.Fuzz(func(t *testing.T, id, text string) {
		if len(id) > 100 || len(text) > 6000 {
			return
		}
		s := marching(t)
		before := s.head()
		in := s.act("cat", KindComponent)
		in.Path, _ = parsePath(strings.Replace(id, "/x/", "/"+s.match()+"/", 1))
		in.Values = []string{text}
		s.handle("cat", in)
		in = s.act("cat", KindCommand)
		in.Path, in.Options = path{"choose"}, map[string]string{"order": text}
		s.handle("cat", in)
		in.Kind, in.Focused = KindComplete, "order"
		s.handle("cat", in)
		if after := s.head(); after != before {
			t.Errorf("%s, then %s", before, after)
		}
	})
}
