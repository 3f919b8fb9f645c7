package discord

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

// FuzzPaths presses components with any custom id, and types anything: whatever
// is shown is within the limits of Discord, and who only looks on changes
// nothing in the match of others. All runs share a stage, until one opens a match.
func FuzzPaths(f *testing.F) {
	for _, name := range []string{"pick", "page", "confirm", "back", "cancel", "undo", "map", "why", "rules", "dice", "privacy", "help", "never", "choose", "zeppelin"} {
		f.Add("1/"+name+"/x/march@6/0/stay", "march red-a")
	}
	for _, c := range matches.Commands {
		if name, ok := strings.CutPrefix(c.Path, "match/"); ok {
			f.Add("1/match/"+name+"/x/red/yes", "")
		}
	}
	o := &onlooker{dir: f.TempDir()}
	f.Cleanup(o.close)
	f.Fuzz(func(t *testing.T, id, text string) {
		if len(id) > 100 || len(text) > 6000 {
			return
		}
		s := o.stage(t)
		before := o.head(s.t.Context())
		in := s.act("cat", discordgo.InteractionMessageComponent)
		in.Path, _ = wire.ParsePath(strings.Replace(id, "/x/", "/"+string(o.match)+"/", 1))
		in.Values = []string{text}
		s.checkReply(in, s.h.Handle(s.t.Context(), in))
		in = s.act("cat", discordgo.InteractionApplicationCommand)
		in.Path, in.Options = wire.Path{"choose"}, map[string]string{"order": text}
		s.checkReply(in, s.h.Handle(s.t.Context(), in))
		in.Kind, in.Focused = discordgo.InteractionApplicationCommandAutocomplete, "order"
		s.checkReply(in, s.h.Handle(s.t.Context(), in))
		if after := o.head(s.t.Context()); after != before {
			t.Errorf("%s, then %s", before, after)
		}
	})
}

// onlooker looks at a match in which red marches, on one stage for many runs.
type onlooker struct {
	dir   string
	s     *stage // nil: to be set up
	match match.ID
}

// stage is the stage for a run: a new one where the last run opened a match.
func (o *onlooker) stage(t testing.TB) *stage {
	t.Helper()
	if o.s != nil {
		o.s.t = t
		if list, err := o.s.h.Referee.Index.Matches(t.Context()); err == nil && len(list) == 1 {
			return o.s
		}
		o.close()
	}
	dir, err := os.MkdirTemp(o.dir, "")
	if err != nil {
		t.Fatal(err)
	}
	o.s = stageIn(t, dir)
	o.s.toMarch()
	o.match = match.ID(o.s.match())
	return o.s
}

func (o *onlooker) close() {
	if o.s != nil {
		_ = o.s.store.Close() // thrown away
	}
	o.s = nil
}

// head is the head of the match.
func (o *onlooker) head(ctx context.Context) string {
	l, err := refereetest.Current(ctx, o.s.h.Referee, o.match).Look(ctx, engine.Spectator)
	o.s.must(err)
	return l.Whole
}
